// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "compiler/causalize/occurrences.h"
#include "compiler/graph/blocks.h"
#include "compiler/ir/dae/parameter_values.h"
#include "compiler/ir/flat/fallback_value.h"

namespace stiction {
std::vector<char> EvaluateFixed(const ir::Dae& dae, const ir::VariableKinds& kinds, Diagnostics& diagnostics) {
  ir::ParameterValues values(dae, kinds);
  std::vector<char> is_fixed(dae.variables.size(), 0);
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const ir::DaeVariable& variable = dae.variables[i];
    if (!variable.attributes.fixed) {
      is_fixed[i] = kinds.IsParameter(ir::VariableId(static_cast<int64_t>(i)));
      continue;
    }
    const std::optional<double> value = values.Evaluate(variable.attributes.fixed);
    if (!value) {
      diagnostics
          .Error(DiagnosticKind::FixedNotEvaluable, variable.origin.span,
                 fmt::format("`fixed` of `{}` has no value at compile time", variable.name))
          .hint = "give `fixed` as true, false, or an expression of parameters with values";
      continue;
    }
    is_fixed[i] = *value != 0;
  }
  return is_fixed;
}

ParameterOrder OrderParameters(const ir::Dae& dae, const ir::VariableKinds& kinds, const std::vector<char>& is_fixed,
                               Diagnostics& diagnostics) {
  std::vector<ir::VariableId> parameters;
  std::vector<int32_t> node_of_variable(dae.variables.size(), -1);
  for (size_t i = 0; i < dae.variables.size(); ++i) {
    const ir::VariableId v(static_cast<int64_t>(i));
    if (!kinds.IsParameter(v)) continue;
    node_of_variable[i] = static_cast<int32_t>(parameters.size());
    parameters.push_back(v);
  }
  graph::BipartiteGraph needs(static_cast<int32_t>(parameters.size()));
  std::vector<ir::ExprId> values(parameters.size());
  std::vector<int32_t> row;
  Occurrences found;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const ir::DaeVariable& parameter = dae.variables[parameters[i].index()];
    values[i] = parameter.binding ? parameter.binding : ir::StartOf(*dae.pool, parameter);
    FindOccurrences(*dae.pool, std::span(&values[i], 1), found);
    row.clear();
    for (const ir::VariableId v : found.variables) {
      if (node_of_variable[v.index()] >= 0) row.push_back(node_of_variable[v.index()]);
    }
    needs.AddRow(row);
  }
  ParameterOrder order;
  std::vector<char> is_unknown(parameters.size(), 0);
  for (const std::vector<int32_t>& component : graph::StrongComponents(needs)) {
    const int32_t first = component.front();
    const ir::VariableId p = parameters[static_cast<size_t>(first)];
    const ir::DaeVariable& variable = dae.variables[p.index()];
    const std::span<const int32_t> needed = needs.Row(first);
    if (component.size() > 1 || std::find(needed.begin(), needed.end(), first) != needed.end()) {
      std::string names;
      for (const int32_t node : component) {
        names += fmt::format("{}`{}`", names.empty() ? "" : ", ",
                             dae.variables[parameters[static_cast<size_t>(node)].index()].name);
      }
      Diagnostic& d =
          diagnostics.Error(DiagnosticKind::ParameterCycle, variable.origin.span,
                            component.size() == 1 ? fmt::format("the value of {} depends on itself", names)
                                                  : fmt::format("the values of {} depend on each other", names));
      for (size_t i = 1; i < std::min<size_t>(component.size(), 4); ++i) {
        const ir::DaeVariable& other = dae.variables[parameters[static_cast<size_t>(component[i])].index()];
        d.labels.push_back({other.origin.span, fmt::format("`{}` is part of the cycle", other.name)});
      }
      d.hint = "give one of them a value that does not depend on the others";
      continue;
    }
    const bool free = variable.causality != ir::Causality::kInput && !is_fixed[p.index()];
    is_unknown[static_cast<size_t>(first)] = free || std::any_of(needed.begin(), needed.end(), [&](int32_t node) {
                                               return is_unknown[static_cast<size_t>(node)];
                                             });
    if (is_unknown[static_cast<size_t>(first)]) {
      order.unknowns.push_back(p);
    } else {
      order.assignments.push_back({p, values[static_cast<size_t>(first)], {}});
    }
  }
  std::sort(order.unknowns.begin(), order.unknowns.end());
  return order;
}

}  // namespace stiction
