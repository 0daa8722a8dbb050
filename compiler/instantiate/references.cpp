// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/references.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/calls.h"
#include "compiler/instantiate/classes.h"
#include "compiler/instantiate/components.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/groups.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/outer_declarations.h"
#include "compiler/instantiate/reference_rules.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/expr/builtin_functions.h"
#include "compiler/ir/instances/bound.h"
#include "compiler/support/nearest_name.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

BoundPtr References::Bind(const ast::ComponentReference& reference, Context& context) {
  const ast::Identifier& first = reference.parts[0].name;
  const bool is_single = reference.parts.size() == 1;
  if (!reference.global) {
    for (size_t i = context.iterators.size(); i-- > 0;) {
      if (context.iterators[i].first == first.text)
        return BindIterator(reference, context.iterators[i].second, context);
    }
    if (is_single && first.text == "time") {
      if (!calls_.AllowsOperator("time", reference.span, context)) return nullptr;
      rules_.CheckTimeInModel(reference.span, context);
      return MakeBound(BoundKind::kTime, reference.span);
    }
  }
  const Found found = names_.LookUp(context.scope, first.text, reference.global);
  if (found.element) return BindClassPath(reference, found.element, context);
  if (found.group) return BindComponent(reference, found, context);
  if (!reference.global && IsBuiltinFunction(first.text) && is_single) {
    reports_.Error(DiagnosticKind::UnknownName, first.span,
                   fmt::format("`{}` is a function and needs its arguments in parentheses", first.text));
  } else {
    names_.ReportUnknown(DiagnosticKind::UnknownName, first.span, first.text, context.scope);
  }
  return nullptr;
}

BoundPtr References::BindIterator(const ast::ComponentReference& reference, int32_t number, Context& context) {
  const ast::ComponentReference::Part& first = reference.parts[0];
  BoundPtr bound = MakeBound(BoundKind::kIterator, reference.span);
  bound->local = number;
  bound->text = first.name.text;
  if (reference.parts.size() > 1) {
    const ast::Identifier& member = reference.parts[1].name;
    reports_.Error(DiagnosticKind::UnknownMember, member.span,
                   fmt::format("iterator `{}` has no member `{}`", first.name.text, member.text));
    return nullptr;
  }
  return expressions_.BindSubscripts(first.subscripts, bound->subscripts, bound, context) ? bound : nullptr;
}

BoundPtr References::BindComponent(const ast::ComponentReference& reference, const Found& found, Context& context) {
  const ast::Identifier& first = reference.parts[0].name;
  if (found.group->is_function) return BindLocalPath(reference, *found.group, context);
  if (!found.group->instance) {
    const ir::InstanceId constant = components_.ConstantOf(*found.group, found.name, first.span);
    return constant ? BindComponentPath(reference, 0, constant, context) : nullptr;
  }
  const ComponentElement& element = found.group->components.find(found.name)->second;
  if (found.group != context.scope->group) {
    if (element.prefix.variability != ast::Variability::kConstant) {
      reports_.Error(DiagnosticKind::EnclosingVariable, first.span,
                     fmt::format("`{}` belongs to the enclosing class `{}`, of which only constants can be used",
                                 first.text, names_.ScopeName(found.group->main)),
                     Label{element.declaration->name.span, "declared here"});
      return nullptr;
    }
  }
  const bool asks_element = element.outer && reference.parts.size() > 1 && context.part_limit > 1;
  if (asks_element && !outers_.HasElement(element, reference.parts[1].name)) return nullptr;
  const std::optional<ir::InstanceId> child = data_.FindChild(found.group->instance, found.name);
  if (child) {
    rules_.CheckUnconditional(found.group->components.find(found.name)->second, first, context);
    return BindComponentPath(reference, 0, *child, context);
  }
  if (data_.IsRemoved(found.group->instance, found.name) && !context.in_connect) {
    reports_.Error(DiagnosticKind::RemovedComponent, first.span,
                   fmt::format("`{}` is not there: its condition is false", first.text),
                   "a conditional component may only be used in connect");
  }
  if (found.group->absent.contains(found.name)) rules_.ReportAbsent(first, found.group->instance);
  return nullptr;
}

