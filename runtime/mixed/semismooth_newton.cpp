// SPDX-License-Identifier: BSD-3-Clause
#include <optional>

#include "runtime/mixed/strategies.h"

namespace stiction::runtime {

bool SemismoothNewton(MixedSearch& search) {
  MixedProblem& problem = search.problem();
  if (problem.block().is_linear || problem.block().unknowns.empty()) return false;
  const std::optional<Configuration> found = problem.SolveFollowing();
  return found && search.Try(*found).is_consistent();
}

}  // namespace stiction::runtime
