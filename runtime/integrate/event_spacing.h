// SPDX-License-Identifier: BSD-3-Clause
// Limit of the step size by the spacing of events.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction::runtime {

/// Limit of steps where events come faster than the tolerance asks for steps: most of a longer step would be thrown
/// away. A step goes some mean distances of events, fewer where they come at regular times, and the farther the more
/// steps there were without one: 2, 8, 64, ... times, for two events may be as near to each other as numbers can tell.
class EventSpacing {
 public:
  /// @param distances how many mean distances a step goes after an event, where events come at random
  explicit EventSpacing(double distances) : distances_(distances) {}

  /// At each restart.
  void Restart(double t) {
    if (steps_ > 0) {
      const double distance = t - restarted_at_;
      if (mean_ == 0) {
        mean_ = distance;
        deviation_ = kRandomDeviation * distance;
      } else {
        deviation_ += kForgetting * (std::abs(distance - mean_) - deviation_);
        mean_ += kForgetting * (distance - mean_);
      }
    }
    steps_ = 0;
    restarted_at_ = t;
  }
  /// After each step.
  void Step() { steps_ = std::min(steps_ + 1, kMaxGrowth); }
  /// The last step was cut short: it does not count.
  void TakeBack() { --steps_; }
  /// Of two events [s]; infinite as long as there was none.
  double mean() const { return mean_ > 0 ? mean_ : std::numeric_limits<double>::infinity(); }
  /// Infinite as long as there was no event. [s]
  double Longest() const {
    if (mean_ == 0) return std::numeric_limits<double>::infinity();
    const double random = std::min(deviation_ / (kRandomDeviation * mean_), 1.0);  // 0: regular
    const int growth = std::min(steps_ * (steps_ + 1) / 2, kMaxGrowth);
    return std::ldexp(mean_ * std::max(kMinDistances, 1 + (distances_ - 1) * random), growth);
  }

 private:
  static constexpr double kForgetting = 0.2;  // of the running means
  static constexpr double kMinDistances = 1.25;
  static constexpr int kMaxGrowth = 1000;           // in powers of 2
  static constexpr double kRandomDeviation = 0.74;  // mean |distance - mean| over the mean, of independent events
  double distances_;
  double restarted_at_ = 0;
  double mean_ = 0;       // time from one restart to the next; 0: not known
  double deviation_ = 0;  // mean |time - mean|
  int steps_ = 0;         // since the last restart
};

}  // namespace stiction::runtime
