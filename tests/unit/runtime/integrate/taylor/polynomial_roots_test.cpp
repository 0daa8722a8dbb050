// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/polynomial_roots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace stiction::runtime {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
constexpr RootResolution kFine = {4 * kEpsilon, 16 * kEpsilon};

Polynomial Make(const std::vector<double>& coefficients) {
  Polynomial p;
  p.order = static_cast<int>(coefficients.size()) - 1;
  std::copy(coefficients.begin(), coefficients.end(), p.coefficients.begin());
  return p;
}

/// factor * product of (s - root)
Polynomial WithRoots(const std::vector<double>& roots, double factor) {
  std::vector<double> c = {factor};
  for (const double root : roots) {
    c.push_back(0);
    for (size_t i = c.size() - 1; i > 0; --i) c[i] = c[i - 1] - root * c[i];
    c[0] *= -root;
  }
  return Make(c);
}

/// sin(omega s + phase) - height, by its Taylor series.
Polynomial Wave(double omega, double phase, double height, int order) {
  std::vector<double> c;
  double scale = 1;
  for (int i = 0; i <= order; ++i) {
    const double derivatives[] = {std::sin(phase), std::cos(phase), -std::sin(phase), -std::cos(phase)};
    c.push_back(scale * derivatives[i % 4]);
    scale *= omega / (i + 1);
  }
  c[0] -= height;
  return Make(c);
}

TEST(Polynomial, IsEvaluatedWithItsSlope) {
  const Polynomial cubic = Make({1, -2, 0.5, 3});
  EXPECT_DOUBLE_EQ(cubic.ValueAt(0.5), 1 - 1 + 0.125 + 0.375);
  EXPECT_DOUBLE_EQ(cubic.At(0.5).value, cubic.ValueAt(0.5));
  EXPECT_DOUBLE_EQ(cubic.At(0.5).slope, -2 + 0.5 + 2.25);
  const Polynomial quartic = Make({1, -2, 0.5, 3, 2});
  EXPECT_DOUBLE_EQ(quartic.ValueAt(0.5), 0.5 + 0.125);
  EXPECT_DOUBLE_EQ(quartic.At(0.5).slope, 0.75 + 1);
  EXPECT_DOUBLE_EQ(Make({7}).ValueAt(3), 7);
  EXPECT_DOUBLE_EQ(Make({7, 2}).At(3).slope, 2);
}

TEST(Polynomial, IsEvaluatedWithItsSlopeAtAnyOrder) {
  for (int order = 0; order <= 30; ++order) {
    const Polynomial wave = Wave(2, 0.5, 0.25, order);
    for (const double s : {0.0, 0.3, 1.0}) {
      double value = 0, slope = 0;
      for (int i = order; i >= 0; --i) {
        slope = slope * s + value;
        value = value * s + wave.coefficients[static_cast<size_t>(i)];
      }
      EXPECT_NEAR(wave.ValueAt(s), value, 1e-15) << order;
      EXPECT_NEAR(wave.At(s).value, value, 2e-15) << order;
      EXPECT_NEAR(wave.At(s).slope, slope, 1e-14) << order;
    }
  }
}

TEST(Polynomial, LargestAtTheQuarters) {
  const Polynomial p = Make({1, -4, 2});
  EXPECT_DOUBLE_EQ(p.LargestAtQuarters(1), 0.875);
  EXPECT_DOUBLE_EQ(p.LargestAtQuarters(0.5), 0.53125);
  EXPECT_DOUBLE_EQ(Make({-2}).LargestAtQuarters(1), 2);
}

TEST(Polynomial, IsExpandedAboutAnotherPoint) {
  Polynomial p = Make({1, -2, 0.5, 3});
  const Polynomial before = p;
  p.Shift(0.25);
  for (const double s : {0.0, 0.5, -0.25, 2.0}) EXPECT_NEAR(p.ValueAt(s), before.ValueAt(0.25 + s), 1e-13);
}

TEST(FirstAbove, RisesOnce) {
  const auto s = FirstAbove(Make({-0.5, 1}), 1, 0, kFine);
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->s, 0.5, 4 * kEpsilon);
  EXPECT_DOUBLE_EQ(s->slope, 1);
  EXPECT_FALSE(FirstAbove(Make({-0.5, 1}), 0.4, 0, kFine));
  EXPECT_FALSE(FirstAbove(Make({-0.5, 1}), 1, 0.6, kFine));
}

TEST(FirstAbove, ConstantsAreAboveOrNot) {
  EXPECT_FALSE(FirstAbove(Make({0}), 1, 0, kFine));
  EXPECT_FALSE(FirstAbove(Make({-1, 0, 0}), 1, 0, kFine));
  EXPECT_EQ(FirstAbove(Make({1}), 1, 0, kFine)->s, 0.0);
}

