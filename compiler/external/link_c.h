// SPDX-License-Identifier: BSD-3-Clause
// External C functions that the runtime does not provide (MLS 12.9): compiled with the system's C compiler into one
// library for a program.
#pragma once

#include "compiler/ir/dae/dae.h"
#include "compiler/support/diagnostics.h"
#include "runtime/program/program.h"

namespace stiction {

/// Sets ExternalCode::entry of all external calls whose C name the runtime does not provide. Nothing is done, and no
/// compiler needed, if it provides them all. The library stays loaded; no file of it is left.
/// @param allowed false: any such call is an error
/// @param copy path of a file that is left of it all the same; empty: none
/// @pre program was emitted from the functions of `dae`
/// @errors ExternalCode: not allowed; a note says where it is. ExternalCompilation: no compiler, or it rejects the
/// text; with its first message
void LinkC(const ir::Dae& dae, runtime::Program& program, bool allowed, const std::string& copy,
           Diagnostics& diagnostics);

}  // namespace stiction
