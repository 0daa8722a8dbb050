// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/bindings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "compiler/evaluate/missing_value.h"
#include "compiler/instantiate/components.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/reports.h"
#include "compiler/instantiate/setting_modifiers.h"
#include "compiler/ir/instances/bound.h"
#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

const std::vector<std::string>& AttributeNames(ir::ScalarType type) {
  static const std::array<std::vector<std::string>, 6> names{
      std::vector<std::string>{"start", "fixed", "min", "max", "nominal", "unit", "displayUnit", "quantity",
                               "stateSelect", "unbounded"},
      std::vector<std::string>{"start", "fixed", "min", "max", "quantity"},
      std::vector<std::string>{"start", "fixed", "quantity"},
      std::vector<std::string>{"start", "fixed", "quantity"},
      std::vector<std::string>{"start", "fixed", "min", "max", "quantity"},
      std::vector<std::string>{}};
  return names[static_cast<size_t>(type)];
}

std::string_view TypeName(ir::ScalarType type) {
  static constexpr std::array<std::string_view, 6> names{"Real",   "Integer",        "Boolean",
                                                         "String", "an enumeration", "Clock"};
  return names[static_cast<size_t>(type)];
}

bool IsLiteral(ast::ExpressionKind kind) {
  return kind == ast::ExpressionKind::kReal || kind == ast::ExpressionKind::kInteger ||
         kind == ast::ExpressionKind::kBoolean || kind == ast::ExpressionKind::kString;
}

// Default value of an attribute, or null.
ir::BoundPtr DefaultAttribute(std::string_view attribute, const ir::Instance& instance) {
  const ir::ScalarType type = instance.scalar;
  if (attribute == "fixed") {
    ir::BoundPtr fixed = MakeBound(ir::BoundKind::kBoolean, instance.span);
    fixed->number = instance.variability <= ir::Variability::kParameter ? 1 : 0;
    return fixed;
  }
  if (attribute != "start") return nullptr;
  if (type == ir::ScalarType::kEnumeration) return MakeEnumerationLiteral(instance.enumeration, 1, instance.span);
  return MakeBound(type == ir::ScalarType::kReal      ? ir::BoundKind::kReal
                   : type == ir::ScalarType::kInteger ? ir::BoundKind::kInteger
                   : type == ir::ScalarType::kBoolean ? ir::BoundKind::kBoolean
                                                      : ir::BoundKind::kString,
                   instance.span);
}

}  // namespace

ir::BoundPtr Bindings::ValueOf(const Modifier& modifier) {
  const ir::BoundPtr value = modifier.bound ? modifier.bound : WholeValueOf(modifier);
  return !value || modifier.subscripts.empty() ? value : ElementOf(value, modifier);
}

// The elements of a component array share the expression that holds the values of all. What is written in a type is
// shared by all its components.
ir::BoundPtr Bindings::WholeValueOf(const Modifier& modifier) {
  if (!modifier.value) return nullptr;
  const bool is_literal = IsLiteral(modifier.value->kind);
  const bool is_static = !modifier.scope || !modifier.scope->group->instance;
  const bool is_shared = modifier.of_array || is_literal || is_static;
  const auto key = std::pair(modifier.value, is_literal ? nullptr : modifier.scope);
  const auto found = is_shared ? shared_values_.find(key) : shared_values_.end();
  if (found != shared_values_.end()) return found->second;
  ir::BoundPtr value = expressions_.Bind(*modifier.value, modifier.scope);
  if (is_shared && value) shared_values_.emplace(key, value);
  return value;
}

