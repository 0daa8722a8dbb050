// SPDX-License-Identifier: BSD-3-Clause
// Directories of libraries, from the environment.
#pragma once

#include <string>
#include <vector>

namespace stiction {

/// The directories of MODELICAPATH, separated by ':' (MLS 13.3). Where it is not set, modelica/ in the user's data
/// ($XDG_DATA_HOME, or ~/.local/share), if that is there; set and empty, it names none.
std::vector<std::string> LibraryPathsOfEnvironment();

/// The hint where a class is in no library that was found.
inline constexpr const char* kLibraryHint =
    "if it is in a library, name the directory of the library with -L or MODELICAPATH (default: "
    "~/.local/share/modelica)";

}  // namespace stiction
