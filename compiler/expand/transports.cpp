// SPDX-License-Identifier: BSD-3-Clause
// spatialDistribution (MLS 3.7.4.2).
#include <fmt/format.h>

#include "compiler/expand/expander.h"
#include "compiler/expand/scalar.h"

namespace stiction::flatten {

using ir::ExprId;

FlatValue Expander::ExpandTransport(const ir::BoundExpression& e, int32_t output) {
  std::vector<ExprId> arguments;
  for (size_t k = 0; k < 4; ++k) {
    const ExprId argument = ExpandScalar(*e.operands.at(k));
    arguments.push_back(k == 3 ? argument : ToReal(pool(), argument));
  }
  const FlatValue points = Expand(*e.operands.at(4)), values = Expand(*e.operands.at(5));
  if (points.elements.size() != values.elements.size() || points.elements.size() < 2) {
    Fail(DiagnosticKind::DimensionMismatch, e.operands[5]->span,
         fmt::format(
             "`spatialDistribution` has {} initial points and {} initial values; it takes as many of each, two or "
             "more",
             points.elements.size(), values.elements.size()));
  }
  for (const FlatValue* all : {&points, &values}) {
    for (const ExprId element : all->elements) arguments.push_back(ToReal(pool(), element));
  }
  return MakeScalar(
      pool(),
      pool().Make({.op = ir::Op::kTransport, .type = ir::ScalarType::kReal, .output = output, .args = arguments}));
}

std::vector<FlatValue> Expander::ExpandEnds(const ir::BoundExpression& e) {
  return {ExpandTransport(e, 0), ExpandTransport(e, 1)};
}

}  // namespace stiction::flatten
