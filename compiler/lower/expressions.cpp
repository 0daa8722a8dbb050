// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/expressions.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/expr/functions.h"
#include "compiler/support/check.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/differentiate.h"
#include "compiler/symbolic/inline.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::ScalarType;
using ir::Variability;
using ir::VariableId;

namespace {

EventMode ModeOfArgument(const ir::ExprPool& pool, const ExprNode& node, size_t k, EventMode mode) {
  if (node.op == Op::kActive) return EventMode::kDiscrete;
  if (node.op == Op::kNoEvent || node.op == Op::kSample) return EventMode::kLiteral;
  if (node.op == Op::kSmooth && k == 1) return EventMode::kLiteral;    // continuous: no event is needed (MLS 3.7.4)
  if (node.op == Op::kHomotopy && k == 1) return EventMode::kLiteral;  // it is not there when events are
  if (mode == EventMode::kAtStart || mode == EventMode::kLiteral) return mode;
  const bool is_then = node.op == Op::kIf && k == 1 && pool[node.args[0]].op == Op::kInitial;
  const bool is_and = node.op == Op::kAnd && pool[node.args[1 - k]].op == Op::kInitial;
  return is_then || is_and ? EventMode::kAtStart : mode;
}

/// Splits `a or b or ...` and drops initial(). @returns whether there was one
bool TakeInitial(ir::ExprPool& pool, ExprId condition, std::vector<ExprId>& others) {
  bool found = false;
  std::vector<ExprId> stack{condition};
  while (!stack.empty()) {
    const ExprId e = stack.back();
    stack.pop_back();
    if (pool[e].op == Op::kInitial) {
      found = true;
    } else if (pool[e].op == Op::kOr) {
      stack.push_back(pool[e].args[1]);
      stack.push_back(pool[e].args[0]);
    } else {
      others.push_back(e);
    }
  }
  return found;
}

}  // namespace

ExprId ExpressionLowering::operator()(ExprId e, EventMode mode) {
  const auto done_in = [this](EventMode m) -> auto& { return done_[static_cast<size_t>(m)]; };
  if (done_in(mode).Contains(e)) return done_in(mode).At(e);
  std::vector<std::pair<ExprId, EventMode>> stack;
  stack.reserve(8);
  stack.emplace_back(e, mode);
  while (!stack.empty()) {
    const auto [id, id_mode] = stack.back();
    if (done_in(id_mode).Contains(id)) {
      stack.pop_back();
      continue;
    }
    const ExprNode& node = context_.pool()[id];
    const size_t before = stack.size();
    for (size_t k = node.args.size(); k-- > 0;) {
      const EventMode argument_mode = ModeOfArgument(context_.pool(), node, k, id_mode);
      if (!done_in(argument_mode).Contains(node.args[k])) stack.emplace_back(node.args[k], argument_mode);
    }
    if (stack.size() > before) continue;
    stack.pop_back();
    const ExprId lowered = Node(id, id_mode);
    done_in(id_mode).Insert(id, lowered);
  }
  return done_in(mode).At(e);
}

ExprId ExpressionLowering::Node(ExprId e, EventMode mode) {
  ExprNode node = context_.pool()[e];
  const ir::Arguments args = node.args;
  for (size_t k = 0; k < args.size(); ++k) {
    const EventMode argument_mode = ModeOfArgument(context_.pool(), context_.pool()[e], k, mode);
    node.args[k] = done_[static_cast<size_t>(argument_mode)].At(args[k]);
  }
  const bool makes_events = mode != EventMode::kLiteral;
  switch (node.op) {
    case Op::kVariable:
      return ConstantOr(VariableId(node.payload), e);
    case Op::kDer:
      return Derivative(symbolic::Actual(context_.pool(), node.args[0]), e);
    case Op::kPre: {
      const VariableId v(node.payload);
      return context_.IsFixedInTime(v) ? context_.Leaf(v) : e;
    }
    case Op::kEdge:
    case Op::kChange:
      return EdgeOrChange(node);
    case Op::kSample:
      return SampleTick(node);
    case Op::kActive:
      return Active(node.args[0]);
    case Op::kDelay:
      return Delay(node);
    case Op::kTransport:
      return Transport(node);
    case Op::kSmooth:
      return node.args[1];
    case Op::kCall: {
      const ExprId call =
          symbolic::InlineCalls(context_.pool(), context_.dae.functions, context_.pool().Make(std::move(node)),
                                [](const ir::Function& f) { return f.inlining == ir::Inlining::kAtOnce; });
      return mode == EventMode::kDiscrete && IsDiscreteResult(call) ? Held(call) : call;
    }
    case Op::kLt:
    case Op::kLe:
    case Op::kGt:
    case Op::kGe:
    case Op::kEq:
    case Op::kNe:
      if (makes_events) return Relation(node, e, mode);
      break;
    default:
      if (!makes_events || !ir::Jumps(node.op) || !IsContinuous(node)) break;
      return node.op == Op::kSign ? Sign(node, e, mode) : Rounding(node);
  }
  return symbolic::Build(context_.pool(), std::move(node));
}