ir::BoundPtr Bindings::ElementOf(ir::BoundPtr value, const Modifier& modifier) {
  const auto differs = [&](auto count, int64_t extent) {
    reports_.Error(
        DiagnosticKind::ModifierSizeMismatch, modifier.span,
        fmt::format("the modifier has {} element{}, the component array has {}", count, count == 1 ? "" : "s", extent),
        "give one value for each element, or write `each` before the modifier to give all the same");
    return nullptr;
  };
  size_t next = 0;
  for (; next < modifier.subscripts.size() && value->kind == ir::BoundKind::kArray; ++next) {
    const int64_t index = modifier.subscripts[next], extent = modifier.extents[next];
    if (extent != static_cast<int64_t>(value->operands.size())) return differs(value->operands.size(), extent);
    value = value->operands[static_cast<size_t>(index - 1)];
  }
  if (next == modifier.subscripts.size()) return value;
  const auto dims = DimensionsOf(*value);
  if (dims && dims->size() + next < modifier.subscripts.size()) {
    reports_.Error(DiagnosticKind::ModifierSizeMismatch, modifier.span,
                   "the modifier of a component array needs one value for each element",
                   modifier.setting > 0 ? "give one value for each, {1, 2, ...}, or set one element, `array[1].name`"
                                        : "write `each` before the modifier to give all elements the same value");
    return nullptr;
  }
  std::vector<ir::BoundSubscript> subscripts;
  for (size_t d = 0; next < modifier.subscripts.size(); ++next, ++d) {
    const int64_t index = modifier.subscripts[next], extent = modifier.extents[next];
    if (dims && extent != (*dims)[d]) return differs((*dims)[d], extent);
    subscripts.push_back({ir::MakeInteger(index, modifier.span), modifier.span});
  }
  const bool is_component =
      value->kind == ir::BoundKind::kComponent && value->subscripts.empty() && value->members.empty();
  ir::BoundPtr element;
  if (is_component && data_.At(value->instance).dims.size() >= subscripts.size()) {
    element = std::make_shared<ir::BoundExpression>(*value);
  } else {
    element = MakeBound(ir::BoundKind::kSubscripted, modifier.span);
    element->operands.push_back(value);
  }
  element->subscripts = std::move(subscripts);
  return element;
}

void Bindings::Bind(ir::InstanceId id) {
  components_.Expand(id);
  Work& work = data_.WorkOf(id);
  ir::Instance& instance = data_.At(id);
  if (work.bound != State::kNew) return;
  if (instance.original) return BindAlike(id);
  work.bound = State::kRunning;
  if (instance.kind == ir::InstanceKind::kBuiltin) {
    if (work.element && !work.is_broken) BindBuiltin(id, work.modifiers);
    Modifiers().swap(work.modifiers);  // all taken
  }
  work.bound = State::kDone;
}

void Bindings::BindAlike(ir::InstanceId id) {
  ir::Instance& instance = data_.At(id);
  Bind(instance.original);
  if (data_.WorkOf(instance.original).bound != State::kDone) return;
  instance.binding = data_.At(instance.original).binding;
  instance.is_final = data_.At(instance.original).is_final;
  data_.WorkOf(id).bound = State::kDone;
}

void Bindings::BindBuiltin(ir::InstanceId id, const Modifiers& modifiers) {
  ir::Instance& instance = data_.At(id);
  if (const Modifier* value = FindValue(modifiers)) {
    instance.binding = value->setting > 0 ? settings_.Bind(*value, id) : ValueOf(*value);
    CheckAddedEquation(id, *value);
    instance.is_final = instance.is_final || value->is_final;
  }
  const bool has_elements =
      std::any_of(modifiers.begin(), modifiers.end(), [](const Modifier& m) { return !m.element.empty(); });
  if (has_elements) instance.binding = settings_.WithElements(instance.binding, modifiers, id, {});
  const std::vector<std::string>& attributes = AttributeNames(instance.scalar);
  for (const Modifier& m : modifiers) {
    if (m.path.empty()) continue;
    const ModifierStep& step = m.path.front();
    const bool known = std::find(attributes.begin(), attributes.end(), step.name) != attributes.end();
    if (!known || m.path.size() > 1 || m.redeclare) {
      reports_.Error(DiagnosticKind::UnknownModifier, step.span ? step.span : m.span,
                     fmt::format("`{}` is of type {} and has no attribute `{}`", instance.name,
                                 TypeName(instance.scalar), step.name),
                     DidYouMean(step.name, attributes));
      continue;
    }
    if (!m.HasValue() || instance.attributes.contains(step.name) || m.is_break || !m.element.empty()) continue;
    const bool is_for_all = step.each || m.of_type || m.setting > 0 || (m.of_array && m.subscripts.empty());
    if (!instance.dims.empty() && !is_for_all) instance.arrays_wanted.push_back(step.name);
    if (ir::BoundPtr bound = settings_.Opened(ValueOf(m), m, id)) {
      if (step.each && !m.of_array && !m.of_type) CheckEachValue(id, m, *bound);
      instance.attributes.emplace(step.name, std::move(bound));
    }
  }
  if (!has_elements) return;
  for (const std::string& name : attributes) {
    const auto found = instance.attributes.find(name);
    ir::BoundPtr whole = found != instance.attributes.end() ? found->second : DefaultAttribute(name, instance);
    whole = settings_.WithElements(std::move(whole), modifiers, id, name);
    if (whole && whole->kind == ir::BoundKind::kArray) instance.attributes.insert_or_assign(name, std::move(whole));
  }
}

