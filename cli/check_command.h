// SPDX-License-Identifier: BSD-3-Clause
// `stiction check`: of one model, or of each in a package.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// @returns the exit code
int RunCheck(const CommandLine& line);

}  // namespace stiction::cli
