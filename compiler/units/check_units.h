// SPDX-License-Identifier: BSD-3-Clause
// Checks the units of a flat model.
#pragma once

#include "compiler/ir/flat/flat_model.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Compares units where both are known: the two sides of an equation, a binding or a start value and its variable,
/// the terms of a sum, the two sides of a relation, the branches of an if-expression. Units follow from the `unit`
/// attributes through products, powers, roots and derivatives; `time` is in seconds. Not known, and so equal to every
/// unit, are: a number that is written or folded, a variable without `unit` or with one that ParseUnit does not read,
/// the value of a function, and each product that contains one of these.
/// @errors warnings UnitMismatch, one for each place of the text; UnknownUnit, one for each text that is no unit
/// @source MLS 19 and 4.8.1
void CheckUnits(const ir::FlatModel& model, Diagnostics& diagnostics);

}  // namespace stiction
