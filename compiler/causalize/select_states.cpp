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

/// How surely a column's coefficient does not vanish.
enum class Coefficient { kConstant, kParameter, kVarying };

struct Entry {
  int32_t row;
  double value;
};

struct Column {
  ir::VariableId derivative;  // the candidate for a dummy derivative
  std::vector<Entry> entries;
  Coefficient best = Coefficient::kVarying;
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

Coefficient Classify(const ir::Dae& dae, ir::ExprId coefficient) {
  if (ir::IsLiteral((*dae.pool)[coefficient].op)) return Coefficient::kConstant;
  const Occurrences found = FindOccurrences(*dae.pool, {coefficient});
  const bool varies = !found.relations.empty() || !found.held.empty() ||
                      std::any_of(found.variables.begin(), found.variables.end(),
                                  [&dae](ir::VariableId v) { return !IsParameter(dae.variables[v.index()]); });
  return varies ? Coefficient::kVarying : Coefficient::kParameter;
}

/// Picks linearly independent columns greedily, in the order offered (left-looking elimination with sparse columns).
class IndependentColumns {
 public:
  explicit IndependentColumns(size_t row_count) : pivot_of_row_(row_count, -1) {}

  /// @returns whether the column is independent of those taken; then it is taken
  bool Take(const std::vector<Entry>& entries) {
    std::map<int32_t, double> column;
    std::priority_queue<int32_t, std::vector<int32_t>, std::greater<>> pending;  // pivots to eliminate with
    double scale = 0;
    for (const Entry& entry : entries) {
      if (entry.value == 0) continue;
      column[entry.row] += entry.value;
      scale = std::max(scale, std::abs(entry.value));
      if (const int32_t p = pivot_of_row_[static_cast<size_t>(entry.row)]; p >= 0) pending.push(p);
    }
    while (!pending.empty()) {
      const int32_t p = pending.top();
      while (!pending.empty() && pending.top() == p) pending.pop();
      const Pivot& pivot = pivots_[static_cast<size_t>(p)];
      const auto at = column.find(pivot.row);
      if (at == column.end()) continue;
      const double factor = at->second;  // pivots are scaled to 1
      for (const Entry& entry : pivot.column) {
        column[entry.row] -= factor * entry.value;
        scale = std::max(scale, std::abs(factor * entry.value));
        if (const int32_t q = pivot_of_row_[static_cast<size_t>(entry.row)]; q > p) pending.push(q);
      }
      column.erase(pivot.row);
    }
    int32_t row = -1;
    double largest = kTolerance * scale;
    for (const auto& [r, value] : column) {
      if (pivot_of_row_[static_cast<size_t>(r)] < 0 && std::abs(value) > largest) {
        row = r;
        largest = std::abs(value);
      }
    }
    if (row < 0) return false;
    Pivot pivot{row, {}};
    const double diagonal = column[row];
    for (const auto& [r, value] : column) {
      if (std::abs(value) > kTolerance * scale) pivot.column.push_back({r, value / diagonal});
    }
    pivot_of_row_[static_cast<size_t>(row)] = static_cast<int32_t>(pivots_.size());
    pivots_.push_back(std::move(pivot));
    return true;
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
  Selector(ir::Dae& dae, const std::vector<char>& is_fixed, Diagnostics& diagnostics)
      : dae_(dae), is_fixed_(is_fixed), diagnostics_(diagnostics), is_dummy_(dae.variables.size(), 0) {}

  StateSelection Run() {
    SelectDummies();
    StateSelection result;
    for (size_t i = 0; i < dae_.variables.size(); ++i) {
      const ir::VariableId v(static_cast<int64_t>(i));
      const ir::DaeVariable& variable = dae_.variables[i];
      if (is_dummy_[i]) result.dummies.push_back(v);
      if (!IsContinuousUnknown(variable) || !variable.derivative) continue;
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
      const ir::DaeVariable& variable = dae_.variables[i];
      if (IsContinuousUnknown(variable) && variable.integral && !variable.derivative) {
        candidates.emplace_back(static_cast<int64_t>(i));
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
      columns.push_back({v, {}, Coefficient::kVarying});
    }
    for (size_t row = 0; row < rows.size(); ++row) {
      const ir::DaeEquation& equation = dae_.equations[rows[row].index()];
      std::vector<ir::VariableId> variables = ContinuousUnknowns(dae_, equation);
      std::erase_if(variables, [&](ir::VariableId v) { return column_of_variable[v.index()] < 0; });
      if (variables.empty()) continue;
      const ir::ExprId residual = dae_.pool->Binary(ir::Op::kSub, equation.left, equation.right);
      const std::vector<ir::ExprId> gradient = symbolic::Gradient(*dae_.pool, residual, variables);
      for (size_t k = 0; k < variables.size(); ++k) {
        Column& column = columns[static_cast<size_t>(column_of_variable[variables[k].index()])];
        const double value = GenericValue(dae_, gradient[k]);
        if (value == 0) continue;
        column.entries.push_back({static_cast<int32_t>(row), value});
        column.best = std::min(column.best, Classify(dae_, gradient[k]));
      }
    }
    std::sort(columns.begin(), columns.end(),
              [this](const Column& a, const Column& b) { return WantedAsState(a) < WantedAsState(b); });
    IndependentColumns independent(rows.size());
    std::vector<ir::VariableId> chosen;
    for (const Column& column : columns) {
      if (independent.rank() == rows.size()) break;
      if (independent.Take(column.entries)) chosen.push_back(column.derivative);
    }
    if (chosen.size() < rows.size()) ReportDependent(rows, independent);
    return chosen;
  }

  using Wanted = std::tuple<int, int, int, int, int, int, int32_t>;
  Wanted WantedAsState(const Column& column) const {
    const ir::VariableId v = dae_.variables[column.derivative.index()].integral;
    const ir::DaeVariable& variable = dae_.variables[v.index()];
    return {static_cast<int>(variable.attributes.state_select),
            column.best == Coefficient::kVarying,
            v.index() < is_fixed_.size() && is_fixed_[v.index()],
            static_cast<bool>(variable.attributes.start),
            column.best == Coefficient::kParameter,
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
  const std::vector<char>& is_fixed_;
  Diagnostics& diagnostics_;
  std::vector<char> is_dummy_;  // by variable
};

}  // namespace

StateSelection SelectStates(ir::Dae& dae, const std::vector<char>& is_fixed, Diagnostics& diagnostics) {
  return Selector(dae, is_fixed, diagnostics).Run();
}

}  // namespace stiction
