// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/declared_variability.h"

#include <fmt/format.h>

#include "compiler/symbolic/build.h"

namespace stiction {
namespace {

using Kind = ir::FlatEquation::Kind;

/// Marks what is assigned in when-clauses.
void MarkInWhen(const std::vector<ir::FlatEquation>& equations, bool in_when, LowerContext& context,
                std::vector<bool>& marked) {
  for (const ir::FlatEquation& equation : equations) {
    const bool is_inside = in_when || equation.kind == Kind::kWhen || equation.assigned_in_when;
    for (const ir::FlatBranch& branch : equation.branches) MarkInWhen(branch.body, is_inside, context, marked);
    if (!is_inside || equation.kind != Kind::kEquality || !IsVariable(context.pool(), equation.left)) continue;
    marked[static_cast<size_t>(context.pool()[equation.left].payload)] = true;
  }
}

std::vector<bool> Referenced(LowerContext& context) {
  std::vector<bool> referenced(context.dae.variables.size());
  const ir::ExprPool& pool = context.pool();
  for (size_t i = 0; i < pool.size(); ++i) {
    const ir::ExprId e(static_cast<int64_t>(i));
    if (IsVariable(pool, e)) referenced[static_cast<size_t>(pool[e].payload)] = true;
  }
  return referenced;
}

}  // namespace

void CheckDeclaredDiscrete(const std::vector<ir::FlatEquation>& equations, LowerContext& context) {
  std::vector<bool> in_when(context.flat.variables.size());
  MarkInWhen(equations, false, context, in_when);
  for (const ir::FlatEquation& equation : equations) {
    if (equation.kind != Kind::kEquality || equation.partition >= 0) continue;
    if (!IsVariable(context.pool(), equation.left) || IsVariable(context.pool(), equation.right)) continue;
    const auto v = static_cast<size_t>(context.pool()[equation.left].payload);
    const ir::FlatVariable& variable = context.flat.variables[v];
    const bool is_declared = variable.type == ir::ScalarType::kReal &&
                             variable.variability == ir::Variability::kDiscrete && variable.partition < 0;
    if (!is_declared || in_when[v] || variable.causality == ir::Causality::kInput) continue;
    in_when[v] = true;  // told once
    const Span declared = context.dae.variables[v].origin.span;
    auto& error = context.diagnostics.Error(
        DiagnosticKind::DiscreteOutsideWhen, declared,
        fmt::format("`{}` is declared `discrete`, but no when-clause assigns it", context.dae.variables[v].name));
    if (equation.origin.derivation.str() != ir::kDeclarationEquation) {
      error.labels = {{equation.origin.span, "this equation determines it"}};
    }
    error.hint = "remove the prefix `discrete`, or assign it in a when-clause";
  }
}

void CheckConstants(LowerContext& context) {
  std::vector<bool> referenced;
  for (size_t i = 0; i < context.dae.variables.size(); ++i) {
    const ir::DaeVariable& variable = context.dae.variables[i];
    if (variable.variability != ir::Variability::kConstant) continue;
    const ir::ExprId fixed = variable.attributes.fixed;
    if (fixed && symbolic::IsNumber(context.pool(), fixed, 0)) {
      context.diagnostics
          .Error(DiagnosticKind::ConstantWithoutValue, variable.origin.span,
                 fmt::format("the constant `{}` cannot have fixed = false", variable.name))
          .hint = "declare it as parameter, or give it a value";
      continue;
    }
    if (variable.binding || context.flat.is_surrounded) continue;
    const bool is_of_model = variable.name.find('.') == std::string::npos;
    if (referenced.empty()) referenced = Referenced(context);
    if (!is_of_model && !referenced[i]) continue;
    context.diagnostics
        .Error(DiagnosticKind::ConstantWithoutValue, variable.origin.span,
               fmt::format("the constant `{}` has no value", variable.name))
        .hint = fmt::format("give it one: `{} = ...`", variable.name);
  }
}

}  // namespace stiction
