// SPDX-License-Identifier: BSD-3-Clause
// What all simulations share, wherever their program is from: the result, what is told.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "compiler/driver/compile.h"
#include "runtime/simulate/simulate.h"

namespace stiction::cli {

/// Writes the report of a model that does not come as far as a run. @returns the exit code
int EndWithoutRun(const CommandLine& line, const Compiled& compiled);

/// The run, with the options as they are in the end.
using Runner = std::function<runtime::SimulationResult(const runtime::SimulationOptions&)>;

/// Runs, writes the result and the report, and tells how it went.
/// @param compiled has a program, which may be without code: its variables are those of the result
/// @param inputs files that are read
/// @param stream takes the rows; null: a file
/// @returns the exit code
int RunAndTell(const CommandLine& line, const Compiled& compiled, std::vector<std::string> inputs,
               runtime::SimulationOptions options, std::FILE* stream, const Runner& run);

}  // namespace stiction::cli
