// What all block solvers of one system share.
#pragma once

#include <set>
#include <string>
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

  void Note(const std::string& text) {
    if (told.insert(text).second) notes.push_back(text);
  }
};

/// The value of relation `index` at the operands now in `slots`: literal at the initial time, else on the held side if
/// tied.
bool DecideRelation(const Program& program, int32_t index, const double* slots, bool held);

}  // namespace stiction::runtime
