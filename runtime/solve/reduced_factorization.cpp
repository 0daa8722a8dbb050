#include "runtime/solve/reduced_factorization.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace stiction::runtime {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kPivotThreshold = 0.1;                                    // of the largest entry left in the column
constexpr double kSoundPivot = 1e-8;                                       // of the largest entry that the column had
constexpr double kCancelled = 8 * std::numeric_limits<double>::epsilon();  // of the terms of an entry
constexpr double kMostGrowth = 1e3;  // of a column's largest entry, in scaled rows
constexpr double kStill = 1e-9;      // of the terms that move an unknown
constexpr size_t kMostVariants = 4;
constexpr size_t kLeastLarge = 40;     // rows of a component that counts as large,
constexpr size_t kSparseFraction = 6;  // and is sparse with a sixth of its entries

int SignOfPermutation(const std::vector<int>& permutation) {
  std::vector<bool> seen(permutation.size(), false);
  int sign = 1;
  for (size_t i = 0; i < permutation.size(); ++i) {
    if (seen[i]) continue;
    size_t length = 0;
    for (size_t j = i; !seen[j]; j = static_cast<size_t>(permutation[j])) {
      seen[j] = true;
      ++length;
    }
    if (length % 2 == 0) sign = -sign;
  }
  return sign;
}

}  // namespace

bool ReducedFactorization::Reduce(const BlockMatrix& matrix, const std::vector<bool>& varies) {
  const std::vector<int>& begin = matrix.column_begin();
  bool is_kept = varies_ == varies;
  for (Index j = 0; is_kept && j < matrix.size(); ++j) {
    if (varies[static_cast<size_t>(j)]) continue;
    is_kept = std::equal(matrix.values().begin() + begin[j], matrix.values().begin() + begin[j + 1],
                         kept_.begin() + begin[j]);
  }
  if (!is_kept) is_eliminated_ = Eliminate(matrix, varies);
  if (!is_eliminated_) return false;
  for (Column& column : columns_) {
    const Variant& variant = Choose(column, matrix);
    column.single = variant.rest.size() == 1 ? variant.rest.front().first : -1;
  }
  return is_sound_;
}

ReducedFactorization::Outcome ReducedFactorization::Factorize(const BlockMatrix& matrix,
                                                              const std::vector<bool>& varies, bool is_singular) {
  if (!Reduce(matrix, varies)) return Outcome::kUnsuitable;
  std::vector<long> variants;
  for (size_t k = 0; k < columns_.size(); ++k) variants.push_back(Of(k).number);
  if (outcome_ && variants == variants_) return *outcome_;
  variants_ = std::move(variants);
  outcome_ = FactorizeComponents(matrix, is_singular);
  if (*outcome_ != Outcome::kUnsuitable) return *outcome_;
  outcome_.reset();
  return Outcome::kUnsuitable;
}

ReducedFactorization::Outcome ReducedFactorization::FactorizeComponents(const BlockMatrix& matrix, bool is_singular) {
  is_split_ = Split();
  bool is_regular = is_split_;
  for (Component& component : components_) {
    const size_t size = std::max(component.rows.size(), component.columns.size());
    size_t entries = 0;
    for (const size_t k : component.columns) entries += Of(k).rest.size();
    if (!is_singular && size >= kLeastLarge && entries * kSparseFraction < size * size) return Outcome::kUnsuitable;
  }
  std::vector<int> place(static_cast<size_t>(n_), -1);
  for (Component& component : components_) {
    std::vector<long> variants;
    for (const size_t k : component.columns) variants.push_back(Of(k).number);
    if (variants == component.variants) {
      is_regular = is_regular && component.is_regular;
      continue;
    }
    component.variants = std::move(variants);
    component.least_norm.reset();
    for (size_t i = 0; i < component.rows.size(); ++i)
      place[static_cast<size_t>(component.rows[i])] = static_cast<int>(i);
    component.matrix.setZero(static_cast<Index>(component.rows.size()), static_cast<Index>(component.columns.size()));
    for (size_t c = 0; c < component.columns.size(); ++c) {
      for (const auto& [row, value] : Of(component.columns[c]).rest) {
        if (place[static_cast<size_t>(row)] >= 0)
          component.matrix(place[static_cast<size_t>(row)], static_cast<Index>(c)) = value;
      }
    }
    for (const int row : component.rows) place[static_cast<size_t>(row)] = -1;
    component.is_regular = component.rows.size() == component.columns.size() && !component.rows.empty();
    if (component.is_regular) {
      component.factorization.Factorize(component.matrix);
      component.is_regular = component.factorization.is_regular();
    }
    is_regular = is_regular && component.is_regular;
  }
  if (!is_regular) {
    const std::vector<int>& begin = matrix.column_begin();
    const VectorXd sizes = matrix.RowSizes();
    column_size_ = VectorXd::Zero(n_);
    for (Index j = 0; j < n_; ++j) {
      for (int k = begin[j]; k < begin[j + 1]; ++k) {
        const double size = sizes[matrix.row_of()[static_cast<size_t>(k)]];
        const double entry = std::fabs(matrix.values()[static_cast<size_t>(k)]);
        if (size > 0) column_size_[j] = std::max(column_size_[j], entry / size);
      }
    }
    return Outcome::kSingular;
  }
  sign_ = Sign();
  return Outcome::kRegular;
}

