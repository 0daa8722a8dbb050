// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/iterate/event_iteration.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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
  for (std::vector<int32_t>* numbers : {&reinits, &ticks}) numbers->clear();
  termination.reset();
  violations.clear();
  passes.clear();
}

EventIteration::EventIteration(const Program& program, double* slots, Tape& tape, SolveStatistics& statistics)
    : program_(program),
      slots_(slots),
      tape_(tape),
      solver_(program, program.event_system, tape, statistics),
      scopes_(program) {
  solver_.HoldBackNotes();
  for (const RelationInfo& relation : program.relations) first_.of.push_back({0, relation.value, 0});
  for (const PreInfo& pre : program.pres) first_.of.push_back({0, pre.variable, 0});
}

EventIteration::Values EventIteration::ReadValues() const {
  Values values;
  for (const RelationInfo& relation : program_.relations) values.relations.push_back(slots_[relation.value]);
  for (const PreInfo& pre : program_.pres) values.discretes.push_back(slots_[pre.variable]);
  for (const StateInfo& state : program_.states) values.states.push_back(slots_[state.slot]);
  return values;
}

void EventIteration::Compare(const Values& before, const std::vector<int32_t>& reinits,
                             EventEffects::Pass& changes) const {
  const auto compare = [](const std::vector<double>& from, const auto& slot_of, std::vector<EventEffects::Change>& to) {
    for (size_t i = 0; i < from.size(); ++i) {
      const double after = slot_of(i);
      if (after != from[i]) to.push_back({from[i], after, static_cast<int32_t>(i)});
    }
  };
  compare(
      before.relations, [&](size_t i) { return slots_[program_.relations[i].value]; }, changes.relations);
  compare(
      before.discretes,
      [&](size_t i) { return program_.pres[i].is_discrete ? slots_[program_.pres[i].variable] : before.discretes[i]; },
      changes.discretes);
  compare(
      before.states, [&](size_t i) { return slots_[program_.states[i].slot]; }, changes.states);
  for (const EventEffects::Change& change : changes.states) {
    const Slot state = program_.states[change.index].slot;
    const auto found =
        std::find_if(reinits.rbegin(), reinits.rend(), [&](int32_t i) { return program_.reinits[i].state == state; });
    RT_CHECK(found != reinits.rend(), "state {} changed without reinit", program_.states[change.index].name);
    changes.reinits.push_back(*found);
  }
}

std::optional<EventFailure> EventIteration::Run(const std::vector<int32_t>& ticks, EventEffects& effects,
                                                const std::vector<int32_t>& flipped) {
  solver_.held_back().clear();
  effects.ticks = ticks;
  const Values before = ReadValues();
  for (int32_t relation : flipped) {
    double& value = slots_[program_.relations[relation].value];
    value = value != 0 ? 0 : 1;
  }
  TakeLeftLimits();  // at the start they may change: the initial equations have them as declared
  for (int32_t tick : ticks) slots_[program_.samples[tick].tick] = 1;
  std::optional<EventFailure> failure = Settle(before, effects);
  for (int32_t tick : ticks) slots_[program_.samples[tick].tick] = 0;
  if (!failure && !ticks.empty()) failure = Settle(before, effects);

  EventEffects::Pass all;
  Compare(before, effects.reinits, all);
  effects.relations = std::move(all.relations);
  effects.discretes = std::move(all.discretes);
  effects.states = std::move(all.states);
  effects.reinits = std::move(all.reinits);
  return failure;
}

