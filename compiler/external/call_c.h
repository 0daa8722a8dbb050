// SPDX-License-Identifier: BSD-3-Clause
// External C functions called while translating: for sizes, conditions of components and constants (MLS 12.9, 3.8).
#pragma once

#include <memory>

#include "compiler/ir/instances/foreign_functions.h"

namespace stiction {

/// Calls of C and FORTRAN functions, compiled as LinkC does; nothing is compiled before the first call. After a crash
/// in C code all further calls fail.
/// @param allowed false: they all fail
std::shared_ptr<ir::ForeignFunctions> MakeCFunctions(bool allowed);

}  // namespace stiction
