// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/select_states.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <tuple>

#include "compiler/causalize/occurrences.h"
#include "compiler/symbolic/differentiate.h"
#include "compiler/symbolic/evaluate.h"

namespace stiction {
namespace {

/// The certainty that a coefficient does not vanish.
enum class Coefficient { kConstant, kParameter, kVarying };

struct Entry {
  int32_t row;
  double value;
  Coefficient sureness;
};

struct Column {
  ir::VariableId derivative;  // the candidate for a dummy derivative
  std::vector<Entry> entries;
};

/// A number in [1, 2) for a seed (the finaliser of splitmix64, Steele et al. 2014, doi 10.1145/2714064.2660195).
double GenericNumber(uint64_t seed) {
  uint64_t z = (seed + 1) * 0x9E3779B97F4A7C15ull;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  z ^= z >> 31;
  return 1.0 + static_cast<double>(z >> 11) * 0x1p-53;
}

double GenericValue(const ir::Dae& dae, ir::ExprId coefficient) {
  const ir::ExprNode& node = (*dae.pool)[coefficient];
  if (ir::IsLiteral(node.op)) return node.number;
  const std::optional<double> value = symbolic::Evaluate(
      *dae.pool, dae.functions, coefficient,
      [](ir::VariableId v) -> std::optional<double> { return GenericNumber(static_cast<uint64_t>(v.value)); });
  if (value && std::isfinite(*value)) return *value;
  return GenericNumber(static_cast<uint64_t>(coefficient.value) << 32);
}

Coefficient Classify(const ir::Dae& dae, const ir::VariableKinds& kinds, ir::ExprId coefficient) {
  if (ir::IsLiteral((*dae.pool)[coefficient].op)) return Coefficient::kConstant;
  const Occurrences found = FindOccurrences(*dae.pool, coefficient);
  const bool varies = found.reads_time || !found.pre.empty() || !found.relations.empty() || !found.held.empty() ||
                      std::any_of(found.variables.begin(), found.variables.end(),
                                  [&kinds](ir::VariableId v) { return !kinds.IsParameter(v); });
  return varies ? Coefficient::kVarying : Coefficient::kParameter;
}

/// Linearly independent columns by left-looking elimination with sparse columns. Each number is followed by how surely
/// it is what it is: a pivot that came from constants only does not vanish, whatever the parameters and the motion.
class IndependentColumns {
 public:
  explicit IndependentColumns(size_t row_count) : pivot_of_row_(row_count, -1) {}

  /// The remainder of a column after elimination with the columns taken, and its pivot.
  struct Reduced {
    std::map<int32_t, Entry> column;
    int32_t row = -1;  // of the surest pivot, among equals the largest, then the lowest; -1: the column is dependent
    double scale = 0;
    Coefficient sureness() const { return column.at(row).sureness; }
  };

  Reduced Reduce(const std::vector<Entry>& entries) const {
    Reduced reduced;
    std::map<int32_t, Entry>& column = reduced.column;
    std::priority_queue<int32_t, std::vector<int32_t>, std::greater<>> pending;  // pivots to eliminate with
    for (const Entry& entry : entries) {
      column.emplace(entry.row, entry);
      reduced.scale = std::max(reduced.scale, std::abs(entry.value));
      if (const int32_t p = pivot_of_row_[static_cast<size_t>(entry.row)]; p >= 0) pending.push(p);
    }
    while (!pending.empty()) {
      const int32_t p = pending.top();
      while (!pending.empty() && pending.top() == p) pending.pop();
      const Pivot& pivot = pivots_[static_cast<size_t>(p)];
      const auto at = column.find(pivot.row);
      if (at == column.end()) continue;
      const Entry factor = at->second;  // pivots are scaled to 1
      for (const Entry& entry : pivot.column) {
        Entry& target = column.try_emplace(entry.row, Entry{entry.row, 0, Coefficient::kConstant}).first->second;
        target.value -= factor.value * entry.value;
        target.sureness = std::max({target.sureness, factor.sureness, entry.sureness});
        reduced.scale = std::max(reduced.scale, std::abs(factor.value * entry.value));
        if (const int32_t q = pivot_of_row_[static_cast<size_t>(entry.row)]; q > p) pending.push(q);
      }
      column.erase(pivot.row);
    }
    std::erase_if(column, [&](const auto& item) { return std::abs(item.second.value) <= kTolerance * reduced.scale; });
    for (const auto& [row, entry] : column) {
      if (pivot_of_row_[static_cast<size_t>(row)] >= 0) continue;
      if (reduced.row < 0 || entry.sureness < reduced.sureness() ||
          (entry.sureness == reduced.sureness() && std::abs(entry.value) > std::abs(column.at(reduced.row).value))) {
        reduced.row = row;
      }
    }
    return reduced;
  }

