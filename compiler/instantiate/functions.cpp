// SPDX-License-Identifier: BSD-3-Clause
// Functions that are called: their variables in the order in which these get values, and their bodies
// (MLS 12.2, 12.4.4).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/builder.h"
#include "compiler/instantiate/builtin_functions.h"
#include "compiler/instantiate/dependency_order.h"
#include "compiler/instantiate/substitute_locals.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

std::optional<ir::FunctionInstanceId> Builder::FunctionOf(ClassElement& element, Span use) {
  const ResolvedType type = Resolve(element);
  if (type.kind == ResolvedType::Kind::kError) return std::nullopt;
  if (type.kind == ResolvedType::Kind::kClass && IsExternalObject(*type.definition)) {
    return ObjectFunction(type, "constructor", use);
  }
  const bool is_function = type.kind == ResolvedType::Kind::kClass &&
                           (type.restriction == ast::ClassKind::kFunction ||
                            type.restriction == ast::ClassKind::kOperatorFunction || ast::IsRecord(type.restriction));
  if (!is_function) {
    auto& error = Report(DiagnosticKind::NotAFunction, use, fmt::format("`{}` is not a function", element.name));
    if (element.definition) error.labels.push_back({element.definition->name.span, "declared here"});
    return std::nullopt;
  }
  const bool is_plain = type.modifiers.empty() && !type.replaced;
  const auto key = std::tuple(type.cls, static_cast<const Scope*>(type.parent),
                              is_plain ? nullptr : static_cast<const ClassElement*>(&element));
  if (const auto found = function_ids_.find(key); found != function_ids_.end()) return found->second;
  if (type.is_partial) {
    Report(DiagnosticKind::PartialClass, use,
           fmt::format("function `{}` is partial and cannot be called", element.name))
        .labels.push_back({type.definition->name.span, "declared here"});
    function_ids_[key] = std::nullopt;
    return std::nullopt;
  }
  const ir::FunctionInstanceId id(static_cast<int64_t>(tree_.functions.size()));
  function_ids_[key] = id;
  ir::FunctionInstance& function = tree_.functions.emplace_back();
  function.name = classes_.classes[type.cls.index()].full_name;
  function.cls = type.cls;
  function.span = type.definition->name.span;
  function.is_record_constructor = ast::IsRecord(type.restriction);
  Group* group = NewGroup();
  group->is_function = true;
  BuildGroup(type, group);
  int32_t next = 0;
  for (const std::string& name : group->order) group->locals[name] = next++;
  bool good = true;
  for (const std::string& name : group->order) {
    const ComponentElement& component = group->components.find(name)->second;
    ir::FunctionVariable variable;
    Context context;
    context.scope = component.scope;
    good = FillVariable(component, variable, group->locals.find(name)->second, context) && good;
    if (tree_.functions[id.index()].is_record_constructor) {
      variable.causality = ir::Causality::kInput;
      variable.member_values.clear();
    }
    tree_.functions[id.index()].variables.push_back(std::move(variable));
  }
  good = OrderDeclarations(tree_.functions[id.index()]) && good;
  if (good && !tree_.functions[id.index()].is_record_constructor) {
    std::vector<ir::BoundStatement> body;
    for (Scope* part : group->parts) {
      if (const ast::External* external = part->definition->external.get()) {
        if (external->language == "builtin" && FindBuiltinFunction(external->function.text)) {
          external_builtins_[id] = external->function.text;
        } else {
          good = ReadExternal(*external, part, id) && good;
        }
      }
      Context context;
      context.scope = part;
      for (const ast::AlgorithmSection& section : part->definition->algorithms) {
        BindStatements(section.statements, body, context);
      }
    }
    tree_.functions[id.index()].body = std::move(body);
    for (Scope* part : group->parts) ReadFunctionAnnotations(*part->definition, part, id);
  }
  if (!good) function_ids_[key] = std::nullopt;
  return function_ids_[key];
}

bool Builder::OrderDeclarations(ir::FunctionInstance& function) {
  const auto report = [&](Span span, const std::vector<std::string>& names) {
    const std::string what = names.size() == 1 ? fmt::format("`{}` needs its own value", names[0])
                                               : fmt::format("`{}` need each other's values", fmt::join(names, "`, `"));
    Report(DiagnosticKind::CyclicDefinition, span,
           fmt::format("the declarations of `{}` have no order: {} (MLS 12.4.4)", function.name, what))
        .hint = "assign one of them in the algorithm";
    return false;
  };
  for (ir::FunctionVariable& variable : function.variables) {
    const DependencyOrder of_members = OrderOfMemberValues(variable.member_values);
    if (!of_members.cycle.empty()) {
      std::vector<std::string> names;
      for (const size_t i : of_members.cycle) {
        std::string name = variable.name;
        for (const ir::BoundMember& member : variable.member_values[i].target->members) name += "." + member.name;
        names.push_back(std::move(name));
      }
      return report(variable.span, names);
    }
    std::vector<ir::BoundStatement> sorted;
    for (const size_t i : of_members.order) {
      // What needs a member without a value has none either.
      if (HasAllNeeded(*variable.member_values[i].value, *variable.member_values[i].target, sorted)) {
        sorted.push_back(std::move(variable.member_values[i]));
      }
    }
    variable.member_values = std::move(sorted);
  }
  const DependencyOrder order = OrderOfVariables(function);
  if (!order.cycle.empty()) {
    std::vector<std::string> names;
    for (const size_t v : order.cycle) names.push_back(function.variables[v].name);
    return report(function.variables[order.cycle.front()].span, names);
  }
  for (const size_t v : order.order) function.declaration_order.push_back(static_cast<int32_t>(v));
  return true;
}

