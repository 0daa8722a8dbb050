// SPDX-License-Identifier: BSD-3-Clause
#include <limits>
#include <set>

#include "runtime/mixed/strategies.h"

namespace stiction::runtime {

bool FixedPointIteration(MixedSearch& search) {
  constexpr int kPatience = 4;
  if (search.Try(search.start()).is_consistent()) return true;
  Configuration configuration = search.start();
  if (!search.last().has_implied) {
    // Media are not defined in the phase that nothing was known of: at the start, relations are false until one looks.
    const std::optional<Configuration> implied = search.problem().ImpliedByGuesses();
    if (!implied) return false;
    if (search.Try(*implied).is_consistent()) return true;
    configuration = *implied;
  }
  std::set<Configuration> seen;  // those it came to before the present one
  size_t fewest = std::numeric_limits<size_t>::max();
  int patience = kPatience;
  for (;;) {
    const Trial& trial = search.last();
    if (!trial.has_implied) return false;
    for (const auto& element : search.structure().elements()) MoveElement(element, trial.implied, configuration);
    if (!seen.insert(configuration).second) return false;
    if (trial.inconsistent.size() < fewest) {
      fewest = trial.inconsistent.size();
      patience = kPatience;
    } else if (--patience == 0) {
      return false;
    }
    if (search.Try(configuration).is_consistent()) return true;
  }
}

}  // namespace stiction::runtime
