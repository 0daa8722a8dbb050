// SPDX-License-Identifier: BSD-3-Clause
// `stiction new`.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// Makes a directory with a first model, which runs, and a test of it, which passes. @returns the exit code
int RunNew(const CommandLine& line);

}  // namespace stiction::cli
