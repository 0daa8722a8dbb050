// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/linear/block_factorization.h"

#include <klu.h>

#include <algorithm>
#include <cmath>

#include "runtime/linear/permutation.h"

namespace stiction::runtime {

using Eigen::Index;
using Eigen::VectorXd;

namespace {

constexpr double kSoundPivots = 1e-4;  // reciprocal growth of entries by pivots that were chosen for other values
constexpr double kSuspicious = 1e-13;  // reciprocal condition: look closer

}  // namespace

/// KLU of the matrix with rows and columns equilibrated.
struct BlockFactorization::Sparse {
  klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;
  Equilibrator scales;
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
        common.status == KLU_OK &&
        klu_rgrowth(column_begin.data(), row_of.data(), scaled.data(), symbolic, numeric, &common) != 0 &&
        common.rgrowth > kSoundPivots;
    if (!is_sound) {
      klu_free_numeric(&numeric, &common);
      numeric = klu_factor(column_begin.data(), row_of.data(), scaled.data(), symbolic, &common);
      if (numeric == nullptr || common.status != KLU_OK) return 0;
    }
    if (klu_rcond(symbolic, numeric, &common) == 0 || common.rcond < kSuspicious) return 0;
    int sign = SignOfPermutation(numeric->Pnum, static_cast<size_t>(n)) *
               SignOfPermutation(symbolic->Q, static_cast<size_t>(n));
    const auto* diagonal = static_cast<const double*>(numeric->Udiag);
    for (Index i = 0; i < n; ++i) {
      if (diagonal[i] < 0) sign = -sign;
    }
    return sign;
  }

  void Scale(const BlockMatrix& matrix) {
    if (column_begin.empty()) {
      column_begin = matrix.column_begin();
      row_of = matrix.row_of();
    }
    scaled = matrix.values();
    const Equilibration& scale = scales.Of(matrix);
    for (Index j = 0; j < matrix.size(); ++j) {
      for (int k = column_begin[j]; k < column_begin[j + 1]; ++k) scaled[k] *= scale.rows[row_of[k]] * scale.columns[j];
    }
  }

  VectorXd Solve(const VectorXd& rhs) {
    VectorXd x = scales.scale().rows.cwiseProduct(rhs);
    klu_solve(symbolic, numeric, static_cast<int>(x.size()), 1, x.data(), &common);
    return scales.scale().columns.cwiseProduct(x);
  }
};

BlockFactorization::BlockFactorization() = default;
BlockFactorization::~BlockFactorization() = default;
BlockFactorization::BlockFactorization(BlockFactorization&&) noexcept = default;
BlockFactorization& BlockFactorization::operator=(BlockFactorization&&) noexcept = default;

void BlockFactorization::Factorize(const BlockMatrix& matrix,
                                   const std::function<const std::vector<bool>&()>& mode_dependent) {
  if (values_ == matrix.values()) return;
  values_ = matrix.values();
  kind_ = matrix.size() == 1 ? Kind::kScalar : Kind::kDense;
  if (kind_ == Kind::kScalar) {
    is_regular_ = values_[0] != 0;
    sign_ = values_[0] < 0 ? -1 : 1;
    return;
  }
  if (matrix.is_sparse()) {
    if (!sparse_) sparse_ = std::make_unique<Sparse>();
    sign_ = sparse_->Factorize(matrix);
    if (sign_ != 0) {
      kind_ = Kind::kSparse;
    } else if (parts_.FindsSingular(matrix, mode_dependent())) {
      kind_ = Kind::kByParts;
    }
  }
  if (kind_ == Kind::kDense) {
    dense_.Factorize(matrix.Dense());
    if (dense_.is_regular()) sign_ = dense_.DeterminantSign();
  }
  is_regular_ = kind_ == Kind::kSparse || (kind_ == Kind::kDense && dense_.is_regular());
}

VectorXd BlockFactorization::Solve(const VectorXd& rhs) const {
  if (kind_ == Kind::kScalar) return rhs / values_[0];
  return kind_ == Kind::kSparse ? sparse_->Solve(rhs) : dense_.Solve(rhs);
}

VectorXd BlockFactorization::ColumnScales() const {
  if (kind_ == Kind::kScalar) return VectorXd::Ones(1);
  return kind_ == Kind::kSparse ? sparse_->scales.scale().columns : dense_.scale().columns;
}

std::optional<LeastNormSolution> BlockFactorization::LeastNorm(const VectorXd& rhs, const Box& box) const {
  if (kind_ != Kind::kByParts) return std::nullopt;
  return parts_.Solve(rhs, box);
}

}  // namespace stiction::runtime
