// SPDX-License-Identifier: BSD-3-Clause
// Subscripts: their index expressions and the elements they select (MLS 10.5).
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/expand/expander.h"
#include "compiler/expand/scalar.h"

namespace stiction::flatten {

using ir::BoundExpression;
using ir::ExprId;
using ir::Op;
using ir::ScalarType;

namespace {

int64_t Position(double number, int64_t size, Span span) {
  if (number >= 1 && number <= static_cast<double>(size)) return static_cast<int64_t>(number);
  const char* const hint = number < 1 && size > 0 ? "the first element has the subscript 1" : "";
  Fail(DiagnosticKind::SubscriptOutOfRange, span, fmt::format("subscript {} is out of range 1:{}", number, size), hint);
}

}  // namespace

std::vector<Expander::Index> Expander::ExpandSubscripts(const std::vector<ir::BoundSubscript>& subscripts,
                                                        const std::vector<int64_t>& dims, Span span) {
  if (subscripts.size() > dims.size()) {
    Fail(DiagnosticKind::DimensionMismatch, span,
         fmt::format("{} subscripts for {}", subscripts.size(),
                     dims.empty() ? "a scalar" : fmt::format("an array with {} dimensions", dims.size())));
  }
  std::vector<Index> out(dims.size());
  for (size_t d = 0; d < dims.size(); ++d) {
    if (d >= subscripts.size() || !subscripts[d].expression) {
      for (int64_t i = 1; i <= dims[d]; ++i) out[d].at.push_back(pool().Integer(i));
      continue;
    }
    const AssignedValues* outside = assigned_;
    if (targeted_) assigned_ = targeted_;
    const FlatValue value = Expand(*subscripts[d].expression);
    assigned_ = outside;
    out[d].single = value.dims.empty();
    for (ExprId at : value.elements) {
      const ir::ExprNode& node = pool()[at];
      if (ir::IsLiteral(node.op)) {
        // Boolean subscripts: false is 1, true is 2; enumerations by ordinal (MLS 10.5).
        at = pool().Integer(Position(node.number + (node.op == Op::kBoolean ? 1 : 0), dims[d], subscripts[d].span));
      } else if (node.type == ScalarType::kEnumeration) {
        at = Unary(pool(), Op::kOrdinal, at);
      } else if (node.type == ScalarType::kBoolean) {
        at = Conditional(pool(), at, pool().Integer(2), pool().Integer(1));
      }
      out[d].at.push_back(at);
    }
  }
  std::vector<int64_t> selected;
  for (const Index& index : out) selected.push_back(static_cast<int64_t>(index.at.size()));
  RequirePossible(selected, span);
  return out;
}

std::vector<ExprId> Expander::Offsets(const std::vector<Index>& index, const std::vector<int64_t>& dims) {
  std::vector<ExprId> offsets = {pool().Integer(0)};
  for (size_t d = 0; d < dims.size(); ++d) {
    std::vector<ExprId> next;
    for (const ExprId base : offsets) {
      const ExprId row = Arithmetic(pool(), Op::kMul, base, pool().Integer(dims[d]));
      for (const ExprId at : index[d].at) {
        next.push_back(Arithmetic(pool(), Op::kAdd, row, Arithmetic(pool(), Op::kSub, at, pool().Integer(1))));
      }
    }
    offsets = std::move(next);
  }
  return offsets;
}

std::vector<Positions> Expander::ConstantPositions(const std::vector<Index>& index,
                                                   const std::vector<ir::BoundSubscript>& subscripts,
                                                   const std::vector<int64_t>& dims, Span span) {
  std::vector<Positions> out(index.size());
  for (size_t d = 0; d < index.size(); ++d) {
    out[d].single = index[d].single;
    bool literal = true;
    for (const ExprId at : index[d].at) {
      literal = literal && pool()[at].op == Op::kInteger;
      if (literal) out[d].at.push_back(static_cast<int64_t>(pool()[at].number));
    }
    if (literal) continue;
    const std::optional<Value> value = Evaluated(*subscripts[d].expression);
    if (!value || value->numbers.size() != index[d].at.size()) {
      Fail(DiagnosticKind::NotYetSupported, subscripts[d].span ? subscripts[d].span : span,
           "a subscript whose value changes during the simulation is not supported yet");
    }
    out[d].at.clear();
    for (const double number : value->numbers) {
      const Span place = subscripts[d].span ? subscripts[d].span : span;
      out[d].at.push_back(Position(number + (value->type == ScalarType::kBoolean ? 1 : 0), dims[d], place));
    }
  }
  return out;
}

bool Expander::AreConstant(const std::vector<ir::BoundSubscript>& subscripts, const std::vector<Index>& index) {
  for (size_t d = 0; d < subscripts.size(); ++d) {
    const bool are_literals =
        std::all_of(index[d].at.begin(), index[d].at.end(), [&](ExprId at) { return pool()[at].op == Op::kInteger; });
    if (!are_literals && !Evaluated(*subscripts[d].expression)) return false;
  }
  return true;
}

FlatValue Expander::SelectElements(const FlatValue& value, const std::vector<ir::BoundSubscript>& subscripts,
                                   Span span) {
  if (subscripts.empty()) return value;
  const std::vector<Index> index = ExpandSubscripts(subscripts, value.dims, span);
  const bool is_text = value.type == ScalarType::kString;
  if (AreConstant(subscripts, index) || value.is_record || is_text) {
    return Select(value, ConstantPositions(index, subscripts, value.dims, span));
  }
  return SelectByMode(value, index, BoundsOf(index, subscripts, value.dims));
}

FlatValue Expander::SelectConstant(const FlatValue& value, const std::vector<ir::BoundSubscript>& subscripts,
                                   Span span) {
  if (subscripts.empty()) return value;
  return Select(value, ConstantPositions(ExpandSubscripts(subscripts, value.dims, span), subscripts, value.dims, span));
}

// Outside of loops and functions an expression has one value.
const FlatValue& Expander::WholeOf(const ir::BoundPtr& array) {
  const std::pair key(array.get(), context_.counterparts.element());
  const auto found = context_.wholes.find(key);
  if (found != context_.wholes.end()) return found->second.second;
  FlatValue value = Expand(*array);
  return context_.wholes.insert_or_assign(key, std::pair(array, std::move(value))).first->second.second;
}

FlatValue Expander::ExpandSubscripted(const BoundExpression& e) {
  const ir::BoundPtr& array = e.operands.at(0);
  if (locals_ || !iterators_.empty() || assigned_) return SelectElements(Expand(*array), e.subscripts, e.span);
  return SelectElements(WholeOf(array), e.subscripts, e.span);
}

}  // namespace stiction::flatten
