// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mixed/mixed_search.h"

#include <algorithm>

namespace stiction::runtime {

void MixedSearch::Begin(double* slots) {
  problem_.Begin(slots);
  memory_ = {};
}

const Trial& MixedSearch::Try(const Configuration& configuration) {
  ++memory_.trials;
  problem_.Solve(configuration, trial_, memory_.rejection);
  if (!trial_.is_consistent()) Note(configuration);
  return trial_;
}

void MixedSearch::Note(const Configuration& configuration) {
  constexpr size_t kShown = 3;  // misses in a message
  memory_.tried.push_back(configuration);
  const int sign = trial_.orientation;
  (sign > 0 ? memory_.positive : sign < 0 ? memory_.negative : memory_.zero) = true;
  if (!trial_.is_admissible) return;
  memory_.has_admissible = true;
  if (trial_.is_tied && !memory_.tied) memory_.tied = configuration;
  if (trial_.gap < 0) return;
  memory_.was_redundant |= trial_.status == RealStatus::kLeastNorm;
  std::vector<Miss>& misses = memory_.misses;
  const auto after = std::upper_bound(misses.begin(), misses.end(), trial_.gap,
                                      [](double gap, const Miss& miss) { return gap < miss.gap; });
  const auto is_same = [&](const Miss& miss) { return miss.configuration == configuration; };
  if (std::any_of(misses.begin(), misses.end(), is_same)) return;
  misses.insert(after, {configuration, trial_.worst, trial_.gap});
  if (misses.size() > kShown) misses.pop_back();
}

}  // namespace stiction::runtime
