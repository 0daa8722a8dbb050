// What all block solvers of one system share.
#pragma once

#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "runtime/evaluate/tape.h"
#include "runtime/program/program.h"
#include "runtime/solve/system_solver.h"

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

  std::unordered_map<Slot, Slot> start_of;  // filled at the first question

  /// The start value of a variable; kNoSlot if it has none.
  Slot StartOf(Slot variable) {
    if (start_of.empty()) {
      for (const StartInfo& info : program.starts_of) start_of[info.variable] = info.start;
    }
    const auto found = start_of.find(variable);
    return found == start_of.end() ? kNoSlot : found->second;
  }

  void Note(const std::string& text) {
    if (told.insert(text).second) notes.push_back(text);
  }
};

/// The value of relation `index` at the operands now in `slots`: literal at the initial time, else on the held side if
/// tied.
bool DecideRelation(const Program& program, int32_t index, const double* slots, bool held);

}  // namespace stiction::runtime
