// SPDX-License-Identifier: BSD-3-Clause
// Every expression of a list in every place that takes one, and built-in functions of extreme arguments: a Program or
// messages. Most faults that mutation does not come upon are found so.
#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <chrono>
#include <random>
#include <string_view>
#include <vector>

#include "compiler/ir/expr/builtin_functions.h"
#include "tests/fuzz/translation.h"

namespace stiction {
namespace {

constexpr std::string_view kFrame = R"(model M
  type E = enumeration(a, b);
  record R
    Real x;
    Integer n = 1;
  end R;
  function f
    input Real u = 1;
    output Real y = 2*u;
  end f;
  connector C
    Real v;
    flow Real i;
  end C;
  constant Integer n = 2;
  parameter Integer k = 1;
  Real x(start = 1, fixed = true);
  Integer d(start = 0) = integer(10*time);
  Boolean b(start = false) = time > 0.05;
  E e = if b then E.a else E.b;
  Real v[2] = {{x, time}};
  Real m[2, 2] = {{{{1, 2}}, {{x, 4}}}};
  R r = R(x);
  Real y;
{}
equation
  der(x) = -x;
{}
end M;
)";

/// What stands before the equations, and among them; `@` is the expression.
struct Place {
  std::string_view declarations, equations;
};

constexpr std::array<Place, 26> kPlaces{{
    {"", "y = @;"},
    {"  parameter Real p = @;", "y = p;"},
    {"  constant Integer c = @;", "y = c;"},
    {"  Real a[@];", "y = 1;"},
    {"  Real a[:] = @;", "y = a[1];"},
    {"", "y = v[@];"},
    {"", "y = m[@, 1];"},
    {"  Real z(start = @) = 1;", "y = z;"},
    {"  Real z(min = @, max = 10) = 1;", "y = z;"},
    {"  Real z(unit = @) = 1;", "y = z;"},
    {"  Real z = 1 if @;", "y = 1;"},
    {"  R s(x = @);", "y = s.x;"},
    {"  R s = @;", "y = s.x;"},
    {"", "y = f(@);"},
    {"", "y = if @ then 1 else 2;"},
    {"", "y = sum(i for i in @);"},
    {"  Real a[2];", "y = 1; for i in @ loop a[i] = i; end for;"},
    {"  discrete Real z(start = 0);", "y = 1; when @ then z = 1; end when;"},
    {"", "y = 1; when time > 0.05 then reinit(x, @); end when;"},
    {"", "y = 1; assert(@, \"message\");"},
    {"", "y = 1; assert(true, @);"},
    {"", "y = 1; initial equation @ = 1; equation"},
    {"", "algorithm y := 1; while @ loop break; end while; equation"},
    {"", "algorithm y := @; equation"},
    {"  Clock c = Clock(@); Real z = sample(time, c);", "y = hold(z);"},
    {"  function g input Real u[:]; output Real w; protected Real l[size(u, 1)] = @; algorithm w := l[1]; end g;",
     "y = g(v);"},
}};

constexpr std::array<std::string_view, 50> kExpressions{
    "0",
    "-1",
    "1e308*10",
    "2147483647",
    "9223372036854775807",
    "1/0",
    "0^(-1)",
    "sqrt(-1)",
    "true",
    "\"s\"",
    "{}",
    "{1, 2}",
    "{{1, 2}, {3, 4}}",
    "fill(1.0, 0)",
    "fill(1, 2, 0)",
    "1:0",
    "1:1000000000",
    "1:0:3",
    "E.a",
    "E",
    "Boolean",
    "time",
    "x",
    "v",
    "m",
    "r",
    "R",
    "R(1)",
    "f",
    "f()",
    "f(f(x))",
    "f(v)",
    "der(x)",
    "der(1)",
    "pre(d)",
    "pre(x)",
    "edge(b)",
    "v[0]",
    "v[d]",
    "v[end]",
    "m[:, {2, 1}]",
    "end",
    "size(m)",
    "size(v, 3)",
    "noEvent(d)",
    "if b then {1} else {1, 2}",
    "String(x) + \"a\"",
    "{i for i in 1:3}",
    "{r, r}.x",
    "cat(1, v, m)",
};

constexpr std::array<std::string_view, 24> kExtremes{"0",
                                                     "-1",
                                                     "1e308",
                                                     "1e-320",
                                                     "9223372036854775807",
                                                     "-9223372036854775807 - 1",
                                                     "1/0",
                                                     "true",
                                                     "\"\"",
                                                     "E.a",
                                                     "x",
                                                     "v",
                                                     "m",
                                                     "fill(1.0, 0)",
                                                     "d",
                                                     "b",
                                                     "{{1}, {2}}",
                                                     "time",
                                                     "r",
                                                     "fill(1, 0, 3)",
                                                     "{x}",
                                                     "1:3",
                                                     "C",
                                                     "f"};

std::string Replaced(std::string_view text, std::string_view expression) {
  std::string result;
  for (const char c : text) c == '@' ? result += expression : result += c;
  return result;
}

TEST(ExpressionGrid, IsAnswered) {
  int translated = 0;
  for (const Place& place : kPlaces) {
    for (const std::string_view expression : kExpressions) {
      const std::string text =
          fmt::format(kFrame, Replaced(place.declarations, expression), Replaced(place.equations, expression));
      SCOPED_TRACE(text);
      translated += test::TranslateAndRun(text);
      ASSERT_FALSE(testing::Test::HasFailure());
    }
  }
  EXPECT_GT(translated, 50);
}

std::string CallOf(const BuiltinFunction& function, size_t count, std::mt19937& random) {
  std::vector<std::string_view> arguments;
  for (size_t i = 0; i < count; ++i) arguments.push_back(kExtremes[random() % kExtremes.size()]);
  return fmt::format("{}({})", function.name, fmt::join(arguments, ", "));
}

TEST(BuiltinFunctions, AnswerExtremeArguments) {
  using Clock = std::chrono::steady_clock;
  constexpr unsigned kSeed = 20261128;
  constexpr int kRounds = 20;
  constexpr size_t kMostArguments = 4;
  std::mt19937 random(kSeed);
  const auto end = Clock::now() + std::chrono::duration<double>(test::FuzzSeconds());
  for (int round = 0; round < kRounds || Clock::now() < end; ++round) {
    for (const BuiltinFunction& function : BuiltinFunctions()) {
      const std::string call = CallOf(function, random() % kMostArguments, random);
      const Place& place = kPlaces[random() % kPlaces.size()];
      const std::string text = fmt::format(kFrame, Replaced(place.declarations, call), Replaced(place.equations, call));
      SCOPED_TRACE(text);
      test::TranslateAndRun(text);
      ASSERT_FALSE(testing::Test::HasFailure()) << "round " << round << " of seed " << kSeed;
    }
  }
}

}  // namespace
}  // namespace stiction
