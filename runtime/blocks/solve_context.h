// SPDX-License-Identifier: BSD-3-Clause
// State shared by all block solvers of one system.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/blocks/solve_outcome.h"
#include "runtime/execute/gate_graph.h"
#include "runtime/execute/tape.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

struct SolveContext {
  const Program& program;
  Tape& tape;
  SolveStatistics& statistics;
  std::vector<std::string> notes;  // not yet taken
  std::set<std::string> told;      // every note ever made: each is told once
  bool holds_back = false;         // least-norm solutions are told when the pass that took them has settled
  LeastNormNotes held_back = {};
  long least_norms_taken = 0;  // told, held back or dropped
  std::vector<AcceptedRounding> accepted_roundings = {};
  ValueChanges changes = {};  // of left limits and relations, since the solve before

  std::unique_ptr<GateGraph> gates = {};  // made at the first question

  /// A relation that decides nothing at present, whatever it is. Before parameters are known: none.
  bool IsShut(int32_t relation, const double* slots) {
    if (IsInitial(slots)) return false;
    if (!gates) gates = std::make_unique<GateGraph>(program, slots);
    return !gates->Reaches(relation, slots);
  }

  std::vector<Slot> start_of = {};  // by slot; filled at the first question

  /// The start value of a variable; kNoSlot if it has none.
  Slot StartOf(Slot variable) {
    if (start_of.empty()) {
      start_of.assign(program.initial_slots.size(), kNoSlot);
      for (const StartInfo& info : program.starts_of) start_of[static_cast<size_t>(info.variable)] = info.start;
    }
    return start_of[static_cast<size_t>(variable)];
  }

  bool IsInitial(const double* slots) const { return program.initial != kNoSlot && slots[program.initial] != 0; }

  void Note(const std::string& text) {
    if (told.insert(text).second) notes.push_back(text);
  }
};

}  // namespace stiction::runtime
