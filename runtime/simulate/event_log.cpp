// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/event_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>

#include "runtime/operators/texts.h"
#include "runtime/program/relation.h"
#include "runtime/results/shortest_number.h"

namespace stiction::runtime {
namespace {

struct Layer {
  long SolveStatistics::*count;
  const char* name;
};
constexpr Layer kLayers[] = {
    {&SolveStatistics::fixed_point, "fixed-point iteration"}, {&SolveStatistics::pivoting, "pivoting"},
    {&SolveStatistics::path_following, "path following"},     {&SolveStatistics::enumeration, "enumeration"},
    {&SolveStatistics::least_norm, "least-norm solution"},    {&SolveStatistics::unsolved, "not solved"},
};

/// A name taken apart: "clutch[2].sa[1]" is the component "clutch[2]" and the subscripts "[1]".
struct NameParts {
  std::string component, subscripts;
  bool operator==(const NameParts&) const = default;
};

NameParts PartsOf(const std::string& name) {
  NameParts parts;
  int depth = 0;  // of subscripts, which may contain dots
  for (size_t i = name.size(); i-- > 0;) {
    if (name[i] == ']') ++depth;
    if (name[i] == '[' && --depth == 0 && parts.subscripts.empty()) parts.subscripts = name.substr(i);
    if (name[i] == '.' && depth == 0) {
      parts.component = name.substr(0, i);
      break;
    }
  }
  return parts;
}

std::string_view Sign(OpCode op) {
  switch (op) {
    case OpCode::kLt:
      return "<";
    case OpCode::kLe:
      return "<=";
    case OpCode::kGt:
      return ">";
    case OpCode::kGe:
      return ">=";
    case OpCode::kEq:
      return "==";
    default:
      return "<>";
  }
}

EventRelation Describe(const RelationInfo& relation, const double* slots) {
  const double left = slots[relation.left];
  const double right = slots[relation.right];
  const bool holds = slots[relation.value] != 0;
  return {relation.text,
          relation.place,
          holds,
          std::string(Sign(relation.op)),
          left,
          right,
          holds != IsTrueAsWritten(relation.op, left, right)};
}

bool Contains(const std::vector<EventChanges::Change>& changes, int32_t index) {
  return std::ranges::any_of(changes, [&](const auto& change) { return change.index == index; });
}

}  // namespace

void EventLog::Report(double time, EventKind kind, const Crossing* crossing, const EventEffects& effects,
                      std::string_view failure) {
  if (!observer_) return;
  EventRecord record = Describe(time, kind, crossing, effects);
  record.failure = failure;
  initial_solves_.clear();
  const bool starts = kind == EventKind::kStart && !record.elements.empty();
  if (starts || !effects.empty() || !record.fired.empty() || !failure.empty()) observer_(record);
}

void EventLog::FindVariables() {
  value_texts_.emplace(program_, slots_);
  std::unordered_map<std::string_view, int32_t> variable_of_name;
  for (size_t i = 0; i < program_.variables.size(); ++i) {
    variable_of_name.emplace(program_.variables[i].name, static_cast<int32_t>(i));
  }
  for (const PreInfo& pre : program_.pres) {
    const auto found = variable_of_name.find(pre.name);
    variable_of_pre_.push_back(found == variable_of_name.end() ? -1 : found->second);
  }
}

std::string EventLog::Value(int32_t pre, double value) const {
  return value_texts_->Of(program_.variables[variable_of_pre_[pre]], value);
}

// What is linear in time with a slope that changes its sign holds by one of two comparisons with its instant. That of
// the other one never comes.
bool EventLog::HasInstant(int32_t index) const {
  const RelationInfo& relation = program_.relations[index];
  return relation.kind != RelationInfo::Kind::kTime ||
         std::fabs(slots_[relation.right]) < std::numeric_limits<double>::max();
}

EventChange EventLog::RelationChange(int32_t index, bool after) const {
  const RelationInfo& relation = program_.relations[index];
  return {fmt::format("{} became {}", relation.text, after), relation.place, relation.text, after ? "false" : "true",
          after ? "true" : "false"};
}

const std::string& EventLog::PlaceOfCause(int32_t cause) const {
  const size_t i = static_cast<size_t>(cause);
  return i < program_.reinits.size() ? program_.reinits[i].place : program_.jumps[i - program_.reinits.size()].place;
}

std::vector<EventChange> EventLog::Changes(const EventChanges& of) const {
  std::vector<EventChange> changes;
  const auto add = [&](const std::string& name, std::string before, std::string after, const std::string& place) {
    std::string what = fmt::format("{}: {} -> {}", name, before, after);
    changes.push_back({std::move(what), place, name, std::move(before), std::move(after)});
  };
  for (const EventChanges::Change& change : of.relations) {
    if (HasInstant(change.index)) changes.push_back(RelationChange(change.index, change.after != 0));
  }
  for (const EventChanges::Change& change : of.discretes) {
    if (variable_of_pre_[change.index] < 0) continue;
    add(program_.pres[change.index].name, Value(change.index, change.before), Value(change.index, change.after),
        program_.variables[variable_of_pre_[change.index]].declaration().place);
  }
  for (size_t i = 0; i < of.states.size(); ++i) {
    add(program_.states[of.states[i].index].name, ShortestNumber(of.states[i].before),
        ShortestNumber(of.states[i].after), PlaceOfCause(of.causes[i]));
  }
  for (const EventChanges::Impulse& impulse : of.impulses) {
    const ImpulseInfo& info = program_.impulses[static_cast<size_t>(impulse.index)];
    const std::string size = ShortestNumber(impulse.size);
    changes.push_back({fmt::format("impulse {} = {}", info.name, size), info.place, info.name, "", size});
  }
  return changes;
}

// Time events are known by the relations in time and the samples; whatever else changes in the first pass follows.
std::vector<EventChange> EventLog::Fired(const Crossing* crossing, const EventEffects& effects) const {
  std::vector<EventChange> fired;
  for (const int32_t tick : effects.ticks)
    fired.push_back({"sample ticked", program_.samples[tick].place, "sample", "", ""});
  if (crossing != nullptr) {
    for (const int32_t index : crossing->relations) {
      const auto change =
          std::ranges::find_if(effects.relations, [&](const EventChanges::Change& c) { return c.index == index; });
      const double before =
          change == effects.relations.end() ? slots_[program_.relations[index].value] : change->before;
      fired.push_back(RelationChange(index, before == 0));
    }
    for (const int32_t index : crossing->held) {
      const HeldInfo& held = program_.held[index];
      fired.push_back({fmt::format("{} changed", held.text), held.place, held.text, "", ""});
    }
  }
  if (effects.passes.empty()) return fired;
  for (const EventChanges::Change& change : effects.passes.front().relations) {
    if (program_.relations[change.index].kind != RelationInfo::Kind::kTime || !HasInstant(change.index)) continue;
    fired.push_back(RelationChange(change.index, change.after != 0));
  }
  return fired;
}

// The variable in a slot, by the name that stands in the relation if one does; an expression has none.
const VariableInfo* EventLog::OperandOf(const RelationInfo& relation, Slot operand) const {
  const VariableInfo* first = nullptr;
  for (const VariableInfo& variable : program_.variables) {
    if (variable.slot != operand) continue;
    if (relation.text.find(variable.name) != std::string::npos) return &variable;
    if (first == nullptr) first = &variable;
  }
  return first;
}

// An element is known to its modeller by the component that the operand of its relations belongs to.
const std::vector<EventLog::Element>& EventLog::ElementsOf(const BlockCode& block) {
  const auto [entry, is_new] = elements_.try_emplace(&block);
  std::vector<Element>& elements = entry->second;
  if (!is_new) return elements;
  std::set<Slot> varying(block.unknowns.begin(), block.unknowns.end());
  varying.insert(block.inner.begin(), block.inner.end());
  for (int32_t i = block.operands.begin; i < block.operands.end; ++i) varying.insert(program_.code[i].dst);
  for (const int32_t index : block.relations) {
    const RelationInfo& relation = program_.relations[index];
    const VariableInfo* operand = OperandOf(relation, varying.contains(relation.left) ? relation.left : relation.right);
    const NameParts parts = operand != nullptr ? PartsOf(operand->name) : NameParts{};
    std::string name = relation.text;
    if (operand != nullptr) name = parts.component.empty() ? operand->name : parts.component;
    const auto same = std::ranges::find_if(elements, [&](const Element& e) { return e.name == name; });
    if (same != elements.end()) {
      same->relations.push_back(index);
      continue;
    }
    Element element{std::move(name), {index}, {}};
    for (size_t i = 0; operand != nullptr && i < program_.pres.size(); ++i) {
      if (variable_of_pre_[i] >= 0 && program_.pres[i].is_discrete && PartsOf(program_.pres[i].name) == parts) {
        element.discretes.push_back(static_cast<int32_t>(i));
      }
    }
    elements.push_back(std::move(element));
  }
  return elements;
}

EventSolve EventLog::Solve(const MixedOutcome& outcome) {
  EventSolve solve;
  for (const Element& element : ElementsOf(*outcome.block)) solve.elements.push_back(element.name);
  for (const Layer& layer : kLayers) {
    if (outcome.counts.*layer.count > 0) solve.layers.emplace_back(layer.name);
  }
  solve.trials = outcome.counts.mixed_trials;
  return solve;
}

EventPass EventLog::Pass(const EventEffects::Pass& pass) {
  EventPass described;
  described.changes = Changes(pass);
  for (const MixedOutcome& outcome : pass.mixed) described.solves.push_back(Solve(outcome));
  return described;
}

void EventLog::AddElements(const BlockCode& block, const EventEffects& effects, EventRecord& record) {
  for (const Element& element : ElementsOf(block)) {
    EventElement described;
    described.name = element.name;
    for (const int32_t index : element.discretes) {
      const PreInfo& pre = program_.pres[index];
      described.values.push_back(fmt::format("{} = {}", pre.name, Value(index, slots_[pre.variable])));
      described.changed = described.changed || Contains(effects.discretes, index);
    }
    for (const int32_t index : element.relations) {
      described.relations.push_back(runtime::Describe(program_.relations[index], slots_));
      described.changed = described.changed || Contains(effects.relations, index);
    }
    record.elements.push_back(std::move(described));
  }
}

EventRecord EventLog::Describe(double time, EventKind kind, const Crossing* crossing, const EventEffects& effects) {
  if (variable_of_pre_.empty()) FindVariables();
  EventRecord record;
  record.time = time;
  record.kind = kind;
  record.fired = Fired(crossing, effects);
  record.changes = Changes(effects);
  for (const MixedOutcome& outcome : initial_solves_) record.initial.push_back(Solve(outcome));
  for (const EventEffects::Pass& pass : effects.passes) record.passes.push_back(Pass(pass));
  if (effects.passes.empty()) return record;
  for (const MixedOutcome& outcome : effects.passes.back().mixed) {
    AddElements(*outcome.block, effects, record);
  }
  const bool only_ticked = !effects.ticks.empty() && record.fired.size() == effects.ticks.size();
  if (only_ticked &&
      std::ranges::none_of(record.elements, [](const EventElement& element) { return element.changed; })) {
    record.elements.clear();
  }
  return record;
}

}  // namespace stiction::runtime
