// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/output_grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction::runtime {

OutputGrid::OutputGrid(double start, double stop, double interval)
    : start_(start), stop_(stop), interval_(interval > 0 ? interval : (stop - start) / 500) {
  // A last interval shorter than a millionth of the others is rounding of theirs.
  last_ = interval_ > 0 ? std::max(0L, static_cast<long>(std::ceil((stop - start) / interval_ - 1e-6))) : 0;
}

double OutputGrid::Next() const {
  if (next_ > last_) return std::numeric_limits<double>::infinity();
  return next_ == last_ ? stop_ : start_ + static_cast<double>(next_) * interval_;
}

}  // namespace stiction::runtime
