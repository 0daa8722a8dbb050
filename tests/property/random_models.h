// SPDX-License-Identifier: BSD-3-Clause
// Models made at random as text, and their runs.
#pragma once

#include <fmt/format.h>

#include <random>

#include "tests/support/simulation.h"

namespace stiction::test {

/// The same numbers in each run for one seed.
class RandomNumbers {
 public:
  explicit RandomNumbers(unsigned seed) : random_(seed) {}

  int Pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  double Between(double low, double high) { return low + (high - low) * (random_() / 4294967296.0); }
  /// Of either sign, no smaller than a fifth of `size`.
  double Signed(double size) { return (Pick(2) == 0 ? -1 : 1) * Between(0.2, 1) * size; }

 private:
  std::mt19937 random_;
};

}  // namespace stiction::test
