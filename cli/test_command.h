// SPDX-License-Identifier: BSD-3-Clause
// `stiction test`.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// Finds, runs and reports regression tests. @returns the exit code
int RunTest(const CommandLine& line);

}  // namespace stiction::cli
