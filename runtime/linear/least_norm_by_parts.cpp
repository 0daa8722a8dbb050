// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/linear/least_norm_by_parts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kPivotThreshold = 0.1;                                    // of the largest entry left in the column
constexpr double kSoundPivot = 1e-8;                                       // of the largest entry that the column had
constexpr double kCancelled = 8 * std::numeric_limits<double>::epsilon();  // of the terms of an entry
constexpr double kMaxGrowth = 1e3;                                         // of a column's largest entry, rows scaled
constexpr double kUnmoved = 1e-9;                                          // of the terms that move an unknown

using Entries = std::vector<std::pair<int, double>>;  // where, value

/// One column of K.
struct Step {
  int column = 0, row = 0;
  double pivot = 0;
  Entries multipliers;  // rows from which multiples of `row` are subtracted
  Entries upper;        // other columns of K in `row`
};

/// A column of V after the elimination.
struct Reduced {
  int column = 0;
  Entries rest;   // rows without a pivot: the Schur complement
  Entries upper;  // step
  bool is_single() const { return rest.size() == 1; }
};

/// Rows and columns of the Schur complement that share no entry with others.
struct Component {
  std::vector<int> rows;
  std::vector<const Reduced*> columns;
  MatrixXd matrix;
  DenseFactorization factorization;  // if there are as many rows as columns
};

}  // namespace

class LeastNormByParts::Elimination {
 public:
  /// K is eliminated again only if it has changed. @returns false if it is unsuitable
  bool Run(const BlockMatrix& matrix, const std::vector<bool>& varies);
  /// @returns false if two single entries stand in one row: the null space is not within the components then
  bool Split();
  /// @returns true if one of the components is singular
  bool FactorizeComponents();
  std::optional<LeastNormSolution> Solve(const VectorXd& rhs, const Box& box) const;

 private:
  bool EliminateConstant(const BlockMatrix& matrix, std::vector<int> constant);
  /// @returns false if the elimination lets an entry grow much
  bool Reduce(const BlockMatrix& matrix, int column);
  /// Puts the solution of one component into `solution`. @param v right-hand side after the elimination
  bool SolveComponent(const Component& component, const VectorXd& v, const Box& box, LeastNormSolution& solution) const;
  MatrixXd MatrixOf(const Component& component) const;
  /// A null vector of a component leaves all other unknowns where they are.
  bool StaysInside(const Component& component, const MatrixXd& null_space) const;
  VectorXd Forward(VectorXd rhs) const;
  /// The unknowns of K and of single entries from those of the components.
  void Backward(VectorXd v, VectorXd& x) const;

  Index n_ = 0;
  std::vector<bool> varies_;
  std::vector<double> values_;  // at the elimination of K
  bool is_sound_ = false;       // it succeeded
  VectorXd row_scale_;
  std::vector<Step> steps_;
  std::vector<int> step_of_row_;  // -1: none
  std::vector<Reduced> columns_;
  std::vector<Component> components_;
};

bool LeastNormByParts::Elimination::Run(const BlockMatrix& matrix, const std::vector<bool>& varies) {
  const std::vector<int>& begin = matrix.column_begin();
  const auto same = [&](size_t j) {
    return std::equal(matrix.values().begin() + begin[j], matrix.values().begin() + begin[j + 1],
                      values_.begin() + begin[j]);
  };
  bool is_kept = varies_ == varies;
  std::vector<int> constant;
  for (size_t j = 0; j < varies.size(); ++j) {
    if (varies[j]) continue;
    constant.push_back(static_cast<int>(j));
    is_kept = is_kept && same(j);
  }
  n_ = matrix.size();
  // Whole rows, columns V included: one whose entries in K are small is a poor pivot.
  row_scale_ = Equilibrate(matrix).rows;
  if (!is_kept) {
    varies_ = varies;
    values_ = matrix.values();
    is_sound_ = EliminateConstant(matrix, std::move(constant));
  }
  columns_.clear();
  components_.clear();
  if (!is_sound_) return false;
  for (int j = 0; j < static_cast<int>(n_); ++j) {
    if (varies[static_cast<size_t>(j)] && !Reduce(matrix, j)) return false;
  }
  return true;
}