// `each` gives every element of the component the value: it has the dimensions of one, those of its type.
void Bindings::CheckEachValue(ir::InstanceId id, const Modifier& m, const ir::BoundExpression& value) {
  const ir::Instance& instance = data_.At(id);
  const auto dims = DimensionsOf(value);
  const size_t own = data_.WorkOf(id).element->dims.size();
  if (!dims || own == 0 || dims->size() + own <= instance.dims.size()) return;
  reports_.Error(DiagnosticKind::ModifierSizeMismatch, m.span,
                 fmt::format("`each` gives every element of `{}` a value, and this has several", instance.name),
                 Label{instance.span, "declared here"}, "remove `each`, or give one value");
}

// A component is balanced in itself: what has no equation in its class gets none from outside, but for inputs.
void Bindings::CheckAddedEquation(ir::InstanceId id, const Modifier& value) {
  const ir::Instance& instance = data_.At(id);
  const ComponentElement& element = *data_.WorkOf(id).element;
  const ast::Modification* declared = element.declaration->modification.get();
  const bool has_own = declared && (declared->value || declared->value_is_break);
  if (!value.of_component || value.setting > 0 || value.is_break != has_own || !instance.parent) return;
  if (instance.variability <= ir::Variability::kParameter || instance.causality == ir::Causality::kInput) return;
  const ast::ClassKind holder = data_.At(instance.parent).class_kind;
  const bool is_of_model = holder == ast::ClassKind::kModel || holder == ast::ClassKind::kBlock;
  if (!is_of_model || instance.class_kind == ast::ClassKind::kConnector) return;
  if (value.is_break) {
    reports_.Error(DiagnosticKind::ModelUnbalanced, value.span,
                   fmt::format("`break` takes away the equation of `{}` in a component, which needs it", instance.name),
                   Label{instance.span, "declared here"},
                   "write it in the modifier of an extends-clause, and an equation in that class");
    return;
  }
  reports_.Error(
      DiagnosticKind::ModelUnbalanced, value.span,
      fmt::format("this adds an equation for `{}` to a component that is balanced without it", instance.name),
      Label{instance.span, "declared here, without a value that could be replaced"},
      fmt::format("declare `{}` as `input`, or give it a value in its class", instance.name));
}

void Bindings::BindAll(ir::InstanceId id) {
  Bind(id);
  const ir::Instance& instance = data_.At(id);
  for (size_t i = 0; i < instance.children.size(); ++i) BindAll(instance.children[i]);
  for (size_t i = 0; i < instance.elements.size(); ++i) BindAll(instance.elements[i]);
}

