// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/state_jacobian.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "runtime/linear/dense.h"
#include "runtime/linear/least_norm.h"

namespace stiction::runtime {
namespace {

/// Columns are the states, then the implicit unknowns in block order. The ODE form eliminates the latter block by
/// block.
struct Gradient {
  std::vector<int32_t> columns;  // ascending
  std::vector<double> values;
};

struct Term {
  Slot partial = kNoSlot;
  size_t source = 0;               // gradient of the variable
  std::vector<int32_t> positions;  // of the source's columns in the target's
};

struct Row {
  size_t target = 0;
  std::vector<Term> terms;
};

/// A variable of an implicit block that depends on its unknowns.
struct InnerVariable {
  size_t before = 0;                     // gradient that has columns of the unknowns
  size_t after = 0;                      // gradient without them
  std::vector<int32_t> positions;        // of each column before among those after; -1 - j for that of unknown j
  std::vector<int32_t> outer_positions;  // of each of `Elimination::outer` among the columns after
};

/// An implicit block in the ODE form: columns of its unknowns are replaced by those of `outer`.
struct Elimination {
  std::vector<size_t> residuals;                // gradients before elimination
  std::vector<std::vector<int32_t>> positions;  // of each residual's columns in `outer`; -1 - j for that of unknown j
  std::vector<int32_t> outer;                   // the other columns that occur, ascending
  std::vector<size_t> unknowns;                 // gradients over `outer`
  std::vector<InnerVariable> inner;
  DenseFactorization factorization;
};

struct Step {
  Range partials;
  std::vector<Row> rows;
  std::optional<Elimination> elimination;
};

int32_t PositionIn(const std::vector<int32_t>& columns, int32_t column) {
  return static_cast<int32_t>(std::lower_bound(columns.begin(), columns.end(), column) - columns.begin());
}

/// The variables that a state derivative or an implicit block depends on. Others may depend on all states (the angle at
/// the end of a chain of relative angles), so that their gradients would cost the square of the number of states.
std::unordered_set<Slot> LiveVariables(const Program& program) {
  std::unordered_set<Slot> live;
  for (const StateInfo& state : program.states) live.insert(state.derivative);
  const std::vector<BlockCode>& blocks = program.continuous_system.blocks;
  for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
    for (auto row = block->rows.rbegin(); row != block->rows.rend(); ++row) {
      const bool is_live = !block->unknowns.empty() || row->target == kNoSlot || live.contains(row->target);
      if (!is_live) continue;
      for (const GradientRow::Term& term : row->terms) live.insert(term.variable);
    }
  }
  return live;
}

}  // namespace

struct StateJacobian::Impl {
  const Program& program;
  Tape& tape;
  std::vector<Gradient> gradients;
  std::unordered_map<Slot, size_t> gradient_of;
  std::vector<Step> steps;
  std::vector<std::optional<size_t>> output_rows;  // gradient of each row
  int64_t size = 0;
  std::vector<int64_t> column_begin, row_of;
  std::vector<std::pair<size_t, size_t>> entry;  // gradient and position, in the order of row_of