ExprId ExpressionLowering::ConstantOr(VariableId v, ExprId e) const {
  const ir::FlatVariable& variable = context_.flat.variables[v.index()];
  const bool is_literal = variable.variability == Variability::kConstant && variable.binding &&
                          context_.pool()[variable.binding].op == Op::kReal;
  return is_literal ? variable.binding : e;
}

bool ExpressionLowering::IsContinuous(const ExprNode& node) {
  return std::any_of(node.args.begin(), node.args.end(),
                     [this](ExprId arg) { return variability_.Of(arg) == Variability::kContinuous; });
}

ExprId ExpressionLowering::Derivative(ExprId e, ExprId written) {
  ir::ExprPool& pool = context_.pool();
  if (IsVariable(pool, e)) {
    const VariableId v(pool[e].payload);
    const bool is_clocked = context_.At(v).partition >= 0;
    if ((context_.At(v).variability == Variability::kDiscrete && !is_clocked) || pool[e].type != ScalarType::kReal) {
      context_.diagnostics
          .Error(DiagnosticKind::DerOfDiscrete, context_.origin.span,
                 fmt::format("`{}` is discrete and has no derivative", context_.At(v).name))
          .hint = "differentiate a continuous variable, or do not assign it in a when-equation";
      return pool.Real(0);
    }
  }
  const auto derivative =
      symbolic::TimeDerivative(pool, context_.dae.functions, e, [this](VariableId v) { return DerivativeVariable(v); });
  if (derivative) return *derivative;
  context_.diagnostics
      .Error(DiagnosticKind::NotDifferentiable, context_.origin.span,
             fmt::format("`{}` has no derivative that the compiler can form", context_.Text(written)))
      .hint = "introduce a variable for the expression whose derivative is wanted";
  return pool.Real(0);
}

ExprId ExpressionLowering::DerivativeVariable(VariableId v) {
  const ir::DaeVariable& variable = context_.At(v);
  if (variable.derivative) return context_.Leaf(variable.derivative);
  const bool is_clocked = variable.partition >= 0;
  if ((variable.variability != Variability::kContinuous && !is_clocked) ||
      variable.causality == ir::Causality::kInput) {
    return context_.pool().Real(0);
  }
  ir::DaeVariable derivative;
  derivative.name = fmt::format("der({})", variable.name);
  derivative.is_protected = variable.is_protected;
  derivative.is_generated = variable.is_generated;
  derivative.integral = v;
  derivative.variability = variable.variability;
  derivative.partition = variable.partition;
  derivative.origin = variable.origin;
  const VariableId id(static_cast<int64_t>(context_.dae.variables.size()));
  context_.At(v).derivative = id;
  context_.dae.variables.push_back(std::move(derivative));
  return context_.Leaf(id);
}

ExprId ExpressionLowering::EdgeOrChange(const ExprNode& node) {
  ir::ExprPool& pool = context_.pool();
  const ExprId v = node.args[0];
  CHECK(IsVariable(pool, v) || ir::IsLiteral(pool[v].op), "{} of an expression", ir::Spelling(node.op));
  if (!IsVariable(pool, v)) return pool.Boolean(false);
  const VariableId id(pool[v].payload);
  if (context_.IsFixedInTime(id)) return pool.Boolean(false);
  const ExprId pre = context_.PreLeaf(id);
  if (node.op == Op::kEdge) return symbolic::And(pool, v, symbolic::Not(pool, pre));
  return pool.Binary(Op::kNe, v, pre);
}

