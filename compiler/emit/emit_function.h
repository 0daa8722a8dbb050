// SPDX-License-Identifier: BSD-3-Clause
// Modelica functions to FunctionCode.
#pragma once

#include "compiler/ir/dae/dae.h"
#include "compiler/support/source.h"
#include "runtime/program/program.h"

namespace stiction::emit {

/// The body of one function as code with jumps over its own locals. `if` expressions and `and`, `or` evaluate only what
/// they need (MLS 3.3), so that recursion ends and guarded subscripts are safe.
runtime::FunctionCode EmitFunction(const ir::Dae& dae, const ir::Function& function, const SourceMap& sources);

}  // namespace stiction::emit