bool ReducedFactorization::Eliminate(const BlockMatrix& matrix, const std::vector<bool>& varies) {
  n_ = matrix.size();
  varies_ = varies;
  kept_ = matrix.values();
  steps_.clear();
  columns_.clear();
  components_.clear();
  outcome_.reset();
  std::vector<int> constant;
  for (Index j = 0; j < n_; ++j) {
    if (!varies[static_cast<size_t>(j)]) {
      constant.push_back(static_cast<int>(j));
    } else {
      columns_.push_back({static_cast<int>(j), {}, 0, -1});
    }
  }
  const std::vector<int>& begin = matrix.column_begin();
  const auto count = [&](int column) { return begin[column + 1] - begin[column]; };
  std::stable_sort(constant.begin(), constant.end(), [&](int a, int b) { return count(a) < count(b); });
  const auto size = static_cast<Index>(constant.size());
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  RowMajor work = RowMajor::Zero(n_, size);
  for (Index c = 0; c < size; ++c) {
    const int column = constant[static_cast<size_t>(c)];
    for (int k = begin[column]; k < begin[column + 1]; ++k)
      work(matrix.row_of()[static_cast<size_t>(k)], c) = matrix.values()[static_cast<size_t>(k)];
  }
  // Whole rows, columns V included: one whose entries in K are small is a poor pivot. The unit of an unknown says
  // nothing about that.
  row_scale_ = VectorXd::Zero(n_);
  for (Index j = 0; j < n_; ++j) {
    double largest = 0;
    for (int k = begin[j]; k < begin[j + 1]; ++k)
      largest = std::max(largest, std::fabs(matrix.values()[static_cast<size_t>(k)]));
    if (largest == 0) continue;
    for (int k = begin[j]; k < begin[j + 1]; ++k) {
      double& of_row = row_scale_[matrix.row_of()[static_cast<size_t>(k)]];
      of_row = std::max(of_row, std::fabs(matrix.values()[static_cast<size_t>(k)]) / largest);
    }
  }
  row_scale_ = row_scale_.unaryExpr([](double largest) { return largest > 0 ? 1 / largest : 1; });
  const VectorXd had = (row_scale_.asDiagonal() * work.cwiseAbs()).colwise().maxCoeff();
  step_of_row_.assign(static_cast<size_t>(n_), -1);
  for (Index c = 0; c < size; ++c) {
    double largest = 0;
    for (Index i = 0; i < n_; ++i) {
      if (step_of_row_[static_cast<size_t>(i)] < 0) largest = std::max(largest, row_scale_[i] * std::fabs(work(i, c)));
    }
    if (!(largest > kSoundPivot * had[c])) return false;
    // The sparsest of the rows that will do (Markowitz 1957, doi 10.1287/mnsc.3.3.255).
    Index pivot = -1;
    Index fewest = size + 1;
    for (Index i = 0; i < n_; ++i) {
      if (step_of_row_[static_cast<size_t>(i)] >= 0 ||
          row_scale_[i] * std::fabs(work(i, c)) < kPivotThreshold * largest)
        continue;
      const Index entries = (work.row(i).tail(size - c).array() != 0).count();
      if (entries >= fewest) continue;
      fewest = entries;
      pivot = i;
    }
    Step step;
    step.column = constant[static_cast<size_t>(c)];
    step.row = static_cast<int>(pivot);
    step.pivot = work(pivot, c);
    step_of_row_[static_cast<size_t>(pivot)] = static_cast<int>(c);
    for (Index later = c + 1; later < size; ++later) {
      if (work(pivot, later) != 0) step.upper.emplace_back(constant[static_cast<size_t>(later)], work(pivot, later));
    }
    for (Index i = 0; i < n_; ++i) {
      if (step_of_row_[static_cast<size_t>(i)] >= 0 || work(i, c) == 0) continue;
      const double multiplier = work(i, c) / step.pivot;
      step.multipliers.emplace_back(static_cast<int>(i), multiplier);
      if (!step.upper.empty()) work.row(i).tail(size - c) -= multiplier * work.row(pivot).tail(size - c);
    }
    steps_.push_back(std::move(step));
  }
  const VectorXd has = (row_scale_.asDiagonal() * work.cwiseAbs()).colwise().maxCoeff();
  is_sound_ = (has.array() <= kMostGrowth * had.array()).all();
  return is_sound_;
}