ExprId ExpressionLowering::Active(ExprId lowered) {
  ir::ExprPool& pool = context_.pool();
  const ExprId initial = pool.Make({.op = Op::kInitial, .type = ScalarType::kBoolean});
  std::vector<ExprId> others;
  const bool at_initial = TakeInitial(pool, lowered, others);
  if (others.empty()) return initial;
  ExprId rest = others.front();
  for (size_t i = 1; i < others.size(); ++i) rest = symbolic::Or(pool, rest, others[i]);
  if (variability_.Of(rest) == Variability::kContinuous) {
    context_.diagnostics
        .Error(DiagnosticKind::VariabilityMismatch, context_.origin.span,
               fmt::format("the when-condition `{}` changes without an event (MLS 8.3.5)", context_.Text(rest)))
        .hint = "write a relation without noEvent(), or a discrete variable";
  }
  const ExprId edge = RisingEdge(rest);
  return at_initial ? symbolic::Or(pool, initial, edge) : symbolic::And(pool, edge, symbolic::Not(pool, initial));
}

ExprId ExpressionLowering::RisingEdge(ExprId condition) {
  ir::ExprPool& pool = context_.pool();
  if (ir::IsLiteral(pool[condition].op)) return pool.Boolean(false);
  const VariableId b = ConditionVariable(condition);
  return symbolic::And(pool, context_.Leaf(b), symbolic::Not(pool, context_.PreLeaf(b)));
}

VariableId ExpressionLowering::ConditionVariable(ExprId condition) {
  ir::ExprPool& pool = context_.pool();
  if (IsVariable(pool, condition)) {
    const VariableId v(pool[condition].payload);
    if (!context_.IsFixedInTime(v)) return v;
  }
  const VariableId id(static_cast<int64_t>(context_.dae.variables.size()));
  const auto [entry, added] = condition_variable_.emplace(condition, id);
  if (!added) return entry->second;
  ir::DaeVariable variable;
  variable.name = fmt::format("$when[{}]", condition_variable_.size());
  variable.type = ScalarType::kBoolean;
  variable.variability = Variability::kDiscrete;
  variable.is_generated = true;
  variable.attributes.start = pool.Boolean(false);
  variable.attributes.fixed = pool.Boolean(true);
  variable.origin = {context_.origin.span, "condition of a when-equation"};
  ir::DaeEquation equation;
  equation.right = condition;
  equation.is_discrete = true;
  equation.origin = variable.origin;
  context_.dae.variables.push_back(std::move(variable));
  equation.left = context_.Leaf(id);
  context_.dae.equations.push_back(equation);
  return id;
}

// v = if initial() then e else delayed, with a variable v of its own.
ExprId ExpressionLowering::Delay(const ExprNode& node) {
  ir::ExprPool& pool = context_.pool();
  for (const ExprId time : {node.args[1], node.args[2]}) {
    if (variability_.Of(time) <= Variability::kParameter) continue;
    const bool has_limit = variability_.Of(node.args[2]) <= Variability::kParameter;
    context_.diagnostics
        .Error(has_limit ? DiagnosticKind::NotYetSupported : DiagnosticKind::VariabilityMismatch, context_.origin.span,
               has_limit ? fmt::format("a delay time that changes during the simulation, `{}`, is not supported yet",
                                       context_.Text(time))
                         : fmt::format("the delay time `{}` changes during the simulation, and no parameter limits it "
                                       "(MLS 3.7.4.1)",
                                       context_.Text(time)))
        .hint = "give `delay` a parameter expression";
    return pool.Real(0);
  }
  const auto index = static_cast<int32_t>(context_.dae.delays.size());
  context_.dae.delays.push_back({node.args[0], node.args[1], node.args[2], context_.origin});
  const ExprId initial = pool.Make({.op = Op::kInitial, .type = ScalarType::kBoolean});
  const ExprId delayed = pool.Make({.op = Op::kDelayed, .type = ScalarType::kReal, .payload = index});
  return Defined(fmt::format("$delay[{}]", index + 1), "delay()", symbolic::If(pool, initial, node.args[0], delayed));
}

ExprId ExpressionLowering::Defined(std::string name, const char* what, ExprId value) {
  ir::DaeVariable variable;
  variable.name = std::move(name);
  variable.is_generated = true;
  variable.origin = {context_.origin.span, what};
  const VariableId id(static_cast<int64_t>(context_.dae.variables.size()));
  ir::DaeEquation equation;
  equation.origin = variable.origin;
  context_.dae.variables.push_back(std::move(variable));
  equation.left = context_.Leaf(id);
  equation.right = value;
  context_.dae.equations.push_back(equation);
  return context_.Leaf(id);
}

