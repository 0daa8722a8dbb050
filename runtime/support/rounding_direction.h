// SPDX-License-Identifier: BSD-3-Clause
// Directed rounding, which shows the rounding errors of a computation.
#pragma once

#include <cfenv>

namespace stiction::runtime {

/// Lets the processor round in one direction as long as it lives. What a computation gives then differs from what it
/// gives else by its rounding errors (IEEE 754, 4.3; W. Kahan, How futile are mindless assessments of roundoff, 2006).
class RoundingDirection {
 public:
  /// @param direction FE_UPWARD, FE_DOWNWARD or FE_TOWARDZERO
  explicit RoundingDirection(int direction) {
    is_directed = true;
    std::fesetround(direction);
  }
  ~RoundingDirection() {
    std::fesetround(FE_TONEAREST);
    is_directed = false;
  }
  RoundingDirection(const RoundingDirection&) = delete;
  RoundingDirection& operator=(const RoundingDirection&) = delete;

  /// For code that needs rounding to nearest, such as a reduction of arguments.
  static bool IsDirected() { return is_directed; }

 private:
  static inline thread_local constinit bool is_directed = false;
};

}  // namespace stiction::runtime
