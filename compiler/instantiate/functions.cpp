// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/functions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/dependency_order.h"
#include "compiler/instantiate/equations.h"
#include "compiler/instantiate/external_interfaces.h"
#include "compiler/instantiate/external_objects.h"
#include "compiler/instantiate/function_annotations.h"
#include "compiler/instantiate/function_class.h"
#include "compiler/instantiate/function_variables.h"
#include "compiler/instantiate/groups.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/instances/bound.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

namespace {

bool IsScalarRealInput(const ir::FunctionVariable& v) {
  return v.causality == ir::Causality::kInput && v.type.kind == ir::Type::Kind::kScalar &&
         v.type.scalar == ir::ScalarType::kReal && v.dims.empty();
}

bool TakesArrays(const ir::FunctionInstance& function) {
  return std::any_of(function.variables.begin(), function.variables.end(), [](const ir::FunctionVariable& v) {
    return v.causality == ir::Causality::kInput && !v.dims.empty();
  });
}

}  // namespace

std::optional<ir::FunctionInstanceId> Functions::Of(ClassElement& element, Span use) {
  const ResolvedType type = classes_.Resolve(element);
  if (type.kind == ResolvedType::Kind::kError) return std::nullopt;
  if (type.kind == ResolvedType::Kind::kClass && IsExternalObject(*type.definition)) {
    return objects_.FunctionOf(type, "constructor", use);
  }
  const bool is_function =
      type.kind == ResolvedType::Kind::kClass && (ast::IsFunction(type.restriction) || ast::IsRecord(type.restriction));
  if (!is_function) {
    auto& error =
        reports_.Error(DiagnosticKind::NotAFunction, use, fmt::format("`{}` is not a function", element.name));
    if (element.definition) error.labels.push_back({element.definition->name.span, "declared here"});
    return std::nullopt;
  }
  const bool is_plain = type.modifiers.empty() && !type.replaced;
  const auto key = std::tuple(type.cls, static_cast<const Scope*>(type.parent),
                              is_plain ? nullptr : static_cast<const ClassElement*>(&element));
  if (const auto found = function_ids_.find(key); found != function_ids_.end()) return found->second;
  if (type.is_partial) {
    reports_.Error(DiagnosticKind::PartialClass, use,
                   fmt::format("function `{}` is partial and cannot be called", element.name),
                   Label{type.definition->name.span, "declared here"});
    return function_ids_[key] = std::nullopt;
  }
  const ir::FunctionInstanceId id(static_cast<int64_t>(data_.tree.functions.size()));
  function_ids_[key] = id;
  data_.tree.functions.emplace_back();
  const bool is_partial_derivative = type.definition->form == ast::ClassForm::kDer;
  const bool is_built = is_partial_derivative ? BuildPartial(type, id) : Build(type, id, {});
  if (!is_built) function_ids_[key] = std::nullopt;
  return function_ids_[key];
}

std::optional<ir::FunctionInstanceId> Functions::For(
    ir::FunctionInstanceId generic, const std::map<std::string, Functional, std::less<>>& functionals) {
  const auto [entry, is_new] = specialized_.try_emplace({generic, functionals});
  if (!is_new) return entry->second;
  const ir::FunctionInstanceId id(static_cast<int64_t>(data_.tree.functions.size()));
  entry->second = id;
  data_.tree.functions.emplace_back();
  if (!Build(generic_types_.at(generic), id, functionals)) entry->second = std::nullopt;
  return entry->second;
}

ir::FunctionInstanceId Functions::EqualityConstraintOf(ir::InstanceId id) {
  const ir::Instance& instance = data_.At(id);
  bool in_connector = false;
  for (ir::InstanceId at = instance.parent; at && !in_connector; at = data_.At(at).parent) {
    in_connector = data_.At(at).class_kind == ast::ClassKind::kConnector;
  }
  if (!in_connector || instance.flow != ast::FlowPrefix::kNone) return {};
  if (!instance.index.empty() && data_.At(instance.parent).equality_constraint) return {};
  const bool is_array = instance.kind == ir::InstanceKind::kArray;
  if (is_array && instance.elements.empty()) return {};
  ClassElement* element = nullptr;
  if (instance.kind == ir::InstanceKind::kBuiltin) {
    if (const Work& work = data_.WorkOf(id); work.element) {
      element = EqualityConstraintOf(work.element->scope, work.element->declaration->type);
    }
  } else if (Group* group = data_.WorkOf(is_array ? instance.elements.front() : id).group) {
    element = Names::FindIn(*group, "equalityConstraint").element;
  }
  if (!element) return {};
  const ir::FunctionInstanceId function = Of(*element, instance.span).value_or(ir::FunctionInstanceId());
  // An array of records is one node if the function takes an array, else each of its elements is one.
  const bool is_node = !is_array || (function && TakesArrays(data_.At(function)));
  return is_node ? function : ir::FunctionInstanceId();
}

