// SPDX-License-Identifier: BSD-3-Clause
// What the frame of a compiled function has to hold when it begins to run.
#pragma once

#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Of each local of a function: whether it is an input, a constant that is read where it stands in
/// FunctionCode::initial_locals, a variable that may be read before it is written and begins with its initial value, or
/// one that needs nothing.
enum class LocalKind : uint8_t { kInput, kConstant, kBegins, kTemporary };

std::vector<LocalKind> KindsOfLocals(const FunctionCode& function);

}  // namespace stiction::runtime
