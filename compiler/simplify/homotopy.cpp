// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/simplify/homotopy.h"

#include <utility>

#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::Op;

bool HasHomotopy(const ir::ExprPool& pool, ExprId e) {
  return e && symbolic::AnyNode(pool, e, [&pool](ExprId id) { return pool[id].op == Op::kHomotopy; });
}

/// Most models have none.
bool HasHomotopy(const ir::ExprPool& pool) {
  for (size_t i = 0; i < pool.size(); ++i) {
    if (pool[ExprId(static_cast<int64_t>(i))].op == Op::kHomotopy) return true;
  }
  return false;
}

}  // namespace

void KeepHomotopyInEquations(ir::Dae& dae) {
  ir::ExprPool& pool = *dae.pool;
  if (!HasHomotopy(pool)) return;
  const auto drop = [&pool](auto&... e) { ((e = e ? symbolic::Actual(pool, e) : e), ...); };
  for (ir::DaeVariable& v : dae.variables) {
    drop(v.binding, v.attributes.start, v.attributes.fixed, v.attributes.min, v.attributes.max, v.attributes.nominal);
  }
  const auto drop_of_discrete = [&pool, &drop](ir::DaeEquation& equation) {
    if (equation.is_discrete || pool[equation.left].type != ir::ScalarType::kReal) drop(equation.left, equation.right);
  };
  for (ir::DaeEquation& equation : dae.equations) drop_of_discrete(equation);
  for (ir::DaeEquation& equation : dae.initial_equations) drop_of_discrete(equation);
  for (ir::Relation& relation : dae.relations) drop(relation.left, relation.right);
  for (ir::HeldValue& held : dae.held_values) drop(held.expression);
  for (ir::Delay& delay : dae.delays) drop(delay.expression, delay.time, delay.longest);
  for (ir::Sample& sample : dae.samples) drop(sample.start, sample.interval);
  for (ir::Reinit& reinit : dae.reinits) drop(reinit.value, reinit.condition);
  for (ir::Assertion& assertion : dae.assertions) drop(assertion.condition, assertion.message);
  for (ir::Termination& termination : dae.terminations) drop(termination.condition, termination.message);
}

void SplitHomotopy(ir::Dae& dae) {
  ir::ExprPool& pool = *dae.pool;
  if (!HasHomotopy(pool)) return;
  for (ir::DaeEquation& equation : dae.equations) {
    if (!HasHomotopy(pool, equation.left) && !HasHomotopy(pool, equation.right)) continue;
    equation.path_left = std::exchange(equation.left, symbolic::Actual(pool, equation.left));
    equation.path_right = std::exchange(equation.right, symbolic::Actual(pool, equation.right));
  }
}

}  // namespace stiction
