#include "runtime/solve/mixed_search.h"

namespace stiction::runtime {

bool FixedPointIteration(MixedSearch& search) {
  Trial trial = search.Try(search.start());
  std::set<Configuration> seen;
  const size_t cap = 4 * search.start().size() + 20;
  for (size_t pass = 1; !trial.is_consistent(); ++pass) {
    if (!trial.has_implied || pass == cap || !seen.insert(trial.implied).second) return false;
    trial = search.Try(trial.implied);
  }
  return true;
}

}  // namespace stiction::runtime
