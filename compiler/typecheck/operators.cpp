// SPDX-License-Identifier: BSD-3-Clause
// Operators (MLS 10.6).
#include <fmt/format.h>

#include <algorithm>

#include "compiler/typecheck/checker.h"
#include "compiler/typecheck/overloads.h"

namespace stiction::typecheck {

using ast::BinaryOperator;
using ast::UnaryOperator;
using ir::BoundExpression;
using ir::ScalarType;
using ir::Variability;
using TypeKind = ir::Type::Kind;

void Checker::TypeUnary(BoundExpression& e) {
  const BoundExpression& operand = *e.operands.at(0);
  if (HasOperators(operand.type)) return Overloads(*this, e).Unary();
  e.type = operand.type;
  if (e.unary == UnaryOperator::kNot) {
    if (operand.type.kind != TypeKind::kUnknown &&
        !(IsKnown(operand.type) && operand.type.scalar == ScalarType::kBoolean)) {
      Error(DiagnosticKind::TypeMismatch, operand.span,
            fmt::format("`not` takes a Boolean, found {}", Describe(operand.type)));
      e.type = {};
    }
    return;
  }
  if (!RequireNumeric(operand, "the operand of a sign")) e.type = {};
}

void Checker::TypeBinary(BoundExpression& e) {
  const BoundExpression &a = *e.operands.at(0), &b = *e.operands.at(1);
  if (a.type.kind == TypeKind::kUnknown || b.type.kind == TypeKind::kUnknown) return;
  if (HasOperators(a.type) || HasOperators(b.type)) return Overloads(*this, e).Binary();
  switch (e.binary) {
    case BinaryOperator::kAnd:
    case BinaryOperator::kOr:
      for (const BoundExpression* operand : {&a, &b}) {
        if (IsKnown(operand->type) && operand->type.scalar == ScalarType::kBoolean) continue;
        Error(DiagnosticKind::TypeMismatch, operand->span,
              fmt::format("`{}` takes Booleans, found {}", e.binary == BinaryOperator::kAnd ? "and" : "or",
                          Describe(operand->type)));
        return;
      }
      if (!DimsFit(a.type.dims, b.type.dims)) {
        Error(DiagnosticKind::DimensionMismatch, e.span,
              fmt::format("the operands have different dimensions: {} and {}", Describe(a.type), Describe(b.type)));
        return;
      }
      e.type = a.type;
      return;
    case BinaryOperator::kLess:
    case BinaryOperator::kLessEqual:
    case BinaryOperator::kGreater:
    case BinaryOperator::kGreaterEqual:
    case BinaryOperator::kEqual:
    case BinaryOperator::kNotEqual: {
      const bool fits = (IsNumeric(a.type) && IsNumeric(b.type)) ||
                        (IsKnown(a.type) && IsKnown(b.type) && a.type.scalar == b.type.scalar &&
                         a.type.enumeration == b.type.enumeration);
      if (!fits) {
        Error(DiagnosticKind::TypeMismatch, e.span,
              fmt::format("cannot compare {} with {}", Describe(a.type), Describe(b.type)));
        return;
      }
      if (!a.type.dims.empty() || !b.type.dims.empty()) {
        Error(DiagnosticKind::DimensionMismatch, e.span,
              fmt::format("only scalars can be compared, found {} and {}", Describe(a.type), Describe(b.type)));
        return;
      }
      e.type = Scalar(ScalarType::kBoolean);
      // A relation changes at events only (MLS 3.8.3); under noEvent see there.
      e.variability = std::min(e.variability, Variability::kDiscrete);
      return;
    }
    default:
      TypeArithmetic(e);
  }
}

// Longer than a screen: one case for each operator.
void Checker::TypeArithmetic(BoundExpression& e) {
  const BoundExpression &a = *e.operands[0], &b = *e.operands[1];
  const bool plus = e.binary == BinaryOperator::kAdd || e.binary == BinaryOperator::kElementAdd;
  const auto is_string = [](const ir::Type& t) { return IsKnown(t) && t.scalar == ScalarType::kString; };
  const bool strings = plus && is_string(a.type) && is_string(b.type);
  if (!strings && (!IsNumeric(a.type) || !IsNumeric(b.type))) {
    const BoundExpression& wrong = IsNumeric(a.type) ? b : a;
    Diagnostic& d = Error(DiagnosticKind::TypeMismatch, e.span,
                          fmt::format("cannot calculate with {} and {}", Describe(a.type), Describe(b.type)));
    d.labels.push_back({wrong.span, fmt::format("this is {}", Describe(wrong.type))});
    const bool is_boolean = IsKnown(wrong.type) && wrong.type.scalar == ScalarType::kBoolean;
    if (is_boolean) d.hint = "write `if b then 1 else 0` to make a number of a Boolean `b`";
    return;
  }
  const bool integers = a.type.scalar == ScalarType::kInteger && b.type.scalar == ScalarType::kInteger;
  const bool real = e.binary == BinaryOperator::kDivide || e.binary == BinaryOperator::kElementDivide ||
                    e.binary == BinaryOperator::kPower || e.binary == BinaryOperator::kElementPower;
  ir::Type out = Scalar(strings ? ScalarType::kString : integers && !real ? ScalarType::kInteger : ScalarType::kReal);
  const std::vector<int64_t>&x = a.type.dims, &y = b.type.dims;
  const auto mismatch = [&](const char* act, const char* hint = "") {
    Error(DiagnosticKind::DimensionMismatch, e.span,
          fmt::format("cannot {} {} and {}", act, Describe(a.type), Describe(b.type)))
        .hint = hint;
  };
  switch (e.binary) {
    case BinaryOperator::kAdd:
    case BinaryOperator::kSubtract:
      if (!DimsFit(x, y)) {
        const char* hint = plus ? "use `.+` to add to each element" : "use `.-` to subtract from each element";
        mismatch(plus ? "add" : "subtract", x.empty() != y.empty() ? hint : "");
        return;
      }
      out.dims = MergeDims(x, y);
      break;
    case BinaryOperator::kMultiply:
      if (x.empty() || y.empty()) {
        out.dims = x.empty() ? y : x;
        break;
      }
      if (x.size() > 2 || y.size() > 2 || !DimsFit({x.back()}, {y.front()})) return mismatch("multiply");
      if (x.size() == 2) out.dims.push_back(x[0]);
      if (y.size() == 2) out.dims.push_back(y[1]);
      break;
    case BinaryOperator::kDivide:
      if (!y.empty()) {
        Error(DiagnosticKind::DimensionMismatch, e.span, fmt::format("cannot divide by {}", Describe(b.type))).hint =
            "use `./` to divide by each element";
        return;
      }
      out.dims = x;
      break;
    case BinaryOperator::kPower:
      if (!y.empty() || (!x.empty() && (x.size() != 2 || !DimsFit({x[0]}, {x[1]})))) {
        Error(DiagnosticKind::DimensionMismatch, e.span,
              fmt::format("cannot raise {} to the power of {}", Describe(a.type), Describe(b.type)))
            .hint = "use `.^` for the power of each element";
        return;
      }
      out.dims = x;
      break;
    default:  // element-wise, a scalar with all elements
      if (!x.empty() && !y.empty() && !DimsFit(x, y)) return mismatch("combine the elements of");
      out.dims = x.empty() ? y : y.empty() ? x : MergeDims(x, y);
  }
  e.type = out;
}

}  // namespace stiction::typecheck
