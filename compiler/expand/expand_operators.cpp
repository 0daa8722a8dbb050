// SPDX-License-Identifier: BSD-3-Clause
// Operators on scalars and arrays (MLS 10.6).
#include <fmt/format.h>

#include "compiler/expand/element_wise.h"
#include "compiler/expand/expander.h"
#include "compiler/expand/scalar.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/build.h"

namespace stiction::flatten {

using ast::BinaryOperator;
using ast::UnaryOperator;
using ir::BoundExpression;
using ir::ExprId;
using ir::Op;
using ir::ScalarType;

namespace {

constexpr int64_t kHighestPower = 1000;

}  // namespace

FlatValue Expander::ExpandUnary(const BoundExpression& e) {
  FlatValue value = Expand(*e.operands.at(0));
  if (e.unary == UnaryOperator::kPlus || e.unary == UnaryOperator::kElementPlus) return value;
  const Op op = e.unary == UnaryOperator::kNot ? Op::kNot : Op::kNeg;
  for (ExprId& element : value.elements) element = Unary(pool(), op, element);
  return value;
}

FlatValue Expander::Multiply(const FlatValue& a, const FlatValue& b, Span span) {
  const auto mul = [&](ExprId x, ExprId y) { return Arithmetic(pool(), Op::kMul, x, y); };
  if (a.dims.empty() || b.dims.empty()) return ElementWise(pool(), a, b, span, mul);
  const bool vector_left = a.dims.size() == 1, vector_right = b.dims.size() == 1;
  if (a.dims.size() > 2 || b.dims.size() > 2 || a.dims.back() != b.dims.front()) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("cannot multiply an array {} by an array {}", Describe(a.dims), Describe(b.dims)));
  }
  const int64_t rows = vector_left ? 1 : a.dims[0], inner = a.dims.back(), columns = vector_right ? 1 : b.dims[1];
  const bool integers = a.type == ScalarType::kInteger && b.type == ScalarType::kInteger;
  FlatValue out;
  out.type = integers ? ScalarType::kInteger : ScalarType::kReal;
  if (!vector_left) out.dims.push_back(rows);
  if (!vector_right) out.dims.push_back(columns);
  RequirePossible(out.dims, span);
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      ExprId sum = integers ? pool().Integer(0) : pool().Real(0);
      for (int64_t k = 0; k < inner; ++k) {
        sum = Arithmetic(
            pool(), Op::kAdd, sum,
            mul(a.elements[static_cast<size_t>(i * inner + k)], b.elements[static_cast<size_t>(k * columns + j)]));
      }
      out.elements.push_back(sum);
    }
  }
  return out;
}

FlatValue Expander::ExpandRelation(Op op, const FlatValue& a, const FlatValue& b, const BoundExpression& e) {
  // What is known at translation may decide structure.
  if (a.type == ScalarType::kString && b.type == ScalarType::kString) {
    if (const std::optional<Value> known = Evaluated(e)) return Literals(*known);
    const bool are_scalars = a.dims.empty() && b.dims.empty();
    const ExprId folded = are_scalars ? Compare(pool(), op, a.elements.front(), b.elements.front()) : ExprId();
    if (are_scalars && ir::IsLiteral(pool()[folded].op)) return MakeScalar(pool(), folded);
  }
  return ElementWise(pool(), a, b, e.span, [&](ExprId x, ExprId y) { return Compare(pool(), op, x, y); });
}

FlatValue Expander::ConcatenateStrings(const FlatValue& a, const FlatValue& b, Span span) {
  return ElementWise(pool(), a, b, span, [&](ExprId x, ExprId y) {
    const ExprId joined = symbolic::Build(pool(), {.op = Op::kConcat, .type = ScalarType::kString, .args = {x, y}});
    const bool are_known = pool()[x].op == Op::kString && pool()[y].op == Op::kString;
    if (are_known && pool()[joined].op != Op::kString) {
      throw ModelTooLarge{span, "a String is longer than a translation can hold"};
    }
    return joined;
  });
}

