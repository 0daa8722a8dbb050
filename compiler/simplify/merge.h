// SPDX-License-Identifier: BSD-3-Clause
// One class of equal variables becomes its representative.
#pragma once

#include <vector>

#include "compiler/ir/dae/dae.h"
#include "compiler/simplify/alias_classes.h"

namespace stiction {

/// Chooses the representative of a class, sets DaeVariable::alias of the others and of their derivatives, and merges
/// the attributes. Appends an initial equation for each fixed start value that the representative cannot hold as its
/// own. Preferred are, in this order: an input, more derivatives, the higher stateSelect, a fixed start value, a
/// variable of the modeller, the lowest id.
void MergeClass(ir::Dae& dae, const std::vector<AliasClasses::Member>& members);

}  // namespace stiction
