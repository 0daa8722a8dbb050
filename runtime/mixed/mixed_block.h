// SPDX-License-Identifier: BSD-3-Clause
// Mixed blocks: Real equations together with the relations and discrete variables that depend on their solution.
#pragma once

#include <optional>
#include <vector>

#include "runtime/mixed/mixed_search.h"

namespace stiction::runtime {

/// Solves one mixed block layer by layer: fixed-point iteration, principal pivoting, a configuration all of whose
/// contradictions are ties within 1e-10, path following, enumeration. A configuration without solution is never
/// accepted.
class MixedBlock {
 public:
  MixedBlock(SolveContext& context, const BlockCode& block);

  /// @errors kMixedBlockUnsolved if no layer finds a consistent configuration
  std::optional<SolveError> Solve(double* slots);

 private:
  using Layer = long SolveStatistics::*;

  /// The first layer that finds a consistent configuration; it stands in the slots.
  std::optional<Layer> FirstLayer();
  /// Where a law jumps, neither side of a relation may agree with itself: an element that sticks must let go, and when
  /// it has, it no longer would. It lets go (docs/friction.md, section 5), if a discrete variable changes with that
  /// whose pre value the block reads: the next pass of the event iteration then sees it on the other side of the
  /// hysteresis, and has to find a consistent configuration. @returns true if that configuration stands in the slots
  bool LetsGo();
  /// Where a law jumps (a holding friction above the sliding friction) there may be several solutions. That is taken in
  /// which as few elements as possible leave their branches; of those with as few, the one that is reached when the
  /// load grows from that before the event to that now (docs/friction.md, section 5).
  /// @returns the layer that found it; it stands in the slots
  Layer FewestReleases(Layer found_by);
  /// Tells the user of a second solution next to the one found, in small blocks and at the first few events.
  void LookForOthers();
  /// The determinants of all modes next to the one found have one sign, as far as that is found without solving in
  /// them.
  /// @post the solution stands in the slots
  bool HasOneOrientationAround(const Configuration& found);
  /// The same by solving in each; tells the user of a second solution.
  bool LookAround(const Configuration& found);
  /// The same where all unknowns are discrete: whether the loop settles elsewhere if one value is another at first.
  void LookForOtherValues();

  SolveContext& context_;
  const BlockCode& block_;
  MixedSearch search_;
  Configuration from_;  // working memory of FirstLayer
  int lookouts_ = 20;
  /// A configuration found of which no neighbour turned the determinant over, and the coefficients then.
  struct Look {
    Configuration configuration;
    std::vector<double> coefficients;
  };
  std::vector<Look> same_orientation_;
};

}  // namespace stiction::runtime
