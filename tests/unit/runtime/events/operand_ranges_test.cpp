// What the first terms of an excess tell of a part of the step.
#include "runtime/events/operand_ranges.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace stiction::runtime {
namespace {

/// The excess at s if what the first terms leave out is `rest` times as large as it may be.
double ExcessAt(const Suspect& suspect, double s, double rest) {
  double sum = 0, power = 1;
  for (size_t i = 0; i < 5; ++i, power *= s) sum += suspect.terms[i] * power;
  return sum + rest * suspect.terms[5] * power;
}

TEST(Suspect, WhatIsClearStaysBelowItsTieOrInItsZone) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> term(-1, 1);
  constexpr double kQuietZone = 0.3;
  int armed = 0, quiet = 0;
  for (int i = 0; i < 20000; ++i) {
    Suspect suspect{0, {}, 1};
    for (double& each : suspect.terms) each = 0.5 * term(random);
    suspect.terms[5] = std::fabs(suspect.terms[5]);
    for (const double part : {0.1, 0.4, 0.7, 1.0}) {
      const bool is_clear = suspect.IsClear(part, 0), is_clear_or_quiet = suspect.IsClear(part, kQuietZone);
      ASSERT_LE(is_clear, is_clear_or_quiet);
      armed += is_clear ? 1 : 0;
      quiet += is_clear_or_quiet && !is_clear ? 1 : 0;
      double largest = 0;
      for (int n = 0; n <= 20; ++n) {
        const double s = part * n / 20;
        largest = std::max(largest, std::fabs(ExcessAt(suspect, s, 0)));
        for (const double rest : {-1.0, 1.0}) {
          const double excess = ExcessAt(suspect, s, rest);
          if (is_clear) {
            ASSERT_LE(excess, 0);
          } else if (is_clear_or_quiet) {
            ASSERT_LE(std::fabs(excess), kQuietZone);
          }
        }
      }
      ASSERT_LE(suspect.ExcursionWithin(part), largest + 1e-12);
    }
  }
  EXPECT_GT(armed, 10000);
  EXPECT_GT(quiet, 1000);
}

TEST(Suspect, WhatGoesTooFarIsNotClear) {
  EXPECT_TRUE((Suspect{0, {-1, 2, 0, 0, 0, 0}, 0.5}.IsClear(0.49, 0)));
  EXPECT_FALSE((Suspect{0, {-1, 2, 0, 0, 0, 0}, 0.5}.IsClear(0.51, 0)));
  EXPECT_FALSE((Suspect{0, {-1, 0, 0, 0, 0, std::numeric_limits<double>::infinity()}, 1}.IsClear(0.1, 0)));
  EXPECT_TRUE((Suspect{0, {0.1, 0, 0, 0, 0, 0}, 1}.IsClear(1, 0.2)));
  EXPECT_FALSE((Suspect{0, {0.1, 0.2, 0, 0, 0, 0}, 1}.IsClear(1, 0.2)));
  EXPECT_FALSE((Suspect{0, {0.1, -0.4, 0, 0, 0, 0}, 1}.IsClear(1, 0.2)));
}

}  // namespace
}  // namespace stiction::runtime
