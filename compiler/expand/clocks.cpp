// SPDX-License-Identifier: BSD-3-Clause

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
using ir::Variability;

namespace {

constexpr std::pair<std::string_view, Op> kOperators[] = {{"Clock", Op::kClock},
                                                          {"hold", Op::kHold},
                                                          {"previous", Op::kPrevious},
                                                          {"subSample", Op::kSubSample},
                                                          {"superSample", Op::kSuperSample},
                                                          {"shiftSample", Op::kShiftSample},
                                                          {"backSample", Op::kBackSample},
                                                          {"noClock", Op::kNoClock},
                                                          {"interval", Op::kInterval},
                                                          {"firstTick", Op::kFirstTick}};

Op OperatorOf(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kOperators), std::end(kOperators), [&](const auto& o) { return o.first == name; });
  return found == std::end(kOperators) ? Op::kSampled : found->second;
}

/// Applies an operator to each scalar of a value. @param rest of its arguments
void Apply(ir::ExprPool& pool, Op op, const std::vector<ExprId>& rest, FlatValue& value) {
  for (FlatField& field : value.fields) Apply(pool, op, rest, field.value);
  for (ExprId& element : value.elements) {
    const ir::ExprNode& of = pool[element];
    ir::ExprNode node{.op = op, .type = of.type, .enumeration = of.enumeration, .args = {element}};
    for (const ExprId argument : rest) node.args.push_back(argument);
    element = pool.Make(std::move(node));
  }
}

}  // namespace

ExprId Expander::ExpandClock(const BoundExpression& e) {
  ir::ExprNode node{.op = Op::kClock, .type = ScalarType::kClock};
  if (e.operands.empty()) return pool().Make(std::move(node));
  const BoundExpression& first = *e.operands.front();
  const bool is_fixed = first.variability <= Variability::kParameter;
  const auto number = [&](const BoundExpression& operand, const char* name, int64_t least) {
    const int64_t value = ConstantInteger(operand, name);
    if (value < least) {
      Fail(DiagnosticKind::ClockArgument, operand.span,
           fmt::format("{} must be at least {}, not {}", name, least, value));
    }
    return pool().Integer(value);
  };
  switch (first.type.scalar) {
    case ScalarType::kInteger:
      node.args.push_back(is_fixed ? number(first, "the interval counter of a Clock", 0) : ExpandScalar(first));
      node.args.push_back(e.operands.size() > 1 ? number(*e.operands[1], "the resolution of a Clock", 1)
                                                : pool().Integer(1));
      break;
    case ScalarType::kBoolean:
      node.args.push_back(ExpandScalar(first));
      node.args.push_back(e.operands.size() > 1 ? ToReal(pool(), ExpandScalar(*e.operands[1])) : pool().Real(0));
      break;
    case ScalarType::kClock: {
      node.args.push_back(ExpandScalar(first));
      if (e.operands.size() < 2) break;
      const std::optional<Value> method = Evaluated(*e.operands[1]);
      if (!method || method->texts.size() != 1) {
        Fail(DiagnosticKind::NotConstant, e.operands[1]->span, "the solver method must be known at compile time");
      }
      node.args.push_back(pool().String(method->texts.front()));
      break;
    }
    default:
      node.args.push_back(ToReal(pool(), ExpandScalar(first)));
      break;
  }
  return pool().Make(std::move(node));
}

FlatValue Expander::ExpandClockOperator(const BoundExpression& e) {
  const Op op = OperatorOf(e.text);
  context_.flat.has_clocks = true;
  if (op == Op::kClock) return MakeScalar(pool(), ExpandClock(e));
  if (op == Op::kInterval || op == Op::kFirstTick) {
    ir::ExprNode node{.op = op, .type = op == Op::kInterval ? ScalarType::kReal : ScalarType::kBoolean};
    std::vector<ExprId> operands;
    if (!e.operands.empty()) AppendScalars(Expand(*e.operands.front()), operands);
    if (!operands.empty()) node.args.push_back(operands.front());
    return MakeScalar(pool(), pool().Make(std::move(node)));
  }
  // In an algorithm too, the previous value is one of the variable.
  const BoundExpression& operand = *e.operands.at(0);
  FlatValue value = assigned_ && op == Op::kPrevious ? ExpandTarget(operand) : Expand(operand);
  if ((op == Op::kHold || op == Op::kPrevious) && operand.variability <= Variability::kParameter) return value;
  std::vector<ExprId> rest;
  if (op == Op::kSampled && e.operands.size() > 1) rest.push_back(ExpandScalar(*e.operands[1]));
  const bool scales = op == Op::kSubSample || op == Op::kSuperSample;
  const bool shifts = op == Op::kShiftSample || op == Op::kBackSample;
  const auto number = [&](size_t k, const char* name, int64_t least, int64_t otherwise) {
    const int64_t given = e.operands.size() > k ? ConstantInteger(*e.operands[k], name) : otherwise;
    if (given < least) {
      Fail(DiagnosticKind::ClockArgument, e.operands[k]->span,
           fmt::format("{} of `{}` must be at least {}, not {}", name, e.text, least, given));
    }
    rest.push_back(pool().Integer(given));
  };
  if (scales) number(1, "the factor", 0, 0);
  if (shifts) {
    number(1, "the counter", 0, 0);
    number(2, "the resolution", 1, 1);
  }
  Apply(pool(), op, rest, value);
  return value;
}

}  // namespace stiction::flatten
