// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/reduce_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "compiler/graph/pantelides.h"
#include "compiler/ir/dae/derivatives.h"
#include "compiler/symbolic/differentiate.h"
#include "compiler/symbolic/inline.h"
#include "compiler/symbolic/tangent_functions.h"
#include "compiler/symbolic/walk.h"

namespace stiction {
namespace {

/// Inlines those functions that stand as calls during index reduction.
void InlineLate(const ir::Dae& dae, ir::ExprId& left, ir::ExprId& right) {
  for (ir::ExprId* side : {&left, &right}) *side = symbolic::InlineLate(*dae.pool, dae.functions, *side);
}

std::vector<int32_t> Numbers(const std::vector<ir::VariableId>& variables) {
  std::vector<int32_t> numbers(variables.size());
  std::transform(variables.begin(), variables.end(), numbers.begin(), [](ir::VariableId v) { return v.value; });
  return numbers;
}

std::vector<int32_t> Incident(const ir::Dae& dae, ModelOccurrences& occurrences, ir::ExprId left, ir::ExprId right) {
  if (symbolic::AreInlinedLate(dae.functions)) InlineLate(dae, left, right);
  std::vector<ir::VariableId> variables;
  occurrences.ContinuousUnknowns(left, right, variables);
  return Numbers(variables);
}

/// Treatment of an equation whose derivative, by the derivative functions, does not hold the derivative of the variable
/// that it determines: an argument of which a function says noDerivative (MLS 12.7.1).
enum class LeftOut {
  kAccepted,   // other equations have that derivative
  kFromBodies  // the bodies of the functions tell it
};

/// True if the value of an expression may jump, or has no derivative that is known: it depends on what changes at
/// events, outside of smooth(p, ...) with p >= 1, or on an input.
bool MayJump(const ir::Dae& dae, const ir::VariableKinds& kinds, ir::ExprId e) {
  const ir::ExprPool& pool = *dae.pool;
  const auto is_parameter = [&](ir::ExprId condition) {
    return !symbolic::AnyNode(pool, condition, [&](ir::ExprId id) {
      const ir::ExprNode& node = pool[id];
      return node.op == ir::Op::kRelation || node.op == ir::Op::kTime || node.op == ir::Op::kHeld ||
             (node.op == ir::Op::kVariable && !kinds.IsParameter(ir::VariableId(node.payload)));
    });
  };
  std::vector<ir::ExprId> open{e};
  std::unordered_set<ir::ExprId> seen;
  while (!open.empty()) {
    const ir::ExprId id = open.back();
    open.pop_back();
    if (!seen.insert(id).second) continue;
    const ir::ExprNode& node = pool[id];
    switch (node.op) {
      case ir::Op::kVariable: {
        const ir::VariableId v(node.payload);
        if (kinds.IsDiscrete(v) || dae.variables[v.index()].causality == ir::Causality::kInput) return true;
        break;
      }
      case ir::Op::kRelation:
      case ir::Op::kHeld:
      case ir::Op::kPre:
      case ir::Op::kSampleTick:
      case ir::Op::kInitial:
      case ir::Op::kTerminal:
      case ir::Op::kDelayed:
      case ir::Op::kSign:
        return true;
      case ir::Op::kIf:
        if (!is_parameter(node.args[0])) return true;
        break;
      case ir::Op::kSmooth:
        if (pool[node.args[0]].number >= 1) continue;
        break;
      default:
        break;
    }
    open.insert(open.end(), node.args.begin(), node.args.end());
  }
  return false;
}

/// Removes what a reduction that got stuck has appended. @param variables,equations their numbers before it
void TakeBack(ir::Dae& dae, size_t variables, size_t equations) {
  dae.variables.resize(variables);
  dae.equations.resize(equations);
  for (ir::DaeVariable& variable : dae.variables) {
    if (variable.derivative && variable.derivative.index() >= variables) variable.derivative = {};
  }
}

/// One run of Pantelides' algorithm on the continuous equations of a Dae, which appends the derivatives of equations
/// and variables that it needs.
class Reduction {
 public:
  Reduction(ir::Dae& dae, ModelOccurrences& occurrences, LeftOut left_out)
      : dae_(dae), occurrences_(occurrences), kinds_(occurrences.kinds()), left_out_(left_out) {}

