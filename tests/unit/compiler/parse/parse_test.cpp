#include "compiler/parse/parse.h"

#include <gtest/gtest.h>

#include <limits>

#include "compiler/ir/ast/print.h"
#include "compiler/parse/byte_stream.h"
#include "compiler/parse/literals.h"

namespace stiction {
namespace {

TEST(ParseTest, SpansAreBytesBehindCharactersOutsideAscii) {
  SourceMap sources;
  Diagnostics diagnostics;
  const Source& source = sources.Add("a.mo", "\xEF\xBB\xBFmodel M \"größe\"\n  Real x;\nend M;\n");
  const ast::StoredDefinition stored = Parse(source, diagnostics);
  ASSERT_FALSE(diagnostics.HasErrors());
  const ast::Class& model = *stored.classes.at(0);
  EXPECT_EQ(model.comment, "größe");
  EXPECT_EQ(sources.Text(model.elements.at(0).component->span), "Real x");
  EXPECT_EQ(sources.Describe(model.elements.at(0).component->name.span), "a.mo:2:8");
}

TEST(ParseTest, ALongSumIsRefusedAndNotACrash) {
  std::string text = "model M Real x = 1";
  for (int i = 0; i < 100000; ++i) text += "+1";
  SourceMap sources;
  Diagnostics diagnostics;
  const Source& source = sources.Add("a.mo", text + "; end M;");
  EXPECT_TRUE(Parse(source, diagnostics).classes.empty());
  ASSERT_EQ(diagnostics.error_count(), 1);
  EXPECT_NE(diagnostics.all()[0].message.find("nested too deeply"), std::string::npos);
}

TEST(ParseTest, EmptyTextIsAnEmptyFile) {
  SourceMap sources;
  Diagnostics diagnostics;
  EXPECT_TRUE(Parse(sources.Add("a.mo", ""), diagnostics).classes.empty());
  EXPECT_FALSE(diagnostics.HasErrors());
}

TEST(ParseTest, ALoneExpression) {
  SourceMap sources;
  Diagnostics diagnostics;
  const ast::ExpressionPtr value = ParseExpression(sources.Add("--set", "{1, -2}*k"), diagnostics);
  ASSERT_TRUE(value);
  EXPECT_EQ(ast::ToString(*value), "{1, -2} * k");
  EXPECT_FALSE(diagnostics.HasErrors());
  EXPECT_FALSE(ParseExpression(sources.Add("--set", "1 2"), diagnostics));
  EXPECT_EQ(diagnostics.error_count(), 1);
}

TEST(Utf8Test, FindsTheFirstInvalidByte) {
  EXPECT_EQ(parse::FindInvalidUtf8("größe €  \U0001F600"), std::nullopt);
  EXPECT_EQ(parse::FindInvalidUtf8("gr\xF6\xDF"), 2u);
  EXPECT_EQ(parse::FindInvalidUtf8("a\xC0\x80"), 1u) << "overlong";
  EXPECT_EQ(parse::FindInvalidUtf8("\xED\xA0\x80"), 0u) << "surrogate";
  EXPECT_EQ(parse::FindInvalidUtf8("ab\xE2\x82"), 2u) << "cut off";
  EXPECT_EQ(parse::FindInvalidUtf8("over a word \xC3\xA9 and \xFF more"), 19u);
  EXPECT_EQ(parse::FindInvalidUtf8("12345678\xFF"), 8u) << "behind a whole word";
  EXPECT_EQ(parse::FindInvalidUtf8("\xF4\x90\x80\x80"), 0u) << "beyond Unicode";
}

TEST(LiteralTest, Numbers) {
  EXPECT_EQ(parse::ReadNumber("1."), 1.0);
  EXPECT_EQ(parse::ReadNumber(".5"), 0.5);
  EXPECT_EQ(parse::ReadNumber("1.e-3"), 1e-3);
  EXPECT_EQ(parse::ReadNumber("1e400"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse::ReadNumber("1e-400"), 0.0);
}

TEST(LiteralTest, Strings) {
  EXPECT_EQ(parse::ReadString(R"("a\"b\\\n")").text, "a\"b\\\n");
  EXPECT_EQ(parse::ReadString(R"("a run \t and \\")").text, "a run \t and \\");
  EXPECT_EQ(parse::ReadString(R"("a\d")").bad_escape, 2u);
  EXPECT_EQ(parse::ReadString("\"\"").text, "");
}

}  // namespace
}  // namespace stiction
