// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/series_loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "runtime/events/locate/extent.h"

namespace stiction::runtime {
namespace {

using Values = std::vector<double>;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kWidth = 0.6;
constexpr int kMaxOrder = 30;

/// Series of `count` values, whose terms fall with the order.
class Series {
 public:
  Series(size_t count, int order) : order_(order), powers_(kMaxOrder + 8, 7.0) {
    std::mt19937 random(static_cast<unsigned>(17 * count) + static_cast<unsigned>(order));
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int k = 0; k <= order; ++k) {
      Values& of_order = values_.emplace_back(count);
      for (double& value : of_order) value = uniform(random) * std::pow(0.8, k);
    }
    for (const Values& of_order : values_) coefficients_.push_back(of_order.data());
    FindPowers(kWidth, order, powers_.data());
  }
  int order() const { return order_; }
  const double* const* coefficients() const { return coefficients_.data(); }
  const double* powers() const { return powers_.data(); }
  double Term(int k, size_t i) const { return values_[static_cast<size_t>(k)][i] * std::pow(kWidth, k); }
  double& At(int k, size_t i) { return values_[static_cast<size_t>(k)][i]; }

 private:
  int order_;
  std::vector<Values> values_;
  std::vector<const double*> coefficients_;
  Values powers_;
};

/// Ranges of `count` values.
struct Ranges {
  explicit Ranges(size_t count)
      : begin(count), end(count), radius(count), low(count, -0.7), high(count, 0.7), least(count), most(count) {}
  SeriesRanges View() {
    return {begin.data(), end.data(), radius.data(), low.data(), high.data(), least.data(), most.data()};
  }
  Values begin, end, radius, low, high, least, most;
};

TEST(SeriesLoops, PowersEndWithThreeZeros) {
  for (int order = 1; order <= kMaxOrder; ++order) {
    Values powers(kMaxOrder + 8, 7.0);
    FindPowers(kWidth, order, powers.data());
    for (int k = 0; k <= order; ++k) EXPECT_NEAR(powers[static_cast<size_t>(k)], std::pow(kWidth, k), 1e-15);
    for (int k = order + 1; k <= order + 3; ++k) EXPECT_EQ(powers[static_cast<size_t>(k)], 0) << order;
  }
}

TEST(SeriesLoops, TermsAndTheirSums) {
  const size_t held = 0, other = 1;
  for (int order = 1; order <= kMaxOrder; ++order) {
    Series series(3, order);
    for (int k = 1; k <= order; ++k) series.At(k, held) = 0;
    for (const size_t right : {held, other}) {
      Values terms(static_cast<size_t>(order) + 10, 7.0);
      const TermSums sums = LoadTerms(series.coefficients(), order, 2, right, -1, series.powers(), terms.data());
      double sizes = 0, rise = 0;
      for (int k = 1; k <= order; ++k) {
        const double term = -(series.Term(k, 2) - series.Term(k, right));
        EXPECT_NEAR(terms[static_cast<size_t>(k)], term, 1e-15) << order;
        sizes += std::fabs(term);
        rise += k > 1 ? std::max(term, 0.0) : term;
      }
      EXPECT_NEAR(sums.sizes, sizes, 1e-14) << order;
      EXPECT_NEAR(sums.rise, rise, 1e-14) << order;
      for (int k = order + 1; k <= order + 8; ++k) EXPECT_EQ(terms[static_cast<size_t>(k)], 0) << order;
    }
  }
}

TEST(SeriesLoops, ValuesAreMeasuredAloneAndInLanes) {
  for (const size_t count : {1u, 2u, 3u, 4u, 5u, 11u, 16u, 21u}) {
    for (int order = 1; order <= kMaxOrder; ++order) {
      const Series series(count + 2, order);
      Ranges ranges(count + 1);
      std::vector<int32_t> numbers(count + 4);
      Found outside{numbers.data()};
      MeasureSeries(series.coefficients(), order, series.powers(), 2, count, 1, ranges.View(), outside);
      std::vector<int32_t> expected;
      for (size_t i = 0; i < count; ++i) {
        const double begin = series.Term(0, i + 2);
        double end = begin, radius = 0;
        for (int k = 1; k <= order; ++k) {
          end += series.Term(k, i + 2);
          radius += (k > order - 2 ? 2 : 1) * std::fabs(series.Term(k, i + 2));
        }
        const auto larger_of_two = [&](int k) {
          return std::max(std::fabs(series.Term(k, i + 2)), std::fabs(series.Term(k + 1, i + 2)));
        };
        if (order >= 5 && larger_of_two(order - 2) > larger_of_two(order - 4)) radius = kInfinity;
        EXPECT_EQ(ranges.begin[i + 1], begin);
        EXPECT_NEAR(ranges.end[i + 1], end, 1e-14);
        EXPECT_EQ(ranges.least[i + 1], std::min(begin, 0.0));
        EXPECT_EQ(ranges.most[i + 1], std::max(begin, 0.0));
        if (std::isinf(radius)) {
          EXPECT_EQ(ranges.radius[i + 1], radius) << order;
        } else {
          EXPECT_NEAR(ranges.radius[i + 1], radius, 1e-14) << order;
        }
        if (!(begin - radius >= -0.7 && begin + radius <= 0.7)) expected.push_back(static_cast<int32_t>(i) + 1);
      }
      EXPECT_EQ(std::vector<int32_t>(numbers.begin(), numbers.begin() + static_cast<ptrdiff_t>(outside.count)),
                expected)
          << count << " " << order;
    }
  }
}

TEST(SeriesLoops, ExtentsOfManyAreThoseOfEach) {
  for (size_t count = 1; count <= 9; ++count) {
    for (const int order : {1, 2, 4, 5, 12}) {
      const Series series(count, order);
      Ranges ranges(count);
      std::vector<int32_t> index_of(count), numbers(count + 4), all(count);
      std::iota(index_of.begin(), index_of.end(), 0);
      std::reverse(index_of.begin(), index_of.end());
      std::iota(numbers.begin(), numbers.begin() + static_cast<ptrdiff_t>(count), 0);
      for (size_t i = 0; i < count; ++i) {
        ranges.begin[i] = series.Term(0, count - 1 - i);
        ranges.radius[i] = i % 4 == 3 ? kInfinity : 4;
      }
      Values low(count + 4), high(count + 4);
      FindExtents(series.coefficients(), order, series.powers(), index_of.data(), ranges.View(),
                  {numbers.data(), count}, 0.7, low.data(), high.data());
      for (size_t i = 0; i < count; ++i) {
        LeadingTerms terms = {ranges.begin[i], 0, 0, 0, 0, ranges.radius[i]};
        for (int k = 1; k <= std::min(order, 4); ++k) {
          terms[static_cast<size_t>(k)] = series.Term(k, count - 1 - i);
          terms[5] -= std::fabs(terms[static_cast<size_t>(k)]);
        }
        const Extent extent = ExtentWithin(terms, 0.7);
        if (std::isinf(ranges.radius[i])) {
          EXPECT_EQ(low[i], -kInfinity);
          EXPECT_EQ(high[i], kInfinity);
        } else {
          EXPECT_NEAR(low[i], extent.low, 1e-14) << count << " " << order;
          EXPECT_NEAR(high[i], extent.high, 1e-14) << count << " " << order;
        }
      }
    }
  }
}

TEST(SeriesLoops, WhatIsNotANumberIsInNoRange) {
  Series series(1, 6);
  series.At(3, 0) = std::numeric_limits<double>::quiet_NaN();
  Ranges ranges(1);
  std::vector<int32_t> numbers(4);
  Found outside{numbers.data()};
  MeasureSeries(series.coefficients(), 6, series.powers(), 0, 1, 0, ranges.View(), outside);
  ASSERT_EQ(outside.count, 1u);
  Values low(4), high(4);
  const int32_t index = 0;
  FindExtents(series.coefficients(), 6, series.powers(), &index, ranges.View(), outside, 0.5, low.data(), high.data());
  EXPECT_FALSE(low[0] >= -1e300 && high[0] <= 1e300);
}

}  // namespace
}  // namespace stiction::runtime
