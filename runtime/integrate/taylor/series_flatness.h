// SPDX-License-Identifier: BSD-3-Clause
// Ranges in which functions are flat to all digits, and the coefficients of their series tell nothing of what comes.
#pragma once

#include <vector>

#include "runtime/integrate/taylor/polynomial_roots.h"
#include "runtime/integrate/taylor/series_operations.h"

namespace stiction::runtime {

/// Arguments below which of exp, and above which of 1 - tanh, less than a unit in the last place of 1 remains.
constexpr double kFlatExp = -40, kFlatTanh = 20;

/// The series of the values of a kernel in a step from where they are expanded about.
struct SeriesStep {
  const double* const* orders = nullptr;         // [k][index], k = 0 to last
  int last = 0;                                  // order, >= 1
  double step = 0;                               // >= 0
  const std::vector<double>* defects = nullptr;  // by index, of SeriesDefects; all 0 if it is empty

  double Coefficient(int k, int32_t index) const { return orders[k][index]; }
  double Defect(int32_t index) const { return defects->empty() ? 0 : (*defects)[static_cast<size_t>(index)]; }
};

/// exp, tanh and what is divided by exp, cosh or sinh are flat to all digits where they are nearly 0 or 1.
inline bool Flattens(SeriesRule rule) {
  return rule == SeriesRule::kExp || rule == SeriesRule::kTanh || rule == SeriesRule::kCosh ||
         rule == SeriesRule::kSinh;
}

/// Part of a step that the coefficients describe, where one of these functions is computed: its argument may vary by
/// 16, by the sum of the sizes of its terms, or it stays where the function is flat, or infinite.
/// @pre Flattens(of.rule); the defect of the argument is of this step or a longer one
double InSight(const SeriesStep& in, const SeriesOperation& of);

/// Upper bound of `sign` times a value in the step.
double MostOf(const SeriesStep& in, int32_t index, double sign);

}  // namespace stiction::runtime
