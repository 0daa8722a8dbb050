// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/evaluate/relation.h"

namespace stiction::runtime {
namespace {

bool IsGreater(OpCode op) { return op == OpCode::kGt || op == OpCode::kGe; }

}  // namespace

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

bool EvaluateRelation(const RelationInfo& relation, const double* slots, bool held, double width) {
  if (relation.kind == RelationInfo::Kind::kDiscrete) {
    return IsTrueAsWritten(relation.op, slots[relation.left], slots[relation.right]);
  }
  const double gap = slots[relation.left] - slots[relation.right];
  if (gap > width) return IsGreater(relation.op);
  if (gap < -width) return !IsGreater(relation.op);
  if (relation.kind == RelationInfo::Kind::kTime) return IsGreater(relation.op);
  return held;
}

bool EvaluateRelationInitially(const RelationInfo& relation, const double* slots, double width) {
  if (relation.kind == RelationInfo::Kind::kDiscrete) {
    return IsTrueAsWritten(relation.op, slots[relation.left], slots[relation.right]);
  }
  const double gap = slots[relation.left] - slots[relation.right];
  if (gap > width) return IsGreater(relation.op);
  if (gap < -width) return !IsGreater(relation.op);
  return relation.op == OpCode::kGe || relation.op == OpCode::kLe;
}

}  // namespace stiction::runtime
