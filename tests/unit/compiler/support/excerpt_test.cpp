// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/excerpt.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/temporary_directory.h"

namespace stiction {
namespace {

std::string Excerpt(const std::string& text, uint32_t begin, uint32_t end) {
  SourceMap sources;
  const Source& source = sources.Add("a.mo", text);
  std::ostringstream out;
  PrintExcerpt(out, source, {source.id(), begin, end});
  return out.str();
}

TEST(Excerpt, MarksTheSpan) { EXPECT_EQ(Excerpt("a\nb = 2;\n", 6, 7), "     2 | b = 2;\n       |     ^\n"); }

TEST(Excerpt, CountsCharactersNotBytes) {
  EXPECT_EQ(Excerpt("\xC3\xA9 = \xC3\xA9;", 5, 7), "     1 | \xC3\xA9 = \xC3\xA9;\n       |     ^\n");
}

TEST(Excerpt, LetsNoControlCharactersThrough) {
  EXPECT_EQ(Excerpt("\x1B[31m\x07\xFF x", 8, 9), "     1 | ?[31m?? x\n       |         ^\n");
}

TEST(Excerpt, ShowsOnlyAPartOfALongLine) {
  const std::string text = std::string(1000, 'a') + "b" + std::string(1000, 'c');
  EXPECT_EQ(Excerpt(text, 1000, 1001), "     1 | ..." + std::string(60, 'a') + "b" + std::string(99, 'c') +
                                           "...\n       | " + std::string(63, ' ') + "^\n");
}

TEST(Excerpt, CutsNoCharacterInTwo) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "\xC3\xA9";
  for (uint32_t at : {401U, 500U}) EXPECT_EQ(Excerpt(text, at / 2 * 2, at / 2 * 2 + 2).find('?'), std::string::npos);
}

TEST(Excerpt, SpanOverTheEndOfTheLine) { EXPECT_EQ(Excerpt("ab\ncd", 1, 5), "     1 | ab\n       |  ^\n"); }

TEST(ReadPlace, FindsLineAndColumn) {
  const test::TemporaryDirectory directory;
  const std::string path = directory.File("place.mo");
  std::ofstream(path) << "model M\n  Real x;\nend M;\n";
  SourceMap sources;
  const Span span = ReadPlace(sources, path + ":2:8");
  ASSERT_TRUE(span);
  EXPECT_EQ(sources.Describe(span), path + ":2:8");
  EXPECT_FALSE(ReadPlace(sources, path + ":9:1"));
  EXPECT_FALSE(ReadPlace(sources, path + ":2:80"));
  EXPECT_FALSE(ReadPlace(sources, path + ":2"));
  EXPECT_FALSE(ReadPlace(sources, "no_such_file.mo:1:1"));
}

}  // namespace
}  // namespace stiction
