// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/independent_columns.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <utility>

namespace stiction {
namespace {

constexpr double kTolerance = 1e-10;  // of the largest term

}  // namespace

IndependentColumns::Remainder IndependentColumns::Reduce(const std::vector<Entry>& entries) const {
  Remainder column;
  double scale = 0;
  std::priority_queue<int32_t, std::vector<int32_t>, std::greater<>> pending;  // pivots to eliminate with
  for (const Entry& entry : entries) {
    column.emplace(entry.row, entry.coefficient);
    scale = std::max(scale, std::abs(entry.coefficient.value));
    if (HasPivot(entry.row)) pending.push(pivot_of_row_[static_cast<size_t>(entry.row)]);
  }
  while (!pending.empty()) {
    const int32_t p = pending.top();
    while (!pending.empty() && pending.top() == p) pending.pop();
    const Pivot& pivot = pivots_[static_cast<size_t>(p)];
    const auto at = column.find(pivot.row);
    if (at == column.end()) continue;
    const Coefficient factor = at->second;  // pivots are scaled to 1
    for (const auto& [row, coefficient] : pivot.column) {
      Coefficient& target = column[row];
      target.value -= factor.value * coefficient.value;
      target.sureness = std::max({target.sureness, factor.sureness, coefficient.sureness});
      scale = std::max(scale, std::abs(factor.value * coefficient.value));
      if (const int32_t q = pivot_of_row_[static_cast<size_t>(row)]; q > p) pending.push(q);
    }
    column.erase(pivot.row);
  }
  std::erase_if(column, [&](const auto& item) { return std::abs(item.second.value) <= kTolerance * scale; });
  return column;
}

int32_t IndependentColumns::PivotOf(const Remainder& remainder,
                                    const std::function<bool(int32_t row, const Coefficient&)>& may_be) const {
  int32_t best = -1;
  const Coefficient* of_best = nullptr;
  for (const auto& [row, coefficient] : remainder) {
    if (HasPivot(row) || !may_be(row, coefficient)) continue;
    const bool is_better =
        of_best == nullptr || coefficient.sureness < of_best->sureness ||
        (coefficient.sureness == of_best->sureness && std::abs(coefficient.value) > std::abs(of_best->value));
    if (!is_better) continue;
    best = row;
    of_best = &coefficient;
  }
  return best;
}

void IndependentColumns::Take(const Remainder& remainder, int32_t row) {
  Pivot pivot{row, {}};
  const Coefficient diagonal = remainder.at(row);
  for (const auto& [other, coefficient] : remainder) {
    const Sureness sureness = other == row ? Sureness::kConstant : std::max(coefficient.sureness, diagonal.sureness);
    pivot.column.push_back({other, {coefficient.value / diagonal.value, sureness}});
  }
  pivot_of_row_[static_cast<size_t>(row)] = static_cast<int32_t>(pivots_.size());
  pivots_.push_back(std::move(pivot));
}

}  // namespace stiction
