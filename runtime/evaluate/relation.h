// Evaluating relations: the one comparison that event search and mixed solver share (a relation that is exactly tied stays
// on its held side; friction-theory: traps 1 and 5).
#pragma once

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Width of a tie of left and right in floating-point terms: a few units in the last place of the larger operand.
double TieWidth(double left, double right);

/// The value of a relation at the operands now in its slots, when it is held at `held`: the held side unless the operands
/// differ by more than `width` to the other side. width = 0 compares exactly (but an exact tie still holds).
bool EvaluateRelation(const RelationInfo& relation, const double* slots, bool held, double width);

}  // namespace stiction::runtime
