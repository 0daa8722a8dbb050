// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/modes/restart.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "compiler/modes/disturbed_rows.h"
#include "compiler/modes/violation.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/differentiate.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::VariableId;

class Restart {
 public:
  Restart(ir::Dae& dae, const ModeStructure& structure, const std::vector<DifferentiatedModes>& differentiated)
      : dae_(dae),
        pool_(*dae.pool),
        structure_(structure),
        differentiated_(differentiated),
        modes_of_row_(structure.equation_of_row.size(), nullptr),
        jumps_(structure.variable_of_column.size()) {
    for (const DifferentiatedModes& modes : differentiated) modes_of_row_[Index(modes.row)] = &modes;
  }

  void Add() {
    for (const DifferentiatedModes& modes : differentiated_) {
      if (!modes.is_alike) HideConstraints(modes);
    }
    std::vector<int32_t> changing;
    for (const DifferentiatedModes& modes : differentiated_) changing.push_back(modes.row);
    for (const DisturbedRows& set : FindDisturbedRows(dae_, structure_, changing)) AddJumps(set);
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
      Origin origin;
      for (size_t b = 0; b < equation.branches.size(); ++b) {
        const bool is_hidden = k < structure_.OffsetOf(modes.row, static_cast<int32_t>(b));
        if (is_hidden && !origin.span) origin = {equation.branches[b].span, OriginOf(modes.row).derivation};
        residuals.push_back(is_hidden ? modes.residuals[b][Index(k)] : Zero());
        is_active.push_back(pool_.Boolean(is_hidden));
      }
      dae_.hidden_constraints.push_back(
          {Combine(pool_, equation, residuals), Combine(pool_, equation, is_active), origin});
    }
  }

  void AddJumps(const DisturbedRows& set) {
    for (const int32_t column : set.columns) MakeJump(column);
    for (const int32_t row : set.rows) NoteDefinition(row);
    for (const int32_t row : set.rows) {
      std::vector<ExprId> sums;
      for (size_t b = 0; b < structure_.system.branches[Index(row)].size(); ++b) {
        sums.push_back(JumpSum(row, static_cast<int32_t>(b)));
      }
      AddAtEvents(sums.size() == 1 ? sums.front() : Combine(pool_, Modes(row), sums), OriginOf(row));
    }
    AddImpulsesOfRelations();
    const ExprId changed = ChangeOf(set.rows);
    for (const int32_t row : set.rows) {
      if (modes_of_row_[Index(row)] != nullptr) RefusePositionJumps(*modes_of_row_[Index(row)], changed);
      RefuseIllDefined(row, changed);
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
    const VariableId of = DerivativeOf(dae_, structure_, column, std::max(order - 1, 0));
    const Origin origin = dae_.variables[of.index()].origin;
    const std::string name = dae_.variables[of.index()].name;
    const VariableId jump = NewVariable(fmt::format("{}({})", order > 0 ? "$jump" : "$impulse", name), origin);
    jumps_[Index(column)] = jump;
    column_of_[of] = column;
    of_jump_[jump] = of;
    if (HasDerivative(column, order)) jump_of_highest_[DerivativeOf(dae_, structure_, column, order)] = jump;
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

  /// The jumps and impulses that an equation holds in a branch, and their coefficients.
  struct JumpTerms {
    std::vector<VariableId> jumps;
    std::vector<ExprId> coefficients;
  };

  JumpTerms TermsOf(int32_t row, int32_t branch) {
    JumpTerms terms;
    std::vector<VariableId> highest;
    for (const graph::Signature& entry : structure_.system.branches[Index(row)][Index(branch)]) {
      if (!structure_.IsTight(row, branch, entry) || !jumps_[Index(entry.column)]) continue;
      highest.push_back(DerivativeOf(dae_, structure_, entry.column, entry.order));
      terms.jumps.push_back(jumps_[Index(entry.column)]);
    }
    terms.coefficients = symbolic::Gradient(pool_, ResidualOf(dae_, structure_, row, branch), highest);
    return terms;
  }

  /// An equation `v = sum` says what v is computed from.
  void NoteDefinition(int32_t row) {
    if (structure_.system.branches[Index(row)].size() != 1) return;
    const ir::DaeEquation& equation = dae_.equations[structure_.equation_of_row[Index(row)].index()];
    for (const graph::Signature& entry : structure_.system.branches[Index(row)][0]) {
      if (!structure_.IsTight(row, 0, entry) || !jumps_[Index(entry.column)]) continue;
      const ExprId defined = Leaf(DerivativeOf(dae_, structure_, entry.column, entry.order));
      if (defined == equation.left || defined == equation.right) definitions_.emplace(entry.column, row);
    }
  }

  /// The size of the terms that a variable is computed from; of one that no equation defines, its own. A variable that
  /// is their difference has their rounding errors.
  ExprId SizeOf(VariableId v) {
    const auto column = column_of_.find(v);
    const auto definition = column == column_of_.end() ? definitions_.end() : definitions_.find(column->second);
    const ExprId own = pool_.Unary(ir::Op::kAbs, Leaf(v));
    if (definition == definitions_.end()) return own;
    // Definitions may lead back to it: until its size is known it counts with its own.
    const auto [known, is_new] = sizes_.try_emplace(v, own);
    if (!is_new) return known->second;
    const int32_t row = definition->second;
    ExprId size = Zero();
    const JumpTerms terms = TermsOf(row, 0);
    for (size_t k = 0; k < terms.jumps.size(); ++k) {
      const VariableId of = of_jump_.at(terms.jumps[k]);
      if (of == v) continue;
      const ExprId factor = pool_.Unary(ir::Op::kAbs, terms.coefficients[k]);
      size = symbolic::Add(pool_, size, symbolic::Mul(pool_, factor, SizeOf(of)));
    }
    return known->second = size == Zero() ? own : size;
  }

  ExprId ViolationOf(const DifferentiatedModes& modes, int32_t branch) {
    return Violation(pool_, modes.residuals[Index(branch)], [this](VariableId v) { return SizeOf(v); });
  }

  /// The jump equation of a row in a branch.
  ExprId JumpSum(int32_t row, int32_t branch) {
    const DifferentiatedModes* modes = modes_of_row_[Index(row)];
    ExprId sum = modes != nullptr ? LeftLimit(ViolationOf(*modes, branch)) : Zero();
    const JumpTerms terms = TermsOf(row, branch);
    for (size_t k = 0; k < terms.jumps.size(); ++k) {
      sum = symbolic::Add(pool_, sum, symbolic::Mul(pool_, LeftLimit(terms.coefficients[k]), Leaf(terms.jumps[k])));
    }
    return sum;
  }

  /// A mode that begins where F^(k), k < c - 1, is not 0 would need an impulse of a higher order.
  void RefusePositionJumps(const DifferentiatedModes& modes, ExprId changed) {
    const ModeEquation& equation = Modes(modes.row);
    for (size_t b = 0; b < equation.branches.size(); ++b) {
      const int32_t offset = structure_.OffsetOf(modes.row, static_cast<int32_t>(b));
      for (int32_t k = 0; k + 1 < offset; ++k) {
        const std::vector<ExprId>& residuals = modes.residuals[b];
        std::vector<ExprId> holds(equation.branches.size(), pool_.Boolean(true));
        holds[b] = LeftLimit(IsMet(pool_, residuals[Index(k)], residuals[Index(k + 1)]));
        ir::Assertion assertion;
        assertion.condition = symbolic::Or(pool_, symbolic::Not(pool_, changed), Combine(pool_, equation, holds));
        const ExprId by = pool_.Unary(ir::Op::kToString, LeftLimit(residuals[Index(k)]));
        assertion.message = pool_.Binary(
            ir::Op::kConcat,
            pool_.String(k == 0 ? "this equation begins to hold, and positions do not jump: its sides differ by "
                                : "this equation begins to hold, and of its derivatives only the highest jumps: the "
                                  "sides of one below differ by "),
            by);
        assertion.rule = ir::Assertion::Rule::kPositionJump;
        assertion.origin = {equation.branches[b].span, {}};
        assertion.at_events = true;
        dae_.assertions.push_back(assertion);
      }
    }
  }

  /// A balance holds across the instant with the coefficients of its left limit. Where these change by the jump, the
  /// balance depends on how the jump is passed through, which no equation says.
  void RefuseIllDefined(int32_t row, ExprId changed) {
    std::vector<ExprId> is_defined;
    std::set<VariableId> passed;
    for (size_t b = 0; b < structure_.system.branches[Index(row)].size(); ++b) {
      const auto branch = static_cast<int32_t>(b);
      const bool is_balance = structure_.OffsetOf(row, branch) == 0;
      is_defined.push_back(is_balance ? IsDefined(row, branch, passed) : pool_.Boolean(true));
    }
    if (passed.empty()) return;
    ir::Assertion assertion;
    assertion.condition =
        symbolic::Or(pool_, symbolic::Not(pool_, changed),
                     is_defined.size() == 1 ? is_defined.front() : Combine(pool_, Modes(row), is_defined));
    std::string names;
    for (const VariableId v : passed) names += (names.empty() ? "" : ", ") + dae_.variables[v.index()].name;
    assertion.message = pool_.String(
        fmt::format("this equation must hold across a jump of {0}, and multiplies a jump or an impulse by {0}: "
                    "the product depends on how {0} passes through its jump, which no equation says",
                    names));
    assertion.rule = ir::Assertion::Rule::kImpulseIllDefined;
    assertion.origin = OriginOf(row);
    assertion.at_events = true;
    dae_.assertions.push_back(assertion);
  }

  /// True if the coefficients of the jumps and impulses are the same on both sides, as far as that matters to their
  /// sum. @param passed gets the states that these coefficients read and that may jump
  ExprId IsDefined(int32_t row, int32_t branch, std::set<VariableId>& passed) {
    ExprId difference = Zero(), size = Zero();
    bool reads_jumping = false;
    const JumpTerms terms = TermsOf(row, branch);
    for (size_t k = 0; k < terms.jumps.size(); ++k) {
      const ExprId left = symbolic::Mul(pool_, LeftLimit(terms.coefficients[k]), Leaf(terms.jumps[k]));
      const ExprId right = symbolic::Mul(pool_, terms.coefficients[k], Leaf(terms.jumps[k]));
      size = symbolic::Add(pool_, size, pool_.Unary(ir::Op::kAbs, left));
      for (const VariableId v : symbolic::Variables(pool_, terms.coefficients[k])) {
        if (!jumping_.contains(v)) continue;
        passed.insert(v);
        reads_jumping = true;
      }
      if (left != right) {
        difference = symbolic::Add(pool_, difference, pool_.Unary(ir::Op::kAbs, symbolic::Sub(pool_, right, left)));
      }
    }
    if (!reads_jumping) return pool_.Boolean(true);
    constexpr double kSame = 1e-6;
    const ExprId bound = symbolic::Mul(pool_, pool_.Real(kSame), size);
    return pool_.Unary(ir::Op::kNoEvent, pool_.Binary(ir::Op::kLe, difference, bound));
  }

  ir::Dae& dae_;
  ir::ExprPool& pool_;
  const ModeStructure& structure_;
  const std::vector<DifferentiatedModes>& differentiated_;
  std::vector<const DifferentiatedModes*> modes_of_row_;
  std::vector<VariableId> jumps_;             // by column: its jump or impulse
  std::map<VariableId, int32_t> column_of_;   // by what jumps
  std::map<VariableId, VariableId> of_jump_;  // what jumps, or has an impulse
  std::map<int32_t, int32_t> definitions_;    // by column: the row `v = sum`
  std::map<VariableId, ExprId> sizes_;        // of the terms that it is computed from
  std::map<VariableId, VariableId> jump_of_highest_;
  std::set<VariableId> jumping_;  // states
  int mode_count_ = 0;
};

}  // namespace

void AddRestart(ir::Dae& dae, const ModeStructure& structure, const std::vector<DifferentiatedModes>& differentiated) {
  Restart(dae, structure, differentiated).Add();
}

}  // namespace stiction
