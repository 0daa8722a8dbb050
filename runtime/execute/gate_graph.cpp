// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/gate_graph.h"

#include <algorithm>
#include <numeric>

#include "runtime/execute/operations.h"
#include "runtime/program/slot_kinds.h"

namespace stiction::runtime {

/// Makes the graph of the event system, actions and assertions.
struct GateGraph::Builder {
  const Program& program;
  const double* slots;
  SsaGraph& graph;
  std::vector<Node> node_of;
  std::vector<SlotKind> kinds;
  std::vector<char> is_gate;  // by slot: the left limit of a discrete variable
  std::vector<Node> roots;

  // Of continuous variables not even the left limit is known.
  void MarkLeftLimits() {
    is_gate.assign(program.initial_slots.size(), 0);
    for (const PreInfo& pre : program.pres) is_gate[static_cast<size_t>(pre.pre)] = pre.is_discrete ? 1 : 0;
  }

  Node NodeOf(Slot slot) {
    Node& node = node_of[static_cast<size_t>(slot)];
    if (node != kNoNode) return node;
    node = kinds[static_cast<size_t>(slot)] == SlotKind::kConstant
               ? graph.Constant(slots[slot])
               : graph.Leaf(slot, is_gate[static_cast<size_t>(slot)] != 0 ? Rank::kHeld : Rank::kVarying, 0);
    return node;
  }

  void Root(Slot slot) {
    if (slot != kNoSlot) roots.push_back(NodeOf(slot));
  }

  // Code that is not straight-line: all that it reads matters, all that it writes is unknown.
  void Opaque(const Instruction& i) {
    if (i.op == OpCode::kCall) {
      const Call& call = program.calls[static_cast<size_t>(i.a)];
      for (const Slot argument : call.arguments) Root(argument);
      for (const Slot result : call.results) {
        node_of[static_cast<size_t>(result)] = graph.Leaf(result, Rank::kVarying, 0);
      }
    } else if (i.op == OpCode::kJumpIfZero) {
      Root(i.b);
    }
  }

  void Execute(Range range) {
    int32_t jumps_until = range.begin;
    for (int32_t at = range.begin; at < range.end; ++at) {
      const Instruction& i = program.code[static_cast<size_t>(at)];
      if (i.op == OpCode::kJump || i.op == OpCode::kJumpIfZero) jumps_until = std::max(jumps_until, i.a);
      if (i.op >= OpCode::kCall) {
        Opaque(i);
        continue;
      }
      const auto operand = [&](Slot slot) { return slot == kNoSlot ? kNoNode : NodeOf(slot); };
      const Node a = operand(i.a), b = operand(i.b), c = operand(i.c);
      if (at < jumps_until) {
        // It may be skipped.
        for (const Slot slot : {i.a, i.b, i.c}) Root(slot);
        node_of[static_cast<size_t>(i.dst)] = graph.Leaf(i.dst, Rank::kVarying, 0);
      } else {
        node_of[static_cast<size_t>(i.dst)] = graph.Apply(i.op, a, b, c);
      }
    }
  }

