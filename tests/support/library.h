// SPDX-License-Identifier: BSD-3-Clause
// Whether the Modelica Standard Library is at hand.
#pragma once

#include <string>
#include <vector>

namespace stiction::test {

/// Why a test skips itself; scripts/run_tests.sh counts these.
inline constexpr const char* kNoLibrary =
    "the Modelica Standard Library is not there: no directory of MODELICAPATH (or, where that is not set, "
    "~/.local/share/modelica) holds Modelica/package.mo";

/// The directories in which the command looks for libraries that hold Modelica/package.mo.
std::vector<std::string> LibraryDirectories();

bool HasLibrary();

}  // namespace stiction::test