const ReducedFactorization::Variant& ReducedFactorization::Choose(Column& column, const BlockMatrix& matrix) {
  const auto first = matrix.values().begin() + matrix.column_begin()[static_cast<size_t>(column.column)];
  const auto last = matrix.values().begin() + matrix.column_begin()[static_cast<size_t>(column.column) + 1];
  // As a rule, the same as last time.
  const size_t count = column.variants.size();
  for (size_t i = 0; i < count; ++i) {
    const size_t v = (column.current + i) % count;
    if (!std::equal(first, last, column.variants[v].values.begin())) continue;
    column.current = v;
    return column.variants[v];
  }
  Variant variant;
  variant.values.assign(first, last);
  VectorXd value = VectorXd::Zero(n_);
  for (auto at = first; at != last; ++at)
    value[matrix.row_of()[static_cast<size_t>(at - matrix.values().begin())]] = *at;
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
  is_sound_ = is_sound_ && row_scale_.cwiseProduct(terms).maxCoeff() <= kMostGrowth * before;
  for (Index i = 0; i < n_; ++i) {
    if (value[i] == 0) continue;
    const int step = step_of_row_[static_cast<size_t>(i)];
    if (step >= 0) {
      variant.upper.emplace_back(step, value[i]);
    } else {
      variant.rest.emplace_back(static_cast<int>(i), value[i]);
    }
  }
  variant.number = ++variant_count_;
  if (column.variants.size() < kMostVariants) {
    column.variants.emplace_back();
    column.current = column.variants.size() - 1;
  } else {
    column.current = (column.current + 1) % kMostVariants;
  }
  column.variants[column.current] = std::move(variant);
  return column.variants[column.current];
}

