// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/components.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/alike_elements.h"
#include "compiler/instantiate/bindings.h"
#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/component_dimensions.h"
#include "compiler/instantiate/component_rules.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/external_objects.h"
#include "compiler/instantiate/groups.h"
#include "compiler/instantiate/inner_components.h"
#include "compiler/instantiate/modifier_reader.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/outer_declarations.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/instances/bound.h"

namespace stiction {
namespace {

ir::Variability Convert(ast::Variability v) {
  switch (v) {
    case ast::Variability::kConstant:
      return ir::Variability::kConstant;
    case ast::Variability::kParameter:
      return ir::Variability::kParameter;
    case ast::Variability::kDiscrete:
      return ir::Variability::kDiscrete;
    case ast::Variability::kContinuous:
      break;
  }
  return ir::Variability::kContinuous;
}

ir::Causality Convert(ast::Causality c) {
  if (c == ast::Causality::kInput) return ir::Causality::kInput;
  return c == ast::Causality::kOutput ? ir::Causality::kOutput : ir::Causality::kNone;
}

// Prefixes of the declaration and its type, and what they leave open of the enclosing component (MLS 4.4.2.2).
void MergePrefixes(const ast::TypePrefix& declared, const ResolvedType& type, const ir::Instance* parent,
                   ir::Instance& instance) {
  const ast::TypePrefix merged = MergePrefix(declared, type.prefix);
  instance.variability = std::min(Convert(declared.variability), Convert(type.prefix.variability));
  instance.causality = Convert(merged.causality);
  instance.flow = merged.flow;
  if (parent) {
    instance.variability = std::min(instance.variability, parent->variability);
    if (instance.flow == ast::FlowPrefix::kNone) instance.flow = parent->flow;
    if (instance.causality == ir::Causality::kNone) instance.causality = parent->causality;
  }
  const bool is_discrete = type.kind == ResolvedType::Kind::kScalar && type.scalar != ir::ScalarType::kReal;
  if (is_discrete) instance.variability = std::min(instance.variability, ir::Variability::kDiscrete);
}

}  // namespace

ir::InstanceId Components::NewComponent(ir::InstanceId parent, const ComponentElement& element) {
  const ir::InstanceId id = data_.NewInstance(parent, element.name);
  ir::Instance& instance = data_.At(id);
  instance.span = element.declaration->name.span;
  instance.type_span = element.declaration->type.span;
  instance.comment = element.declaration->comment;
  instance.is_declared_protected = element.is_protected;
  instance.is_protected = instance.is_declared_protected || (parent && data_.At(parent).is_protected);
  instance.is_final = element.element->final;
  data_.WorkOf(id).element = &element;
  data_.WorkOf(id).modifiers = element.modifiers;
  return id;
}

ir::InstanceId Components::ConstantOf(Group& group, const std::string& name, Span use) {
  if (const auto found = group.constants.find(name); found != group.constants.end()) return found->second;
  const ComponentElement& element = group.components.find(name)->second;
  const ResolvedType type = classes_.ResolveName(element.scope, element.declaration->type);
  const bool is_constant = element.prefix.variability == ast::Variability::kConstant ||
                           type.prefix.variability == ast::Variability::kConstant;
  if (!is_constant) {
    reports_.Error(
        DiagnosticKind::NotAConstant, use,
        fmt::format("`{}` is a component of the class `{}`; without an instance only its constants can be used", name,
                    names_.ScopeName(group.main)),
        Label{element.declaration->name.span, "declared here"});
    return {};
  }
  if (element.outer) {
    const auto inner = outers_.InnerOfPackage(group, element);
    return inner.value_or(ir::InstanceId());
  }
  const ir::InstanceId id = NewComponent({}, element);
  data_.At(id).name = names_.ScopeName(group.main) + "." + name;
  group.constants.emplace(name, id);
  return id;
}

void Components::CreateChildren(ir::InstanceId id) {
  Group& group = *data_.WorkOf(id).group;
  for (const std::string& name : group.order) {
    const ComponentElement& element = group.components.find(name)->second;
    if (!element.outer) {
      data_.AddChild(id, NewComponent(id, element));
      continue;
    }
    // Both (MLS 5.4): two components, of which only the outer one is known here by the name.
    if (element.inner) {
      const ir::InstanceId own = NewComponent(id, element);
      data_.At(id).children.push_back(own);
      data_.own_inners.emplace(std::pair(id, name), own);
    }
    const auto inner = inners_.Of(id, element);
    if (!inner) continue;
    outers_.Note(element, *inner);
    data_.At(id).child_by_name.insert_or_assign(element.name, *inner);
    NoteOuterOutput(id, element, *inner);
  }
  bool any_removed = false;
  // Conditions may use any parameter of the class, so they are looked at when all of its components stand.
  for (const std::string& name : group.order) {
    const ComponentElement& element = group.components.find(name)->second;
    if ((element.outer && !element.inner) || !IsConditionFalse(element)) continue;
    any_removed = true;
    if (!element.outer) group.removed.insert(name);
    const auto removed = element.outer ? data_.OwnInner(id, name) : data_.FindChild(id, name);
    if (removed) data_.WorkOf(*removed).is_removed = true;
    if (element.outer) data_.own_inners.erase({id, name});
  }
  if (!any_removed) return;
  const auto is_removed = [this](ir::InstanceId child) { return data_.WorkOf(child).is_removed; };
  data_.At(id).child_by_name.erase_if(is_removed);
  std::erase_if(data_.At(id).children, is_removed);
}

// What assigns variables around it is told apart from others like it.
void Components::NoteOuterOutput(ir::InstanceId id, const ComponentElement& element, ir::InstanceId inner) {
  ast::Causality causality = element.prefix.causality;
  if (causality == ast::Causality::kNone) {
    causality = classes_.ResolveName(element.scope, element.declaration->type).prefix.causality;
  }
  if (causality != ast::Causality::kOutput || (element.condition && IsConditionFalse(element))) return;
  data_.NoteOwnPlace(id);
  const std::optional<ir::InstanceId> own = data_.OwnInner(id, element.name);
  data_.tree.outer_outputs.push_back({id, inner, own.value_or(ir::InstanceId()), element.declaration->name.span});
}

bool Components::IsConditionFalse(const ComponentElement& element) {
  if (element.is_deselected) return true;
  const ast::Expression* condition = element.condition;
  const ir::BoundPtr bound = condition ? expressions_.Bind(*condition, element.condition_scope) : nullptr;
  if (!bound) return false;
  const std::optional<Value> value = bindings_.Evaluate(*bound);
  if (value && value->type == ir::ScalarType::kBoolean && value->numbers.size() == 1) return value->numbers[0] == 0;
  if (!bindings_.ReportMissingValue(*bound, fmt::format("the condition of `{}`", element.name))) {
    reports_.Error(DiagnosticKind::ConditionNotConstant, condition->span,
                   fmt::format("the condition of `{}` must be a Boolean that is known when translating", element.name));
  }
  return false;
}

void Components::Expand(ir::InstanceId id) {
  Work& work = data_.WorkOf(id);
  if (work.expanded == State::kDone) return;
  if (work.expanded == State::kRunning) {
    reports_.Error(DiagnosticKind::CyclicDefinition, data_.At(id).span,
                   fmt::format("the structure of `{}` depends on itself", data_.At(id).name));
    return;
  }
  work.expanded = State::kRunning;
  if (data_.At(id).original) {
    alikes_.Expand(id);
  } else if (work.element) {
    ExpandTyped(id);
  }
  work.expanded = State::kDone;
}

void Components::ExpandTyped(ir::InstanceId id) {
  Work& work = data_.WorkOf(id);
  ir::Instance& instance = data_.At(id);
  const ComponentElement& element = *work.element;
  if (instance.parent) Expand(instance.parent);
  ResolvedType type = classes_.ResolveName(element.scope, element.declaration->type);
  instance.kind = ir::InstanceKind::kBuiltin;
  work.is_broken = true;  // until the end is reached
  if (type.kind == ResolvedType::Kind::kError) return;
  MergePrefixes(element.prefix, type, instance.parent ? &data_.At(instance.parent) : nullptr, instance);
  rules_.Check(id, element, type);
  if (instance.flow == ast::FlowPrefix::kFlow && instance.parent && data_.At(instance.parent).is_expandable) {
    reports_.Error(
        DiagnosticKind::FlowInExpandable, instance.span,
        fmt::format("`{}` is a flow variable of an expandable connector, which cannot have such", element.name),
        "declare it in a connector of its own, and a component of that connector here");
    return;
  }
  if (type.kind == ResolvedType::Kind::kClass) {
    instance.kind = ir::InstanceKind::kComposite;
    instance.cls = type.cls;
    data_.tree.class_names.try_emplace(type.cls, data_.At(type.cls).full_name);
    instance.class_kind = type.restriction;
    data_.NoteType(type);
    if (IsExternalObject(*type.definition)) return ExpandObject(id, type);
    if (!rules_.CheckClass(id, type)) return;
  }
  auto dims = dimensions_.Of(id, type);
  if (!dims) return;
  work.is_broken = false;
  if (dims->empty()) modifiers_.CheckEach(work.modifiers);
  for (Modifier& m : work.modifiers) m.of_component = m.of_component || !m.path.empty();
  if (type.kind == ResolvedType::Kind::kScalar) {
    for (Modifier& m : type.modifiers) m.of_type = true;
    instance.scalar = type.scalar;
    instance.enumeration = type.enumeration;
    instance.class_kind = type.restriction;
    instance.dims = std::move(*dims);
    work.modifiers = modifiers_.Combine(std::move(work.modifiers), type.modifiers);
  } else if (!dims->empty()) {
    ExpandArray(id, type, *dims);
  } else {
    type.modifiers = modifiers_.Combine(std::move(work.modifiers), type.modifiers);
    ExpandComposite(id, type);
  }
}

// A component whose class extends ExternalObject: a parameter, whatever its prefix, as its value never changes.
void Components::ExpandObject(ir::InstanceId id, const ResolvedType& type) {
  auto dims = dimensions_.Of(id, type);
  if (!dims || !objects_.FunctionOf(type, "destructor", data_.At(id).type_span)) return;
  ir::Instance& instance = data_.At(id);
  instance.kind = ir::InstanceKind::kBuiltin;
  instance.scalar = ir::ScalarType::kInteger;
  instance.object_class = data_.At(type.cls).full_name;
  instance.dims = std::move(*dims);
  instance.variability = std::min(instance.variability, ir::Variability::kParameter);
  data_.WorkOf(id).is_broken = false;
  data_.WorkOf(id).modifiers = modifiers_.Combine(data_.WorkOf(id).modifiers, type.modifiers);
}

void Components::ExpandArray(ir::InstanceId id, const ResolvedType& type, const std::vector<int64_t>& dims) {
  data_.At(id).kind = ir::InstanceKind::kArray;
  data_.At(id).dims = dims;
  const Modifiers outer = data_.WorkOf(id).modifiers;
  data_.At(id).is_expandable = type.definition->expandable;
  data_.WorkOf(id).is_alike = data_.share_elements && !type.definition->expandable && IsSameForElements(outer) &&
                              (type.dims.empty() || IsSameForElements(type.modifiers));
  const int64_t element_count = ElementCount(dims);
  for (int64_t position = 0; position < element_count; ++position) {
    const std::vector<int64_t> index = IndexAt(position, dims);
    const ir::InstanceId element = data_.NewElement(id, index);
    if (data_.WorkOf(id).is_alike && position > 0) {
      alikes_.Make(element, data_.At(id).elements.front());
      continue;
    }
    data_.WorkOf(element).expanded = State::kDone;
    ExpandComposite(element, TypeOfElement(type, outer, index, dims));
  }
}

ResolvedType Components::TypeOfElement(const ResolvedType& type, const Modifiers& outer,
                                       const std::vector<int64_t>& index, const std::vector<int64_t>& dims) {
  ResolvedType own = type;
  Modifiers inner = type.modifiers;
  if (!type.dims.empty()) {
    const auto count = static_cast<std::ptrdiff_t>(type.dims.size());
    inner = SplitForElement(inner, std::vector<int64_t>(index.end() - count, index.end()),
                            std::vector<int64_t>(dims.end() - count, dims.end()));
  }
  own.modifiers = modifiers_.Combine(SplitForElement(outer, index, dims), inner);
  return own;
}

void Components::ExpandComposite(ir::InstanceId id, const ResolvedType& type) {
  data_.At(id).kind = ir::InstanceKind::kComposite;
  Work& work = data_.WorkOf(id);
  if (!work.group) work.group = data_.NewGroup();
  work.group->instance = id;
  data_.At(id).is_expandable = type.definition->expandable;
  if (type.definition->expandable) data_.NoteOwnPlace(id);
  work.modifiers = type.modifiers;
  work.expanded = State::kDone;
  groups_.Build(type, work.group);
  rules_.CheckFlowOfOperatorRecord(id);
  bindings_.PushToMembers(id);
  CreateChildren(id);
}

void Components::ExpandAll(ir::InstanceId id) {
  Expand(id);
  // Missing inner components may be added to the root while this runs.
  const ir::Instance& instance = data_.At(id);
  for (size_t i = 0; i < instance.children.size(); ++i) ExpandAll(instance.children[i]);
  for (size_t i = 0; i < instance.elements.size(); ++i) ExpandAll(instance.elements[i]);
}

void Components::ExpandElement(ir::InstanceId element) {
  const Work& array = data_.WorkOf(data_.At(element).parent);
  const ResolvedType type = classes_.ResolveName(array.element->scope, array.element->declaration->type);
  data_.WorkOf(element).expanded = State::kDone;
  ExpandComposite(
      element, TypeOfElement(type, array.modifiers, data_.At(element).index, data_.At(data_.At(element).parent).dims));
  ExpandAll(element);
}

void Components::ExpandLike(ir::InstanceId id, ir::InstanceId like) {
  const ir::Instance& from = data_.At(ir::OriginalOf(data_.tree, like));
  const Work& work = data_.WorkOf(ir::OriginalOf(data_.tree, like));
  const ComponentElement& element = work.element ? *work.element : *data_.WorkOf(from.parent).element;
  ResolvedType type = classes_.ResolveName(element.scope, element.declaration->type);
  type.dims.clear();
  type.modifiers = work.modifiers;
  std::erase_if(type.modifiers, [](const Modifier& m) { return m.path.empty() && m.HasValue(); });
  ir::Instance& to = data_.At(id);
  to.cls = from.cls;
  to.class_kind = from.class_kind;
  to.variability = from.variability;
  to.causality = from.causality;
  data_.WorkOf(id).expanded = State::kDone;
  ExpandComposite(id, type);
  ExpandAll(id);
}

}  // namespace stiction