  Impl(const Program& of, Form form, Tape& runs, const std::vector<char>& inside) : program(of), tape(runs) {
    for (size_t i = 0; i < program.states.size(); ++i) {
      gradient_of[program.states[i].slot] = AddGradient({static_cast<int32_t>(i)}, {1.0});
    }
    const std::vector<BlockCode>& blocks = program.continuous_system.blocks;
    const auto is_eliminated = [&](size_t b) { return form == Form::kOde || (!inside.empty() && inside[b] != 0); };
    // The columns that stay come first.
    auto next_outer = static_cast<int32_t>(program.states.size());
    int32_t next_inner = next_outer;
    for (size_t b = 0; b < blocks.size(); ++b) {
      if (!is_eliminated(b)) next_inner += static_cast<int32_t>(blocks[b].unknowns.size());
    }
    std::vector<size_t> residual_rows;
    const std::unordered_set<Slot> live = LiveVariables(program);
    for (size_t b = 0; b < blocks.size(); ++b) {
      const BlockCode& block = blocks[b];
      const bool is_implicit = !block.unknowns.empty();
      int32_t& next_column = is_eliminated(b) ? next_inner : next_outer;
      const int32_t first_column = next_column;
      if (is_implicit) {
        for (const Slot unknown : block.unknowns) gradient_of[unknown] = AddGradient({next_column++}, {1.0});
      }
      Step step;
      step.partials = block.partials;
      std::vector<size_t> residuals(block.residuals.size());
      for (const GradientRow& row : block.rows) {
        if (!is_implicit && row.target != kNoSlot && !live.contains(row.target)) continue;
        step.rows.push_back(AddRow(row));
        if (row.target == kNoSlot) {
          residuals[static_cast<size_t>(row.residual)] = step.rows.back().target;
        } else {
          gradient_of[row.target] = step.rows.back().target;
        }
      }
      if (is_implicit && is_eliminated(b)) {
        step.elimination = Eliminate(block, first_column, std::move(residuals));
      } else if (is_implicit) {
        residual_rows.insert(residual_rows.end(), residuals.begin(), residuals.end());
      }
      steps.push_back(std::move(step));
    }
    for (const StateInfo& state : program.states) {
      const auto found = gradient_of.find(state.derivative);
      output_rows.push_back(found == gradient_of.end() ? std::nullopt : std::optional(found->second));
    }
    output_rows.insert(output_rows.end(), residual_rows.begin(), residual_rows.end());
    size = static_cast<int64_t>(output_rows.size());
    Compress();
  }

  size_t AddGradient(std::vector<int32_t> columns, std::vector<double> values = {}) {
    values.resize(columns.size());
    gradients.push_back({std::move(columns), std::move(values)});
    return gradients.size() - 1;
  }

  Row AddRow(const GradientRow& from) {
    Row row;
    std::vector<int32_t> columns;
    for (const GradientRow::Term& term : from.terms) {
      const auto source = gradient_of.find(term.variable);
      if (source == gradient_of.end()) continue;
      const std::vector<int32_t>& more = gradients[source->second].columns;
      columns.insert(columns.end(), more.begin(), more.end());
      row.terms.push_back({term.partial, source->second, {}});
    }
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (Term& term : row.terms) {
      for (const int32_t column : gradients[term.source].columns) term.positions.push_back(PositionIn(columns, column));
    }
    row.target = AddGradient(std::move(columns));
    return row;
  }

  Elimination Eliminate(const BlockCode& block, int32_t first_column, std::vector<size_t> residuals) {
    Elimination elimination;
    elimination.residuals = std::move(residuals);
    const int32_t end_column = first_column + static_cast<int32_t>(block.unknowns.size());
    const auto is_outer = [&](int32_t column) { return column < first_column || column >= end_column; };
    const auto positions_in = [&](const std::vector<int32_t>& outer, const std::vector<int32_t>& columns) {
      std::vector<int32_t> positions;
      positions.reserve(columns.size());
      for (const int32_t column : columns) {
        positions.push_back(is_outer(column) ? PositionIn(outer, column) : -1 - (column - first_column));
      }
      return positions;
    };
    for (const size_t residual : elimination.residuals) {
      for (const int32_t column : gradients[residual].columns) {
        if (is_outer(column)) elimination.outer.push_back(column);
      }
    }
    std::sort(elimination.outer.begin(), elimination.outer.end());
    elimination.outer.erase(std::unique(elimination.outer.begin(), elimination.outer.end()), elimination.outer.end());
    for (const size_t residual : elimination.residuals) {
      elimination.positions.push_back(positions_in(elimination.outer, gradients[residual].columns));
    }
    for (const Slot unknown : block.unknowns) {
      elimination.unknowns.push_back(AddGradient(elimination.outer));
      gradient_of[unknown] = elimination.unknowns.back();
    }
    for (const Slot inner : block.inner) {
      const auto found = gradient_of.find(inner);
      if (found == gradient_of.end()) continue;
      const size_t before = found->second;
      std::vector<int32_t> columns;
      bool depends = false;
      for (const int32_t column : gradients[before].columns) {
        if (is_outer(column)) {
          columns.push_back(column);
        } else {
          depends = true;
        }
      }
      if (!depends) continue;
      columns.insert(columns.end(), elimination.outer.begin(), elimination.outer.end());
      std::sort(columns.begin(), columns.end());
      columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
      const size_t after = AddGradient(std::move(columns));
      elimination.inner.push_back({before, after, positions_in(gradients[after].columns, gradients[before].columns),
                                   positions_in(gradients[after].columns, elimination.outer)});
      gradient_of[inner] = after;
    }
    return elimination;
  }

