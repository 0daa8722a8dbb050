// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/modes/restart.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "compiler/graph/matching.h"
#include "compiler/ir/dae/derivatives.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/differentiate.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::VariableId;

/// Relative to the terms of a constraint: how well positions have to meet where a mode begins.
constexpr double kPositionAccuracy = 1e-6;
/// Relative to the terms of a sum: its rounding errors.
constexpr double kRounding = 1e-14;

class Restart {
 public:
  Restart(ir::Dae& dae, const ModeStructure& structure, const std::vector<DifferentiatedModes>& differentiated)
      : dae_(dae),
        pool_(*dae.pool),
        structure_(structure),
        differentiated_(differentiated),
        modes_of_row_(structure.equation_of_row.size(), nullptr) {
    for (const DifferentiatedModes& modes : differentiated) modes_of_row_[Index(modes.row)] = &modes;
  }

  void Add() {
    for (const DifferentiatedModes& modes : differentiated_) {
      if (!modes.is_alike) HideConstraints(modes);
    }
    for (const std::vector<int32_t>& rows : DisturbedSets()) AddJumps(rows);
  }

 private:
  static size_t Index(int32_t i) { return static_cast<size_t>(i); }
  const ModeEquation& Modes(int32_t row) const { return *structure_.modes_of_row[Index(row)]; }
  const Origin& OriginOf(int32_t row) const {
    return dae_.equations[structure_.equation_of_row[Index(row)].index()].origin;
  }
  ExprId Zero() { return pool_.Real(0); }

  /// F^(k) = 0, k < c, in the branches that are differentiated more than k times.
  void HideConstraints(const DifferentiatedModes& modes) {
    const ModeEquation& equation = Modes(modes.row);
    for (int32_t k = 0; k < structure_.HighestOffset(modes.row); ++k) {
      std::vector<ExprId> residuals;
      std::vector<ExprId> is_active;
      for (size_t b = 0; b < equation.branches.size(); ++b) {
        const bool is_hidden = k < structure_.OffsetOf(modes.row, static_cast<int32_t>(b));
        residuals.push_back(is_hidden ? modes.residuals[b][Index(k)] : Zero());
        is_active.push_back(pool_.Boolean(is_hidden));
      }
      dae_.hidden_constraints.push_back(
          {Combine(pool_, equation, residuals), Combine(pool_, equation, is_active), OriginOf(modes.row)});
    }
  }

  /// Sets of rows that determine jumps together: the mode equations that are differentiated and all that is solved
  /// after them, less what no state depends on.
  std::vector<std::vector<int32_t>> DisturbedSets() {
    const size_t n = structure_.equation_of_row.size();
    graph::BipartiteGraph graph(static_cast<int32_t>(n));
    std::vector<std::vector<int32_t>> rows_of_column(n);
    for (size_t row = 0; row < n; ++row) {
      std::vector<int32_t> columns;
      const std::vector<graph::SignatureRow>& branches = structure_.system.branches[row];
      for (size_t b = 0; b < branches.size(); ++b) {
        for (const graph::Signature& entry : branches[b]) {
          if (!structure_.IsTight(static_cast<int32_t>(row), static_cast<int32_t>(b), entry)) continue;
          columns.push_back(entry.column);
        }
      }
      std::ranges::sort(columns);
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      for (const int32_t column : columns) rows_of_column[Index(column)].push_back(static_cast<int32_t>(row));
      graph.AddRow(columns);
    }
    matching_ = graph::MaximumMatching(graph);
    const graph::Matching& matching = matching_;
    std::vector<char> is_disturbed(n, 0);
    std::vector<int32_t> queue;
    const auto disturb = [&](int32_t row) {
      if (std::exchange(is_disturbed[Index(row)], char{1}) == 0) queue.push_back(row);
    };
    for (const DifferentiatedModes& modes : differentiated_) disturb(modes.row);
    for (size_t next = 0; next < queue.size(); ++next) {
      const int32_t column = matching.column_of_row[Index(queue[next])];
      if (column < 0) continue;
      for (const int32_t row : rows_of_column[Index(column)]) disturb(row);
    }
    DropIllDefined(matching, rows_of_column, is_disturbed);
    DropOutputs(matching, rows_of_column, is_disturbed);
    return Connected(graph, matching, is_disturbed);
  }

