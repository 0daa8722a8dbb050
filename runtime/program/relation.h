// SPDX-License-Identifier: BSD-3-Clause
// The rule of relations. Nothing else asks on which side of its tie a relation holds, or compares its operands to give
// it a value (decision 1).
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

/// The relation holds where left - right is positive: it is > or >=.
inline bool HoldsAbove(const RelationInfo& relation) {
  return relation.op == OpCode::kGt || relation.op == OpCode::kGe;
}

/// As written where the operands are equal: it is >= or <=.
inline bool HoldsAtTie(const RelationInfo& relation) {
  return relation.op == OpCode::kGe || relation.op == OpCode::kLe;
}

/// +1 if the relation leaves the side it is held on when left - right grows, else -1.
inline double FlipDirection(const RelationInfo& relation, bool held) { return HoldsAbove(relation) != held ? 1 : -1; }

/// State that decides a relation besides its operands.
struct RelationState {
  bool held = false;         // its value so far
  bool is_initial = false;   // at the initial time no side is held yet
  bool is_fed_back = false;  // a loop computes its operands from its value
  /// Of a later pass of an event, where rounding errors are not to decide: left - right before, and the rounding errors
  /// that solving its equations anew leaves in it.
  double gap_before = 0, noise = 0;
};

/// The value of a relation at the operands now in `slots`.
/// - At a restart an impulse in left - right decides by its sign: the first term of what left - right does right of the
///   event (docs/ideal-elements.md).
/// - Of discrete operands it is what is written.
/// - Operands within the noise are tied: what was within it before stays on its side, what has come there is read as
///   written.
/// - Operands further apart than TieWidth decide by their order.
/// - A relation of time that is tied takes its right limit: `time > T` and `time >= T` are true, `time < T` and
///   `time <= T` false from the event at T on.
/// - Another one that is tied stays on its held side (docs/friction.md, section 7). It is read as written at the
/// initial
///   time, and where no loop feeds it back and its operands are the same number: an input that came to rest at its
///   limit (a normal force of 0) is there, whatever side it came from.
/// A germ, the order of operands that are tied now and part at once, is no matter of values: see
/// events/iterate/state_ties.h.
bool DecideRelation(const RelationInfo& relation, const double* slots, const RelationState& state);

}  // namespace stiction::runtime
