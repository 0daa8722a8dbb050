// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/initial_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "compiler/causalize/initial_assignments.h"
#include "compiler/causalize/initial_equations.h"
#include "compiler/causalize/initial_matching.h"
#include "compiler/causalize/initial_problem.h"
#include "compiler/causalize/least_change.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

/// Puts the initial system together: equations, unknowns, and the start values that complete it (MLS 8.6).
class InitialSystem {
 public:
  InitialSystem(ir::CausalModel& model, const std::vector<char>& is_fixed,
                const std::vector<ir::VariableId>& parameter_unknowns, SharedByEquations& shared,
                Diagnostics& diagnostics)
      : problem_(model, is_fixed, parameter_unknowns, shared, diagnostics) {}

  void Build(const std::vector<ir::EquationId>& equation_of_variable) {
    const AppendedEquations appended = AppendInitialEquations(problem_, equation_of_variable);
    assignments_ = AssignDiscreteInitially(problem_, appended.first_restart);
    const std::vector<MatchedUnknown> of_reals =
        MatchInitially(problem_, appended, assignments_.is_assignment, equation_of_variable);
    FindGuessNeeds(of_reals);
    std::vector<MatchedUnknown> matched = Unknowns(of_reals);
    const auto sort = [&](const std::vector<BlockTie>& ties) { Sort(matched, ties); };
    sort({});
    while (ReadPreInLoops(matched)) sort({});
    FindLeastChanges(problem_, appended.first_restart, sort);
    RefusePreInLoops(matched);
    std::ranges::sort(problem_.redundant);
    problem_.model.redundant_initial = problem_.redundant;
  }

 private:
  // The variables that the first guess of an iteration variable depends on.
  void FindGuessNeeds(const std::vector<MatchedUnknown>& of_reals) {
    if (problem_.parameter_unknowns.empty()) return;
    for (const MatchedUnknown& m : of_reals) {
      for (const ir::VariableId p : problem_.FreeParametersIn(problem_.Variable(m.variable).attributes.start))
        guess_needs_.push_back({m.variable, p});
    }
  }

  /// In the order of their equations; relations at the end.
  std::vector<MatchedUnknown> Unknowns(std::vector<MatchedUnknown> matched) const {
    const ir::Dae& dae = problem_.dae;
    for (size_t i = 0; i < dae.equations.size(); ++i) {
      const ir::DaeEquation& equation = dae.equations[i];
      if (!equation.is_discrete) continue;
      MatchedUnknown& m = matched.emplace_back();
      m.kind = MatchedUnknown::Kind::kDiscrete;
      m.variable = ir::VariableId((*dae.pool)[equation.left].payload);
      m.equation = ir::EquationId(static_cast<int64_t>(i));
      m.right = equation.right;
    }
    matched.insert(matched.end(), assignments_.matched.begin(), assignments_.matched.end());
    std::ranges::stable_sort(matched, {}, &MatchedUnknown::equation);
    AppendRelations(dae, matched);
    return matched;
  }

  void Sort(const std::vector<MatchedUnknown>& matched, const std::vector<BlockTie>& ties) {
    const auto is_parameter = [this](ir::VariableId v) { return problem_.kinds.IsParameter(v) && !problem_.IsFree(v); };
    problem_.model.initial = SortIntoBlocks(problem_.dae, matched, is_parameter, problem_.shared, guess_needs_, ties);
  }

  /// The equations of initial values that wait for themselves.
  std::set<ir::EquationId> PreInLoops(const std::vector<MatchedUnknown>& matched) const {
    std::set<ir::EquationId> in_loops;
    for (const MatchedUnknown& m : matched) {
      if (m.kind == MatchedUnknown::Kind::kPre) in_loops.insert(m.equation);
    }
    for (const ir::Block& block : problem_.model.initial.blocks) {
      if (block.is_pre) in_loops.erase(block.equations.front());
    }
    return in_loops;
  }

  // What waits for an event that waits for it reads initial values before that event: tNext = 2*k sets pre(tNext) to
  // 2*pre(k). Whether it holds after the event, too, is checked.
  // @returns whether there was such a value
  bool ReadPreInLoops(std::vector<MatchedUnknown>& matched) {
    const std::set<ir::EquationId> in_loops = PreInLoops(matched);
    if (in_loops.empty()) return false;
    ir::ExprPool& pool = *problem_.dae.pool;
    symbolic::Rewriter read_pre(pool, [&](const ir::ExprNode& node) -> std::optional<ir::ExprId> {
      if (node.op != ir::Op::kVariable || !assignments_.given[static_cast<size_t>(node.payload)].value)
        return std::nullopt;
      const ir::VariableId v(node.payload);
      if (!problem_.kinds.IsDiscrete(v)) return std::nullopt;
      return pool.Pre(v, node.type, node.enumeration);
    });
    bool found = false;
    for (MatchedUnknown& m : matched) {
      if (m.kind != MatchedUnknown::Kind::kPre || !in_loops.contains(m.equation)) continue;
      const ir::ExprId right = read_pre(m.right);
      if (right == m.right) continue;
      m.right = right;
      if (std::ranges::find(problem_.redundant, m.equation) == problem_.redundant.end())
        problem_.redundant.push_back(m.equation);
      found = true;
    }
    return found;
  }

  void RefusePreInLoops(const std::vector<MatchedUnknown>& matched) {
    const std::set<ir::EquationId> in_loops = PreInLoops(matched);
    for (const MatchedUnknown& m : matched) {
      if (m.kind != MatchedUnknown::Kind::kPre || !in_loops.contains(m.equation)) continue;
      problem_.diagnostics
          .Error(DiagnosticKind::NotYetSupported, problem_.model.Equation(m.equation).origin.span,
                 fmt::format("initial value of pre({}) that depends on itself", problem_.Variable(m.variable).name))
          .hint = "give the discrete variable one start value, with fixed = true";
    }
  }

  InitialProblem problem_;
  InitialAssignments assignments_;
  std::vector<GuessNeed> guess_needs_;
};

}  // namespace

void BuildInitialSystem(ir::CausalModel& model, const std::vector<ir::EquationId>& equation_of_variable,
                        const std::vector<char>& is_fixed, const std::vector<ir::VariableId>& parameter_unknowns,
                        SharedByEquations& shared, Diagnostics& diagnostics) {
  InitialSystem(model, is_fixed, parameter_unknowns, shared, diagnostics).Build(equation_of_variable);
}

}  // namespace stiction
