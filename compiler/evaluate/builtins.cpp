// Built-in functions on compile-time values (MLS 3.7, 10.3).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "compiler/evaluate/evaluator.h"
#include "compiler/support/number_format.h"

namespace stiction {
namespace {

using ir::ScalarType;
using Arguments = std::vector<Value>;

using RealFunction = double (*)(double);
double Sign(double x) { return (x > 0) - (x < 0); }
double Itself(double x) { return x; }

const std::map<std::string, RealFunction, std::less<>>& RealFunctions() {
  static const std::map<std::string, RealFunction, std::less<>> functions{
      {"sqrt", std::sqrt},   {"sin", std::sin},   {"cos", std::cos},     {"tan", std::tan},
      {"asin", std::asin},   {"acos", std::acos}, {"atan", std::atan},   {"sinh", std::sinh},
      {"cosh", std::cosh},   {"tanh", std::tanh}, {"exp", std::exp},     {"log", std::log},
      {"log10", std::log10}, {"ceil", std::ceil}, {"floor", std::floor}, {"noEvent", Itself}};
  return functions;
}

std::optional<Value> MapEach(const Value& a, RealFunction f, ScalarType type) {
  if (a.type == ScalarType::kString) return std::nullopt;
  Value result{type, {}, a.dims, a.numbers, {}};
  for (double& x : result.numbers) {
    x = f(x);
    if (!std::isfinite(x)) return std::nullopt;
  }
  return result;
}

std::optional<Value> MapPair(const Value& a, const Value& b, ScalarType type,
                             const std::function<double(double, double)>& f) {
  if (a.type == ScalarType::kString || b.type == ScalarType::kString) return std::nullopt;
  const auto dims = BinaryDims(ast::BinaryOperator::kElementAdd, a.dims, b.dims);
  if (!dims) return std::nullopt;
  Value result{type, a.enumeration, *dims, {}, {}};
  for (size_t i = 0; i < static_cast<size_t>(ElementCount(*dims)); ++i) {
    const double x = f(a.numbers[a.dims.empty() ? 0 : i], b.numbers[b.dims.empty() ? 0 : i]);
    if (!std::isfinite(x)) return std::nullopt;
    result.numbers.push_back(x);
  }
  return result;
}

ScalarType Common(const Value& a, const Value& b) {
  if (a.type == b.type) return a.type;
  return ScalarType::kReal;
}

std::optional<Dims> DimsFrom(const Arguments& arguments, size_t first) {
  Dims dims;
  for (size_t i = first; i < arguments.size(); ++i) {
    if (!arguments[i].dims.empty() || arguments[i].numbers.empty() || arguments[i].numbers[0] < 0) return std::nullopt;
    dims.push_back(static_cast<int64_t>(arguments[i].numbers[0]));
  }
  return dims;
}

std::optional<Value> Fill(const Value& element, const Dims& dims) {
  Value result{element.type, element.enumeration, dims, {}, {}};
  result.dims.insert(result.dims.end(), element.dims.begin(), element.dims.end());
  for (int64_t i = 0; i < ElementCount(dims); ++i) {
    result.numbers.insert(result.numbers.end(), element.numbers.begin(), element.numbers.end());
    result.texts.insert(result.texts.end(), element.texts.begin(), element.texts.end());
  }
  return result;
}

std::optional<Value> Extremum(const Arguments& a, bool want_max) {
  const auto pick = [&](double x, double y) { return want_max ? std::max(x, y) : std::min(x, y); };
  if (a.size() == 2) return MapPair(a[0], a[1], Common(a[0], a[1]), pick);
  if (a.size() != 1 || a[0].numbers.empty()) return std::nullopt;
  Value result{a[0].type, a[0].enumeration, {}, {a[0].numbers[0]}, {}};
  for (double x : a[0].numbers) result.numbers[0] = pick(result.numbers[0], x);
  return result;
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

std::string TextOf(const ir::InstanceTree& tree, const Value& v, int digits) {
  switch (v.type) {
    case ScalarType::kString:
      return v.texts[0];
    case ScalarType::kBoolean:
      return v.numbers[0] != 0 ? "true" : "false";
    case ScalarType::kInteger:
      return fmt::format("{:.0f}", v.numbers[0]);
    case ScalarType::kEnumeration: {
      const auto ordinal = static_cast<size_t>(v.numbers[0]);
      if (v.enumeration && ordinal >= 1 && ordinal <= tree.enumerations[v.enumeration.index()].literals.size()) {
        return tree.enumerations[v.enumeration.index()].literals[ordinal - 1];
      }
      return fmt::format("{}", ordinal);
    }
    case ScalarType::kReal:
      break;
  }
  return fmt::format("{:.{}g}", v.numbers[0], digits);
}

// String(value, minimumLength, leftJustified, significantDigits, format) (MLS 3.7.1).
std::optional<Value> ToText(const ir::InstanceTree& tree, const Arguments& a) {
  if (a.empty() || !a[0].dims.empty()) return std::nullopt;
  if (a.size() > 4) {
    const bool is_real = a[0].type == ScalarType::kReal;
    if (!is_real && a[0].type != ScalarType::kInteger) return std::nullopt;
    const auto pattern = PrintfPattern(a[4].texts.at(0), is_real);
    if (!pattern) return std::nullopt;
    return TextValue(FormatNumber(*pattern, a[0].numbers[0]));
  }
  const std::string text = TextOf(tree, a[0], a.size() > 3 ? static_cast<int>(a[3].numbers[0]) : 6);
  const int width = a.size() > 1 ? static_cast<int>(a[1].numbers[0]) : 0;
  return TextValue(Padded(text, width, a.size() > 2 ? a[2].numbers[0] != 0 : true));
}

std::optional<Value> Division(const std::string& name, const Value& a, const Value& b) {
  if (std::any_of(b.numbers.begin(), b.numbers.end(), [](double x) { return x == 0; })) return std::nullopt;
  if (name == "div") return MapPair(a, b, Common(a, b), [](double x, double y) { return std::trunc(x / y); });
  if (name == "mod") {
    return MapPair(a, b, Common(a, b), [](double x, double y) { return x - std::floor(x / y) * y; });
  }
  return MapPair(a, b, Common(a, b), [](double x, double y) { return x - std::trunc(x / y) * y; });
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
  if (name == "identity" && a.size() == 1) {
    const auto n = static_cast<size_t>(a[0].numbers[0]);
    Value result{ScalarType::kInteger, {}, {int64_t(n), int64_t(n)}, std::vector<double>(n * n, 0.0), {}};
    for (size_t i = 0; i < n; ++i) result.numbers[i * n + i] = 1;
    return result;
  }
  if (name == "diagonal" && a.size() == 1 && a[0].dims.size() == 1) {
    const size_t n = a[0].numbers.size();
    Value result{a[0].type, {}, {int64_t(n), int64_t(n)}, std::vector<double>(n * n, 0.0), {}};
    for (size_t i = 0; i < n; ++i) result.numbers[i * n + i] = a[0].numbers[i];
    return result;
  }
  if (name == "linspace" && a.size() == 3) {
    const auto n = static_cast<int64_t>(a[2].numbers[0]);
    if (n < 2) return std::nullopt;
    Value result{ScalarType::kReal, {}, {n}, {}, {}};
    for (int64_t i = 0; i < n; ++i) {
      result.numbers.push_back(a[0].numbers[0] + (a[1].numbers[0] - a[0].numbers[0]) * double(i) / double(n - 1));
    }
    return result;
  }
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
  if (name == "outerProduct" && a.size() == 2) {
    Value result{Common(a[0], a[1]), {}, {int64_t(a[0].numbers.size()), int64_t(a[1].numbers.size())}, {}, {}};
    for (double x : a[0].numbers) {
      for (double y : a[1].numbers) result.numbers.push_back(x * y);
    }
    return result;
  }
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
  if (const auto f = RealFunctions().find(name); f != RealFunctions().end() && a.size() == 1) {
    return MapEach(a[0], f->second, name == "noEvent" ? a[0].type : ScalarType::kReal);
  }
  if (name == "abs" && a.size() == 1) return MapEach(a[0], std::fabs, a[0].type);
  if (name == "sign" && a.size() == 1) return MapEach(a[0], Sign, ScalarType::kInteger);
  if (name == "integer" && a.size() == 1) return MapEach(a[0], std::floor, ScalarType::kInteger);
  if (name == "Integer" && a.size() == 1) return MapEach(a[0], Itself, ScalarType::kInteger);
  if (name == "atan2" && a.size() == 2) {
    return MapPair(a[0], a[1], ScalarType::kReal, [](double y, double x) { return std::atan2(y, x); });
  }
  if ((name == "div" || name == "mod" || name == "rem") && a.size() == 2) return Division(name, a[0], a[1]);
  if (name == "max" || name == "min") return Extremum(a, name == "max");
  if (name == "sum" && a.size() == 1) {
    return ScalarValue(a[0].type, std::accumulate(a[0].numbers.begin(), a[0].numbers.end(), 0.0));
  }
  if (name == "product" && a.size() == 1) {
    double product = 1;
    for (double x : a[0].numbers) product *= x;
    return ScalarValue(a[0].type, product);
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
    return Concatenate(static_cast<size_t>(a[0].numbers[0]), Arguments(a.begin() + 1, a.end()));
  }
  return Vectorial(name, a);
}

}  // namespace stiction
