// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/least_change.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "compiler/causalize/coefficients.h"
#include "compiler/causalize/independent_columns.h"
#include "compiler/symbolic/differentiate.h"

namespace stiction {
namespace {

class LeastChange {
 public:
  LeastChange(InitialProblem& problem, size_t declared)
      : problem_(problem),
        model_(problem.model),
        dae_(problem.dae),
        declared_(declared),
        set_of_equation_(problem.dae.equations.size(), kNone),
        set_of_state_(problem.dae.variables.size(), kNone) {
    for (size_t i = 0; i < model_.invariants.size(); ++i) {
      for (const ir::EquationId id : model_.invariants[i].equations)
        set_of_equation_[id.index()] = static_cast<int32_t>(i);
      for (const ir::VariableId v : model_.invariants[i].states) set_of_state_[v.index()] = static_cast<int32_t>(i);
    }
  }

  // A chosen start value of a state with invariants is no equation, but where the search for the nearest solution
  // begins. Each block of invariants takes the states that it depends on and that no block before it has taken. So does
  // a block that determines a state with a start value of its own, where initial equations repeat each other: there are
  // many solutions then, as of a closed circuit that begins at rest.
  void LeaveStartsFree(const std::function<void(const std::vector<BlockTie>&)>& sort) {
    const bool repeats = std::ranges::any_of(problem_.redundant, [this](ir::EquationId id) {
      return id >= problem_.EquationOfInitial(0) && id < problem_.EquationOfInitial(declared_);
    });
    if (model_.invariants.empty() && !repeats) return;
    const std::vector<BlockTie> ties = TakeGuesses(repeats);
    if (!ties.empty()) sort(ties);
    for (ir::Block& block : model_.initial.blocks) {
      if (block.kind == ir::BlockKind::kExplicit) continue;
      const bool is_of_set = SetOf(block) != kNone;
      const bool has_guess = HasGuess(block);
      if (is_of_set || has_guess) MakeLeastChange(block);
      if (!is_of_set && has_guess) WarnLeastChange(block);
    }
  }

  // Initial equations that repeat each other without a matching seeing it, in numbers only.
  void FindSingularLoops() {
    std::optional<Coefficients> coefficients;
    for (ir::Block& block : model_.initial.blocks) {
      const bool is_loop = block.unknowns.size() > 1 &&
                           (block.kind == ir::BlockKind::kLinear || block.kind == ir::BlockKind::kNonlinear);
      if (!is_loop || block.is_least_change || !HasOwnStart(block)) continue;
      if (!coefficients) coefficients.emplace(dae_, problem_.kinds);
      ir::ReadsSince reads(dae_.open);
      if (Rank(block, *coefficients) == block.unknowns.size()) {
        reads.Undo();
        continue;
      }
      MakeLeastChange(block);
      WarnLeastChange(block);
    }
  }

 private:
  static constexpr int32_t kNone = -1;

  std::vector<BlockTie> TakeGuesses(bool repeats) {
    std::vector<BlockTie> ties;
    std::vector<const ir::Block*> block_of(dae_.variables.size(), nullptr);
    for (const ir::Block& block : model_.initial.blocks) {
      if (block.is_pre) continue;
      for (const ir::VariableId v : block.unknowns) block_of[v.index()] = &block;
      if (SetOf(block) != kNone || (repeats && HasOwnStart(block))) TakeGuessesOf(block, block_of, ties);
    }
    return ties;
  }

  // The chosen start values that a block depends on become guesses.
  void TakeGuessesOf(const ir::Block& block, const std::vector<const ir::Block*>& block_of,
                     std::vector<BlockTie>& ties) {
    const int32_t set = SetOf(block);
    std::set<const ir::Block*> seen{&block};
    std::vector<const ir::Block*> stack{&block};
    while (!stack.empty()) {
      const ir::Block* const reader = stack.back();
      stack.pop_back();
      for (const ir::EquationId id : reader->equations) {
        const auto [left, right] = model_.Sides(id);
        for (const ir::VariableId v : problem_.shared.occurrences().In(left, right).variables) {
          const ir::Block* const read = block_of[v.index()];
          if (read == nullptr || !seen.insert(read).second) continue;
          ir::StartCondition* const start = StartConditionOf(read->equations.front());
          if (start == nullptr) {
            stack.push_back(read);
          } else if (start->chosen && !start->is_guess && problem_.Variable(v).attributes.start &&
                     (set == kNone || set_of_state_[v.index()] == set)) {
            start->is_guess = true;
            ties.push_back({v, block.unknowns.front()});
          }
        }
      }
    }
  }

