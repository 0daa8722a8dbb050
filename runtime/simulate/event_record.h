// SPDX-License-Identifier: BSD-3-Clause
// One entry of the event log: plain data in the names of the model.
#pragma once

#include <string>
#include <vector>

namespace stiction::runtime {

enum class EventKind {
  kStart,    // the event iteration at the start time
  kTime,     // at a time known before
  kState,    // a relation or an integer part was seen to change between two steps
  kInstant,  // the mode that the event before ended in agreed with the equations at its time only
  kEnd       // terminal()
};

/// One change of a relation, a discrete variable or a state (reinit) at an event.
struct EventChange {
  std::string what;           // "brake.mode: Stuck -> Forward", "brake.sa > brake.f0_max became true"
  std::string place;          // "file:line:column"
  std::string name;           // of the variable, or the text of the relation
  std::string before, after;  // literals, false and true, shortest numbers; empty if nothing has a value (a tick)
};

/// One mixed block that was solved in a pass.
struct EventSolve {
  std::vector<std::string> elements;  // by name
  std::vector<std::string> layers;    // that solved it, or parts of it
  long trials = 0;                    // configurations of relations solved on the way; 0: not counted
};

/// One pass of the event iteration (MLS App. B).
struct EventPass {
  std::vector<EventChange> changes;
  std::vector<EventSolve> solves;
};

/// A relation as it holds after the event.
struct EventRelation {
  std::string text;
  std::string place;
  bool holds = false;
  std::string op;              // ">"
  double left = 0, right = 0;  // its operands
  bool is_tied = false;        // it holds, or not, because it did before: as written, its operands say otherwise
};

/// An element of a mixed block with the relations that put it into its mode: why it is stuck.
struct EventElement {
  std::string name;
  std::vector<std::string> values;  // of the discrete variables beside its operand: "mode = Stuck"
  std::vector<EventRelation> relations;
  bool changed = false;  // one of its relations, at this event
};

struct EventRecord {
  double time = 0;
  EventKind kind = EventKind::kState;
  std::vector<EventChange> fired;      // what made the event
  std::vector<EventSolve> initial;     // at the start: mixed blocks of the initial system
  std::vector<EventPass> passes;       // all, also the last one, in which nothing changed
  std::vector<EventElement> elements;  // of all mixed blocks; none if a sample ticked and they stay as they were
  std::vector<EventChange> changes;    // of the whole event: relations, then discrete variables, then states
  std::string failure;                 // why it could not be handled; empty: it was
};

}  // namespace stiction::runtime
