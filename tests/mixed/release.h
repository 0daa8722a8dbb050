// SPDX-License-Identifier: BSD-3-Clause
// Which elements let go where peaks leave a choice: as few as possible. By trying all configurations with fewer, in
// ascending order of their number, with dense linear algebra of its own.
#pragma once

#include <optional>

#include "tests/mixed/problem.h"

namespace stiction::test {

/// How many elements move with these accelerations.
Eigen::Index ReleasesOf(const MixedProblem& problem, const Eigen::VectorXd& acceleration);

/// Whether the configuration (-1, 0 or 1 by element) meets the conditions of the problem, by a margin. Forces of
/// elements that stick and depend on each other may be any within their bounds.
bool IsConsistent(const MixedProblem& problem, const Eigen::VectorXi& configuration);

/// Whether the elements with `held` +-1 can have come to rest just now: while they slid, the others held, and they got
/// slower.
bool CanHaveStopped(const MixedProblem& problem);

/// A consistent configuration in which fewer than `releases` elements move, the one with the fewest.
/// @param mover an element that moves in it; -1: any
/// @pre n is at most 8
std::optional<Eigen::VectorXi> WithFewerReleases(const MixedProblem& problem, Eigen::Index releases,
                                                 Eigen::Index mover = -1);

}  // namespace stiction::test
