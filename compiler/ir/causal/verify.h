// SPDX-License-Identifier: BSD-3-Clause
// The contract of the CausalModel as a check.
#pragma once

#include "compiler/ir/causal/causal_model.h"

namespace stiction::ir {

/// CHECKs that each system's blocks partition the model's equations and the unknowns, that each block has as many
/// equations as unknowns and reads only what it and the blocks before it define, and that torn loops hold together:
/// tearing and assigned variables are the Real unknowns, assignments read only tearing variables and earlier ones.
void Verify(const CausalModel& model);

}  // namespace stiction::ir