  /// A work that an impulse does, `der(work) = f*v`, depends on how v passes from one side of its jump to the other, of
  /// which equations say nothing. What no constraint depends on gets none.
  void DropIllDefined(const graph::Matching& matching, const std::vector<std::vector<int32_t>>& rows_of_column,
                      std::vector<char>& is_disturbed) {
    const size_t n = is_disturbed.size();
    std::set<VariableId> jumping;
    std::vector<std::vector<size_t>> sources(n);  // by row: disturbed rows of which it reads the column
    for (size_t row = 0; row < n; ++row) {
      const int32_t column = matching.column_of_row[row];
      if (is_disturbed[row] == 0 || column < 0) continue;
      const int32_t order = structure_.offsets.of_column[Index(column)];
      if (order > 0) jumping.insert(DerivativeOf(column, order - 1));
      for (const int32_t other : rows_of_column[Index(column)]) sources[Index(other)].push_back(row);
    }
    std::vector<char> is_needed(n, 0);
    std::vector<size_t> queue;
    for (const DifferentiatedModes& modes : differentiated_) queue.push_back(Index(modes.row));
    while (!queue.empty()) {
      const size_t row = queue.back();
      queue.pop_back();
      if (std::exchange(is_needed[row], char{1}) != 0) continue;
      queue.insert(queue.end(), sources[row].begin(), sources[row].end());
    }
    for (size_t row = 0; row < n; ++row) {
      if (is_disturbed[row] == 0 || is_needed[row] != 0) continue;
      if (IsIllDefined(static_cast<int32_t>(row), jumping)) is_disturbed[row] = 0;
    }
  }

  /// True if the coefficient of an impulse or jump reads a variable that jumps.
  bool IsIllDefined(int32_t row, const std::set<VariableId>& jumping) {
    const std::vector<graph::SignatureRow>& branches = structure_.system.branches[Index(row)];
    for (size_t b = 0; b < branches.size(); ++b) {
      std::vector<VariableId> highest;
      for (const graph::Signature& entry : branches[b]) {
        if (structure_.IsTight(row, static_cast<int32_t>(b), entry))
          highest.push_back(DerivativeOf(entry.column, entry.order));
      }
      for (const ExprId coefficient : symbolic::Gradient(pool_, ResidualOf(row, static_cast<int32_t>(b)), highest)) {
        for (const VariableId v : symbolic::Variables(pool_, coefficient)) {
          if (jumping.contains(v)) return true;
        }
      }
    }
    return false;
  }

  ExprId ResidualOf(int32_t row, int32_t branch) {
    if (structure_.modes_of_row[Index(row)] != nullptr) return Modes(row).branches[Index(branch)].residual;
    const ir::DaeEquation& equation = dae_.equations[structure_.equation_of_row[Index(row)].index()];
    return symbolic::Sub(pool_, equation.left, equation.right);
  }

  /// Columns of which a relation reads an algebraic variable.
  std::vector<char> Deciding() const {
    std::vector<char> decides(structure_.variable_of_column.size(), 0);
    std::set<VariableId> read;
    for (const ir::Relation& relation : dae_.relations) {
      for (const ExprId side : {relation.left, relation.right}) {
        for (const VariableId v : symbolic::Variables(pool_, side)) read.insert(v);
      }
    }
    for (size_t column = 0; column < decides.size(); ++column) {
      decides[column] = read.contains(structure_.variable_of_column[column]) ? 1 : 0;
    }
    return decides;
  }

  /// Algebraic variables that neither another disturbed row nor a relation reads need no impulse.
  void DropOutputs(const graph::Matching& matching, const std::vector<std::vector<int32_t>>& rows_of_column,
                   std::vector<char>& is_disturbed) {
    const std::vector<char> decides = Deciding();
    for (bool is_done = false; !is_done;) {
      is_done = true;
      for (size_t row = 0; row < is_disturbed.size(); ++row) {
        const int32_t column = matching.column_of_row[row];
        if (is_disturbed[row] == 0 || column < 0 || modes_of_row_[row] != nullptr) continue;
        if (structure_.offsets.of_column[Index(column)] > 0 || decides[Index(column)] != 0) continue;
        const bool is_read = std::ranges::any_of(rows_of_column[Index(column)], [&](int32_t other) {
          return other != static_cast<int32_t>(row) && is_disturbed[Index(other)] != 0;
        });
        if (is_read) continue;
        is_disturbed[row] = 0;
        is_done = false;
      }
    }
  }

