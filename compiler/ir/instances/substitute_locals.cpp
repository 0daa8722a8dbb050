// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/instances/substitute_locals.h"

#include "compiler/ir/instances/bound.h"

namespace stiction::ir {

BoundPtr SubstituteLocals(const BoundPtr& e, const std::map<int32_t, BoundPtr>& value_of_local) {
  if (!e) return nullptr;
  auto copy = std::make_shared<BoundExpression>(*e);
  ForEachPart(*copy, [&](BoundPtr& part) { part = SubstituteLocals(part, value_of_local); });
  copy->end_of = SubstituteLocals(copy->end_of, value_of_local);
  if (e->kind != BoundKind::kLocal) return copy;
  const auto value = value_of_local.find(e->local);
  if (value == value_of_local.end() || !value->second) return copy;
  BoundPtr result = value->second;
  const auto wrap_subscripts = [&](const std::vector<BoundSubscript>& list) {
    if (list.empty()) return;
    const BoundPtr wrapped = MakeBound(BoundKind::kSubscripted, e->span);
    wrapped->operands = {result};
    wrapped->subscripts = list;
    result = wrapped;
  };
  wrap_subscripts(copy->subscripts);
  for (const BoundMember& member : copy->members) {
    const BoundPtr wrapped = MakeBound(BoundKind::kMember, e->span);
    wrapped->text = member.name;
    wrapped->operands = {result};
    result = wrapped;
    wrap_subscripts(member.subscripts);
  }
  return result;
}

}  // namespace stiction::ir
