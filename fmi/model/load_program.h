// SPDX-License-Identifier: BSD-3-Clause
// The program of an exported model.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "runtime/program/program.h"

namespace stiction::fmi {

/// Names of files in the resources.
inline constexpr const char* kProgramFile = "program.stiction";
inline constexpr const char* kExternalFile = "external.so";  // C code of external functions, if there are some

/// What tells a stored program from others: two have two of them.
std::string TokenOf(std::string_view stored);

/// Reads the program from the folder of resources, and loads its external functions.
/// @param token of the program that is expected; empty: whichever it is
/// @returns or why it cannot be had
std::variant<runtime::Program, std::string> LoadProgram(const std::string& resources, const std::string& token);

}  // namespace stiction::fmi
