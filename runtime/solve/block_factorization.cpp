#include "runtime/solve/block_factorization.h"

#include <klu.h>

#include <algorithm>
#include <cmath>

namespace stiction::runtime {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr Index kLeastCorrected = 8;   // unknowns: below, a factorisation costs nothing
constexpr Index kDenseFraction = 8;    // a dense matrix may change in an eighth of its rows or columns
constexpr size_t kMostSparse = 6;      // rows or columns of a sparse one
constexpr Index kMostVarying = 400;    // columns of a matrix that is reduced to them
constexpr double kSoundCore = 1e-8;    // reciprocal condition of the correction's core
constexpr double kSoundPivots = 1e-6;  // reciprocal condition with pivots chosen for other values
constexpr double kSuspicious = 1e-13;  // reciprocal condition: look closer

int SignOfPermutation(const int* permutation, Index n) {
  std::vector<bool> seen(static_cast<size_t>(n), false);
  int sign = 1;
  for (Index i = 0; i < n; ++i) {
    if (seen[i]) continue;
    int length = 0;
    for (Index j = i; !seen[j]; j = permutation[j]) {
      seen[j] = true;
      ++length;
    }
    if (length % 2 == 0) sign = -sign;
  }
  return sign;
}

}  // namespace

/// KLU of the matrix with rows and columns scaled to a largest entry of 1.
struct BlockFactorization::Sparse {
  klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  VectorXd row_scale, column_scale;
  std::vector<int> column_begin, row_of;
  std::vector<double> scaled;

  Sparse() {
    klu_defaults(&common);
    common.scale = 0;
  }
  ~Sparse() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
  Sparse(const Sparse&) = delete;
  Sparse& operator=(const Sparse&) = delete;

  /// @returns the sign of the determinant; 0 if the matrix is singular or nearly so
  int Factorize(const BlockMatrix& matrix) {
    const Index n = matrix.size();
    Scale(matrix);
    if (symbolic == nullptr) {
      symbolic = klu_analyze(static_cast<int>(n), column_begin.data(), row_of.data(), &common);
      if (symbolic == nullptr) return 0;
    }
    // The pivots of last time, unless they are poor now.
    const bool is_sound =
        numeric != nullptr &&
        klu_refactor(column_begin.data(), row_of.data(), scaled.data(), symbolic, numeric, &common) != 0 &&
        common.status == KLU_OK && klu_rcond(symbolic, numeric, &common) != 0 && common.rcond > kSoundPivots;
    if (!is_sound) {
      klu_free_numeric(&numeric, &common);
      numeric = klu_factor(column_begin.data(), row_of.data(), scaled.data(), symbolic, &common);
      if (numeric == nullptr || common.status != KLU_OK) return 0;
      if (klu_rcond(symbolic, numeric, &common) == 0 || common.rcond < kSuspicious) return 0;
    }
    int sign = SignOfPermutation(numeric->Pnum, n) * SignOfPermutation(symbolic->Q, n);
    const auto* diagonal = static_cast<const double*>(numeric->Udiag);
    for (Index i = 0; i < n; ++i) {
      if (diagonal[i] < 0) sign = -sign;
    }
    return sign;
  }

  void Scale(const BlockMatrix& matrix) {
    const Index n = matrix.size();
    const auto inverse = [](double size) { return size > 0 ? 1 / size : 1; };
    if (column_begin.empty()) {
      column_begin = matrix.column_begin();
      row_of = matrix.row_of();
    }
    scaled = matrix.values();
    row_scale = matrix.RowSizes().unaryExpr(inverse);
    column_scale.resize(n);
    for (Index j = 0; j < n; ++j) {
      double largest = 0;
      for (int k = column_begin[j]; k < column_begin[j + 1]; ++k) {
        scaled[k] *= row_scale[row_of[k]];
        largest = std::max(largest, std::fabs(scaled[k]));
      }
      column_scale[j] = inverse(largest);
      for (int k = column_begin[j]; k < column_begin[j + 1]; ++k) scaled[k] *= column_scale[j];
    }
  }

