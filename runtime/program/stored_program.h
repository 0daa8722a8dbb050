// SPDX-License-Identifier: BSD-3-Clause
// A Program as bytes, for exported models.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Of the format; another one whenever stored_fields.h changes.
constexpr uint32_t kStoredVersion = 3;

/// The program as bytes, the same on every machine. Entries of external code are left out: they belong to the process.
std::string StoreProgram(const Program& program);

/// The program that StoreProgram has written, or a sentence that says why these bytes are none: another version, other
/// operators, damage, or a program that FindFault finds a fault with.
std::variant<Program, std::string> ReadStoredProgram(std::string_view bytes);

}  // namespace stiction::runtime
