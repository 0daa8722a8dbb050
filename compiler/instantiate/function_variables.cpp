// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/function_variables.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/bindings.h"
#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/external_objects.h"
#include "compiler/instantiate/groups.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/print.h"
#include "compiler/ir/instances/bound.h"
#include "compiler/ir/instances/substitute_locals.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

bool FunctionVariables::Fill(const ComponentElement& element, ir::FunctionVariable& variable, int32_t number,
                             bool is_inside_of_value) {
  variable.name = element.name;
  variable.span = element.declaration->name.span;
  const ResolvedType type = classes_.ResolveName(element.scope, element.declaration->type);
  if (type.kind == ResolvedType::Kind::kError) return false;
  const ast::Causality causality = MergePrefix(element.prefix, type.prefix).causality;
  if (causality == ast::Causality::kInput) variable.causality = ir::Causality::kInput;
  if (causality == ast::Causality::kOutput) variable.causality = ir::Causality::kOutput;
  const Modifier* const value = FindValue(element.modifiers);
  const bool has_value =
      is_inside_of_value || variable.causality == ir::Causality::kInput || (value && !value->is_break);
  if (!FillType(element, type, variable, number, has_value)) return false;
  bool good = FillDims(element, type, variable);
  if (value && !value->is_break) {
    variable.binding = bindings_.ValueOf(*value);
    good = good && variable.binding;
  }
  if (variable.binding || variable.causality == ir::Causality::kInput) variable.member_values.clear();
  const bool is_declared = variable.type.kind == ir::Type::Kind::kObject && variable.causality == ir::Causality::kNone;
  if (is_declared && good && !has_value)
    objects_.ReportNotConstructed(variable.name, variable.span, variable.type.record);
  return good;
}

bool FunctionVariables::FillType(const ComponentElement& element, const ResolvedType& type,
                                 ir::FunctionVariable& variable, int32_t number, bool has_value) {
  if (type.kind == ResolvedType::Kind::kScalar) {
    if (type.scalar == ir::ScalarType::kClock) {
      reports_.Error(DiagnosticKind::FunctionClass, element.declaration->name.span,
                     fmt::format("the variable `{}` of a function cannot be a Clock", element.name),
                     "a function knows nothing of time: give it what it needs as an input");
    }
    variable.type.kind = ir::Type::Kind::kScalar;
    variable.type.scalar = type.scalar;
    variable.type.enumeration = type.enumeration;
    return true;
  }
  if (IsExternalObject(*type.definition)) {
    const Scope* around = element.scope->parent;
    const bool is_own = around && around->definition == type.definition;
    if (variable.causality == ir::Causality::kOutput && !is_own) {
      reports_.Error(DiagnosticKind::ExternalObjectUse, element.declaration->name.span,
                     fmt::format("only its constructor returns an external object, not `{}`",
                                 element.scope->definition->name.text),
                     Label{type.definition->name.span, "declared here"},
                     "declare the object in the model, and give it to the function as an input");
    }
    variable.type.kind = ir::Type::Kind::kObject;
    variable.type.scalar = ir::ScalarType::kInteger;
    variable.type.record = data_.At(type.cls).full_name;
    return true;
  }
  if (type.restriction == ast::ClassKind::kFunction && variable.causality == ir::Causality::kInput) {
    variable.is_functional = true;
    return true;
  }
  if (!ast::IsRecord(type.restriction)) {
    reports_.Error(
        DiagnosticKind::FunctionClass, element.declaration->name.span,
        fmt::format("the variable `{}` of a function cannot be a {}", element.name, ast::ToString(type.restriction)),
        type.restriction == ast::ClassKind::kFunction ? "functions are inputs of functions only" : "declare a record");
    return false;
  }
  variable.type.kind = ir::Type::Kind::kRecord;
  variable.type.record = data_.At(type.cls).full_name;
  data_.NoteType(type);
  if (data_.tree.operator_records.contains(type.cls)) variable.type.operators = type.cls;
  ResolvedType modified = type;
  modified.modifiers = element.modifiers;
  std::erase_if(modified.modifiers, [](const Modifier& modifier) { return modifier.path.empty(); });
  modified.modifiers.insert(modified.modifiers.end(), type.modifiers.begin(), type.modifiers.end());
  return FillRecord(modified, variable, number, has_value);
}