  VectorXd Solve(const VectorXd& rhs) {
    VectorXd x = row_scale.cwiseProduct(rhs);
    klu_solve(symbolic, numeric, static_cast<int>(x.size()), 1, x.data(), &common);
    return column_scale.cwiseProduct(x);
  }
};

BlockFactorization::BlockFactorization() = default;
BlockFactorization::~BlockFactorization() = default;
BlockFactorization::BlockFactorization(BlockFactorization&&) noexcept = default;
BlockFactorization& BlockFactorization::operator=(BlockFactorization&&) noexcept = default;

void BlockFactorization::Factorize(const BlockMatrix& matrix, bool exactly) {
  NoteChanges(matrix);
  if (has_base_ && base_ == matrix.values()) {
    changed_.clear();
    is_regular_ = true;
    sign_ = base_sign_;
    return;
  }
  if (!exactly && has_base_ && Correct(matrix)) return;
  FactorizeAnew(matrix);
}

void BlockFactorization::Expect(std::vector<bool> varies) {
  varies_ = std::move(varies);
  varying_ = std::count(varies_.begin(), varies_.end(), true);
  knows_varying_ = varying_ > 0;
}

void BlockFactorization::NoteChanges(const BlockMatrix& matrix) {
  if (!matrix.is_sparse() || knows_varying_) return;
  const auto n = static_cast<size_t>(matrix.size());
  if (last_.empty()) {
    varies_.assign(n, false);
  } else {
    const std::vector<int>& begin = matrix.column_begin();
    for (size_t j = 0; j < n; ++j) {
      if (varies_[j] ||
          std::equal(last_.begin() + begin[j], last_.begin() + begin[j + 1], matrix.values().begin() + begin[j])) {
        continue;
      }
      varies_[j] = true;
      ++varying_;
    }
  }
  last_ = matrix.values();
}

bool BlockFactorization::FactorizeReduced(const BlockMatrix& matrix, bool is_singular) {
  if (varying_ == 0 || varying_ > kMostVarying || varying_ * 4 > matrix.size() * 3) return false;
  const ReducedFactorization::Outcome outcome = reduced_.Factorize(matrix, varies_, is_singular);
  if (outcome == ReducedFactorization::Outcome::kUnsuitable) return false;
  is_reduced_ = true;
  is_regular_ = outcome == ReducedFactorization::Outcome::kRegular;
  if (is_regular_) base_sign_ = reduced_.DeterminantSign();
  return true;
}

void BlockFactorization::FactorizeAnew(const BlockMatrix& matrix) {
  changed_.clear();
  has_base_ = is_reduced_ = false;
  base_kind_ = Base::kDense;
  if (matrix.is_sparse()) {
    // Where the last mode was singular, this one is likely to be.
    bool is_reduced = was_singular_ && FactorizeReduced(matrix, false);
    if (!is_reduced) {
      if (!sparse_) sparse_ = std::make_unique<Sparse>();
      base_sign_ = sparse_->Factorize(matrix);
      if (base_sign_ != 0) base_kind_ = Base::kSparse;
      is_reduced = base_sign_ == 0 && FactorizeReduced(matrix, true);
    }
    was_singular_ = is_reduced ? !is_regular_ : base_kind_ == Base::kDense;
    if (is_reduced && !is_regular_) return;
    if (is_reduced) base_kind_ = Base::kReduced;
  }
  if (base_kind_ == Base::kDense) {
    dense_.Factorize(matrix.Dense());
    is_regular_ = dense_.is_regular();
    if (!is_regular_) return;
    base_sign_ = dense_.DeterminantSign();
  }
  is_regular_ = has_base_ = true;
  sign_ = base_sign_;
  base_ = matrix.values();
}

std::optional<LeastNormSolution> BlockFactorization::LeastNorm(const VectorXd& rhs, const Box& box) const {
  if (!is_reduced_) return std::nullopt;
  return reduced_.LeastNorm(rhs, box);
}

