// SPDX-License-Identifier: BSD-3-Clause
// The defaults of inputs that a call leaves out (MLS 12.4.1).
#pragma once

#include <optional>

#include "compiler/ir/instances/instance_tree.h"

namespace stiction::ir {

/// An input that a call gives no value, nor does its default.
struct MissingInput {
  size_t variable;              // of the function
  std::optional<size_t> needs;  // the input that its default needs and that has no value; nothing: it has no default
};

/// Gives the operands that are null the defaults of their inputs, written for this call.
/// @param call a kCall with as many operands as the function has inputs @returns the first input without a value
std::optional<MissingInput> FillDefaults(const FunctionInstance& function, BoundExpression& call);

}  // namespace stiction::ir
