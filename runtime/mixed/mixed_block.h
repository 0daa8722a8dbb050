// SPDX-License-Identifier: BSD-3-Clause
// Mixed blocks: Real equations together with the relations and discrete variables that depend on their solution.
#pragma once

#include <optional>

#include "runtime/mixed/second_solutions.h"

namespace stiction::runtime {

/// Solves one mixed block by one strategy after the other (docs/decisions/0011). A configuration without solution is
/// never accepted.
class MixedBlock {
 public:
  MixedBlock(SolveContext& context, const BlockCode& block) : search_(context, block) {}

  /// @errors kMixedBlockUnsolved if no strategy finds a configuration
  std::optional<SolveError> Solve(double* slots);

 private:
  MixedSearch search_;
  SecondSolutions others_;
};

}  // namespace stiction::runtime