  std::vector<std::vector<int32_t>> Connected(const graph::BipartiteGraph& graph, const graph::Matching& matching,
                                              const std::vector<char>& is_disturbed) {
    const size_t n = is_disturbed.size();
    std::vector<size_t> parent(n);
    std::iota(parent.begin(), parent.end(), size_t{0});
    const auto root = [&](size_t row) {
      while (parent[row] != row) row = parent[row] = parent[parent[row]];
      return row;
    };
    jumps_.assign(n, {});
    for (size_t row = 0; row < n; ++row) {
      if (is_disturbed[row] == 0) continue;
      for (const int32_t column : graph.Row(static_cast<int32_t>(row))) {
        const int32_t other = matching.row_of_column[Index(column)];
        if (other < 0 || is_disturbed[Index(other)] == 0) continue;
        parent[std::max(root(row), root(Index(other)))] = std::min(root(row), root(Index(other)));
      }
    }
    std::map<size_t, std::vector<int32_t>> members;
    for (size_t row = 0; row < n; ++row) {
      if (is_disturbed[row] == 0) continue;
      members[root(row)].push_back(static_cast<int32_t>(row));
    }
    std::vector<std::vector<int32_t>> sets;
    for (auto& [first, rows] : members) {
      const bool restarts =
          std::ranges::any_of(rows, [&](int32_t row) { return modes_of_row_[Index(row)] != nullptr; });
      if (restarts) sets.push_back(std::move(rows));
    }
    return sets;
  }

  void AddJumps(const std::vector<int32_t>& rows) {
    for (const int32_t row : rows) {
      const int32_t column = matching_.column_of_row[Index(row)];
      if (column >= 0) MakeJump(column);
    }
    for (const int32_t row : rows) {
      std::vector<ExprId> sums;
      for (size_t b = 0; b < structure_.system.branches[Index(row)].size(); ++b) {
        sums.push_back(JumpSum(row, static_cast<int32_t>(b)));
      }
      AddAtEvents(sums.size() == 1 ? sums.front() : Combine(pool_, Modes(row), sums), OriginOf(row));
    }
    AddImpulsesOfRelations();
    const ExprId changed = ChangeOf(rows);
    for (const int32_t row : rows) {
      if (modes_of_row_[Index(row)] != nullptr) RefusePositionJumps(*modes_of_row_[Index(row)], changed);
    }
  }

  /// 0 = right
  void AddAtEvents(ExprId right, const Origin& origin) {
    ir::DaeEquation equation;
    equation.left = Zero();
    equation.right = right;
    equation.holds_at_events_only = true;
    equation.origin = origin;
    equation.origin.derivation = "restart at a change of mode";
    dae_.equations.push_back(equation);
  }

  VariableId NewVariable(std::string name, const Origin& origin) {
    ir::DaeVariable variable;
    variable.name = std::move(name);
    variable.is_generated = variable.is_of_restart = true;
    variable.origin = origin;
    dae_.variables.push_back(std::move(variable));
    return VariableId(static_cast<int64_t>(dae_.variables.size()) - 1);
  }

  /// The jump of the highest derivative that is a state, or the impulse of an algebraic variable.
  void MakeJump(int32_t column) {
    const int32_t order = structure_.offsets.of_column[Index(column)];
    const VariableId of = DerivativeOf(column, std::max(order - 1, 0));
    const Origin origin = dae_.variables[of.index()].origin;
    const std::string name = dae_.variables[of.index()].name;
    const VariableId jump = NewVariable(fmt::format("{}({})", order > 0 ? "$jump" : "$impulse", name), origin);
    jumps_[Index(column)] = jump;
    if (HasDerivative(column, order)) jump_of_highest_[DerivativeOf(column, order)] = jump;
    if (order == 0) return dae_.impulses.push_back({of, jump});
    dae_.jumps.push_back({of, jump, origin});
    jumping_.insert(of);
  }

