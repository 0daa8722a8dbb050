// SPDX-License-Identifier: BSD-3-Clause
// The times at which results are wanted.
#pragma once

namespace stiction::runtime {

/// start + k * interval, by multiplication, and stop.
class OutputGrid {
 public:
  /// @param interval [s]; 0: a 500th of the span
  OutputGrid(double start, double stop, double interval);

  double interval() const { return interval_; }

  /// The next time; infinite after stop.
  double Next() const;
  void Advance() { ++next_; }

 private:
  double start_, stop_, interval_;
  long next_ = 0;  // number of the next time
  long last_;      // number of stop
};

}  // namespace stiction::runtime
