// SPDX-License-Identifier: BSD-3-Clause
// Evaluating relations: the one comparison that event search and mixed solver share (a relation that is exactly tied
// stays on its held side: docs/friction.md, section 7).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// left op right, exactly.
bool IsTrueAsWritten(OpCode op, double left, double right);

/// Width of a tie relative to the larger operand: a few units in its last place.
constexpr double kTieFactor = 4 * std::numeric_limits<double>::epsilon();

/// Width of a tie of left and right in floating-point terms.
inline double TieWidth(double left, double right) { return kTieFactor * std::max(std::fabs(left), std::fabs(right)); }

/// Operands that differ by less than this part of the larger one count as tied for the mixed solver where no
/// configuration agrees with itself at once (docs/decisions/0011). So much, not a few units in the last place, may an
/// event iteration leave of a relation that the search saw flip.
constexpr double kNearTie = 1e-10;

/// Of the operands: a jump of a law this small changes nothing one could see. It comes from what events leave behind
/// (decision 5): friction at a speed of 1e-9 that should be 0. Far above that, and far below what a modeller writes.
constexpr double kSmallJump = 1e-6;

/// The value of a relation at the operands now in its slots, when it is held at `held`: the held side unless the
/// operands differ by more than `width` to the other side. width = 0 compares exactly (but an exact tie still holds).
/// A kTime relation (time op threshold) that is tied takes its right limit instead: `time > T` and `time >= T` are
/// true, `time < T` and `time <= T` false from the event at T on.
bool EvaluateRelation(const RelationInfo& relation, const double* slots, bool held, double width);

/// The value of a relation at the initial time, where no side is held yet: as written, operands within `width` being
/// equal.
bool EvaluateRelationInitially(const RelationInfo& relation, const double* slots, double width);

}  // namespace stiction::runtime
