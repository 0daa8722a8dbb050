// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/causal/verify.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include "compiler/support/check.h"

namespace stiction::ir {
namespace {

template <class Visit>
void ForEachLeaf(const ExprPool& pool, ExprId e, const Visit& visit) {
  std::vector<ExprId> stack = {e};
  std::unordered_set<ExprId> seen = {e};
  while (!stack.empty()) {
    const ExprNode& node = pool[stack.back()];
    stack.pop_back();
    visit(node);
    for (const ExprId arg : node.args) {
      if (seen.insert(arg).second) stack.push_back(arg);
    }
  }
}

class SystemVerifier {
 public:
  SystemVerifier(const CausalModel& model, std::string_view name, const BlockSystem& system)
      : model_(model),
        dae_(model.dae),
        pool_(*model.dae.pool),
        name_(name),
        system_(system),
        block_of_variable_(dae_.variables.size(), kKnown),
        block_of_pre_(dae_.variables.size(), kKnown),
        block_of_relation_(dae_.relations.size(), kKnown),
        block_of_held_(dae_.held_values.size(), kKnown),
        uses_(dae_.equations.size() + dae_.initial_equations.size() + model.start_conditions.size(), 0) {}

  void Run() {
    for (size_t b = 0; b < system_.blocks.size(); ++b) Define(static_cast<int>(b));
    for (size_t b = 0; b < system_.blocks.size(); ++b) VerifyBlock(static_cast<int>(b));
  }
  bool Defines(VariableId v) const { return block_of_variable_[v.index()] != kKnown; }
  int Uses(size_t equation) const { return uses_[equation]; }

 private:
  static constexpr int kKnown = -1;  // no unknown of this system

  void Claim(int& block_of, int b) {
    CHECK(block_of == kKnown, "{}: block {} defines what block {} defines", name_, b, block_of);
    block_of = b;
  }

  void Define(int b) {
    const Block& block = system_.blocks[static_cast<size_t>(b)];
    CHECK(block.unknowns.size() == block.equations.size(), "{}: block {} has {} unknowns, {} equations", name_, b,
          block.unknowns.size(), block.equations.size());
    for (const VariableId v : block.unknowns) {
      if (block.is_pre) {
        Claim(block_of_pre_[v.index()], b);
        continue;
      }
      CHECK(!dae_.variables[v.index()].alias, "{}: block {} defines the alias {}", name_, b,
            dae_.variables[v.index()].name);
      Claim(block_of_variable_[v.index()], b);
    }
    for (const RelationId r : block.relations) Claim(block_of_relation_[r.index()], b);
    for (const int32_t h : block.held) Claim(block_of_held_[static_cast<size_t>(h)], b);
    if (block.is_pre) return;  // its equation may be checked besides
    for (const EquationId e : block.equations) {
      ++uses_[e.index()];
      CHECK(uses_[e.index()] == 1, "{}: equation {} twice", name_, e.value);
    }
  }

  void Reads(ExprId e, int b) const {
    ForEachLeaf(pool_, e, [&](const ExprNode& node) {
      const size_t i = static_cast<size_t>(node.payload);
      const int from = node.op == Op::kVariable   ? block_of_variable_[i]
                       : node.op == Op::kPre      ? block_of_pre_[i]
                       : node.op == Op::kRelation ? block_of_relation_[i]
                       : node.op == Op::kHeld     ? block_of_held_[i]
                                                  : kKnown;
      CHECK(from <= b, "{}: block {} reads from block {}", name_, b, from);
    });
  }

  void VerifyBlock(int b) const {
    const Block& block = system_.blocks[static_cast<size_t>(b)];
    for (const EquationId id : block.equations) {
      const DaeEquation equation = model_.Equation(id);
      if (!equation.is_discrete && !block.is_pre) Reads(equation.left, b);
      Reads(block.is_pre ? block.solution : equation.right, b);
    }
    for (const RelationId r : block.relations) {
      Reads(dae_.relations[r.index()].left, b);
      Reads(dae_.relations[r.index()].right, b);
    }
    for (const int32_t h : block.held) Reads(dae_.held_values[static_cast<size_t>(h)].expression, b);
    switch (block.kind) {
      case BlockKind::kExplicit:
        CHECK(block.unknowns.size() == 1 && block.solution, "{}: explicit block {}", name_, b);
        ForEachLeaf(pool_, block.solution, [&](const ExprNode& node) {
          CHECK(node.op != (block.is_pre ? Op::kPre : Op::kVariable) || node.payload != block.unknowns.front().value,
                "{}: block {} reads its unknown", name_, b);
        });
        Reads(block.solution, b);
        break;
      case BlockKind::kRelation:
        CHECK(block.unknowns.empty() && block.relations.size() + block.held.size() == 1, "{}: relation block {}", name_,
              b);
        break;
      case BlockKind::kLinear:
      case BlockKind::kNonlinear:
        CHECK(block.relations.empty() && block.held.empty() && block.discrete.empty(), "{}: block {} is mixed", name_,
              b);
        break;
      case BlockKind::kMixed:
        CHECK(!block.relations.empty() || !block.held.empty() || !block.discrete.empty(), "{}: block {} is not mixed",
              name_, b);
        break;
    }
    if (!block.tearing.empty() || !block.assignments.empty()) VerifyTearing(block, b);
  }

