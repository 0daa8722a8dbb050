// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Checks what a function may consist of: its sections and the prefixes of its variables (MLS 12.2).
/// @param causality_of that of a variable, with what its type says
void CheckFunctionClass(const Group& group, const std::function<ast::Causality(const ComponentElement&)>& causality_of,
                        Reports& reports);

}  // namespace stiction
