// SPDX-License-Identifier: BSD-3-Clause
// Scales of rows and columns that take units out of a matrix.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "runtime/linear/block_matrix.h"
#include "runtime/linear/dominant_terms.h"

namespace stiction::runtime {

/// Powers of two, so that scaling makes no rounding errors.
struct Equilibration {
  Eigen::VectorXd rows, columns;
  Eigen::MatrixXd Apply(const Eigen::MatrixXd& matrix) const {
    return rows.asDiagonal() * matrix * columns.asDiagonal();
  }
};

/// Scales that bring the entries other than 0 as near to 1 as they can, by the squares of their logarithms, and then
/// the largest of each row and column to between 1 and 4. Other units of an unknown or an equation give the same scaled
/// matrix, up to a factor of 2: what is small or nearly singular in it is so in every unit.
/// @source Curtis & Reid 1972, doi 10.1093/imamat/10.1.118
/// @pre all entries are finite
Equilibration Equilibrate(const Eigen::MatrixXd& matrix);
Equilibration Equilibrate(const BlockMatrix& matrix);

/// Likewise of matrices that change little from one to the next: the scales depend on binary exponents alone, and stay
/// where these do.
class Equilibrator {
 public:
  const Equilibration& Of(const Eigen::MatrixXd& matrix);
  const Equilibration& Of(const BlockMatrix& matrix);
  /// That of the last matrix.
  const Equilibration& scale() const { return scale_; }

 private:
  const Equilibration& OfNext(Eigen::Index rows, Eigen::Index columns);

  std::vector<ExponentEntry> entries_, next_;
  Equilibration scale_;
};

/// Scales of the rows alone that bring entries as near to 1, exactly and not as powers of two.
Eigen::VectorXd RowScales(const Eigen::MatrixXd& matrix);

}  // namespace stiction::runtime
