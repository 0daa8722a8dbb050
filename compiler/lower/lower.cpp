// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/lower.h"

#include <fmt/format.h>

#include <utility>

#include "compiler/lower/assignments.h"
#include "compiler/lower/bounds.h"
#include "compiler/lower/context.h"
#include "compiler/lower/declared_variability.h"
#include "compiler/lower/effects.h"
#include "compiler/lower/expressions.h"
#include "compiler/lower/functions.h"
#include "compiler/lower/if_equations.h"
#include "compiler/lower/known_values.h"
#include "compiler/lower/partitions.h"
#include "compiler/lower/pre_operands.h"
#include "compiler/lower/when_equations.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::FlatEquation;
using ir::ScalarType;
using ir::Variability;
using Kind = FlatEquation::Kind;

/// Takes the name away from `flat`.
ir::DaeVariable LoweredFrom(ir::FlatVariable& flat) {
  ir::DaeVariable variable;
  variable.name = std::move(flat.name);
  variable.type = flat.type;
  variable.enumeration = flat.enumeration;
  variable.variability = flat.variability;
  // Only Reals can change between events (MLS 3.8.4).
  if (flat.type != ScalarType::kReal && flat.variability == Variability::kContinuous) {
    variable.variability = Variability::kDiscrete;
  }
  variable.causality = flat.causality;
  variable.is_protected = flat.is_protected;
  variable.is_final = flat.is_final;
  variable.is_evaluated = flat.is_evaluated;
  variable.is_generated = flat.is_generated;
  variable.partition = flat.partition;
  variable.binding = flat.binding;
  variable.attributes = flat.attributes;
  variable.comment = flat.comment;
  variable.origin = flat.origin;
  variable.open_input_of = flat.open_input_of;
  return variable;
}

ir::Dae Skeleton(ir::FlatModel& flat) {
  ir::Dae dae;
  dae.name = flat.name;
  dae.pool = flat.pool;
  dae.functions = flat.functions;
  dae.objects = flat.objects;
  dae.enumerations = flat.enumerations;
  dae.immediate_conditions = flat.immediate_conditions;
  dae.experiment = flat.experiment;
  dae.open = flat.open;
  dae.variables.reserve(flat.variables.size() + flat.variables.size() / 4);  // derivatives follow
  for (ir::FlatVariable& variable : flat.variables) dae.variables.push_back(LoweredFrom(variable));
  for (ir::Function& function : dae.functions) LowerFunction(*dae.pool, function);
  return dae;
}

class ModelLowering {
 public:
  ModelLowering(ir::FlatModel flat, Diagnostics& diagnostics)
      : flat_(std::move(flat)),
        context_{flat_, diagnostics, Skeleton(flat_)},
        lower_(context_),
        when_(context_, lower_) {}

  ir::Dae Run() {
    std::vector<FlatEquation> equations = ExpandIfEquations(std::move(flat_.equations), context_);
    std::vector<FlatEquation> initial = ExpandIfEquations(std::move(flat_.initial_equations), context_);
    // Discrete variables and inputs must be known before the first relation is judged.
    CheckDeclaredDiscrete(equations, context_);
    MarkAssignedInWhen(equations, context_);
    CompleteInputs(equations, context_);
    CheckPreOperands(equations, context_);
    CheckPreOperands(initial, context_);
    lower_.Use(equations);
    LowerDeclarations(context_, lower_);
    CheckConstants(context_);
    CompleteParameters(context_);
    CheckBounds(context_);
    LowerPartitions(flat_.partitions, context_, lower_);
    context_.dae.equations.reserve(equations.size());
    for (FlatEquation& equation : equations) Equation(equation);
    for (FlatEquation& equation : initial) InitialEquation(equation);
    OrientDiscreteEquations(context_.dae.equations, false, context_);
    OrientDiscreteEquations(context_.dae.initial_equations, true, context_);
    CompleteReinits();
    return std::move(context_.dae);
  }

 private:
  void Equation(FlatEquation& equation) {
    context_.origin = equation.origin;
    if (equation.partition >= 0) return Clocked(equation);
    switch (equation.kind) {
      case Kind::kEquality: {
        const bool is_discrete = context_.pool()[equation.left].type != ScalarType::kReal &&
                                 context_.pool()[equation.right].type != ScalarType::kReal;
        return Equality(equation, is_discrete ? EventMode::kDiscrete : EventMode::kEvents, context_.dae.equations);
      }
      case Kind::kWhen:
        return when_.Run(equation);
      case Kind::kAssert:
        RequirePure(equation);
        return Action(equation);
      default:
        return Action(equation);
    }
  }

