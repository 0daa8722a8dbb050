// SPDX-License-Identifier: BSD-3-Clause
// The CausalModel as text.
#pragma once

#include <ostream>

#include "compiler/ir/causal/causal_model.h"

namespace stiction::ir {

/// Prints states, parameters, and the blocks of the three systems in evaluation order:
///
///     causal model Block
///     state v, derivative der(v)
///     parameter m := 1.0
///     continuous
///       linear
///         tear sa
///         a := if brake then sa - 1.0 else 0.0
///         residual m*a = u - f
///       explicit der(v) := a
void Print(std::ostream& out, const CausalModel& model);

}  // namespace stiction::ir
