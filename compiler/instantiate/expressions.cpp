// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/instantiate/expressions.h"

#include <utility>

#include "compiler/instantiate/calls.h"
#include "compiler/instantiate/collect_references.h"
#include "compiler/instantiate/iterators.h"
#include "compiler/instantiate/references.h"
#include "compiler/instantiate/reports.h"
#include "compiler/ir/ast/overloaded_name.h"
#include "compiler/ir/instances/bound.h"

namespace stiction {

using ir::BoundKind;
using ir::BoundPtr;

BoundPtr Expressions::Bind(const ast::Expression& e, Scope* scope) {
  Context context{.scope = scope};
  return Bind(e, context);
}

// Longer than a screen: one case for each kind of expression.
BoundPtr Expressions::Bind(const ast::Expression& e, Context& context) {
  const auto with_operands = [&](BoundKind kind) -> BoundPtr {
    BoundPtr bound = MakeBound(kind, e.span);
    bound->unary = e.unary;
    bound->binary = e.binary;
    if (kind == BoundKind::kUnary) data_.operators.insert(ast::OverloadedName(e.unary));
    if (kind == BoundKind::kBinary) data_.operators.insert(ast::OverloadedName(e.binary));
    return BindOperands(e.operands, *bound, context) ? bound : nullptr;
  };
  const auto literal = [&](BoundKind kind, double number) {
    BoundPtr bound = MakeBound(kind, e.span);
    bound->number = number;
    return bound;
  };
  BoundPtr bound;
  switch (e.kind) {
    case ast::ExpressionKind::kInteger:
      return literal(BoundKind::kInteger, e.number);
    case ast::ExpressionKind::kReal:
      return literal(BoundKind::kReal, e.number);
    case ast::ExpressionKind::kBoolean:
      return literal(BoundKind::kBoolean, e.boolean ? 1 : 0);
    case ast::ExpressionKind::kString:
      bound = MakeBound(BoundKind::kString, e.span);
      bound->text = e.text;
      return bound;
    case ast::ExpressionKind::kReference:
      bound = references_.Bind(e.reference, context);
      if (bound) bound->span = e.span;
      return bound;
    case ast::ExpressionKind::kCall:
      return calls_.Bind(e, context);
    case ast::ExpressionKind::kPartialCall:
      reports_.Error(DiagnosticKind::ArgumentMismatch, e.span,
                     "a function can only be the argument of a function whose input is one (MLS 12.4.2)");
      return nullptr;
    case ast::ExpressionKind::kUnary:
      return with_operands(BoundKind::kUnary);
    case ast::ExpressionKind::kBinary:
      return with_operands(BoundKind::kBinary);
    case ast::ExpressionKind::kIf:
      return with_operands(BoundKind::kIf);
    case ast::ExpressionKind::kRange:
      return with_operands(BoundKind::kRange);
    case ast::ExpressionKind::kTuple:
      return with_operands(BoundKind::kTuple);
    case ast::ExpressionKind::kArray:
      return e.iterators.empty() ? with_operands(BoundKind::kArray)
                                 : BindComprehension(*e.operands[0], e.iterators, e.span, context);
    case ast::ExpressionKind::kMatrix:
      return BindMatrix(e, context);
    case ast::ExpressionKind::kSubscripted:
      bound = with_operands(BoundKind::kSubscripted);
      return bound && BindSubscripts(e.subscripts, bound->subscripts, bound->operands[0], context) ? bound : nullptr;
    case ast::ExpressionKind::kMember:
      bound = with_operands(BoundKind::kMember);
      if (bound) bound->text = e.member.text;
      return bound;
    case ast::ExpressionKind::kEnd:
      return BindEnd(e.span, context);
  }
  return nullptr;
}

BoundPtr Expressions::BindComprehension(const ast::Expression& body, const std::vector<ast::ForIndex>& indices,
                                        Span span, Context& context) {
  BoundPtr bound = MakeBound(BoundKind::kComprehension, span);
  UsedReferences used;
  CollectReferences(body, used);
  const size_t depth = context.iterators.size();
  BoundPtr value = iterators_.Bind(indices, bound->iterators, context, used) ? Bind(body, context) : nullptr;
  context.iterators.resize(depth);
  if (!value) return nullptr;
  bound->operands.push_back(std::move(value));
  return bound;
}

BoundPtr Expressions::BindMatrix(const ast::Expression& e, Context& context) {
  BoundPtr bound = MakeBound(BoundKind::kMatrix, e.span);
  bool good = true;
  for (const auto& row : e.rows) {
    bound->rows.push_back(static_cast<int32_t>(row.size()));
    good = BindOperands(row, *bound, context) && good;
  }
  return good ? bound : nullptr;
}

BoundPtr Expressions::BindEnd(Span span, const Context& context) {
  if (context.ends.empty()) {
    reports_.Error(DiagnosticKind::UnknownName, span, "`end` stands for a size only inside a subscript");
    return nullptr;
  }
  BoundPtr bound = MakeBound(BoundKind::kEnd, span);
  bound->end_of = context.ends.back().first;
  bound->end_position = context.ends.back().second;
  return bound;
}

bool Expressions::BindOperands(const std::vector<ast::ExpressionPtr>& from, ir::BoundExpression& to, Context& context) {
  bool good = true;
  for (const ast::ExpressionPtr& operand : from) {
    BoundPtr bound = operand ? Bind(*operand, context) : nullptr;
    if (operand && !bound) good = false;
    to.operands.push_back(std::move(bound));
  }
  return good;
}

bool Expressions::BindSubscripts(const std::vector<ast::Subscript>& from, std::vector<ir::BoundSubscript>& to,
                                 const BoundPtr& of, Context& context) {
  const size_t limit = std::exchange(context.part_limit, SIZE_MAX);
  const bool bare = std::exchange(context.bare_last, false);
  bool good = true;
  for (size_t i = 0; i < from.size(); ++i) {
    ir::BoundSubscript subscript{nullptr, from[i].span};
    if (from[i].expression) {
      context.ends.emplace_back(of, static_cast<int32_t>(i));
      subscript.expression = Bind(*from[i].expression, context);
      context.ends.pop_back();
      good = good && subscript.expression;
    }
    to.push_back(std::move(subscript));
  }
  context.part_limit = limit;
  context.bare_last = bare;
  return good;
}

}  // namespace stiction
