// SPDX-License-Identifier: BSD-3-Clause
// A matrix of numbers as tables are given: row by row.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace stiction::runtime {

struct Matrix {
  size_t rows = 0;
  size_t columns = 0;
  std::vector<double> values;  // rows x columns, row by row

  double operator()(size_t row, size_t column) const { return values[row * columns + column]; }
};

}  // namespace stiction::runtime
