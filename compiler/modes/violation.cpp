// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/modes/violation.h"

#include "compiler/symbolic/build.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprPool;

/// Relative to the terms of a constraint: how well positions have to meet where a mode begins.
constexpr double kPositionAccuracy = 1e-6;
/// Relative to the terms of a sum: its rounding errors.
constexpr double kRounding = 1e-14;

ExprId Magnitude(ExprPool& pool, ExprId e) { return pool.Unary(ir::Op::kAbs, e); }

using SizeOf = std::function<ExprId(ir::VariableId)>;

/// The terms of a sum, together. @param size_of the size that a variable counts with; empty: its own
ExprId SizeOfTerms(ExprPool& pool, ExprId e, const SizeOf& size_of = {}) {
  const ir::ExprNode node = pool[e];
  const auto of = [&](size_t k) { return SizeOfTerms(pool, node.args[k], size_of); };
  switch (node.op) {
    case ir::Op::kAdd:
    case ir::Op::kSub:
      return symbolic::Add(pool, of(0), of(1));
    case ir::Op::kNeg:
      return of(0);
    case ir::Op::kMul:
      return symbolic::Mul(pool, of(0), of(1));
    case ir::Op::kVariable:
      return size_of ? size_of(ir::VariableId(node.payload)) : Magnitude(pool, e);
    default:
      return Magnitude(pool, e);
  }
}

ExprId IsWithin(ExprPool& pool, ExprId residual, double part, ExprId size) {
  const ExprId bound = symbolic::Mul(pool, pool.Real(part), size);
  return pool.Unary(ir::Op::kNoEvent, pool.Binary(ir::Op::kLe, Magnitude(pool, residual), bound));
}

ExprId WithoutRounding(ExprPool& pool, ExprId residual, const SizeOf& size_of) {
  const ExprId size = SizeOfTerms(pool, residual, size_of);
  if (size == Magnitude(pool, residual)) return residual;  // one term, which is no sum
  return symbolic::If(pool, IsWithin(pool, residual, kRounding, size), pool.Real(0), residual);
}

}  // namespace

ExprId Violation(ExprPool& pool, const std::vector<ExprId>& residuals, const SizeOf& size_of) {
  if (residuals.size() < 2) return pool.Real(0);
  ExprId violation = WithoutRounding(pool, residuals[residuals.size() - 2], size_of);
  for (size_t k = residuals.size() - 2; k-- > 0;) {
    violation = symbolic::If(pool, IsMet(pool, residuals[k], residuals[k + 1]), violation, residuals[k]);
  }
  return violation;
}

ExprId IsMet(ExprPool& pool, ExprId residual, ExprId rate) {
  const ExprId open = symbolic::Mul(pool, Magnitude(pool, rate), Magnitude(pool, pool.Time()));
  return IsWithin(pool, residual, kPositionAccuracy, symbolic::Add(pool, SizeOfTerms(pool, residual), open));
}

}  // namespace stiction
