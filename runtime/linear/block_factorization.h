// SPDX-License-Identifier: BSD-3-Clause
// Factorisations of a BlockMatrix that are kept: from mode to mode only its values change.
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/linear/block_matrix.h"
#include "runtime/linear/dense.h"
#include "runtime/linear/least_norm_by_parts.h"

namespace stiction::runtime {

/// J dx = rhs. A matrix that equals the one factorised last is not factorised again. Sparse matrices are factorised by
/// KLU (Davis and Palamadai Natarajan 2010, doi 10.1145/1824801.1824814), by parts where that finds them singular,
/// others by dense LU.
class BlockFactorization {
 public:
  BlockFactorization();
  ~BlockFactorization();
  BlockFactorization(BlockFactorization&&) noexcept;
  BlockFactorization& operator=(BlockFactorization&&) noexcept;

  /// @param mode_dependent columns that change from mode to mode (asked for when a sparse matrix is singular), n
  /// @pre all entries are finite
  void Factorize(const BlockMatrix& matrix, const std::function<const std::vector<bool>&()>& mode_dependent);

  /// Numerically of full rank.
  bool is_regular() const { return is_regular_; }
  /// @pre is_regular()
  Eigen::VectorXd Solve(const Eigen::VectorXd& rhs) const;
  /// Of the columns, as the matrix was equilibrated. @pre is_regular()
  Eigen::VectorXd ColumnScales() const;
  /// Sign of det J. @pre is_regular()
  int DeterminantSign() const { return sign_; }
  /// SolveLeastNorm of the matrix, if it was found singular by parts and these allow that. @pre not is_regular()
  std::optional<LeastNormSolution> LeastNorm(const Eigen::VectorXd& rhs, const Box& box) const;

 private:
  struct Sparse;
  enum class Kind { kScalar, kDense, kSparse, kByParts };

  bool is_regular_ = false;
  Kind kind_ = Kind::kDense;
  int sign_ = 1;
  std::vector<double> values_;  // of the matrix factorised last
  LeastNormByParts parts_;
  DenseFactorization dense_;
  std::unique_ptr<Sparse> sparse_;
};

}  // namespace stiction::runtime