  /// @pre reduced.row >= 0, and nothing was taken since it was reduced
  void Take(const Reduced& reduced) {
    Pivot pivot{reduced.row, {}};
    const Entry diagonal = reduced.column.at(reduced.row);
    for (const auto& [row, entry] : reduced.column) {
      const Coefficient sureness =
          row == reduced.row ? Coefficient::kConstant : std::max(entry.sureness, diagonal.sureness);
      pivot.column.push_back({row, entry.value / diagonal.value, sureness});
    }
    pivot_of_row_[static_cast<size_t>(reduced.row)] = static_cast<int32_t>(pivots_.size());
    pivots_.push_back(std::move(pivot));
  }

  size_t rank() const { return pivots_.size(); }
  bool HasPivot(size_t row) const { return pivot_of_row_[row] >= 0; }

 private:
  static constexpr double kTolerance = 1e-10;
  struct Pivot {
    int32_t row;
    std::vector<Entry> column;  // 1 at `row`, 0 at the rows of earlier pivots
  };
  std::vector<int32_t> pivot_of_row_;
  std::vector<Pivot> pivots_;
};

class Selector {
 public:
  Selector(ir::Dae& dae, ModelOccurrences& occurrences, const std::vector<char>& is_fixed, Diagnostics& diagnostics)
      : dae_(dae),
        occurrences_(occurrences),
        kinds_(occurrences.kinds()),
        is_fixed_(is_fixed),
        diagnostics_(diagnostics),
        is_dummy_(dae.variables.size(), 0) {}

  StateSelection Run() {
    SelectDummies();
    StateSelection result;
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      if (is_dummy_[i]) result.dummies.push_back(v);
      if (!kinds_.IsContinuous(v)) continue;
      const ir::DaeVariable& variable = dae_.variables[i];
      if (!variable.derivative) continue;
      const bool is_state = !is_dummy_[variable.derivative.index()];
      if (is_state) {
        result.states.push_back(v);
        result.derivatives.push_back(variable.derivative);
      }
      WarnIfIgnored(variable, is_state);
    }
    return result;
  }

 private:
  void SelectDummies() {
    std::vector<char> is_differentiated(dae_.equations.size(), 0);
    for (const ir::DaeEquation& equation : dae_.equations) {
      if (equation.derivative_of) is_differentiated[equation.derivative_of.index()] = 1;
    }
    std::vector<ir::EquationId> rows;
    for (size_t i = 0; i < dae_.equations.size(); ++i) {
      if (dae_.equations[i].derivative_of && !is_differentiated[i]) rows.emplace_back(static_cast<int64_t>(i));
    }
    std::vector<ir::VariableId> candidates;
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      if (kinds_.IsContinuous(v) && dae_.variables[i].integral && !dae_.variables[i].derivative) {
        candidates.push_back(v);
      }
    }
    while (!rows.empty()) {
      const std::vector<ir::VariableId> chosen = SelectLevel(rows, candidates);
      if (chosen.size() < rows.size()) return;
      candidates.clear();
      for (const ir::VariableId dummy : chosen) {
        is_dummy_[dummy.index()] = 1;
        const ir::VariableId lower = dae_.variables[dummy.index()].integral;
        if (dae_.variables[lower.index()].integral) candidates.push_back(lower);
      }
      std::sort(candidates.begin(), candidates.end());
      std::vector<ir::EquationId> next;
      for (const ir::EquationId row : rows) {
        const ir::EquationId predecessor = dae_.equations[row.index()].derivative_of;
        if (dae_.equations[predecessor.index()].derivative_of) next.push_back(predecessor);
      }
      rows = std::move(next);
    }
  }