void EventIteration::Remember(std::span<const int32_t> numbers, int32_t offset) {
  for (const int32_t number : numbers) {
    FirstValues::Entry& entry = first_.At(offset, number);
    if (entry.run == scoped_runs_) continue;
    entry.run = scoped_runs_;
    entry.value = slots_[entry.slot];
    if (!first_.seen.empty() && offset + number < first_.seen.back()) first_.is_sorted = false;
    Append(first_.seen, offset + number);
  }
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

void EventIteration::TellChanges(std::span<const int32_t> numbers, int32_t offset, const FirstValues& first,
                                 std::vector<EventEffects::Change>& to) const {
  for (const int32_t number : numbers) {
    const FirstValues::Entry& entry = first.At(offset, number);
    const double now = slots_[entry.slot];
    if (now != entry.value) to.push_back({entry.value, now, number});
  }
}

const HeldChanges& EventIteration::FindChanges() {
  first_.Sort();
  changes_.relations.clear();
  changes_.pres.clear();
  for (const int32_t number : first_.seen) {
    const FirstValues::Entry& entry = first_.of[static_cast<size_t>(number)];
    if (slots_[entry.slot] == entry.value) continue;
    if (number < FirstDiscrete()) {
      Append(changes_.relations, number);
    } else {
      Append(changes_.pres, number - FirstDiscrete());
    }
  }
  return changes_;
}

void EventIteration::TellScoped(EventEffects& effects) {
  const HeldChanges& changes = FindChanges();
  effects.relations.clear();
  effects.discretes.clear();
  TellChanges(changes.relations, 0, first_, effects.relations);
  TellChanges(changes.pres, FirstDiscrete(), first_, effects.discretes);
}

std::optional<EventFailure> EventIteration::RunScoped(const std::vector<int32_t>& relations, EventEffects& effects,
                                                      bool may_undo, const std::vector<int32_t>& flipped) {
  solver_.held_back().clear();
  undo_.clear();
  ++scoped_runs_;
  first_.Forget();
  const EventScope& first = RunUpstream(relations);
  Remember(flipped, 0);
  for (const int32_t relation : flipped) {
    const Slot slot = SlotOfRelation(relation);
    undo_.emplace_back(slot, slots_[slot]);
    touched_.push_back(slot);
    slots_[slot] = slots_[slot] != 0 ? 0 : 1;
  }
  return SettleScoped(first, effects, may_undo);
}

std::optional<EventFailure> EventIteration::ContinueScoped(const std::vector<int32_t>& relations,
                                                           EventEffects& effects) {
  undo_.clear();
  return SettleScoped(RunUpstream(relations), effects, true);
}

const EventScope& EventIteration::RunUpstream(const std::vector<int32_t>& relations) {
  const EventScope& first = scopes_.Of(relations, {});
  tape_.Run(first.upstream, slots_);
  return first;
}

std::optional<EventFailure> EventIteration::SettleScoped(const EventScope& first, EventEffects& effects,
                                                         bool may_undo) {
  changing_.clear();
  solver_.TakeChanges({});
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const EventScope& scope = pass == 0 ? first : scopes_.OfLater(changing_, first);
    Remember(scope.relations, 0);
    Remember(scope.discretes, FirstDiscrete());
    const size_t first_touched = touched_.size();
    touched_.insert(touched_.end(), scope.writes.begin(), scope.writes.end());
    for (const int32_t i : scope.discretes) Append(touched_, program_.pres[static_cast<size_t>(i)].pre);
    if (may_undo) KeepValues(std::span(touched_).subspan(first_touched));
    FirstValues before;  // of the pass
    if (traces_) {
      effects.passes.emplace_back();
      solver_.TellMixedTo(&effects.passes.back().mixed);
      before = first_;
      // What flips before all belongs to the first pass.
      const auto begin_anew = [&](const std::vector<int32_t>& numbers, int32_t offset) {
        for (const int32_t i : numbers) {
          FirstValues::Entry& entry = before.At(offset, i);
          if (pass > 0) entry.value = slots_[entry.slot];
        }
      };
      begin_anew(scope.relations, 0);
      begin_anew(scope.discretes, FirstDiscrete());
    }
    auto error = solver_.Solve(scope.slice, slots_);
    solver_.TellMixedTo(nullptr);
    if (error) return EventFailure{std::move(error), {}};
    if (traces_) {
      TellChanges(scope.relations, 0, before, effects.passes.back().relations);
      TellChanges(scope.discretes, FirstDiscrete(), before, effects.passes.back().discretes);
    }
    changing_.clear();
    PreChanges changes;
    for (const int32_t i : scope.discretes) {
      const PreInfo& pre = program_.pres[static_cast<size_t>(i)];
      if (slots_[pre.variable] != slots_[pre.pre] && (traces_ || scopes_.IsRead(i))) {
        changing_.push_back(i);
        changes.push_back({pre.pre, slots_[pre.pre], slots_[pre.variable]});
      }
      slots_[pre.pre] = slots_[pre.variable];
    }
    solver_.TakeChanges(std::move(changes));
    if (changing_.empty()) {
      HoldSolved(effects);
      return std::nullopt;
    }
  }
  const std::vector<int32_t> evaluated(Evaluated().begin(), Evaluated().end());
  return EventFailure{std::nullopt, DescribeUnsettled(program_, changing_, evaluated, kMaxPasses)};
}