bool LeastNormByParts::Elimination::EliminateConstant(const BlockMatrix& matrix, std::vector<int> constant) {
  const std::vector<int>& begin = matrix.column_begin();
  const auto count = [&](int column) {
    return begin[static_cast<size_t>(column) + 1] - begin[static_cast<size_t>(column)];
  };
  std::stable_sort(constant.begin(), constant.end(), [&](int a, int b) { return count(a) < count(b); });
  const auto size = static_cast<Index>(constant.size());
  using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  RowMajorMatrix work = RowMajorMatrix::Zero(n_, size);
  for (Index c = 0; c < size; ++c) {
    const auto column = static_cast<size_t>(constant[static_cast<size_t>(c)]);
    for (int k = begin[column]; k < begin[column + 1]; ++k)
      work(matrix.row_of()[static_cast<size_t>(k)], c) = matrix.values()[static_cast<size_t>(k)];
  }
  steps_.clear();
  const VectorXd had = (row_scale_.asDiagonal() * work.cwiseAbs()).colwise().maxCoeff();
  step_of_row_.assign(static_cast<size_t>(n_), -1);
  const auto is_left = [&](Index i) { return step_of_row_[static_cast<size_t>(i)] < 0; };
  for (Index c = 0; c < size; ++c) {
    double largest = 0;
    for (Index i = 0; i < n_; ++i) {
      if (is_left(i)) largest = std::max(largest, row_scale_[i] * std::fabs(work(i, c)));
    }
    if (!(largest > kSoundPivot * had[c])) return false;
    // The sparsest of the rows that will do (Markowitz 1957, doi 10.1287/mnsc.3.3.255).
    Index pivot = -1;
    Index fewest = size + 1;
    for (Index i = 0; i < n_; ++i) {
      if (!is_left(i) || row_scale_[i] * std::fabs(work(i, c)) < kPivotThreshold * largest) continue;
      const Index entries = (work.row(i).tail(size - c).array() != 0).count();
      if (entries >= fewest) continue;
      fewest = entries;
      pivot = i;
    }
    Step step{constant[static_cast<size_t>(c)], static_cast<int>(pivot), work(pivot, c), {}, {}};
    step_of_row_[static_cast<size_t>(pivot)] = static_cast<int>(c);
    for (Index later = c + 1; later < size; ++later) {
      if (work(pivot, later) != 0) step.upper.emplace_back(constant[static_cast<size_t>(later)], work(pivot, later));
    }
    for (Index i = 0; i < n_; ++i) {
      if (!is_left(i) || work(i, c) == 0) continue;
      const double multiplier = work(i, c) / step.pivot;
      step.multipliers.emplace_back(static_cast<int>(i), multiplier);
      if (!step.upper.empty()) work.row(i).tail(size - c) -= multiplier * work.row(pivot).tail(size - c);
    }
    steps_.push_back(std::move(step));
  }
  const VectorXd has = (row_scale_.asDiagonal() * work.cwiseAbs()).colwise().maxCoeff();
  return (has.array() <= kMaxGrowth * had.array()).all();
}

bool LeastNormByParts::Elimination::Reduce(const BlockMatrix& matrix, int column) {
  const auto first = static_cast<size_t>(matrix.column_begin()[static_cast<size_t>(column)]);
  const auto last = static_cast<size_t>(matrix.column_begin()[static_cast<size_t>(column) + 1]);
  VectorXd value = VectorXd::Zero(n_);
  for (size_t k = first; k < last; ++k) value[matrix.row_of()[k]] = matrix.values()[k];
  VectorXd terms = value.cwiseAbs();
  const double before = row_scale_.cwiseProduct(terms).maxCoeff();
  for (const Step& step : steps_) {
    const double carried = value[step.row];
    if (carried == 0) continue;
    for (const auto& [row, multiplier] : step.multipliers) {
      value[row] -= multiplier * carried;
      terms[row] += std::fabs(multiplier * carried);
      if (std::fabs(value[row]) <= kCancelled * terms[row]) value[row] = 0;
    }
  }
  Reduced reduced{column, {}, {}};
  for (Index i = 0; i < n_; ++i) {
    if (value[i] == 0) continue;
    const int step = step_of_row_[static_cast<size_t>(i)];
    if (step >= 0) {
      reduced.upper.emplace_back(step, value[i]);
    } else {
      reduced.rest.emplace_back(static_cast<int>(i), value[i]);
    }
  }
  columns_.push_back(std::move(reduced));
  return row_scale_.cwiseProduct(terms).maxCoeff() <= kMaxGrowth * before;
}

