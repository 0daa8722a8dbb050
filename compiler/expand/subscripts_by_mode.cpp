// SPDX-License-Identifier: BSD-3-Clause
// Elements that are chosen during the simulation: a branch for each position that a subscript can take (MLS 10.5).
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "compiler/expand/expander.h"
#include "compiler/expand/scalar.h"

namespace stiction::flatten {

using ir::ExprId;
using ir::Op;
using ir::ScalarType;

// By dimension: whether the subscript is known or of a type whose every value is in range: an enumeration or Boolean
// (MLS 10.5).
std::vector<Expander::Bound> Expander::BoundsOf(const std::vector<Index>& index,
                                                const std::vector<ir::BoundSubscript>& subscripts,
                                                const std::vector<int64_t>& dims) const {
  std::vector<Bound> bounds(dims.size());
  for (size_t d = 0; d < subscripts.size(); ++d) {
    if (!subscripts[d].expression) continue;
    const ir::Type& type = subscripts[d].expression->type;
    const bool is_literal = std::all_of(index[d].at.begin(), index[d].at.end(),
                                        [&](ExprId at) { return (*context_.flat.pool)[at].op == Op::kInteger; });
    if (is_literal) continue;
    int64_t values = 0;
    if (type.scalar == ScalarType::kBoolean) values = 2;
    if (type.scalar == ScalarType::kEnumeration) {
      values = static_cast<int64_t>(context_.tree.enumerations[type.enumeration.index()].literals.size());
    }
    bounds[d] = {subscripts[d].span, values > 0 && values <= dims[d]};
  }
  return bounds;
}

// One element chosen during the simulation: a branch for each position that a subscript can take.
ExprId Expander::ElementByMode(const FlatValue& value, const std::vector<ExprId>& at, const std::vector<Bound>& bounds,
                               size_t d, int64_t offset) {
  if (d == at.size()) return value.elements[static_cast<size_t>(offset)];
  const auto element = [&](int64_t position) {
    return ElementByMode(value, at, bounds, d + 1, offset * value.dims[d] + position - 1);
  };
  if (pool()[at[d]].op == Op::kInteger) return element(static_cast<int64_t>(pool()[at[d]].number));
  if (value.dims[d] == 0) return OutOfRange(value.type, value.enumeration, at[d], 0, bounds[d].span);
  if (!bounds[d].in_range) {
    const auto among = [&](auto&& self, int64_t low, int64_t high) -> ExprId {
      if (low == high) return element(low);
      const int64_t middle = (low + high) / 2;
      const ExprId is_low = Compare(pool(), Op::kLe, at[d], pool().Integer(middle));
      return Conditional(pool(), is_low, self(self, low, middle), self(self, middle + 1, high));
    };
    const ExprId from_first = Compare(pool(), Op::kGe, at[d], pool().Integer(1));
    const ExprId to_last = Compare(pool(), Op::kLe, at[d], pool().Integer(value.dims[d]));
    const ExprId otherwise = OutOfRange(value.type, value.enumeration, at[d], value.dims[d], bounds[d].span);
    return Conditional(pool(), Logic(pool(), Op::kAnd, from_first, to_last), among(among, 1, value.dims[d]), otherwise);
  }
  ExprId chosen = element(value.dims[d]);
  for (int64_t position = value.dims[d] - 1; position >= 1; --position) {
    const ExprId is_chosen = pool().Binary(Op::kEq, at[d], pool().Integer(position));
    chosen = Conditional(pool(), is_chosen, element(position), chosen);
  }
  return chosen;
}

ExprId Expander::OutOfRange(ScalarType type, ir::EnumerationId enumeration, ExprId at, int64_t n, Span span) {
  ir::FlatModel& flat = context_.flat;
  const auto [entry, added] = context_.range_checks.try_emplace({type, enumeration.value, n, span});
  if (added) {
    entry->second = ir::FunctionId(static_cast<int64_t>(flat.functions.size()));
    ir::Function check;
    check.name = fmt::format("$subscript{}", context_.range_checks.size());
    check.slots = {{"i", ScalarType::kInteger}, {"element", type}};
    check.input_count = 1;
    check.output_count = 1;
    check.origin = {.span = span, .derivation = {}};
    const ExprId i = pool().Make({.op = Op::kLocal, .type = ScalarType::kInteger, .payload = 0});
    const ExprId reaches = Compare(pool(), Op::kGe, i, pool().Integer(1));
    const ExprId is_within = Compare(pool(), Op::kLe, i, pool().Integer(n));
    ExprId element = pool().Integer(0);
    if (type == ScalarType::kReal) element = pool().Real(0);
    if (type == ScalarType::kBoolean) element = pool().Boolean(false);
    if (type == ScalarType::kEnumeration) element = pool().EnumerationLiteral(enumeration, 1);
    check.body.push_back({.kind = ir::FunctionStatement::Kind::kAssert,
                          .value = pool().String(fmt::format("a subscript is out of range 1:{} (MLS 10.5)", n)),
                          .conditions = {Logic(pool(), Op::kAnd, reaches, is_within)},
                          .origin = check.origin});
    check.body.push_back({.kind = ir::FunctionStatement::Kind::kAssign,
                          .target = {.slot = 1, .extent = 1, .index = {}},
                          .value = element,
                          .origin = check.origin});
    flat.functions.push_back(std::move(check));
  }
  return pool().Make({.op = Op::kCall,
                      .type = type,
                      .payload = entry->second.value,
                      .output = 0,
                      .enumeration = enumeration,
                      .args = {at}});
}

FlatValue Expander::SelectByMode(const FlatValue& value, const std::vector<Index>& index,
                                 const std::vector<Bound>& bounds) {
  FlatValue out;
  out.type = value.type;
  out.enumeration = value.enumeration;
  std::vector<std::vector<ExprId>> selected = {{}};
  for (const Index& i : index) {
    if (!i.single) out.dims.push_back(static_cast<int64_t>(i.at.size()));
    std::vector<std::vector<ExprId>> next;
    for (const std::vector<ExprId>& before : selected) {
      for (const ExprId at : i.at) {
        next.push_back(before);
        next.back().push_back(at);
      }
    }
    selected = std::move(next);
  }
  for (const std::vector<ExprId>& at : selected) out.elements.push_back(ElementByMode(value, at, bounds, 0, 0));
  return out;
}

}  // namespace stiction::flatten