  void Compress() {
    std::vector<std::vector<std::pair<int64_t, std::pair<size_t, size_t>>>> of_column(static_cast<size_t>(size));
    for (size_t row = 0; row < output_rows.size(); ++row) {
      if (!output_rows[row]) continue;
      const std::vector<int32_t>& columns = gradients[*output_rows[row]].columns;
      for (size_t k = 0; k < columns.size(); ++k) {
        of_column[static_cast<size_t>(columns[k])].push_back({static_cast<int64_t>(row), {*output_rows[row], k}});
      }
    }
    column_begin.push_back(0);
    for (const auto& column : of_column) {
      for (const auto& [row, at] : column) {
        row_of.push_back(row);
        entry.push_back(at);
      }
      column_begin.push_back(static_cast<int64_t>(row_of.size()));
    }
  }

  // Most blocks have one unknown.
  bool ApplyToScalar(const Elimination& elimination) {
    const Gradient& residual = gradients[elimination.residuals[0]];
    const std::vector<int32_t>& positions = elimination.positions[0];
    std::vector<double>& unknown = gradients[elimination.unknowns[0]].values;
    std::fill(unknown.begin(), unknown.end(), 0.0);
    double slope = 0, probe = 0;  // probe stays zero unless a derivative is infinite or NaN
    for (size_t k = 0; k < positions.size(); ++k) {
      (positions[k] < 0 ? slope : unknown[static_cast<size_t>(positions[k])]) = residual.values[k];
      probe += residual.values[k] * 0.0;
    }
    if (probe != 0) return false;
    // Where the unknown is not unique, it stays 0, of the least norm.
    for (double& value : unknown) value = slope != 0 ? -value / slope : 0;
    for (const InnerVariable& inner : elimination.inner) {
      const std::vector<double>& before = gradients[inner.before].values;
      std::vector<double>& after = gradients[inner.after].values;
      std::fill(after.begin(), after.end(), 0.0);
      double by_unknown = 0;
      for (size_t k = 0; k < before.size(); ++k) {
        (inner.positions[k] < 0 ? by_unknown : after[static_cast<size_t>(inner.positions[k])]) = before[k];
      }
      for (size_t k = 0; k < unknown.size(); ++k) {
        after[static_cast<size_t>(inner.outer_positions[k])] += by_unknown * unknown[k];
      }
    }
    return true;
  }

