#include <limits>

#include "runtime/solve/mixed_search.h"

namespace stiction::runtime {

bool FixedPointIteration(MixedSearch& search, Configuration configuration, Trial trial) {
  constexpr int kPatience = 4;
  std::set<Configuration> seen;
  size_t fewest = std::numeric_limits<size_t>::max();
  int patience = kPatience;
  for (;;) {
    if (trial.is_consistent()) return true;
    search.NoteNearest(configuration, trial);
    if (!trial.has_implied) return false;
    for (const std::vector<size_t>& element : search.elements()) MoveElement(element, trial, configuration);
    if (!seen.insert(configuration).second) return false;
    if (trial.inconsistent.size() < fewest) {
      fewest = trial.inconsistent.size();
      patience = kPatience;
    } else if (--patience == 0) {
      return false;
    }
    trial = search.Try(configuration);
  }
}

}  // namespace stiction::runtime
