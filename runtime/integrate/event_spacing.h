// How far a step may well go as events come.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction::runtime {

/// Where events come faster than the tolerance asks for steps, most of a longer step would be thrown away: a step goes
/// some mean distances of events, and twice as far with each step without one.
class EventSpacing {
 public:
  /// @param distances how many mean distances a step goes after an event
  explicit EventSpacing(double distances) : distances_(distances) {}

  /// At each restart.
  void Restart(double t) {
    if (steps_ > 0) {
      const double distance = t - restarted_at_;
      mean_ = mean_ == 0 ? distance : mean_ + kForgetting * (distance - mean_);
    }
    steps_ = 0;
    restarted_at_ = t;
  }
  /// After each step.
  void Step() { ++steps_; }
  /// Infinite as long as there was no event. [s]
  double Longest() const {
    if (mean_ == 0) return std::numeric_limits<double>::infinity();
    return std::ldexp(distances_ * mean_, std::min(steps_, 60));
  }

 private:
  static constexpr double kForgetting = 0.2;  // of the running mean
  double distances_;
  double restarted_at_ = 0;
  double mean_ = 0;  // time from one restart to the next; 0: not known
  int steps_ = 0;    // since the last restart
};

}  // namespace stiction::runtime
