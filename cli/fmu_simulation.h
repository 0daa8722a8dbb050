// SPDX-License-Identifier: BSD-3-Clause
// FMUs of others: `stiction simulate X.fmu`, `stiction info X.fmu`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"

namespace stiction::cli {

/// True if the command line names an FMU to run.
bool IsFmu(const CommandLine& line);

/// @param signals to write; nothing: all
/// @returns the exit code
int SimulateFmu(const CommandLine& line, std::optional<std::vector<std::string>> signals);

int RunInfo(const CommandLine& line);

}  // namespace stiction::cli
