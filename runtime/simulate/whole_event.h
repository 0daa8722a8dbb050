// SPDX-License-Identifier: BSD-3-Clause
// An event that concerns the whole model.
#pragma once

#include <optional>
#include <vector>

#include "runtime/events/iterate/event_iteration.h"
#include "runtime/events/iterate/state_ties.h"
#include "runtime/events/locate/crossing.h"
#include "runtime/execute/tape.h"

namespace stiction::runtime {

/// Handles such events one after the other: the event iteration of all, with states exactly at the ties at which they
/// come to rest (docs/decisions/0008). ScopedEvent is for those that concern less.
class WholeEvent {
 public:
  /// @param slots do not move: everything refers to them
  /// @param solves what the event iteration counts
  /// @pre all outlive this
  WholeEvent(const Program& program, std::vector<double>& slots, Tape& tape, SolveStatistics& solves,
             EventIteration& events, const StateTies& ties);

  /// From the left to the right limit.
  /// @param crossing what fired; afterwards what of it holds with the states at their ties
  /// @param effects with the samples that tick
  std::optional<EventFailure> Pass(std::optional<Crossing>& crossing, EventEffects& effects);

 private:
  bool IsDrivenBack(const StateTies::Tie& tie, const EventEffects& effects) const;
  bool Rests(const StateTies::Tie& tie, const EventEffects& effects) const;
  void RestAtTies(Crossing& crossing, const std::vector<double>& left_limit, const SolveStatistics& solves_before,
                  EventEffects& effects);
  void MoveToTies(const Crossing& crossing, const std::vector<double>& left_limit);

  const Program& program_;
  std::vector<double>& slots_;
  Tape& tape_;
  SolveStatistics& solves_;
  EventIteration& events_;
  const StateTies& ties_;
  std::vector<StateTies::Tie> tied_;
  StateTies::ExactCrossing exact_;
};

}  // namespace stiction::runtime