bool BlockFactorization::Correct(const BlockMatrix& matrix) {
  const Index n = matrix.size();
  if (n < kLeastCorrected) return false;
  const size_t most = base_kind_ != Base::kDense ? kMostSparse : static_cast<size_t>(n / kDenseFraction);
  const std::vector<int>& column_begin = matrix.column_begin();
  const std::vector<int>& row_of = matrix.row_of();
  const std::vector<double>& values = matrix.values();
  std::vector<int> columns, rows;
  std::vector<bool> row_differs(static_cast<size_t>(n), false);
  for (Index j = 0; j < n; ++j) {
    bool differs = false;
    for (int k = column_begin[j]; k < column_begin[j + 1]; ++k) {
      if (values[k] == base_[k]) continue;
      differs = true;
      if (row_differs[row_of[k]]) continue;
      row_differs[row_of[k]] = true;
      rows.push_back(row_of[k]);
    }
    if (differs) columns.push_back(static_cast<int>(j));
    if (columns.size() > most && rows.size() > most) return false;
  }
  by_columns_ = columns.size() <= rows.size();
  changed_ = by_columns_ ? columns : rows;
  const auto count = static_cast<Index>(changed_.size());
  std::vector<Index> place(static_cast<size_t>(n), -1);
  for (Index c = 0; c < count; ++c) place[changed_[c]] = c;
  if (by_columns_) {
    // A = A0 + D E', A^-1 = A0^-1 - W (I + E' W)^-1 E' A0^-1 with W = A0^-1 D
    difference_.setZero(n, count);
    for (Index c = 0; c < count; ++c) {
      for (int k = column_begin[changed_[c]]; k < column_begin[changed_[c] + 1]; ++k) {
        difference_(row_of[k], c) = values[k] - base_[k];
      }
    }
    wing_.resize(n, count);
    for (Index c = 0; c < count; ++c) wing_.col(c) = SolveBase(difference_.col(c));
    MatrixXd core = MatrixXd::Identity(count, count);
    for (Index c = 0; c < count; ++c) core.row(c) += wing_.row(changed_[c]);
    core_.compute(core);
  } else {
    // A = A0 + E D, A^-1 = A0^-1 - W (I + D W)^-1 D A0^-1 with W = A0^-1 E
    difference_.setZero(count, n);
    for (Index j = 0; j < n; ++j) {
      for (int k = column_begin[j]; k < column_begin[j + 1]; ++k) {
        if (place[row_of[k]] >= 0) difference_(place[row_of[k]], j) = values[k] - base_[k];
      }
    }
    wing_.resize(n, count);
    for (Index c = 0; c < count; ++c) wing_.col(c) = SolveBase(VectorXd::Unit(n, changed_[c]));
    core_.compute(MatrixXd::Identity(count, count) + difference_ * wing_);
  }
  const double least = core_.matrixLU().diagonal().cwiseAbs().minCoeff();
  if (!std::isfinite(least) || !(core_.rcond() > kSoundCore) ||
      least < kSoundCore * std::max(1.0, core_.matrixLU().diagonal().cwiseAbs().maxCoeff())) {
    changed_.clear();
    return false;
  }
  sign_ = base_sign_ * (core_.permutationP().determinant() < 0 ? -1 : 1);
  for (Index c = 0; c < count; ++c) {
    if (core_.matrixLU()(c, c) < 0) sign_ = -sign_;
  }
  is_regular_ = true;
  return true;
}

VectorXd BlockFactorization::SolveBase(const VectorXd& rhs) const {
  switch (base_kind_) {
    case Base::kDense:
      return dense_.Solve(rhs);
    case Base::kSparse:
      return sparse_->Solve(rhs);
    case Base::kReduced:
      return reduced_.Solve(rhs);
  }
  return {};
}

VectorXd BlockFactorization::Solve(const VectorXd& rhs) const {
  VectorXd x = SolveBase(rhs);
  if (changed_.empty()) return x;
  if (by_columns_) {
    VectorXd part(static_cast<Index>(changed_.size()));
    for (Index c = 0; c < part.size(); ++c) part[c] = x[changed_[c]];
    x -= wing_ * core_.solve(part);
  } else {
    x -= wing_ * core_.solve(difference_ * x);
  }
  return x;
}

}  // namespace stiction::runtime