BoundPtr References::BindComponentPath(const ast::ComponentReference& reference, size_t part, ir::InstanceId id,
                                       Context& context) {
  const size_t count = std::min(reference.parts.size(), context.part_limit);
  BoundPtr bound = MakeBound(BoundKind::kComponent, reference.span);
  ir::InstanceId current = id;
  bool direct = true;  // the instance is known without evaluating subscripts
  for (size_t p = part;; ++p) {
    const ast::ComponentReference::Part& here = reference.parts[p];
    components_.Expand(current);
    if (direct) {
      bound->instance = current;
    } else {
      bound->members.push_back({here.name.text, {}, here.name.span});
    }
    if (!here.subscripts.empty() && !(context.bare_last && p + 1 == count)) {
      if (!BindPartSubscripts(here, bound, context) || !rules_.CheckSubscriptCount(here, current)) return nullptr;
      rules_.CheckIndexTypes(bound->members.empty() ? bound->subscripts : bound->members.back().subscripts, current);
    }
    if (!rules_.CheckElementOfExpandable(here, current, context)) return nullptr;
    if (p + 1 == count) return bound;
    const ast::Identifier& next = reference.parts[p + 1].name;
    if (data_.At(current).kind == ir::InstanceKind::kArray) {
      direct = false;
      if (data_.At(current).elements.empty()) {
        // Nothing to look the member up in, and nothing that could be read: an empty array.
        for (size_t rest = p + 1; rest < count; ++rest) {
          bound->members.push_back({reference.parts[rest].name.text, {}, reference.parts[rest].name.span});
        }
        return bound;
      }
    }
    const ir::InstanceId holder = HolderOf(current, next.text);
    const std::optional<ir::InstanceId> child = data_.FindChild(holder, next.text);
    if (!child) {
      rules_.ReportNoMember(holder, here.name, next, context);
      return nullptr;
    }
    if (Group* group = data_.WorkOf(holder).group) {
      const Found member = Names::FindIn(*group, next.text);
      names_.CheckPublic(member, group->main, next.span);
      if (member.group) rules_.CheckUnconditional(group->components.find(next.text)->second, next, context);
    }
    current = *child;
  }
}

bool References::BindPartSubscripts(const ast::ComponentReference::Part& part, const BoundPtr& bound,
                                    Context& context) {
  const auto whole = std::make_shared<ir::BoundExpression>(*bound);
  std::vector<ir::BoundSubscript> subscripts;
  if (!expressions_.BindSubscripts(part.subscripts, subscripts, whole, context)) return false;
  (bound->members.empty() ? bound->subscripts : bound->members.back().subscripts) = std::move(subscripts);
  return true;
}

// The elements of an array of expandable connectors need not have the same components.
ir::InstanceId References::HolderOf(ir::InstanceId id, const std::string& member) {
  const ir::Instance& instance = data_.At(id);
  if (instance.kind != ir::InstanceKind::kArray) return id;
  const auto found = std::find_if(instance.elements.begin(), instance.elements.end(),
                                  [&](ir::InstanceId element) { return data_.FindChild(element, member).has_value(); });
  return found == instance.elements.end() ? instance.elements.front() : *found;
}

