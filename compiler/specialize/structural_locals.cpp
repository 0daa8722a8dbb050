// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/specialize/structural_locals.h"

#include <functional>
#include <utility>

namespace stiction::flatten {

using ir::BoundExpression;
using ir::BoundKind;
using ir::BoundStatement;
using ir::FunctionVariable;

namespace {

void VisitLocals(const BoundExpression& e, const std::function<void(const BoundExpression&)>& visit) {
  if (e.kind == BoundKind::kLocal) visit(e);
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand) VisitLocals(*operand, visit);
  }
  for (const ir::BoundSubscript& subscript : e.subscripts) {
    if (subscript.expression) VisitLocals(*subscript.expression, visit);
  }
}

/// Appends the expressions that give the sizes of values in `e`: bounds of ranges, arguments of `zeros` and the like;
/// and the options of `String`.
void CollectSizes(const BoundExpression& e, std::vector<const BoundExpression*>& sizes) {
  const bool is_filled = e.kind == BoundKind::kBuiltin && (e.text == "zeros" || e.text == "ones" || e.text == "fill" ||
                                                           e.text == "identity" || e.text == "linspace");
  const bool is_text = e.kind == BoundKind::kBuiltin && e.text == "String";
  const size_t first = e.text == "fill" || is_text ? 1 : e.text == "linspace" ? 2 : 0;
  for (size_t k = 0; k < e.operands.size(); ++k) {
    if (!e.operands[k]) continue;
    if (e.kind == BoundKind::kRange || ((is_filled || is_text) && k >= first)) sizes.push_back(e.operands[k].get());
    CollectSizes(*e.operands[k], sizes);
  }
  for (const ir::BoundSubscript& subscript : e.subscripts) {
    if (subscript.expression) CollectSizes(*subscript.expression, sizes);
  }
  for (const ir::BoundMember& member : e.members) {
    for (const ir::BoundSubscript& subscript : member.subscripts) {
      if (subscript.expression) CollectSizes(*subscript.expression, sizes);
    }
  }
  for (const ir::BoundIterator& iterator : e.iterators) CollectSizes(*iterator.range, sizes);
}

// The ranges of loops are not among them: their bounds may be known when the function runs.
void CollectSizes(const std::vector<BoundStatement>& statements, std::vector<const BoundExpression*>& sizes) {
  for (const BoundStatement& s : statements) {
    for (const ir::BoundPtr& e : {s.target, s.value}) {
      if (e) CollectSizes(*e, sizes);
    }
    for (const auto& branch : s.branches) {
      if (branch.condition) CollectSizes(*branch.condition, sizes);
      CollectSizes(branch.body, sizes);
    }
    CollectSizes(s.body, sizes);
  }
}

}  // namespace

std::vector<Structural> StructuralLocals(const ir::FunctionInstance& function) {
  std::vector<Structural> structural(function.variables.size(), Structural::kNo);
  const auto mark = [&](std::vector<const BoundExpression*> work, Structural as) {
    while (!work.empty()) {
      const BoundExpression* e = work.back();
      work.pop_back();
      VisitLocals(*e, [&](const BoundExpression& local) {
        const auto v = static_cast<size_t>(local.local);
        if (structural[v] != Structural::kNo || !function.variables[v].type.dims.empty()) return;
        structural[v] = as;
        if (function.variables[v].causality != ir::Causality::kInput && function.variables[v].binding) {
          work.push_back(function.variables[v].binding.get());
        }
      });
    }
  };
  std::vector<const BoundExpression*> of_variables, of_values;
  for (const FunctionVariable& variable : function.variables) {
    for (const ir::BoundSubscript& dim : variable.dims) {
      if (dim.expression) of_variables.push_back(dim.expression.get());
    }
    if (variable.binding) CollectSizes(*variable.binding, of_values);
  }
  CollectSizes(function.body, of_values);
  mark(std::move(of_variables), Structural::kRequired);
  mark(std::move(of_values), Structural::kIfKnown);
  return structural;
}

}  // namespace stiction::flatten