// The last pass of a scope may have had nothing to solve: what was solved last holds on.
void EventIteration::HoldSolved(EventEffects& effects) {
  for (size_t k = effects.passes.size(); k-- > 0 && effects.passes.back().mixed.empty();) {
    effects.passes.back().mixed = effects.passes[k].mixed;
  }
}

void EventIteration::KeepValues(std::span<const Slot> written) {
  const size_t before = undo_.size();
  undo_.resize(before + written.size());
  auto* kept = undo_.data() + before;
  for (const Slot slot : written) *kept++ = {slot, slots_[slot]};
}

void EventIteration::UndoScoped() {
  for (size_t k = undo_.size(); k-- > 0;) {
    const auto& [slot, value] = undo_[k];
    slots_[slot] = value;
    touched_.push_back(slot);
  }
}

std::vector<int32_t> EventIteration::TakeLeftLimits() {
  std::vector<int32_t> changing;
  PreChanges changes;
  for (size_t i = 0; i < program_.pres.size(); ++i) {
    const PreInfo& pre = program_.pres[i];
    if (pre.is_discrete && slots_[pre.variable] != slots_[pre.pre]) {
      changing.push_back(static_cast<int32_t>(i));
      changes.push_back({pre.pre, slots_[pre.pre], slots_[pre.variable]});
    }
    slots_[pre.pre] = slots_[pre.variable];
  }
  solver_.TakeChanges(std::move(changes));
  return changing;
}

std::optional<EventFailure> EventIteration::Settle(const Values& start, EventEffects& effects) {
  constexpr int kLastPasses = 8;  // those in which what goes on changing is noted
  std::vector<int32_t> changing;
  std::set<int32_t> relations;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    bool reset = false;
    Values before;
    if (pass >= kMaxPasses - kLastPasses) before = ReadValues();
    if (auto failure = RunPass(start, effects, reset)) return failure;
    for (size_t i = 0; i < before.relations.size(); ++i) {
      if (slots_[program_.relations[i].value] != before.relations[i]) relations.insert(static_cast<int32_t>(i));
    }
    changing = TakeLeftLimits();
    if (changing.empty() && !reset) return std::nullopt;
  }
  return EventFailure{std::nullopt,
                      DescribeUnsettled(program_, changing, {relations.begin(), relations.end()}, kMaxPasses)};
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

std::optional<EventFailure> EventIteration::RunPass(const Values& start, EventEffects& effects, bool& reset) {
  Values before;
  const size_t reinits_before = effects.reinits.size();
  if (traces_) {
    before = effects.passes.empty() ? start : ReadValues();
    effects.passes.emplace_back();
    solver_.TellMixedTo(&effects.passes.back().mixed);
  }
  tape_.ClearFailure();
  auto error = solver_.Solve(slots_);
  solver_.TellMixedTo(nullptr);
  if (error) return EventFailure{std::move(error), {}};
  tape_.Run(program_.actions, slots_);
  if (const auto& failed = tape_.failure()) {
    return EventFailure{
        SolveError{SolveFailure::kFunctionFailed, fmt::format("{} ({})", failed->message, failed->place)}, {}};
  }
  TakeMessages(effects);
  reset = ApplyReinits(effects);
  if (traces_) {
    const auto first = effects.reinits.begin() + static_cast<std::ptrdiff_t>(reinits_before);
    Compare(before, {first, effects.reinits.end()}, effects.passes.back());
  }
  return std::nullopt;
}

// Several on one state: the last one written counts. All read the values of before.
bool EventIteration::ApplyReinits(EventEffects& effects) {
  bool any = false;
  for (size_t i = 0; i < program_.reinits.size(); ++i) {
    const ReinitInfo& reinit = program_.reinits[i];
    if (slots_[reinit.condition] == 0) continue;
    slots_[reinit.state] = slots_[reinit.value];
    effects.reinits.push_back(static_cast<int32_t>(i));
    any = true;
  }
  return any;
}

}  // namespace stiction::runtime