  /// Differentiates what has to be. @returns the equation that cannot be, if there is one
  std::optional<ir::EquationId> Run() {
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      if (kinds_.IsContinuous(v) && dae_.variables[i].attributes.state_select == ir::StateSelect::kAlways) {
        ir::DerivativeOf(dae_, v);
      }
    }
    graph::DifferentiationGraph system = MakeGraph();
    graph::Pantelides pantelides(system, [&](graph::DifferentiationGraph& graph, int32_t e, int32_t wanted) {
      return Differentiate(graph, e, wanted);
    });
    const int32_t failed = pantelides.Run();
    if (failed >= 0) return id_of_equation_[static_cast<size_t>(failed)];
    GrantWishes(system, pantelides);
    if (!symbolic::AreInlinedLate(dae_.functions)) return std::nullopt;
    for (ir::DaeEquation& equation : dae_.equations) InlineLate(dae_, equation.left, equation.right);
    for (ir::DaeEquation& equation : dae_.initial_equations) InlineLate(dae_, equation.left, equation.right);
    return std::nullopt;
  }

 private:
  graph::DifferentiationGraph MakeGraph() {
    graph::DifferentiationGraph system;
    system.derivative_of_variable.reserve(dae_.variables.size());
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const bool is_continuous = kinds_.IsContinuous(ir::VariableId(static_cast<int64_t>(i)));
      system.derivative_of_variable.push_back(is_continuous ? dae_.variables[i].derivative.value : -1);
    }
    const bool inlines_late = symbolic::AreInlinedLate(dae_.functions);
    std::vector<ir::VariableId> variables;
    system.variables_of_equation.reserve(dae_.equations.size());
    for (size_t i = 0; i < dae_.equations.size(); ++i) {
      const ir::DaeEquation& equation = dae_.equations[i];
      if (equation.is_discrete) continue;
      const ir::EquationId id(static_cast<int64_t>(i));
      if (inlines_late) {
        system.variables_of_equation.push_back(Incident(dae_, occurrences_, equation.left, equation.right));
      } else {
        occurrences_.ContinuousUnknowns(id, variables);
        system.variables_of_equation.push_back(Numbers(variables));
      }
      id_of_equation_.push_back(id);
    }
    return system;
  }

  std::optional<ir::DaeEquation> DerivativeOfEquation(const ir::DaeEquation& equation,
                                                      symbolic::Annotations annotations) {
    const auto derivative = [&](ir::VariableId v) {
      if (!kinds_.IsContinuous(v)) return dae_.pool->Real(0);
      return dae_.pool->Variable(ir::DerivativeOf(dae_, v), ir::ScalarType::kReal);
    };
    const std::optional<ir::ExprId> left =
        symbolic::TimeDerivative(*dae_.pool, dae_.functions, equation.left, derivative, annotations, &tangents_);
    const std::optional<ir::ExprId> right =
        symbolic::TimeDerivative(*dae_.pool, dae_.functions, equation.right, derivative, annotations, &tangents_);
    if (!left || !right) return std::nullopt;
    ir::DaeEquation result;
    result.left = *left;
    result.right = *right;
    return result;
  }

  // Variables with StateSelect.prefer that no equation differentiates: one after the other gets a derivative, as far as
  // the equations that determine it have one and it does not jump.
  void GrantWishes(graph::DifferentiationGraph& graph, graph::Pantelides& pantelides) {
    is_wish_ = true;
    const size_t count = dae_.variables.size();
    for (size_t i = 0; i < count; ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      const ir::DaeVariable& variable = dae_.variables[i];
      if (!kinds_.IsContinuous(v) || variable.attributes.state_select != ir::StateSelect::kPrefer) continue;
      if (variable.derivative || variable.is_of_restart) continue;
      const size_t variables = dae_.variables.size(), equations = dae_.equations.size();
      const size_t rows = id_of_equation_.size();
      std::vector<int32_t> matching = pantelides.equation_of_variable();
      ir::DerivativeOf(dae_, v);
      TakeOverDerivatives(graph);
      if (pantelides.Extend(v.value) < 0) continue;
      TakeBack(dae_, variables, equations);
      id_of_equation_.resize(rows);
      pantelides.TakeBack(variables, rows, std::move(matching));
    }
  }