  void VerifyTearing(const Block& block, int b) const {
    CHECK(block.tearing.size() == block.residuals.size(), "{}: block {} tears {} for {} residuals", name_, b,
          block.tearing.size(), block.residuals.size());
    CHECK(block.tearing.size() + block.assignments.size() + block.discrete.size() == block.unknowns.size(),
          "{}: block {} does not cover its unknowns", name_, b);
    std::unordered_set<VariableId> open(block.unknowns.begin(), block.unknowns.end());
    std::unordered_set<EquationId> used;
    for (const VariableId v : block.tearing) CHECK(open.erase(v) == 1, "{}: block {} tears {}", name_, b, v.value);
    for (const Assignment& a : block.discrete) open.erase(a.variable);
    for (const Assignment& a : block.assignments) {
      ForEachLeaf(pool_, a.solution, [&](const ExprNode& node) {
        CHECK(node.op != Op::kVariable || !open.contains(VariableId(node.payload)),
              "{}: block {} reads an unknown before it is assigned", name_, b);
      });
      CHECK(open.erase(a.variable) == 1, "{}: block {} assigns {} twice", name_, b, a.variable.value);
      used.insert(a.equation);
    }
    for (const EquationId e : block.residuals) used.insert(e);
    for (const Assignment& a : block.discrete) used.insert(a.equation);
    CHECK(open.empty() && used.size() == block.equations.size(), "{}: block {} does not use its equations", name_, b);
  }

  const CausalModel& model_;
  const Dae& dae_;
  const ExprPool& pool_;
  std::string_view name_;
  const BlockSystem& system_;
  std::vector<int> block_of_variable_, block_of_pre_, block_of_relation_, block_of_held_;
  std::vector<int> uses_;  // by equation, numbered as in Block::equations
};

/// @param is_invariant by equation; set
void VerifyInvariants(const CausalModel& model, std::vector<char>& is_invariant) {
  std::vector<VariableId> constrained;
  for (const InvariantSet& set : model.invariants) {
    CHECK(!set.equations.empty(), "a set without invariants");
    for (const EquationId e : set.equations) is_invariant[e.index()] = 1;
    constrained.insert(constrained.end(), set.states.begin(), set.states.end());
  }
  std::ranges::sort(constrained);
  CHECK(std::ranges::adjacent_find(constrained) == constrained.end(), "a state is in two sets of invariants");
  for (const VariableId v : constrained) {
    CHECK(std::ranges::binary_search(model.states, v), "an invariant of {}, which is no state", v.value);
  }
}

}  // namespace

void Verify(const CausalModel& model) {
  const Dae& dae = model.dae;
  SystemVerifier continuous(model, "continuous", model.continuous);
  SystemVerifier event(model, "event", model.event);
  SystemVerifier initial(model, "initial", model.initial);
  continuous.Run();
  event.Run();
  initial.Run();
  std::vector<char> is_invariant(dae.equations.size(), 0), is_redundant(dae.equations.size(), 0);
  VerifyInvariants(model, is_invariant);
  for (const EquationId e : model.redundant_initial) {
    if (e.index() < is_redundant.size()) is_redundant[e.index()] = 1;
  }
  for (size_t e = 0; e < dae.equations.size(); ++e) {
    const bool only_at_events = dae.equations[e].holds_at_events_only;
    const bool is_continuous = !dae.equations[e].is_discrete && !only_at_events && !is_invariant[e];
    CHECK(continuous.Uses(e) == (is_continuous ? 1 : 0), "continuous: equation {}", e);
    CHECK(event.Uses(e) == (is_invariant[e] ? 0 : 1), "event: equation {}", e);
    // What stands for it on the path is an initial equation.
    const bool has_path = static_cast<bool>(dae.equations[e].path_left);
    const bool is_left_out = only_at_events || has_path || (is_invariant[e] && is_redundant[e]);
    CHECK(initial.Uses(e) == (is_left_out ? 0 : 1), "initial: equation {}", e);
  }
  CHECK(model.states.size() == model.derivatives.size(), "{} states, {} derivatives", model.states.size(),
        model.derivatives.size());
  for (size_t i = 0; i < model.states.size(); ++i) {
    const VariableId x = model.states[i];
    CHECK(dae.variables[x.index()].derivative == model.derivatives[i], "derivative of state {}", x.value);
    const bool may_jump = std::ranges::any_of(dae.jumps, [x](const Jump& jump) { return jump.state == x; });
    CHECK(!continuous.Defines(x) && event.Defines(x) == may_jump, "state {} is an unknown", x.value);
    CHECK(initial.Defines(x), "state {} has no initial value", x.value);
  }
  for (const EquationId e : model.redundant_initial) {
    CHECK(initial.Uses(e.index()) == 0, "redundant initial equation {} is used", e.value);
  }
}

}  // namespace stiction::ir
