// SPDX-License-Identifier: BSD-3-Clause
// Regular dense linear equations of one block.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "runtime/linear/equilibration.h"

namespace stiction::runtime {

/// J dx = rhs, solved with rows and columns equilibrated. Rows of a single entry are solved first, one after the other,
/// and columns of a single entry last: what they determine has no rounding errors of the rest.
class DenseFactorization {
 public:
  /// @pre all entries are finite
  void Factorize(const Eigen::MatrixXd& matrix);

  /// Numerically of full rank: the reciprocal condition number of the scaled matrix is above 1e-13, or a rank-revealing
  /// QR factorisation finds full rank.
  bool is_regular() const { return is_regular_; }
  /// That of the matrix.
  const Equilibration& scale() const { return scales_.scale(); }
  /// @pre is_regular()
  Eigen::VectorXd Solve(const Eigen::VectorXd& rhs) const;
  /// Sign of det J. @pre is_regular()
  int DeterminantSign() const { return sign_; }

 private:
  /// Splits off single entries. @post rows_ and columns_ are those of single rows, then others, then single columns
  void Peel();
  Eigen::Index core_end() const { return static_cast<Eigen::Index>(rows_.size()) - last_; }
  /// Of the core, if it is small, by plain loops. @returns the sign of its determinant; 0 where the pivots do not show
  /// that it is regular
  int FactorizeSmall();
  /// Likewise of any core. @returns 0 if it is singular
  int FactorizeCarefully();
  void SolveCore(Eigen::VectorXd& inner) const;
  /// x of the pivot at `position`, from the others of its row.
  void Substitute(Eigen::Index position, const Eigen::VectorXd& rhs, Eigen::VectorXd& x) const;

  Equilibrator scales_;
  Eigen::MatrixXd scaled_;
  std::vector<Eigen::Index> rows_, columns_;  // in the order of pivots
  Eigen::Index first_ = 0, last_ = 0;         // numbers of single rows and columns
  bool is_small_ = false;                     // the core is in core_, else in lu_
  std::vector<double> core_;                  // its factors, by rows
  std::vector<Eigen::Index> pivots_;          // the row that each step of elimination took
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  bool is_regular_ = false;
  int sign_ = 1;
};

}  // namespace stiction::runtime
