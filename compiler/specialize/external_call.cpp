// SPDX-License-Identifier: BSD-3-Clause
// The body of an external function: one call in the other language (MLS 12.9).
#include <fmt/format.h>

#include <algorithm>

#include "compiler/specialize/function_body.h"

namespace stiction::flatten {

using ir::BoundExpression;
using ir::BoundKind;
using ir::ExprId;
using ir::ExternalArgument;
using ir::ScalarType;

// The variable that an argument names as a whole.
const LocalVariable* FunctionBodyBuilder::WholeLocal(const BoundExpression& e) const {
  if (e.kind != BoundKind::kLocal || !e.subscripts.empty() || !e.members.empty()) return nullptr;
  return &locals_[static_cast<size_t>(e.local)];
}

ExternalArgument FunctionBodyBuilder::ArgumentOf(const BoundExpression& e, std::vector<ExprId>& values) {
  ExternalArgument argument;
  if (const LocalVariable* local = WholeLocal(e)) {
    const ir::FunctionVariable& variable = function_.variables[static_cast<size_t>(e.local)];
    if (local->is_record) {
      Fail(DiagnosticKind::NotYetSupported, e.span,
           fmt::format("the record `{}` as an argument of an external function is not supported yet", local->name),
           "pass its members");
    }
    argument.type = local->type;
    argument.is_object = variable.type.kind == ir::Type::Kind::kObject;
    argument.is_output = ir::IsWritten(*function_.external, variable);
    const bool is_array = !variable.type.dims.empty();
    if (is_array || argument.is_output) {
      argument.slot = local->first;
      argument.dims = local->dims;
      return argument;
    }
  }
  const ExprId value = expander_.ExpandScalar(e);
  const ir::ExprNode& node = expander_.pool()[value];
  argument.type = node.type;
  argument.is_size = e.kind == BoundKind::kBuiltin && e.text == "size";
  argument.value = static_cast<int32_t>(values.size());
  values.push_back(value);
  return argument;
}

void FunctionBodyBuilder::AddExternal(const ir::BoundExternal& external, ir::FunctionBody& out) {
  ir::FunctionStatement statement{.kind = ir::FunctionStatement::Kind::kExternal,
                                  .origin = {.span = external.span, .derivation = {}}};
  ir::ExternalCall call;
  call.function = external.function;
  call.is_fortran = external.is_fortran();
  call.source = external.source;
  call.is_pure = external.is_pure;
  std::vector<bool> written(function_.variables.size(), false);
  for (const ir::BoundPtr& argument : external.arguments) {
    call.arguments.push_back(ArgumentOf(*argument, statement.conditions));
    if (WholeLocal(*argument)) written[static_cast<size_t>(argument->local)] = true;
  }
  if (external.result) {
    const LocalVariable* local = WholeLocal(*external.result);
    if (!local || local->is_record || !local->dims.empty() ||
        function_.variables[static_cast<size_t>(external.result->local)].causality == ir::Causality::kInput) {
      Fail(DiagnosticKind::ExternalMapping, external.result->span,
           "the result of an external function must be a scalar output (MLS 12.9.3)",
           "give arrays and records as arguments");
    }
    call.result = ArgumentOf(*external.result, statement.conditions);
    written[static_cast<size_t>(external.result->local)] = true;
    if (call.result->is_object) {
      // The number of the object is given; the call makes what it stands for.
      out.push_back({.kind = ir::FunctionStatement::Kind::kAssign,
                     .target = {.slot = local->first, .extent = 1, .index = {}},
                     .value = Slot(0, ScalarType::kInteger),
                     .origin = statement.origin});
    }
  }
  for (size_t v = 0; v < written.size(); ++v) {
    if (written[v] || function_.variables[v].causality != ir::Causality::kOutput || function_.variables[v].binding) {
      continue;
    }
    Fail(DiagnosticKind::ExternalMapping, external.span,
         fmt::format("the output `{}` of `{}` is not set by its external function", function_.variables[v].name,
                     function_.name),
         "add it to the arguments, or give it a value in its declaration");
  }
  statement.external = std::make_shared<const ir::ExternalCall>(std::move(call));
  out.push_back(std::move(statement));
}

}  // namespace stiction::flatten
