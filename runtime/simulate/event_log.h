// SPDX-License-Identifier: BSD-3-Clause
// What an event changed, in the names of the model.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/events/iterate/event_iteration.h"
#include "runtime/events/locate/crossing_search.h"
#include "runtime/program/program.h"
#include "runtime/simulate/event_record.h"

namespace stiction::runtime {

/// Writes values and changes of variables as their modeller knows them: literals, false and true, shortest numbers.
class EventLog {
 public:
  explicit EventLog(const Program& program) : program_(program) {}

  /// Relations, then discrete variables, then states, each in order of number.
  /// @param crossing what fired; nullptr: time did
  /// @param slots at the end of the event
  /// @param initial how the mixed blocks of the initial system were solved; empty but at the start
  EventRecord Describe(double time, EventKind kind, const Crossing* crossing, const EventEffects& effects,
                       const double* slots, const std::vector<MixedOutcome>& initial);

 private:
  /// Relations of one mixed block that share a varying operand.
  struct Element {
    std::string name;
    std::vector<int32_t> relations;  // of Program::relations
    std::vector<int32_t> discretes;  // of Program::pres: those beside the operand
  };

  void FindVariables();
  std::string Value(int32_t pre, double value) const;
  EventChange RelationChange(int32_t relation, bool after) const;
  std::vector<EventChange> Changes(const std::vector<EventEffects::Change>& relations,
                                   const std::vector<EventEffects::Change>& discretes,
                                   const std::vector<EventEffects::Change>& states,
                                   const std::vector<int32_t>& reinits) const;
  std::vector<EventChange> Fired(const Crossing* crossing, const EventEffects& effects, const double* slots) const;
  EventSolve Solve(const MixedOutcome& outcome);
  EventPass Pass(const EventEffects::Pass& pass);
  void AddElements(const BlockCode& block, const EventEffects& effects, const double* slots, EventRecord& record);
  const std::vector<Element>& ElementsOf(const BlockCode& block);
  const VariableInfo* OperandOf(const RelationInfo& relation, Slot operand) const;

  const Program& program_;
  std::vector<int32_t>
      variable_of_pre_;  // in Program::variables, or -1: a generated variable; made for the first event
  std::unordered_map<const BlockCode*, std::vector<Element>> elements_;  // looked up only: its order reaches nothing
};

}  // namespace stiction::runtime