TEST(FirstAbove, FallsFromTheThresholdAndComesBack) {
  EXPECT_FALSE(FirstAbove(Make({0, -1, 0.5}), 1, 0, kFine));
  const auto s = FirstAbove(Make({0, -1, 2}), 1, 0, kFine);
  ASSERT_TRUE(s);
  EXPECT_NEAR(s->s, 0.5, 4 * kEpsilon);
  // s (s - 0.001): falls for a thousandth only
  const auto soon = FirstAbove(Make({0, -1e-3, 1}), 1, 0, {4 * kEpsilon, 1e-18});
  ASSERT_TRUE(soon);
  EXPECT_NEAR(soon->s, 1e-3, 1e-15);
}

TEST(FirstAbove, RandomPolynomialsWithKnownRoots) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0, 1);
  int found = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::vector<double> roots;
    const int inside = trial % 5, outside = trial % 7;
    for (int i = 0; i < inside; ++i) roots.push_back(uniform(random));
    for (int i = 0; i < outside; ++i)
      roots.push_back(i % 2 == 0 ? 1.2 + 3 * uniform(random) : -0.2 - 3 * uniform(random));
    std::sort(roots.begin(), roots.end());
    Polynomial p = WithRoots(roots, uniform(random) < 0.5 ? 1 : -1);
    if (p.coefficients[0] > 0) {
      for (int i = 0; i <= p.order; ++i) p.coefficients[static_cast<size_t>(i)] *= -1;
    }
    const auto first = std::find_if(roots.begin(), roots.end(), [](double root) { return root > 0; });
    const auto s = FirstAbove(p, 1, 0, kFine);
    if (first == roots.end() || *first > 1) {
      EXPECT_FALSE(s) << "trial " << trial;
      continue;
    }
    const double next = first + 1 == roots.end() ? 2 : std::min(*(first + 1), 2.0);
    if (next - *first < 1e-3) continue;
    ++found;
    ASSERT_TRUE(s) << "trial " << trial;
    EXPECT_NEAR(s->s, *first, 1e-14 + 1e-12 / std::abs(p.At(*first).slope)) << "trial " << trial;
  }
  EXPECT_GT(found, 1500);
}

TEST(FirstAbove, TwoRootsCloseTogether) {
  for (const double gap : {1e-2, 1e-4, 1e-6}) {
    const Polynomial p = WithRoots({0.3, 0.3 + gap, 2}, 1);  // above 0 in the gap
    const auto s = FirstAbove(p, 1, 0, kFine);
    ASSERT_TRUE(s) << gap;
    EXPECT_NEAR(s->s, 0.3, 1e-15 / gap) << gap;
  }
}

TEST(FirstAbove, TheTermsLeftOutMayDecide) {
  // s - 0.5 has one root; what is added at the end makes it fall below 0 again, and rise once more, or not.
  for (const double late : {-2.0, -0.4, 0.0, 3.0}) {
    Polynomial p = Make(std::vector<double>(25, 0.0));
    p.coefficients[0] = -0.5;
    p.coefficients[1] = 1;
    p.coefficients[12] = late;
    p.coefficients[24] = -2 * late;
    const auto s = FirstAbove(p, 1, 0, kFine);
    ASSERT_TRUE(s) << late;
    EXPECT_NEAR(s->s, 0.5, 2e-3) << late;
    EXPECT_NEAR(p.ValueAt(s->s), 0, 1e-15) << late;
  }
  // Below 0 by its first terms, above it for a while by those of order 20 and 30.
  Polynomial hump = Make(std::vector<double>(31, 0.0));
  hump.coefficients[0] = -0.02;
  hump.coefficients[20] = 1;
  hump.coefficients[30] = -1.5;
  const auto s = FirstAbove(hump, 1, 0, kFine);
  ASSERT_TRUE(s);
  EXPECT_LT(s->s, 0.85);
  EXPECT_NEAR(hump.ValueAt(s->s), 0, 1e-15);
  hump.coefficients[0] = -0.2;
  EXPECT_FALSE(FirstAbove(hump, 1, 0, kFine));
}

TEST(FirstAbove, TheTermsLeftOutMayCrossBeforeTheFirstOnesDo) {
  // A line with its root at 0.95, and a hump of terms of order 8 to 16 that is above it from 0.4 to 0.7 or so.
  Polynomial p = Make(std::vector<double>(17, 0.0));
  p.coefficients[0] = -0.095;
  p.coefficients[1] = 0.1;
  double binomial = 1;
  for (size_t i = 0; i <= 8; ++i) {
    p.coefficients[8 + i] = 2e4 * binomial;
    binomial *= -static_cast<double>(8 - i) / static_cast<double>(i + 1);
  }
  const auto s = FirstAbove(p, 1, 0, kFine);
  ASSERT_TRUE(s);
  EXPECT_LT(s->s, 0.5);
  EXPECT_NEAR(p.ValueAt(s->s), 0, 1e-9);
}

