// SPDX-License-Identifier: BSD-3-Clause
// `stiction info X.fmu`.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// @returns the exit code
int RunFmuInfo(const CommandLine& line);

}  // namespace stiction::cli
