// SPDX-License-Identifier: BSD-3-Clause
// The event log of a run.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/events/iterate/event_iteration.h"
#include "runtime/events/locate/crossing_search.h"
#include "runtime/program/program.h"
#include "runtime/program/value_texts.h"
#include "runtime/simulate/event_record.h"

namespace stiction::runtime {

/// Reports events in the names of the model, with values as its modeller knows them: literals, false and true, names
/// of constants, shortest numbers.
class EventLog {
 public:
  using Observer = std::function<void(const EventRecord&)>;

  /// @param observer gets the records; if it is empty nothing is described
  /// @pre all outlive this
  EventLog(const Program& program, const double* slots, const Observer& observer)
      : program_(program), slots_(slots), observer_(observer) {}

  /// The solves of the mixed blocks of the initial system, to be filled before the first event; null: not wanted.
  std::vector<MixedOutcome>* initial_solves() { return observer_ ? &initial_solves_ : nullptr; }

  /// An event that changes nothing is not reported, but for the start: it shows which elements stick, and why.
  /// @param crossing what fired; nullptr: time did
  /// @param failure why it could not be handled; empty: it was
  /// @pre the slots are those at its end
  void Report(double time, EventKind kind, const Crossing* crossing, const EventEffects& effects,
              std::string_view failure);

 private:
  /// Relations of one mixed block that share a varying operand.
  struct Element {
    std::string name;
    std::vector<int32_t> relations;  // of Program::relations
    std::vector<int32_t> discretes;  // of Program::pres: those beside the operand
  };

  /// Relations, then discrete variables, then states, each in order of number.
  EventRecord Describe(double time, EventKind kind, const Crossing* crossing, const EventEffects& effects);
  void FindVariables();
  std::string Value(int32_t pre, double value) const;
  bool HasInstant(int32_t relation) const;
  EventChange RelationChange(int32_t relation, bool after) const;
  std::vector<EventChange> Changes(const EventChanges& changes) const;
  const std::string& PlaceOfCause(int32_t cause) const;
  std::vector<EventChange> Fired(const Crossing* crossing, const EventEffects& effects) const;
  EventSolve Solve(const MixedOutcome& outcome);
  EventPass Pass(const EventEffects::Pass& pass);
  void AddElements(const BlockCode& block, const EventEffects& effects, EventRecord& record);
  const std::vector<Element>& ElementsOf(const BlockCode& block);
  const VariableInfo* OperandOf(const RelationInfo& relation, Slot operand) const;

  const Program& program_;
  const double* slots_;
  const Observer& observer_;
  std::vector<MixedOutcome> initial_solves_;
  // Made for the first event:
  std::vector<int32_t> variable_of_pre_;  // in Program::variables, or -1: a generated variable
  std::optional<ValueTexts> value_texts_;
  std::unordered_map<const BlockCode*, std::vector<Element>> elements_;  // looked up only: its order reaches nothing
};

}  // namespace stiction::runtime