bool ReducedFactorization::Split() {
  constexpr int kNone = -1;
  std::vector<bool> is_single(static_cast<size_t>(n_), false);
  bool is_unique = true;
  for (const Column& column : columns_) {
    if (column.single < 0) continue;
    is_unique = is_unique && !is_single[static_cast<size_t>(column.single)];
    is_single[static_cast<size_t>(column.single)] = true;
  }
  // Rows that share a column belong together.
  std::vector<int> parent(static_cast<size_t>(n_));
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int row) {
    while (parent[static_cast<size_t>(row)] != row) {
      parent[static_cast<size_t>(row)] = parent[static_cast<size_t>(parent[static_cast<size_t>(row)])];
      row = parent[static_cast<size_t>(row)];
    }
    return row;
  };
  std::vector<int> first_row(columns_.size(), kNone);
  for (size_t k = 0; k < columns_.size(); ++k) {
    if (columns_[k].single >= 0) continue;
    for (const auto& [row, value] : Of(k).rest) {
      if (is_single[static_cast<size_t>(row)]) continue;
      if (first_row[k] == kNone) {
        first_row[k] = row;
      } else {
        const int one = root(first_row[k]);
        const int other = root(row);
        parent[static_cast<size_t>(std::max(one, other))] = std::min(one, other);
      }
    }
  }
  size_t count = 0;
  std::vector<int> component_of(static_cast<size_t>(n_), kNone);
  std::vector<Component> before = std::move(components_);
  components_.clear();
  const auto at = [&](int component) -> Component& {
    if (static_cast<size_t>(component) >= components_.size()) components_.emplace_back();
    return components_[static_cast<size_t>(component)];
  };
  for (int row = 0; row < static_cast<int>(n_); ++row) {
    if (step_of_row_[static_cast<size_t>(row)] >= 0 || is_single[static_cast<size_t>(row)]) continue;
    int& component = component_of[static_cast<size_t>(root(row))];
    if (component == kNone) component = static_cast<int>(count++);
    at(component).rows.push_back(row);
  }
  for (size_t k = 0; k < columns_.size(); ++k) {
    if (columns_[k].single >= 0) continue;
    const int component =
        first_row[k] == kNone ? static_cast<int>(count++) : component_of[static_cast<size_t>(root(first_row[k]))];
    at(component).columns.push_back(k);
  }
  components_.resize(count);
  std::vector<int> before_with(columns_.size(), kNone);
  for (size_t c = 0; c < before.size(); ++c) {
    if (!before[c].columns.empty()) before_with[before[c].columns.front()] = static_cast<int>(c);
  }
  for (Component& component : components_) {
    if (component.columns.empty() || before_with[component.columns.front()] == kNone) continue;
    Component& same = before[static_cast<size_t>(before_with[component.columns.front()])];
    if (same.columns == component.columns && same.rows == component.rows) component = std::move(same);
  }
  return is_unique;
}

int ReducedFactorization::Sign() const {
  std::vector<int> row_of(static_cast<size_t>(n_), 0);  // of each column: the row in its place
  int sign = 1;
  for (const Step& step : steps_) {
    row_of[static_cast<size_t>(step.column)] = step.row;
    if (step.pivot < 0) sign = -sign;
  }
  for (size_t k = 0; k < columns_.size(); ++k) {
    if (columns_[k].single < 0) continue;
    row_of[static_cast<size_t>(columns_[k].column)] = columns_[k].single;
    if (Of(k).rest.front().second < 0) sign = -sign;
  }
  for (const Component& component : components_) {
    for (size_t c = 0; c < component.columns.size(); ++c) {
      row_of[static_cast<size_t>(columns_[component.columns[c]].column)] = component.rows[c];
    }
    sign *= component.factorization.DeterminantSign();
  }
  return sign * SignOfPermutation(row_of);
}

VectorXd ReducedFactorization::Forward(VectorXd rhs) const {
  for (const Step& step : steps_) {
    const double carried = rhs[step.row];
    if (carried == 0) continue;
    for (const auto& [row, multiplier] : step.multipliers) rhs[row] -= multiplier * carried;
  }
  return rhs;
}

void ReducedFactorization::Backward(VectorXd v, VectorXd& x) const {
  const auto substitute = [&](size_t k) {
    const double value = x[columns_[k].column];
    for (const auto& [step, entry] : Of(k).upper) v[steps_[static_cast<size_t>(step)].row] -= entry * value;
  };
  for (const Component& component : components_) {
    for (const size_t k : component.columns) {
      const double value = x[columns_[k].column];
      for (const auto& [row, entry] : Of(k).rest) v[row] -= entry * value;
      substitute(k);
    }
  }
  for (size_t k = 0; k < columns_.size(); ++k) {
    if (columns_[k].single < 0) continue;
    x[columns_[k].column] = v[columns_[k].single] / Of(k).rest.front().second;
    substitute(k);
  }
  SubstituteSteps(v, x);
}

void ReducedFactorization::Substitute(VectorXd v, VectorXd& x) const {
  for (size_t k = 0; k < columns_.size(); ++k) {
    const double value = x[columns_[k].column];
    if (value == 0) continue;
    for (const auto& [step, entry] : Of(k).upper) v[steps_[static_cast<size_t>(step)].row] -= entry * value;
  }
  SubstituteSteps(v, x);
}

void ReducedFactorization::SubstituteSteps(VectorXd& v, VectorXd& x) const {
  for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
    double value = v[step->row];
    for (const auto& [column, entry] : step->upper) value -= entry * x[column];
    x[step->column] = value / step->pivot;
  }
}