FlatValue Expander::ExpandMatrixPower(const FlatValue& a, const BoundExpression& e) {
  if (a.dims.size() != 2 || a.dims[0] != a.dims[1]) {
    Fail(DiagnosticKind::DimensionMismatch, e.span,
         fmt::format("only a scalar or a square matrix can be raised to a power, not an array {}", Describe(a.dims)),
         "use `.^` for the power of each element");
  }
  const int64_t n = ConstantInteger(*e.operands[1], "the exponent of a matrix");
  if (n < 0) Fail(DiagnosticKind::TypeMismatch, e.operands[1]->span, "a matrix has no negative powers");
  if (n > kHighestPower) {
    Fail(DiagnosticKind::NotYetSupported, e.operands[1]->span,
         fmt::format("a matrix to a power above {} is not supported yet", kHighestPower));
  }
  FlatValue power = a;
  for (int64_t i = 0; i < a.dims[0] * a.dims[0]; ++i) {
    power.elements[static_cast<size_t>(i)] = pool().Real(i % (a.dims[0] + 1) == 0 ? 1 : 0);
  }
  power.type = ScalarType::kReal;
  for (int64_t i = 0; i < n; ++i) power = Multiply(power, a, e.span);
  return power;
}

// Longer than a screen: one case for each operator.
FlatValue Expander::ExpandBinary(const BoundExpression& e) {
  const FlatValue a = Expand(*e.operands.at(0));
  const FlatValue b = Expand(*e.operands.at(1));
  const auto element_wise = [&](Op op) {
    return ElementWise(pool(), a, b, e.span, [&](ExprId x, ExprId y) { return Arithmetic(pool(), op, x, y); });
  };
  const auto same_dims = [&] {
    if (a.dims == b.dims) return;
    Fail(DiagnosticKind::DimensionMismatch, e.span,
         fmt::format("the operands have different dimensions: {} and {}", Describe(a.dims), Describe(b.dims)));
  };
  const auto relation = [&](Op op) { return ExpandRelation(op, a, b, e); };
  const auto logic = [&](Op op) {
    same_dims();
    return ElementWise(pool(), a, b, e.span, [&](ExprId x, ExprId y) { return Logic(pool(), op, x, y); });
  };
  switch (e.binary) {
    case BinaryOperator::kAdd:
      same_dims();
      [[fallthrough]];
    case BinaryOperator::kElementAdd:
      if (a.type != ScalarType::kString) return element_wise(Op::kAdd);
      return ConcatenateStrings(a, b, e.span);
    case BinaryOperator::kSubtract:
      same_dims();
      return element_wise(Op::kSub);
    case BinaryOperator::kElementSubtract:
      return element_wise(Op::kSub);
    case BinaryOperator::kMultiply:
      return Multiply(a, b, e.span);
    case BinaryOperator::kElementMultiply:
      return element_wise(Op::kMul);
    case BinaryOperator::kDivide:
      if (!b.dims.empty()) Fail(DiagnosticKind::DimensionMismatch, e.span, "cannot divide by an array", "use `./`");
      return element_wise(Op::kDiv);
    case BinaryOperator::kElementDivide:
      return element_wise(Op::kDiv);
    case BinaryOperator::kPower:
      return a.dims.empty() ? element_wise(Op::kPow) : ExpandMatrixPower(a, e);
    case BinaryOperator::kElementPower:
      return element_wise(Op::kPow);
    case BinaryOperator::kLess:
      return relation(Op::kLt);
    case BinaryOperator::kLessEqual:
      return relation(Op::kLe);
    case BinaryOperator::kGreater:
      return relation(Op::kGt);
    case BinaryOperator::kGreaterEqual:
      return relation(Op::kGe);
    case BinaryOperator::kEqual:
      return relation(Op::kEq);
    case BinaryOperator::kNotEqual:
      return relation(Op::kNe);
    case BinaryOperator::kAnd:
      return logic(Op::kAnd);
    case BinaryOperator::kOr:
      return logic(Op::kOr);
  }
  CHECK(false, "unknown operator");
  return {};
}

}  // namespace stiction::flatten
