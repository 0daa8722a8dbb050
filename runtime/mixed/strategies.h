// SPDX-License-Identifier: BSD-3-Clause
// The ways to look for a consistent configuration, from the cheapest to the surest. Each returns true if it has found
// one that may be taken; it was tried last then, so that the slots hold its solution.
#pragma once

#include "runtime/mixed/mixed_search.h"

namespace stiction::runtime {

using Strategy = bool (*)(MixedSearch& search);

/// The solution's relations become the next configuration, until they repeat (MLS App. B with all relations of the loop
/// at once) or get no nearer for a few passes.
bool FixedPointIteration(MixedSearch& search);

/// Principal pivoting. Elements move to an adjacent branch only; all inconsistent ones at once while that makes
/// progress, else the one of least index (Murty 1974; Judice and Pires 1994, doi 10.1016/0305-0548(94)90106-6).
bool PrincipalPivoting(MixedSearch& search);

/// From a point that is consistent with its own relations, the residual there is taken away along a straight line; a
/// relation switches where the line crosses it (Katzenelson 1965, doi 10.1002/j.1538-7305.1965.tb04195.x). Where the
/// determinant changes its sign the path turns back, where the matrix is singular it goes along the null space (Eaves
/// and Scarf 1976, doi 10.1287/moor.1.1.1): from a far start this is Lemke's method, which ends at a solution whenever
/// all forces are bounded. Where the law jumps, a path first goes on beyond the jump; if none of these ends, paths go
/// along the jumps, as in a law that is continuous there.
bool PathFollowing(MixedSearch& search);
/// The path from the unknowns before the event only.
bool PathFromStart(MixedSearch& search);

/// Newton's method on the piecewise smooth equations (Qi and Sun 1993, doi 10.1007/BF01581275): a steep curve that is
/// continued by its tangents has no solution of a branch alone that Newton's method finds from afar.
bool SemismoothNewton(MixedSearch& search);

/// All configurations that some values of the unknowns can have, in the order of the elements in which they differ from
/// the start, up to a cap.
bool Enumeration(MixedSearch& search);
/// The same, of those that differ from the start in fewer than `count` elements, but not in none.
bool EnumerationBelow(MixedSearch& search, size_t count);

/// A configuration all of whose contradictions are ties within kNearTie: it stays on its held side of them.
bool TakeTied(MixedSearch& search);
/// The nearest miss, if all that contradicts it is a rounding error of its solution.
bool TakeWithinRounding(MixedSearch& search);
/// Release of an element where a law jumps and neither side of a relation agrees with itself: an element that sticks
/// must let go, and when it has, it no longer would. It lets go (docs/friction.md, section 5), if a discrete variable
/// changes with that whose pre value the block reads: the next pass of the event iteration then sees it on the other
/// side of the hysteresis, and has to find a consistent configuration.
bool LetGo(MixedSearch& search);
/// The nearest miss, if it and the configuration on the other side of what contradicts it miss by less than kSmallJump:
/// the relation may switch a little later, which is said once.
bool TakeSmallJump(MixedSearch& search);

/// Choice among several solutions, which a law that jumps may have (a holding friction above the sliding friction):
/// that in which as few elements as possible leave their branches; of those with as few, the one that is reached when
/// the load grows from that before the event to that now (docs/friction.md, section 5).
/// @param found_by the count of the strategy that found the solution in the slots
/// @returns that of the one that found the solution taken; it stands in the slots
long SolveStatistics::*FewestReleases(MixedSearch& search, long SolveStatistics::*found_by);

/// Moves one element towards what the solution implies, by one branch: relations that no longer hold are released
/// first. Thus no unit of the curve parameter decides how far an element moves.
/// @returns false if the element is consistent
bool MoveElement(const std::vector<size_t>& element, const Configuration& implied, Configuration& configuration);

}  // namespace stiction::runtime
