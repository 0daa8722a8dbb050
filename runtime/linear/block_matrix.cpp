// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/linear/block_matrix.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stiction::runtime {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr Index kMinSparse = 24;       // unknowns
constexpr size_t kSparseFraction = 6;  // at most a sixth of the entries occur

}  // namespace

BlockMatrix::BlockMatrix(Index n, const std::vector<BlockCode::Entry>& entries)
    : n_(n), column_begin_(static_cast<size_t>(n) + 1, 0), position_of_(entries.size()) {
  std::vector<size_t> order(entries.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto place = [&](size_t k) { return std::pair(entries[k].column, entries[k].row); };
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return place(a) < place(b); });
  for (size_t i = 0; i < order.size(); ++i) {
    const size_t k = order[i];
    if (i == 0 || place(k) != place(order[i - 1])) {
      row_of_.push_back(entries[k].row);
      ++column_begin_[static_cast<size_t>(entries[k].column) + 1];
    }
    position_of_[k] = row_of_.size() - 1;
  }
  std::partial_sum(column_begin_.begin(), column_begin_.end(), column_begin_.begin());
  values_.assign(row_of_.size(), 0.0);
  is_sparse_ = n >= kMinSparse && values_.size() * kSparseFraction < static_cast<size_t>(n * n);
}

void BlockMatrix::SetZero() { std::fill(values_.begin(), values_.end(), 0.0); }

bool BlockMatrix::AllFinite() const {
  return std::all_of(values_.begin(), values_.end(), [](double value) { return std::isfinite(value); });
}

MatrixXd BlockMatrix::Dense() const {
  MatrixXd dense = MatrixXd::Zero(n_, n_);
  for (Index j = 0; j < n_; ++j) {
    for (int k = column_begin_[j]; k < column_begin_[j + 1]; ++k) dense(row_of_[k], j) = values_[k];
  }
  return dense;
}

VectorXd BlockMatrix::Times(const VectorXd& x) const {
  VectorXd y = VectorXd::Zero(n_);
  for (Index j = 0; j < n_; ++j) {
    for (int k = column_begin_[j]; k < column_begin_[j + 1]; ++k) y[row_of_[k]] += values_[k] * x[j];
  }
  return y;
}

VectorXd BlockMatrix::AbsTimes(const VectorXd& x) const {
  VectorXd y = VectorXd::Zero(n_);
  for (Index j = 0; j < n_; ++j) {
    for (int k = column_begin_[j]; k < column_begin_[j + 1]; ++k) y[row_of_[k]] += std::fabs(values_[k] * x[j]);
  }
  return y;
}

}  // namespace stiction::runtime
