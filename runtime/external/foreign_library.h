// SPDX-License-Identifier: BSD-3-Clause
// Libraries of C code that compiler/external has made.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// A function of the library, and where its address goes.
struct ForeignEntry {
  std::string name;
  ExternalCode::Entry* entry;
};

/// The name of what makes an external call of a program.
std::string ForeignEntryName(size_t function, size_t external);

/// Loads a library, gives it what it needs of the process and takes the entries. It stays loaded.
/// @returns nothing, or why it cannot be loaded
std::optional<std::string> LoadForeignLibrary(const std::string& path, std::span<const ForeignEntry> entries);

}  // namespace stiction::runtime
