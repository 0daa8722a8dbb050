// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/iterate/event_iteration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "runtime/program/check.h"
#include "runtime/support/append.h"

namespace stiction::runtime {

std::string DescribeUnsettled(const Program& program, const std::vector<int32_t>& changing,
                              const std::vector<int32_t>& relations, int passes) {
  std::string message = fmt::format("the event iteration does not settle in {} passes", passes);
  for (int32_t i : changing) {
    const auto variable = std::ranges::find_if(
        program.variables, [&](const VariableInfo& info) { return info.name == program.pres[i].name; });
    if (variable != program.variables.end())
      message += fmt::format("\n  changes     {} ({})", variable->name, variable->declaration().place);
  }
  for (int32_t i : relations) {
    message += fmt::format("\n  relation    {} ({})", program.relations[i].text, program.relations[i].place);
  }
  message +=
      "\n  hint: each change triggers the next; look for a when-clause or a Boolean equation that undoes its own "
      "condition";
  return message;
}

void EventEffects::Clear() {
  for (std::vector<Change>* changes : {&relations, &discretes, &states}) changes->clear();
  for (std::vector<int32_t>* numbers : {&causes, &ticks}) numbers->clear();
  impulses.clear();
  termination.reset();
  violations.clear();
  passes.clear();
}

EventIteration::EventIteration(const Program& program, double* slots, Tape& tape, SolveStatistics& statistics)
    : program_(program),
      slots_(slots),
      tape_(tape),
      solver_(program, program.event_system, tape, statistics),
      slices_(program) {
  solver_.HoldBackNotes();
  for (const RelationInfo& relation : program.relations) first_.of.push_back({0, relation.value, 0});
  for (const PreInfo& pre : program.pres) first_.of.push_back({0, pre.variable, 0});
}

void EventIteration::Begin() {
  ++events_;
  first_.seen.clear();
  first_.is_sorted = true;
  resets_.clear();
  touched_.clear();
  solver_.held_back().clear();
}

std::optional<EventFailure> EventIteration::Run(const EventSlice& slice, const Input& input, EventEffects& effects) {
  mark_ = {first_.seen.size(),
           resets_.size(),
           effects.passes.size(),
           effects.violations.size(),
           effects.termination.has_value(),
           input.may_undo,
           solver_.held_back()};
  undo_.clear();
  tape_.Run(slice.upstream, slots_);
  Enter(slice);
  ValueChanges flips;
  for (const int32_t relation : input.flipped) {
    const Slot slot = program_.relations[static_cast<size_t>(relation)].value;
    const double before = std::exchange(slots_[slot], slots_[slot] != 0 ? 0 : 1);
    flips.push_back({slot, before, slots_[slot]});
  }
  // At the start left limits may change: the initial equations have them as declared.
  TakeLeftLimits(slice, std::move(flips));
  const auto set_ticks = [&](double value) {
    for (const int32_t tick : input.ticks) slots_[program_.samples[static_cast<size_t>(tick)].tick] = value;
  };
  set_ticks(1);
  std::optional<EventFailure> failure = Settle(slice, effects);
  set_ticks(0);
  if (!failure && !input.ticks.empty()) failure = Settle(slice, effects);
  ReportResets(resets_, effects);
  return failure;
}

// Notes what the slice may change.
void EventIteration::Enter(const EventSlice& slice) {
  NoteFirst(slice.relations, 0);
  NoteFirst(slice.discretes, FirstDiscrete());
  const size_t begin = touched_.size();
  touched_.insert(touched_.end(), slice.writes.begin(), slice.writes.end());
  for (const int32_t i : slice.discretes) Append(touched_, program_.pres[static_cast<size_t>(i)].pre);
  if (!mark_.may_undo) return;
  const std::span<const Slot> written = std::span(touched_).subspan(begin);
  const size_t before = undo_.size();
  undo_.resize(before + written.size());
  auto* kept = undo_.data() + before;
  for (const Slot slot : written) *kept++ = {slot, slots_[slot]};
}

void EventIteration::NoteFirst(std::span<const int32_t> numbers, int32_t offset) {
  for (const int32_t number : numbers) {
    FirstValues::Entry& entry = First(offset + number);
    if (entry.event == events_) continue;
    entry.event = events_;
    entry.value = slots_[entry.slot];
    if (!first_.seen.empty() && offset + number < first_.seen.back()) first_.is_sorted = false;
    Append(first_.seen, offset + number);
  }
}

std::optional<EventFailure> EventIteration::Settle(const EventSlice& first, EventEffects& effects) {
  constexpr int kLastPasses = 8;      // those in which what goes on changing is noted
  constexpr int kPassesOfJumps = 20;  // jumps that still go on are rounding errors of each other
  std::set<int32_t> unsettled;
  changing_.clear();
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const EventSlice& slice = pass == 0 ? first : slices_.OfLater(changing_, first);
    if (&slice != &first) Enter(slice);
    const size_t resets = resets_.size();
    notes_jumps_ = pass < kPassesOfJumps;
    solver_.BeginPass(pass > 0);
    if (traces_ || pass >= kMaxPasses - kLastPasses) {
      EventEffects::Pass changes;
      auto failure = RunTraced(slice, changes, effects);
      if (pass >= kMaxPasses - kLastPasses) {
        for (const EventChanges::Change& change : changes.relations) unsettled.insert(change.index);
      }
      if (traces_) effects.passes.push_back(std::move(changes));
      if (failure) return failure;
    } else if (auto failure = RunPass(slice, effects)) {
      return failure;
    }
    TakeLeftLimits(slice);
    const auto ends_run = [&](const EventEffects::Violation& violation) {
      return !program_.assertions[static_cast<size_t>(violation.assertion)].is_warning;
    };
    if (std::ranges::any_of(effects.violations, ends_run)) return std::nullopt;
    if (changing_.empty() && resets_.size() == resets) {
      HoldSolved(effects);
      return std::nullopt;
    }
  }
  return EventFailure{std::nullopt,
                      DescribeUnsettled(program_, changing_, {unsettled.begin(), unsettled.end()}, kMaxPasses)};
}