BoundPtr References::BindLocalPath(const ast::ComponentReference& reference, Group& group, Context& context) {
  const size_t count = std::min(reference.parts.size(), context.part_limit);
  const std::string& first = reference.parts[0].name.text;
  if (group.functionals.contains(first)) {
    reports_.Error(
        DiagnosticKind::ArgumentMismatch, reference.span,
        fmt::format("`{}` is a function: it can be called or passed on, and has no value (MLS 12.4.2)", first));
    return nullptr;
  }
  BoundPtr bound = MakeBound(BoundKind::kLocal, reference.span);
  bound->local = group.locals.find(first)->second;
  bound->text = first;
  const ComponentElement* element = &group.components.find(first)->second;
  for (size_t p = 0; p < count; ++p) {
    const ast::ComponentReference::Part& here = reference.parts[p];
    if (p > 0) {
      const ResolvedType type = classes_.ResolveName(element->scope, element->declaration->type);
      const Group* inside = type.kind == ResolvedType::Kind::kClass ? groups_.Build(type, data_.NewGroup()) : nullptr;
      const auto member = inside ? inside->components.find(here.name.text) : group.components.end();
      if (!inside || member == inside->components.end()) {
        reports_.Error(DiagnosticKind::UnknownMember, here.name.span,
                       fmt::format("`{}` has no component `{}`", reference.parts[p - 1].name.text, here.name.text),
                       DidYouMean(here.name.text, inside ? inside->order : std::vector<std::string>{}));
        return nullptr;
      }
      element = &member->second;
      bound->members.push_back({here.name.text, {}, here.name.span});
    }
    if (here.subscripts.empty() || (context.bare_last && p + 1 == count)) continue;
    if (!BindPartSubscripts(here, bound, context)) return nullptr;
  }
  return bound;
}

BoundPtr References::BindClassPath(const ast::ComponentReference& reference, ClassElement* element, Context& context) {
  for (size_t p = 0;; ++p) {
    const ast::Identifier& here = reference.parts[p].name;
    const ResolvedType type = classes_.Resolve(*element);
    if (type.kind == ResolvedType::Kind::kError) return nullptr;
    const bool is_enumeration = type.kind == ResolvedType::Kind::kScalar && type.scalar == ir::ScalarType::kEnumeration;
    if (p + 1 == reference.parts.size()) return AllValuesOf(type, here.text, reference.span);
    const ast::Identifier& next = reference.parts[p + 1].name;
    std::vector<std::string> candidates;
    if (is_enumeration) {
      const std::vector<std::string>& literals = data_.At(type.enumeration).literals;
      const auto literal = std::find(literals.begin(), literals.end(), next.text);
      if (literal != literals.end() && p + 2 == reference.parts.size()) {
        return MakeEnumerationLiteral(type.enumeration, literal - literals.begin() + 1, reference.span);
      }
      candidates = literals;
    } else if (Group* group = classes_.Enter(*element)) {
      const Found found = Names::FindIn(*group, next.text);
      names_.CheckFoundInClass(found, *element, *group, next.span);
      if (found.group) {
        const ir::InstanceId constant = components_.ConstantOf(*group, found.name, next.span);
        return constant ? BindComponentPath(reference, p + 1, constant, context) : nullptr;
      }
      if (found.element) {
        element = found.element;
        continue;
      }
      candidates = names_.UnreadClasses(*group->main);
      candidates.insert(candidates.end(), group->order.begin(), group->order.end());
      for (const auto& [name, entry] : group->classes) candidates.push_back(name);
    }
    reports_.Error(DiagnosticKind::UnknownMember, next.span,
                   fmt::format("`{}` has no {} `{}`", here.text, is_enumeration ? "literal" : "element", next.text),
                   DidYouMean(next.text, candidates));
    return nullptr;
  }
}

BoundPtr References::AllValuesOf(const ResolvedType& type, const std::string& name, Span span) {
  const bool is_scalar = type.kind == ResolvedType::Kind::kScalar;
  if (is_scalar && type.scalar == ir::ScalarType::kEnumeration) {
    const auto count = static_cast<int64_t>(data_.At(type.enumeration).literals.size());
    BoundPtr range = MakeBound(BoundKind::kRange, span);
    for (const int64_t ordinal : {int64_t{1}, count}) {
      range->operands.push_back(MakeEnumerationLiteral(type.enumeration, ordinal, span));
    }
    return range;
  }
  if (is_scalar && type.scalar == ir::ScalarType::kBoolean) {
    BoundPtr both = MakeBound(BoundKind::kArray, span);
    for (const double value : {0.0, 1.0}) {
      both->operands.push_back(MakeBound(BoundKind::kBoolean, span));
      both->operands.back()->number = value;
    }
    return both;
  }
  reports_.Error(DiagnosticKind::ClassAsValue, span, fmt::format("`{}` is a class, not a value", name));
  return nullptr;
}

}  // namespace stiction
