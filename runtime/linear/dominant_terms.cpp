// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/linear/dominant_terms.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// The assignment of least cost, where an entry costs minus its exponent, by shortest augmenting paths. The prices of
/// rows and columns are the exponents of the scales.
class Assignment {
 public:
  Assignment(const std::vector<ExponentEntry>& entries, Index n)
      : row_price_(VectorXd::Constant(n, HUGE_VAL)),
        column_price_(VectorXd::Constant(n, HUGE_VAL)),
        of_row_(static_cast<size_t>(n)),
        row_of_(static_cast<size_t>(n), -1),
        column_of_(static_cast<size_t>(n), -1) {
    for (const ExponentEntry& entry : entries) {
      of_row_[static_cast<size_t>(entry.row)].emplace_back(entry.column, -entry.exponent);
      column_price_[entry.column] = std::min(column_price_[entry.column], -entry.exponent);
    }
    for (const ExponentEntry& entry : entries) {
      row_price_[entry.row] = std::min(row_price_[entry.row], -entry.exponent - column_price_[entry.column]);
    }
  }

  bool Complete() {
    if (!row_price_.allFinite() || !column_price_.allFinite()) return false;
    for (Index row = 0; row < row_price_.size(); ++row) {
      if (!Augment(row)) return false;
    }
    return true;
  }

  DominantScales Scales() const { return {row_price_, column_price_}; }

 private:
  using Candidate = std::pair<double, Index>;  // distance, column

  bool Augment(Index from) {
    distance_.setConstant(row_price_.size(), HUGE_VAL);
    before_.assign(row_of_.size(), -1);
    std::vector<Index> reached;
    Scan(from, 0);
    while (!open_.empty()) {
      const auto [distance, column] = open_.top();
      open_.pop();
      if (distance > distance_[column]) continue;
      const Index row = row_of_[static_cast<size_t>(column)];
      if (row < 0) {
        open_ = {};
        Reprice(from, distance, reached);
        Flip(from, column);
        return true;
      }
      reached.push_back(column);
      Scan(row, distance);
    }
    return false;
  }

  void Scan(Index row, double distance) {
    for (const auto& [column, cost] : of_row_[static_cast<size_t>(row)]) {
      const double here = distance + std::max(0.0, cost - row_price_[row] - column_price_[column]);
      if (here >= distance_[column]) continue;
      distance_[column] = here;
      before_[static_cast<size_t>(column)] = row;
      open_.emplace(here, column);
    }
  }

  void Reprice(Index from, double length, const std::vector<Index>& reached) {
    row_price_[from] += length;
    for (const Index column : reached) {
      row_price_[row_of_[static_cast<size_t>(column)]] += length - distance_[column];
      column_price_[column] -= length - distance_[column];
    }
  }

  void Flip(Index from, Index column) {
    for (;;) {
      const Index row = before_[static_cast<size_t>(column)];
      row_of_[static_cast<size_t>(column)] = row;
      if (row == from) {
        column_of_[static_cast<size_t>(row)] = column;
        return;
      }
      column = std::exchange(column_of_[static_cast<size_t>(row)], column);
    }
  }

  VectorXd row_price_, column_price_, distance_;
  std::vector<std::vector<std::pair<Index, double>>> of_row_;  // columns with costs
  std::vector<Index> row_of_, column_of_, before_;             // before_: the row by which a column was reached
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> open_;
};

}  // namespace

std::optional<DominantScales> FindDominantScales(const std::vector<ExponentEntry>& entries, Index n) {
  Assignment assignment(entries, n);
  if (!assignment.Complete()) return std::nullopt;
  return assignment.Scales();
}

}  // namespace stiction::runtime
