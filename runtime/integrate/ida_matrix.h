// SPDX-License-Identifier: BSD-3-Clause
// The matrix of Newton's method in IDA, and its solution by KLU.
#pragma once

#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <cstdint>
#include <memory>
#include <vector>

namespace stiction::runtime {

/// dF/dyy + cj dF/dyp for F = (xdot - f(t, x, y), r(t, x, y)): from the Jacobian J of (f, r) by (x, y)
///
///   rows of states  cj I - J       other rows  J
///
/// A direct linear solver for SUNDIALS that keeps what does not change: the order of rows and columns for the whole
/// run, the pivots until they no longer serve. (SUNDIALS' own starts from the pattern again after each IDAReInit.)
class IdaMatrix {
 public:
  /// @param column_begin, row_of pattern of J in compressed sparse columns: size + 1; rows ascend in each column
  /// @param nx number of states; their rows and columns come first
  IdaMatrix(const std::vector<int64_t>& column_begin, const std::vector<int64_t>& row_of, size_t nx,
            SUNContext context);
  ~IdaMatrix();

  /// Matrix and linear solver for IDA, owned by this object.
  SUNMatrix matrix() const;
  SUNLinearSolver solver() const;

  /// Takes the values for the next factorisation.
  /// @param jacobian in the order of row_of
  /// @param sizes of (x, y), > 0: pivots are chosen as if each were 1
  void Set(const double* jacobian, double cj, const double* sizes);

  /// True if the last factorisation failed.
  bool is_singular() const;

  long factorizations() const;  // with a search for pivots; others use those there are

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction::runtime
