// SPDX-License-Identifier: BSD-3-Clause
// Tables that C code of the modeller gives by name: the function `usertab` of the Modelica Standard Library.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "runtime/external/matrix.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// The numbers are those of the argument `nipo` of `usertab`.
enum class UserTable : uint8_t { kTime = 0, k1D = 1, k2D = 2 };

/// The function that calls `usertab(name, nipo, sizes, isColumnWise, table)`: locals[0] is nipo, and the result;
/// objects point to the name (char), the two sizes (int), whether the table is stored by columns (int), and the pointer
/// to its numbers (double*). To be set when C code with such a function is loaded.
void SetUserTables(ExternalCode::Entry entry);

/// The table of that name, or a sentence that says why there is none.
std::variant<Matrix, std::string> ReadUserTable(const std::string& name, UserTable kind);

}  // namespace stiction::runtime
