// SPDX-License-Identifier: BSD-3-Clause
// An event that only concerns what is downstream of the relations that fired.
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

/// Handles such events one after the other: the event iteration of their scope, with states exactly at the ties at
/// which they come to rest (docs/decisions/0008), and what flips because a state leaves its tie at once (0016).
class ScopedEvent {
 public:
  /// @param tells whether effects() are wanted
  /// @pre all outlive this
  ScopedEvent(const Program& program, double* slots, ContinuousSystem& system, EventIteration& events,
              const CrossingSearch& search, const StateTies& ties, bool tells);

  /// From the left to the right limit.
  /// @param x the states at t, which are in the slots too; afterwards those of the right limit
  /// @param crossing what fired; afterwards what of it holds with the states at their ties, and what fired besides
  /// @pre EventIteration::CanScope()
  std::optional<EventFailure> Pass(double t, std::vector<double>& x, Crossing& crossing);

  /// Of the last event.
  const HeldChanges& changes() const { return *changes_; }
  const EventEffects& effects() const { return effects_; }
  /// Lets the continuous system take over what the event changed.
  void Refresh();

 private:
  void SetState(int32_t state, double value);
  std::optional<double> DerivativeNow(int32_t state);
  bool IsAtRest(int32_t state);
  bool IsDrivenBack(const StateTies::Tie& tie);
  const std::vector<int32_t>& Decided(const std::vector<int32_t>& fired);
  std::optional<EventFailure> RunAtTies(Crossing& crossing);
  bool RunFromTies(Crossing& crossing);
  void LeaveTies(Crossing& crossing);
  void TakeOthersOf(int32_t state, size_t begin);
  bool Leave(int32_t state, double value);

  const Program& program_;
  double* slots_;
  ContinuousSystem& system_;
  EventIteration& events_;
  const CrossingSearch& search_;
  const StateTies& ties_;
  double t_ = 0;
  double* x_ = nullptr;
  bool tells_;
  const HeldChanges* changes_ = nullptr;
  EventEffects effects_;
  std::vector<int32_t> behind_, decided_;  // of Decided
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