// The class of a scalar type holds none of the classes that its base holds, so each is asked in turn.
ClassElement* Functions::EqualityConstraintOf(Scope* scope, ast::Name type) {
  while (names_.LookUp(scope, type.parts[0].text, type.global)) {
    ClassElement* cls = names_.FindClass(scope, type);
    if (!cls || !cls->definition) return nullptr;
    const ast::Class& definition = *cls->definition;
    scope = cls->scope;
    if (definition.form == ast::ClassForm::kShort) {
      type = definition.base;
      continue;
    }
    Group* group = definition.elements.empty() ? nullptr : classes_.Enter(*cls);
    if (!group) return nullptr;
    if (ClassElement* function = Names::FindIn(*group, "equalityConstraint").element) return function;
    const auto base = std::find_if(definition.elements.begin(), definition.elements.end(),
                                   [](const ast::Element& e) { return e.extends != nullptr; });
    if (base == definition.elements.end()) return nullptr;
    scope = group->main;
    type = base->extends->base;
  }
  return nullptr;
}

bool Functions::Build(const ResolvedType& type, ir::FunctionInstanceId id,
                      const std::map<std::string, Functional, std::less<>>& functionals) {
  const bool is_record = ast::IsRecord(type.restriction);
  ir::FunctionInstance& function = data_.At(id);
  function.name = data_.At(type.cls).full_name;
  function.cls = type.cls;
  function.span = type.definition->name.span;
  function.is_record_constructor = is_record;
  if (is_record) data_.NoteType(type);
  // a + b is to be solved and differentiated like an expression, unless the annotation says otherwise.
  const ir::ClassId around = data_.At(type.cls).parent;
  const bool is_operator = type.restriction == ast::ClassKind::kOperatorFunction ||
                           (around && data_.At(around).definition->kind == ast::ClassKind::kOperator);
  if (is_operator) function.inlining = ir::Inlining::kAtOnce;
  Group* group = data_.NewGroup();
  group->is_function = true;
  groups_.Build(type, group);
  if (group->is_broken) return false;
  if (!is_record)
    CheckFunctionClass(
        *group, [this](const ComponentElement& e) { return CausalityOf(e); }, reports_);
  const auto is_functional = [&](const std::string& name) {
    return IsFunctional(group->components.find(name)->second);
  };
  if (!is_record && functionals.empty() && std::ranges::any_of(group->order, is_functional)) {
    generic_types_[id] = type;
    FillGeneric(*group, id);
    return true;
  }
  int32_t next = 0;
  for (const std::string& name : group->order) {
    if (const auto functional = functionals.find(name); functional != functionals.end()) {
      Functional& known = group->functionals[name] = functional->second;
      known.first_local = next;
      next += static_cast<int32_t>(known.given.size());
    } else {
      group->locals[name] = next++;
    }
  }
  bool good = true;
  for (const std::string& name : group->order) {
    if (const auto functional = functionals.find(name); functional != functionals.end()) {
      AddGiven(name, functional->second, data_.At(id));
      continue;
    }
    ir::FunctionVariable variable;
    good = variables_.Fill(group->components.find(name)->second, variable, group->locals.find(name)->second) && good;
    if (is_record) {
      const ComponentElement& member = group->components.find(name)->second;
      const bool is_constant = member.prefix.variability == ast::Variability::kConstant;
      variable.is_fixed_member = variable.binding && (member.element->final || is_constant);
      variable.causality = ir::Causality::kInput;
      variable.member_values.clear();
    }
    data_.At(id).variables.push_back(std::move(variable));
  }
  if (!is_record) CheckDefaults(data_.At(id), reports_);
  good = OrderDeclarations(data_.At(id)) && good;
  return good && (is_record || BindBody(*group, id));
}

ast::Causality Functions::CausalityOf(const ComponentElement& element) {
  const ResolvedType type = classes_.ResolveName(element.scope, element.declaration->type);
  return MergePrefix(element.prefix, type.prefix).causality;
}

bool Functions::IsFunctional(const ComponentElement& element) {
  if (element.prefix.causality != ast::Causality::kInput) return false;
  return ast::IsFunction(classes_.ResolveName(element.scope, element.declaration->type).restriction);
}

void Functions::FillGeneric(const Group& group, ir::FunctionInstanceId id) {
  data_.At(id).is_generic = true;
  for (const std::string& name : group.order) {
    const ComponentElement& element = group.components.find(name)->second;
    if (CausalityOf(element) != ast::Causality::kInput) continue;
    ir::FunctionVariable variable;
    variable.name = name;
    variable.span = element.declaration->name.span;
    variable.causality = ir::Causality::kInput;
    variable.is_functional = IsFunctional(element);
    data_.At(id).variables.push_back(std::move(variable));
  }
}

