// SPDX-License-Identifier: BSD-3-Clause
// Values and attributes of instances, and making ready what an evaluation will ask for.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "compiler/evaluate/evaluate.h"
#include "compiler/instantiate/builder.h"
#include "compiler/support/nearest_name.h"

namespace stiction {
namespace {

const std::vector<std::string>& AttributeNames(ir::ScalarType type) {
  static const std::array<std::vector<std::string>, 5> names{
      std::vector<std::string>{"start", "fixed", "min", "max", "nominal", "unit", "displayUnit", "quantity",
                               "stateSelect", "unbounded"},
      std::vector<std::string>{"start", "fixed", "min", "max", "quantity"},
      std::vector<std::string>{"start", "fixed", "quantity"}, std::vector<std::string>{"start", "fixed", "quantity"},
      std::vector<std::string>{"start", "fixed", "min", "max", "quantity"}};
  return names[static_cast<size_t>(type)];
}

std::string_view TypeName(ir::ScalarType type) {
  static constexpr std::array<std::string_view, 5> names{"Real", "Integer", "Boolean", "String", "an enumeration"};
  return names[static_cast<size_t>(type)];
}

bool IsLiteral(ast::ExpressionKind kind) {
  return kind == ast::ExpressionKind::kReal || kind == ast::ExpressionKind::kInteger ||
         kind == ast::ExpressionKind::kBoolean || kind == ast::ExpressionKind::kString;
}

}  // namespace

ir::BoundPtr Builder::BindModifier(const Modifier& modifier) {
  ir::BoundPtr value = modifier.bound;
  if (!value) {
    if (!modifier.value) return nullptr;
    // The elements of a component array share the expression that holds the values of all. What is written in a type is
    // shared by all its components.
    const bool is_literal = IsLiteral(modifier.value->kind);
    const bool is_static = !modifier.scope || !modifier.scope->group->instance;
    const bool is_shared = modifier.of_array || is_literal || is_static;
    const auto key = std::pair(modifier.value, is_literal ? nullptr : modifier.scope);
    const auto found = is_shared ? shared_values_.find(key) : shared_values_.end();
    if (found != shared_values_.end()) {
      value = found->second;
    } else {
      Context context;
      context.scope = modifier.scope;
      value = BindExpression(*modifier.value, context);
      if (is_shared && value) shared_values_.emplace(key, value);
    }
  }
  if (!value || modifier.subscripts.empty()) return value;
  size_t next = 0;
  while (next < modifier.subscripts.size() && value->kind == ir::BoundKind::kArray) {
    const int64_t index = modifier.subscripts[next];
    if (index > static_cast<int64_t>(value->operands.size())) {
      Report(DiagnosticKind::ModifierSizeMismatch, modifier.span,
             fmt::format("the modifier has {} elements, fewer than the component array", value->operands.size()));
      return nullptr;
    }
    value = value->operands[static_cast<size_t>(index - 1)];
    ++next;
  }
  if (next == modifier.subscripts.size()) return value;
  Ready(*value);
  const auto dims = Dimensions(tree_, *value);
  if (dims && dims->size() + next < modifier.subscripts.size()) {
    Report(DiagnosticKind::ModifierSizeMismatch, modifier.span,
           "the modifier of a component array needs one value for each element")
        .hint = modifier.setting > 0 ? "give one value for each, {1, 2, ...}, or set one element, `array[1].name`"
                                     : "write `each` before the modifier to give all elements the same value";
    return nullptr;
  }
  std::vector<ir::BoundSubscript> subscripts;
  for (size_t d = 0; next < modifier.subscripts.size(); ++next, ++d) {
    const int64_t index = modifier.subscripts[next];
    if (dims && index > (*dims)[d]) {
      Report(DiagnosticKind::ModifierSizeMismatch, modifier.span,
             fmt::format("the modifier has {} elements, fewer than the component array", (*dims)[d]));
      return nullptr;
    }
    subscripts.push_back({Integer(index, modifier.span), modifier.span});
  }
  if (value->kind == ir::BoundKind::kComponent && value->subscripts.empty() && value->members.empty() &&
      At(value->instance).dims.size() >= subscripts.size()) {
    auto element = std::make_shared<ir::BoundExpression>(*value);
    element->subscripts = std::move(subscripts);
    return element;
  }
  ir::BoundPtr element = Make(ir::BoundKind::kSubscripted, modifier.span);
  element->operands.push_back(value);
  element->subscripts = std::move(subscripts);
  return element;
}

void Builder::Bind(ir::InstanceId id) {
  Expand(id);
  if (WorkOf(id).bound != State::kNew) return;
  if (At(id).original) return BindAlike(id);
  WorkOf(id).bound = State::kRunning;
  if (At(id).kind == ir::InstanceKind::kBuiltin && WorkOf(id).element && !WorkOf(id).is_broken) {
    const Modifiers& modifiers = WorkOf(id).modifiers;
    const std::vector<std::string>& attributes = AttributeNames(At(id).scalar);
    const Modifier* value = FindValue(modifiers);
    if (value) {
      const ir::BoundPtr bound = value->setting > 0 ? BindSetting(*value, id) : BindModifier(*value);
      At(id).binding = bound;
      At(id).is_final = At(id).is_final || value->is_final;
    }
    const bool has_elements =
        std::any_of(modifiers.begin(), modifiers.end(), [](const Modifier& m) { return !m.element.empty(); });
    if (has_elements) At(id).binding = WithElements(At(id).binding, modifiers, id, {});
    for (const Modifier& m : modifiers) {
      if (m.path.empty()) continue;
      const ModifierStep& step = m.path.front();
      const bool known = std::find(attributes.begin(), attributes.end(), step.name) != attributes.end();
      if (!known || m.path.size() > 1 || m.redeclare) {
        Report(DiagnosticKind::UnknownModifier, step.span ? step.span : m.span,
               fmt::format("`{}` is of type {} and has no attribute `{}`", At(id).name, TypeName(At(id).scalar),
                           step.name))
            .hint = DidYouMean(step.name, attributes);
        continue;
      }
      if (!m.HasValue() || At(id).attributes.contains(step.name)) continue;
      if (m.is_break || !m.element.empty()) continue;
      if (ir::BoundPtr bound = BindModifier(m)) At(id).attributes.emplace(step.name, std::move(bound));
    }
    for (const std::string& name : has_elements ? attributes : std::vector<std::string>()) {
      const auto found = At(id).attributes.find(name);
      ir::BoundPtr whole = found != At(id).attributes.end() ? found->second : DefaultAttribute(name, id);
      whole = WithElements(std::move(whole), modifiers, id, name);
      if (whole && whole->kind == ir::BoundKind::kArray) At(id).attributes.insert_or_assign(name, std::move(whole));
    }
  }
  if (At(id).kind == ir::InstanceKind::kBuiltin) Modifiers().swap(WorkOf(id).modifiers);  // all taken
  WorkOf(id).bound = State::kDone;
}

void Builder::BindAll(ir::InstanceId id) {
  Bind(id);
  for (size_t i = 0; i < At(id).children.size(); ++i) BindAll(At(id).children[i]);
  for (size_t i = 0; i < At(id).elements.size(); ++i) BindAll(At(id).elements[i]);
}

void Builder::Ready(const ir::BoundExpression& e) {
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand) Ready(*operand);
  }
  for (const ir::BoundSubscript& s : e.subscripts) {
    if (s.expression) Ready(*s.expression);
  }
  for (const ir::BoundMember& member : e.members) {
    for (const ir::BoundSubscript& s : member.subscripts) {
      if (s.expression) Ready(*s.expression);
    }
  }
  for (const ir::BoundIterator& iterator : e.iterators) {
    if (iterator.range) Ready(*iterator.range);
  }
  if (e.kind == ir::BoundKind::kComponent) ReadyInstance(e.instance, e.members, 0);
  if (e.kind == ir::BoundKind::kCall) ReadyFunction(e.function);
}