TEST(FirstAbove, WavesOfAllOrdersCrossWhereTheySay) {
  for (int order = 1; order <= 30; ++order) {
    for (const double omega : {0.3, 1.5, 3.0, 5.0}) {
      for (const double phase : {-1.2, 0.0, 2.0, 4.0}) {
        const Polynomial wave = Wave(omega, phase, 0.4, order);
        const auto s = FirstAbove(wave, 1, 0, kFine);
        const int samples = 4000, last = s ? static_cast<int>(s->s * samples) : samples;
        for (int i = 0; i < last; ++i) {
          ASSERT_LE(wave.ValueAt(static_cast<double>(i) / samples), 1e-13) << order << " " << omega << " " << phase;
        }
        if (s && s->s > 0) {
          EXPECT_NEAR(wave.ValueAt(s->s), 0, 1e-11) << order << " " << omega << " " << phase;
          EXPECT_NEAR(s->slope, wave.At(s->s).slope, 1e-4) << order << " " << omega << " " << phase;
        }
      }
    }
  }
}

TEST(FirstAbove, GrazesAreSeenWhereTheyCountOnly) {
  constexpr int kOrder = 20;
  for (const double graze : {1e-3, 1e-6, 1e-9, 1e-12}) {
    EXPECT_FALSE(FirstAbove(Wave(3, 0, 1 + graze, kOrder), 1, 0, kFine)) << graze;
    const auto s = FirstAbove(Wave(3, 0, 1 - graze, kOrder), 1, 0, kFine);
    ASSERT_TRUE(s) << graze;
    EXPECT_NEAR(s->s, std::asin(1 - graze) / 3, 1e-15 / std::sqrt(graze)) << graze;
  }
  EXPECT_FALSE(FirstAbove(Wave(3, 0, 1, kOrder), 1, 0, kFine));
  EXPECT_FALSE(FirstAbove(WithRoots({0.3, 0.3}, -1), 1, 0, kFine));
}

TEST(FirstAbove, TheSecondMaximumIsHigher) {
  const Polynomial wave = Wave(12, 0, 0, 30);  // times s, less 0.5
  Polynomial p = wave;
  for (int i = p.order; i > 0; --i)
    p.coefficients[static_cast<size_t>(i)] = wave.coefficients[static_cast<size_t>(i - 1)];
  p.coefficients[0] = -0.5;
  const auto s = FirstAbove(p, 0.8, 0, kFine);
  ASSERT_TRUE(s);
  EXPECT_GT(s->s, 0.5);
  EXPECT_NEAR(p.ValueAt(s->s), 0, 1e-13);
}

TEST(FirstAbove, RootsNearTheEnds) {
  for (const double root : {1e-12, 1e-6, 1 - 1e-6, 1 - 1e-12, 1.0}) {
    const auto s = FirstAbove(WithRoots({root, 3}, -1), 1 + 1e-14, 0, {4 * kEpsilon, 1e-18});
    ASSERT_TRUE(s) << root;
    EXPECT_NEAR(s->s, root, 1e-15) << root;
  }
  EXPECT_FALSE(FirstAbove(WithRoots({1 + 1e-12, 3}, -1), 1, 0, kFine));
}

TEST(FirstAbove, CoefficientsOfVeryDifferentSize) {
  // Falls a little, and rises steeply after s = 0.04.
  Polynomial p = Make({-1e-9, -1e-6, 0, 0, 0, 0, 0, 0, 0, 0, 1e6});
  const auto s = FirstAbove(p, 1, 0, {4 * kEpsilon, 1e-22});
  ASSERT_TRUE(s);
  EXPECT_NEAR(p.ValueAt(s->s), 0, 1e-22);
  // The same in another unit of s.
  for (int i = 0; i <= 10; ++i) p.coefficients[static_cast<size_t>(i)] *= std::pow(1e3, i);
  const auto scaled = FirstAbove(p, 1e-3, 0, {4e-3 * kEpsilon, 1e-22});
  ASSERT_TRUE(scaled);
  EXPECT_NEAR(scaled->s * 1e3, s->s, 1e-15);
}

TEST(FirstAbove, AlreadyAboveAtTheBeginning) {
  EXPECT_EQ(FirstAbove(Make({1e-9, 1}), 1, 0, kFine)->s, 0.0);
  EXPECT_EQ(FirstAbove(Make({1e-9, -1}), 1, 0, kFine)->s, 0.0);
  EXPECT_EQ(FirstAbove(Make({1e-9, -1}), 1, 0, kFine)->slope, -1);
}

}  // namespace
}  // namespace stiction::runtime