bool LeastNormByParts::Elimination::Split() {
  std::vector<bool> is_taken(static_cast<size_t>(n_), false);  // by a single entry, or by a pivot
  for (const Step& step : steps_) is_taken[static_cast<size_t>(step.row)] = true;
  for (const Reduced& column : columns_) {
    if (!column.is_single()) continue;
    const auto row = static_cast<size_t>(column.rest.front().first);
    if (is_taken[row]) return false;
    is_taken[row] = true;
  }
  // Rows that share a column belong together.
  std::vector<int> parent(static_cast<size_t>(n_));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int row) {
    while (parent[static_cast<size_t>(row)] != row) row = parent[static_cast<size_t>(row)];
    return row;
  };
  constexpr int kNone = -1;
  std::vector<int> first_row(columns_.size(), kNone);
  for (size_t k = 0; k < columns_.size(); ++k) {
    if (columns_[k].is_single()) continue;
    for (const auto& [row, value] : columns_[k].rest) {
      if (is_taken[static_cast<size_t>(row)]) continue;
      if (first_row[k] == kNone) first_row[k] = row;
      const int one = root(first_row[k]);
      const int other = root(row);
      parent[static_cast<size_t>(std::max(one, other))] = std::min(one, other);
    }
  }
  std::vector<int> component_of(static_cast<size_t>(n_), kNone);
  for (int row = 0; row < static_cast<int>(n_); ++row) {
    if (is_taken[static_cast<size_t>(row)]) continue;
    int& component = component_of[static_cast<size_t>(root(row))];
    if (component == kNone) {
      component = static_cast<int>(components_.size());
      components_.emplace_back();
    }
    components_[static_cast<size_t>(component)].rows.push_back(row);
  }
  for (size_t k = 0; k < columns_.size(); ++k) {
    if (columns_[k].is_single()) continue;
    if (first_row[k] == kNone) return false;  // nothing but taken rows
    components_[static_cast<size_t>(component_of[static_cast<size_t>(root(first_row[k]))])].columns.push_back(
        &columns_[k]);
  }
  return true;
}

VectorXd LeastNormByParts::Elimination::Forward(VectorXd rhs) const {
  for (const Step& step : steps_) {
    const double carried = rhs[step.row];
    if (carried == 0) continue;
    for (const auto& [row, multiplier] : step.multipliers) rhs[row] -= multiplier * carried;
  }
  return rhs;
}

void LeastNormByParts::Elimination::Backward(VectorXd v, VectorXd& x) const {
  const auto substitute = [&](const Reduced& column) {
    for (const auto& [step, entry] : column.upper) {
      v[steps_[static_cast<size_t>(step)].row] -= entry * x[column.column];
    }
  };
  for (const Component& component : components_) {
    for (const Reduced* column : component.columns) {
      for (const auto& [row, entry] : column->rest) v[row] -= entry * x[column->column];
      substitute(*column);
    }
  }
  for (const Reduced& column : columns_) {
    if (!column.is_single()) continue;
    x[column.column] = v[column.rest.front().first] / column.rest.front().second;
    substitute(column);
  }
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    double value = v[step->row];
    for (const auto& [column, entry] : step->upper) value -= entry * x[column];
    x[step->column] = value / step->pivot;
  }
}

MatrixXd LeastNormByParts::Elimination::MatrixOf(const Component& component) const {
  MatrixXd matrix =
      MatrixXd::Zero(static_cast<Index>(component.rows.size()), static_cast<Index>(component.columns.size()));
  for (size_t c = 0; c < component.columns.size(); ++c) {
    for (const auto& [row, value] : component.columns[c]->rest) {
      const auto at = std::lower_bound(component.rows.begin(), component.rows.end(), row);
      if (at != component.rows.end() && *at == row) matrix(at - component.rows.begin(), static_cast<Index>(c)) = value;
    }
  }
  return matrix;
}