  void Run() {
    MarkLeftLimits();
    graph.Reserve(program.initial_slots.size());
    node_of.assign(program.initial_slots.size(), kNoNode);
    for (const System* system : {&program.event_system, &program.continuous_system}) {
      for (const BlockCode& block : system->blocks) {
        for (const Range range : {block.assign, block.discrete, block.residual, block.jacobian, block.operands}) {
          Execute(range);
        }
        for (const Slot slot : block.residuals) Root(slot);
        for (const Slot slot : block.discrete_targets) Root(slot);
        for (const BlockCode::Entry& entry : block.entries) Root(entry.slot);
      }
      // Slots of a system as it leaves them; the next one computes some anew.
      for (const VariableInfo& variable : program.variables) Root(variable.slot);
      for (const StateInfo& state : program.states) Root(state.derivative);
      for (const PreInfo& pre : program.pres) Root(pre.variable);
      if (system == &program.continuous_system) break;
      for (const RelationInfo& relation : program.relations) {
        Root(relation.left);
        Root(relation.right);
      }
      for (const Range range : {program.thresholds, program.actions, program.assertion_code}) Execute(range);
      for (const RelationInfo& relation : program.relations) Root(relation.threshold);
      for (const ReinitInfo& reinit : program.reinits) {
        Root(reinit.condition);
        Root(reinit.value);
      }
      for (const TerminationInfo& termination : program.terminations) Root(termination.condition);
      for (const AssertionInfo& assertion : program.assertions) Root(assertion.condition);
    }
    Execute(program.delay_code);
    for (const DelayInfo& delay : program.delays) Root(delay.current);
    Execute(program.indicators);
    for (const RelationInfo& relation : program.relations) {
      Root(relation.left);
      Root(relation.right);
    }
    for (const HeldInfo& held : program.held) Root(held.current);
  }
};

GateGraph::GateGraph(const Program& program, const double* slots) {
  Builder builder{program, slots, graph_, {}, KindsOfSlots(program), {}, {}};
  builder.Run();
  for (const RelationInfo& relation : program.relations) {
    leaf_of_relation_.push_back(graph_.Leaf(relation.value, Rank::kVarying, 0));
  }
  const size_t count = graph_.nodes().size();
  is_root_.assign(count, 0);
  for (const Node root : builder.roots) is_root_[static_cast<size_t>(root)] = 1;
  FindParents();
  gate_of_.assign(count, -1);
  const auto make_gate = [&](Node node, int32_t order) {
    gate_of_[static_cast<size_t>(node)] = static_cast<int32_t>(gates_.size());
    gates_.push_back(graph_[node].slot);
    order_of_gate_.push_back(order);
  };
  for (size_t i = 0; i < count; ++i) {
    const SsaNode& node = graph_.nodes()[i];
    if (node.is_leaf() && node.rank == Rank::kHeld) make_gate(static_cast<Node>(i), -1);
  }
  for (size_t i = 0; i < program.relations.size(); ++i) {
    const bool is_watched = program.relations[i].kind == RelationInfo::Kind::kState;
    const bool is_always = !is_watched || is_root_[static_cast<size_t>(leaf_of_relation_[i])] != 0;
    make_gate(leaf_of_relation_[i], is_always ? -1 : static_cast<int32_t>(i));
  }
  can_be_known_.assign(count, 0);
  for (size_t i = 0; i < count; ++i) {
    const SsaNode& n = graph_.nodes()[i];
    const auto can = [&](Node operand) { return operand == kNoNode || can_be_known_[static_cast<size_t>(operand)]; };
    const bool is_gate = n.op == OpCode::kAnd || n.op == OpCode::kOr || n.op == OpCode::kSelect;
    can_be_known_[i] = n.is_leaf() || n.rank == Rank::kConstant ? n.rank == Rank::kConstant || gate_of_[i] >= 0
                       : is_gate                                ? can(n.a) || can(n.b) || can(n.c)
                                                                : can(n.a) && can(n.b) && can(n.c);
  }
  seen_.assign(count, 0);
  evaluated_.assign(count, 0);
  value_of_.resize(count);
}

void GateGraph::FindParents() {
  const std::vector<SsaNode>& nodes = graph_.nodes();
  const auto for_each = [&](const auto& visit) {
    for (size_t i = 0; i < nodes.size(); ++i) {
      for (const Node operand : {nodes[i].a, nodes[i].b, nodes[i].c}) {
        if (operand != kNoNode) visit(static_cast<size_t>(operand), static_cast<Node>(i));
      }
    }
  };
  first_parent_.assign(nodes.size() + 1, 0);
  for_each([&](size_t operand, Node) { ++first_parent_[operand + 1]; });
  std::partial_sum(first_parent_.begin(), first_parent_.end(), first_parent_.begin());
  parents_.resize(static_cast<size_t>(first_parent_.back()));
  std::vector<int32_t> next = first_parent_;
  for_each([&](size_t operand, Node parent) { parents_[static_cast<size_t>(next[operand]++)] = parent; });
}

GateGraph::Abstract GateGraph::Evaluate(Node node) {
  const auto at = static_cast<size_t>(node);
  const SsaNode& n = graph_[node];
  if (!can_be_known_[at]) return {};
  if (n.rank == Rank::kConstant) return {true, n.value};
  if (n.is_leaf()) {
    if (order_of_gate_[static_cast<size_t>(gate_of_[at])] >= asked_) return {};
    consulted_.push_back(gate_of_[at]);
    return {true, slots_[n.slot]};
  }
  if (evaluated_[at] == query_) return value_of_[at];
  evaluated_[at] = query_;
  Abstract result;
  const auto get = [&](Node operand) { return operand == kNoNode ? Abstract{true, 0} : Evaluate(operand); };
  const Abstract a = get(n.a);
  if (n.op == OpCode::kSelect && a.is_known) {
    result = get(a.value != 0 ? n.b : n.c);
  } else {
    const Abstract b = get(n.b);
    if (n.op == OpCode::kAnd || n.op == OpCode::kOr) {
      const bool decisive = n.op == OpCode::kOr;
      for (const Abstract& one : {a, b}) {
        if (one.is_known && (one.value != 0) == decisive) result = {true, decisive ? 1.0 : 0.0};
      }
    }
    if (!result.is_known) {
      const Abstract c = get(n.c);
      if (a.is_known && b.is_known && c.is_known) {
        double values[4] = {a.value, b.value, c.value, 0};
        ExecuteScalar({n.op, 3, 0, 1, 2}, values);
        result = {true, values[3]};
      } else if (n.op == OpCode::kSelect && b.is_known && c.is_known && b.value == c.value) {
        result = b;
      }
    }
  }
  value_of_[at] = result;
  return result;
}

bool GateGraph::Reaches(int32_t relation, const double* slots) {
  ++query_;
  asked_ = relation;
  slots_ = slots;
  consulted_.clear();
  const bool reaches = Ask();
  std::sort(consulted_.begin(), consulted_.end());
  consulted_.erase(std::unique(consulted_.begin(), consulted_.end()), consulted_.end());
  return reaches;
}

bool GateGraph::Ask() {
  std::vector<Node>& open = open_;
  open.assign(1, leaf_of_relation_[static_cast<size_t>(asked_)]);
  seen_[static_cast<size_t>(open[0])] = query_;
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    if (is_root_[static_cast<size_t>(node)]) return true;
    for (int32_t k = first_parent_[static_cast<size_t>(node)]; k < first_parent_[static_cast<size_t>(node) + 1]; ++k) {
      const Node parent = parents_[static_cast<size_t>(k)];
      if (seen_[static_cast<size_t>(parent)] == query_) continue;
      const SsaNode& p = graph_[parent];
      if (p.op == OpCode::kSelect && p.a != node) {
        const Abstract condition = Evaluate(p.a);
        if (condition.is_known && (condition.value != 0 ? p.b : p.c) != node) continue;
      }
      seen_[static_cast<size_t>(parent)] = query_;
      if (!Evaluate(parent).is_known) open.push_back(parent);
    }
  }
  return false;
}

}  // namespace stiction::runtime