  /// For each relation that reads a highest derivative or an algebraic variable of the set: how an impulse moves it.
  void AddImpulsesOfRelations() {
    for (size_t i = 0; i < dae_.relations.size(); ++i) {
      const ir::Relation relation = dae_.relations[i];
      if (relation.kind != ir::Relation::Kind::kState || relation.impulse) continue;
      const ExprId gap = symbolic::Sub(pool_, relation.left, relation.right);
      std::vector<VariableId> read = symbolic::Variables(pool_, gap);
      std::erase_if(read, [this](VariableId v) { return !jump_of_highest_.contains(v); });
      if (read.empty()) continue;
      const std::vector<ExprId> gradient = symbolic::Gradient(pool_, gap, read);
      ExprId sum = Zero();
      for (size_t k = 0; k < read.size(); ++k) {
        sum =
            symbolic::Add(pool_, sum, symbolic::Mul(pool_, LeftLimit(gradient[k]), Leaf(jump_of_highest_.at(read[k]))));
      }
      const VariableId impulse = NewVariable(fmt::format("$impulse({})", relation.text), relation.origin);
      AddAtEvents(symbolic::Sub(pool_, sum, Leaf(impulse)), relation.origin);
      dae_.relations[i].impulse = impulse;
    }
  }

  /// With states that may jump as they were before.
  ExprId LeftLimit(ExprId e) {
    symbolic::Rewriter rewrite(pool_, [this](const ir::ExprNode& node) -> std::optional<ExprId> {
      if (node.op != ir::Op::kVariable || !jumping_.contains(VariableId(node.payload))) return std::nullopt;
      return pool_.Pre(VariableId(node.payload), ir::ScalarType::kReal);
    });
    return rewrite(e);
  }

  ExprId Leaf(VariableId v) { return pool_.Variable(v, dae_.variables[v.index()].type); }

  VariableId DerivativeOf(int32_t column, int32_t order) {
    VariableId v = structure_.variable_of_column[Index(column)];
    for (; order > 0; --order) v = ir::DerivativeOf(dae_, v);
    return v;
  }

  /// Whether the model has that derivative; index reduction makes others where it needs them.
  bool HasDerivative(int32_t column, int32_t order) const {
    VariableId v = structure_.variable_of_column[Index(column)];
    for (; order > 0 && v; --order) v = dae_.variables[v.index()].derivative;
    return static_cast<bool>(v);
  }

  /// True at an event that changes the branch of one of these rows.
  ExprId ChangeOf(const std::vector<int32_t>& rows) {
    ExprId changed = pool_.Boolean(false);
    for (const int32_t row : rows) {
      if (modes_of_row_[Index(row)] == nullptr) continue;
      const ModeEquation& equation = Modes(row);
      ir::DaeVariable mode;
      mode.name = fmt::format("$mode[{}]", ++mode_count_);
      mode.type = ir::ScalarType::kInteger;
      mode.variability = ir::Variability::kDiscrete;
      mode.is_generated = true;
      mode.origin = {OriginOf(row).span, "mode of this equation"};
      const VariableId v(static_cast<int64_t>(dae_.variables.size()));
      std::vector<ExprId> numbers;
      for (size_t b = 0; b < equation.branches.size(); ++b) numbers.push_back(pool_.Integer(static_cast<int64_t>(b)));
      ir::DaeEquation definition;
      definition.right = Combine(pool_, equation, numbers);
      definition.is_discrete = true;
      definition.origin = mode.origin;
      dae_.variables.push_back(std::move(mode));
      definition.left = Leaf(v);
      dae_.equations.push_back(definition);
      const ExprId differs = pool_.Binary(ir::Op::kNe, Leaf(v), pool_.Pre(v, ir::ScalarType::kInteger));
      changed = symbolic::Or(pool_, changed, differs);
    }
    return changed;
  }

  /// The jump equation of a row in a branch.
  ExprId JumpSum(int32_t row, int32_t branch) {
    const DifferentiatedModes* modes = modes_of_row_[Index(row)];
    const ExprId residual = ResidualOf(row, branch);
    std::vector<VariableId> highest;
    std::vector<VariableId> jumps;
    for (const graph::Signature& entry : structure_.system.branches[Index(row)][Index(branch)]) {
      if (!structure_.IsTight(row, branch, entry) || !jumps_[Index(entry.column)]) continue;
      highest.push_back(DerivativeOf(entry.column, entry.order));
      jumps.push_back(jumps_[Index(entry.column)]);
    }
    const std::vector<ExprId> gradient = symbolic::Gradient(pool_, residual, highest);
    ExprId sum = modes != nullptr ? LeftLimit(Violation(modes->residuals[Index(branch)])) : Zero();
    for (size_t k = 0; k < highest.size(); ++k) {
      sum = symbolic::Add(pool_, sum, symbolic::Mul(pool_, LeftLimit(gradient[k]), Leaf(jumps[k])));
    }
    return sum;
  }

