// SPDX-License-Identifier: BSD-3-Clause
// FMUs of others: `stiction simulate X.fmu`.
#pragma once

#include <cstdio>

#include "cli/command_line.h"

namespace stiction::cli {

/// @param stream takes the rows; null: a file
/// @returns the exit code
int SimulateFmu(const CommandLine& line, std::FILE* stream);

}  // namespace stiction::cli
