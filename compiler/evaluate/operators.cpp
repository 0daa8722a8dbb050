// SPDX-License-Identifier: BSD-3-Clause
// Unary and binary operators on compile-time values (MLS 3.4 to 3.6, 10.6).
#include <cmath>

#include "compiler/evaluate/evaluator.h"
#include "runtime/operators/texts.h"

namespace stiction {
namespace {

using ast::BinaryOperator;
using ir::ScalarType;

bool IsNumeric(ScalarType type) { return type == ScalarType::kReal || type == ScalarType::kInteger; }

bool IsRelational(BinaryOperator op) { return op >= BinaryOperator::kLess && op <= BinaryOperator::kNotEqual; }

std::optional<double> Scalar(BinaryOperator op, double a, double b) {
  switch (op) {
    case BinaryOperator::kAdd:
    case BinaryOperator::kElementAdd:
      return a + b;
    case BinaryOperator::kSubtract:
    case BinaryOperator::kElementSubtract:
      return a - b;
    case BinaryOperator::kMultiply:
    case BinaryOperator::kElementMultiply:
      return a * b;
    case BinaryOperator::kDivide:
    case BinaryOperator::kElementDivide:
      if (b == 0) return std::nullopt;
      return a / b;
    case BinaryOperator::kPower:
    case BinaryOperator::kElementPower: {
      const double result = std::pow(a, b);
      if (!std::isfinite(result)) return std::nullopt;
      return result;
    }
    case BinaryOperator::kLess:
      return a < b;
    case BinaryOperator::kLessEqual:
      return a <= b;
    case BinaryOperator::kGreater:
      return a > b;
    case BinaryOperator::kGreaterEqual:
      return a >= b;
    case BinaryOperator::kEqual:
      return a == b;
    case BinaryOperator::kNotEqual:
      return a != b;
    case BinaryOperator::kAnd:
      return a != 0 && b != 0;
    case BinaryOperator::kOr:
      return a != 0 || b != 0;
  }
  return std::nullopt;
}

std::optional<Value> Texts(BinaryOperator op, const Value& a, const Value& b) {
  if (!a.dims.empty() || !b.dims.empty()) return std::nullopt;
  const std::string& x = a.texts[0];
  const std::string& y = b.texts[0];
  switch (op) {
    case BinaryOperator::kAdd:
    case BinaryOperator::kElementAdd:
      if (x.size() + y.size() > kMaxText) return std::nullopt;
      return TextValue(x + y);
    case BinaryOperator::kEqual:
      return ScalarValue(ScalarType::kBoolean, x == y);
    case BinaryOperator::kNotEqual:
      return ScalarValue(ScalarType::kBoolean, x != y);
    case BinaryOperator::kLess:
      return ScalarValue(ScalarType::kBoolean, x < y);
    case BinaryOperator::kLessEqual:
      return ScalarValue(ScalarType::kBoolean, x <= y);
    case BinaryOperator::kGreater:
      return ScalarValue(ScalarType::kBoolean, x > y);
    case BinaryOperator::kGreaterEqual:
      return ScalarValue(ScalarType::kBoolean, x >= y);
    default:
      return std::nullopt;
  }
}

ScalarType ResultType(BinaryOperator op, const Value& a, const Value& b) {
  if (IsRelational(op) || op == BinaryOperator::kAnd || op == BinaryOperator::kOr) return ScalarType::kBoolean;
  if (op == BinaryOperator::kDivide || op == BinaryOperator::kElementDivide || op == BinaryOperator::kPower ||
      op == BinaryOperator::kElementPower) {
    return ScalarType::kReal;
  }
  return a.type == ScalarType::kInteger && b.type == ScalarType::kInteger ? ScalarType::kInteger : ScalarType::kReal;
}

// Matrix products of vectors and matrices (MLS 10.6.4). @returns nothing if that is too much work
std::optional<Value> Product(const Value& a, const Value& b, const Dims& dims, ScalarType type) {
  constexpr double kMaxTerms = 1e8;
  if (double(ElementCount(dims)) * double(a.dims.back()) > kMaxTerms) return std::nullopt;
  const auto inner = static_cast<size_t>(a.dims.back());
  const size_t rows = a.dims.size() == 2 ? static_cast<size_t>(a.dims[0]) : 1;
  const size_t columns = b.dims.size() == 2 ? static_cast<size_t>(b.dims[1]) : 1;
  Value result{type, {}, dims, std::vector<double>(rows * columns, 0.0), {}};
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      for (size_t k = 0; k < inner; ++k) {
        result.numbers[i * columns + j] += a.numbers[i * inner + k] * b.numbers[k * columns + j];
      }
    }
  }
  return Finite(std::move(result));
}