// The binding of a record is that of its components (MLS 7.2).
void Bindings::PushToMembers(ir::InstanceId id) {
  const Modifier* value = FindValue(data_.WorkOf(id).modifiers);
  if (!value || value->is_break) return;
  const ast::ClassKind kind = data_.At(id).class_kind;
  if (!ast::IsRecord(kind) && kind != ast::ClassKind::kConnector) {
    if (value->setting > 0) return;  // told by SettingModifiers
    reports_.Error(DiagnosticKind::ComponentAsValue, value->span,
                   fmt::format("`{}` is a {}, which cannot be given a value (MLS 4.4.2.1)", FullName(data_.tree, id),
                               kind == ast::ClassKind::kBlock ? "block" : "model"));
    return;
  }
  ir::BoundPtr bound = ValueOf(*value);
  if (!bound) return;
  if (const ir::BoundPtr taken = TakenFrom(*bound, {}, {})) bound = taken;
  for (auto& [name, element] : data_.WorkOf(id).group->components) {
    if (element.element->final) continue;
    // A member that is set later than the whole keeps its value.
    const Modifier* own = FindValue(element.modifiers);
    if (own && own->setting > value->setting) continue;
    // A constant has the value that its declaration gives it.
    if (own && element.prefix.variability == ast::Variability::kConstant) continue;
    Modifier member;
    member.span = value->span;
    member.scope = value->scope;
    member.is_final = value->is_final;
    member.setting = value->setting;
    member.bound = MemberOf(bound, name, value->span);
    element.modifiers.insert(element.modifiers.begin(), std::move(member));
  }
}

ir::BoundPtr Bindings::TakenFrom(const ir::BoundExpression& value, std::vector<int64_t> index, IteratorValues turns) {
  switch (value.kind) {
    case ir::BoundKind::kSubscripted: {
      std::vector<int64_t> outer;
      for (const ir::BoundSubscript& s : value.subscripts) {
        if (!s.expression || s.expression->kind != ir::BoundKind::kInteger) return nullptr;
        outer.push_back(static_cast<int64_t>(s.expression->number));
      }
      index.insert(index.begin(), outer.begin(), outer.end());
      return TakenFrom(*value.operands[0], std::move(index), std::move(turns));
    }
    case ir::BoundKind::kArray: {
      const auto at = index.empty() ? 0 : static_cast<size_t>(index.front());
      if (at < 1 || at > value.operands.size()) return nullptr;
      return TakenFrom(*value.operands[at - 1], {index.begin() + 1, index.end()}, std::move(turns));
    }
    case ir::BoundKind::kComprehension: {
      if (index.empty() || value.iterators.size() != 1) return nullptr;
      const std::optional<Value> range = Evaluate(*value.iterators.front().range, turns);
      if (!range || range->dims.size() != 1 || index.front() < 1 || index.front() > range->dims[0]) return nullptr;
      turns[value.iterators.front().number] =
          Value{.type = range->type,
                .enumeration = range->enumeration,
                .dims = {},
                .numbers = {range->numbers[static_cast<size_t>(index.front() - 1)]}};
      return TakenFrom(*value.operands[0], {index.begin() + 1, index.end()}, std::move(turns));
    }
    case ir::BoundKind::kIf:
      for (size_t i = 0; !turns.empty() && i + 1 < value.operands.size(); i += 2) {
        const std::optional<Value> condition = Evaluate(*value.operands[i], turns);
        if (!condition || condition->numbers.size() != 1) return nullptr;
        if (condition->numbers[0] != 0) return TakenFrom(*value.operands[i + 1], std::move(index), std::move(turns));
      }
      return turns.empty() ? nullptr : TakenFrom(*value.operands.back(), std::move(index), std::move(turns));
    case ir::BoundKind::kComponent: {
      const bool is_whole = index.empty() && value.subscripts.empty() && value.members.empty();
      return is_whole && !turns.empty() ? std::make_shared<ir::BoundExpression>(value) : nullptr;
    }
    default:
      return nullptr;
  }
}

ir::BoundPtr Bindings::MemberOf(const ir::BoundPtr& value, const std::string& name, Span span) {
  ir::BoundPtr member;
  if (value->kind == ir::BoundKind::kComponent) {
    member = std::make_shared<ir::BoundExpression>(*value);
    const ir::Instance& target = data_.At(value->instance);
    const auto child = target.child_by_name.find(name);
    if (value->members.empty() && value->subscripts.empty() && target.kind == ir::InstanceKind::kComposite &&
        child != target.child_by_name.end()) {
      member->instance = child->second;
    } else {
      member->members.push_back({name, {}, span});
    }
    return member;
  }
  member = MakeBound(ir::BoundKind::kMember, span);
  member->text = name;
  member->operands.push_back(value);
  if (value->kind != ir::BoundKind::kCall) return member;
  const ir::FunctionInstance& function = data_.At(value->function);
  for (size_t i = 0; function.is_record_constructor && i < function.variables.size(); ++i) {
    if (function.variables[i].name == name && i < value->operands.size()) member = value->operands[i];
  }
  return member;
}

