// SPDX-License-Identifier: BSD-3-Clause
// `stiction plot`.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// Draws signals of one or several results. @returns the exit code
int RunPlot(const CommandLine& line);

}  // namespace stiction::cli
