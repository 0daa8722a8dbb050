// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/simplify/parameter_cycles.h"

#include <optional>
#include <vector>

#include "compiler/graph/blocks.h"
#include "compiler/ir/dae/parameter_values.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::VariableId;

/// The parameters with a declaration that needs, through others or itself, its own value.
std::vector<VariableId> InCycles(const ir::Dae& dae, const ir::VariableKinds& kinds) {
  std::vector<VariableId> parameters;
  std::vector<int32_t> node_of_variable(dae.variables.size(), -1);
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const VariableId v(static_cast<int64_t>(i));
    if (!kinds.IsParameter(v) || !dae.variables[i].binding) continue;
    node_of_variable[i] = static_cast<int32_t>(parameters.size());
    parameters.push_back(v);
  }
  graph::BipartiteGraph needs(static_cast<int32_t>(parameters.size()));
  std::vector<int32_t> row;
  for (const VariableId v : parameters) {
    row.clear();
    for (const VariableId needed : symbolic::Variables(*dae.pool, dae.variables[v.index()].binding)) {
      if (node_of_variable[needed.index()] >= 0) row.push_back(node_of_variable[needed.index()]);
    }
    needs.AddRow(row);
  }
  std::vector<VariableId> in_cycles;
  for (const std::vector<int32_t>& component : graph::StrongComponents(needs)) {
    if (component.size() == 1) continue;
    for (const int32_t node : component) in_cycles.push_back(parameters[static_cast<size_t>(node)]);
  }
  return in_cycles;
}

}  // namespace

void BreakParameterCycles(ir::Dae& dae) {
  const ir::VariableKinds kinds(dae);
  const std::vector<VariableId> in_cycles = InCycles(dae, kinds);
  if (in_cycles.empty()) return;
  ir::ParameterValues values(dae, kinds);
  symbolic::Rewriter take_branch(*dae.pool, [&](const ExprNode& node) -> std::optional<ExprId> {
    if (node.op != Op::kIf) return std::nullopt;
    const std::optional<double> condition = values.Evaluate(node.args[0]);
    return condition ? std::optional(node.args[*condition != 0 ? 1 : 2]) : std::nullopt;
  });
  for (const VariableId v : in_cycles) {
    ExprId& binding = dae.variables[v.index()].binding;
    binding = take_branch(binding);
  }
}

}  // namespace stiction
