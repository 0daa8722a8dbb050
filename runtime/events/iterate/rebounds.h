// SPDX-License-Identifier: BSD-3-Clause
// Impacts that a reinit sends back and that come back at once, of any size down to the resolution of numbers.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "runtime/events/locate/crossing_search.h"
#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// After `when h < 0 then reinit(v, -e*pre(v))` h rises: `h < 0` has to become false, and when h falls again there is
/// the next impact. Near its tie a relation is not looked at before it has left its zone (decision 5), for it might
/// only be a rounding error of a tie. After a reinit it is not: what moves away from the tie is known to, and what has
/// jumped to a value is known to be there. Such relations are made sharp, so that a cascade of impacts goes on to where
/// the numbers end, and a mode of rest that the model has is reached. Where a rebound is too small even for that, `h <
/// 0` stays true and h would go on through 0: that is reported.
class Rebounds {
 public:
  /// @param start of the run [s]
  /// @pre all outlive this
  Rebounds(const Program& program, ContinuousSystem& system, CrossingSearch& search, double start);

  /// Before an event that may set states. @pre the system was evaluated last at the left limit
  void NoteLeftLimit();
  /// After it, before the restart. @param has_reinit whether it set states
  /// @pre the slots hold the right limit, where the system was not evaluated yet
  void Follow(double t, const Crossing& fired, bool has_reinit);

  /// A step that does not go far beyond the next impact; of one that the tolerance does not resolve, a part [s].
  double LongestStep(double t) const { return step_ > 0 ? step_ + kGrowth * (t - since_) : kInfinity; }

  struct Loss {
    int32_t relation;
    double time;  // of the event after which it did not flip [s]
    std::string message;
  };
  bool empty() const { return returning_.empty(); }
  /// @param x states at t, after the last event, nx
  /// @returns a relation that has left its zone on the side on which it should not have stayed
  std::optional<Loss> FindLoss(double t, const double* x);

 private:
  static constexpr double kGrowth = 0.2;  // of the longest step, from one to the next
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();

  struct Returning {
    int32_t relation;
    double held;  // its value, 0 or 1
    double time;  // of the event [s]
  };
  struct Sides {
    double left = 0, right = 0;
    double gap() const { return left - right; }
  };
  bool IsOfStates(int32_t relation) const;
  Sides SidesOf(int32_t relation, const double* x, const IndicatorValues& at) const;
  enum class Motion : uint8_t { kBack, kOn, kUnknown };
  Motion MotionOf(int32_t relation, double t, const Sides& here);
  void SharpenJumped();

  const Program& program_;
  ContinuousSystem& system_;
  CrossingSearch& search_;
  std::vector<double> gap_before_;  // by relation
  std::vector<Sides> here_;         // likewise
  std::vector<double> flipped_;     // time of the last flip, likewise
  std::vector<double> flight_;      // before its last event with a reinit: time from the flip before, likewise
  std::vector<char> returned_;      // after its last event with a reinit, likewise
  std::vector<Returning> returning_;
  std::vector<double> x_, slope_, ahead_, right_limit_;
  double since_last_ = 0;        // flip of what fires [s]
  double step_ = 0, since_ = 0;  // after the last rebound, and when that was [s]
};

}  // namespace stiction::runtime
