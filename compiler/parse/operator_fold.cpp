// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/parse/operator_fold.h"

#include <ModelicaParser.h>

#include <algorithm>
#include <tuple>

#include "compiler/parse/recording_parser.h"

namespace stiction::parse {
namespace {

using P = grammar::ModelicaParser;
using ast::BinaryOperator;
using ast::Production;
using ast::UnaryOperator;

struct BinaryToken {
  BinaryOperator op;
  Production production;
};

BinaryToken BinaryOf(size_t token) {
  switch (token) {
    case P::PLUS:
      return {BinaryOperator::kAdd, Production::kArithmetic};
    case P::MINUS:
      return {BinaryOperator::kSubtract, Production::kArithmetic};
    case P::STAR:
      return {BinaryOperator::kMultiply, Production::kTerm};
    case P::SLASH:
      return {BinaryOperator::kDivide, Production::kTerm};
    case P::CARET:
      return {BinaryOperator::kPower, Production::kFactor};
    case P::DOTPLUS:
      return {BinaryOperator::kElementAdd, Production::kArithmetic};
    case P::DOTMINUS:
      return {BinaryOperator::kElementSubtract, Production::kArithmetic};
    case P::DOTSTAR:
      return {BinaryOperator::kElementMultiply, Production::kTerm};
    case P::DOTSLASH:
      return {BinaryOperator::kElementDivide, Production::kTerm};
    case P::DOTCARET:
      return {BinaryOperator::kElementPower, Production::kFactor};
    case P::LT:
      return {BinaryOperator::kLess, Production::kRelation};
    case P::LE:
      return {BinaryOperator::kLessEqual, Production::kRelation};
    case P::GT:
      return {BinaryOperator::kGreater, Production::kRelation};
    case P::GE:
      return {BinaryOperator::kGreaterEqual, Production::kRelation};
    case P::EQEQ:
      return {BinaryOperator::kEqual, Production::kRelation};
    case P::NE:
      return {BinaryOperator::kNotEqual, Production::kRelation};
    case P::AND:
      return {BinaryOperator::kAnd, Production::kLogicalTerm};
    default:
      return {BinaryOperator::kOr, Production::kLogicalExpression};
  }
}

UnaryOperator UnaryOf(size_t token) {
  switch (token) {
    case P::PLUS:
      return UnaryOperator::kPlus;
    case P::MINUS:
      return UnaryOperator::kMinus;
    case P::DOTPLUS:
      return UnaryOperator::kElementPlus;
    case P::DOTMINUS:
      return UnaryOperator::kElementMinus;
    default:
      return UnaryOperator::kNot;
  }
}

// True if an operator has its right operand where one of the production `next` follows. `^` alone groups to the right.
bool BindsBefore(Production production, Production next) {
  return production < next || (production == next && next != Production::kFactor);
}

}  // namespace

void OperatorFold::Prefix(size_t token, Span span) {
  Push({token, span, token == P::NOT ? Production::kLogicalFactor : Production::kSign, true});
}

void OperatorFold::Operand(ast::ExpressionPtr primary) {
  operands_.push_back({std::move(primary), Production::kPrimary, 0});
}

void OperatorFold::Binary(size_t token, Span span) {
  const Production production = BinaryOf(token).production;
  while (operators_.size() > rows_.back() && BindsBefore(operators_.back().production, production)) Reduce();
  Push({token, span, production, false});
}

// Each operator that waits for its right operand holds those behind it.
void OperatorFold::Push(const Operator& op) {
  if (operators_.size() - rows_.back() == kMaximumDepth) throw NestedTooDeeply{op.span.begin};
  operators_.push_back(op);
}

ast::ExpressionPtr OperatorFold::Close() {
  while (operators_.size() > rows_.back()) Reduce();
  rows_.pop_back();
  // An outer operand is told before those inside it.
  std::ranges::sort(refusals_, {}, [](const Refusal& r) { return std::tuple(r.operand.begin, ~r.operand.end); });
  for (const Refusal& refusal : refusals_) Report(refusal);
  refusals_.clear();
  ast::ExpressionPtr expression = std::move(operands_.back().expression);
  operands_.pop_back();
  return expression;
}

void OperatorFold::Reduce() {
  const Operator op = operators_.back();
  operators_.pop_back();
  const auto [left_loosest, right_loosest] = ast::OperandsOf(op.production);
  auto expression = std::make_unique<ast::Expression>();
  expression->operator_span = op.span;
  expression->operands.reserve(2);
  Folded right = TakeOperand(right_loosest, op);
  size_t depth = right.depth;
  expression->span = Join(op.span, right.expression->span);
  if (op.is_prefix) {
    expression->kind = ast::ExpressionKind::kUnary;
    expression->unary = UnaryOf(op.token);
  } else {
    expression->kind = ast::ExpressionKind::kBinary;
    expression->binary = BinaryOf(op.token).op;
    Folded left = TakeOperand(left_loosest, op);
    depth = std::max(depth, left.depth);
    expression->span = Join(left.expression->span, expression->span);
    expression->operands.push_back(std::move(left.expression));
  }
  expression->operands.push_back(std::move(right.expression));
  if (depth == kMaximumDepth) throw NestedTooDeeply{op.span.begin};
  operands_.push_back({std::move(expression), op.production, depth + 1});
}

OperatorFold::Folded OperatorFold::TakeOperand(Production loosest, const Operator& of) {
  Folded operand = std::move(operands_.back());
  operands_.pop_back();
  if (operand.production > loosest) {
    refusals_.push_back({operand.expression->span, operand.expression->operator_span, of.span,
                         operand.production == Production::kSign});
  }
  return operand;
}

void OperatorFold::Report(const Refusal& refusal) {
  const auto text_of = [this](Span span) {
    return std::string(source_.text().substr(span.begin, span.end - span.begin));
  };
  const std::string text = text_of(refusal.operand);
  const bool short_text = text.size() <= 40 && text.find('\n') == std::string::npos;
  Diagnostic& error =
      diagnostics_.Error(DiagnosticKind::SyntaxError, refusal.operand,
                         "an operand of '" + text_of(refusal.of) + "' cannot be " +
                             (refusal.is_sign ? "a signed expression"
                                              : "an expression with '" + text_of(refusal.operator_of_operand) + "'") +
                             " without parentheses");
  error.hint = "write " + (short_text ? "'(" + text + ")'" : std::string("parentheses around it"));
}

}  // namespace stiction::parse
