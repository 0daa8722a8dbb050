// SPDX-License-Identifier: BSD-3-Clause
// `stiction simulate`.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// Translates, runs and writes the result; what is computed before a failure or an interruption is written too.
/// @returns the exit code
int RunSimulate(const CommandLine& line);

}  // namespace stiction::cli
