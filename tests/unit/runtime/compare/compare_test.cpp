#include "runtime/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "runtime/compare/tube.h"

namespace stiction::runtime {
namespace {

using testing::HasSubstr;

ResultTable Read(const std::string& text) {
  const auto read = ParseResult(text);
  EXPECT_TRUE(std::holds_alternative<ResultTable>(read)) << std::get<std::string>(read);
  return std::get<ResultTable>(read);
}

std::string Wrong(const std::string& text) {
  const auto read = ParseResult(text);
  EXPECT_TRUE(std::holds_alternative<std::string>(read));
  return std::holds_alternative<std::string>(read) ? std::get<std::string>(read) : std::string();
}

ResultTable Ramp(double offset, double end = 1.0) {
  ResultTable table;
  table.names = {"x"};
  table.columns.resize(1);
  for (int i = 0; i <= 100; ++i) {
    table.times.push_back(end * i / 100);
    table.columns[0].push_back(end * i / 100 + offset);
  }
  return table;
}

TEST(ResultFile, ReadsQuotedHeadersAndNumbers) {
  const ResultTable table = Read("\"Time\",\"a[1,2]\", b\r\n0, 1e-3,+2\n0,nan,3\n1,2,-4\n");
  EXPECT_EQ(table.names, (std::vector<std::string>{"a[1,2]", "b"}));
  EXPECT_EQ(table.times, (std::vector<double>{0, 0, 1}));
  EXPECT_EQ(table.columns[1], (std::vector<double>{2, 3, -4}));
  EXPECT_TRUE(std::isnan(table.columns[0][1]));
  EXPECT_EQ(table.Find("b"), 1u);
  EXPECT_EQ(table.Find("time"), std::nullopt);
}

TEST(ResultFile, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(Wrong(""), HasSubstr("line 1"));
  EXPECT_THAT(Wrong("a,b\n"), HasSubstr("not the time"));
  EXPECT_THAT(Wrong("time,b\n0,1\n1\n"), HasSubstr("line 3"));
  EXPECT_THAT(Wrong("time,b\n0,1,2\n"), HasSubstr("line 2"));
  EXPECT_THAT(Wrong("time,b\n0,one\n"), HasSubstr("'one' is no number"));
  EXPECT_THAT(Wrong("time,b\n1,1\n0,1\n"), HasSubstr("comes after"));
}

TEST(Tube, SizeFollowsTheRangesOfTimeAndValue) {
  const std::vector<double> times{2, 4};
  const std::vector<double> values{-5, -4};
  const TubeSize size = SizeOfTube(times, values, 0.002, 0.001);
  EXPECT_DOUBLE_EQ(size.time, 0.002 * 2);
  EXPECT_DOUBLE_EQ(size.value, 0.002 * 5);
  const std::vector<double> zero{0, 0};
  EXPECT_DOUBLE_EQ(SizeOfTube(times, zero, 0.002, 0.001).value, 2e-6);
}

TEST(Tube, SlidingRangeSeesTheJumpWithinItsWindow) {
  const std::vector<double> times{0, 1, 1, 2};
  const std::vector<double> values{0, 0, 3, 3};
  const std::vector<double> at{0.5, 0.95, 1.0, 1.05, 1.5};
  const auto range = SlidingRange(times, values, 0.1, at);
  using Range = std::pair<double, double>;
  EXPECT_EQ(range, (std::vector<Range>{{0, 0}, {0, 3}, {0, 3}, {0, 3}, {3, 3}}));
}

TEST(Tube, SlidingRangeIsThatOfTheStraightLineBetweenPoints) {
  const std::vector<double> times{0, 10};
  const std::vector<double> values{0, 10};
  const std::vector<double> at{0, 5, 10};
  const auto range = SlidingRange(times, values, 1, at);
  EXPECT_DOUBLE_EQ(range[0].first, 0);
  EXPECT_DOUBLE_EQ(range[0].second, 1);
  EXPECT_DOUBLE_EQ(range[1].first, 4);
  EXPECT_DOUBLE_EQ(range[1].second, 6);
  EXPECT_DOUBLE_EQ(range[2].first, 9);
  EXPECT_DOUBLE_EQ(range[2].second, 10);
}

// On a ramp of slope 1 the window in time adds 0.002 to the 0.002 in value, except at the end of the reference.
TEST(Compare, TellsInsideFromOutside) {
  const ResultTable reference = Ramp(0);
  const Comparison inside = Compare(reference, Ramp(0.0015));
  EXPECT_TRUE(inside.passes());
  ASSERT_NE(inside.Worst(), nullptr);
  EXPECT_NEAR(inside.Worst()->worst_use, 0.75, 1e-9);
  EXPECT_DOUBLE_EQ(inside.Worst()->worst_time, 1);
  EXPECT_EQ(Compare(reference, Ramp(0.0039)).Worst()->outside, 1u);
  const Comparison outside = Compare(reference, Ramp(0.0041));
  EXPECT_FALSE(outside.passes());
  EXPECT_EQ(outside.Worst()->outside, 101u);
}

TEST(Compare, FailsWhereTheResultIsNotWhole) {
  const ResultTable reference = Ramp(0);
  EXPECT_THAT(Compare(reference, Ramp(0, 0.9)).Worst()->reason, HasSubstr("ends at"));
  ResultTable other = Ramp(0);
  other.columns[0][50] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(Compare(reference, other).Worst()->reason, HasSubstr("not finite at t = 0.5"));
  other = Ramp(0);
  other.names[0] = "y";
  EXPECT_THAT(Compare(reference, other).Worst()->reason, HasSubstr("missing in the result"));
  EXPECT_FALSE(Compare(reference, other).passes());
}

TEST(Compare, ComparesOnlyTheSignalsAskedFor) {
  ResultTable reference = Ramp(0);
  reference.names.emplace_back("y");
  reference.columns.push_back(reference.columns[0]);
  EXPECT_FALSE(Compare(reference, Ramp(0)).passes());
  EXPECT_TRUE(Compare(reference, Ramp(0), {.signals = {"x"}}).passes());
}

}  // namespace
}  // namespace stiction::runtime
