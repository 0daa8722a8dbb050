// SPDX-License-Identifier: BSD-3-Clause
// Other wordings of a flat model that mean the same.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "compiler/ir/flat/flat_model.h"
#include "tests/property/transform.h"
#include "tests/property/variant.h"

namespace stiction::test {

enum class Turn {
  kMirrored,    // a > b as b < a
  kNegated,     // as not a <= b
  kDifference,  // as a - b > 0
  kOpposite     // as -a < -b
};

// Each returns how the variables are called and what they are in the new wording.

/// Each comparison of Reals.
std::vector<Counterpart> TurnRelations(ir::FlatModel& model, Turn turn);
/// The terms of each sum in random order.
std::vector<Counterpart> ReorderSums(ir::FlatModel& model, Random& random);
/// A random half of the Real variables with the opposite sign.
std::vector<Counterpart> TurnSigns(ir::FlatModel& model, Random& random);
/// `if x > a then .. elseif x < b then .. else ..` with numbers a >= b: the second branch first, and the other way.
std::vector<Counterpart> SwapBranches(ir::FlatModel& model);
/// Each friction curve over a parameter in another unit.
std::vector<Counterpart> ScaleCurves(ir::FlatModel& model, double factor);
/// Enumerations as Integers, the second literal as 0.
std::vector<Counterpart> EnumerationsAsIntegers(ir::FlatModel& model);
/// Integers that are called `mode` and take values from -1 to 1 as an enumeration.
std::vector<Counterpart> ModesAsEnumeration(ir::FlatModel& model);
/// Other names, which sort differently, and equations in another order.
std::vector<Counterpart> Rename(ir::FlatModel& model, Random& random);
/// What a Boolean variable stands for, in its place.
std::vector<Counterpart> InlineConditions(ir::FlatModel& model);
/// A Boolean variable for each comparison of Reals.
std::vector<Counterpart> NameConditions(ir::FlatModel& model);

}  // namespace stiction::test
