// SPDX-License-Identifier: BSD-3-Clause
// `transition` and `initialState` (MLS 17.1): noted here, and made equations when all are known.
#include <fmt/format.h>

#include "compiler/flatten/equations.h"

namespace stiction::flatten {

using ir::BoundExpression;

namespace {

bool KnownBoolean(Expander& expander, const BoundExpression& e, const char* name) {
  const std::optional<bool> value = expander.EvaluatedCondition(e);
  if (!value) {
    Fail(DiagnosticKind::NotConstant, e.span,
         fmt::format("`{}` of a transition must be known at compile time (MLS 17.1)", name),
         "use a parameter that has a value");
  }
  return *value;
}

}  // namespace

void EquationFlattener::AddStateStatement(const BoundExpression& call, ir::InstanceId scope, Span span) {
  context_.flat.has_clocks = true;
  const auto state = [&](size_t k) { return expander_.ResolveState(*call.operands.at(k), call.text); };
  if (call.text == "initialState") {
    context_.state_statements.initials.push_back({scope, state(0), span, call.operands[0]->span});
    return;
  }
  TransitionStatement transition{.scope = scope, .from = state(0), .to = state(1), .span = span};
  transition.from_span = call.operands[0]->span;
  transition.to_span = call.operands[1]->span;
  transition.priority_span = call.operands.at(6)->span;
  transition.condition = expander_.ExpandScalar(*call.operands[2]);
  transition.immediate = KnownBoolean(expander_, *call.operands[3], "immediate");
  transition.reset = KnownBoolean(expander_, *call.operands[4], "reset");
  transition.synchronize = KnownBoolean(expander_, *call.operands[5], "synchronize");
  transition.priority = expander_.ConstantInteger(*call.operands[6], "the priority of a transition");
  context_.state_statements.transitions.push_back(transition);
}

}  // namespace stiction::flatten