std::optional<EventFailure> EventIteration::RunTraced(const EventSlice& slice, EventEffects::Pass& changes,
                                                      EventEffects& effects) {
  // Relations that flip before all belong to the first pass of the event.
  const bool is_first = traces_ && effects.passes.empty();
  std::vector<double> before;
  const auto read = [&](const std::vector<int32_t>& numbers, int32_t offset) {
    for (const int32_t i : numbers) {
      const FirstValues::Entry& entry = First(offset + i);
      before.push_back(is_first ? entry.value : slots_[entry.slot]);
    }
  };
  read(slice.relations, 0);
  read(slice.discretes, FirstDiscrete());
  const size_t resets = resets_.size();
  if (traces_) solver_.TellMixedTo(&changes.mixed);
  auto failure = RunPass(slice, effects);
  solver_.TellMixedTo(nullptr);
  changes.impulses = std::exchange(effects.impulses, {});
  if (failure) return failure;
  size_t next = 0;
  const auto compare = [&](const std::vector<int32_t>& numbers, int32_t offset, auto& to) {
    for (const int32_t i : numbers) {
      const double was = before[next++], is = slots_[First(offset + i).slot];
      if (is != was) to.push_back({was, is, i});
    }
  };
  compare(slice.relations, 0, changes.relations);
  compare(slice.discretes, FirstDiscrete(), changes.discretes);
  ReportResets(std::span(resets_).subspan(resets), changes);
  return std::nullopt;
}

// Of the last pass, before left limits are taken. @returns whether a state jumped
bool EventIteration::NoteJumps() {
  const size_t resets = resets_.size();
  for (size_t i = 0; i < program_.jumps.size() && notes_jumps_; ++i) {
    const JumpInfo& jump = program_.jumps[i];
    const double before = slots_[jump.pre];
    const double after = slots_[program_.states[static_cast<size_t>(jump.state)].slot];
    if (std::fabs(after - before) <= slots_[jump.zone]) continue;
    resets_.push_back({static_cast<int32_t>(program_.reinits.size() + i), before});
  }
  return resets_.size() > resets;
}

void EventIteration::ReportImpulses(EventChanges& changes) const {
  constexpr double kRounding = 1e-12;  // of the largest
  double largest = 0;
  for (const ImpulseInfo& of : program_.impulses) largest = std::max(largest, std::fabs(slots_[of.impulse]));
  for (size_t i = 0; i < program_.impulses.size(); ++i) {
    const double size = slots_[program_.impulses[i].impulse];
    if (std::fabs(size) > kRounding * largest) changes.impulses.push_back({size, static_cast<int32_t>(i)});
  }
}

