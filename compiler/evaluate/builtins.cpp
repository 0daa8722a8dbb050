// SPDX-License-Identifier: BSD-3-Clause
// Built-in functions on compile-time values (MLS 3.7, 10.3).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "compiler/evaluate/evaluator.h"
#include "compiler/ir/expr/functions.h"
#include "compiler/support/number_format.h"
#include "compiler/symbolic/apply.h"
#include "runtime/operators/texts.h"

namespace stiction {
namespace {

using ir::ScalarType;
using Arguments = std::vector<Value>;

constexpr int64_t kMaxDigits = 100, kWidest = 10'000;  // of a number as a text

ScalarType Common(const Value& a, const Value& b) { return a.type == b.type ? a.type : ScalarType::kReal; }

ScalarType TypeOf(ir::FunctionResult result, ScalarType of_arguments) {
  if (result == ir::FunctionResult::kOfArguments) return of_arguments;
  return result == ir::FunctionResult::kInteger ? ScalarType::kInteger : ScalarType::kReal;
}

std::optional<Value> Elementary(const ir::ElementaryFunction& function, const Value& a) {
  if (a.type == ScalarType::kString) return std::nullopt;
  Value result{TypeOf(function.result, a.type), {}, a.dims, a.numbers, {}};
  for (double& x : result.numbers) {
    const std::optional<double> value = symbolic::Apply(function.op, std::array{x});
    if (!value) return std::nullopt;
    x = *value;
  }
  return result;
}

std::optional<Value> Elementary(const ir::ElementaryFunction& function, const Value& a, const Value& b) {
  if (a.type == ScalarType::kString || b.type == ScalarType::kString) return std::nullopt;
  const auto dims = BinaryDims(ast::BinaryOperator::kElementAdd, a.dims, b.dims);
  if (!dims) return std::nullopt;
  Value result{TypeOf(function.result, Common(a, b)), a.enumeration, *dims, {}, {}};
  const auto count = static_cast<size_t>(ElementCount(*dims));
  for (size_t i = 0; i < count; ++i) {
    const double x = a.numbers[a.dims.empty() ? 0 : i], y = b.numbers[b.dims.empty() ? 0 : i];
    const std::optional<double> value = symbolic::Apply(function.op, std::array{x, y});
    if (!value) return std::nullopt;
    result.numbers.push_back(*value);
  }
  return result;
}

std::optional<Dims> DimsFrom(const Arguments& arguments, size_t first) {
  Dims dims;
  for (size_t i = first; i < arguments.size(); ++i) {
    const std::optional<int64_t> size = AsSize(arguments[i]);
    if (!size) return std::nullopt;
    dims.push_back(*size);
  }
  return dims;
}

std::optional<Value> Fill(const Value& element, const Dims& dims) {
  Value result{element.type, element.enumeration, dims, {}, {}};
  result.dims.insert(result.dims.end(), element.dims.begin(), element.dims.end());
  // Texts may be long.
  int64_t size = 1;
  for (const std::string& text : element.texts) size += static_cast<int64_t>(text.size());
  if (!IsPossible(result.dims) || ElementCount(dims) * size > static_cast<int64_t>(kMaxText)) return std::nullopt;
  const int64_t count = ElementCount(dims);
  for (int64_t i = 0; i < count; ++i) {
    result.numbers.insert(result.numbers.end(), element.numbers.begin(), element.numbers.end());
    result.texts.insert(result.texts.end(), element.texts.begin(), element.texts.end());
  }
  return result;
}

// Of the elements of one array.
std::optional<Value> Extremum(const Value& a, bool want_max) {
  if (a.numbers.empty()) return std::nullopt;
  const auto at = want_max ? std::max_element(a.numbers.begin(), a.numbers.end())
                           : std::min_element(a.numbers.begin(), a.numbers.end());
  return Value{a.type, a.enumeration, {}, {*at}, {}};
}

std::optional<Value> Transpose(const Value& a) {
  if (a.dims.size() < 2) return std::nullopt;
  Value result = a;
  std::swap(result.dims[0], result.dims[1]);
  const int64_t rows = a.dims[0], columns = a.dims[1];
  const int64_t rest = rows * columns == 0 ? 0 : ElementCount(a.dims) / (rows * columns);
  for (int64_t i = 0; i < rows; ++i) {
    for (int64_t j = 0; j < columns; ++j) {
      for (int64_t k = 0; k < rest; ++k) {
        const auto from = static_cast<size_t>((i * columns + j) * rest + k);
        const auto to = static_cast<size_t>((j * rows + i) * rest + k);
        if (a.type == ScalarType::kString) {
          result.texts[to] = a.texts[from];
        } else {
          result.numbers[to] = a.numbers[from];
        }
      }
    }
  }
  return result;
}

std::string TextOf(const ir::InstanceTree& tree, const Value& v, int64_t digits) {
  switch (v.type) {
    case ScalarType::kString:
      return v.texts[0];
    case ScalarType::kBoolean:
      return v.numbers[0] != 0 ? "true" : "false";
    case ScalarType::kInteger:
      return fmt::format("{:.0f}", v.numbers[0]);
    case ScalarType::kEnumeration: {
      const int64_t ordinal = AsInteger(v.numbers[0]).value_or(0);
      if (!v.enumeration) return fmt::format("{}", ordinal);
      const std::vector<std::string>& literals = tree.enumerations[v.enumeration.index()].literals;
      const bool is_one = ordinal >= 1 && ordinal <= static_cast<int64_t>(literals.size());
      return is_one ? literals[static_cast<size_t>(ordinal - 1)] : fmt::format("{}", ordinal);
    }
    case ScalarType::kReal:
    case ScalarType::kClock:
      break;
  }
  return fmt::format("{:.{}g}", v.numbers[0], digits);
}

// String(value, minimumLength, leftJustified, significantDigits, format) (MLS 3.7.1).
std::optional<Value> ToText(const ir::InstanceTree& tree, const Arguments& a) {
  if (a.empty() || !a[0].dims.empty()) return std::nullopt;
  if (a.size() > 4) {
    const bool is_real = a[0].type == ScalarType::kReal;
    if ((!is_real && a[0].type != ScalarType::kInteger) || a[4].texts.size() != 1) return std::nullopt;
    const auto pattern = PrintfPattern(a[4].texts[0], is_real);
    if (!pattern || (!is_real && !AsInteger(a[0]))) return std::nullopt;
    return TextValue(FormatNumber(*pattern, a[0].numbers[0]));
  }
  const std::optional<int64_t> digits = a.size() > 3 ? AsInteger(a[3]) : 6;
  const std::optional<int64_t> width = a.size() > 1 ? AsInteger(a[1]) : 0;
  const std::optional<int64_t> is_left = a.size() > 2 ? AsInteger(a[2]) : 1;
  if (!digits || *digits < 0 || *digits > kMaxDigits || !width || *width > kWidest || !is_left) return std::nullopt;
  return TextValue(Padded(TextOf(tree, a[0], *digits), static_cast<int>(std::max<int64_t>(*width, 0)), *is_left != 0));
}

// An n by n matrix of zeros with a diagonal.
std::optional<Value> DiagonalOf(ScalarType type, const std::vector<double>& diagonal) {
  const size_t n = diagonal.size();
  Value result{type, {}, {int64_t(n), int64_t(n)}, {}, {}};
  if (!IsPossible(result.dims)) return std::nullopt;
  result.numbers.assign(n * n, 0.0);
  for (size_t i = 0; i < n; ++i) result.numbers[i * n + i] = diagonal[i];
  return result;
}

bool IsNumeric(const Value& value) { return value.type == ScalarType::kReal || value.type == ScalarType::kInteger; }

std::optional<Value> Linspace(const Value& from, const Value& to, const Value& count) {
  const std::optional<int64_t> n = AsSize(count);
  if (!n || *n < 2 || !from.dims.empty() || !to.dims.empty()) return std::nullopt;
  Value result{ScalarType::kReal, {}, {*n}, {}, {}};
  const double distance = to.numbers[0] - from.numbers[0];
  if (!std::isfinite(distance)) return std::nullopt;
  for (int64_t i = 0; i < *n; ++i) result.numbers.push_back(from.numbers[0] + distance * double(i) / double(*n - 1));
  return result;
}

std::optional<Value> OuterProduct(const Value& a, const Value& b) {
  Value result{Common(a, b), {}, {int64_t(a.numbers.size()), int64_t(b.numbers.size())}, {}, {}};
  if (!IsPossible(result.dims)) return std::nullopt;
  for (const double x : a.numbers) {
    for (const double y : b.numbers) result.numbers.push_back(x * y);
  }
  return result;
}

std::optional<Value> Vectorial(const std::string& name, const Arguments& a) {
  if (name == "transpose" && a.size() == 1) return Transpose(a[0]);
  if (name == "scalar" && a.size() == 1 && ElementCount(a[0].dims) == 1) {
    Value result = a[0];
    result.dims.clear();
    return result;
  }
  if (name == "vector" && a.size() == 1) {
    Value result = a[0];
    result.dims = {ElementCount(a[0].dims)};
    return result;
  }
  if (name == "matrix" && a.size() == 1) {
    Value result = a[0];
    while (result.dims.size() < 2) result.dims.push_back(1);
    for (size_t d = 2; d < result.dims.size(); ++d) {
      if (result.dims[d] != 1) return std::nullopt;
    }
    result.dims.resize(2);
    return result;
  }
  // From here on the arguments are numbers.
  if (!std::all_of(a.begin(), a.end(), IsNumeric)) return std::nullopt;
  if (name == "identity" && a.size() == 1) {
    const std::optional<int64_t> n = AsSize(a[0]);
    if (!n || !IsPossible({*n, *n})) return std::nullopt;
    return DiagonalOf(ScalarType::kInteger, std::vector<double>(static_cast<size_t>(*n), 1.0));
  }
  if (name == "diagonal" && a.size() == 1 && a[0].dims.size() == 1) return DiagonalOf(a[0].type, a[0].numbers);
  if (name == "linspace" && a.size() == 3) return Linspace(a[0], a[1], a[2]);
  if (name == "cross" && a.size() == 2 && a[0].numbers.size() == 3 && a[1].numbers.size() == 3) {
    const auto& x = a[0].numbers;
    const auto& y = a[1].numbers;
    return Value{Common(a[0], a[1]),
                 {},
                 {3},
                 {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]},
                 {}};
  }
  if (name == "skew" && a.size() == 1 && a[0].numbers.size() == 3) {
    const auto& x = a[0].numbers;
    return Value{a[0].type, {}, {3, 3}, {0, -x[2], x[1], x[2], 0, -x[0], -x[1], x[0], 0}, {}};
  }
  if (name == "outerProduct" && a.size() == 2) return OuterProduct(a[0], a[1]);
  if (name == "symmetric" && a.size() == 1 && a[0].dims.size() == 2 && a[0].dims[0] == a[0].dims[1]) {
    Value result = a[0];
    const auto n = static_cast<size_t>(a[0].dims[0]);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < i; ++j) result.numbers[i * n + j] = a[0].numbers[j * n + i];
    }
    return result;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Value> EvaluateBuiltin(const ir::InstanceTree& tree, const std::string& name, const Arguments& a) {
  if (const auto* const f = ir::FindElementaryFunction(name); f && a.size() == f->formals.size()) {
    return a.size() == 1 ? Elementary(*f, a[0]) : Elementary(*f, a[0], a[1]);
  }
  if (name == "noEvent" && a.size() == 1) return a[0];
  if (name == "Integer" && a.size() == 1 && a[0].type == ScalarType::kEnumeration) {
    return Value{ScalarType::kInteger, {}, a[0].dims, a[0].numbers, {}};
  }
  if ((name == "max" || name == "min") && a.size() == 1) return Extremum(a[0], name == "max");
  if (name == "sum" && a.size() == 1 && IsNumeric(a[0])) {
    return Finite(ScalarValue(a[0].type, std::accumulate(a[0].numbers.begin(), a[0].numbers.end(), 0.0)));
  }
  if (name == "product" && a.size() == 1 && IsNumeric(a[0])) {
    double product = 1;
    for (double x : a[0].numbers) product *= x;
    return Finite(ScalarValue(a[0].type, product));
  }
  if ((name == "smooth" || name == "homotopy") && a.size() == 2) return name == "smooth" ? a[1] : a[0];
  if (name == "String") return ToText(tree, a);
  if (name == "zeros" || name == "ones") {
    const auto dims = DimsFrom(a, 0);
    if (!dims) return std::nullopt;
    return Fill(ScalarValue(ScalarType::kInteger, name == "ones" ? 1 : 0), *dims);
  }
  if (name == "fill" && !a.empty()) {
    const auto dims = DimsFrom(a, 1);
    if (!dims) return std::nullopt;
    return Fill(a[0], *dims);
  }
  if (name == "array") return Stack(a);
  if (name == "cat" && a.size() >= 2) {
    const std::optional<int64_t> along = AsSize(a[0]);
    if (!along) return std::nullopt;
    return Concatenate(static_cast<size_t>(*along), Arguments(a.begin() + 1, a.end()));
  }
  return Finite(Vectorial(name, a));
}

}  // namespace stiction
