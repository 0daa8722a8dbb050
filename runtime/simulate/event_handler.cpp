// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/event_handler.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "runtime/support/append.h"

namespace stiction::runtime {
namespace {

void InsertOnce(int32_t number, std::vector<int32_t>& ascending) {
  if (std::ranges::find(ascending, number) != ascending.end()) return;
  Append(ascending, number);
  for (size_t k = ascending.size() - 1; k > 0 && ascending[k] < ascending[k - 1]; --k) {
    std::swap(ascending[k], ascending[k - 1]);
  }
}

}  // namespace

EventHandler::EventHandler(ContinuousSystem& system, SolveStatistics& statistics, const CrossingSearch& search,
                           const RelationScales& scales, bool reports)
    : program_(system.program()),
      slots_(system.slots()),
      system_(system),
      search_(search),
      events_(program_, slots_, system.tape(), statistics),
      ties_(program_, scales),
      reports_(reports) {
  events_.TracePasses(reports);
}

std::optional<EventFailure> EventHandler::Handle(EventExtent extent, double t, std::vector<double>& x,
                                                 Crossing* crossing, std::vector<int32_t> ticks) {
  extent_ = extent;
  t_ = t;
  x_ = x.data();
  refreshed_ = 0;
  asked_ = -1;
  effects_.Clear();
  effects_.ticks = std::move(ticks);
  events_.Begin();
  auto failure = RunAtTies(crossing);
  if (!failure && crossing != nullptr && extent_ == EventExtent::kDownstream) LeaveTies(*crossing);
  for (const JumpInfo& jump : program_.jumps) {
    x_[jump.state] = slots_[program_.states[static_cast<size_t>(jump.state)].slot];
  }
  changes_ = &events_.FindChanges();
  if (reports_) events_.ReportChanges(effects_);
  return failure;
}

// An event that brings states to rest at their ties is handled from there: what is held then stays exactly where it is.
std::optional<EventFailure> EventHandler::RunAtTies(Crossing* crossing) {
  tied_.clear();
  if (crossing != nullptr) ties_.FindTies(*crossing, slots_, tied_);
  if (auto failure = Run(crossing, !tied_.empty())) return failure;
  if (effects_.termination) return std::nullopt;
  std::erase_if(tied_, [&](const StateTies::Tie& one) { return !IsAtRest(one.state) && !IsDrivenBack(one); });
  if (tied_.empty()) return std::nullopt;
  events_.Undo(effects_);
  if (RunFromTies(*crossing)) return std::nullopt;
  return Run(crossing, false);
}

// @returns whether the states tied rest there; else all is as it was
bool EventHandler::RunFromTies(Crossing& crossing) {
  left_limit_.clear();
  for (const StateTies::Tie& tie : tied_) left_limit_.push_back(slots_[tie.slot]);
  ties_.FindExact(tied_, crossing, slots_, exact_);
  for (const StateTies::Tie& tie : tied_) SetState(tie.state, tie.Value(slots_));
  const auto failure = Run(&crossing, true, exact_.flipped);
  const auto rests = [&](const StateTies::Tie& tie) { return IsAtRest(tie.state); };
  if (!failure && !effects_.termination && std::ranges::all_of(tied_, rests)) {
    std::swap(crossing.relations, exact_.relations);
    return true;
  }
  events_.Undo(effects_);
  for (size_t i = 0; i < tied_.size(); ++i) SetState(tied_[i].state, left_limit_[i]);
  return false;
}

std::optional<EventFailure> EventHandler::Run(const Crossing* crossing, bool may_undo,
                                              const std::vector<int32_t>& flipped) {
  const EventSlice& slice = extent_ == EventExtent::kWhole ? events_.slices().Whole() : SliceOf(crossing->relations);
  flipped_ = flipped;
  if (crossing != nullptr) TakeGuards(crossing->relations);
  return events_.Run(slice, {effects_.ticks, flipped_, may_undo}, effects_);
}

// Guards of modes have wide ties, on the other side of which those are that fired.
void EventHandler::TakeGuards(const std::vector<int32_t>& fired) {
  for (const int32_t relation : fired) {
    if (program_.relations[static_cast<size_t>(relation)].impulse != kNoSlot) InsertOnce(relation, flipped_);
  }
}

// Relations that fired, and those behind them: in `if v > 0 then ... elseif v < 0 ...` the second relation is not
// watched while the first one holds, and is decided by the event that ends it.
const EventSlice& EventHandler::SliceOf(const std::vector<int32_t>& fired) {
  search_.FindBehindGates(fired, behind_);
  if (behind_.empty()) return events_.slices().Of(fired, {});
  decided_ = fired;
  for (const int32_t relation : behind_) InsertOnce(relation, decided_);
  return events_.slices().Of(decided_, {});
}

void EventHandler::SetState(int32_t state, double value) {
  x_[state] = slots_[program_.states[static_cast<size_t>(state)].slot] = value;
  asked_ = -1;
}

void EventHandler::Refresh() {
  const std::span<const Slot> touched = events_.touched();
  if (refreshed_ == touched.size()) return;
  system_.RefreshTouched(touched.subspan(refreshed_));
  refreshed_ = touched.size();
  asked_ = -1;
}

// The whole event system computes it; a slice need not.
std::optional<double> EventHandler::DerivativeNow(int32_t state) {
  if (extent_ == EventExtent::kWhole) return slots_[program_.states[static_cast<size_t>(state)].derivative];
  Refresh();
  if (asked_ != state) derivative_ = system_.DerivativeAt(state, t_, x_);
  asked_ = state;
  return derivative_;
}

bool EventHandler::IsReset(int32_t state) const {
  return std::ranges::any_of(effects_.states, [=](const auto& change) { return change.index == state; });
}

bool EventHandler::IsAtRest(int32_t state) {
  if (IsReset(state)) return false;
  if (const auto derivative = DerivativeNow(state)) return *derivative == 0;
  if (rest_kernels_.empty()) rest_kernels_.resize(program_.states.size());
  const Slot derivative = program_.states[static_cast<size_t>(state)].derivative;
  std::unique_ptr<SystemKernel>& kernel = rest_kernels_[static_cast<size_t>(state)];
  if (!kernel) kernel = system_.MakeKernel({derivative});
  kernel->Refresh(slots_);
  if (system_.Run(*kernel, t_, x_)) return kernel->values()[kernel->wanted()[0]] == 0;
  return !system_.Evaluate(t_, x_) && slots_[derivative] == 0;
}

// The crossing was found a rounding error beyond the tie, and what flips only there drives the state back: `v > 0`
// became false and `v < 0` true. At the tie itself it may rest.
bool EventHandler::IsDrivenBack(const StateTies::Tie& tie) {
  if (IsReset(tie.state)) return false;
  const std::optional<double> slope = DerivativeNow(tie.state);
  return slope && *slope * (slots_[tie.slot] - tie.Value(slots_)) < 0;
}

// A block that breaks away leaves the speed 0 at once: `v > 0` is true right after, and flips at the same event.
void EventHandler::LeaveTies(Crossing& crossing) {
  ties_.FindDepartures(
      events_.Evaluated(), slots_, [&](int32_t state) { return DerivativeNow(state); }, departures_);
  for (size_t k = 0; k < departures_.size(); ++k) {
    const auto [relation, state, value] = departures_[k];
    leaving_.clear();
    Append(leaving_, relation);
    if (k + 1 < departures_.size()) TakeOthersOf(state, k + 1);
    if (Leave(state, value)) {
      for (const int32_t one : leaving_) InsertOnce(one, crossing.relations);
    }
  }
}

// Other relations at the same tie leave it together.
void EventHandler::TakeOthersOf(int32_t state, size_t begin) {
  const auto is_other = [&](const StateTies::Departure& one) { return one.state == state; };
  const auto others = std::stable_partition(departures_.begin() + static_cast<ptrdiff_t>(begin), departures_.end(),
                                            std::not_fn(is_other));
  for (auto other = others; other != departures_.end(); ++other) leaving_.push_back(other->relation);
  departures_.erase(others, departures_.end());
}

// If the state does not go on that way after the flip of what is leaving, it is left to the step to come.
// @returns whether it goes on; else all is as it was
bool EventHandler::Leave(int32_t state, double value) {
  const double tie = slots_[program_.states[static_cast<size_t>(state)].slot];
  SetState(state, value);
  const EventSlice& slice =
      extent_ == EventExtent::kWhole ? events_.slices().Whole() : events_.slices().Of(leaving_, {});
  const auto failure = events_.Run(slice, {.may_undo = true}, effects_);
  const auto slope = failure ? std::nullopt : DerivativeNow(state);
  if (slope && (*slope > 0) == (value > tie) && *slope != 0) return true;
  events_.Undo(effects_);
  SetState(state, tie);
  return false;
}

}  // namespace stiction::runtime
