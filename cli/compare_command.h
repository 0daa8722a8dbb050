// SPDX-License-Identifier: BSD-3-Clause
// `stiction compare`.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// Compares two result files and tells the worst signals first. @returns the exit code
int RunCompare(const CommandLine& line);

}  // namespace stiction::cli
