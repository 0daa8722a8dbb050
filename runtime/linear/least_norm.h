// SPDX-License-Identifier: BSD-3-Clause
// Linear equations with many solutions: the one in which a load is shared by what its bearers can carry.
#pragma once

#include <Eigen/Dense>
#include <algorithm>
#include <optional>
#include <vector>

#include "runtime/linear/equilibration.h"

namespace stiction::runtime {

/// Bounds of each unknown, infinite where there are none; both empty: none at all.
struct Box {
  Eigen::VectorXd lower, upper;
  /// Unknowns whose bounds hold nothing, and tell of their units only: they bear what is beyond the others' bounds.
  /// Ascending.
  std::vector<Eigen::Index> soft = {};
  bool widens = false;  // where no solution lies within them; else all are left alone
  bool IsSoft(Eigen::Index j) const { return std::binary_search(soft.begin(), soft.end(), j); }
};

struct LeastNormSolution {
  Eigen::VectorXd x;
  bool consistent = false;
  int rank = 0;
  std::vector<Eigen::Index> free;  // unknowns that the null space moves, where consistent
};

/// Of the solutions of matrix x = rhs that which loads the bounded unknowns least: it minimises sum_j w_j u_j^2, where
/// u_j is the distance of unknown j from the middle of its bounds, relative to half their width. The weights w_j are
/// the l1 Lewis weights of what the bounded unknowns contribute to the equations: among friction elements side by side
/// they are in proportion to the capacities F_j, the sum is that of lambda_j^2 / F_j, and a load is shared in
/// proportion to capacity (docs/friction.md, section 4). Neither units nor the choice among equivalent equations
/// matter. What no bound decides is chosen by least norm, rows and columns equilibrated. Bounded unknowns of the null
/// space that would leave their bounds are put on them one after the other, while that leaves a solution. If there is
/// none at all, the least-squares solution, and `consistent` is false.
/// @source of the weights: Cohen & Peng 2015, doi 10.1145/2746539.2746567
class LeastNormFactorization {
 public:
  void Factorize(const Eigen::MatrixXd& matrix, const Box& box = {});
  LeastNormSolution Solve(const Eigen::VectorXd& rhs);
  /// Columns that span it, n x (n - rank).
  Eigen::MatrixXd null_space() const { return scale_.columns.asDiagonal() * null_space_; }

 private:
  /// A bound that holds an unknown: sign * x <= sign * bound.
  struct Hold {
    Eigen::Index at;
    double sign, bound, multiplier;
  };
  /// Finds middles, widths and weights of the unknowns with bounds, and the directions that go with them.
  void WeighBounded();
  /// Moves by the null space to where the sum is least. @param x of any solution
  void Share(Eigen::VectorXd& x) const;
  /// @param x scaled @param all right-hand side, scaled
  LeastNormSolution SolutionAt(const Eigen::VectorXd& x, const Eigen::VectorXd& all) const;
  /// The unknown has two bounds apart.
  bool IsBounded(Eigen::Index j) const;
  double BoundOf(Eigen::Index j, double sign, double factor) const;
  std::optional<Hold> WorstMissed(const Eigen::VectorXd& x, double factor, const std::vector<Hold>& held) const;
  /// Moves to the least sum within bounds that are wider by a factor.
  /// @returns the least factor for which there can be a solution: at most `factor` if it found one
  double MoveIntoBounds(Eigen::VectorXd& x, double factor, std::vector<Hold>& held) const;
  /// @param held, share bounds whose normals, with these factors <= 0, add up to that of `next`
  double LeastFactor(const Eigen::VectorXd& x, const Hold& next, const std::vector<Hold>& held,
                     const Eigen::VectorXd& share) const;

  // Of the equilibrated matrix, as all that follows
  Equilibration scale_;
  Box box_;
  Eigen::MatrixXd rows_, null_space_;  // null space: orthonormal
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition_;
  std::vector<Eigen::Index> free_, bounded_;  // of those free
  Eigen::VectorXd middle_, half_;             // of bounded_
  Eigen::MatrixXd along_;                     // null space, in coordinates in which the sum is a sum of squares
  Eigen::Index shared_ = 0;                   // the first of them, which move bounded unknowns
  Eigen::MatrixXd share_;                     // of u, in these coordinates: shared_ x bounded_
};

/// The same at once.
LeastNormSolution SolveLeastNorm(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& rhs, const Box& box = {});

}  // namespace stiction::runtime
