// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/program/relation.h"

namespace stiction::runtime {
bool IsTrueAsWritten(OpCode op, double left, double right) {
  switch (op) {
    case OpCode::kLt:
      return left < right;
    case OpCode::kLe:
      return left <= right;
    case OpCode::kGt:
      return left > right;
    case OpCode::kGe:
      return left >= right;
    case OpCode::kEq:
      return left == right;
    default:
      return left != right;
  }
}

bool DecideRelation(const RelationInfo& relation, const double* slots, const RelationState& state) {
  const double left = slots[relation.left];
  const double right = slots[relation.right];
  if (relation.kind == RelationInfo::Kind::kDiscrete) return IsTrueAsWritten(relation.op, left, right);
  const double gap = left - right;
  double width = TieWidth(left, right);
  if (relation.impulse != kNoSlot) {
    const double impulse = slots[relation.impulse];
    if (std::fabs(impulse) > slots[relation.impulse_zone]) return (impulse > 0) == HoldsAbove(relation);
    width = std::max(width, slots[relation.tie_zone]);
  }
  if (state.noise > 0 && std::fabs(gap) <= state.noise && relation.kind == RelationInfo::Kind::kState)
    return std::fabs(gap - state.gap_before) <= state.noise ? state.held : HoldsAtTie(relation);
  if (gap > width) return HoldsAbove(relation);
  if (gap < -width) return !HoldsAbove(relation);
  if (state.is_initial) return HoldsAtTie(relation);
  if (relation.kind == RelationInfo::Kind::kTime) return HoldsAbove(relation);
  return !state.is_fed_back && left == right ? HoldsAtTie(relation) : state.held;
}

}  // namespace stiction::runtime
