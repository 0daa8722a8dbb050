// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/substitute_locals.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

BoundPtr SubstituteLocals(const BoundPtr& e, const std::map<int32_t, BoundPtr>& value_of_local) {
  if (!e) return nullptr;
  auto copy = std::make_shared<ir::BoundExpression>(*e);
  const auto subscripts = [&](std::vector<ir::BoundSubscript>& list) {
    for (ir::BoundSubscript& s : list) s.expression = SubstituteLocals(s.expression, value_of_local);
  };
  for (BoundPtr& operand : copy->operands) operand = SubstituteLocals(operand, value_of_local);
  subscripts(copy->subscripts);
  for (ir::BoundMember& member : copy->members) subscripts(member.subscripts);
  for (ir::BoundIterator& iterator : copy->iterators) iterator.range = SubstituteLocals(iterator.range, value_of_local);
  copy->end_of = SubstituteLocals(copy->end_of, value_of_local);
  if (e->kind != BoundKind::kLocal) return copy;
  const auto value = value_of_local.find(e->local);
  if (value == value_of_local.end() || !value->second) return copy;
  BoundPtr result = value->second;
  const auto wrap_subscripts = [&](const std::vector<ir::BoundSubscript>& list) {
    if (list.empty()) return;
    auto wrapped = std::make_shared<ir::BoundExpression>();
    wrapped->kind = BoundKind::kSubscripted;
    wrapped->span = e->span;
    wrapped->operands = {result};
    wrapped->subscripts = list;
    result = wrapped;
  };
  wrap_subscripts(copy->subscripts);
  for (const ir::BoundMember& member : copy->members) {
    auto wrapped = std::make_shared<ir::BoundExpression>();
    wrapped->kind = BoundKind::kMember;
    wrapped->span = e->span;
    wrapped->text = member.name;
    wrapped->operands = {result};
    result = wrapped;
    wrap_subscripts(member.subscripts);
  }
  return result;
}

}  // namespace stiction
