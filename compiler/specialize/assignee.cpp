// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/specialize/assignee.h"

#include <fmt/format.h>

#include "compiler/support/check.h"

namespace stiction::flatten {

using ir::BoundExpression;
using ir::BoundKind;
using ir::ExprId;
using ir::Op;

namespace {

/// Appends the targets that these subscripts select, of a record those of each member in turn.
void AddTargets(Expander& expander, const LocalVariable& local, const std::vector<ir::BoundSubscript>& subscripts,
                Span span, Assignee& assignee) {
  for (const LocalVariable& field : local.fields) AddTargets(expander, field, subscripts, span, assignee);
  if (local.is_record) return;
  const std::vector<Expander::Index> index = expander.ExpandSubscripts(subscripts, local.dims, span);
  for (const ExprId offset : expander.Offsets(index, local.dims)) {
    const ir::ExprNode& node = expander.pool()[offset];
    if (node.op == Op::kInteger) {
      assignee.targets.push_back({.slot = local.first + static_cast<int32_t>(node.number), .extent = 1, .index = {}});
    } else {
      assignee.targets.push_back(
          {.slot = local.first, .extent = static_cast<int32_t>(Count(local.dims)), .index = offset});
    }
  }
  assignee.types.resize(assignee.targets.size(), local.type);
}

std::vector<ExprId> Fitting(const LocalVariable& local, const std::vector<int64_t>& dims, const FlatValue& value,
                            Span span) {
  if (local.is_record != value.is_record) {
    Fail(DiagnosticKind::TypeMismatch, span,
         fmt::format("cannot assign {} to `{}`", value.is_record ? "a record" : "a number", local.name));
  }
  if (value.dims != dims) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("cannot assign {} to `{}`, which is {}", Describe(value.dims), local.name, Describe(dims)));
  }
  if (!local.is_record) return value.elements;
  std::vector<ExprId> scalars;
  for (const LocalVariable& field : local.fields) {
    std::vector<int64_t> of_field = dims;
    of_field.insert(of_field.end(), field.dims.begin() + static_cast<std::ptrdiff_t>(local.dims.size()),
                    field.dims.end());
    const std::vector<ExprId> part = Fitting(field, of_field, FieldOf(value, field.name, span), span);
    scalars.insert(scalars.end(), part.begin(), part.end());
  }
  return scalars;
}

}  // namespace

Assignee AssigneeOf(const LocalVariable& local) {
  Assignee assignee;
  assignee.variable = &local;
  assignee.dims = local.dims;
  const auto append = [&](auto&& self, const LocalVariable& part) -> void {
    for (const LocalVariable& field : part.fields) self(self, field);
    for (int64_t k = 0; !part.is_record && k < Count(part.dims); ++k) {
      assignee.targets.push_back({.slot = part.first + static_cast<int32_t>(k), .extent = 1, .index = {}});
      assignee.types.push_back(part.type);
    }
  };
  append(append, local);
  return assignee;
}

Assignee AssigneeOf(Expander& expander, const std::vector<LocalVariable>& locals, const BoundExpression& target) {
  CHECK(target.kind == BoundKind::kLocal, "an assignment to something else than a variable of the function");
  const LocalPath path = PathOf(locals, target);
  Assignee assignee;
  assignee.variable = path.local;
  for (const Expander::Index& i : expander.ExpandSubscripts(path.subscripts, path.local->dims, target.span)) {
    if (!i.single) assignee.dims.push_back(static_cast<int64_t>(i.at.size()));
  }
  AddTargets(expander, *path.local, path.subscripts, target.span, assignee);
  return assignee;
}

std::vector<ExprId> Fitting(const Assignee& assignee, const FlatValue& value, Span span) {
  return Fitting(*assignee.variable, assignee.dims, value, span);
}

}  // namespace stiction::flatten