  // The candidates that the rows determine, as many as rows unless the rows depend on each other.
  std::vector<ir::VariableId> SelectLevel(const std::vector<ir::EquationId>& rows,
                                          const std::vector<ir::VariableId>& candidates) {
    std::vector<int32_t> column_of_variable(dae_.variables.size(), -1);
    std::vector<Column> columns;
    for (const ir::VariableId v : candidates) {
      column_of_variable[v.index()] = static_cast<int32_t>(columns.size());
      columns.push_back({v, {}});
    }
    std::vector<ir::VariableId> variables;
    for (size_t row = 0; row < rows.size(); ++row) {
      const ir::DaeEquation& equation = dae_.equations[rows[row].index()];
      occurrences_.ContinuousUnknowns(rows[row], variables);
      std::erase_if(variables, [&](ir::VariableId v) { return column_of_variable[v.index()] < 0; });
      if (variables.empty()) continue;
      const ir::ExprId residual = dae_.pool->Binary(ir::Op::kSub, equation.left, equation.right);
      const std::vector<ir::ExprId> gradient = symbolic::Gradient(*dae_.pool, residual, variables);
      for (size_t k = 0; k < variables.size(); ++k) {
        Column& column = columns[static_cast<size_t>(column_of_variable[variables[k].index()])];
        const double value = GenericValue(dae_, gradient[k]);
        if (value == 0) continue;
        column.entries.push_back({static_cast<int32_t>(row), value, Classify(dae_, kinds_, gradient[k])});
      }
    }
    // The least wanted state first. A pivot may turn out less sure than thought: then its column queues again.
    IndependentColumns independent(rows.size());
    std::vector<ir::VariableId> chosen;
    using Candidate = std::pair<Wanted, size_t>;
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> queue;
    for (size_t c = 0; c < columns.size(); ++c) queue.emplace(WantedAsState(columns[c], Coefficient::kConstant), c);
    while (independent.rank() < rows.size() && !queue.empty()) {
      const auto [wanted, c] = queue.top();
      queue.pop();
      const IndependentColumns::Reduced reduced = independent.Reduce(columns[c].entries);
      if (reduced.row < 0) continue;
      const Wanted now = WantedAsState(columns[c], reduced.sureness());
      if (now > wanted) {
        queue.emplace(now, c);
        continue;
      }
      independent.Take(reduced);
      chosen.push_back(columns[c].derivative);
    }
    if (chosen.size() < rows.size()) ReportDependent(rows, independent);
    return chosen;
  }

  using Wanted = std::tuple<int, int, int, int, int, int, int32_t>;
  Wanted WantedAsState(const Column& column, Coefficient sureness) const {
    const ir::VariableId v = dae_.variables[column.derivative.index()].integral;
    const ir::DaeVariable& variable = dae_.variables[v.index()];
    return {static_cast<int>(variable.attributes.state_select),
            sureness == Coefficient::kVarying,
            v.index() < is_fixed_.size() && is_fixed_[v.index()],
            static_cast<bool>(variable.attributes.start),
            sureness == Coefficient::kParameter,
            !variable.is_generated && !variable.integral,
            -v.value};
  }

  void ReportDependent(const std::vector<ir::EquationId>& rows, const IndependentColumns& independent) {
    Diagnostic* report = nullptr;
    for (size_t row = 0; row < rows.size(); ++row) {
      if (independent.HasPivot(row)) continue;
      report = &diagnostics_.Error(DiagnosticKind::ConstraintsDependent, dae_.equations[rows[row].index()].origin.span,
                                   "constraint between states follows from other constraints, or contradicts them");
      report->hint =
          "remove the redundant constraint, or replace a rigid connection in the closed loop by an elastic one";
    }
  }

  void WarnIfIgnored(const ir::DaeVariable& variable, bool is_state) {
    const ir::StateSelect wish = variable.attributes.state_select;
    if (wish == ir::StateSelect::kAlways && !is_state) {
      diagnostics_
          .Warning(DiagnosticKind::StateSelectIgnored, variable.origin.span,
                   fmt::format("`{}` has StateSelect.always but is no state: constraints determine it from others",
                               variable.name))
          .hint = "use StateSelect.prefer, or StateSelect.avoid for the variables chosen instead";
    }
    if (wish == ir::StateSelect::kNever && is_state) {
      diagnostics_
          .Warning(
              DiagnosticKind::StateSelectIgnored, variable.origin.span,
              fmt::format("`{}` has StateSelect.never but no constraint determines it: it is a state", variable.name))
          .hint = "use StateSelect.avoid, or add the constraint that determines it from the states";
    }
  }

  ir::Dae& dae_;
  ModelOccurrences& occurrences_;
  const ir::VariableKinds& kinds_;
  const std::vector<char>& is_fixed_;
  Diagnostics& diagnostics_;
  std::vector<char> is_dummy_;  // by variable
};

}  // namespace

StateSelection SelectStates(ir::Dae& dae, ModelOccurrences& occurrences, const std::vector<char>& is_fixed,
                            Diagnostics& diagnostics) {
  return Selector(dae, occurrences, is_fixed, diagnostics).Run();
}

}  // namespace stiction
