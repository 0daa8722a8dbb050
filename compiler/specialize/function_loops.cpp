// SPDX-License-Identifier: BSD-3-Clause
// `for` in functions: few copies of the body, or a loop that counts.
#include <algorithm>

#include "compiler/expand/scalar.h"
#include "compiler/specialize/function_body.h"

namespace stiction::flatten {

using ast::StatementKind;
using ir::BoundKind;
using ir::BoundStatement;
using ir::ExprId;
using ir::FunctionStatement;
using ir::Op;
using ir::ScalarType;

namespace {

/// Loops with more copies of their body than this are not unrolled.
constexpr int64_t kUnrollLimit = 64;

bool HasBreak(const std::vector<BoundStatement>& statements) {
  for (const BoundStatement& s : statements) {
    if (s.kind == StatementKind::kBreak) return true;
    if (s.kind != StatementKind::kIf) continue;
    for (const auto& branch : s.branches) {
      if (HasBreak(branch.body)) return true;
    }
  }
  return false;
}

}  // namespace

void FunctionBodyBuilder::AddFor(const BoundStatement& statement, size_t index, ir::FunctionBody& out) {
  if (index == statement.indices.size()) {
    AddAll(statement.body, out);
    return;
  }
  const ir::BoundIterator& iterator = statement.indices[index];
  const bool has_break = HasBreak(statement.body);
  const bool is_range = iterator.range->kind == BoundKind::kRange;
  std::optional<std::vector<ExprId>> values;
  if (!is_range || !has_break) {
    try {
      values = expander_.RangeValues(iterator);
    } catch (const ExpansionError& error) {
      if (!is_range || error.diagnostic.kind != DiagnosticKind::NotConstant) throw;
    }
  }
  // The body may assign what the bounds were computed from: they are to be held.
  const bool are_known = values && std::all_of(values->begin(), values->end(),
                                               [&](ExprId v) { return ir::IsLiteral(expander_.pool()[v].op); });
  if (is_range && !are_known) values.reset();
  if (!is_range && has_break) {
    Fail(DiagnosticKind::NotYetSupported, statement.span,
         "`break` in a loop over the elements of an array is not supported yet", "loop over `1:size(x, 1)`");
  }
  const auto count = values ? static_cast<int64_t>(values->size()) : 0;
  if (is_range && (!values || unrolled_ * count > kUnrollLimit)) {
    AddCountingLoop(statement, index, out);
    return;
  }
  // The elements are those at the start of the loop.
  if (!is_range) {
    for (ExprId& v : *values) {
      if (ir::IsLiteral(expander_.pool()[v].op)) continue;
      const ScalarType type = expander_.pool()[v].type;
      const int32_t slot = AddTemporary(iterator.name, type);
      out.push_back({.kind = FunctionStatement::Kind::kAssign,
                     .target = {.slot = slot, .extent = 1, .index = {}},
                     .value = v,
                     .origin = {.span = iterator.range->span, .derivation = {}}});
      v = Slot(slot, type);
    }
  }
  const int64_t outer = unrolled_;
  unrolled_ *= std::max<int64_t>(count, 1);
  for (const ExprId v : *values) {
    expander_.Bind(iterator.number, v);
    AddFor(statement, index + 1, out);
  }
  expander_.Unbind(iterator.number);
  unrolled_ = outer;
}

void FunctionBodyBuilder::AddCountingLoop(const BoundStatement& statement, size_t index, ir::FunctionBody& out) {
  ir::ExprPool& pool = expander_.pool();
  const ir::BoundIterator& iterator = statement.indices[index];
  const std::vector<ir::BoundPtr>& bounds = iterator.range->operands;
  const Origin origin{.span = statement.span, .derivation = {}};
  if (index + 1 < statement.indices.size() && HasBreak(statement.body)) {
    Fail(DiagnosticKind::NotYetSupported, statement.span,
         "`break` in a loop with several iterators is not supported yet", "write nested loops");
  }
  const ExprId start = expander_.ExpandScalar(*bounds.front());
  const ExprId stop = expander_.ExpandScalar(*bounds.back());
  const ExprId step = bounds.size() == 3 ? expander_.ExpandScalar(*bounds[1]) : pool.Integer(1);
  const bool real = pool[start].type == ScalarType::kReal || pool[stop].type == ScalarType::kReal ||
                    pool[step].type == ScalarType::kReal;
  const ScalarType type = real ? ScalarType::kReal : ScalarType::kInteger;
  const auto hold = [&](const std::string& name, ExprId value) {
    const int32_t slot = AddTemporary(name, type);
    out.push_back({.kind = FunctionStatement::Kind::kAssign,
                   .target = {.slot = slot, .extent = 1, .index = {}},
                   .value = Coerce(pool, value, type),
                   .origin = origin});
    return slot;
  };
  const auto held = [&](const std::string& name, ExprId value) {
    return ir::IsLiteral(pool[value].op) ? Coerce(pool, value, type) : Slot(hold(name, value), type);
  };
  const int32_t slot = hold(iterator.name, start);
  const ExprId at = Slot(slot, type);
  const ExprId end = held(iterator.name + "Stop", stop);
  const ExprId by = held(iterator.name + "Step", step);
  const ExprId zero = Coerce(pool, pool.Integer(0), type);
  const ExprId upward = Logic(pool, Op::kAnd, Compare(pool, Op::kGt, by, zero), Compare(pool, Op::kLe, at, end));
  const ExprId downward = Logic(pool, Op::kAnd, Compare(pool, Op::kLt, by, zero), Compare(pool, Op::kGe, at, end));
  FunctionStatement loop{.kind = FunctionStatement::Kind::kWhile, .origin = origin};
  loop.conditions.push_back(Logic(pool, Op::kOr, upward, downward));
  // The body may assign neither the iterator nor its bounds: the loop's own slots hold them.
  const int32_t visible = AddTemporary(iterator.name, type);
  ir::FunctionBody body;
  body.push_back({.kind = FunctionStatement::Kind::kAssign,
                  .target = {.slot = visible, .extent = 1, .index = {}},
                  .value = at,
                  .origin = origin});
  body.push_back({.kind = FunctionStatement::Kind::kAssign,
                  .target = {.slot = slot, .extent = 1, .index = {}},
                  .value = Arithmetic(pool, Op::kAdd, at, by),
                  .origin = origin});
  expander_.Bind(iterator.number, Slot(visible, type));
  AddFor(statement, index + 1, body);
  expander_.Unbind(iterator.number);
  loop.bodies.push_back(std::move(body));
  out.push_back(std::move(loop));
}

}  // namespace stiction::flatten