  /// @returns nullptr: it is no start condition
  ir::StartCondition* StartConditionOf(ir::EquationId id) {
    const ir::EquationId first = problem_.EquationOfInitial(dae_.initial_equations.size());
    return id < first ? nullptr : &model_.start_conditions[static_cast<size_t>(id.value - first.value)];
  }

  bool HasGuess(const ir::Block& block) {
    return std::ranges::any_of(block.equations, [this](ir::EquationId id) {
      const ir::StartCondition* const start = StartConditionOf(id);
      return start != nullptr && start->is_guess;
    });
  }

  static void MakeLeastChange(ir::Block& block) {
    block.is_least_change = true;
    block.is_linear = false;
    if (block.kind == ir::BlockKind::kLinear) block.kind = ir::BlockKind::kNonlinear;
  }

  /// Of the equations in the unknowns, at random values of what varies.
  size_t Rank(const ir::Block& block, Coefficients& coefficients) {
    std::vector<std::vector<IndependentColumns::Entry>> columns(block.unknowns.size());
    const std::vector<ir::VariableId> unknowns(block.unknowns.begin(), block.unknowns.end());
    for (size_t row = 0; row < block.equations.size(); ++row) {
      const auto [left, right] = model_.Sides(block.equations[row]);
      const std::vector<ir::ExprId> gradient =
          symbolic::Gradient(*dae_.pool, dae_.pool->Binary(ir::Op::kSub, left, right), unknowns);
      for (size_t k = 0; k < unknowns.size(); ++k) {
        const Coefficient coefficient = coefficients.Of(gradient[k]);
        if (coefficient.value != 0) columns[k].push_back({static_cast<int32_t>(row), coefficient});
      }
    }
    IndependentColumns independent(block.equations.size());
    size_t rank = 0;
    for (const std::vector<IndependentColumns::Entry>& column : columns) {
      const IndependentColumns::Remainder remainder = independent.Reduce(column);
      const int32_t row = independent.PivotOf(remainder, [](int32_t, const Coefficient&) { return true; });
      if (row < 0) continue;
      independent.Take(remainder, row);
      ++rank;
    }
    return rank;
  }

  void WarnLeastChange(const ir::Block& block) {
    std::vector<ir::VariableId> states;
    for (const ir::VariableId v : block.unknowns) {
      if (problem_.Variable(v).derivative) states.push_back(v);
    }
    std::ranges::sort(states);
    problem_.diagnostics
        .Warning(DiagnosticKind::InitialUnderdetermined, problem_.Variable(states.front()).origin.span,
                 fmt::format("the initial equations repeat each other and have many solutions for {}: the one nearest "
                             "to the start values is taken",
                             problem_.NamesOf(states)))
        .hint = "replace one of these equations by a start value with fixed = true";
  }

  /// True if it determines a state that has a start value, which is not fixed.
  bool HasOwnStart(const ir::Block& block) const {
    if (block.equations.empty() || block.equations.front() >= problem_.EquationOfInitial(dae_.initial_equations.size()))
      return false;
    return std::ranges::any_of(block.unknowns, [this](ir::VariableId v) {
      const ir::DaeVariable& variable = problem_.Variable(v);
      return variable.derivative && variable.attributes.start && !problem_.IsFixed(v);
    });
  }

  /// The set of the first invariant in a block.
  int32_t SetOf(const ir::Block& block) const {
    for (const ir::EquationId id : block.equations) {
      if (id.index() < set_of_equation_.size() && set_of_equation_[id.index()] != kNone)
        return set_of_equation_[id.index()];
    }
    return kNone;
  }

  InitialProblem& problem_;
  ir::CausalModel& model_;
  ir::Dae& dae_;
  size_t declared_;
  std::vector<int32_t> set_of_equation_, set_of_state_;  // of invariants
};

}  // namespace

void FindLeastChanges(InitialProblem& problem, size_t declared,
                      const std::function<void(const std::vector<BlockTie>&)>& sort) {
  LeastChange least_change(problem, declared);
  least_change.LeaveStartsFree(sort);
  least_change.FindSingularLoops();
}

}  // namespace stiction
