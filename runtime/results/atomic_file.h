// Output files appear whole or not at all: written beside, then renamed.
#pragma once

#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace stiction::runtime {

/// Writes `path` by `write` into a temporary file in the same directory, then renames it over `path`.
/// @param write gets the open file; returns false to give up
/// @returns nothing on success, else what went wrong, with the system's reason; `path` is then untouched
std::optional<std::string> WriteAtomically(const std::filesystem::path& path,
                                           const std::function<bool(std::FILE*)>& write);

}  // namespace stiction::runtime
