// SPDX-License-Identifier: BSD-3-Clause
// Search for the interval of a grid that holds a number, beginning with the interval found last.
#pragma once

#include <algorithm>
#include <atomic>
#include <span>

namespace stiction::runtime {

/// The interval in which the last search ended. It makes searches quicker and never changes what they find; several
/// threads may share it.
class LastInterval {
 public:
  LastInterval() = default;
  LastInterval(const LastInterval& other) : last_(other.last_.load(std::memory_order_relaxed)) {}
  LastInterval& operator=(const LastInterval& other) {
    last_.store(other.last_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    return *this;
  }
  ~LastInterval() = default;

  /// The last i with x_i <= u, no less than 0 and no more than n - 2: u lies in [x_i, x_{i+1}), if it lies in the grid
  /// and is not its end. Of equal nodes it takes the last.
  /// @param x  n >= 2 nodes, not decreasing
  size_t Find(std::span<const double> x, double u) const {
    const size_t end = x.size() - 2;
    const size_t guess = std::min(last_.load(std::memory_order_relaxed), end);
    if (x[guess] <= u && u < x[guess + 1]) return guess;
    const auto above = std::upper_bound(x.begin() + 1, x.end() - 1, u);
    const auto found = static_cast<size_t>(above - x.begin()) - 1;
    last_.store(found, std::memory_order_relaxed);
    return found;
  }

 private:
  mutable std::atomic<size_t> last_ = 0;
};

}  // namespace stiction::runtime
