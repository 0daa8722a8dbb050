// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/components.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/evaluate/evaluate.h"
#include "compiler/evaluate/missing_value.h"
#include "compiler/instantiate/bindings.h"
#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/component_rules.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/external_objects.h"
#include "compiler/instantiate/groups.h"
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

// Message of the class itself (MLS 5.4, annotation missingInnerMessage), else `otherwise`.
std::string MissingInnerHint(const ResolvedType& type, std::string otherwise) {
  const ast::Modification* annotation = type.definition ? type.definition->annotation.get() : nullptr;
  if (!annotation) return otherwise;
  for (const ast::ModificationArgument& argument : annotation->arguments) {
    if (argument.kind != ast::ModificationArgument::Kind::kModification || argument.name.parts.size() != 1) continue;
    if (argument.name.parts[0].text != "missingInnerMessage" || !argument.modification) continue;
    const ast::Expression* text = argument.modification->value.get();
    if (text && text->kind == ast::ExpressionKind::kString) return text->text;
  }
  return otherwise;
}

// A hint, or why a call that was made for the value failed.
std::string WithFailure(const ir::InstanceTree& tree, const std::string& hint) {
  return tree.foreign && !tree.foreign->failure().empty() ? tree.foreign->failure() : hint;
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

ir::InstanceId Components::NewElement(ir::InstanceId array_id, std::vector<int64_t> index) {
  const ir::InstanceId element = data_.NewInstance(array_id, "");
  ir::Instance &array = data_.At(array_id), &instance = data_.At(element);
  instance.index = std::move(index);
  instance.cls = array.cls;
  instance.class_kind = array.class_kind;
  instance.flow = array.flow;
  instance.variability = array.variability;
  instance.causality = array.causality;
  instance.is_protected = array.is_protected;
  instance.comment = array.comment;
  instance.span = array.span;
  instance.type_span = array.type_span;
  array.elements.push_back(element);
  return element;
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

std::optional<ir::InstanceId> Components::FindInner(ir::InstanceId from, const std::string& name) {
  for (ir::InstanceId at = from; at; at = data_.At(at).parent) {
    if (const auto own = data_.OwnInner(at, name)) return own;
    const std::optional<ir::InstanceId> child = data_.FindChild(at, name);
    if (!child) continue;
    const ComponentElement* element = data_.WorkOf(*child).element;
    if (element && element->inner) return child;
  }
  return std::nullopt;
}

ir::InstanceId Components::DefaultInner(const ComponentElement& element, const ResolvedType& type) {
  const auto [entry, is_new] =
      default_inners_.try_emplace({element.name, type.definition, type.parent, type.scalar, type.enumeration});
  if (!is_new) return entry->second;
  for (const auto& [key, other] : default_inners_) {
    if (std::get<0>(key) != element.name || key == entry->first) continue;
    reports_.Error(
        DiagnosticKind::MissingInner, element.declaration->name.span,
        fmt::format("no component `{}` can be added: the outer ones of that name are of two classes", element.name),
        Label{data_.At(other).span, "the other class"}, "declare it in the model, with the prefix `inner`");
    return entry->second = other;
  }
  const ir::InstanceId id = entry->second = data_.NewInstance(data_.tree.root, element.name);
  data_.At(id).span = element.declaration->name.span;
  data_.At(id).type_span = element.declaration->type.span;
  data_.WorkOf(id).element = &element;
  AddChild(data_.tree.root, id);
  return id;
}

void Components::AddChild(ir::InstanceId parent, ir::InstanceId child) {
  data_.At(parent).children.push_back(child);
  data_.At(parent).child_by_name.insert_or_assign(data_.At(child).name, child);
}

std::optional<ir::InstanceId> Components::InnerOf(ir::InstanceId parent, const ComponentElement& element) {
  const Span span = element.declaration->name.span;
  if (const auto inner = FindInner(data_.At(parent).parent, element.name)) return inner;
  const ResolvedType type = classes_.ResolveName(element.scope, element.declaration->type);
  if (type.kind == ResolvedType::Kind::kError || type.is_partial) {
    reports_.Error(DiagnosticKind::MissingInner, span,
                   fmt::format("no enclosing component declares `inner {}`", element.name),
                   MissingInnerHint(type, "declare it in the model, with the prefix `inner`"));
    return std::nullopt;
  }
  reports_.Warning(
      DiagnosticKind::MissingInner, span,
      fmt::format("no enclosing component declares `inner {0}`; a default `{0}` is added to the model (MLS 5.4)",
                  element.name),
      MissingInnerHint(type, ""));
  return DefaultInner(element, type);
}

void Components::CreateChildren(ir::InstanceId id) {
  Group& group = *data_.WorkOf(id).group;
  for (const std::string& name : group.order) {
    const ComponentElement& element = group.components.find(name)->second;
    if (!element.outer) {
      AddChild(id, NewComponent(id, element));
      continue;
    }
    // Both (MLS 5.4): two components, of which only the outer one is known here by the name.
    if (element.inner) {
      const ir::InstanceId own = NewComponent(id, element);
      data_.At(id).children.push_back(own);
      data_.own_inners.emplace(std::pair(id, name), own);
    }
    const auto inner = InnerOf(id, element);
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
  NoteOwnPlace(id);
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
  if (!ReportMissingValue(*bound, fmt::format("the condition of `{}`", element.name))) {
    reports_.Error(DiagnosticKind::ConditionNotConstant, condition->span,
                   fmt::format("the condition of `{}` must be a Boolean that is known when translating", element.name));
  }
  return false;
}

bool Components::ReportMissingValue(const ir::BoundExpression& expression, const std::string& what) {
  const ir::InstanceId missing = MissingValue(data_.tree, expression);
  if (!missing) return false;
  const std::string name = ir::FullName(data_.tree, missing);
  reports_.Error(DiagnosticKind::ValueNeeded, expression.span,
                 fmt::format("{} depends on the parameter `{}`, which has no value", what, name),
                 fmt::format("give it one: `{} = ...`", name));
  return true;
}

bool Components::IsRecursive(ir::InstanceId id, ir::ClassId cls) {
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
    ExpandAlike(id);
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
    if (!CheckClass(id, type)) return;
  }
  auto dims = DimsOf(id, type);
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

void Components::CheckFlowOfOperatorRecord(ir::InstanceId id) {
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

bool Components::CheckClass(ir::InstanceId id, const ResolvedType& type) {
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

// A component whose class extends ExternalObject: a parameter, whatever its prefix, as its value never changes.
void Components::ExpandObject(ir::InstanceId id, const ResolvedType& type) {
  auto dims = DimsOf(id, type);
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
    const ir::InstanceId element = NewElement(id, index);
    if (data_.WorkOf(id).is_alike && position > 0) {
      MakeAlike(element, data_.At(id).elements.front());
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
  if (type.definition->expandable) NoteOwnPlace(id);
  work.modifiers = type.modifiers;
  work.expanded = State::kDone;
  groups_.Build(type, work.group);
  CheckFlowOfOperatorRecord(id);
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

std::optional<std::vector<int64_t>> Components::DimsOf(ir::InstanceId id, const ResolvedType& type) {
  const std::vector<ResolvedType::Dimension> written = WrittenDimensions(*data_.WorkOf(id).element, type);
  if (written.empty()) return std::vector<int64_t>{};
  auto dims = FindDims(id, type, written);
  data_.dims_so_far.erase(id);
  if (!dims || ElementCount(*dims) <= kLargestArray) return dims;
  reports_.Error(DiagnosticKind::DimensionNotConstant, data_.At(id).span,
                 fmt::format("array `{}` has more than {} elements", data_.At(id).name, kLargestArray));
  return std::nullopt;
}

// Open dimensions first: those that are written may ask for them.
std::optional<std::vector<int64_t>> Components::FindDims(ir::InstanceId id, const ResolvedType& type,
                                                         const std::vector<ResolvedType::Dimension>& written) {
  std::vector<std::optional<int64_t>>& found = data_.dims_so_far[id];
  found.resize(written.size());
  std::optional<std::vector<int64_t>> of_value;
  for (size_t d = 0; d < written.size(); ++d) {
    if (written[d].subscript->expression) continue;
    if (MayBeSizeless(id)) {
      data_.WorkOf(id).is_sizeless = true;
      found[d] = 0;
      continue;
    }
    if (!of_value) of_value = DimsOfValue(id, type, written.size(), written[d].subscript->span);
    if (!of_value) return std::nullopt;
    found[d] = (*of_value)[d];
  }
  std::vector<int64_t> dims;
  for (size_t d = 0; d < written.size(); ++d) {
    if (!found[d]) found[d] = SizeOf(id, d, written[d]);
    if (!found[d]) return std::nullopt;
    dims.push_back(*found[d]);
  }
  return dims;
}

bool Components::MayBeSizeless(ir::InstanceId id) {
  const ir::Instance& instance = data_.At(id);
  return instance.parent && data_.At(instance.parent).is_expandable &&
         instance.variability > ir::Variability::kParameter;
}

std::optional<std::vector<int64_t>> Components::DimsOfValue(ir::InstanceId id, const ResolvedType& type, size_t count,
                                                            Span open) {
  const Modifiers modifiers = modifiers_.Combine(data_.WorkOf(id).modifiers, type.modifiers);
  const Modifier* value = FindValue(modifiers);
  const int64_t reports = reports_.count();
  const ir::BoundPtr bound = value ? bindings_.ValueOf(*value) : nullptr;
  auto dims = bound ? bindings_.DimensionsOf(*bound) : std::nullopt;
  if (dims && dims->size() >= count) return dims;
  if (reports_.count() == reports) {
    reports_.Error(value ? DiagnosticKind::DimensionNotConstant : DiagnosticKind::ValueNeeded, open,
                   fmt::format("the size of `{}` is open (`:`) and no value determines it (MLS 10.1)",
                               data_.WorkOf(id).element->name),
                   WithFailure(data_.tree, "give the size, or a binding with as many dimensions"));
  }
  return std::nullopt;
}

void Components::NoteIndexType(ir::InstanceId id, size_t d, const ir::BoundExpression& values) {
  std::vector<IndexType>& types = data_.index_types[id];
  types.resize(std::max(types.size(), d + 1));
  const bool is_enumeration = values.kind == ir::BoundKind::kRange;
  types[d].scalar = is_enumeration ? ir::ScalarType::kEnumeration : ir::ScalarType::kBoolean;
  if (is_enumeration) types[d].enumeration = values.operands[0]->type.enumeration;
}

std::optional<int64_t> Components::SizeOf(ir::InstanceId id, size_t d, const ResolvedType::Dimension& dimension) {
  const std::string& name = data_.WorkOf(id).element->name;
  const ast::Expression& written = *dimension.subscript->expression;
  const ir::BoundPtr bound = expressions_.Bind(written, dimension.scope);
  if (!bound) return std::nullopt;
  if (const std::optional<int64_t> count = ValuesOfType(written, *bound)) {
    NoteIndexType(id, d, *bound);
    return count;
  }
  const std::optional<Value> value = bindings_.Evaluate(*bound);
  if (!value || !value->dims.empty() || value->numbers.size() != 1 || value->type != ir::ScalarType::kInteger) {
    if (!ReportMissingValue(*bound, fmt::format("the size of `{}`", name))) {
      reports_.Error(DiagnosticKind::DimensionNotConstant, dimension.subscript->span,
                     fmt::format("the size of `{}` must be an Integer that is known when translating", name),
                     WithFailure(data_.tree, "use literals, constants and parameters with a value"));
    }
    return std::nullopt;
  }
  const std::optional<int64_t> size = AsInteger(*value);
  if (!size || *size >= 0) return size.value_or(kLargestArray + 1);
  reports_.Error(DiagnosticKind::DimensionNotConstant, dimension.subscript->span,
                 fmt::format("the size of `{}` is negative: {}", name, *size));
  return std::nullopt;
}

}  // namespace stiction