// A square matrix to the power of a natural number.
std::optional<Value> Power(const Value& a, const Value& b, ScalarType type) {
  const std::optional<int64_t> exponent = AsInteger(b);
  if (a.dims.size() != 2 || a.dims[0] != a.dims[1] || !exponent || *exponent < 0) return std::nullopt;
  std::optional<Value> power = EvaluateBuiltin({}, "identity", {ScalarValue(ScalarType::kInteger, double(a.dims[0]))});
  std::optional<Value> square = a;
  for (int64_t rest = *exponent; rest > 0 && power && square; rest /= 2) {
    if (rest % 2 == 1) power = Product(*power, *square, a.dims, type);
    if (rest > 1) square = Product(*square, *square, a.dims, type);
  }
  return square ? power : std::nullopt;
}

}  // namespace

std::optional<Dims> BinaryDims(BinaryOperator op, const Dims& a, const Dims& b) {
  if (IsRelational(op)) return Dims{};
  if (op == BinaryOperator::kMultiply && !a.empty() && !b.empty()) {
    if (a.size() > 2 || b.size() > 2 || a.back() != b.front()) return std::nullopt;
    Dims result(a.begin(), a.end() - 1);
    result.insert(result.end(), b.begin() + 1, b.end());
    return result;
  }
  if (op == BinaryOperator::kPower) return b.empty() ? std::optional(a) : std::nullopt;
  if (a.empty()) return b;
  if (b.empty() || a == b) return a;
  return std::nullopt;
}

std::optional<Value> EvaluateUnary(ast::UnaryOperator op, const Value& a) {
  Value result = a;
  if (a.type == ScalarType::kString) return std::nullopt;
  switch (op) {
    case ast::UnaryOperator::kPlus:
    case ast::UnaryOperator::kElementPlus:
      break;
    case ast::UnaryOperator::kMinus:
    case ast::UnaryOperator::kElementMinus:
      if (!IsNumeric(a.type)) return std::nullopt;
      for (double& x : result.numbers) x = -x;
      break;
    case ast::UnaryOperator::kNot:
      if (a.type != ScalarType::kBoolean) return std::nullopt;
      for (double& x : result.numbers) x = x == 0 ? 1 : 0;
      break;
  }
  return result;
}

std::optional<Value> EvaluateBinary(BinaryOperator op, const Value& a, const Value& b) {
  if (a.type == ScalarType::kString || b.type == ScalarType::kString) {
    if (a.type != b.type) return std::nullopt;
    return Texts(op, a, b);
  }
  const bool logical = op == BinaryOperator::kAnd || op == BinaryOperator::kOr;
  const bool same = a.type == b.type || (IsNumeric(a.type) && IsNumeric(b.type));
  if (!same || logical != (a.type == ScalarType::kBoolean && !IsRelational(op))) return std::nullopt;
  if (a.type == ScalarType::kEnumeration && !IsRelational(op)) return std::nullopt;
  if (IsRelational(op) && (!a.dims.empty() || !b.dims.empty())) return std::nullopt;
  const auto dims = BinaryDims(op, a.dims, b.dims);
  if (!dims) return std::nullopt;
  if (!IsPossible(*dims)) return std::nullopt;
  const ScalarType type = ResultType(op, a, b);
  if (op == BinaryOperator::kMultiply && !a.dims.empty() && !b.dims.empty()) return Product(a, b, *dims, type);
  if (op == BinaryOperator::kPower && !a.dims.empty()) return Power(a, b, type);
  Value result{type, {}, *dims, {}, {}};
  const auto count = static_cast<size_t>(ElementCount(*dims));
  for (size_t i = 0; i < count; ++i) {
    const auto x = Scalar(op, a.numbers[a.dims.empty() ? 0 : i], b.numbers[b.dims.empty() ? 0 : i]);
    if (!x || !std::isfinite(*x)) return std::nullopt;
    result.numbers.push_back(*x);
  }
  return result;
}

}  // namespace stiction