ExprId ExpressionLowering::SampleTick(const ExprNode& node) {
  for (const ExprId arg : node.args) {
    if (variability_.Of(arg) <= Variability::kParameter) continue;
    context_.diagnostics
        .Error(DiagnosticKind::SampleNotParameter, context_.origin.span,
               fmt::format("`{}` in sample() changes during the simulation", context_.Text(arg)))
        .hint = "give start and interval of sample() as parameter expressions";
  }
  const auto [entry, added] =
      samples_.emplace(std::pair(node.args[0], node.args[1]), static_cast<int32_t>(context_.dae.samples.size()));
  if (added) context_.dae.samples.push_back({node.args[0], node.args[1], context_.origin});
  return context_.pool().Make({.op = Op::kSampleTick, .type = ScalarType::kBoolean, .payload = entry->second});
}

ExprId ExpressionLowering::Relation(const ExprNode& node, ExprId written, EventMode mode) {
  ir::ExprPool& pool = context_.pool();
  const ExprId left = node.args[0];
  const ExprId right = node.args[1];
  const bool on_reals = pool[left].type == ScalarType::kReal || pool[right].type == ScalarType::kReal;
  const Variability variability = std::max(variability_.Of(left), variability_.Of(right));
  if (on_reals && variability > Variability::kParameter && (node.op == Op::kEq || node.op == Op::kNe)) {
    context_.diagnostics
        .Error(DiagnosticKind::RealEquality, context_.origin.span,
               fmt::format("`{}` compares Reals for equality (MLS 3.5)", context_.Text(written)))
        .hint = "compare with an inequality, or write abs(a - b) < eps";
    return pool.Boolean(false);
  }
  if (!on_reals || variability <= Variability::kDiscrete) return symbolic::Build(pool, node);
  return relations_.Value(node.op, left, right, written, context_.Text(written), mode != EventMode::kAtStart);
}

ExprId ExpressionLowering::Sign(const ExprNode& node, ExprId written, EventMode mode) {
  const bool is_watched = mode != EventMode::kAtStart;
  ir::ExprPool& pool = context_.pool();
  const ExprId x = node.args[0];
  const ExprId zero = pool.Real(0);
  const ExprId positive = relations_.Value(Op::kGt, x, zero, written, context_.Text(x) + " > 0", is_watched);
  const ExprId negative = relations_.Value(Op::kLt, x, zero, written, context_.Text(x) + " < 0", is_watched);
  const ExprId otherwise = symbolic::If(pool, negative, pool.Integer(-1), pool.Integer(0));
  return symbolic::If(pool, positive, pool.Integer(1), otherwise);
}

ExprId ExpressionLowering::Rounding(const ExprNode& node) {
  ir::ExprPool& pool = context_.pool();
  const auto held = [&](Op op, ScalarType type, ir::Arguments args) {
    return Held(symbolic::Build(pool, {.op = op, .type = type, .args = std::move(args)}));
  };
  if (node.op != Op::kMod && node.op != Op::kRem) return held(node.op, node.type, node.args);
  const ExprId x = node.args[0];
  const ExprId y = node.args[1];
  const ExprId whole = node.op == Op::kMod ? held(Op::kFloor, ScalarType::kReal, {symbolic::Div(pool, x, y)})
                                           : held(Op::kDivInt, ScalarType::kReal, {x, y});
  return symbolic::Sub(pool, x, symbolic::Mul(pool, whole, y));
}

ExprId ExpressionLowering::Held(ExprId expression) {
  const auto [entry, added] = held_.emplace(expression, static_cast<int32_t>(context_.dae.held_values.size()));
  if (added) context_.dae.held_values.push_back({expression, context_.origin});
  const ExprNode& node = context_.pool()[expression];
  return context_.pool().Make(
      {.op = Op::kHeld, .type = node.type, .payload = entry->second, .enumeration = node.enumeration});
}

bool ExpressionLowering::IsDiscreteResult(ExprId call) {
  const ScalarType type = context_.pool()[call].type;
  return type != ScalarType::kReal && type != ScalarType::kString && variability_.Of(call) == Variability::kContinuous;
}

}  // namespace stiction
