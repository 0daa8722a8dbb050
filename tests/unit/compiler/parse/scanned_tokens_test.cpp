// SPDX-License-Identifier: BSD-3-Clause
// The scanner reads what the lexer of the grammar reads, or leaves the text to it.
#include "compiler/parse/scanned_tokens.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/unit/compiler/parse/token_lists.h"

namespace stiction {
namespace {

using test::TokensOfGrammar;
using test::TokensOfScanner;

class SameTokens : public testing::TestWithParam<const char*> {};

TEST_P(SameTokens, AsTheGrammar) { EXPECT_EQ(TokensOfScanner(GetParam()), TokensOfGrammar(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Texts, SameTokens,
                         testing::Values("", " \t\r\n", "\xEF\xBB\xBFmodel M end M;", "model models end_ _end endend",
                                         "1 12.5 1. .5 1e3 1.e-3 .5E+7 1e 1e+ 1..2 1.*2 x.1", "a.b .c ..d .+.-.*./.^",
                                         "/ // line\n//\r/* block **/ /**/ a/b/*x*/c",
                                         "= == := : <> <= >= < > <>=", "\"a\" \"\" \"a\\\"b\" \"two\nlines\" \"\\\\\"",
                                         "'a b' '\\'' 'a''b' 'end'", "()[]{}+-*^,;", "a// at the end"));

class LeftToTheLexer : public testing::TestWithParam<const char*> {};

TEST_P(LeftToTheLexer, BecauseItHoldsWhatIsNoToken) { EXPECT_TRUE(TokensOfScanner(GetParam()).empty()); }

INSTANTIATE_TEST_SUITE_P(Texts, LeftToTheLexer,
                         testing::Values("a ? b", "\"open", "\"open\\\"", "'open\n'", "''", "/* open", "gr\xC3\xB6sse",
                                         "\\"));

TEST(ScannedTokensTest, AgreesWithTheGrammarOnRandomTexts) {
  const std::string pieces[] = {"a",  "end", "1", ".",  "e", "+", "-", "/", "*", "//", "/*", "*/",
                                "\"", "\\",  "'", "\n", " ", "=", ":", "<", ">", "(",  "7"};
  std::mt19937 random(1);
  std::uniform_int_distribution<size_t> piece(0, std::size(pieces) - 1);
  size_t complete = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string text;
    for (int k = 0; k < 8; ++k) text += pieces[piece(random)];
    const test::TokenList scanned = TokensOfScanner(text);
    if (scanned.empty()) continue;
    ++complete;
    EXPECT_EQ(scanned, TokensOfGrammar(text)) << text;
  }
  EXPECT_GT(complete, 500U);
}

}  // namespace
}  // namespace stiction
