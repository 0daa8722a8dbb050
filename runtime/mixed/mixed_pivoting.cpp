// SPDX-License-Identifier: BSD-3-Clause
#include <limits>

#include "runtime/mixed/mixed_search.h"

namespace stiction::runtime {
bool MoveElement(const std::vector<size_t>& element, const Trial& trial, Configuration& configuration) {
  bool released = false;
  for (const size_t k : element) {
    if (configuration[k] != 0 && trial.implied[k] == 0) {
      configuration[k] = 0;
      released = true;
    }
  }
  if (released) return true;
  bool moved = false;
  for (const size_t k : element) {
    if (configuration[k] == trial.implied[k]) continue;
    configuration[k] = trial.implied[k];
    moved = true;
  }
  return moved;
}

bool PrincipalPivoting(MixedSearch& search) {
  constexpr int kPatience = 5;
  Configuration configuration = search.nearest();
  std::set<Configuration> seen_alone;  // where an element moved alone: such a step does not come again
  size_t fewest = std::numeric_limits<size_t>::max();
  int patience = kPatience;
  const size_t cap = 8 * configuration.size() + 40;
  for (size_t step = 0; step < cap; ++step) {
    const Trial trial = search.Try(configuration);
    if (trial.is_consistent()) return true;
    if (!trial.has_implied) return false;
    const std::vector<std::vector<size_t>>& elements = search.elements();
    std::vector<size_t> inconsistent;
    for (size_t e = 0; e < elements.size(); ++e) {
      Configuration moved = configuration;
      if (MoveElement(elements[e], trial, moved)) inconsistent.push_back(e);
    }
    if (inconsistent.empty()) return false;
    if (inconsistent.size() < fewest) {
      fewest = inconsistent.size();
      patience = kPatience;
    } else if (patience > 0) {
      --patience;
    }
    if (patience > 0) {
      for (const size_t e : inconsistent) MoveElement(elements[e], trial, configuration);
      continue;
    }
    if (!seen_alone.insert(configuration).second) return false;
    MoveElement(elements[inconsistent.front()], trial, configuration);
  }
  return false;
}

}  // namespace stiction::runtime