VectorXd ReducedFactorization::Solve(const VectorXd& rhs) const {
  VectorXd v = Forward(rhs);
  VectorXd x = VectorXd::Zero(n_);
  for (const Component& component : components_) {
    VectorXd part(static_cast<Index>(component.rows.size()));
    for (Index i = 0; i < part.size(); ++i) part[i] = v[component.rows[static_cast<size_t>(i)]];
    part = component.factorization.Solve(part);
    for (Index c = 0; c < part.size(); ++c) x[columns_[component.columns[static_cast<size_t>(c)]].column] = part[c];
  }
  Backward(std::move(v), x);
  return x;
}

bool ReducedFactorization::StaysInside(const Component& component, const MatrixXd& null_space) const {
  if (null_space.size() == 0) return true;
  // Rows outside of the component, pivots of K and single entries: what the null space brings into them must cancel.
  MatrixXd moved = MatrixXd::Zero(n_, null_space.cols());
  MatrixXd terms = moved;
  const auto add = [&](int row, double entry, Index c) {
    moved.row(row) += entry * null_space.row(c);
    terms.row(row) += std::fabs(entry) * null_space.row(c).cwiseAbs();
  };
  for (size_t c = 0; c < component.columns.size(); ++c) {
    const Variant& variant = Of(component.columns[c]);
    for (const auto& [row, entry] : variant.rest) add(row, entry, static_cast<Index>(c));
    for (const auto& [step, entry] : variant.upper)
      add(steps_[static_cast<size_t>(step)].row, entry, static_cast<Index>(c));
  }
  return (moved.array().abs() <= kStill * terms.array().maxCoeff()).all();
}

const LeastNormFactorization& ReducedFactorization::LeastNormOf(const Component& component, const Box& box,
                                                                const VectorXd& column_size) const {
  const auto is_same = [](const VectorXd& one, const VectorXd& other) {
    return one.size() == other.size() && one == other;
  };
  if (!component.least_norm || !is_same(component.least_norm->box().lower, box.lower) ||
      !is_same(component.least_norm->box().upper, box.upper) ||
      !is_same(component.least_norm->column_size(), column_size)) {
    component.least_norm.emplace().Factorize(component.matrix, box, column_size);
    component.stays_inside = StaysInside(component, component.least_norm->null_space());
  }
  return *component.least_norm;
}

std::optional<LeastNormSolution> ReducedFactorization::LeastNorm(const VectorXd& rhs, const Box& box) const {
  if (!is_split_) return std::nullopt;
  const VectorXd v = Forward(rhs);
  LeastNormSolution solution;
  solution.x = VectorXd::Zero(n_);
  solution.consistent = true;
  solution.rank = static_cast<int>(n_);
  const bool has_box = box.lower.size() == n_;
  for (const Component& component : components_) {
    const auto rows = static_cast<Index>(component.rows.size());
    const auto columns = static_cast<Index>(component.columns.size());
    VectorXd part(rows), own(columns), size(columns);
    for (Index i = 0; i < rows; ++i) part[i] = v[component.rows[static_cast<size_t>(i)]];
    if (component.is_regular) {
      own = component.factorization.Solve(part);
    } else {
      if (rows == 0 || columns == 0) return std::nullopt;
      Box bounds;
      if (has_box) bounds = {VectorXd(columns), VectorXd(columns)};
      for (Index c = 0; c < columns; ++c) {
        const int column = columns_[component.columns[static_cast<size_t>(c)]].column;
        size[c] = column_size_[column];
        if (!has_box) continue;
        bounds.lower[c] = box.lower[column];
        bounds.upper[c] = box.upper[column];
      }
      const LeastNormSolution found = LeastNormOf(component, bounds, size).Solve(part);
      if (!found.consistent || !component.stays_inside) return std::nullopt;
      for (const Index c : found.free)
        solution.free.push_back(columns_[component.columns[static_cast<size_t>(c)]].column);
      solution.rank -= static_cast<int>(columns) - found.rank;
      own = found.x;
    }
    for (Index c = 0; c < columns; ++c) solution.x[columns_[component.columns[static_cast<size_t>(c)]].column] = own[c];
  }
  Backward(v, solution.x);
  return solution;
}

}  // namespace stiction::runtime
