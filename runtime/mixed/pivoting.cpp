// SPDX-License-Identifier: BSD-3-Clause
#include <limits>
#include <set>

#include "runtime/mixed/strategies.h"

namespace stiction::runtime {

bool MoveElement(const std::vector<size_t>& element, const Configuration& implied, Configuration& configuration) {
  bool is_moved = false;
  for (const size_t k : element) {
    if (configuration[k] == 0 || implied[k] != 0) continue;
    configuration[k] = 0;
    is_moved = true;
  }
  if (is_moved) return true;
  for (const size_t k : element) {
    is_moved = is_moved || configuration[k] != implied[k];
    configuration[k] = implied[k];
  }
  return is_moved;
}

bool PrincipalPivoting(MixedSearch& search) {
  constexpr int kPatience = 5;
  const std::vector<std::vector<size_t>>& elements = search.structure().elements();
  Configuration configuration = search.start();
  std::set<Configuration> seen_alone;  // where an element moved alone: such a step does not come again
  size_t fewest = std::numeric_limits<size_t>::max();
  int patience = kPatience;
  const size_t cap = 8 * configuration.size() + 40;
  for (size_t step = 0; step < cap; ++step) {
    const Trial& trial = search.Try(configuration);
    if (trial.is_consistent()) return true;
    if (!trial.has_implied) return false;
    Configuration all = configuration, first = configuration;
    size_t inconsistent = 0;
    for (const std::vector<size_t>& element : elements) {
      if (!MoveElement(element, trial.implied, all)) continue;
      if (inconsistent++ == 0) first = all;
    }
    if (inconsistent == 0) return false;
    if (inconsistent < fewest) {
      fewest = inconsistent;
      patience = kPatience;
    } else if (patience > 0) {
      --patience;
    }
    if (patience == 0 && !seen_alone.insert(configuration).second) return false;
    configuration = patience > 0 ? all : first;
  }
  return false;
}

}  // namespace stiction::runtime
