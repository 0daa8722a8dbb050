// SPDX-License-Identifier: BSD-3-Clause
// Arguments that the value of a call does not depend on.
#pragma once

#include "compiler/ir/dae/dae.h"

namespace stiction {

/// Puts 0 in the place of the Real arguments of calls that neither the function nor a function named in its derivative
/// annotations reads: structure then shows what an equation depends on, as where the angular velocity of a frame goes
/// along with it to a function that turns a vector. Near-linear in the size of the model.
void DropUnusedArguments(ir::Dae& dae);

}  // namespace stiction
