// SPDX-License-Identifier: BSD-3-Clause
// stiction format: files in one layout.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// @returns the exit code
int RunFormat(const CommandLine& line);

}  // namespace stiction::cli
