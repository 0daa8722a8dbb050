// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>

#include "compiler/instantiate/instantiation.h"

namespace stiction {

/// Checks what a function may consist of: its sections and the prefixes of its variables (MLS 12.2).
/// @param causality_of that of a variable, with what its type says
void CheckFunctionClass(const Group& group, const std::function<ast::Causality(const ComponentElement&)>& causality_of,
                        Reports& reports);

/// Defaults of inputs depend on inputs only (MLS 12.4.1).
void CheckDefaults(const ir::FunctionInstance& function, Reports& reports);

/// What extends an impure function is declared impure, too (MLS 12.3).
void CheckInheritedImpure(const Group& group, Reports& reports);

/// The inputs and outputs that a derivative asks for (MLS 12.7.1).
void CheckDerivative(const ir::DerivativeAnnotation& annotation, const ir::FunctionInstance& function,
                     const ir::FunctionInstance& derivative, Reports& reports);

}  // namespace stiction
