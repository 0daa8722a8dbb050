// SPDX-License-Identifier: BSD-3-Clause
// What the value of a relation reaches at present: one behind a gate that is held shut decides nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/execute/ssa_graph.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// The event system, the continuous system, actions and assertions as one graph. Parameters, the left limits of
/// discrete variables and relations that stand before the one asked about in Program::relations count with their
/// values, as do all that change at events only; the other relations, continuous variables and time as unknown. In
/// `pre(mode) == Stuck and sa > peak` the relation matters while pre(mode) is Stuck, in `h <= 0 and v < 0` the second
/// one while h <= 0. The first one matters whatever the second one is: of two that shut each other off, one has to be
/// watched. The members beyond the usual number are tables of the graph by node and by gate, made once.
class GateGraph {
 public:
  /// @param slots with the values of parameters
  GateGraph(const Program& program, const double* slots);

  /// The relation reaches anything but other relations' gates: a variable, an equation, a condition.
  bool Reaches(int32_t relation, const double* slots);
  /// Gates on whose values the last answer depends, ascending.
  const std::vector<int32_t>& consulted() const { return consulted_; }

  /// Slots of left limits and relations that open and shut, by gate.
  const std::vector<Slot>& gates() const { return gates_; }
  int32_t GateOf(int32_t relation) const {
    return gate_of_[static_cast<size_t>(leaf_of_relation_[static_cast<size_t>(relation)])];
  }

 private:
  struct Abstract {
    bool is_known = false;
    double value = 0;
  };
  struct Builder;

  void FindParents();
  Abstract Evaluate(Node node);
  bool Ask();

  SsaGraph graph_;
  std::vector<Node> leaf_of_relation_;
  std::vector<char> is_root_;           // by node
  std::vector<char> can_be_known_;      // by node: whatever the gates are, if 0 it is not
  std::vector<Node> parents_;           // of all nodes, one after the other
  std::vector<int32_t> first_parent_;   // by node: of parents_; one more at the end
  std::vector<Slot> gates_;             // held leaves and relations
  std::vector<int32_t> order_of_gate_;  // the last relation whose value it does not tell anything of; -1: none
  std::vector<int32_t> gate_of_;        // by node: of gates_, -1: none
  // Of one question
  std::vector<int32_t> seen_, evaluated_;  // by node: number of the question
  std::vector<Abstract> value_of_;         // by node
  std::vector<int32_t> consulted_;         // gates
  std::vector<Node> open_;
  const double* slots_ = nullptr;
  int32_t query_ = 0, asked_ = 0;  // number, and the relation
};

}  // namespace stiction::runtime
