// SPDX-License-Identifier: BSD-3-Clause
// Variables of functions as scalar slots: inputs, outputs, the others.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "compiler/specialize/function_body.h"
#include "compiler/specialize/open_sizes.h"
#include "compiler/specialize/text_pattern.h"

namespace stiction::flatten {

using ir::BoundKind;
using ir::BoundStatement;
using ir::ExprId;
using ir::FunctionVariable;
using ir::ScalarType;

namespace {

bool Assigns(const std::vector<BoundStatement>& statements, int32_t local) {
  for (const BoundStatement& s : statements) {
    bool found = s.target && s.target->local == local;
    if (s.target && s.target->kind == BoundKind::kTuple) {
      for (const ir::BoundPtr& target : s.target->operands) found = found || (target && target->local == local);
    }
    for (const auto& branch : s.branches) found = found || Assigns(branch.body, local);
    if (found || Assigns(s.body, local)) return true;
  }
  return false;
}

}  // namespace

FunctionBodyBuilder::FunctionBodyBuilder(ExpansionContext& context, FunctionCalls& functions,
                                         const ir::FunctionInstance& function, std::vector<LocalVariable> locals,
                                         const std::vector<Structural>& structural)
    : function_(function), locals_(std::move(locals)), expander_(context, functions, &locals_) {
  out_.name = function.name;
  out_.origin = {.span = function.span, .derivation = {}};
  for (size_t v = 0; v < locals_.size(); ++v) {
    const FunctionVariable& variable = function.variables[v];
    locals_[v].name = variable.name;
    locals_[v].type = variable.type.scalar;
    locals_[v].enumeration = variable.type.enumeration;
  }
  const auto lay_out = [&](ir::Causality causality) {
    for (size_t v = 0; v < locals_.size(); ++v) {
      if (function_.variables[v].causality != causality) continue;
      // The Strings of a call are part of the specialisation.
      const bool is_known_text = causality == ir::Causality::kInput && !locals_[v].is_record &&
                                 locals_[v].type == ScalarType::kString && !locals_[v].constant.empty();
      if (is_known_text) {
        AddPlaces(locals_[v]);
      } else {
        AddSlots(locals_[v], locals_[v].name);
      }
    }
    return static_cast<int32_t>(out_.slots.size());
  };
  if (function.destructor) out_.slots.push_back({"$object", ScalarType::kInteger});
  out_.input_count = lay_out(ir::Causality::kInput);
  for (const int32_t declared : function.declaration_order) {
    const auto v = static_cast<size_t>(declared);
    const FunctionVariable& variable = function.variables[v];
    if (variable.causality == ir::Causality::kInput) continue;
    SetDimensions(v);
    if (variable.type.kind == ir::Type::Kind::kRecord) AddMembers(v);
    const bool is_object = variable.type.kind == ir::Type::Kind::kObject;
    const bool is_constant = variable.causality == ir::Causality::kNone && variable.binding && !locals_[v].is_record &&
                             !is_object && !Assigns(function.body, static_cast<int32_t>(v));
    if (is_constant) locals_[v].value = variable.binding;
    if (structural[v] == Structural::kNo || !variable.binding || locals_[v].is_record) continue;
    if (Assigns(function.body, static_cast<int32_t>(v))) {
      if (structural[v] == Structural::kIfKnown) continue;
      Fail(DiagnosticKind::NotYetSupported, variable.span,
           fmt::format("`{}` gives the size of an array and is assigned", variable.name));
    }
    const ExprId value = expander_.ExpandScalar(*variable.binding);
    if (ir::IsLiteral(expander_.pool()[value].op)) {
      locals_[v].constant = {value};
    } else if (const std::optional<Value> known = expander_.Evaluated(*variable.binding); known && AsInteger(*known)) {
      locals_[v].constant = {expander_.pool().Integer(*AsInteger(*known))};
    }
  }
  FindOpenSizes(expander_, function_, locals_, open_);
  out_.output_count = lay_out(ir::Causality::kOutput) - out_.input_count;
  // A call is known by its results; what has none tells that it was called.
  if (out_.output_count == 0) {
    out_.slots.push_back({"$done", ScalarType::kBoolean});
    out_.output_count = 1;
  }
  lay_out(ir::Causality::kNone);
}

void FunctionBodyBuilder::SetDimensions(size_t v) {
  const FunctionVariable& variable = function_.variables[v];
  LocalVariable& local = locals_[v];
  std::optional<std::vector<int64_t>> of_binding;
  for (size_t d = 0; d < variable.type.dims.size(); ++d) {
    if (variable.type.dims[d] >= 0) {
      local.dims.push_back(variable.type.dims[d]);
      continue;
    }
    if (d < variable.dims.size() && variable.dims[d].expression) {
      const std::string what = fmt::format("the size of `{}`", variable.name);
      local.dims.push_back(expander_.ConstantSize(*variable.dims[d].expression, what.c_str()));
      continue;
    }
    if (!variable.binding) {
      local.dims.push_back(0);
      if (open_.empty() || open_.back() != v) open_.push_back(v);
      continue;
    }
    if (!of_binding) of_binding = expander_.Expand(*variable.binding).dims;
    local.dims.push_back(d < of_binding->size() ? (*of_binding)[d] : 1);
  }
  RequirePossible(local.dims, variable.span);
}

void FunctionBodyBuilder::AddMembers(size_t v) {
  const FunctionVariable& variable = function_.variables[v];
  if (!variable.type.dims.empty() && !variable.member_values.empty()) {
    Fail(DiagnosticKind::NotYetSupported, variable.span,
         fmt::format("`{}` is an array of records whose members have values of their own; in a function this is not "
                     "supported yet",
                     variable.name),
         "assign the members in the algorithm");
  }
  ir::Type type = variable.type;
  type.dims = locals_[v].dims;
  locals_[v] = MakeLocal(variable.name, type, nullptr, variable.span);
}

void FunctionBodyBuilder::AddSlots(LocalVariable& local, const std::string& name) {
  local.first = static_cast<int32_t>(out_.slots.size());
  for (LocalVariable& field : local.fields) AddSlots(field, name + "." + field.name);
  if (local.is_record) return;
  const int64_t count = Count(local.dims);
  for (int64_t k = 0; k < count; ++k) {
    const std::vector<int64_t> index = IndexAt(k, local.dims);
    out_.slots.push_back({index.empty() ? name : fmt::format("{}[{}]", name, fmt::join(index, ",")), local.type});
  }
}

void FunctionBodyBuilder::AddPlaces(LocalVariable& text) {
  const auto first = static_cast<int32_t>(out_.slots.size());
  for (ExprId& pattern : text.constant) pattern = WithPlacesFrom(expander_.pool(), pattern, first);
  for (size_t k = 0; k < text.places.size(); ++k) {
    out_.slots.push_back({fmt::format("{}${}", text.name, k + 1), text.places[k]});
  }
}

}  // namespace stiction::flatten
