// SPDX-License-Identifier: BSD-3-Clause
// Relevance of relations at present: one behind a gate that a discrete variable holds shut need not be watched.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "runtime/events/locate/crossing.h"
#include "runtime/execute/gate_graph.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Tells for each relation of kind kState whether GateGraph::Reaches. What an irrelevant relation's value will be when
/// its gate opens is found by the event that opens it.
class Relevance {
 public:
  /// @param slots with the values of parameters
  Relevance(const Program& program, const double* slots);

  /// Takes over the relations and the left limits of discrete variables now in the slots.
  /// @returns whether the relevance of any relation changed
  bool Update(const double* slots);

  /// The same where at most these have changed since.
  bool Update(const double* slots, const HeldChanges& changes);

  /// Relations whose relevance the last Update changed; until the next one.
  std::span<const int32_t> changed() const { return changed_; }

  bool IsRelevant(int32_t relation) const { return relevant_[static_cast<size_t>(relation)] != 0; }

  /// Relations whose relevance has been a matter of this one's value, ascending; until the next Update.
  std::span<const int32_t> BehindGate(int32_t relation) const {
    const int32_t gate = graph_.GateOf(relation);
    if (gate < 0) return {};
    return asked_by_[static_cast<size_t>(gate)];
  }

 private:
  char Ask(int32_t relation, const double* slots);
  void LookAt(size_t gate, const double* slots);
  bool AskAgain(const double* slots);
  bool Turn(size_t gate, const double* slots);

  GateGraph graph_;
  std::vector<double> gate_values_;             // as last seen
  std::vector<std::vector<int32_t>> asked_by_;  // by gate: relations whose relevance it was asked for, ascending
  /// Relations whose relevance changes when one gate alone takes another value, and decides alone.
  struct Turned {
    double from, to;
    std::vector<int32_t> changed;
  };
  std::vector<std::vector<Turned>> turns_;  // by gate: those known
  std::vector<char> shares_;                // by gate: some answer depends on others as well
  std::vector<char> relevant_;              // by relation
  std::vector<int32_t> gate_of_pre_;        // by Program::pres, -1: none
  std::vector<int32_t> again_, found_;      // relations
  std::span<const int32_t> changed_;        // likewise
  std::vector<size_t> turned_;              // gates
  bool first_ = true;
};

}  // namespace stiction::runtime
