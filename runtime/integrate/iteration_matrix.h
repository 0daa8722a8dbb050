// SPDX-License-Identifier: BSD-3-Clause
// The matrix of a linearly implicit method, kept factorised.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace stiction::runtime {

/// W = shift I - J for a sparse J of a fixed pattern, factorised by KLU (Davis and Palamadai Natarajan 2010,
/// doi 10.1145/1824801.1824814).
class IterationMatrix {
 public:
  /// @param column_begin, row_of compressed sparse columns of J, rows ascending in each; n + 1 and nnz
  IterationMatrix(const std::vector<int64_t>& column_begin, const std::vector<int64_t>& row_of);
  ~IterationMatrix();

  /// The matrix that was factorised last is not factorised again.
  /// @param jacobian finite, nnz
  /// @returns false if W is singular
  bool Factorize(double shift, const std::vector<double>& jacobian);

  /// x := W^-1 x, n. @pre the last Factorize succeeded
  void Solve(double* x);

  long factorizations() const { return factorizations_; }

 private:
  struct Klu;
  std::unique_ptr<Klu> klu_;
  std::vector<int> column_begin_, row_of_;
  std::vector<size_t> entry_of_, diagonal_;  // in values_, of each entry of J and of each diagonal element
  std::vector<double> values_;
  double shift_ = 0;
  std::vector<double> jacobian_;  // factorised last
  bool is_factorized_ = false;
  long factorizations_ = 0;
};

}  // namespace stiction::runtime