bool Functions::BuildPartial(const ResolvedType& type, ir::FunctionInstanceId id) {
  const ast::Class& definition = *type.definition;
  ClassElement* base = names_.FindClass(type.parent, definition.base);
  const std::optional<ir::FunctionInstanceId> of = base ? Of(*base, definition.base.span) : std::nullopt;
  if (!of) return false;
  if (*of == id) {
    reports_.Error(DiagnosticKind::ClassCycle, definition.base.span,
                   fmt::format("`{}` is the derivative of itself", definition.name.text));
    return false;
  }
  const ir::FunctionInstance& from = data_.At(*of);
  if (from.is_generic || from.is_record_constructor || from.destructor || externals_.BuiltinOf(*of)) {
    reports_.NotSupported(definition.base.span,
                          "the partial derivative of a function that takes functions or has no algorithm");
    return false;
  }
  ir::FunctionInstance& function = data_.At(id);
  function.name = type.cls ? data_.At(type.cls).full_name : definition.name.text;
  function.cls = type.cls;
  function.span = definition.name.span;
  function.variables = from.variables;
  function.declaration_order = from.declaration_order;
  function.is_impure = from.is_impure;
  function.partial_of = of;
  for (const ast::Identifier& argument : definition.der_arguments) {
    const auto variable = std::find_if(from.variables.begin(), from.variables.end(),
                                       [&](const ir::FunctionVariable& v) { return v.name == argument.text; });
    if (variable == from.variables.end() || !IsScalarRealInput(*variable)) {
      reports_.Error(DiagnosticKind::PartialDerivative, argument.span,
                     fmt::format("`{}` is no scalar Real input of `{}` (MLS 12.7.2)", argument.text, from.name),
                     Label{variable == from.variables.end() ? from.span : variable->span, "declared here"});
      return false;
    }
    function.differentiated_by.push_back(static_cast<int32_t>(variable - from.variables.begin()));
  }
  return true;
}

// What its own declarations say of the sizes is checked where the function is called with them.
void Functions::AddGiven(const std::string& name, const Functional& functional, ir::FunctionInstance& to) const {
  for (const int32_t given : functional.given) {
    ir::FunctionVariable variable = data_.At(functional.function).variables[static_cast<size_t>(given)];
    variable.name = fmt::format("{}.{}", name, variable.name);
    variable.binding = nullptr;
    for (ir::BoundSubscript& dimension : variable.dims) dimension.expression = nullptr;
    std::ranges::fill(variable.type.dims, -1);
    to.variables.push_back(std::move(variable));
  }
}

bool Functions::BindBody(const Group& group, ir::FunctionInstanceId id) {
  bool good = true;
  std::vector<ir::BoundStatement> body;
  for (Scope* part : group.parts) {
    if (const ast::External* external = part->definition->external.get()) {
      good = externals_.Read(*external, part, id) && good;
    }
    Context context{.scope = part};
    for (const ast::AlgorithmSection& section : part->definition->algorithms) {
      equations_.BindStatements(section.statements, body, context);
    }
  }
  data_.At(id).body = std::move(body);
  for (Scope* part : group.parts) {
    annotations_.Read(*part->definition, part, id);
    data_.At(id).is_impure = data_.At(id).is_impure || part->definition->impure;
  }
  CheckInheritedImpure(group, reports_);
  if (group.main->definition->pure) CheckPure(data_.At(id));
  return good;
}

void Functions::CheckPure(const ir::FunctionInstance& function) {
  for (const ir::FunctionVariable& variable : function.variables) {
    if (variable.binding) CheckPure(function, *variable.binding);
    CheckPure(function, variable.member_values);
  }
  CheckPure(function, function.body);
}

void Functions::CheckPure(const ir::FunctionInstance& function, const ir::BoundExpression& e) {
  ir::ForEachPart(e, [&](const BoundPtr& part) { CheckPure(function, *part); });
  if (e.kind != BoundKind::kCall || !data_.At(e.function).is_impure || e.number != 0) return;
  reports_.Error(DiagnosticKind::ImpureCall, e.span,
                 fmt::format("`{}` is impure and is called in `{}`, which is declared pure", data_.At(e.function).name,
                             function.name),
                 "declare this function `impure`, or write `pure(...)` around the call");
}

void Functions::CheckPure(const ir::FunctionInstance& function, const std::vector<ir::BoundStatement>& body) {
  for (const ir::BoundStatement& statement : body) {
    if (statement.value) CheckPure(function, *statement.value);
    for (const auto& branch : statement.branches) {
      if (branch.condition) CheckPure(function, *branch.condition);
      CheckPure(function, branch.body);
    }
    for (const ir::BoundIterator& iterator : statement.indices) {
      if (iterator.range) CheckPure(function, *iterator.range);
    }
    CheckPure(function, statement.body);
  }
}

bool Functions::OrderDeclarations(ir::FunctionInstance& function) {
  const auto report = [&](Span span, const std::vector<std::string>& names) {
    const std::string what = names.size() == 1 ? fmt::format("`{}` needs its own value", names[0])
                                               : fmt::format("`{}` need each other's values", fmt::join(names, "`, `"));
    reports_.Error(DiagnosticKind::CyclicDefinition, span,
                   fmt::format("the declarations of `{}` have no order: {} (MLS 12.4.4)", function.name, what),
                   "assign one of them in the algorithm");
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
      // A value that reads a member without a value is left out.
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

}  // namespace stiction
