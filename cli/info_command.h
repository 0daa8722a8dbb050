// SPDX-License-Identifier: BSD-3-Clause
// `stiction info`.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// @returns the exit code
int RunInfo(const CommandLine& line);

}  // namespace stiction::cli
