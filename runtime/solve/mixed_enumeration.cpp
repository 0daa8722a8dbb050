#include <algorithm>
#include <bit>

#include "runtime/solve/mixed_search.h"

namespace stiction::runtime {

bool Enumeration(MixedSearch& search) {
  constexpr size_t kMost = 12;
  const size_t count = search.relation_count();
  if (count > kMost) return false;
  std::vector<uint32_t> flips(size_t{1} << count);
  for (uint32_t k = 0; k < flips.size(); ++k) flips[k] = k;
  std::stable_sort(flips.begin(), flips.end(),
                   [](uint32_t a, uint32_t b) { return std::popcount(a) < std::popcount(b); });
  for (const uint32_t flip : flips) {
    Configuration configuration = search.start();
    for (size_t k = 0; k < count; ++k) {
      if ((flip >> k & 1) != 0) configuration[k] = configuration[k] != 0 ? 0 : 1;
    }
    // Integer parts follow the solution: they have no other side to go through.
    for (size_t pass = 0; pass < 4; ++pass) {
      const Trial trial = search.Try(configuration);
      if (trial.is_consistent()) return true;
      if (!trial.has_implied) break;
      Configuration next = configuration;
      for (size_t k = count; k < next.size(); ++k) next[k] = trial.implied[k];
      if (next == configuration) break;
      configuration = std::move(next);
    }
  }
  return false;
}

}  // namespace stiction::runtime
