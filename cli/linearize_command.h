// SPDX-License-Identifier: BSD-3-Clause
// `stiction linearize`.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// @returns the exit code
int RunLinearize(const CommandLine& line);

}  // namespace stiction::cli
