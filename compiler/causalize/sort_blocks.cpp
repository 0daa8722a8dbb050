// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/sort_blocks.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "compiler/graph/blocks.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/degrees.h"
#include "compiler/symbolic/solve.h"

namespace stiction {
namespace {

using Kind = MatchedUnknown::Kind;

class Sorter {
 public:
  Sorter(const ir::Dae& dae, const std::vector<MatchedUnknown>& matched,
         const std::function<bool(ir::VariableId)>& is_parameter, SharedByEquations& shared,
         const std::vector<GuessNeed>& guesses, const std::vector<BlockTie>& ties)
      : dae_(dae),
        matched_(matched),
        is_parameter_(is_parameter),
        shared_(shared),
        guesses_(guesses),
        ties_(ties),
        needs_(static_cast<int32_t>(matched.size())) {}

  ir::BlockSystem Run() {
    FindDependencies();
    ir::BlockSystem system;
    const std::vector<std::vector<int32_t>> components = graph::StrongComponents(needs_);
    system.blocks.reserve(components.size());
    for (const std::vector<int32_t>& component : components) {
      system.blocks.push_back(MakeBlock(component));
    }
    return system;
  }

 private:
  const MatchedUnknown& At(int32_t node) const { return matched_[static_cast<size_t>(node)]; }

  void FindDependencies() {
    std::vector<int32_t> node_of_variable(dae_.variables.size(), -1);
    std::vector<int32_t> node_of_pre(dae_.variables.size(), -1);
    std::vector<int32_t> node_of_relation(dae_.relations.size(), -1);
    std::vector<int32_t> node_of_held(dae_.held_values.size(), -1);
    for (size_t i = 0; i < matched_.size(); ++i) {
      const MatchedUnknown& m = matched_[i];
      const int32_t node = static_cast<int32_t>(i);
      if (m.variable) (m.kind == Kind::kPre ? node_of_pre : node_of_variable)[m.variable.index()] = node;
      if (m.relation) node_of_relation[m.relation.index()] = node;
      if (m.held >= 0) node_of_held[static_cast<size_t>(m.held)] = node;
    }
    std::vector<int32_t> row;
    for (const MatchedUnknown& m : matched_) {
      const OccurrenceLists found = OccurrencesIn(m);
      row.clear();
      for (const ir::VariableId v : found.variables) row.push_back(node_of_variable[v.index()]);
      for (const ir::VariableId v : found.pre) row.push_back(node_of_pre[v.index()]);
      for (const ir::RelationId r : found.relations) row.push_back(node_of_relation[r.index()]);
      for (const int32_t h : found.held) row.push_back(node_of_held[static_cast<size_t>(h)]);
      for (const BlockTie& tie : ties_) {
        if (m.kind == Kind::kReal && tie.variable == m.variable) row.push_back(node_of_variable[tie.other.index()]);
      }
      std::erase(row, -1);
      needs_.AddRow(row);
    }
    if (!guesses_.empty()) AddGuesses(node_of_variable);
  }

  // An edge from a node that the parameter does not need closes no circle.
  void AddGuesses(const std::vector<int32_t>& node_of_variable) {
    std::vector<std::vector<int32_t>> rows;
    for (int32_t node = 0; node < needs_.row_count(); ++node) {
      rows.emplace_back(needs_.Row(node).begin(), needs_.Row(node).end());
    }
    std::map<int32_t, std::vector<int32_t>> variables_of;  // by parameter
    for (const GuessNeed& guess : guesses_) {
      variables_of[node_of_variable[guess.parameter.index()]].push_back(node_of_variable[guess.variable.index()]);
    }
    for (const auto& [parameter, variables] : variables_of) {
      std::vector<char> is_needed(rows.size(), 0);
      std::vector<int32_t> stack{parameter};
      is_needed[static_cast<size_t>(parameter)] = 1;
      while (!stack.empty()) {
        const int32_t node = stack.back();
        stack.pop_back();
        for (const int32_t next : rows[static_cast<size_t>(node)]) {
          if (!std::exchange(is_needed[static_cast<size_t>(next)], 1)) stack.push_back(next);
        }
      }
      for (const int32_t variable : variables) {
        std::vector<int32_t>& row = rows[static_cast<size_t>(variable)];
        const bool has_edge = std::find(row.begin(), row.end(), parameter) != row.end();
        if (!is_needed[static_cast<size_t>(variable)] && !has_edge) row.push_back(parameter);
      }
    }
    needs_ = graph::BipartiteGraph(needs_.column_count());
    for (const std::vector<int32_t>& row : rows) needs_.AddRow(row);
  }

