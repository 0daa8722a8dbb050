// SPDX-License-Identifier: BSD-3-Clause
// Rank of a sparse matrix of coefficients, column by column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "compiler/causalize/coefficients.h"

namespace stiction {

/// Linearly independent columns by left-looking elimination. Each number is followed by how surely it is what it is: a
/// pivot that came from constants only does not vanish, whatever the parameters and the motion.
class IndependentColumns {
 public:
  struct Entry {
    int32_t row;
    Coefficient coefficient;
  };
  /// The remainder of a column after elimination with the columns taken, by row.
  using Remainder = std::map<int32_t, Coefficient>;

  explicit IndependentColumns(size_t row_count) : pivot_of_row_(row_count, -1) {}

  /// What rounding errors may have left counts as 0.
  Remainder Reduce(const std::vector<Entry>& entries) const;

  /// The row of the surest entry, among equals the largest, then the lowest, of those without a pivot that may have
  /// one. @returns -1: none
  int32_t PivotOf(const Remainder& remainder, const std::function<bool(int32_t row, const Coefficient&)>& may_be) const;

  /// @pre nothing was taken since the column was reduced; the row has no pivot
  void Take(const Remainder& remainder, int32_t row);

  bool HasPivot(int32_t row) const { return pivot_of_row_[static_cast<size_t>(row)] >= 0; }

 private:
  struct Pivot {
    int32_t row;
    std::vector<Entry> column;  // 1 at `row`, 0 at the rows of earlier pivots
  };
  std::vector<int32_t> pivot_of_row_;
  std::vector<Pivot> pivots_;
};

}  // namespace stiction