std::optional<Value> Bindings::Evaluate(const ir::BoundExpression& e, const IteratorValues& iterators) {
  Ready(e);
  return stiction::Evaluate(data_.tree, e, iterators, Foreign::kMayRun);
}

std::optional<std::vector<int64_t>> Bindings::DimensionsOf(const ir::BoundExpression& e) {
  Ready(e);
  return Dimensions(data_.tree, e, {}, Foreign::kMayRun);
}

void Bindings::Ready(const ir::BoundExpression& e) {
  ForEachPart(e, [&](const ir::BoundPtr& part) { Ready(*part); });
  if (e.kind == ir::BoundKind::kComponent) ReadyInstance(e.instance, e.members, 0);
  if (e.kind == ir::BoundKind::kCall) ReadyFunction(e.function);
}

void Bindings::ReadyInstance(ir::InstanceId id, const std::vector<ir::BoundMember>& members, size_t next) {
  components_.Expand(id);
  const ir::Instance& instance = data_.At(id);
  if (instance.kind == ir::InstanceKind::kBuiltin) {
    if (std::exchange(data_.WorkOf(id).value_ready, true)) return;
    if (instance.variability > ir::Variability::kParameter) return;
    Bind(id);
    if (const ir::BoundPtr binding = instance.binding) {
      Ready(*binding);
    } else if (const auto& attributes = ir::AttributesOf(data_.tree, id); attributes.contains("start")) {
      const ir::BoundPtr value = attributes.find("start")->second;
      Ready(*value);
    }
    return;
  }
  for (size_t i = 0; i < instance.elements.size(); ++i) ReadyInstance(instance.elements[i], members, next);
  if (instance.kind != ir::InstanceKind::kComposite) return;
  if (next >= members.size()) {
    if (!ast::IsRecord(instance.class_kind)) return;
    for (size_t i = 0; i < instance.children.size(); ++i) ReadyInstance(instance.children[i], members, next);
    return;
  }
  const auto child = instance.child_by_name.find(members[next].name);
  if (child != instance.child_by_name.end()) ReadyInstance(child->second, members, next + 1);
}

void Bindings::ReadyFunction(ir::FunctionInstanceId id) {
  if (!ready_functions_.insert(id).second) return;
  const ir::FunctionInstance function = data_.At(id);
  for (const ir::FunctionVariable& v : function.variables) {
    if (v.binding) Ready(*v.binding);
    ReadyStatements(v.member_values);
    for (const ir::BoundSubscript& d : v.dims) {
      if (d.expression) Ready(*d.expression);
    }
  }
  ReadyStatements(function.body);
}

void Bindings::ReadyStatements(const std::vector<ir::BoundStatement>& body) {
  for (const ir::BoundStatement& s : body) {
    if (s.target) Ready(*s.target);
    if (s.value) Ready(*s.value);
    for (const auto& branch : s.branches) {
      if (branch.condition) Ready(*branch.condition);
      ReadyStatements(branch.body);
    }
    for (const ir::BoundIterator& iterator : s.indices) {
      if (iterator.range) Ready(*iterator.range);
    }
    ReadyStatements(s.body);
  }
}

bool Bindings::ReportMissingValue(const ir::BoundExpression& expression, const std::string& what) {
  const ir::InstanceId missing = MissingValue(data_.tree, expression);
  if (!missing) return false;
  const std::string name = ir::FullName(data_.tree, missing);
  reports_.Error(DiagnosticKind::ValueNeeded, expression.span,
                 fmt::format("{} depends on the parameter `{}`, which has no value", what, name),
                 fmt::format("give it one: `{} = ...`", name));
  return true;
}

}  // namespace stiction
