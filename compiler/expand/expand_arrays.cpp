// SPDX-License-Identifier: BSD-3-Clause
// Ranges, array constructors and comprehensions (MLS 10.4).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "compiler/expand/expander.h"
#include "compiler/expand/scalar.h"

namespace stiction::flatten {

using ir::BoundExpression;
using ir::ExprId;
using ir::Op;
using ir::ScalarType;

namespace {

constexpr int64_t kLongestRange = 1'000'000;

/// An Integer expression as another one plus a number.
std::pair<ExprId, double> SplitOffset(const ir::ExprPool& pool, ExprId e) {
  double offset = 0;
  while (true) {
    const ir::ExprNode& node = pool[e];
    if (node.op != Op::kAdd && node.op != Op::kSub) return {e, offset};
    const ir::ExprNode &left = pool[node.args[0]], &right = pool[node.args[1]];
    if (right.op == Op::kInteger) {
      offset += node.op == Op::kAdd ? right.number : -right.number;
      e = node.args[0];
    } else if (left.op == Op::kInteger && node.op == Op::kAdd) {
      offset += left.number;
      e = node.args[1];
    } else {
      return {e, offset};
    }
  }
}

}  // namespace

// `i - 2:i - 1` in a function: what it runs over is known at run time only, but how far is known here.
std::optional<FlatValue> Expander::ExpandRangeOfKnownLength(const std::vector<ExprId>& bounds) {
  const auto is_integer = [&](ExprId e) { return pool()[e].type == ScalarType::kInteger; };
  const ExprId step = bounds.size() == 3 ? bounds[1] : pool().Integer(1);
  const bool has_step = pool()[step].op == Op::kInteger && pool()[step].number != 0;
  if (!std::all_of(bounds.begin(), bounds.end(), is_integer) || !has_step) return std::nullopt;
  const auto [first_base, first] = SplitOffset(pool(), bounds.front());
  const auto [last_base, last] = SplitOffset(pool(), bounds.back());
  if (first_base != last_base) return std::nullopt;
  const double by = pool()[step].number;
  const double steps = std::floor((last - first) / by);
  if (!(steps < static_cast<double>(kLongestRange))) return std::nullopt;
  FlatValue range;
  range.type = ScalarType::kInteger;
  range.dims = {static_cast<int64_t>(std::max(steps, -1.0)) + 1};
  for (int64_t k = 0; k < range.dims[0]; ++k) {
    const ExprId offset = pool().Integer(k * static_cast<int64_t>(by));
    range.elements.push_back(Arithmetic(pool(), Op::kAdd, bounds.front(), offset));
  }
  return range;
}

FlatValue Expander::ExpandRange(const BoundExpression& e) {
  std::optional<Value> value = Evaluated(e);
  if (value) return Literals(*value);
  if (locals_) {
    std::vector<ExprId> bounds;
    for (const ir::BoundPtr& operand : e.operands) bounds.push_back(ExpandScalar(*operand));
    if (std::optional<FlatValue> range = ExpandRangeOfKnownLength(bounds)) return std::move(*range);
  }
  std::vector<double> at;
  ScalarType type = ScalarType::kInteger;
  ir::EnumerationId enumeration;
  for (const ir::BoundPtr& operand : e.operands) {
    const ExprId id = ExpandScalar(*operand);
    const ir::ExprNode& node = pool()[id];
    if (!ir::IsLiteral(node.op)) {
      const std::optional<Value> number = Evaluated(*operand);
      if (!number || number->numbers.size() != 1) {
        Fail(DiagnosticKind::NotConstant, operand->span, "the bounds of a range must be known at compile time",
             "use a constant, or a parameter that has a value");
      }
      at.push_back(number->numbers.front());
    } else {
      at.push_back(node.number);
    }
    if (node.type != ScalarType::kInteger && type != ScalarType::kReal) type = node.type;
    enumeration = node.enumeration;
  }
  const double step = at.size() == 3 ? at[1] : 1;
  if (step == 0) Fail(DiagnosticKind::NotConstant, e.span, "the step of a range must not be zero");
  // The tolerance keeps the last point of a Real range whose step is not exact in binary.
  const double steps = std::floor((at.back() - at.front()) / step + 1e-10);
  if (!(steps < static_cast<double>(kLongestRange))) {
    Fail(DiagnosticKind::DimensionNotConstant, e.span,
         fmt::format("the range has more than {} elements", kLongestRange));
  }
  const auto count = static_cast<int64_t>(std::max(steps, -1.0)) + 1;
  Value range{
      .type = type, .enumeration = enumeration, .dims = {std::max<int64_t>(count, 0)}, .numbers = {}, .texts = {}};
  for (int64_t k = 0; k < count; ++k) range.numbers.push_back(at.front() + static_cast<double>(k) * step);
  return Literals(range);
}

FlatValue Expander::ExpandArray(const BoundExpression& e) {
  std::vector<FlatValue> values;
  bool real = false;
  for (const ir::BoundPtr& operand : e.operands) {
    values.push_back(Expand(*operand));
    real = real || values.back().type == ScalarType::kReal;
    if (values.back().dims != values.front().dims) {
      Fail(DiagnosticKind::DimensionMismatch, operand->span,
           fmt::format("the elements of an array have different dimensions: {} and {}", Describe(values.front().dims),
                       Describe(values.back().dims)));
    }
  }
  std::vector<int64_t> dims{static_cast<int64_t>(values.size())};
  if (!values.empty()) dims.insert(dims.end(), values.front().dims.begin(), values.front().dims.end());
  RequirePossible(dims, e.span);
  FlatValue out = Stack(values, {static_cast<int64_t>(values.size())});
  if (real && !out.is_record) {
    for (ExprId& element : out.elements) element = ToReal(pool(), element);
  }
  return out;
}

FlatValue Expander::ExpandMatrix(const BoundExpression& e) {
  std::vector<FlatValue> values;
  size_t rank = 2;
  for (const ir::BoundPtr& operand : e.operands) {
    values.push_back(Expand(*operand));
    rank = std::max(rank, values.back().dims.size());
  }
  for (FlatValue& value : values) value = Promote(std::move(value), rank);
  const auto join = [&](const std::vector<FlatValue>& parts, size_t along) {
    std::vector<int64_t> dims = parts.front().dims;
    dims[along] = 0;
    for (const FlatValue& part : parts) {
      dims[along] += part.dims[along];
      for (size_t d = 0; d < rank; ++d) {
        if (d != along && part.dims[d] != parts.front().dims[d]) {
          Fail(DiagnosticKind::DimensionMismatch, e.span,
               fmt::format("the parts of a matrix do not fit: {} and {}", Describe(parts.front().dims),
                           Describe(part.dims)));
        }
      }
    }
    RequirePossible(dims, e.span);
    return Concatenate(parts, along);
  };
  std::vector<FlatValue> rows;
  size_t next = 0;
  for (const int32_t count : e.rows) {
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(next);
    rows.push_back(join({begin, begin + count}, 1));
    next += static_cast<size_t>(count);
  }
  return join(rows, 0);
}

std::vector<ExprId> Expander::RangeValues(const ir::BoundIterator& iterator) {
  const FlatValue range = Expand(*iterator.range);
  if (range.dims.size() != 1) {
    Fail(DiagnosticKind::DimensionMismatch, iterator.range->span,
         fmt::format("`{}` must run over a vector, not over {}", iterator.name,
                     range.dims.empty() ? "a scalar" : "an array " + Describe(range.dims)));
  }
  return range.elements;
}

FlatValue Expander::ExpandComprehension(const BoundExpression& e) {
  // The last iterator is the outermost dimension (MLS 10.4.1.1).
  std::vector<FlatValue> values;
  size_t elements = 0;
  std::vector<int64_t> dims(e.iterators.size(), 0);
  const auto run = [&](auto&& self, size_t remaining) -> void {
    if (remaining == 0) {
      values.push_back(Expand(*e.operands.at(0)));
      elements += values.back().elements.size();
      RequirePossible({static_cast<int64_t>(values.size())}, e.span);
      RequirePossible({static_cast<int64_t>(elements)}, e.span);
      return;
    }
    const ir::BoundIterator& iterator = e.iterators[remaining - 1];
    const std::vector<ExprId> range = RangeValues(iterator);
    dims[e.iterators.size() - remaining] = static_cast<int64_t>(range.size());
    for (const ExprId at : range) {
      Bind(iterator.number, at);
      self(self, remaining - 1);
    }
    Unbind(iterator.number);
  };
  run(run, e.iterators.size());
  if (Count(dims) != static_cast<int64_t>(values.size())) {
    Fail(DiagnosticKind::DimensionMismatch, e.span, "the ranges of the iterators depend on each other");
  }
  for (const FlatValue& value : values) {
    if (value.dims == values.front().dims) continue;
    Fail(DiagnosticKind::DimensionMismatch, e.span, "the elements have different dimensions");
  }
  FlatValue out = Stack(values, dims);
  if (values.empty()) {
    out.type = e.type.scalar;
    out.enumeration = e.type.enumeration;
  }
  return out;
}

}  // namespace stiction::flatten
