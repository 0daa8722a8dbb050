// SPDX-License-Identifier: BSD-3-Clause
// Tables for tests, and numbers that look random.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <random>

#include "runtime/external/table_1d.h"
#include "runtime/external/table_2d.h"
#include "runtime/external/time_table.h"

namespace stiction::runtime {

inline Matrix Rows(std::initializer_list<std::initializer_list<double>> rows) {
  Matrix matrix{.rows = rows.size(), .columns = rows.begin()->size()};
  for (const auto& row : rows) matrix.values.insert(matrix.values.end(), row.begin(), row.end());
  return matrix;
}

/// The object as the class it has; fails the test if there is none.
template <typename Table>
std::unique_ptr<Table> Made(ConstructedObject made) {
  if (const auto* wrong = std::get_if<std::string>(&made)) {
    ADD_FAILURE() << *wrong;
    return nullptr;
  }
  auto* table = dynamic_cast<Table*>(std::get<std::unique_ptr<ExternalObject>>(made).release());
  return std::unique_ptr<Table>(table);
}

inline std::string Refused(const ConstructedObject& made) {
  const auto* wrong = std::get_if<std::string>(&made);
  return wrong == nullptr ? "(made)" : *wrong;
}

/// Fails the test where there is no value.
template <typename Found>
Found Value(const std::variant<Found, std::string>& found) {
  if (const auto* wrong = std::get_if<std::string>(&found)) {
    ADD_FAILURE() << *wrong;
    return {};
  }
  return std::get<Found>(found);
}

/// The same numbers in every run.
class Numbers {
 public:
  explicit Numbers(unsigned seed) : random_(seed) {}
  double Between(double low, double high) { return low + (high - low) * static_cast<double>(random_()) / 4294967295.0; }
  size_t Below(size_t n) { return random_() % n; }

 private:
  std::mt19937 random_;
};

/// n nodes with uneven steps, column 2 random.
inline Matrix RandomTable(Numbers& numbers, size_t n) {
  Matrix table{.rows = n, .columns = 2};
  double x = numbers.Between(-2, 2);
  for (size_t i = 0; i < n; ++i) {
    table.values.insert(table.values.end(), {x, numbers.Between(-2, 2)});
    x += numbers.Between(0.2, 1.5);
  }
  return table;
}

inline constexpr Smoothness kAllSmoothness[] = {Smoothness::kLinearSegments,
                                                Smoothness::kContinuousDerivative,
                                                Smoothness::kConstantSegments,
                                                Smoothness::kMonotoneContinuousDerivative1,
                                                Smoothness::kMonotoneContinuousDerivative2,
                                                Smoothness::kModifiedContinuousDerivative};

inline constexpr Extrapolation kAllExtrapolation[] = {Extrapolation::kHoldLastPoint, Extrapolation::kLastTwoPoints,
                                                      Extrapolation::kPeriodic, Extrapolation::kNoExtrapolation};

}  // namespace stiction::runtime
