// SPDX-License-Identifier: BSD-3-Clause
// The equations and operators of state machines (MLS 17.1).
#include <fmt/format.h>

#include "compiler/ir/instances/operators_of_models.h"
#include "compiler/typecheck/checker.h"

namespace stiction::typecheck {

using ir::BoundExpression;
using ir::ScalarType;
using TypeKind = ir::Type::Kind;

namespace {

bool MayBeState(const ir::Instance& instance) {
  return instance.kind == ir::InstanceKind::kComposite &&
         (instance.class_kind == ast::ClassKind::kBlock || instance.class_kind == ast::ClassKind::kModel ||
          instance.class_kind == ast::ClassKind::kClass);
}

}  // namespace

void Checker::CheckState(const BoundExpression& e, const BoundExpression& state) {
  const std::optional<const ir::Instance*> named = InstanceOf(state);
  if (!named || (*named && MayBeState(**named))) return;
  Diagnostic& error = Error(DiagnosticKind::NotAState, state.span,
                            fmt::format("`{}` takes a component that is a block (MLS 17.1)", e.text));
  if (*named) error.labels.push_back({(*named)->span, fmt::format("`{}` is declared here", (*named)->name)});
  error.hint = "declare a component of a block for the state: `State s;`";
}

bool Checker::CheckStateMachineEquation(BoundExpression& e, const char* not_here) {
  if (!ir::IsStateMachineEquation(e.text)) return false;
  if (not_here) {
    Error(DiagnosticKind::StateMachineEquationPlace, e.span,
          fmt::format("`{}` stands in {}: it is an equation that holds all the time (MLS 17.1)", e.text, not_here))
        .hint = "write it in an equation section; when a transition fires, its condition says";
    return true;
  }
  const size_t states = e.text == "transition" ? 2 : 1;
  for (size_t i = 0; i < e.operands.size(); ++i) {
    Check(e.operands[i]);
    const BoundExpression& operand = *e.operands[i];
    if (i < states) {
      CheckState(e, operand);
    } else if (i == 2) {
      CheckCondition(e.operands[i], "`transition`", false);
    } else if (operand.type.kind != TypeKind::kUnknown) {
      static constexpr const char* kNames[] = {"immediate", "reset", "synchronize", "priority"};
      RequireParameter(operand, kNames[i - 3], i == 6 ? ScalarType::kInteger : ScalarType::kBoolean);
    }
  }
  return true;
}

void Checker::TypeStateQuery(BoundExpression& e) {
  e.variability = ir::Variability::kDiscrete;
  e.type = Scalar(e.text == "activeState"    ? ScalarType::kBoolean
                  : e.text == "ticksInState" ? ScalarType::kInteger
                                             : ScalarType::kReal);
  if (e.text == "activeState") CheckState(e, *e.operands.front());
}

}  // namespace stiction::typecheck
