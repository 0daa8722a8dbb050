// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include "runtime/mixed/mixed_search.h"

namespace stiction::runtime {

bool FixedPointIteration(MixedSearch& search, Configuration& configuration, Trial& trial) {
  constexpr int kPatience = 4;
  std::set<Configuration> seen;  // those it came to before the present one
  size_t fewest = std::numeric_limits<size_t>::max();
  int patience = kPatience;
  for (bool has_moved = false;; has_moved = true) {
    if (trial.is_consistent()) return true;
    search.NoteNearest(configuration, trial);
    if (!trial.has_implied) return false;
    if (has_moved) seen.insert(configuration);
    for (const std::vector<size_t>& element : search.elements()) MoveElement(element, trial, configuration);
    if (seen.contains(configuration)) return false;
    if (trial.inconsistent.size() < fewest) {
      fewest = trial.inconsistent.size();
      patience = kPatience;
    } else if (--patience == 0) {
      return false;
    }
    search.Recycle(std::move(trial));
    trial = search.Try(configuration);
  }
}

}  // namespace stiction::runtime