  OccurrenceLists OccurrencesIn(const MatchedUnknown& m) {
    ModelOccurrences& occurrences = shared_.occurrences();
    const bool is_of_model = m.equation && m.equation.index() < dae_.equations.size();
    switch (m.kind) {
      case Kind::kReal:
        return is_of_model ? occurrences.In(m.equation) : occurrences.In(m.left, m.right);
      case Kind::kDiscrete:
      case Kind::kPre:
        return is_of_model ? occurrences.InRight(m.equation) : occurrences.In({}, m.right);
      case Kind::kRelation:
        return occurrences.In(m.relation);
      case Kind::kHeld:
        break;
    }
    return occurrences.In({}, m.left);
  }

  ir::Block MakeBlock(const std::vector<int32_t>& component) {
    ir::Block block;
    if (component.size() == 1) {
      const MatchedUnknown& m = At(component.front());
      if (m.variable) {
        block.unknowns = {m.variable};
        block.equations = {m.equation};
      }
      switch (m.kind) {
        case Kind::kReal:
          MakeReal(m, block);
          return block;
        case Kind::kRelation:
          block.kind = ir::BlockKind::kRelation;
          block.relations = {m.relation};
          return block;
        case Kind::kHeld:
          block.kind = ir::BlockKind::kRelation;
          block.held = {m.held};
          return block;
        case Kind::kDiscrete:
        case Kind::kPre: {
          const std::span<const int32_t> row = needs_.Row(component.front());
          if (std::find(row.begin(), row.end(), component.front()) != row.end()) break;
          block.kind = ir::BlockKind::kExplicit;
          block.solution = m.right;
          block.is_pre = m.kind == Kind::kPre;
          return block;
        }
      }
    }
    return MakeLoop(component);
  }

  void MakeReal(const MatchedUnknown& m, ir::Block& block) {
    using symbolic::Linearity;
    ir::Assignment* known = shared_.SolutionOf(m.equation);
    if (known && known->solution && known->variable == m.variable) {
      block.kind = ir::BlockKind::kExplicit;
      block.solution = known->solution;
      return;
    }
    switch (symbolic::ClassifyLinearity(*dae_.pool, m.left, m.right, m.variable, is_parameter_)) {
      case Linearity::kUnit:
      case Linearity::kConstant: {
        const std::optional<ir::ExprId> solution = symbolic::SolveLinear(*dae_.pool, m.left, m.right, m.variable);
        CHECK(solution, "linear equation {} not solved", m.equation.value);
        block.kind = ir::BlockKind::kExplicit;
        block.solution = *solution;
        if (known) *known = {m.variable, *solution, m.equation};
        return;
      }
      case Linearity::kParameter:
      case Linearity::kVarying:
      case Linearity::kAbsent:  // occurs, but cancels: the solver finds the zero coefficient and checks the residual
        block.kind = ir::BlockKind::kLinear;
        block.is_linear = true;
        return;
      case Linearity::kNonlinear:
        block.kind = ir::BlockKind::kNonlinear;
        return;
    }
  }

  ir::Block MakeLoop(const std::vector<int32_t>& component) {
    ir::Block block;
    std::vector<int32_t> discrete;
    std::vector<std::pair<ir::ExprId, ir::ExprId>> sides;
    const std::vector<int32_t> coupled = CoupledReals(component);
    for (const int32_t node : component) {
      const MatchedUnknown& m = At(node);
      if (std::binary_search(coupled.begin(), coupled.end(), node)) {
        block.unknowns.push_back(m.variable);
        block.equations.push_back(m.equation);
        sides.emplace_back(dae_.pool->Variable(m.variable, ir::ScalarType::kReal), m.right);
        continue;
      }
      if (m.relation) block.relations.push_back(m.relation);
      if (m.held >= 0) block.held.push_back(m.held);
      if (m.kind == Kind::kDiscrete || m.kind == Kind::kPre) discrete.push_back(node);
      if (m.kind != Kind::kReal) continue;
      block.unknowns.push_back(m.variable);
      block.equations.push_back(m.equation);
      sides.emplace_back(m.left, m.right);
    }
    block.is_linear = shared_.IsLinear(*dae_.pool, block, sides);
    if (block.unknowns.size() == component.size()) {
      block.kind = block.is_linear ? ir::BlockKind::kLinear : ir::BlockKind::kNonlinear;
      return block;
    }
    block.kind = ir::BlockKind::kMixed;
    for (const int32_t node : InOrder(discrete)) {
      const MatchedUnknown& m = At(node);
      block.unknowns.push_back(m.variable);
      block.equations.push_back(m.equation);
      block.discrete.push_back({m.variable, m.right, m.equation});
    }
    return block;
  }

