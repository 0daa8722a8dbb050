// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/compare/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "runtime/compare/tube.h"

namespace stiction::runtime {
namespace {

using testing::HasSubstr;

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

TEST(Compare, TakesTimesOfSinglePrecision) {
  // 0.7 is less in single precision, 1.1 is more.
  for (const double end : {0.7, 1.1}) {
    ResultTable result = Ramp(0, end);
    for (double& t : result.times) t = static_cast<float>(t);
    EXPECT_TRUE(Compare(Ramp(0, end), result).passes()) << end;
    EXPECT_TRUE(Compare(result, Ramp(0, end)).passes()) << end;
    result.times.back() = end * (1 - 1e-6);
    EXPECT_FALSE(Compare(Ramp(0, end), result).passes()) << end;
  }
}

TEST(Compare, ComparesOnlyTheSignalsAskedFor) {
  ResultTable reference = Ramp(0);
  reference.names.emplace_back("y");
  reference.columns.push_back(reference.columns[0]);
  EXPECT_FALSE(Compare(reference, Ramp(0)).passes());
  EXPECT_TRUE(Compare(reference, Ramp(0), {.signals = {"x"}}).passes());
}

ResultTable Switching(const std::vector<std::pair<double, double>>& rows, const std::string& name = "mode") {
  ResultTable table;
  table.names = {name};
  table.columns.resize(1);
  for (const auto& [time, value] : rows) {
    table.times.push_back(time);
    table.columns[0].push_back(value);
  }
  return table;
}

const ResultTable kStickSlip = Switching({{0, 1}, {1.1, 1}, {1.1, 2}, {3, 2}, {3, 1}, {10, 1}});

TEST(Compare, TellsTheTimeOfALateSwitch) {
  const ResultTable late = Switching({{0, 1}, {1.2, 1}, {1.2, 2}, {3, 2}, {3, 1}, {10, 1}});
  ComparisonOptions options;
  options.literals["mode"] = {"Forward", "Stuck"};
  const Comparison comparison = Compare(kStickSlip, late, options);
  ASSERT_TRUE(comparison.signals[0].is_discrete);
  EXPECT_EQ(comparison.signals[0].outside, 1U);
  EXPECT_THAT(Explain(comparison.signals[0]), HasSubstr("switch to Stuck at 1.2 s instead of 1.1 s"));
  options.time_tolerance = 0.11;
  EXPECT_TRUE(Compare(kStickSlip, late, options).passes());
  options.time_tolerance = 0.09;
  EXPECT_FALSE(Compare(kStickSlip, late, options).passes());
}

TEST(Compare, TakesDiscreteSignalsForRealsWhereNothingIsHeldForLong) {
  // Each switch could be forgiven, and nothing would be compared.
  EXPECT_FALSE(Compare(Switching({{0, 1}}), Switching({{0, 3}, {10, 3}}), {}).passes()) << "one row";
  EXPECT_TRUE(Compare(Switching({{0, 3}}), Switching({{0, 3}, {10, 3}}), {}).passes());
  ComparisonOptions options;
  options.time_tolerance = 20;
  EXPECT_FALSE(Compare(kStickSlip, Switching({{0, 7}, {10, 7}}), options).passes()) << "longer than the run";
}

TEST(Compare, ForgivesAStayThatIsShorterThanTheTimeTolerance) {
  const auto with_stay = [](double duration) {
    return Switching(
        {{0, 1}, {1.1, 1}, {1.1, 2}, {3, 2}, {3, 1}, {6, 1}, {6, 3}, {6 + duration, 3}, {6 + duration, 1}, {10, 1}});
  };
  const Comparison brief = Compare(kStickSlip, with_stay(0.01));
  EXPECT_TRUE(brief.passes());
  ASSERT_FALSE(brief.signals[0].switches.differences.empty());
  EXPECT_THAT(Explain(brief.signals[0].switches.differences[0], {}), HasSubstr("only in the result"));
  const Comparison extra = Compare(kStickSlip, with_stay(0.1));
  EXPECT_FALSE(extra.passes());
  EXPECT_THAT(Explain(extra.signals[0]), HasSubstr("switch to 3 at 6 s for 0.1 s, which the reference does not have"));
  const Comparison missing = Compare(with_stay(0.1), kStickSlip);
  EXPECT_THAT(Explain(missing.signals[0]), HasSubstr("no switch to 3, which the reference holds from 6 s"));
}

// Each file leaves the value for a moment, at another time: the pieces between are one stay.
TEST(Compare, ForgivesMomentsAtDifferentTimes) {
  const auto with_moment_at = [](double t, double duration) {
    return Switching({{0, 1}, {t, 1}, {t, 2}, {t + duration, 2}, {t + duration, 1}, {10, 1}});
  };
  const Comparison brief = Compare(with_moment_at(2, 0.001), with_moment_at(7, 0.001));
  EXPECT_TRUE(brief.passes());
  const std::vector<SwitchDifference>& differences = brief.signals[0].switches.differences;
  ASSERT_EQ(differences.size(), 2U);
  EXPECT_THAT(Explain(differences[0], {}), HasSubstr("at 2 s for 0.001 s only in the reference"));
  EXPECT_THAT(Explain(differences[1], {}), HasSubstr("at 7 s for 0.001 s only in the result"));
  EXPECT_FALSE(Compare(with_moment_at(2, 0.1), with_moment_at(7, 0.001)).passes());
  // A pulse about as long as the tolerance that both have is no matter of length.
  EXPECT_TRUE(Compare(with_moment_at(2, 0.019), with_moment_at(2, 0.021)).passes());
}

// On a grid without event rows the switch lay between two rows.
TEST(Compare, KnowsHowUncertainASwitchBetweenTwoRowsIs) {
  const ResultTable grid = Switching({{0, 1}, {1, 1}, {2, 2}, {3, 2}, {4, 1}, {10, 1}});
  EXPECT_TRUE(Compare(grid, kStickSlip).passes());
  EXPECT_TRUE(Compare(kStickSlip, grid).passes());
  const ResultTable other = Switching({{0, 1}, {1, 1}, {2, 1}, {3, 2}, {4, 1}, {10, 1}});
  EXPECT_FALSE(Compare(other, kStickSlip).passes());
}

TEST(Compare, TakesARampOverIntegersForAReal) {
  const ResultTable seconds = Switching({{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}});
  const ResultTable pairs = Switching({{0, 0}, {2, 2}, {4, 4}, {6, 6}});
  const Comparison comparison = Compare(seconds, pairs);
  EXPECT_FALSE(comparison.signals[0].is_discrete);
  EXPECT_TRUE(comparison.passes()) << Explain(comparison.signals[0]);
}

TEST(Compare, AccountsForAllSignals) {
  ResultTable reference = Ramp(0);
  ResultTable result = Ramp(0);
  reference.names = {"a"};
  result.names = {"b"};
  const Comparison comparison = Compare(reference, result, {.signals = {"c"}});
  ASSERT_EQ(comparison.signals.size(), 1U);
  EXPECT_EQ(comparison.signals[0].reason, "missing in the reference");
  EXPECT_EQ(comparison.not_asked_for, (std::vector<std::string>{"a"}));
  EXPECT_EQ(comparison.only_in_result, (std::vector<std::string>{"b"}));
}

TEST(Compare, TakesToleranceByName) {
  ComparisonOptions options;
  options.special = {{"*", {.relative = 0.1}}, {"a.x?", {.absolute = 3}}, {"a.[1]", {.time = 4}}};
  EXPECT_EQ(*ToleranceOf("b", options).relative, 0.1);
  EXPECT_EQ(*ToleranceOf("a.x1", options).absolute, 3);
  EXPECT_EQ(*ToleranceOf("a.x", options).absolute, 0);
  EXPECT_EQ(*ToleranceOf("a.[1]", options).time, 4);
  EXPECT_FALSE(ToleranceOf("a.1", options).time);
  EXPECT_TRUE(Compare(Ramp(0), Ramp(0.09), options).passes());
  EXPECT_FALSE(Compare(Ramp(0), Ramp(0.3), options).passes());
  options.absolute = 0.3;
  EXPECT_TRUE(Compare(Ramp(0), Ramp(0.29), options).passes());
}

TEST(Compare, FailsWhereTheReferenceMovesBetweenTwoRowsOfTheResult) {
  ResultTable wave = Ramp(0);
  for (size_t i = 0; i < wave.times.size(); ++i) wave.columns[0][i] = std::sin(6.283185307179586 * wave.times[i]);
  ResultTable ends = wave;
  ends.times = {0, 1};
  ends.columns[0] = {0, 0};
  EXPECT_THAT(Compare(wave, ends).signals[0].reason, HasSubstr("no rows between t = 0 s and 1 s"));
  EXPECT_TRUE(Compare(Ramp(0), Switching({{0, 0}, {1, 1}}, "x")).passes());
}

TEST(Compare, LooksOnlyAtTheTimesOfTheReference) {
  ResultTable longer = Ramp(0);
  longer.times.insert(longer.times.begin(), -1);
  longer.columns[0].insert(longer.columns[0].begin(), 5);
  longer.times.push_back(2);
  longer.columns[0].push_back(-7);
  EXPECT_TRUE(Compare(Ramp(0), longer).passes());
  EXPECT_FALSE(Compare(longer, Ramp(0)).passes());
}

TEST(Compare, TellsTheRowOfAReferenceThatIsNotFinite) {
  ResultTable broken = Ramp(0);
  broken.columns[0][7] = std::numeric_limits<double>::infinity();
  EXPECT_THAT(Compare(broken, Ramp(0)).signals[0].reason, HasSubstr("(reference, row 8)"));
}

}  // namespace
}  // namespace stiction::runtime
