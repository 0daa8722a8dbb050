// SPDX-License-Identifier: BSD-3-Clause
// Connects of a class: the forms of the references in them (MLS 9.1, 9.3), and what is left of one that leads to a
// removed component.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/instantiate/components.h"
#include "compiler/instantiate/equations.h"
#include "compiler/instantiate/expressions.h"
#include "compiler/instantiate/names.h"
#include "compiler/instantiate/references.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/print.h"

namespace stiction {
namespace {

bool IsConnectorClass(const ir::Instance& instance) { return instance.class_kind == ast::ClassKind::kConnector; }

/// True if a break names this connect, with its sides in either order.
bool IsNamedBy(const ast::ModificationArgument& argument, const ast::Equation& connect) {
  const std::string from = ast::ToString(connect.from), to = ast::ToString(connect.to);
  const std::string a = ast::ToString(argument.from), b = ast::ToString(argument.to);
  return (from == a && to == b) || (from == b && to == a);
}

bool Contains(const std::vector<ast::EquationPtr>& equations, const ast::ModificationArgument& argument) {
  return std::ranges::any_of(equations, [&](const ast::EquationPtr& equation) {
    if (equation->kind == ast::EquationKind::kConnect) return IsNamedBy(argument, *equation);
    const bool in_branch =
        std::ranges::any_of(equation->branches, [&](const auto& branch) { return Contains(branch.body, argument); });
    return in_branch || Contains(equation->body, argument);
  });
}

}  // namespace

bool HasConnect(const Scope& part, const ast::ModificationArgument& argument) {
  const auto& sections = part.definition->equations;
  return std::ranges::any_of(sections, [&](const auto& section) { return Contains(section.equations, argument); }) ||
         std::ranges::any_of(part.bases, [&](const Scope* base) { return HasConnect(*base, argument); });
}

std::optional<ir::BoundEquation> Equations::BindConnect(const ast::Equation& equation, const Context& context) {
  const auto is_this = [&](const ast::ModificationArgument* argument) { return IsNamedBy(*argument, equation); };
  if (std::ranges::any_of(context.scope->deselected, is_this)) return std::nullopt;
  Context ends = context;
  ends.in_connect = true;
  ir::BoundEquation bound{.kind = equation.kind, .span = equation.span};
  const int64_t reports = reports_.count();
  bound.from = references_.Bind(equation.from, ends);
  bound.to = references_.Bind(equation.to, ends);
  if (reports_.count() != reports || !CheckConnect(equation, bound, context)) return std::nullopt;
  if (bound.from && bound.to) return bound;
  // What would be connected is not there: nothing flows through an outside connector that stays (MLS 4.4.5, 9.2).
  const ir::BoundPtr stays = bound.from ? bound.from : bound.to;
  const ast::ComponentReference& reference = bound.from ? equation.from : equation.to;
  const std::vector<ir::InstanceId> path = stays ? PathOf(reference, context) : std::vector<ir::InstanceId>();
  if (path.empty() || !IsConnectorClass(data_.At(path.front())) || data_.At(path.front()).is_expandable) {
    return std::nullopt;
  }
  bound.from = bound.to = stays;
  return bound;
}

bool Equations::CheckConnect(const ast::Equation& equation, const ir::BoundEquation& bound, const Context& context) {
  for (const ir::BoundPtr& end : {bound.from, bound.to}) {
    if (!end || end->kind == ir::BoundKind::kComponent) continue;
    reports_.Error(DiagnosticKind::ConnectNotConnector, end->span, "connect needs two connectors");
    return false;
  }
  for (const ast::ComponentReference* reference : {&equation.from, &equation.to}) {
    const std::vector<ir::InstanceId> path = PathOf(*reference, context);
    const auto inner = std::find_if(path.begin() + (path.empty() ? 0 : 1), path.end(), [&](ir::InstanceId id) {
      return !IsConnectorClass(data_.At(id)) && data_.At(id).kind != ir::InstanceKind::kBuiltin &&
             !ast::IsRecord(data_.At(id).class_kind);
    });
    if (inner == path.end() || inner + 1 == path.end()) continue;
    reports_.Error(
        DiagnosticKind::ConnectNotConnector, reference->span,
        fmt::format("`{}` is inside of the component `{}`: connect reaches connectors of this class and of "
                    "its components only",
                    ast::ToString(*reference), reference->parts[0].name.text),
        Label{data_.At(*inner).span, fmt::format("`{}` is declared here", data_.At(*inner).name)},
        fmt::format("give the class of `{}` a connector, and connect it in there", reference->parts[0].name.text));
    return false;
  }
  if (!IsOuter(equation.from, context) || !IsOuter(equation.to, context)) return true;
  reports_.Error(DiagnosticKind::ConnectIncompatible, equation.span,
                 fmt::format("`{}` and `{}` both belong to outer components, which cannot be connected with each other",
                             ast::ToString(equation.from), ast::ToString(equation.to)),
                 "connect them where the inner ones are declared");
  return false;
}

std::vector<ir::InstanceId> Equations::PathOf(const ast::ComponentReference& reference, const Context& context) {
  std::vector<ir::InstanceId> path;
  const Found found = names_.LookUp(context.scope, reference.parts[0].name.text, reference.global);
  ir::InstanceId at = found.group ? found.group->instance : ir::InstanceId();
  for (const auto& part : reference.parts) {
    const auto child = at ? data_.FindChild(at, part.name.text) : std::nullopt;
    if (!child) break;
    path.push_back(*child);
    at = data_.At(*child).elements.empty() ? *child : data_.At(*child).elements.front();
  }
  return path;
}

bool Equations::IsOuter(const ast::ComponentReference& reference, const Context& context) {
  const Found found = names_.LookUp(context.scope, reference.parts[0].name.text, reference.global);
  return found.group && found.group->components.find(found.name)->second.outer;
}

}  // namespace stiction
