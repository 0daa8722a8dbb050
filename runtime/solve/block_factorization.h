// Factorisations of a BlockMatrix that are kept: mode by mode only a few rows or columns of it change.
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <vector>

#include "runtime/solve/block_matrix.h"
#include "runtime/solve/dense.h"

namespace stiction::runtime {

/// J dx = rhs. A matrix that equals the one factorised last is not factorised again; one that differs in a few rows or
/// columns is solved by that factorisation and a correction of low rank (Sherman, Morrison and Woodbury; Hager 1989,
/// doi 10.1137/1031049). Sparse matrices are factorised by KLU (Davis and Palamadai Natarajan 2010,
/// doi 10.1145/1824801.1824814), others by dense LU.
class BlockFactorization {
 public:
  BlockFactorization();
  ~BlockFactorization();
  BlockFactorization(BlockFactorization&&) noexcept;
  BlockFactorization& operator=(BlockFactorization&&) noexcept;

  /// @param exactly without a correction of low rank
  /// @pre all entries are finite
  void Factorize(const BlockMatrix& matrix, bool exactly = false);

  /// Numerically of full rank.
  bool is_regular() const { return is_regular_; }
  /// Solve uses a correction of low rank; it may lose some digits.
  bool is_corrected() const { return !changed_.empty(); }
  /// @pre is_regular()
  Eigen::VectorXd Solve(const Eigen::VectorXd& rhs) const;
  /// Sign of det J. @pre is_regular()
  int DeterminantSign() const { return sign_; }

 private:
  struct Sparse;
  /// @returns false if the matrix has to be factorised anew
  bool Correct(const BlockMatrix& matrix);
  void FactorizeAnew(const BlockMatrix& matrix);
  Eigen::VectorXd SolveBase(const Eigen::VectorXd& rhs) const;

  bool is_regular_ = false;
  int sign_ = 1;
  // The matrix factorised last
  std::vector<double> base_;
  bool has_base_ = false;
  int base_sign_ = 1;
  bool base_is_sparse_ = false;
  DenseFactorization dense_;
  std::unique_ptr<Sparse> sparse_;
  // The correction: columns or rows that differ
  std::vector<int> changed_;
  bool by_columns_ = false;
  Eigen::MatrixXd wing_, difference_;
  Eigen::PartialPivLU<Eigen::MatrixXd> core_;
};

}  // namespace stiction::runtime
