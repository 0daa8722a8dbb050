// SPDX-License-Identifier: BSD-3-Clause
// stiction lsp: what editors start.
#pragma once

#include "cli/command_line.h"

namespace stiction::cli {

/// @returns the exit code
int RunLsp(const CommandLine& line);

}  // namespace stiction::cli
