// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/combine_equations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/causalize/coefficients.h"
#include "compiler/symbolic/build.h"
#include "compiler/symbolic/differentiate.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

constexpr double kRounding = 1e-12;  // of the largest term that was added

class Combiner {
 public:
  Combiner(ir::Dae& dae, ModelOccurrences& occurrences)
      : dae_(dae),
        pool_(*dae.pool),
        occurrences_(occurrences),
        kinds_(occurrences.kinds()),
        coefficients_(dae, kinds_) {}

  void Run() {
    FindRows();
    LeaveOutLoneUnknowns();
    FindCoefficients();
    LeaveOutLoneUnknowns();
    Eliminate();
  }

 private:
  using Sparse = std::map<int32_t, double>;
  struct Row {
    ir::EquationId equation;
    Sparse entries;      // of algebraic unknowns, by id
    Sparse combination;  // factors, by row
    bool is_open = true;
    std::vector<size_t> read = {};  // open values in its coefficients
  };

  bool IsAlgebraic(ir::VariableId v) const { return kinds_.IsContinuous(v) && !dae_.variables[v.index()].derivative; }

  // At first of what occurs; coefficients are for the few that may be combined.
  void FindRows() {
    std::vector<ir::VariableId> variables;
    for (size_t i = 0; i < dae_.equations.size(); ++i) {
      const ir::DaeEquation& equation = dae_.equations[i];
      if (equation.is_discrete || equation.holds_at_events_only || equation.path_left) continue;
      Row row{ir::EquationId(static_cast<int64_t>(i)), {}, {}, true};
      occurrences_.ContinuousUnknowns(row.equation, variables);
      for (const ir::VariableId v : variables) {
        if (IsAlgebraic(v)) row.entries[v.value] = 1;
      }
      if (!row.entries.empty()) rows_.push_back(std::move(row));
    }
  }

  // Of rows whose coefficients are all constant.
  void FindCoefficients() {
    for (Row& row : rows_) {
      std::vector<ir::VariableId> variables;
      for (const auto& [v, value] : row.entries) variables.emplace_back(v);
      const ir::DaeEquation& equation = dae_.equations[row.equation.index()];
      const ir::ExprId residual = pool_.Binary(ir::Op::kSub, equation.left, equation.right);
      const std::vector<ir::ExprId> gradient = symbolic::Gradient(pool_, residual, variables);
      row.entries.clear();
      ir::ReadsSince reads(dae_.open);
      for (size_t k = 0; row.is_open && k < variables.size(); ++k) {
        const Coefficient coefficient = coefficients_.Of(gradient[k]);
        row.is_open = coefficient.sureness != Sureness::kVarying;
        if (coefficient.value != 0) row.entries[variables[k].value] = coefficient.value;
      }
      row.read = reads.Undo();
    }
    std::erase_if(rows_, [](const Row& row) { return !row.is_open || row.entries.empty(); });
  }

  // An equation with an unknown that no other row has is part of no combination; then others may be so.
  void LeaveOutLoneUnknowns() {
    std::unordered_map<int32_t, std::vector<size_t>> rows_of;
    std::unordered_map<int32_t, size_t> count;
    for (size_t r = 0; r < rows_.size(); ++r) {
      for (const auto& [v, value] : rows_[r].entries) {
        rows_of[v].push_back(r);
        ++count[v];
      }
    }
    std::vector<int32_t> lone;
    for (const auto& [v, n] : count) {
      if (n == 1) lone.push_back(v);
    }
    while (!lone.empty()) {
      const int32_t v = lone.back();
      lone.pop_back();
      for (const size_t r : rows_of[v]) {
        if (!std::exchange(rows_[r].is_open, false)) continue;
        for (const auto& [other, value] : rows_[r].entries) {
          if (--count[other] == 1) lone.push_back(other);
        }
      }
    }
    std::erase_if(rows_, [](const Row& row) { return !row.is_open; });
    std::ranges::stable_sort(rows_, {}, [](const Row& row) { return row.entries.size(); });
  }

  void Eliminate() {
    std::unordered_map<int32_t, size_t> pivot_row;  // by unknown
    for (size_t r = 0; r < rows_.size(); ++r) {
      Row& row = rows_[r];
      row.combination[static_cast<int32_t>(r)] = 1;
      while (true) {
        const auto next =
            std::ranges::find_if(row.entries, [&](const auto& entry) { return pivot_row.contains(entry.first); });
        if (next == row.entries.end()) break;
        const Row& pivot = rows_[pivot_row.at(next->first)];
        const double factor = -next->second / pivot.entries.at(next->first);
        const int32_t column = next->first;
        Add(pivot.entries, factor, row.entries);
        Add(pivot.combination, factor, row.combination);
        row.entries.erase(column);
      }
      if (row.entries.empty()) {
        Replace(row);
      } else {
        const auto largest =
            std::ranges::max_element(row.entries, {}, [](const auto& entry) { return std::abs(entry.second); });
        pivot_row[largest->first] = r;
      }
    }
  }

  static void Add(const Sparse& from, double factor, Sparse& to) {
    for (const auto& [key, value] : from) {
      double& target = to[key];
      const double term = factor * value, scale = std::max(std::abs(target), std::abs(term));
      target += term;
      if (std::abs(target) <= kRounding * scale) to.erase(key);
    }
  }

  // The rest of an equation is it with all algebraic unknowns 0.
  void Replace(const Row& row) {
    ir::ExprId sum = pool_.Real(0);
    std::vector<ir::VariableId> variables;
    for (const auto& [r, factor] : row.combination) {
      const Row& part = rows_[static_cast<size_t>(r)];
      for (const size_t i : part.read) dae_.open->values[i].is_read = true;
      const ir::DaeEquation& equation = dae_.equations[part.equation.index()];
      occurrences_.ContinuousUnknowns(part.equation, variables);
      std::unordered_map<ir::VariableId, ir::ExprId> zeros;
      for (const ir::VariableId v : variables) {
        if (IsAlgebraic(v)) zeros.emplace(v, pool_.Real(0));
      }
      const ir::ExprId rest = symbolic::Simplify(
          pool_, symbolic::Substitute(pool_, symbolic::Sub(pool_, equation.left, equation.right), zeros));
      sum = symbolic::Add(pool_, sum, symbolic::Mul(pool_, pool_.Real(factor), rest));
    }
    occurrences_.ContinuousUnknowns(pool_.Real(0), sum, variables);
    std::erase_if(variables, [&](ir::VariableId v) { return Cancels(sum, v); });
    if (variables.empty()) return;
    ir::DaeEquation& equation = dae_.equations[row.equation.index()];
    equation.left = pool_.Real(0);
    equation.right = sum;
    equation.origin.derivation = fmt::format("combination of {} equations", row.combination.size());
    equation.branch_spans.reset();
  }

  bool Cancels(ir::ExprId sum, ir::VariableId v) {
    return coefficients_.Of(symbolic::Gradient(pool_, sum, {v}).front()).value == 0;
  }

  ir::Dae& dae_;
  ir::ExprPool& pool_;
  ModelOccurrences& occurrences_;
  const ir::VariableKinds& kinds_;
  Coefficients coefficients_;
  std::vector<Row> rows_;
};

}  // namespace

void CombineEquations(ir::Dae& dae, ModelOccurrences& occurrences) { Combiner(dae, occurrences).Run(); }

}  // namespace stiction
