// SPDX-License-Identifier: BSD-3-Clause
// `stiction sweep`.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// @returns the exit code
int RunSweep(const CommandLine& line);

}  // namespace stiction::cli
