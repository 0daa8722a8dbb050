// SPDX-License-Identifier: BSD-3-Clause
// References to states, and the operators that ask for them (MLS 17.1).
#include <fmt/format.h>

#include "compiler/expand/expander.h"
#include "compiler/expand/scalar.h"

namespace stiction::flatten {

using ir::BoundExpression;
using ir::Op;
using ir::ScalarType;

ir::InstanceId Expander::ResolveState(const BoundExpression& reference, std::string_view of) {
  const Endpoints ends = Resolve(reference);
  if (ends.elements.size() != 1) {
    Fail(DiagnosticKind::NotAState, reference.span,
         fmt::format("`{}` takes one state, found an array of {}", of, ends.elements.size()),
         "name one element, in a for-equation each in turn");
  }
  return ends.elements.front().instance;
}

FlatValue Expander::ExpandStateQuery(const BoundExpression& e) {
  context_.flat.has_clocks = true;
  // Which state is meant depends on where it stands: what is alike elsewhere is no copy of it.
  for (CopiedElement& copied : context_.copied) copied.mentions_around = true;
  const bool is_active = e.text == "activeState";
  ir::ExprNode node{.op = is_active ? Op::kActiveState : Op::kTicksInState,
                    .type = is_active ? ScalarType::kBoolean : ScalarType::kInteger};
  if (e.text == "timeInState") {
    node.op = Op::kTimeInState;
    node.type = ScalarType::kReal;
  }
  node.payload = static_cast<int32_t>(context_.state_statements.queries.size());
  context_.state_statements.queries.push_back(
      {is_active ? ResolveState(*e.operands.at(0), e.text) : ir::InstanceId(), e.span});
  return MakeScalar(pool(), pool().Make(std::move(node)));
}

}  // namespace stiction::flatten
