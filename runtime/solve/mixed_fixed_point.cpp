#include "runtime/solve/mixed_search.h"

namespace stiction::runtime {

bool FixedPointIteration(MixedSearch& search) {
  std::set<Configuration> seen;
  Configuration configuration = search.start();
  const size_t cap = 4 * configuration.size() + 20;
  for (size_t pass = 0; pass < cap && seen.insert(configuration).second; ++pass) {
    const Trial trial = search.Try(configuration);
    if (trial.is_consistent()) return true;
    if (!trial.has_implied) return false;
    configuration = trial.implied;
  }
  return false;
}

}  // namespace stiction::runtime
