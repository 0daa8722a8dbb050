// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/whole_event.h"

#include <algorithm>
#include <utility>

namespace stiction::runtime {

WholeEvent::WholeEvent(const Program& program, std::vector<double>& slots, Tape& tape, SolveStatistics& solves,
                       EventIteration& events, const StateTies& ties)
    : program_(program), slots_(slots), tape_(tape), solves_(solves), events_(events), ties_(ties) {}

std::optional<EventFailure> WholeEvent::Pass(std::optional<Crossing>& crossing, EventEffects& effects) {
  const std::vector<int32_t> ticks = effects.ticks;
  tied_.clear();
  if (crossing) ties_.FindTies(*crossing, slots_.data(), tied_);
  if (tied_.empty()) return events_.Run(ticks, effects);

  const std::vector<double> left_limit = slots_;
  const SolveStatistics solves_before = solves_;
  if (auto failure = events_.Run(ticks, effects)) return failure;
  std::erase_if(tied_, [&](const StateTies::Tie& tie) { return !Rests(tie, effects) && !IsDrivenBack(tie, effects); });
  if (!tied_.empty() && !effects.termination) RestAtTies(*crossing, left_limit, solves_before, effects);
  return std::nullopt;
}

bool WholeEvent::Rests(const StateTies::Tie& tie, const EventEffects& effects) const {
  const auto is_of_tie = [&](const EventEffects::Change& change) { return change.index == tie.state; };
  const bool was_reset = std::ranges::any_of(effects.states, is_of_tie);
  return slots_[program_.states[static_cast<size_t>(tie.state)].derivative] == 0 && !was_reset;
}

// The crossing was found a rounding error beyond the tie, and what flips only there drives the state back: `v > 0`
// became false and `v < 0` true. At the tie itself it may rest.
bool WholeEvent::IsDrivenBack(const StateTies::Tie& tie, const EventEffects& effects) const {
  const auto is_of_tie = [&](const EventEffects::Change& change) { return change.index == tie.state; };
  if (std::ranges::any_of(effects.states, is_of_tie)) return false;
  const double slope = slots_[program_.states[static_cast<size_t>(tie.state)].derivative];
  return slope * (slots_[tie.slot] - tie.Value(slots_.data())) < 0;
}

// An event that brings states to rest at their ties is handled again from there: what is held then stays exactly where
// it is. Where they do not rest after that, the event is what it was.
void WholeEvent::RestAtTies(Crossing& crossing, const std::vector<double>& left_limit,
                            const SolveStatistics& solves_before, EventEffects& effects) {
  const std::vector<double> right_limit = slots_;
  const SolveStatistics solves_once = std::exchange(solves_, solves_before);
  LeastNormNotes held_back_once = events_.held_back();
  MoveToTies(crossing, left_limit);
  EventEffects exact_effects;
  const auto failure = events_.Run(effects.ticks, exact_effects, exact_.flipped);
  const auto rests = [&](const StateTies::Tie& tie) { return Rests(tie, exact_effects); };
  if (!failure && !exact_effects.termination && std::ranges::all_of(tied_, rests)) {
    effects = std::move(exact_effects);
    std::swap(crossing.relations, exact_.relations);
    return;
  }
  std::ranges::copy(right_limit, slots_.begin());
  solves_ = solves_once;
  events_.Confirm(std::move(held_back_once));
  tape_.ClearFailure();
}

void WholeEvent::MoveToTies(const Crossing& crossing, const std::vector<double>& left_limit) {
  std::ranges::copy(left_limit, slots_.begin());
  ties_.FindExact(tied_, crossing, slots_.data(), exact_);
  for (const StateTies::Tie& tie : tied_) {
    slots_[program_.states[static_cast<size_t>(tie.state)].slot] = tie.Value(slots_.data());
  }
}

}  // namespace stiction::runtime
