// SPDX-License-Identifier: BSD-3-Clause
// Unpacks the archive of a model that somebody else has made.
#pragma once

#include <filesystem>
#include <string>

namespace stiction::fmi {

/// Unpacks into an existing folder. Names that lead out of it, links, and archives of more than there can be in a model
/// (a bomb) are refused before anything of them is written.
/// @returns empty, or why not
std::string Extract(const std::string& archive, const std::filesystem::path& folder);

}  // namespace stiction::fmi
