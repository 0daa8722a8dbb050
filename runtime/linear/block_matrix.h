// SPDX-License-Identifier: BSD-3-Clause
// The Jacobian of one implicit block: its pattern stays, its values change from solve to solve.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// n x n, compressed sparse columns; entries at the same place are added up.
class BlockMatrix {
 public:
  BlockMatrix() = default;
  BlockMatrix(Eigen::Index n, const std::vector<BlockCode::Entry>& entries);

  Eigen::Index size() const { return n_; }
  const std::vector<int>& column_begin() const { return column_begin_; }  // n + 1
  const std::vector<int>& row_of() const { return row_of_; }              // ascending in each column
  const std::vector<double>& values() const { return values_; }
  /// Worth a sparse factorisation.
  bool is_sparse() const { return is_sparse_; }

  void SetZero();
  /// @param entry number in the list given to the constructor
  void Add(size_t entry, double value) { values_[position_of_[entry]] += value; }
  bool AllFinite() const;

  Eigen::MatrixXd Dense() const;
  Eigen::VectorXd Times(const Eigen::VectorXd& x) const;
  /// |A| |x|, componentwise.
  Eigen::VectorXd AbsTimes(const Eigen::VectorXd& x) const;

 private:
  Eigen::Index n_ = 0;
  bool is_sparse_ = false;
  std::vector<int> column_begin_, row_of_;
  std::vector<size_t> position_of_;  // in values_, of each entry
  std::vector<double> values_;
};

}  // namespace stiction::runtime
