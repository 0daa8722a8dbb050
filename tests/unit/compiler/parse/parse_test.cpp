// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/parse/parse.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

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

// `repeated` so often before an operand: where the text is refused, or nothing if it is read.
std::optional<uint32_t> RefusedAt(const std::string& repeated, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += repeated;
  SourceMap sources;
  Diagnostics diagnostics;
  if (ParseExpression(sources.Add("--set", text + "1"), diagnostics)) return std::nullopt;
  EXPECT_EQ(diagnostics.error_count(), 1);
  EXPECT_NE(diagnostics.all()[0].message.find("nested too deeply"), std::string::npos);
  return diagnostics.all()[0].span.begin;
}

TEST(ParseTest, ALongRowOfOperatorsIsRefusedAndNotACrash) {
  EXPECT_EQ(RefusedAt("1+", 3000), std::nullopt);
  EXPECT_EQ(RefusedAt("1+", 100000), 6001u);
  EXPECT_EQ(RefusedAt("2^", 100000), 6001u);
  EXPECT_EQ(RefusedAt("-", 100000), 3000u);
  EXPECT_EQ(RefusedAt("a*b+", 2999), std::nullopt) << "as deep as a sum of as many names";
}

// Each operator in parentheses, as the row is folded.
std::string Grouped(const ast::Expression& e) {
  if (e.kind == ast::ExpressionKind::kUnary) return "<" + Grouped(*e.operands[0]) + ">";
  if (e.kind == ast::ExpressionKind::kBinary)
    return "(" + Grouped(*e.operands[0]) + " " + Grouped(*e.operands[1]) + ")";
  return ast::ToString(e);
}

std::string GroupedText(const std::string& text, int errors = 0) {
  SourceMap sources;
  Diagnostics diagnostics;
  const ast::ExpressionPtr value = ParseExpression(sources.Add("--set", text), diagnostics);
  EXPECT_EQ(diagnostics.error_count(), errors) << text;
  return value ? Grouped(*value) : "";
}

TEST(ParseTest, OperatorsAreGroupedByTheirProductions) {
  EXPECT_EQ(GroupedText("a - b - c"), "((a b) c)");
  EXPECT_EQ(GroupedText("a + b*c^d - e"), "((a (b (c d))) e)");
  EXPECT_EQ(GroupedText("-a*b + c"), "(<(a b)> c)");
  EXPECT_EQ(GroupedText("not a < b and c or d and not e"), "((<(a b)> c) (d <e>))");
  EXPECT_EQ(GroupedText("f(a + b*c) .* -1", 1), "(f(a + b * c) <1>)");
}

TEST(ParseTest, WhatTheSpecificationGroupsByParenthesesOnlyIsRefused) {
  EXPECT_EQ(GroupedText("a^b^c", 1), "(a (b c))");
  EXPECT_EQ(GroupedText("a < b < c", 1), "((a b) c)");
  EXPECT_EQ(GroupedText("a * -b * c + d", 1), "((a <(b c)>) d)");
  EXPECT_EQ(GroupedText("- - a", 1), "<<a>>");
  EXPECT_EQ(GroupedText("a + not b == c and d", 1), "((a <(b c)>) d)");
}

TEST(ParseTest, AnOuterOperandIsToldBeforeThoseInsideIt) {
  SourceMap sources;
  Diagnostics diagnostics;
  ParseExpression(sources.Add("--set", "a * - -b ^ -c"), diagnostics);
  std::vector<uint32_t> begins;
  for (const Diagnostic& d : diagnostics.all()) begins.push_back(d.span.begin);
  EXPECT_EQ(begins, (std::vector<uint32_t>{4, 6, 11}));
}

TEST(ParseTest, AnArgumentIsNamedByANameAlone) {
  for (const std::string text : {"f(b = 0, a.b = 1)", "f(1 = 2)", "f((a) = 2)", "f(a[1] = 2)"}) {
    SourceMap sources;
    Diagnostics diagnostics;
    ParseExpression(sources.Add("--set", text), diagnostics);
    ASSERT_EQ(diagnostics.error_count(), 1) << text;
    EXPECT_EQ(diagnostics.all()[0].span.begin, text.rfind('='));
  }
  EXPECT_EQ(GroupedText("f(a = 1, b = function g())"), "f(a = 1, b = function g())");
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
  EXPECT_EQ(parse::FindInvalidUtf8("12345678123456\xFF"), 14u);
  EXPECT_EQ(parse::FindInvalidUtf8("123456789012345\xFF"), 15u);
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
  EXPECT_EQ(parse::ReadString(R"("\n\\ab\"c")").text, "\n\\ab\"c");
  EXPECT_EQ(parse::ReadString(R"("a\"b\\\n")").text, "a\"b\\\n");
  EXPECT_EQ(parse::ReadString(R"("a run \t and \\")").text, "a run \t and \\");
  EXPECT_EQ(parse::ReadString(R"("a\d")").bad_escape, 2u);
  EXPECT_EQ(parse::ReadString("\"\"").text, "");
}

}  // namespace
}  // namespace stiction
