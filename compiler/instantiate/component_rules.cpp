// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/component_rules.h"

#include <fmt/format.h>

#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/print.h"

namespace stiction {
namespace {

using ast::ClassKind;

std::string_view Text(const ast::TypePrefix& prefix) {
  if (prefix.flow != ast::FlowPrefix::kNone) return prefix.flow == ast::FlowPrefix::kFlow ? "flow" : "stream";
  if (prefix.causality != ast::Causality::kNone) {
    return prefix.causality == ast::Causality::kInput ? "input" : "output";
  }
  switch (prefix.variability) {
    case ast::Variability::kConstant:
      return "constant";
    case ast::Variability::kParameter:
      return "parameter";
    case ast::Variability::kDiscrete:
      return "discrete";
    case ast::Variability::kContinuous:
      break;
  }
  return "";
}

// Flow, stream, input and output: of a structure and of its elements only one can have such.
ast::TypePrefix Directions(ast::TypePrefix prefix) {
  prefix.variability = ast::Variability::kContinuous;
  return prefix;
}

bool IsModel(ClassKind kind) {
  return kind == ClassKind::kModel || kind == ClassKind::kBlock || kind == ClassKind::kClass;
}

}  // namespace

void ComponentRules::Check(ir::InstanceId id, const ComponentElement& element, const ResolvedType& type) {
  const ir::Instance& instance = data_.At(id);
  CheckPrefixOfModel(element, type);
  CheckFixed(element, type);
  CheckFlowType(instance, element, type);
  if (!instance.parent) return;
  CheckNestedPrefix(instance.parent, element, type);
  CheckContainer(data_.At(instance.parent), element, type);
}

void ComponentRules::CheckPrefixOfModel(const ComponentElement& element, const ResolvedType& type) {
  const std::string_view prefix = Text(element.prefix);
  const bool is_model =
      type.kind == ResolvedType::Kind::kClass && IsModel(type.restriction) && !IsExternalObject(*type.definition);
  if (prefix.empty() || !is_model) return;
  reports_.Error(DiagnosticKind::PrefixNotAllowed, element.declaration->name.span,
                 fmt::format("`{}` cannot be `{}`: `{}` is a {}", element.name, prefix, type.definition->name.text,
                             ast::ToString(type.restriction)),
                 Label{type.definition->name.span, "declared here"},
                 "remove the prefix; types, records and connectors can have it");
}

// What is known before the simulation is no connector, and neither comes in nor goes out.
void ComponentRules::CheckFixed(const ComponentElement& element, const ResolvedType& type) {
  const ast::TypePrefix prefix = MergePrefix(element.prefix, type.prefix);
  const bool is_fixed =
      prefix.variability == ast::Variability::kParameter || prefix.variability == ast::Variability::kConstant;
  if (!is_fixed) return;
  const std::string_view what = prefix.variability == ast::Variability::kParameter ? "parameter" : "constant";
  if (type.restriction == ast::ClassKind::kConnector) {
    reports_.Error(DiagnosticKind::ConnectorPrefix, element.declaration->name.span,
                   fmt::format("the connector `{}` cannot be a {}", element.name, what),
                   "remove the prefix; parameters can be elements of a connector");
  } else if (prefix.causality != ast::Causality::kNone) {
    reports_.Error(DiagnosticKind::PrefixConflict, element.declaration->name.span,
                   fmt::format("`{}` cannot be both `{}` and `{}`", element.name, what,
                               prefix.causality == ast::Causality::kInput ? "input" : "output"),
                   fmt::format("remove `{}`: what changes comes in and goes out, a {} is set where the component is "
                               "declared",
                               what, what));
  }
}

void ComponentRules::CheckNestedPrefix(ir::InstanceId around, const ComponentElement& element,
                                       const ResolvedType& type) {
  const ir::Instance& parent = data_.At(around);
  const std::string_view own = Text(Directions(MergePrefix(element.prefix, type.prefix)));
  const bool is_inside = parent.flow != ast::FlowPrefix::kNone || parent.causality != ir::Causality::kNone;
  if (own.empty() || !is_inside) return;
  reports_.Error(DiagnosticKind::PrefixNotAllowed, parent.span,
                 fmt::format("`{}` cannot have a prefix `flow`, `stream`, `input` or `output`: its element `{}` is "
                             "`{}` already",
                             ir::FullName(data_.tree, around), element.name, own),
                 Label{element.declaration->name.span, "declared here"}, "remove one of the two prefixes");
}

// Of stream variables and Clocks the type is checked with the other rules of theirs.
void ComponentRules::CheckFlowType(const ir::Instance& instance, const ComponentElement& element,
                                   const ResolvedType& type) {
  const bool is_other_scalar = type.kind == ResolvedType::Kind::kScalar && type.scalar != ir::ScalarType::kReal &&
                               type.scalar != ir::ScalarType::kClock;
  if (instance.flow != ast::FlowPrefix::kFlow || !is_other_scalar) return;
  if (instance.variability <= ir::Variability::kParameter) return;
  reports_.Error(DiagnosticKind::PrefixNotAllowed, element.declaration->name.span,
                 fmt::format("`{}` cannot be a flow variable: it is no Real", element.name),
                 "declare it as Real, or without the prefix");
}

// What a record or a connector is made of.
void ComponentRules::CheckContainer(const ir::Instance& parent, const ComponentElement& element,
                                    const ResolvedType& type) {
  const bool in_record = ast::IsRecord(parent.class_kind), in_connector = parent.class_kind == ClassKind::kConnector;
  const bool is_of_class = element.scope->definition->kind == ClassKind::kClass;
  if ((in_record || in_connector) && element.is_protected && is_of_class) {
    reports_.Error(
        DiagnosticKind::ClassContents, element.declaration->name.span,
        fmt::format("a {} cannot have the protected element `{}`", in_record ? "record" : "connector", element.name),
        Label{parent.span, "inherited here"}, "declare it before the word `protected`");
  }
  if ((!in_record && !in_connector) || type.kind != ResolvedType::Kind::kClass) return;
  const ClassKind kind = type.restriction;
  if (ast::IsRecord(kind) || (in_connector && kind == ClassKind::kConnector) || kind == ClassKind::kType) return;
  reports_.Error(DiagnosticKind::ClassContents, element.declaration->name.span,
                 fmt::format("a {} cannot have the component `{}` of the {} `{}`", in_record ? "record" : "connector",
                             element.name, ast::ToString(kind), type.definition->name.text),
                 Label{type.definition->name.span, "declared here"},
                 in_record ? "use a record or a type" : "use a connector, a record or a type");
}

void ComponentRules::CheckBlocks() {
  for (size_t i = 0; i < data_.tree.instances.size(); ++i) {
    const ir::InstanceId id(static_cast<int64_t>(i));
    const ir::Instance& block = data_.At(id);
    if (block.class_kind != ClassKind::kBlock || block.kind != ir::InstanceKind::kComposite) continue;
    for (const ir::InstanceId child : block.children) {
      const ir::Instance& connector = data_.At(child);
      const ComponentElement* element = data_.WorkOf(child).element;
      if (connector.class_kind != ClassKind::kConnector || !element || element->is_protected) continue;
      const ir::InstanceId undirected = FindUndirected(child);
      if (!undirected) continue;
      reports_.Error(DiagnosticKind::BlockConnector, connector.span,
                     fmt::format("`{}` of the block `{}` has the variable `{}`, which is neither input nor output",
                                 connector.name.str(), data_.At(block.cls).full_name, data_.At(undirected).name.str()),
                     Label{data_.At(undirected).span, "declared here"},
                     "give the connector the prefix `input` or `output`, or declare a model");
    }
  }
}

ir::InstanceId ComponentRules::FindUndirected(ir::InstanceId id) {
  const ir::Instance& instance = data_.At(id);
  if (instance.is_expandable) return {};
  if (instance.kind == ir::InstanceKind::kBuiltin) {
    const bool is_variable = instance.variability > ir::Variability::kParameter;
    return is_variable && instance.causality == ir::Causality::kNone ? id : ir::InstanceId();
  }
  // The elements of an array are alike.
  if (!instance.elements.empty()) return FindUndirected(instance.elements.front());
  for (const ir::InstanceId child : instance.children) {
    if (const ir::InstanceId found = FindUndirected(child)) return found;
  }
  return {};
}

bool ComponentRules::CheckClass(ir::InstanceId id, const ResolvedType& type) {
  const ir::Instance& instance = data_.At(id);
  const ComponentElement& element = *data_.WorkOf(id).element;
  if (type.restriction == ast::ClassKind::kFunction) {
    reports_.NotSupported(instance.type_span, "a component of function type");
  } else if (type.restriction == ast::ClassKind::kPackage) {
    const std::string& written = element.declaration->type.parts.back().text;
    reports_.Error(DiagnosticKind::ClassNotFound, instance.type_span,
                   fmt::format("package `{}` cannot be the type of a component", written));
  } else if (type.is_partial) {
    reports_.Error(DiagnosticKind::PartialClass, instance.type_span,
                   fmt::format("`{}` is partial and cannot be the class of the component `{}`",
                               data_.At(type.cls).full_name, element.name),
                   "use a class that extends it");
  } else if (IsRecursive(id, type.cls)) {
    reports_.Error(
        DiagnosticKind::RecursiveComponent, instance.span,
        fmt::format("component `{}` is of class `{}`, which contains it", element.name, data_.At(type.cls).full_name));
  } else {
    return true;
  }
  return false;
}

bool ComponentRules::IsRecursive(ir::InstanceId id, ir::ClassId cls) {
  constexpr int kMaxDepth = 64;
  const auto is_conditional = [&](ir::InstanceId of) {
    const ComponentElement* element = data_.WorkOf(of).element;
    return element && element->condition;
  };
  int depth = 0;
  bool conditional = is_conditional(id);
  for (ir::InstanceId at = data_.At(id).parent; at; at = data_.At(at).parent) {
    if (data_.At(at).cls == cls && !conditional && data_.At(at).kind == ir::InstanceKind::kComposite) return true;
    conditional = conditional || is_conditional(at);
    if (++depth > kMaxDepth) return true;
  }
  return false;
}

void ComponentRules::CheckFlowOfOperatorRecord(ir::InstanceId id) {
  const ir::Instance& instance = data_.At(id);
  if (instance.class_kind != ast::ClassKind::kOperatorRecord || instance.flow != ast::FlowPrefix::kFlow) return;
  for (const char* name : {"'0'", "'+'", "'-'"}) {
    if (data_.WorkOf(id).group->classes.contains(name)) continue;
    reports_.Error(DiagnosticKind::ConnectIncompatible, instance.span,
                   fmt::format("flow variables of the operator record `{}` cannot be added up: it has no operator {}",
                               data_.At(instance.cls).full_name, name),
                   "a flow of an operator record needs its operators '0', '+' and the unary '-' (MLS 9.2)");
    return;
  }
}

}  // namespace stiction
