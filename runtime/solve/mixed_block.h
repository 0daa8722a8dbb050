// Mixed blocks: Real equations together with the relations and discrete variables that depend on their solution.
#pragma once

#include <optional>

#include "runtime/solve/mixed_search.h"

namespace stiction::runtime {

/// Solves one mixed block layer by layer: fixed-point iteration, principal pivoting, a configuration all of whose
/// contradictions are ties within 1e-10, path following, enumeration. A configuration without solution is never accepted.
class MixedBlock {
 public:
  MixedBlock(SolveContext& context, const BlockCode& block) : context_(context), search_(context, block) {}

  /// @errors kMixedBlockUnsolved if no layer finds a consistent configuration
  std::optional<SolveError> Solve(double* slots);

 private:
  SolveContext& context_;
  MixedSearch search_;
};

}  // namespace stiction::runtime
