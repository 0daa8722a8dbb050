// SPDX-License-Identifier: BSD-3-Clause
// An event from its left to its right limit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/events/iterate/event_iteration.h"
#include "runtime/events/iterate/state_ties.h"
#include "runtime/events/locate/crossing.h"
#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// The part of the event system that an event is solved in.
enum class EventExtent {
  kWhole,      // the whole event system
  kDownstream  // what is downstream of the relations that fired
};

/// Handles one event after the other: the event iteration, with states exactly at the ties at which they come to rest
/// (docs/decisions/0008), and what flips because a state leaves its tie at once (0016). The members beyond the usual
/// number are lists that each event uses again.
class EventHandler {
 public:
  /// @param reports whether effects() with all values and passes are wanted
  /// @pre all outlive this
  EventHandler(ContinuousSystem& system, SolveStatistics& statistics, const CrossingSearch& search,
               const RelationScales& scales, bool reports);

  /// @param x the states at t, which are in the slots too; afterwards those of the right limit, but for what reinits
  /// set
  /// @param crossing what fired, if something did; afterwards what of it holds with the states at their ties, and what
  /// fired besides
  /// @param ticks samples that tick; of kWhole
  /// @pre for kDownstream something fired, and EventSlices::is_possible(); for kWhole the slots hold the left limit
  /// @post for kWhole the slots hold the right limit
  std::optional<EventFailure> Handle(EventExtent extent, double t, std::vector<double>& x, Crossing* crossing,
                                     std::vector<int32_t> ticks = {});

  EventIteration& iteration() { return events_; }
  /// Of the last event.
  const HeldChanges& changes() const { return *changes_; }
  const EventEffects& effects() const { return effects_; }
  /// Lets the continuous system take over what the event changed. After kDownstream.
  void Refresh();

 private:
  std::optional<EventFailure> RunAtTies(Crossing* crossing);
  bool RunFromTies(Crossing& crossing);
  std::optional<EventFailure> Run(const Crossing* crossing, bool may_undo, const std::vector<int32_t>& flipped = {});
  void TakeGuards(const std::vector<int32_t>& fired);
  const EventSlice& SliceOf(const std::vector<int32_t>& fired);
  void SetState(int32_t state, double value);
  std::optional<double> DerivativeNow(int32_t state);
  bool IsReset(int32_t state) const;
  bool IsAtRest(int32_t state);
  bool IsDrivenBack(const StateTies::Tie& tie);
  void LeaveTies(Crossing& crossing);
  void TakeOthersOf(int32_t state, size_t begin);
  bool Leave(int32_t state, double value);

  const Program& program_;
  double* slots_;
  ContinuousSystem& system_;
  const CrossingSearch& search_;
  EventIteration events_;
  StateTies ties_;
  bool reports_;
  EventExtent extent_ = EventExtent::kWhole;
  double t_ = 0;
  double* x_ = nullptr;
  const HeldChanges* changes_ = nullptr;
  EventEffects effects_;
  std::vector<int32_t> flipped_;           // before the last run
  std::vector<int32_t> behind_, decided_;  // of SliceOf
  std::vector<StateTies::Tie> tied_;
  std::vector<double> left_limit_;  // of the states tied
  StateTies::ExactCrossing exact_;
  std::vector<StateTies::Departure> departures_;
  std::vector<int32_t> leaving_;  // relations of one of them
  size_t refreshed_ = 0;          // of the slots that the event touched
  int32_t asked_ = -1;            // the state whose derivative is known to be:
  std::optional<double> derivative_;
  std::vector<std::unique_ptr<SystemKernel>> rest_kernels_;  // of the derivative of each state, made when wanted
};

}  // namespace stiction::runtime
