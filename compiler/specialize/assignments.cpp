// SPDX-License-Identifier: BSD-3-Clause
// Assignments in functions: values to scalar slots, all elements computed before the first is assigned.
#include <algorithm>

#include "compiler/expand/scalar.h"
#include "compiler/specialize/assignee.h"
#include "compiler/specialize/function_body.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction::flatten {

using ir::BoundStatement;
using ir::ExprId;
using ir::FunctionStatement;
using ir::FunctionTarget;
using ir::Op;
using ir::ScalarType;

namespace {

/// True if all elements are the outputs of one call, from `first_output` on.
bool IsOneCall(const ir::ExprPool& pool, const std::vector<ExprId>& elements, int32_t first_output) {
  for (size_t k = 0; k < elements.size(); ++k) {
    const ir::ExprNode& node = pool[elements[k]];
    const ir::ExprNode& first = pool[elements[0]];
    if (node.op != Op::kCall || node.payload != first.payload || node.args != first.args ||
        node.output != first_output + static_cast<int32_t>(k)) {
      return false;
    }
  }
  return !elements.empty();
}

}  // namespace

void FunctionBodyBuilder::Assign(const Assignee& assignee, const FlatValue& value, Span span, ir::FunctionBody& out) {
  const std::vector<FunctionTarget>& targets = assignee.targets;
  const std::vector<ExprId> given = Fitting(assignee, value, span);
  ir::ExprPool& pool = expander_.pool();
  const Origin origin{.span = span, .derivation = {}};
  if (targets.size() > 1 && IsOneCall(pool, given, 0)) {
    FunctionStatement call{.kind = FunctionStatement::Kind::kCallAssign, .origin = origin};
    call.targets = targets;
    call.value = given[0];
    out.push_back(std::move(call));
    return;
  }
  std::vector<ExprId> values;
  for (size_t k = 0; k < given.size(); ++k) values.push_back(Coerce(pool, given[k], assignee.types[k]));
  // All elements are computed before the first is assigned.
  bool overlaps = false;
  for (size_t k = 1; k < values.size() && !overlaps; ++k) {
    symbolic::ForEachNode(pool, values[k], [&](ExprId id) {
      const ir::ExprNode& node = pool[id];
      if (node.op == Op::kLocalElement) overlaps = true;
      if (node.op != Op::kLocal) return;
      for (size_t j = 0; j < k; ++j) overlaps = overlaps || targets[j].slot == node.payload || targets[j].index;
    });
  }
  if (overlaps) {
    for (size_t k = 0; k < values.size(); ++k) {
      const ScalarType type = assignee.types[k];
      const int32_t slot = AddTemporary("element", type);
      out.push_back({.kind = FunctionStatement::Kind::kAssign,
                     .target = {.slot = slot, .extent = 1, .index = {}},
                     .value = values[k],
                     .origin = origin});
      values[k] = Slot(slot, type);
    }
  }
  for (size_t k = 0; k < values.size(); ++k) {
    out.push_back(
        {.kind = FunctionStatement::Kind::kAssign, .target = targets[k], .value = values[k], .origin = origin});
  }
}

void FunctionBodyBuilder::AddMultiAssign(const BoundStatement& statement, ir::FunctionBody& out) {
  const std::vector<FlatValue> outputs = expander_.ExpandCall(*statement.value);
  FunctionStatement call{.kind = FunctionStatement::Kind::kCallAssign,
                         .origin = {.span = statement.span, .derivation = {}}};
  const std::vector<ir::BoundPtr>& wanted = statement.target->operands;
  std::vector<ExprId> all;
  for (size_t o = 0; o < outputs.size(); ++o) {
    const size_t first = all.size();
    AppendScalars(outputs[o], all);
    call.targets.resize(all.size());
    if (o >= wanted.size() || !wanted[o]) continue;
    const Assignee assignee = AssigneeOf(expander_, locals_, *wanted[o]);
    const std::vector<ExprId> fitting = Fitting(assignee, outputs[o], wanted[o]->span);
    // The members of a record may stand in another order.
    for (size_t k = 0; k < fitting.size(); ++k) {
      const auto at = std::find(all.begin() + static_cast<std::ptrdiff_t>(first), all.end(), fitting[k]);
      call.targets[static_cast<size_t>(at - all.begin())] = assignee.targets[k];
    }
  }
  if (std::all_of(all.begin(), all.end(), [&](ExprId e) { return ir::IsLiteral(expander_.pool()[e].op); })) {
    // The call was interpreted.
    for (size_t o = 0; o < wanted.size() && o < outputs.size(); ++o) {
      if (wanted[o]) Assign(AssigneeOf(expander_, locals_, *wanted[o]), outputs[o], wanted[o]->span, out);
    }
    return;
  }
  if (!IsOneCall(expander_.pool(), all, 0)) {
    Fail(DiagnosticKind::NotYetSupported, statement.value->span,
         "a function with several results cannot be applied to the elements of an array here");
  }
  call.value = all.front();
  out.push_back(std::move(call));
}

}  // namespace stiction::flatten
