// SPDX-License-Identifier: BSD-3-Clause
// Instances: declared components become nodes of the tree, with dimensions, children and merged prefixes.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/builder.h"

namespace stiction {
namespace {

constexpr int kDepthLimit = 64;
constexpr size_t kMaxInstances = 700'000;

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

// The subscripts (from 1) of the element at a row-major position.
std::vector<int64_t> IndexAt(int64_t position, const std::vector<int64_t>& dims) {
  std::vector<int64_t> index(dims.size());
  for (size_t d = dims.size(); d-- > 0;) {
    index[d] = position % dims[d] + 1;
    position /= dims[d];
  }
  return index;
}

// What the class itself has to say (MLS 5.4, annotation missingInnerMessage), else `otherwise`.
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

}  // namespace

ir::InstanceId Builder::NewInstance(ir::InstanceId parent, InternedText name) {
  const ir::InstanceId id(static_cast<int64_t>(tree_.instances.size()));
  if (id.index() >= kMaxInstances) {
    throw ModelTooLarge{tree_.instances[parent.index()].span,
                        fmt::format("the model has more than {} components", kMaxInstances)};
  }
  ir::Instance& instance = tree_.instances.emplace_back();
  instance.name = name;
  instance.parent = parent;
  work_.emplace_back();
  return id;
}

ir::InstanceId Builder::NewComponent(ir::InstanceId parent, const ComponentElement& element) {
  const ir::InstanceId id = NewInstance(parent, element.name);
  ir::Instance& instance = At(id);
  instance.span = element.declaration->name.span;
  instance.type_span = element.declaration->type.span;
  instance.comment = element.declaration->comment;
  instance.is_protected =
      element.element->visibility == ast::Visibility::kProtected || (parent && At(parent).is_protected);
  instance.is_final = element.element->final;
  WorkOf(id).element = &element;
  WorkOf(id).modifiers = element.modifiers;
  return id;
}

// A constant of a package (or of a class used like one), as an instance outside the model.
ir::InstanceId Builder::ConstantOf(Group& group, const std::string& name, Span use) {
  if (const auto found = group.constants.find(name); found != group.constants.end()) return found->second;
  const ComponentElement& element = group.components.find(name)->second;
  const ResolvedType type = ResolveName(element.scope, element.declaration->type);
  const bool is_constant = element.declaration->prefix.variability == ast::Variability::kConstant ||
                           type.prefix.variability == ast::Variability::kConstant;
  if (!is_constant) {
    Report(DiagnosticKind::NotAConstant, use,
           fmt::format("`{}` is a component of the class `{}`; without an instance only its constants can be used",
                       name, ScopeName(group.main)))
        .labels.push_back({element.declaration->name.span, "declared here"});
    return {};
  }
  const ir::InstanceId id = NewComponent({}, element);
  At(id).name = ScopeName(group.main) + "." + name;
  group.constants.emplace(name, id);
  return id;
}

// What a condition removes stays in the list until all of them are known, and in those of its outer references.
std::optional<ir::InstanceId> Builder::FindChild(ir::InstanceId id, const std::string& name) {
  const auto child = At(id).child_by_name.find(name);
  if (child == At(id).child_by_name.end() || WorkOf(child->second).is_removed) return std::nullopt;
  return child->second;
}

bool Builder::IsRemoved(ir::InstanceId id, const std::string& name) {
  const Group* group = WorkOf(id).group;
  return (group && group->removed.contains(name)) || (At(id).child_by_name.contains(name) && !FindChild(id, name));
}

std::optional<ir::InstanceId> Builder::FindInner(ir::InstanceId from, const std::string& name) {
  for (ir::InstanceId at = from; at; at = At(at).parent) {
    const std::optional<ir::InstanceId> child = FindChild(at, name);
    if (!child) continue;
    const ComponentElement* element = WorkOf(*child).element;
    if (element && element->element->inner) return child;
  }
  return std::nullopt;
}

// The one component of the model for all that look for an inner component of this name and class in vain (MLS 5.4).
ir::InstanceId Builder::DefaultInner(const ComponentElement& element, const ResolvedType& type) {
  const auto [entry, is_new] = default_inners_.try_emplace({element.name, type.definition, type.parent});
  if (!is_new) return entry->second;
  const ir::InstanceId inner = NewInstance(tree_.root, element.name);
  entry->second = inner;
  At(inner).span = element.declaration->name.span;
  At(inner).type_span = element.declaration->type.span;
  WorkOf(inner).element = &element;
  At(tree_.root).children.push_back(inner);
  At(tree_.root).child_by_name.insert_or_assign(element.name, inner);
  return inner;
}

void Builder::CreateChild(ir::InstanceId parent, const ComponentElement& element) {
  if (element.element->outer) {
    if (element.element->inner) {
      NotSupported(element.declaration->name.span, "a component that is both inner and outer");
      return;
    }
    auto inner = FindInner(At(parent).parent, element.name);
    if (!inner) {
      const ResolvedType type = ResolveName(element.scope, element.declaration->type);
      if (type.kind != ResolvedType::Kind::kClass || type.is_partial) {
        Report(DiagnosticKind::MissingInner, element.declaration->name.span,
               fmt::format("no enclosing component declares `inner {}`", element.name))
            .hint = MissingInnerHint(type, "declare it in the model, with the prefix `inner`");
        return;
      }
      Warn(DiagnosticKind::MissingInner, element.declaration->name.span,
           fmt::format("no enclosing component declares `inner {0}`; a default `{0}` is added to the model (MLS 5.4)",
                       element.name),
           MissingInnerHint(type, ""));
      inner = DefaultInner(element, type);
    }
    At(parent).child_by_name.insert_or_assign(element.name, *inner);
    return;
  }
  const ir::InstanceId child = NewComponent(parent, element);
  At(parent).children.push_back(child);
  At(parent).child_by_name.insert_or_assign(element.name, child);
}

void Builder::CreateChildren(ir::InstanceId id) {
  Group& group = *WorkOf(id).group;
  for (const std::string& name : group.order) CreateChild(id, group.components.find(name)->second);
  // Conditions may use any parameter of the class, so they are looked at when all of its components stand.
  for (const std::string& name : group.order) {
    const ComponentElement& element = group.components.find(name)->second;
    const ast::Expression* condition = element.declaration->condition.get();
    if (!condition || element.element->outer) continue;
    Context context;
    context.scope = element.scope;
    const ir::BoundPtr bound = BindExpression(*condition, context);
    if (!bound) continue;
    Ready(*bound);
    const auto value = Evaluate(tree_, *bound);
    if (!value || value->type != ir::ScalarType::kBoolean || value->numbers.size() != 1) {
      Report(DiagnosticKind::ConditionNotConstant, condition->span,
             fmt::format("the condition of `{}` must be a Boolean that is known when translating", name));
      continue;
    }
    if (value->numbers[0] != 0) continue;
    group.removed.insert(name);
    WorkOf(At(id).child_by_name.find(name)->second).is_removed = true;
  }
  if (group.removed.empty()) return;
  const auto is_removed = [this](ir::InstanceId child) { return WorkOf(child).is_removed; };
  At(id).child_by_name.erase_if(is_removed);
  std::erase_if(At(id).children, is_removed);
}

bool Builder::IsRecursive(ir::InstanceId id, ir::ClassId cls) {
  int depth = 0;
  bool conditional = WorkOf(id).element && WorkOf(id).element->declaration->condition;
  for (ir::InstanceId at = At(id).parent; at; at = At(at).parent) {
    if (At(at).cls == cls && !conditional && At(at).kind == ir::InstanceKind::kComposite) return true;
    if (WorkOf(at).element && WorkOf(at).element->declaration->condition) conditional = true;
    if (++depth > kDepthLimit) return true;
  }
  return false;
}

void Builder::MergePrefixes(ir::InstanceId id, const ResolvedType& type) {
  const ast::TypePrefix& declared = WorkOf(id).element->declaration->prefix;
  ir::Instance& instance = At(id);
  instance.variability = std::min(Convert(declared.variability), Convert(type.prefix.variability));
  instance.causality = Convert(declared.causality);
  if (instance.causality == ir::Causality::kNone) instance.causality = Convert(type.prefix.causality);
  instance.flow = declared.flow != ast::FlowPrefix::kNone ? declared.flow : type.prefix.flow;
  if (instance.parent) {
    const ir::Instance& parent = At(instance.parent);
    instance.variability = std::min(instance.variability, parent.variability);
    if (instance.flow == ast::FlowPrefix::kNone) instance.flow = parent.flow;
    if (instance.causality == ir::Causality::kNone) instance.causality = parent.causality;
  }
  const bool discrete_type = type.kind == ResolvedType::Kind::kScalar && type.scalar != ir::ScalarType::kReal;
  if (discrete_type) instance.variability = std::min(instance.variability, ir::Variability::kDiscrete);
}

std::optional<std::vector<int64_t>> Builder::EvaluateDims(ir::InstanceId id, const ResolvedType& type) {
  const ComponentElement& element = *WorkOf(id).element;
  std::vector<ResolvedType::Dimension> all;
  for (const ast::Subscript& s : element.declaration->subscripts) all.push_back({&s, element.scope});
  for (const ast::Subscript& s : element.declaration->type_subscripts) all.push_back({&s, element.scope});
  all.insert(all.end(), type.dims.begin(), type.dims.end());
  std::vector<int64_t> dims;
  std::optional<std::vector<int64_t>> of_value;
  for (const ResolvedType::Dimension& dimension : all) {
    if (!dimension.subscript->expression) {
      if (!of_value) {
        const Modifiers modifiers = Combine(WorkOf(id).modifiers, type.modifiers);
        const Modifier* value = FindValue(modifiers);
        const int64_t reports = report_count_;
        const ir::BoundPtr bound = value ? BindModifier(*value) : nullptr;
        if (bound) {
          Ready(*bound);
          of_value = Dimensions(tree_, *bound);
        }
        if (report_count_ > reports && (!of_value || of_value->size() < all.size())) return std::nullopt;
        if (!of_value || of_value->size() < all.size()) {
          Report(DiagnosticKind::DimensionNotConstant, dimension.subscript->span,
                 fmt::format("the size of `{}` is open (`:`) and no value determines it", element.name))
              .hint = "give the size, or a binding with as many dimensions";
          return std::nullopt;
        }
      }
      dims.push_back((*of_value)[dims.size()]);
      continue;
    }
    Context context;
    context.scope = dimension.scope;
    const ir::BoundPtr bound = BindExpression(*dimension.subscript->expression, context);
    if (!bound) return std::nullopt;
    if (const std::optional<int64_t> count = ValuesOfType(*dimension.subscript->expression, *bound)) {
      dims.push_back(*count);
      continue;
    }
    Ready(*bound);
    const auto value = Evaluate(tree_, *bound);
    if (!value || !value->dims.empty() || value->numbers.size() != 1 || value->type != ir::ScalarType::kInteger) {
      Report(DiagnosticKind::DimensionNotConstant, dimension.subscript->span,
             fmt::format("the size of `{}` must be an Integer that is known when translating", element.name))
          .hint = "use literals, constants and parameters with a value";
      return std::nullopt;
    }
    const std::optional<int64_t> size = AsInteger(*value);
    if (size && *size < 0) {
      Report(DiagnosticKind::DimensionNotConstant, dimension.subscript->span,
             fmt::format("the size of `{}` is negative: {}", element.name, *size));
      return std::nullopt;
    }
    dims.push_back(size.value_or(kLargestArray + 1));
  }
  return dims;
}

std::optional<std::vector<int64_t>> Builder::PossibleDims(ir::InstanceId id, const ResolvedType& type) {
  auto dims = EvaluateDims(id, type);
  if (!dims || ElementCount(*dims) <= kLargestArray) return dims;
  Report(DiagnosticKind::DimensionNotConstant, At(id).span,
         fmt::format("array `{}` has more than {} elements", At(id).name, kLargestArray));
  return std::nullopt;
}

void Builder::Expand(ir::InstanceId id) {
  if (WorkOf(id).expanded == State::kDone) return;
  if (WorkOf(id).expanded == State::kRunning) {
    Report(DiagnosticKind::CyclicDefinition, At(id).span,
           fmt::format("the structure of `{}` depends on itself", At(id).name));
    return;
  }
  WorkOf(id).expanded = State::kRunning;
  if (At(id).original) {
    ExpandAlike(id);
  } else if (WorkOf(id).element) {
    ExpandTyped(id);
  }
  WorkOf(id).expanded = State::kDone;
}

void Builder::ExpandTyped(ir::InstanceId id) {
  const ComponentElement& element = *WorkOf(id).element;
  if (At(id).parent) Expand(At(id).parent);
  ResolvedType type = ResolveName(element.scope, element.declaration->type);
  At(id).kind = ir::InstanceKind::kBuiltin;
  WorkOf(id).is_broken = true;  // until the end is reached
  if (type.kind == ResolvedType::Kind::kError) return;
  MergePrefixes(id, type);
  if (type.kind == ResolvedType::Kind::kClass) {
    At(id).kind = ir::InstanceKind::kComposite;
    At(id).cls = type.cls;
    At(id).class_kind = type.restriction;
    if (IsExternalObject(*type.definition)) return ExpandObject(id, type);
    if (type.restriction == ast::ClassKind::kPackage || type.restriction == ast::ClassKind::kFunction) {
      if (type.restriction == ast::ClassKind::kFunction) {
        NotSupported(At(id).type_span, "a component of function type");
      } else {
        Report(
            DiagnosticKind::ClassNotFound, At(id).type_span,
            fmt::format("package `{}` cannot be the type of a component", element.declaration->type.parts.back().text));
      }
      return;
    }
    if (type.is_partial) {
      Report(DiagnosticKind::PartialClass, At(id).type_span,
             fmt::format("`{}` is partial and cannot be the class of the component `{}`",
                         classes_.classes[type.cls.index()].full_name, element.name))
          .hint = "use a class that extends it";
      return;
    }
    if (type.definition->expandable) {
      NotSupported(At(id).type_span, "an expandable connector");
      return;
    }
    if (IsRecursive(id, type.cls)) {
      Report(DiagnosticKind::RecursiveComponent, At(id).span,
             fmt::format("component `{}` is of class `{}`, which contains it", element.name,
                         classes_.classes[type.cls.index()].full_name));
      return;
    }
  }
  auto dims = PossibleDims(id, type);
  if (!dims) return;
  WorkOf(id).is_broken = false;
  if (type.kind == ResolvedType::Kind::kScalar) {
    ir::Instance& instance = At(id);
    instance.scalar = type.scalar;
    instance.enumeration = type.enumeration;
    instance.class_kind = type.restriction;
    instance.dims = std::move(*dims);
    WorkOf(id).modifiers = Combine(std::move(WorkOf(id).modifiers), type.modifiers);
    return;
  }
  if (!dims->empty()) {
    ExpandArray(id, type, *dims);
    return;
  }
  type.modifiers = Combine(std::move(WorkOf(id).modifiers), type.modifiers);
  ExpandComposite(id, type);
}

// A component whose class extends ExternalObject: a parameter, whatever its prefix, as its value never changes.
void Builder::ExpandObject(ir::InstanceId id, const ResolvedType& type) {
  auto dims = PossibleDims(id, type);
  if (!dims) return;
  const std::optional<ir::FunctionInstanceId> destructor = ObjectFunction(type, "destructor", At(id).type_span);
  if (!destructor) return;
  ir::Instance& instance = At(id);
  instance.kind = ir::InstanceKind::kBuiltin;
  instance.scalar = ir::ScalarType::kInteger;
  instance.object_class = classes_.classes[type.cls.index()].full_name;
  instance.destructor = destructor;
  instance.dims = std::move(*dims);
  instance.variability = std::min(instance.variability, ir::Variability::kParameter);
  WorkOf(id).is_broken = false;
  WorkOf(id).modifiers = Combine(WorkOf(id).modifiers, type.modifiers);
}

ir::InstanceId Builder::NewElement(ir::InstanceId array_id, std::vector<int64_t> index) {
  const ir::InstanceId element = NewInstance(array_id, "");
  ir::Instance &array = At(array_id), &instance = At(element);
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

void Builder::ExpandArray(ir::InstanceId id, const ResolvedType& type, const std::vector<int64_t>& dims) {
  At(id).kind = ir::InstanceKind::kArray;
  At(id).dims = dims;
  const Modifiers outer = WorkOf(id).modifiers;
  WorkOf(id).is_alike =
      share_elements_ && IsSameForElements(outer) && (type.dims.empty() || IsSameForElements(type.modifiers));
  const int64_t element_count = ElementCount(dims);
  for (int64_t position = 0; position < element_count; ++position) {
    const std::vector<int64_t> index = IndexAt(position, dims);
    const ir::InstanceId element = NewElement(id, index);
    if (WorkOf(id).is_alike && position > 0) {
      MakeAlike(element, At(id).elements.front());
      continue;
    }
    ResolvedType own = type;
    Modifiers inner = type.modifiers;
    if (!type.dims.empty()) {
      const auto count = static_cast<std::ptrdiff_t>(type.dims.size());
      inner = SplitForElement(inner, std::vector<int64_t>(index.end() - count, index.end()));
    }
    own.modifiers = Combine(SplitForElement(outer, index), inner);
    WorkOf(element).expanded = State::kDone;
    ExpandComposite(element, own);
  }
}

void Builder::ExpandComposite(ir::InstanceId id, const ResolvedType& type) {
  At(id).kind = ir::InstanceKind::kComposite;
  Group* group = WorkOf(id).group ? WorkOf(id).group : NewGroup();
  group->instance = id;
  WorkOf(id).group = group;
  WorkOf(id).modifiers = type.modifiers;
  WorkOf(id).expanded = State::kDone;
  BuildGroup(type, group);
  PushRecordBinding(id);
  CreateChildren(id);
}

// A record's binding is that of its components (MLS 7.2): each gets the member of the value.
void Builder::PushRecordBinding(ir::InstanceId id) {
  const Modifier* value = FindValue(WorkOf(id).modifiers);
  if (!value || value->is_break) return;
  if (!ast::IsRecord(At(id).class_kind) && At(id).class_kind != ast::ClassKind::kConnector) {
    if (value->setting > 0) return;  // told by CheckSettable
    Report(DiagnosticKind::UnknownModifier, value->span,
           fmt::format("`{}` is a {}, which cannot be given a value", FullName(tree_, id),
                       At(id).class_kind == ast::ClassKind::kBlock ? "block" : "model"));
    return;
  }
  const ir::BoundPtr bound = BindModifier(*value);
  if (!bound) return;
  Group& group = *WorkOf(id).group;
  for (const std::string& name : group.order) {
    ComponentElement& element = group.components.find(name)->second;
    if (element.element->final) continue;
    // A member that is set later than the whole keeps its value.
    const Modifier* own = FindValue(element.modifiers);
    if (own && own->setting > value->setting) continue;
    Modifier member;
    member.span = value->span;
    member.scope = value->scope;
    member.is_final = value->is_final;
    member.setting = value->setting;
    if (bound->kind == ir::BoundKind::kComponent) {
      member.bound = std::make_shared<ir::BoundExpression>(*bound);
      const ir::Instance& target = At(bound->instance);
      const auto child = target.child_by_name.find(name);
      if (bound->members.empty() && bound->subscripts.empty() && target.kind == ir::InstanceKind::kComposite &&
          child != target.child_by_name.end()) {
        member.bound->instance = child->second;
      } else {
        member.bound->members.push_back({name, {}, value->span});
      }
    } else {
      member.bound = Make(ir::BoundKind::kMember, value->span);
      member.bound->text = name;
      member.bound->operands.push_back(bound);
      if (bound->kind == ir::BoundKind::kCall) {
        const ir::FunctionInstance& function = tree_.functions[bound->function.index()];
        for (size_t i = 0; function.is_record_constructor && i < function.variables.size(); ++i) {
          if (function.variables[i].name == name && i < bound->operands.size()) member.bound = bound->operands[i];
        }
      }
    }
    element.modifiers.insert(element.modifiers.begin(), std::move(member));
  }
}

void Builder::ExpandAll(ir::InstanceId id) {
  Expand(id);
  // Missing inner components may be added to the root while this runs.
  for (size_t i = 0; i < At(id).children.size(); ++i) ExpandAll(At(id).children[i]);
  for (size_t i = 0; i < At(id).elements.size(); ++i) ExpandAll(At(id).elements[i]);
}

}  // namespace stiction