  /// What a branch finds violated where it begins: F^(c-1), which states can jump to meet. Where even a derivative
  /// below does not hold, that: in the sense of its impulse the relations rule this branch out.
  ExprId Violation(const std::vector<ExprId>& residuals) {
    if (residuals.size() < 2) return Zero();
    ExprId violation = WithoutRounding(residuals[residuals.size() - 2]);
    for (size_t k = residuals.size() - 2; k-- > 0;) {
      violation = symbolic::If(pool_, Meets(residuals[k], residuals[k + 1]), violation, residuals[k]);
    }
    return violation;
  }

  /// A mode that begins where F^(k), k < c - 1, is not 0 would need an impulse of a higher order.
  void RefusePositionJumps(const DifferentiatedModes& modes, ExprId changed) {
    const ModeEquation& equation = Modes(modes.row);
    for (int32_t k = 0; k + 1 < structure_.HighestOffset(modes.row); ++k) {
      std::vector<ExprId> holds;
      for (size_t b = 0; b < equation.branches.size(); ++b) {
        const bool is_hidden = k + 1 < structure_.OffsetOf(modes.row, static_cast<int32_t>(b));
        holds.push_back(is_hidden ? LeftLimit(Meets(modes.residuals[b][Index(k)], modes.residuals[b][Index(k + 1)]))
                                  : pool_.Boolean(true));
      }
      ir::Assertion assertion;
      assertion.condition = symbolic::Or(pool_, symbolic::Not(pool_, changed), Combine(pool_, equation, holds));
      assertion.message = pool_.String(
          "this equation becomes active where it does not hold, and a position cannot jump: lead it there, or reinit "
          "it (PositionJump)");
      assertion.origin = OriginOf(modes.row);
      assertion.at_events = true;
      dae_.assertions.push_back(assertion);
    }
  }

  ExprId Magnitude(ExprId e) { return pool_.Unary(ir::Op::kAbs, e); }

  /// The terms of a sum, together.
  ExprId SizeOfTerms(ExprId sum) {
    ExprId size = Zero();
    std::vector<ExprId> terms{sum};
    while (!terms.empty()) {
      const ir::ExprNode node = pool_[terms.back()];
      const ExprId term = terms.back();
      terms.pop_back();
      if (node.op == ir::Op::kAdd || node.op == ir::Op::kSub || node.op == ir::Op::kNeg) {
        terms.insert(terms.end(), node.args.begin(), node.args.end());
      } else {
        size = symbolic::Add(pool_, size, Magnitude(term));
      }
    }
    return size;
  }

  ExprId IsWithin(ExprId residual, double part, ExprId size) {
    const ExprId bound = symbolic::Mul(pool_, pool_.Real(part), size);
    return pool_.Unary(ir::Op::kNoEvent, pool_.Binary(ir::Op::kLe, Magnitude(residual), bound));
  }

  /// |F| small against its terms, and against what the instant of the event leaves open.
  ExprId Meets(ExprId residual, ExprId rate) {
    const ExprId open = symbolic::Mul(pool_, Magnitude(rate), Magnitude(pool_.Time()));
    return IsWithin(residual, kPositionAccuracy, symbolic::Add(pool_, SizeOfTerms(residual), open));
  }

  /// Exactly 0 where the terms of a sum cancel.
  ExprId WithoutRounding(ExprId residual) {
    const ir::Op op = pool_[residual].op;
    if (op != ir::Op::kAdd && op != ir::Op::kSub) return residual;
    return symbolic::If(pool_, IsWithin(residual, kRounding, SizeOfTerms(residual)), Zero(), residual);
  }

  ir::Dae& dae_;
  ir::ExprPool& pool_;
  const ModeStructure& structure_;
  const std::vector<DifferentiatedModes>& differentiated_;
  std::vector<const DifferentiatedModes*> modes_of_row_;
  std::vector<VariableId> jumps_;  // by column: its jump or impulse
  std::map<VariableId, VariableId> jump_of_highest_;
  std::set<VariableId> jumping_;  // states
  graph::Matching matching_;      // of all branches together
  int mode_count_ = 0;
};

}  // namespace

void AddRestart(ir::Dae& dae, const ModeStructure& structure, const std::vector<DifferentiatedModes>& differentiated) {
  Restart(dae, structure, differentiated).Add();
}

}  // namespace stiction
