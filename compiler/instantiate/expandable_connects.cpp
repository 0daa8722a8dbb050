// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/expandable_connects.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/instantiate/bindings.h"
#include "compiler/instantiate/collect_references.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/iterators.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/references.h"
#include "compiler/instantiate/reports.h"

namespace stiction {
namespace {

bool HasEnd(const ast::Expression& e) {
  const auto is_in = [](const ast::ExpressionPtr& part) { return part && HasEnd(*part); };
  return e.kind == ast::ExpressionKind::kEnd || std::any_of(e.operands.begin(), e.operands.end(), is_in) ||
         std::any_of(e.arguments.begin(), e.arguments.end(), [&](const ast::Argument& a) { return is_in(a.value); });
}

}  // namespace

std::vector<ExpandableConnect> ExpandableConnects::Collect() {
  found_.clear();
  for (size_t i = 0; i < data_.tree.instances.size(); ++i) {
    const ir::InstanceId id(static_cast<int64_t>(i));
    const Group* group = data_.WorkOf(id).group;
    if (!group || data_.At(id).original) continue;
    for (Scope* part : group->parts) {
      for (const ast::EquationSection& section : part->definition->equations) {
        Body body{.instance = id, .context = {.scope = part, .in_connect = true}, .values = {}};
        if (section.initial || !HasConnects(section.equations, body)) continue;
        data_.NoteOwnPlace(id);
        Walk(section.equations, body);
      }
    }
  }
  return std::move(found_);
}

bool ExpandableConnects::NamesExpandable(const ast::ComponentReference& reference, const Body& body) {
  const Found found = names_.LookUp(body.context.scope, reference.parts[0].name.text, reference.global);
  if (!found.group || !found.group->instance) return false;
  ir::InstanceId at = found.group->instance;
  for (const auto& part : reference.parts) {
    const std::optional<ir::InstanceId> child = data_.FindChild(at, part.name.text);
    if (!child) return false;
    at = *child;
    if (data_.At(at).is_expandable) return true;
    if (data_.At(at).kind != ir::InstanceKind::kArray) continue;
    if (data_.At(at).elements.empty()) return false;
    at = data_.At(at).elements.front();
  }
  return ContainsExpandable(at);
}

bool ExpandableConnects::ContainsExpandable(ir::InstanceId connector) {
  const ir::Instance& instance = data_.At(connector);
  if (instance.is_expandable) return true;
  if (instance.kind == ir::InstanceKind::kArray) {
    return !instance.elements.empty() && ContainsExpandable(instance.elements.front());
  }
  return instance.class_kind == ast::ClassKind::kConnector &&
         std::any_of(instance.children.begin(), instance.children.end(),
                     [this](ir::InstanceId child) { return ContainsExpandable(child); });
}

bool ExpandableConnects::HasConnects(const ast::Equation& equation, const Body& body) {
  if (equation.kind == ast::EquationKind::kConnect) {
    return NamesExpandable(equation.from, body) || NamesExpandable(equation.to, body);
  }
  return HasConnects(equation.body, body) ||
         std::any_of(equation.branches.begin(), equation.branches.end(),
                     [&](const auto& branch) { return HasConnects(branch.body, body); });
}

bool ExpandableConnects::HasConnects(const std::vector<ast::EquationPtr>& equations, const Body& body) {
  return std::any_of(equations.begin(), equations.end(),
                     [&](const ast::EquationPtr& equation) { return HasConnects(*equation, body); });
}

void ExpandableConnects::Walk(const std::vector<ast::EquationPtr>& equations, Body& body) {
  for (const ast::EquationPtr& equation : equations) {
    if (!HasConnects(*equation, body)) continue;
    switch (equation->kind) {
      case ast::EquationKind::kConnect:
        Add(*equation, body);
        break;
      case ast::EquationKind::kIf:
        WalkIf(*equation, body);
        break;
      case ast::EquationKind::kFor: {
        UsedReferences used;
        for (const ast::EquationPtr& inner : equation->body) CollectReferences(*inner, used);
        const size_t depth = body.context.iterators.size();
        std::vector<ir::BoundIterator> iterators;
        if (iterators_.Bind(equation->indices, iterators, body.context, used)) {
          WalkFor(*equation, 0, iterators, body);
        }
        body.context.iterators.resize(depth);
        break;
      }
      case ast::EquationKind::kWhen:
        reports_.Error(DiagnosticKind::ConnectExpandable, equation->span,
                       "a connect with an expandable connector cannot stand in a when-equation (MLS 9.3)");
        break;
      case ast::EquationKind::kEquality:
      case ast::EquationKind::kCall:
        break;
    }
  }
}

void ExpandableConnects::WalkIf(const ast::Equation& equation, Body& body) {
  for (const auto& branch : equation.branches) {
    if (!branch.condition) return Walk(branch.body, body);
    const ir::BoundPtr condition = expressions_.Bind(*branch.condition, body.context);
    if (!condition) return;
    const std::optional<Value> value = bindings_.Evaluate(*condition, body.values);
    if (!value || value->type != ir::ScalarType::kBoolean || value->numbers.size() != 1) {
      reports_.Error(DiagnosticKind::ConnectExpandable, branch.condition->span,
                     "the condition of an if-equation with a connect must be known when translating (MLS 9.3)",
                     "use parameters and constants");
      return;
    }
    if (value->numbers[0] != 0) return Walk(branch.body, body);
  }
}

void ExpandableConnects::WalkFor(const ast::Equation& equation, size_t index,
                                 const std::vector<ir::BoundIterator>& iterators, Body& body) {
  if (index == iterators.size()) return Walk(equation.body, body);
  const ir::BoundIterator& iterator = iterators[index];
  const std::optional<Value> range = bindings_.Evaluate(*iterator.range, body.values);
  if (!range || range->dims.size() != 1) {
    reports_.Error(
        DiagnosticKind::ConnectExpandable, iterator.range->span,
        fmt::format("the range of `{}` must be known when translating: a connect stands in the loop", iterator.name),
        "use parameters and constants");
    return;
  }
  for (const double number : range->numbers) {
    body.values[iterator.number] =
        Value{.type = range->type, .enumeration = range->enumeration, .dims = {}, .numbers = {number}};
    WalkFor(equation, index + 1, iterators, body);
  }
  body.values.erase(iterator.number);
}

void ExpandableConnects::Add(const ast::Equation& equation, Body& body) {
  std::optional<ConnectEnd> from = EndOf(equation.from, body), to = EndOf(equation.to, body);
  if (!from || !to) return;
  found_.push_back({body.instance, std::move(*from), std::move(*to), equation.span});
}

std::optional<ConnectEnd> ExpandableConnects::EndOf(const ast::ComponentReference& reference, Body& body) {
  const Found found = names_.LookUp(body.context.scope, reference.parts[0].name.text, reference.global);
  // What is no component is told where the equations are bound.
  if (!found.group || !found.group->instance) return std::nullopt;
  ConnectEnd end{.holder = found.group->instance, .steps = {}, .written = &reference};
  for (size_t p = 0; p < reference.parts.size(); ++p) {
    ConnectStep& step = end.steps.emplace_back();
    step.name = &reference.parts[p].name;
    for (size_t k = 0; k < reference.parts[p].subscripts.size(); ++k) {
      std::optional<IndexSet> index = IndexOf(reference, p, k, body);
      if (!index) return std::nullopt;
      step.subscripts.push_back(std::move(*index));
    }
  }
  return end;
}

bool ExpandableConnects::IsDeclared(const ast::ComponentReference& reference, size_t part, const Body& body) {
  ir::InstanceId at = names_.LookUp(body.context.scope, reference.parts[0].name.text, reference.global).group->instance;
  for (size_t p = 0; p <= part; ++p) {
    const std::optional<ir::InstanceId> child = data_.FindChild(at, reference.parts[p].name.text);
    if (!child) return false;
    const ir::Instance& instance = data_.At(*child);
    at = instance.elements.empty() ? *child : instance.elements.front();
  }
  return true;
}

std::optional<IndexSet> ExpandableConnects::IndexOf(const ast::ComponentReference& reference, size_t part,
                                                    size_t position, Body& body) {
  const ast::Subscript& subscript = reference.parts[part].subscripts[position];
  if (!subscript.expression) return IndexSet{.is_whole = true, .keeps_dimension = true, .values = {}};
  // `end` is the size of what is declared only.
  ir::BoundPtr array;
  if (IsDeclared(reference, part, body)) {
    Context prefix = body.context;
    prefix.part_limit = part + 1;
    prefix.bare_last = true;
    array = references_.Bind(reference, prefix);
  }
  if (!array && HasEnd(*subscript.expression)) {
    reports_.Error(DiagnosticKind::ConnectExpandable, subscript.span,
                   fmt::format("`end` is no size here: `{}` is not declared, and has the size that connects ask for",
                               reference.parts[part].name.text),
                   "give the number");
    return std::nullopt;
  }
  if (array) body.context.ends.emplace_back(array, static_cast<int32_t>(position));
  const ir::BoundPtr bound = expressions_.Bind(*subscript.expression, body.context);
  if (array) body.context.ends.pop_back();
  if (!bound) return std::nullopt;
  const std::optional<Value> value = bindings_.Evaluate(*bound, body.values);
  if (!value || value->dims.size() > 1 || value->type == ir::ScalarType::kString) {
    reports_.Error(DiagnosticKind::ConnectExpandable, subscript.span,
                   "a subscript in a connect must be known when translating (MLS 9.1)", "use parameters and constants");
    return std::nullopt;
  }
  IndexSet index{.is_whole = false, .keeps_dimension = !value->dims.empty(), .values = {}};
  for (const double number : value->numbers) {
    const std::optional<int64_t> whole = AsInteger(number);
    if (!whole || (value->type != ir::ScalarType::kBoolean && *whole < 1) || *whole > kLargestArray) {
      reports_.Error(DiagnosticKind::SubscriptOutOfRange, subscript.span,
                     fmt::format("subscript {} is none of an array", number));
      return std::nullopt;
    }
    index.values.push_back(value->type == ir::ScalarType::kBoolean ? *whole + 1 : *whole);
  }
  return index;
}

}  // namespace stiction
