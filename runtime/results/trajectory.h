// SPDX-License-Identifier: BSD-3-Clause
// A Trajectory: times, non-decreasing, twice at an event (left and right limit), and the values of chosen variables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

struct Trajectory {
  std::vector<VariableInfo> signals;  // columns besides time
  std::vector<double> times;
  std::vector<double> values;  // row-major: times.size() x signals.size()

  size_t rows() const { return times.size(); }
  double at(size_t row, size_t signal) const { return values[row * signals.size() + signal]; }
};

}  // namespace stiction::runtime