  // No relation of it makes events (MLS 16.8.1).
  void Clocked(FlatEquation& equation) {
    const ExprId tick = context_.dae.partitions[static_cast<size_t>(equation.partition)].tick;
    switch (equation.kind) {
      case Kind::kEquality:
        return Equality(equation, EventMode::kLiteral, context_.dae.equations);
      case Kind::kAssert:
        context_.dae.assertions.push_back({Guarded(context_, tick, lower_(equation.left, EventMode::kLiteral)),
                                           lower_(equation.right, EventMode::kLiteral), equation.warning_level,
                                           equation.origin, true});
        return;
      default: {
        const ExprId condition =
            equation.left ? symbolic::And(context_.pool(), tick, lower_(equation.left, EventMode::kLiteral)) : tick;
        context_.dae.terminations.push_back({condition, lower_(equation.right, EventMode::kLiteral), equation.origin});
      }
    }
  }

  void InitialEquation(FlatEquation& equation) {
    context_.origin = equation.origin;
    if (equation.kind == Kind::kEquality) {
      return Equality(equation, EventMode::kLiteral, context_.dae.initial_equations);
    }
    if (equation.kind == Kind::kWhen) {
      context_.diagnostics
          .Error(DiagnosticKind::WhenNotAllowedHere, equation.origin.span,
                 "a when-equation stands in an initial equation section (MLS 8.6)")
          .hint = "use an if-equation, or move it to the equation section with `when initial()`";
      return;
    }
    // An assertion in an initial equation section concerns the initial time only.
    FlatEquation at_start = equation;
    const ir::ExprId initial = context_.pool().Make({.op = ir::Op::kInitial, .type = ScalarType::kBoolean});
    if (equation.kind == Kind::kAssert) {
      at_start.left = Guarded(context_, initial, equation.left);
    } else {
      at_start.left = equation.left ? symbolic::And(context_.pool(), initial, equation.left) : initial;
    }
    Action(at_start);
  }

  void Equality(FlatEquation& equation, EventMode mode, std::vector<ir::DaeEquation>& equations) {
    ir::DaeEquation lowered;
    lowered.left = lower_(equation.left, mode);
    lowered.right = lower_(equation.right, mode);
    lowered.is_discrete = equation.assigned_in_when && equation.partition < 0;
    lowered.partition = equation.partition;
    lowered.origin = equation.origin;
    lowered.branch_spans = equation.branch_spans;
    equations.push_back(lowered);
  }

  void Action(const FlatEquation& equation) {
    if (equation.kind == Kind::kAssert) {
      const ir::ExprId condition = lower_(equation.left, EventMode::kLiteral);
      if (symbolic::IsNumber(context_.pool(), condition, 1)) return;
      context_.dae.assertions.push_back({condition, lower_(equation.right, EventMode::kLiteral), equation.warning_level,
                                         equation.origin, DependsOnWhen(equation.left)});
    } else if (equation.kind == Kind::kTerminate) {
      const ir::ExprId condition =
          equation.left ? lower_(equation.left, EventMode::kEvents) : context_.pool().Boolean(true);
      context_.dae.terminations.push_back({condition, lower_(equation.right, EventMode::kLiteral), equation.origin});
    }
  }

  /// Between events nothing says how often an equation is evaluated.
  void RequirePure(const FlatEquation& equation) {
    if (!IsEffect(context_.pool(), context_.dae.functions, equation.left) || DependsOnWhen(equation.left)) return;
    if (!IsImpure(context_, equation.left)) return;
    context_.diagnostics
        .Error(DiagnosticKind::ImpureCall, equation.origin.span,
               "a function that is declared `impure`, or calls one, is called here outside of when-clauses and initial "
               "sections (MLS 12.3)")
        .hint = "call it in a when-clause";
  }

  /// True if an assertion of an algorithm stands in a when-statement.
  bool DependsOnWhen(ir::ExprId condition) {
    return symbolic::AnyNode(context_.pool(), condition,
                             [&](ir::ExprId e) { return context_.pool()[e].op == ir::Op::kActive; });
  }

  /// A variable that is reinitialised is a state (MLS 8.3.6).
  void CompleteReinits() {
    for (const ir::Reinit& reinit : context_.dae.reinits) {
      ir::DaeVariable& variable = context_.At(reinit.state);
      const bool is_input = variable.causality == ir::Causality::kInput;
      if (variable.variability == ir::Variability::kContinuous && !is_input) {
        variable.attributes.state_select = ir::StateSelect::kAlways;
        continue;
      }
      context_.diagnostics
          .Error(DiagnosticKind::ReinitNotState, reinit.origin.span,
                 fmt::format("`{}` is reinitialised but is no continuous unknown, and cannot be a state (MLS 8.3.6)",
                             variable.name))
          .hint = "assign it in a when-clause, or reinitialise a variable that equations determine";
    }
  }

  ir::FlatModel flat_;
  LowerContext context_;
  ExpressionLowering lower_;
  WhenLowering when_;
};

}  // namespace

ir::Dae Lower(ir::FlatModel flat, Diagnostics& diagnostics) {
  return ModelLowering(std::move(flat), diagnostics).Run();
}

}  // namespace stiction