void Builder::ReadyInstance(ir::InstanceId id, const std::vector<ir::BoundMember>& members, size_t next) {
  Expand(id);
  if (At(id).kind == ir::InstanceKind::kBuiltin) {
    if (WorkOf(id).value_ready) return;
    WorkOf(id).value_ready = true;
    if (At(id).variability > ir::Variability::kParameter) return;
    Bind(id);
    if (const ir::BoundPtr binding = At(id).binding) {
      Ready(*binding);
    } else if (const auto& attributes = ir::AttributesOf(tree_, id); attributes.contains("start")) {
      const ir::BoundPtr value = attributes.find("start")->second;
      Ready(*value);
    }
    return;
  }
  for (size_t i = 0; i < At(id).elements.size(); ++i) ReadyInstance(At(id).elements[i], members, next);
  if (At(id).kind != ir::InstanceKind::kComposite) return;
  if (next >= members.size()) {
    const bool is_record = ast::IsRecord(At(id).class_kind);
    for (size_t i = 0; is_record && i < At(id).children.size(); ++i) ReadyInstance(At(id).children[i], members, next);
    return;
  }
  const auto child = At(id).child_by_name.find(members[next].name);
  if (child != At(id).child_by_name.end()) ReadyInstance(child->second, members, next + 1);
}

void Builder::ReadyFunction(ir::FunctionInstanceId id) {
  if (!ready_functions_.insert(id).second) return;
  const ir::FunctionInstance function = tree_.functions[id.index()];
  for (const ir::FunctionVariable& v : function.variables) {
    if (v.binding) Ready(*v.binding);
    ReadyStatements(v.member_values);
    for (const ir::BoundSubscript& d : v.dims) {
      if (d.expression) Ready(*d.expression);
    }
  }
  ReadyStatements(function.body);
}

void Builder::ReadyStatements(const std::vector<ir::BoundStatement>& body) {
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

}  // namespace stiction