// Several reinits of one state: the last one written counts. All read the values of before.
std::optional<EventFailure> EventIteration::RunPass(const EventSlice& slice, EventEffects& effects) {
  if (auto error = solver_.Solve(slice.code, slots_)) return EventFailure{std::move(error), {}};
  if (NoteJumps() && traces_) ReportImpulses(effects);
  if (!slice.is_whole) return std::nullopt;
  tape_.Run(program_.actions, slots_);
  if (const auto& failed = tape_.failure()) {
    return EventFailure{
        SolveError{SolveFailure::kFunctionFailed, fmt::format("{} ({})", failed->message, failed->place)}, {}};
  }
  TakeMessages(effects);
  const size_t resets = resets_.size();
  for (size_t i = 0; i < program_.reinits.size(); ++i) {
    const ReinitInfo& reinit = program_.reinits[i];
    if (slots_[reinit.condition] == 0) continue;
    resets_.push_back({static_cast<int32_t>(i), slots_[reinit.state]});
    slots_[reinit.state] = slots_[reinit.value];
  }
  if (resets_.size() == resets) return std::nullopt;
  if (projection_ != nullptr) {
    if (auto failure = KeepInvariants(resets)) return failure;
  }
  if (system_ != nullptr) FollowStates();
  return std::nullopt;
}

// The states are where reinits put them before modes begin or go on: what follows from states is so, too. Where the
// modes of before have no solution there, the left limits stay as they are.
void EventIteration::FollowStates() {
  std::vector<double> x(program_.states.size());
  system_->GetStates(x.data());
  const std::vector<double> slots(slots_, slots_ + program_.initial_slots.size());
  if (system_->Evaluate(program_.time == kNoSlot ? 0 : slots_[program_.time], x.data())) {
    std::ranges::copy(slots, slots_);
  }
}

// Other states of the same invariants follow those that were set, by as little as they can.
// @param resets where those of this pass begin
std::optional<EventFailure> EventIteration::KeepInvariants(size_t resets) {
  std::vector<double> x(program_.states.size());
  for (size_t i = 0; i < x.size(); ++i) x[i] = slots_[program_.states[i].slot];
  const std::vector<double> before = x;
  std::vector<char> targets(x.size(), 0);
  const int32_t cause = resets_.back().cause;
  for (size_t k = resets; k < resets_.size(); ++k) targets[static_cast<size_t>(StateOf(resets_[k]))] = 1;
  projection_->Refresh();
  const double t = program_.time == kNoSlot ? 0 : slots_[program_.time];
  if (!projection_->ProjectAround(t, x.data(), targets)) {
    return EventFailure{
        std::nullopt,
        fmt::format("no values of other states agree with what is set here ({}), by which these constraints would "
                    "have to hold:{}\n  hint: set fewer of the states that they tie together",
                    program_.reinits[static_cast<size_t>(cause)].place, projection_->Unsatisfied())};
  }
  for (size_t i = 0; i < x.size(); ++i) {
    if (x[i] == before[i]) continue;
    resets_.push_back({cause, before[i], static_cast<int32_t>(i)});
    slots_[program_.states[i].slot] = x[i];
  }
  return std::nullopt;
}

// Sets changing_ to discrete variables whose left limit has changed. The next solve hears of them, and of `changes`.
void EventIteration::TakeLeftLimits(const EventSlice& slice, ValueChanges changes) {
  changing_.clear();
  for (const int32_t i : slice.discretes) {
    const PreInfo& pre = program_.pres[static_cast<size_t>(i)];
    if (slots_[pre.variable] != slots_[pre.pre] && (traces_ || slice.is_whole || slices_.IsRead(i))) {
      changing_.push_back(i);
      changes.push_back({pre.pre, slots_[pre.pre], slots_[pre.variable]});
    }
    slots_[pre.pre] = slots_[pre.variable];
  }
  for (const int32_t i : slice.left_limits) {
    const PreInfo& pre = program_.pres[static_cast<size_t>(i)];
    slots_[pre.pre] = slots_[pre.variable];
  }
  solver_.TakeChanges(std::move(changes));
}

// The last pass of a slice may have had nothing to solve: what was solved last holds on.
void EventIteration::HoldSolved(EventEffects& effects) {
  for (size_t k = effects.passes.size(); k-- > 0 && effects.passes.back().mixed.empty();) {
    effects.passes.back().mixed = effects.passes[k].mixed;
  }
}