  bool Apply(Elimination& elimination) {
    using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    if (elimination.unknowns.size() == 1) return ApplyToScalar(elimination);
    const auto n = static_cast<Eigen::Index>(elimination.unknowns.size());
    const auto outer_count = static_cast<Eigen::Index>(elimination.outer.size());
    Eigen::MatrixXd by_unknown = Eigen::MatrixXd::Zero(n, n);
    Eigen::MatrixXd by_outer = Eigen::MatrixXd::Zero(n, outer_count);
    for (Eigen::Index i = 0; i < n; ++i) {
      const Gradient& residual = gradients[elimination.residuals[static_cast<size_t>(i)]];
      const std::vector<int32_t>& positions = elimination.positions[static_cast<size_t>(i)];
      for (size_t k = 0; k < positions.size(); ++k) {
        (positions[k] < 0 ? by_unknown(i, -1 - positions[k]) : by_outer(i, positions[k])) = residual.values[k];
      }
    }
    if (!by_unknown.allFinite() || !by_outer.allFinite()) return false;
    RowMajorMatrix of_unknowns(n, outer_count);  // derivatives of the unknowns by the outer columns
    DenseFactorization& factorization = elimination.factorization;
    factorization.Factorize(by_unknown);
    for (Eigen::Index k = 0; k < outer_count; ++k) {
      const Eigen::VectorXd rhs = -by_outer.col(k);
      // Where the unknowns are not unique, their least-norm solution is what the solver takes and what is
      // differentiated.
      of_unknowns.col(k) = factorization.is_regular() ? factorization.Solve(rhs) : SolveLeastNorm(by_unknown, rhs).x;
    }
    for (Eigen::Index i = 0; i < n; ++i) {
      std::vector<double>& unknown = gradients[elimination.unknowns[static_cast<size_t>(i)]].values;
      std::copy_n(of_unknowns.row(i).data(), outer_count, unknown.begin());
    }
    Eigen::RowVectorXd by_chain(outer_count);  // what an inner variable depends on the outer columns by the unknowns
    for (const InnerVariable& inner : elimination.inner) {
      const std::vector<double>& before = gradients[inner.before].values;
      std::vector<double>& after = gradients[inner.after].values;
      std::fill(after.begin(), after.end(), 0.0);
      by_chain.setZero();
      for (size_t k = 0; k < before.size(); ++k) {
        const int32_t position = inner.positions[k];
        if (position >= 0) {
          after[static_cast<size_t>(position)] += before[k];
        } else if (before[k] != 0) {
          by_chain += before[k] * of_unknowns.row(-1 - position);
        }
      }
      for (size_t k = 0; k < inner.outer_positions.size(); ++k) {
        after[static_cast<size_t>(inner.outer_positions[k])] += by_chain[static_cast<Eigen::Index>(k)];
      }
    }
    return true;
  }

  bool Compute(double* slots, std::vector<double>& values) {
    tape.ClearFailure();
    for (Step& step : steps) {
      tape.Run(step.partials, slots);
      for (const Row& row : step.rows) {
        std::vector<double>& target = gradients[row.target].values;
        std::fill(target.begin(), target.end(), 0.0);
        for (const Term& term : row.terms) {
          const double partial = slots[term.partial];
          if (partial == 0) continue;
          const std::vector<double>& source = gradients[term.source].values;
          for (size_t k = 0; k < source.size(); ++k) {
            target[static_cast<size_t>(term.positions[k])] += partial * source[k];
          }
        }
      }
      if (step.elimination && !Apply(*step.elimination)) return false;
    }
    values.resize(entry.size());
    bool is_finite = !tape.failure();
    for (size_t k = 0; k < entry.size(); ++k) {
      values[k] = gradients[entry[k].first].values[entry[k].second];
      is_finite = is_finite && std::isfinite(values[k]);
    }
    return is_finite;
  }
};

StateJacobian::StateJacobian(const Program& program, Form form, Tape& tape, const std::vector<char>& inside)
    : impl_(std::make_unique<Impl>(program, form, tape, inside)) {}
StateJacobian::~StateJacobian() = default;
int64_t StateJacobian::size() const { return impl_->size; }
const std::vector<int64_t>& StateJacobian::column_begin() const { return impl_->column_begin; }
const std::vector<int64_t>& StateJacobian::row_of() const { return impl_->row_of; }
bool StateJacobian::Compute(double* slots, std::vector<double>& values) { return impl_->Compute(slots, values); }

}  // namespace stiction::runtime
