// SPDX-License-Identifier: BSD-3-Clause
// Dense linear algebra of one block: LU where the matrix is regular, rank-revealing where it is not.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

namespace stiction::runtime {

/// J dx = rhs, solved with rows and columns scaled to a largest entry of 1.
class DenseFactorization {
 public:
  /// @pre all entries are finite
  void Factorize(const Eigen::MatrixXd& matrix);

  /// Numerically of full rank: the reciprocal condition number of the scaled matrix is above 1e-13, or a rank-revealing
  /// QR factorisation finds full rank.
  bool is_regular() const { return is_regular_; }
  /// @pre is_regular()
  Eigen::VectorXd Solve(const Eigen::VectorXd& rhs) const;
  /// Sign of det J. @pre is_regular()
  int DeterminantSign() const { return sign_; }

 private:
  Eigen::VectorXd row_scale_, column_scale_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
  bool is_regular_ = false;
  int sign_ = 1;
};

/// Bounds of each unknown, infinite where there are none; both empty: none at all.
struct Box {
  Eigen::VectorXd lower, upper;
};

struct LeastNormSolution {
  Eigen::VectorXd x;
  bool consistent = false;
  int rank = 0;
  std::vector<Eigen::Index> free;  // unknowns that the null space moves, where consistent
};

/// The solution of matrix x = rhs that minimises sum_j |column_j| (x_j - m_j)^2 / h_j, where m_j and h_j are the middle
/// and half the width of unknown j's bounds (0 and 1 without bounds): with x a friction force or its part of the
/// capacity, that is sum_j lambda_j^2 / F_j, and a load is shared in proportion to capacity (docs/friction.md, section
/// 4). By a complete orthogonal decomposition. Unknowns of the null space that would leave their bounds are put on them
/// one after the other, while that leaves a solution. If there is none at all, the least-squares solution, and
/// `consistent` is false.
class LeastNormFactorization {
 public:
  /// @param column_size |column_j| in the sum, if not of this matrix with rows scaled to a largest entry of 1
  void Factorize(const Eigen::MatrixXd& matrix, const Box& box = {}, const Eigen::VectorXd& column_size = {});
  LeastNormSolution Solve(const Eigen::VectorXd& rhs) const;
  /// Columns that span it, n x (n - rank).
  Eigen::MatrixXd null_space() const { return weight_.asDiagonal() * null_space_; }

 private:
  /// A bound that holds an unknown: sign * x <= sign * bound.
  struct Hold {
    Eigen::Index at;
    double sign, bound, multiplier;
  };
  /// @param y the unknowns from their middles on, by weight @param all right-hand side, rows scaled
  LeastNormSolution SolutionAt(const Eigen::VectorXd& y, const Eigen::VectorXd& all) const;
  std::optional<Hold> WorstMissed(const Eigen::VectorXd& y, const std::vector<Hold>& held) const;
  /// @returns false if there is no solution within all bounds
  bool MoveIntoBounds(Eigen::VectorXd& y, std::vector<Hold>& held) const;

  Box box_;
  Eigen::VectorXd row_scale_, weight_, middle_, half_;
  Eigen::MatrixXd rows_, null_space_;  // scaled rows; of rows_ weighted, orthonormal
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition_;
  std::vector<Eigen::Index> free_;
};

/// The same at once.
LeastNormSolution SolveLeastNorm(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& rhs, const Box& box = {},
                                 const Eigen::VectorXd& column_size = {});

}  // namespace stiction::runtime