void EventIteration::Undo(EventEffects& effects) {
  for (size_t k = undo_.size(); k-- > 0;) {
    const auto& [slot, value] = undo_[k];
    slots_[slot] = value;
    touched_.push_back(slot);
  }
  for (size_t k = mark_.seen; k < first_.seen.size(); ++k) First(first_.seen[k]).event = 0;
  first_.seen.resize(mark_.seen);
  resets_.resize(mark_.resets);
  solver_.held_back() = std::move(mark_.held_back);
  effects.passes.resize(mark_.passes);
  effects.violations.resize(mark_.violations);
  if (!mark_.is_terminated) effects.termination.reset();
  ReportResets(resets_, effects);
  tape_.ClearFailure();
}

void EventIteration::FirstValues::Sort() {
  if (!is_sorted) std::sort(seen.begin(), seen.end());
  is_sorted = true;
}

std::span<const int32_t> EventIteration::Evaluated() {
  first_.Sort();
  size_t count = 0;
  while (count < first_.seen.size() && first_.seen[count] < FirstDiscrete()) ++count;
  return std::span(first_.seen).first(count);
}

const HeldChanges& EventIteration::FindChanges() {
  first_.Sort();
  changes_.relations.clear();
  changes_.pres.clear();
  for (const int32_t number : first_.seen) {
    const FirstValues::Entry& entry = First(number);
    if (slots_[entry.slot] == entry.value) continue;
    if (number < FirstDiscrete()) {
      Append(changes_.relations, number);
    } else {
      Append(changes_.pres, number - FirstDiscrete());
    }
  }
  return changes_;
}

void EventIteration::ReportChanges(EventEffects& effects) {
  const HeldChanges& changes = FindChanges();
  const auto report = [&](const std::vector<int32_t>& numbers, int32_t offset, auto& to) {
    to.clear();
    for (const int32_t i : numbers) to.push_back({First(offset + i).value, slots_[First(offset + i).slot], i});
  };
  report(changes.relations, 0, effects.relations);
  report(changes.pres, FirstDiscrete(), effects.discretes);
}

int32_t EventIteration::StateOf(const Reset& reset) const {
  if (reset.state >= 0) return reset.state;
  const size_t cause = static_cast<size_t>(reset.cause);
  const size_t reinits = program_.reinits.size();
  if (cause >= reinits) return program_.jumps[cause - reinits].state;
  const auto state = std::ranges::find(program_.states, program_.reinits[cause].state, &StateInfo::slot);
  return static_cast<int32_t>(state - program_.states.begin());
}

// States that were set to another value, and what did so last.
void EventIteration::ReportResets(std::span<const Reset> resets, EventChanges& changes) const {
  changes.states.clear();
  changes.causes.clear();
  if (resets.empty()) return;
  std::map<int32_t, std::pair<const Reset*, const Reset*>> first_and_last;  // by state
  for (const Reset& reset : resets) {
    const auto [entry, is_first] = first_and_last.try_emplace(StateOf(reset), &reset, &reset);
    if (!is_first) entry->second.second = &reset;
  }
  for (const auto& [state, of_state] : first_and_last) {
    const double after = slots_[program_.states[static_cast<size_t>(state)].slot];
    if (of_state.first->before == after) continue;
    changes.states.push_back({of_state.first->before, after, state});
    changes.causes.push_back(of_state.second->cause);
  }
}

void EventIteration::ActAtStart(EventEffects& effects) {
  tape_.ClearFailure();
  tape_.Run(program_.actions, slots_);
  TakeMessages(effects);
}

void EventIteration::TakeMessages(EventEffects& effects) {
  for (const TerminationInfo& termination : program_.terminations) {
    if (slots_[termination.condition] != 0 && !effects.termination) {
      effects.termination = Format(termination.message, slots_);
    }
  }
  for (size_t i = 0; i < program_.assertions.size(); ++i) {
    const AssertionInfo& assertion = program_.assertions[i];
    if (!assertion.is_action || slots_[assertion.condition] != 0) continue;
    const auto index = static_cast<int32_t>(i);
    const bool is_known = std::ranges::any_of(
        effects.violations, [index](const EventEffects::Violation& v) { return v.assertion == index; });
    if (!is_known) effects.violations.push_back({index, Format(assertion.message, slots_)});
  }
}

}  // namespace stiction::runtime
