// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/scoped_event.h"

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

ScopedEvent::ScopedEvent(const Program& program, double* slots, ContinuousSystem& system, EventIteration& events,
                         const CrossingSearch& search, const StateTies& ties, bool tells)
    : program_(program), slots_(slots), system_(system), events_(events), search_(search), ties_(ties), tells_(tells) {}

std::optional<EventFailure> ScopedEvent::Pass(double t, std::vector<double>& x, Crossing& crossing) {
  t_ = t;
  x_ = x.data();
  if (tells_) effects_.Clear();
  events_.ForgetTouched();
  refreshed_ = 0;
  asked_ = -1;
  if (auto failure = RunAtTies(crossing)) return failure;
  LeaveTies(crossing);
  changes_ = &events_.FindChanges();
  if (tells_) events_.TellScoped(effects_);
  return std::nullopt;
}

void ScopedEvent::SetState(int32_t state, double value) {
  x_[state] = slots_[program_.states[static_cast<size_t>(state)].slot] = value;
  asked_ = -1;
}

void ScopedEvent::Refresh() {
  const std::span<const Slot> touched = events_.touched();
  if (refreshed_ == touched.size()) return;
  system_.RefreshTouched(touched.subspan(refreshed_));
  refreshed_ = touched.size();
  asked_ = -1;
}

std::optional<double> ScopedEvent::DerivativeNow(int32_t state) {
  Refresh();
  if (asked_ != state) derivative_ = system_.DerivativeAt(state, t_, x_);
  asked_ = state;
  return derivative_;
}

bool ScopedEvent::IsAtRest(int32_t state) {
  if (const auto derivative = DerivativeNow(state)) return *derivative == 0;
  if (rest_kernels_.empty()) rest_kernels_.resize(program_.states.size());
  const Slot derivative = program_.states[static_cast<size_t>(state)].derivative;
  std::unique_ptr<SystemKernel>& kernel = rest_kernels_[static_cast<size_t>(state)];
  if (!kernel) kernel = system_.MakeKernel({derivative});
  kernel->Refresh(slots_);
  if (system_.Run(*kernel, t_, x_)) return kernel->values()[kernel->wanted()[0]] == 0;
  return !system_.Evaluate(t_, x_) && slots_[derivative] == 0;
}

// What fired, and what stands behind it: in `if v > 0 then ... elseif v < 0 ...` the second relation is not watched
// while the first one holds, and is decided by the event that ends it.
const std::vector<int32_t>& ScopedEvent::Decided(const std::vector<int32_t>& fired) {
  search_.FindBehindGates(fired, behind_);
  if (behind_.empty()) return fired;
  decided_ = fired;
  for (const int32_t relation : behind_) InsertOnce(relation, decided_);
  return decided_;
}

// An event that brings states to rest at their ties is handled from there: what is held then stays exactly where it is.
std::optional<EventFailure> ScopedEvent::RunAtTies(Crossing& crossing) {
  ties_.FindTies(crossing, slots_, tied_);
  if (tied_.empty()) return events_.RunScoped(Decided(crossing.relations), effects_, false);
  if (auto failure = events_.RunScoped(Decided(crossing.relations), effects_, true)) return failure;
  std::erase_if(tied_, [&](const StateTies::Tie& one) { return !IsAtRest(one.state) && !IsDrivenBack(one); });
  if (tied_.empty()) return std::nullopt;
  events_.UndoScoped();
  effects_.passes.clear();
  if (RunFromTies(crossing)) return std::nullopt;
  return events_.RunScoped(Decided(crossing.relations), effects_, false);
}

// The crossing was found a rounding error beyond the tie, and what flips only there drives the state back.
bool ScopedEvent::IsDrivenBack(const StateTies::Tie& tie) {
  const std::optional<double> slope = DerivativeNow(tie.state);
  return slope && *slope * (x_[tie.state] - tie.Value(slots_)) < 0;
}

// @returns whether the states tied rest there; else all is as it was
bool ScopedEvent::RunFromTies(Crossing& crossing) {
  left_limit_.clear();
  for (const StateTies::Tie& tie : tied_) left_limit_.push_back(x_[tie.state]);
  ties_.FindExact(tied_, crossing, slots_, exact_);
  for (const StateTies::Tie& tie : tied_) SetState(tie.state, tie.Value(slots_));
  const auto failure = events_.RunScoped(Decided(crossing.relations), effects_, true, exact_.flipped);
  const auto rests = [&](const StateTies::Tie& tie) { return IsAtRest(tie.state); };
  if (!failure && std::ranges::all_of(tied_, rests)) {
    std::swap(crossing.relations, exact_.relations);
    return true;
  }
  events_.UndoScoped();
  for (size_t i = 0; i < tied_.size(); ++i) SetState(tied_[i].state, left_limit_[i]);
  effects_.passes.clear();
  return false;
}

// A block that breaks away leaves the speed 0 at once: `v > 0` is true right after, and flips at the same event.
void ScopedEvent::LeaveTies(Crossing& crossing) {
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

// What else leaves with it.
void ScopedEvent::TakeOthersOf(int32_t state, size_t begin) {
  const auto is_other = [&](const StateTies::Departure& one) { return one.state == state; };
  const auto others = std::stable_partition(departures_.begin() + static_cast<ptrdiff_t>(begin), departures_.end(),
                                            std::not_fn(is_other));
  for (auto other = others; other != departures_.end(); ++other) leaving_.push_back(other->relation);
  departures_.erase(others, departures_.end());
}

// Where the state would not go on that way after the flip of what is leaving, the step to come tells.
// @returns whether it goes on; else all is as it was
bool ScopedEvent::Leave(int32_t state, double value) {
  const double tie = x_[state];
  const size_t passes = effects_.passes.size();
  SetState(state, value);
  const auto failure = events_.ContinueScoped(leaving_, effects_);
  const auto slope = failure ? std::nullopt : DerivativeNow(state);
  if (slope && (*slope > 0) == (value > tie) && *slope != 0) return true;
  events_.UndoScoped();
  SetState(state, tie);
  effects_.passes.resize(passes);
  return false;
}

}  // namespace stiction::runtime
