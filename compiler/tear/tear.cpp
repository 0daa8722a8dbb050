// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/tear/tear.h"

#include <algorithm>
#include <unordered_map>

#include "compiler/graph/tearing.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/degrees.h"
#include "compiler/symbolic/rewrite.h"
#include "compiler/symbolic/solve.h"

namespace stiction {
namespace {

/// A product of two unknowns is linear where one of them turns out to follow from modes alone.
bool IsLinearAfterTearing(const ir::CausalModel& model, const ir::Block& block) {
  std::vector<std::pair<ir::VariableId, ir::ExprId>> assigned;
  for (const ir::Assignment& assignment : block.assignments) {
    assigned.emplace_back(assignment.variable, assignment.solution);
  }
  std::vector<std::pair<ir::ExprId, ir::ExprId>> residuals;
  for (const ir::EquationId equation : block.residuals) residuals.push_back(model.Sides(equation));
  return symbolic::AreLinear(*model.dae.pool, residuals, block.tearing, assigned);
}

// Longer than a screen: one block from matching to its assignments, step by step.
void TearBlock(const ir::CausalModel& model, ir::Block& block) {
  ir::ExprPool& pool = *model.dae.pool;
  const size_t real_count = block.unknowns.size() - block.discrete.size();
  std::unordered_map<ir::VariableId, int32_t> column_of_variable;
  for (size_t i = 0; i < real_count; ++i) column_of_variable.emplace(block.unknowns[i], static_cast<int32_t>(i));

  // A state that jumps follows from its jump, never the other way round: where nothing jumps it stays as it is to the
  // last digit.
  std::vector<int32_t> defined_by_row(real_count, -1);
  std::vector<char> is_defined(real_count, 0);
  for (size_t i = 0; i < real_count; ++i) {
    const ir::EquationId id = block.equations[i];
    if (id.index() >= model.dae.equations.size() || !model.dae.equations[id.index()].holds_at_events_only) continue;
    const ir::ExprNode& left = pool[model.dae.equations[id.index()].left];
    if (left.op != ir::Op::kVariable) continue;
    defined_by_row[i] = column_of_variable.at(ir::VariableId(left.payload));
    is_defined[static_cast<size_t>(defined_by_row[i])] = 1;
  }

  // What changes least are the states: none of them follows from others.
  std::vector<char> is_torn(real_count, 0);
  if (block.is_least_change) {
    for (size_t i = 0; i < real_count; ++i) {
      is_torn[i] = std::ranges::binary_search(model.states, block.unknowns[i]);
    }
  }

  graph::BipartiteGraph graph(static_cast<int32_t>(real_count));
  std::vector<char> solvable;
  std::vector<std::pair<ir::ExprId, ir::ExprId>> equations;
  const auto never = [](ir::VariableId) { return false; };
  for (size_t i = 0; i < real_count; ++i) {
    const auto [left, right] = model.Sides(block.equations[i]);
    std::vector<int32_t> columns;
    for (const ir::ExprId side : {left, right}) {
      for (const ir::VariableId v : symbolic::Variables(pool, side)) {
        const auto found = column_of_variable.find(v);
        if (found != column_of_variable.end()) columns.push_back(found->second);
      }
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const int32_t column : columns) {
      const bool is_free = defined_by_row[i] < 0 && is_defined[static_cast<size_t>(column)] == 0;
      if ((!is_free && column != defined_by_row[i]) || is_torn[static_cast<size_t>(column)]) {
        solvable.push_back(0);
        continue;
      }
      const symbolic::Linearity linearity =
          symbolic::ClassifyLinearity(pool, left, right, block.unknowns[static_cast<size_t>(column)], never);
      const bool is_solvable = linearity == symbolic::Linearity::kUnit || linearity == symbolic::Linearity::kConstant;
      solvable.push_back(!is_solvable ? 0 : column == defined_by_row[i] ? graph::kDefining : 1);
    }
    graph.AddRow(columns);
    equations.emplace_back(left, right);
  }

  const graph::Tearing tearing = graph::ChooseTearing(graph, solvable);
  for (const int32_t column : tearing.tearing_columns) {
    block.tearing.push_back(block.unknowns[static_cast<size_t>(column)]);
  }
  for (const auto& [row, column] : tearing.assignments) {
    const auto& [left, right] = equations[static_cast<size_t>(row)];
    const ir::VariableId v = block.unknowns[static_cast<size_t>(column)];
    const std::optional<ir::ExprId> solution = symbolic::SolveLinear(pool, left, right, v);
    CHECK(solution, "equation {} not solved", block.equations[static_cast<size_t>(row)].value);
    block.assignments.push_back({v, *solution, block.equations[static_cast<size_t>(row)]});
  }
  for (const int32_t row : tearing.residual_rows) {
    block.residuals.push_back(block.equations[static_cast<size_t>(row)]);
  }
  if (!block.is_linear && !block.is_least_change) block.is_linear = IsLinearAfterTearing(model, block);
  CHECK(block.residuals.size() == block.tearing.size(), "{} residuals for {} tearing variables", block.residuals.size(),
        block.tearing.size());
}

/// True if the Real parts of two blocks are the same equations for the same unknowns.
bool SameRealPart(const ir::Block& a, const ir::Block& b) {
  const size_t count = a.unknowns.size() - a.discrete.size();
  return count == b.unknowns.size() - b.discrete.size() &&
         std::equal(a.unknowns.begin(), a.unknowns.begin() + static_cast<std::ptrdiff_t>(count), b.unknowns.begin()) &&
         std::equal(a.equations.begin(), a.equations.begin() + static_cast<std::ptrdiff_t>(count), b.equations.begin());
}

}  // namespace

void Tear(ir::CausalModel& model) {
  // Most loops stand in three systems.
  std::unordered_map<ir::EquationId, const ir::Block*> torn;  // by first equation
  for (ir::BlockSystem* system : {&model.continuous, &model.event, &model.initial}) {
    for (ir::Block& block : system->blocks) {
      if (block.kind == ir::BlockKind::kExplicit || block.kind == ir::BlockKind::kRelation) continue;
      if (block.equations.empty()) continue;
      const ir::Block*& before = torn[block.equations.front()];
      if (before && SameRealPart(*before, block)) {
        block.tearing = before->tearing;
        block.assignments = before->assignments;
        block.residuals = before->residuals;
        block.is_linear = block.is_linear || (before->is_linear && !block.is_least_change);
      } else {
        TearBlock(model, block);
        before = &block;
      }
      if (block.kind == ir::BlockKind::kNonlinear && block.is_linear) block.kind = ir::BlockKind::kLinear;
    }
  }
}

}  // namespace stiction
