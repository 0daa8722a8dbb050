// SPDX-License-Identifier: BSD-3-Clause
// The type, dimensions and variability of an expression by its kind.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/support/check.h"
#include "compiler/typecheck/checker.h"
#include "compiler/typecheck/overloads.h"

namespace stiction::typecheck {

using ir::BoundExpression;
using ir::BoundKind;
using ir::ScalarType;
using ir::Variability;
using TypeKind = ir::Type::Kind;

void Checker::Check(const ir::BoundPtr& e) {
  if (!e || e->is_checked) return;
  e->is_checked = true;
  Type(*e);
}

// Longer than a screen: one case for each kind of expression.
void Checker::Type(BoundExpression& e) {
  if (e.kind == BoundKind::kOverloaded) return Overloads(*this, e).Choose();
  if (e.kind == BoundKind::kIf) {
    CheckBranches(e);
  } else if (e.kind != BoundKind::kComprehension) {
    for (const ir::BoundPtr& operand : e.operands) Check(operand);
  }
  CheckSubscripts(e.subscripts);
  for (ir::BoundMember& member : e.members) CheckSubscripts(member.subscripts);
  e.variability = Variability::kConstant;
  for (const ir::BoundPtr& operand : e.operands) {
    if (operand && e.kind != BoundKind::kComprehension) e.variability = std::max(e.variability, operand->variability);
  }
  switch (e.kind) {
    case BoundKind::kReal:
      e.type = Scalar(ScalarType::kReal);
      return;
    case BoundKind::kInteger:
      e.type = Scalar(ScalarType::kInteger);
      return;
    case BoundKind::kBoolean:
      e.type = Scalar(ScalarType::kBoolean);
      return;
    case BoundKind::kString:
      e.type = Scalar(ScalarType::kString);
      return;
    case BoundKind::kEnumeration:
      e.type.kind = TypeKind::kScalar;
      e.type.scalar = ScalarType::kEnumeration;
      return;
    case BoundKind::kComponent:
      return TypeReference(e);
    case BoundKind::kLocal:
      return TypeLocal(e);
    case BoundKind::kIterator: {
      const auto found = iterators_.find(e.local);
      CHECK(found != iterators_.end(), "iterator {} is used outside its range", e.local);
      e.type = found->second.first;
      e.variability = found->second.second;
      return;
    }
    case BoundKind::kTime:
      e.type = Scalar(ScalarType::kReal);
      e.variability = Variability::kContinuous;
      return;
    case BoundKind::kUnary:
      return TypeUnary(e);
    case BoundKind::kBinary:
      return TypeBinary(e);
    case BoundKind::kIf:
      return TypeIf(e);
    case BoundKind::kRange:
      return TypeRange(e);
    case BoundKind::kArray:
      return TypeArray(e);
    case BoundKind::kMatrix:
      return TypeMatrix(e);
    case BoundKind::kComprehension:
      return TypeComprehension(e);
    case BoundKind::kTuple:
      e.type.kind = TypeKind::kTuple;
      return;
    case BoundKind::kSubscripted:
      e.type = ApplySubscripts(e.operands[0]->type, e.subscripts, e.span);
      return;
    case BoundKind::kMember:
      return TypeMember(e);
    case BoundKind::kEnd:
      return TypeEnd(e);
    case BoundKind::kBuiltin:
      return TypeBuiltin(e);
    case BoundKind::kCall:
      return TypeCall(e);
    case BoundKind::kOverloaded:
      return;
  }
}

bool Checker::IsRuledOut(const ir::BoundPtr& condition, bool& is_taken) const {
  if (is_taken) return true;
  const ir::UnnotedReads unnoted(tree_.open);  // a branch that cannot be expanded is looked at again by flatten
  const std::optional<Value> value = condition ? Evaluate(tree_, *condition) : std::nullopt;
  if (!value || value->numbers.size() != 1) return false;
  is_taken = value->numbers.front() != 0;
  return !is_taken;
}

void Checker::CheckBranches(const BoundExpression& e) {
  bool is_taken = false;
  for (size_t k = 0; k < e.operands.size(); k += 2) {
    const bool is_last = k + 1 == e.operands.size();
    if (!is_last) Check(e.operands[k]);
    const bool is_ruled_out = IsRuledOut(is_last ? nullptr : e.operands[k], is_taken);
    ruled_out_ += is_ruled_out ? 1 : 0;
    Check(is_last ? e.operands[k] : e.operands[k + 1]);
    ruled_out_ -= is_ruled_out ? 1 : 0;
  }
}

void Checker::TypeIf(BoundExpression& e) {
  ir::Type type;
  for (size_t k = 0; k + 1 < e.operands.size(); k += 2) CheckCondition(e.operands[k], "an if-expression", false);
  const auto join = [&](const BoundExpression& value) {
    if (value.type.kind == TypeKind::kUnknown) return;
    if (type.kind == TypeKind::kUnknown) {
      type = value.type;
      return;
    }
    const bool numeric = IsNumeric(type) && IsNumeric(value.type);
    const bool same = type.kind == value.type.kind && type.scalar == value.type.scalar &&
                      type.enumeration == value.type.enumeration && RecordsFit(type, value.type);
    if (!numeric && !same) {
      Error(DiagnosticKind::TypeMismatch, value.span,
            fmt::format("the branches of an if-expression have different types: {} and {}", Describe(type),
                        Describe(value.type)));
    } else if (type.dims.size() != value.type.dims.size()) {
      Error(DiagnosticKind::DimensionMismatch, value.span,
            fmt::format("the branches of an if-expression have different dimensions: {} and {}", Describe(type),
                        Describe(value.type)));
    } else if (value.type.scalar == ScalarType::kReal) {
      type.scalar = ScalarType::kReal;
    }
    // A parameter condition may choose between sizes (MLS 3.6.5): which one is known when flattening.
    for (size_t d = 0; d < type.dims.size() && d < value.type.dims.size(); ++d) {
      if (type.dims[d] != value.type.dims[d]) type.dims[d] = -1;
    }
  };
  for (size_t k = 1; k < e.operands.size(); k += 2) join(*e.operands[k]);
  join(*e.operands.back());
  e.type = type;
}

}  // namespace stiction::typecheck