  // The Reals of when-equations in a loop that need continuous unknowns, or each other, and are needed by these,
  // without a relation in between: they are solved for together.
  std::vector<int32_t> CoupledReals(const std::vector<int32_t>& component) const {
    std::vector<int32_t> reals, coupled;
    for (const int32_t node : component) {
      const MatchedUnknown& m = At(node);
      const bool is_assigned =
          m.kind == Kind::kDiscrete && dae_.variables[m.variable.index()].type == ir::ScalarType::kReal;
      if (is_assigned) coupled.push_back(node);
      if (is_assigned || m.kind == Kind::kReal) reals.push_back(node);
    }
    if (coupled.empty()) return {};
    coupled.clear();
    const graph::BipartiteGraph needs = NeedsAmong(reals);
    for (const std::vector<int32_t>& cycle : graph::StrongComponents(needs)) {
      const auto is_continuous = [&](int32_t i) { return At(reals[static_cast<size_t>(i)]).kind == Kind::kReal; };
      const std::span<const int32_t> row = needs.Row(cycle.front());
      if (cycle.size() == 1 && std::find(row.begin(), row.end(), cycle.front()) == row.end()) continue;
      for (const int32_t i : cycle) {
        if (!is_continuous(i)) coupled.push_back(reals[static_cast<size_t>(i)]);
      }
    }
    std::sort(coupled.begin(), coupled.end());
    return coupled;
  }

  // The assignments of a loop in the order of their dependencies on each other; a cycle keeps the order of the nodes.
  std::vector<int32_t> InOrder(const std::vector<int32_t>& nodes) const {
    std::vector<int32_t> order;
    for (const std::vector<int32_t>& component : graph::StrongComponents(NeedsAmong(nodes))) {
      for (const int32_t i : component) order.push_back(nodes[static_cast<size_t>(i)]);
    }
    return order;
  }

  /// @param nodes ascending
  graph::BipartiteGraph NeedsAmong(const std::vector<int32_t>& nodes) const {
    graph::BipartiteGraph needs(static_cast<int32_t>(nodes.size()));
    for (const int32_t node : nodes) {
      std::vector<int32_t> row;
      for (const int32_t other : needs_.Row(node)) {
        const auto at = std::lower_bound(nodes.begin(), nodes.end(), other);
        if (at != nodes.end() && *at == other) row.push_back(static_cast<int32_t>(at - nodes.begin()));
      }
      needs.AddRow(row);
    }
    return needs;
  }

  const ir::Dae& dae_;
  const std::vector<MatchedUnknown>& matched_;
  const std::function<bool(ir::VariableId)>& is_parameter_;
  SharedByEquations& shared_;
  const std::vector<GuessNeed>& guesses_;
  const std::vector<BlockTie>& ties_;
  graph::BipartiteGraph needs_;
};

}  // namespace

SharedByEquations::SharedByEquations(const ir::Dae& dae, ModelOccurrences& occurrences)
    : occurrences_(occurrences), solutions_(dae.equations.size()) {}

ir::Assignment* SharedByEquations::SolutionOf(ir::EquationId id) {
  return id.index() < solutions_.size() ? &solutions_[id.index()] : nullptr;
}

bool SharedByEquations::IsLinear(const ir::ExprPool& pool, const ir::Block& loop,
                                 const std::vector<std::pair<ir::ExprId, ir::ExprId>>& sides) {
  if (loop.equations.empty()) return symbolic::AreLinear(pool, sides, loop.unknowns);
  Loop& known = *loops_.Insert(loop.equations.front(), {}).first;
  if (known.equations != loop.equations || known.unknowns != loop.unknowns) {
    known = {loop.equations, loop.unknowns, symbolic::AreLinear(pool, sides, loop.unknowns)};
  }
  return known.is_linear;
}

ir::BlockSystem SortIntoBlocks(const ir::Dae& dae, const std::vector<MatchedUnknown>& matched,
                               const std::function<bool(ir::VariableId)>& is_parameter, SharedByEquations& shared,
                               const std::vector<GuessNeed>& guesses, const std::vector<BlockTie>& ties) {
  return Sorter(dae, matched, is_parameter, shared, guesses, ties).Run();
}

void AppendRelations(const ir::Dae& dae, std::vector<MatchedUnknown>& matched) {
  for (size_t i = 0; i < dae.relations.size(); ++i) {
    MatchedUnknown m;
    m.kind = Kind::kRelation;
    m.relation = ir::RelationId(static_cast<int64_t>(i));
    m.left = dae.relations[i].left;
    m.right = dae.relations[i].right;
    matched.push_back(m);
  }
  for (size_t i = 0; i < dae.held_values.size(); ++i) {
    MatchedUnknown m;
    m.kind = Kind::kHeld;
    m.held = static_cast<int32_t>(i);
    m.left = dae.held_values[i].expression;
    matched.push_back(m);
  }
}

}  // namespace stiction