  void TakeOverDerivatives(graph::DifferentiationGraph& graph) {
    for (size_t d = graph.derivative_of_variable.size(); d < dae_.variables.size(); ++d) {
      graph.derivative_of_variable[dae_.variables[d].integral.index()] = static_cast<int32_t>(d);
      graph.derivative_of_variable.push_back(-1);
    }
  }

  /// @param wanted the variable whose derivative the derivative of equation `e` is to determine; -1: any
  /// @returns the unknowns of the derivative; none if there is no derivative
  std::vector<int32_t> Differentiate(graph::DifferentiationGraph& graph, int32_t e, int32_t wanted) {
    const ir::EquationId id = id_of_equation_[static_cast<size_t>(e)];
    const ir::DaeEquation equation = dae_.equations[id.index()];
    if (is_wish_ && (MayJump(dae_, kinds_, equation.left) || MayJump(dae_, kinds_, equation.right))) return {};
    std::optional<ir::DaeEquation> found = DerivativeOfEquation(equation, symbolic::Annotations::kUsed);
    if (!found) return {};
    std::vector<int32_t> incident = Incident(dae_, occurrences_, found->left, found->right);
    const auto has_wanted = [&] {
      const ir::VariableId derivative = dae_.variables[static_cast<size_t>(wanted)].derivative;
      return std::find(incident.begin(), incident.end(), derivative.value) != incident.end();
    };
    if (left_out_ == LeftOut::kFromBodies && wanted >= 0 && !has_wanted()) {
      found = DerivativeOfEquation(equation, symbolic::Annotations::kIgnored);
      if (!found) return {};
      incident = Incident(dae_, occurrences_, found->left, found->right);
      if (!has_wanted()) return {};
    }
    ir::DaeEquation& result = *found;
    result.derivative_of = id;
    result.origin = equation.origin;
    result.origin.derivation = equation.origin.derivation.empty() ? "derivative of this equation"
                                                                  : "derivative of " + equation.origin.derivation.str();
    TakeOverDerivatives(graph);
    id_of_equation_.emplace_back(static_cast<int64_t>(dae_.equations.size()));
    dae_.equations.push_back(result);
    return incident;
  }

  ir::Dae& dae_;
  ModelOccurrences& occurrences_;
  const ir::VariableKinds& kinds_;
  symbolic::TangentFunctions tangents_{*dae_.pool, dae_.functions};
  LeftOut left_out_;
  bool is_wish_ = false;                        // what is differentiated now need not be
  std::vector<ir::EquationId> id_of_equation_;  // by equation of the graph
};

}  // namespace

bool ReduceIndex(ir::Dae& dae, ModelOccurrences& occurrences, Diagnostics& diagnostics) {
  const size_t variables = dae.variables.size();
  const size_t equations = dae.equations.size();
  const std::optional<ir::EquationId> stuck = Reduction(dae, occurrences, LeftOut::kAccepted).Run();
  if (!stuck) return true;
  const ir::DaeEquation failed = dae.equations[stuck->index()];
  TakeBack(dae, variables, equations);
  if (!Reduction(dae, occurrences, LeftOut::kFromBodies).Run()) return true;
  std::string external = symbolic::ExternalWithoutDerivative(*dae.pool, dae.functions, failed.left);
  if (external.empty()) external = symbolic::ExternalWithoutDerivative(*dae.pool, dae.functions, failed.right);
  diagnostics
      .Error(DiagnosticKind::NotDifferentiable, failed.origin.span,
             fmt::format("equation constrains states and must be differentiated, but has no time derivative{}",
                         failed.origin.derivation.empty() ? "" : " (" + failed.origin.derivation.str() + ")"))
      .hint = !external.empty()
                  ? fmt::format("give the function `{}` an annotation `derivative` (MLS 12.7.1)", external)
                  : "write the constraint without functions that have no derivative, or give the constrained bodies a "
                    "compliance between them";
  return false;
}

}  // namespace stiction