bool LeastNormByParts::Elimination::FactorizeComponents() {
  bool is_singular = false;
  for (Component& component : components_) {
    component.matrix = MatrixOf(component);
    if (component.rows.size() == component.columns.size()) component.factorization.Factorize(component.matrix);
    is_singular = is_singular || !component.factorization.is_regular();
  }
  return is_singular;
}

bool LeastNormByParts::Elimination::StaysInside(const Component& component, const MatrixXd& null_space) const {
  if (null_space.size() == 0) return true;
  // Rows outside of the component, pivots of K and single entries: what the null space brings into them must cancel.
  MatrixXd moved = MatrixXd::Zero(n_, null_space.cols());
  MatrixXd terms = moved;
  const auto add = [&](int row, double entry, Index c) {
    moved.row(row) += entry * null_space.row(c);
    terms.row(row) += std::fabs(entry) * null_space.row(c).cwiseAbs();
  };
  for (size_t c = 0; c < component.columns.size(); ++c) {
    const Reduced& column = *component.columns[c];
    for (const auto& [row, entry] : column.rest) add(row, entry, static_cast<Index>(c));
    for (const auto& [step, entry] : column.upper)
      add(steps_[static_cast<size_t>(step)].row, entry, static_cast<Index>(c));
  }
  return (moved.array().abs() <= kUnmoved * terms.array().maxCoeff()).all();
}

bool LeastNormByParts::Elimination::SolveComponent(const Component& component, const VectorXd& v, const Box& box,
                                                   LeastNormSolution& solution) const {
  const auto rows = static_cast<Index>(component.rows.size());
  const auto columns = static_cast<Index>(component.columns.size());
  VectorXd part(rows), own(columns);
  for (Index i = 0; i < rows; ++i) part[i] = v[component.rows[static_cast<size_t>(i)]];
  if (component.factorization.is_regular()) {
    own = component.factorization.Solve(part);
  } else {
    Box bounds;
    if (box.lower.size() == n_) bounds = {VectorXd(columns), VectorXd(columns), {}, box.widens};
    for (Index c = 0; c < bounds.lower.size(); ++c) {
      const int column = component.columns[static_cast<size_t>(c)]->column;
      bounds.lower[c] = box.lower[column];
      bounds.upper[c] = box.upper[column];
      if (box.IsSoft(column)) bounds.soft.push_back(c);
    }
    LeastNormFactorization least_norm;
    least_norm.Factorize(component.matrix, bounds);
    const LeastNormSolution found = least_norm.Solve(part);
    if (!found.consistent || !StaysInside(component, least_norm.null_space())) return false;
    for (const Index c : found.free) solution.free.push_back(component.columns[static_cast<size_t>(c)]->column);
    solution.rank -= static_cast<int>(columns) - found.rank;
    own = found.x;
  }
  for (Index c = 0; c < columns; ++c) solution.x[component.columns[static_cast<size_t>(c)]->column] = own[c];
  return true;
}

std::optional<LeastNormSolution> LeastNormByParts::Elimination::Solve(const VectorXd& rhs, const Box& box) const {
  const VectorXd v = Forward(rhs);
  LeastNormSolution solution;
  solution.x = VectorXd::Zero(n_);
  solution.consistent = true;
  solution.rank = static_cast<int>(n_);
  for (const Component& component : components_) {
    if (!SolveComponent(component, v, box, solution)) return std::nullopt;
  }
  Backward(v, solution.x);
  return solution;
}

LeastNormByParts::LeastNormByParts() = default;
LeastNormByParts::~LeastNormByParts() = default;
LeastNormByParts::LeastNormByParts(LeastNormByParts&&) noexcept = default;
LeastNormByParts& LeastNormByParts::operator=(LeastNormByParts&&) noexcept = default;

bool LeastNormByParts::FindsSingular(const BlockMatrix& matrix, const std::vector<bool>& varies) {
  if (!elimination_) elimination_ = std::make_unique<Elimination>();
  return elimination_->Run(matrix, varies) && elimination_->Split() && elimination_->FactorizeComponents();
}

std::optional<LeastNormSolution> LeastNormByParts::Solve(const VectorXd& rhs, const Box& box) const {
  return elimination_->Solve(rhs, box);
}

}  // namespace stiction::runtime
