// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/discretize/discretize.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "compiler/causalize/model_occurrences.h"
#include "compiler/causalize/reduce_index.h"
#include "compiler/causalize/select_states.h"
#include "compiler/discretize/stage_copies.h"
#include "compiler/graph/matching.h"
#include "compiler/ir/dae/parameter_values.h"
#include "compiler/ir/flat/fallback_value.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::DaeEquation;
using ir::ExprId;
using ir::ScalarType;
using ir::SolverMethod;
using ir::VariableId;

class Discretization {
 public:
  Discretization(ir::Dae& dae, int32_t partition, std::vector<DaeEquation>& equations, Diagnostics& diagnostics)
      : dae_(dae),
        pool_(*dae.pool),
        number_(partition),
        partition_(dae.partitions[static_cast<size_t>(partition)]),
        equations_(equations),
        diagnostics_(diagnostics) {}

  void Run(const std::vector<DaeEquation>& conditions) {
    TakeContinuous();
    ModelOccurrences occurrences(part_);
    std::vector<char> is_fixed, is_differentiated;
    for (const ir::DaeVariable& variable : part_.variables) {
      is_fixed.push_back(IsUnknown(variable) && IsFixed(variable) ? 1 : 0);
      is_differentiated.push_back(variable.derivative ? 1 : 0);
    }
    const size_t written = part_.equations.size();
    if (!ReduceIndex(part_, occurrences, diagnostics_) || !AreDifferentiable(written)) return;
    states_ = SelectStates(part_, occurrences, is_fixed, is_differentiated, diagnostics_);
    if (diagnostics_.HasErrors()) return;
    if (!states_.invariants.empty()) {
      diagnostics_
          .Error(
              DiagnosticKind::NotYetSupported, partition_.origin.span,
              "constraints between the states of discretized equations whose coefficients vary are not supported yet")
          .hint = "choose variables that describe the motion without constraints";
      return;
    }
    std::vector<DaeEquation> begin = ChooseConditions(conditions);
    StageCopies stages(part_, number_, partition_, states_.states);
    const std::vector<ExprId> formulas = Formulas(stages);
    for (size_t i = 0; i < states_.states.size(); ++i) AppendFormula(i, formulas[i], begin);
    GiveBack();
    equations_.insert(equations_.end(), stages.equations().begin(), stages.equations().end());
  }

 private:
  bool IsUnknown(const ir::DaeVariable& variable) const {
    return variable.partition == number_ && variable.type == ScalarType::kReal;
  }
  bool IsFixed(const ir::DaeVariable& variable) const {
    return variable.attributes.fixed && symbolic::IsNumber(pool_, variable.attributes.fixed, 1);
  }
  const ir::DaeVariable& At(VariableId v) const { return part_.variables[v.index()]; }
  ExprId Leaf(VariableId v) { return pool_.Variable(v, ScalarType::kReal); }
  ExprId Pre(VariableId v) { return pool_.Pre(v, ScalarType::kReal); }

  // The continuous equations as a model of their own, in which all else is given.
  void TakeContinuous() {
    part_.pool = dae_.pool;
    part_.variables = dae_.variables;
    part_.functions = dae_.functions;
    part_.enumerations = dae_.enumerations;
    for (ir::DaeVariable& variable : part_.variables) {
      if (IsUnknown(variable)) {
        variable.variability = ir::Variability::kContinuous;
        continue;
      }
      if (variable.variability == ir::Variability::kContinuous) variable.variability = ir::Variability::kDiscrete;
      variable.derivative = variable.integral = VariableId();
    }
    const auto is_discrete = [this](const DaeEquation& equation) {
      return pool_[equation.left].type != ScalarType::kReal && pool_[equation.right].type != ScalarType::kReal;
    };
    const auto middle = std::stable_partition(equations_.begin(), equations_.end(), is_discrete);
    part_.equations.assign(middle, equations_.end());
    equations_.erase(middle, equations_.end());
  }