std::optional<int64_t> Builder::ValuesOfType(const ast::Expression& written, const ir::BoundExpression& bound) {
  if (written.kind != ast::ExpressionKind::kReference) return std::nullopt;
  if (bound.kind == BoundKind::kRange && bound.operands[0]->kind == BoundKind::kEnumeration) {
    return static_cast<int64_t>(bound.operands[1]->number);
  }
  if (bound.kind == BoundKind::kArray && bound.operands[0]->kind == BoundKind::kBoolean) return 2;
  return std::nullopt;
}

bool Builder::FillVariable(const ComponentElement& element, ir::FunctionVariable& variable, int32_t number,
                           Context& context) {
  variable.name = element.name;
  variable.span = element.declaration->name.span;
  const ResolvedType type = ResolveName(element.scope, element.declaration->type);
  if (type.kind == ResolvedType::Kind::kError) return false;
  const ast::Causality causality = element.declaration->prefix.causality != ast::Causality::kNone
                                       ? element.declaration->prefix.causality
                                       : type.prefix.causality;
  if (causality == ast::Causality::kInput) variable.causality = ir::Causality::kInput;
  if (causality == ast::Causality::kOutput) variable.causality = ir::Causality::kOutput;
  if (type.kind == ResolvedType::Kind::kClass) {
    if (IsExternalObject(*type.definition)) {
      variable.type.kind = ir::Type::Kind::kObject;
      variable.type.scalar = ir::ScalarType::kInteger;
      variable.type.record = classes_.classes[type.cls.index()].full_name;
    } else if (!ast::IsRecord(type.restriction)) {
      NotSupported(element.declaration->type.span, type.restriction == ast::ClassKind::kFunction
                                                       ? "a function as an argument of a function"
                                                       : "a function variable that is no record");
      return false;
    } else {
      variable.type.kind = ir::Type::Kind::kRecord;
      variable.type.record = classes_.classes[type.cls.index()].full_name;
      ResolvedType modified = type;
      modified.modifiers = element.modifiers;
      std::erase_if(modified.modifiers, [](const Modifier& modifier) { return modifier.path.empty(); });
      modified.modifiers.insert(modified.modifiers.end(), type.modifiers.begin(), type.modifiers.end());
      if (!FillRecord(modified, variable, number)) return false;
    }
  } else {
    variable.type.kind = ir::Type::Kind::kScalar;
    variable.type.scalar = type.scalar;
    variable.type.enumeration = type.enumeration;
  }
  std::vector<ResolvedType::Dimension> dims;
  for (const ast::Subscript& s : element.declaration->subscripts) dims.push_back({&s, element.scope});
  for (const ast::Subscript& s : element.declaration->type_subscripts) dims.push_back({&s, element.scope});
  dims.insert(dims.end(), type.dims.begin(), type.dims.end());
  bool good = true;
  for (const ResolvedType::Dimension& d : dims) {
    ir::BoundSubscript subscript{nullptr, d.subscript->span};
    int64_t size = -1;
    if (d.subscript->expression) {
      Context inside = context;
      inside.scope = d.scope;
      subscript.expression = BindExpression(*d.subscript->expression, inside);
      if (subscript.expression) {
        if (const auto count = ValuesOfType(*d.subscript->expression, *subscript.expression)) {
          subscript.expression = Integer(*count, d.subscript->span);
        }
        Ready(*subscript.expression);
        const auto value = Evaluate(tree_, *subscript.expression);
        if (value) size = AsSize(*value).value_or(-1);
      } else {
        good = false;
      }
    }
    variable.dims.push_back(std::move(subscript));
    variable.type.dims.push_back(size);
  }
  const Modifiers modifiers = element.modifiers;
  if (const Modifier* value = FindValue(modifiers); value && !value->is_break) {
    variable.binding = BindModifier(*value);
    good = good && variable.binding;
  }
  if (variable.binding || variable.causality == ir::Causality::kInput) variable.member_values.clear();
  return good;
}

bool Builder::FillRecord(const ResolvedType& type, ir::FunctionVariable& variable, int32_t number) {
  if (std::find(filling_.begin(), filling_.end(), type.cls) != filling_.end()) {
    Report(DiagnosticKind::RecursiveComponent, variable.span,
           fmt::format("`{}` would contain itself without end", variable.type.record));
    return false;
  }
  filling_.push_back(type.cls);
  Group* group = NewGroup();
  group->is_function = true;
  BuildGroup(type, group);
  // References between the members, which may stand next to references to variables of the function.
  std::map<int32_t, BoundPtr> siblings;
  for (const std::string& name : group->order) {
    const BoundPtr sibling = Make(BoundKind::kLocal, variable.span);
    sibling->local = number;
    sibling->text = variable.name;
    sibling->members.push_back({name, {}, variable.span});
    group->locals[name] = next_member_;
    siblings[next_member_++] = sibling;
  }
  bool good = true;
  for (const std::string& name : group->order) {
    const ComponentElement& component = group->components.find(name)->second;
    const int32_t place = group->locals.find(name)->second;
    const BoundPtr& sibling = siblings[place];
    ir::FunctionVariable member;
    Context context;
    context.scope = component.scope;
    good = FillVariable(component, member, place, context) && good;
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
