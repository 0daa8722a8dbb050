// SPDX-License-Identifier: BSD-3-Clause
// Singular sparse matrices, part by independent part.
#pragma once

#include <Eigen/Dense>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/linear/block_matrix.h"
#include "runtime/linear/dense.h"
#include "runtime/linear/least_norm.h"

namespace stiction::runtime {

/// SolveLeastNorm of J x = rhs with J = [K V], where V has the columns that change from mode to mode. Gaussian
/// elimination of K leaves the Schur complement of V: in a block of coupled friction elements D M^-1 D' of those that
/// stick (docs/friction.md, section 3). Its columns of a single entry (elements that slip) are substituted last; the
/// others fall into components that share no row, each of which is solved by itself.
class LeastNormByParts {
 public:
  LeastNormByParts();
  ~LeastNormByParts();
  LeastNormByParts(LeastNormByParts&&) noexcept;
  LeastNormByParts& operator=(LeastNormByParts&&) noexcept;

  /// @param varies of each column: it belongs to V, n
  /// @pre all entries are finite
  /// @returns true if J is singular, its null space being that of some components; false if it is regular, or if that
  /// is not known: the columns of K depend on each other or are poor pivots, or a row has several single entries
  bool FindsSingular(const BlockMatrix& matrix, const std::vector<bool>& varies);
  /// @pre FindsSingular was true
  /// @returns nothing if the solution of the whole matrix would be another, or if a component has none
  std::optional<LeastNormSolution> Solve(const Eigen::VectorXd& rhs, const Box& box) const;

 private:
  class Elimination;
  std::unique_ptr<Elimination> elimination_;
};

}  // namespace stiction::runtime