  // What index reduction has differentiated may not read values that are given at ticks only (MLS 16.5.2).
  bool AreDifferentiable(size_t written) {
    for (size_t i = written; i < part_.equations.size(); ++i) {
      const ir::EquationId of = part_.equations[i].derivative_of;
      if (!of || of.index() >= written) continue;
      const DaeEquation& original = part_.equations[of.index()];
      for (const ExprId side : {original.left, original.right}) {
        if (!symbolic::AnyNode(pool_, side, [this](ExprId e) { return IsGiven(pool_[e]); })) continue;
        diagnostics_
            .Error(DiagnosticKind::NotDifferentiable, original.origin.span,
                   "the derivative of this clocked equation is needed, but it reads what has values at ticks only: "
                   "`sample`, `previous` or a conversion between clocks (MLS 16.5.2)")
            .hint = "put a filter between it and the equations that are differentiated";
        return false;
      }
    }
    return true;
  }

  bool IsGiven(const ir::ExprNode& node) const {
    if (node.type != ScalarType::kReal) return false;
    if (node.op == ir::Op::kPre) return true;
    return node.op == ir::Op::kVariable && At(VariableId(node.payload)).variability == ir::Variability::kDiscrete;
  }

  DaeEquation Begin(VariableId v) {
    DaeEquation equation;
    equation.left = Leaf(v);
    equation.right = ir::StartOf(pool_, At(v));
    equation.origin = At(v).origin;
    return equation;
  }

  // As many as there are states, such that all variables are determined at the first tick: initial equations, fixed
  // start values, those of states.
  std::vector<DaeEquation> ChooseConditions(const std::vector<DaeEquation>& conditions) {
    std::vector<DaeEquation> wanted = conditions;
    std::vector<int32_t> column_of(part_.variables.size(), -1);
    graph::BipartiteGraph graph;
    for (size_t v = 0; v < part_.variables.size(); ++v) {
      if (part_.variables[v].variability != ir::Variability::kContinuous) continue;
      column_of[v] = graph.AddColumn();
      const VariableId id(static_cast<int64_t>(v));
      if (IsFixed(part_.variables[v])) wanted.push_back(Begin(id));
    }
    for (const VariableId x : states_.states) {
      if (!IsFixed(At(x))) wanted.push_back(Begin(x));
    }
    const auto add = [&](const DaeEquation& equation) {
      std::vector<int32_t> columns;
      for (const ExprId side : {equation.left, equation.right}) {
        for (const VariableId v : symbolic::Variables(pool_, side)) {
          if (column_of[v.index()] >= 0) columns.push_back(column_of[v.index()]);
        }
      }
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      return graph.AddRow(columns);
    };
    for (const DaeEquation& equation : part_.equations) add(equation);
    const int32_t of_model = graph.row_count();
    for (const DaeEquation& equation : wanted) add(equation);
    graph::Matcher matcher(graph);
    std::vector<DaeEquation> chosen;
    for (int32_t row = 0; row < graph.row_count() && chosen.size() < states_.states.size(); ++row) {
      if (!matcher.Augment(row) || row < of_model) continue;
      chosen.push_back(wanted[graph::Index(row - of_model)]);
    }
    return chosen;
  }

  /// pre(x) + factor interval slope, of each state.
  std::vector<ExprId> Steps(double factor, const std::function<ExprId(VariableId)>& slope) {
    std::vector<ExprId> steps;
    const ExprId step = symbolic::Mul(pool_, pool_.Real(factor), partition_.interval);
    for (size_t i = 0; i < states_.states.size(); ++i) {
      steps.push_back(
          symbolic::Add(pool_, Pre(states_.states[i]), symbolic::Mul(pool_, step, slope(states_.derivatives[i]))));
    }
    return steps;
  }