bool FunctionVariables::FillDims(const ComponentElement& element, const ResolvedType& type,
                                 ir::FunctionVariable& variable) {
  bool good = true;
  for (const ResolvedType::Dimension& d : WrittenDimensions(element, type)) {
    ir::BoundSubscript subscript{nullptr, d.subscript->span};
    int64_t size = -1;
    if (d.subscript->expression) {
      subscript.expression = expressions_.Bind(*d.subscript->expression, d.scope);
      if (subscript.expression) {
        if (const auto count = ValuesOfType(*d.subscript->expression, *subscript.expression)) {
          subscript.expression = ir::MakeInteger(*count, d.subscript->span);
        }
        const std::optional<Value> value = bindings_.Evaluate(*subscript.expression);
        if (value) size = AsSize(*value).value_or(-1);
      } else {
        good = false;
      }
    }
    variable.dims.push_back(std::move(subscript));
    variable.type.dims.push_back(size);
  }
  return good;
}

void FunctionVariables::FillOpenSizes(const std::map<int32_t, BoundPtr>& values, ir::FunctionVariable& member) {
  // One value may need the next.
  const auto value_of = [&](BoundPtr e) -> std::optional<Value> {
    for (size_t i = 0; i <= values.size(); ++i) {
      if (const std::optional<Value> value = bindings_.Evaluate(*e)) return value;
      e = SubstituteLocals(e, values);
    }
    return std::nullopt;
  };
  for (size_t d = 0; d < member.dims.size(); ++d) {
    int64_t& size = member.type.dims[d];
    if (size >= 0) continue;
    if (member.dims[d].expression) {
      const std::optional<Value> value = value_of(member.dims[d].expression);
      if (value) size = AsSize(*value).value_or(-1);
    } else if (const std::optional<Value> value = member.binding ? value_of(member.binding) : std::nullopt) {
      size = d < value->dims.size() ? value->dims[d] : -1;
    }
  }
}

bool FunctionVariables::FillRecord(const ResolvedType& type, ir::FunctionVariable& variable, int32_t number,
                                   bool has_value) {
  if (std::find(filling_.begin(), filling_.end(), type.cls) != filling_.end()) {
    reports_.Error(DiagnosticKind::RecursiveComponent, variable.span,
                   fmt::format("`{}` would contain itself without end", variable.type.record));
    return false;
  }
  filling_.push_back(type.cls);
  Group* group = data_.NewGroup();
  group->is_function = true;
  groups_.Build(type, group);
  // References between the members, which may stand next to references to variables of the function.
  std::map<int32_t, BoundPtr> siblings, values;
  for (const std::string& name : group->order) {
    const BoundPtr sibling = MakeBound(BoundKind::kLocal, variable.span);
    sibling->local = number;
    sibling->text = variable.name;
    sibling->members.push_back({name, {}, variable.span});
    group->locals[name] = next_member_;
    siblings[next_member_++] = sibling;
  }
  bool good = true;
  std::vector<ir::FunctionVariable> members;
  for (const std::string& name : group->order) {
    const int32_t place = group->locals.find(name)->second;
    good = Fill(group->components.find(name)->second, members.emplace_back(), place, has_value) && good;
    if (members.back().binding) values[place] = members.back().binding;
  }
  for (size_t i = 0; i < members.size(); ++i) {
    const BoundPtr& sibling = siblings[group->locals.find(group->order[i])->second];
    ir::FunctionVariable& member = members[i];
    if (!has_value) FillOpenSizes(values, member);
    variable.type.members.push_back({member.name, member.type});
    const auto assign = [&](const BoundPtr& target, const BoundPtr& value, Span span) {
      ir::BoundStatement statement{.kind = ast::StatementKind::kAssign, .span = span};
      statement.target = target;
      statement.value = value;
      variable.member_values.push_back(std::move(statement));
    };
    if (member.binding) assign(sibling, SubstituteLocals(member.binding, siblings), member.binding->span);
    for (const ir::BoundStatement& inner : member.member_values) {
      const auto target = std::make_shared<ir::BoundExpression>(*sibling);
      target->members.insert(target->members.end(), inner.target->members.begin(), inner.target->members.end());
      assign(target, SubstituteLocals(inner.value, siblings), inner.span);
    }
  }
  filling_.pop_back();
  return good;
}

}  // namespace stiction