  /// The states at the tick, by the values at the last one.
  std::vector<ExprId> Formulas(StageCopies& stages) {
    const auto before = [this](VariableId v) { return Pre(v); };
    using Stage = std::map<VariableId, VariableId>;
    const auto in = [this](const Stage& stage) {
      return [this, of = &stage](VariableId v) { return Leaf(of->at(v)); };
    };
    switch (partition_.method) {
      case SolverMethod::kExplicitEuler:
        return Steps(1, before);
      case SolverMethod::kExplicitMidPoint2: {
        const Stage middle = stages.Append(Steps(0.5, before), true);
        return Steps(1, in(middle));
      }
      case SolverMethod::kExplicitRungeKutta4: {
        const Stage second = stages.Append(Steps(0.5, before), true);
        const Stage third = stages.Append(Steps(0.5, in(second)), true);
        const Stage fourth = stages.Append(Steps(1, in(third)), false);
        return Steps(1.0 / 6, [&](VariableId v) {
          const ExprId middle = symbolic::Add(pool_, Leaf(second.at(v)), Leaf(third.at(v)));
          const ExprId ends = symbolic::Add(pool_, Pre(v), Leaf(fourth.at(v)));
          return symbolic::Add(pool_, ends, symbolic::Mul(pool_, pool_.Real(2), middle));
        });
      }
      case SolverMethod::kImplicitEuler:
        return Steps(1, [this](VariableId v) { return Leaf(v); });
      case SolverMethod::kNone:
      case SolverMethod::kExternal:
      case SolverMethod::kImplicitTrapezoid:
        break;
    }
    return Steps(0.5, [this](VariableId v) { return symbolic::Add(pool_, Leaf(v), Pre(v)); });
  }

  // In place of a condition it holds from the second tick on.
  void AppendFormula(size_t i, ExprId formula, std::vector<DaeEquation>& begin) {
    const VariableId x = states_.states[i];
    const ExprId leaf = Leaf(x);
    auto condition = std::find_if(begin.begin(), begin.end(), [&](const DaeEquation& e) { return e.left == leaf; });
    if (condition == begin.end()) condition = begin.begin();
    DaeEquation equation;
    equation.partition = number_;
    equation.origin = At(x).origin;
    equation.origin.derivation = "solver method of its clock";
    if (condition == begin.end()) return;
    equation.left = leaf;
    if (condition->left == leaf && !symbolic::Contains(pool_, condition->right, x)) {
      equation.right = symbolic::If(pool_, partition_.is_first, condition->right, formula);
    } else {
      equation.left = pool_.Real(0);
      equation.right = symbolic::If(pool_, partition_.is_first, symbolic::Sub(pool_, condition->left, condition->right),
                                    symbolic::Sub(pool_, leaf, formula));
    }
    begin.erase(condition);
    equations_.push_back(equation);
  }

  void GiveBack() {
    for (size_t v = 0; v < part_.variables.size(); ++v) {
      ir::DaeVariable& variable = part_.variables[v];
      if (variable.variability != ir::Variability::kContinuous) continue;
      variable.variability = ir::Variability::kDiscrete;
      variable.derivative = variable.integral = VariableId();
      variable.partition = number_;
      if (v < dae_.variables.size()) dae_.variables[v] = std::move(variable);
    }
    for (size_t v = dae_.variables.size(); v < part_.variables.size(); ++v) {
      dae_.variables.push_back(std::move(part_.variables[v]));
    }
    for (DaeEquation& equation : part_.equations) {
      equation.partition = number_;
      equation.derivative_of = ir::EquationId();
      equations_.push_back(equation);
    }
  }

  ir::Dae& dae_;
  ir::ExprPool& pool_;
  int32_t number_;
  ir::TickedPartition partition_;
  std::vector<DaeEquation>& equations_;
  Diagnostics& diagnostics_;
  ir::Dae part_;
  StateSelection states_;
};

}  // namespace

void Discretize(ir::Dae& dae, int32_t partition, std::vector<DaeEquation>& equations,
                const std::vector<DaeEquation>& conditions, Diagnostics& diagnostics) {
  Discretization(dae, partition, equations, diagnostics).Run(conditions);
}

}  // namespace stiction
