// SPDX-License-Identifier: BSD-3-Clause
// What all simulations share, wherever their program is from: options, the result, what is told.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "compiler/driver/compile.h"
#include "runtime/simulate/simulate.h"

namespace stiction::cli {

/// Times and tolerance: from the command line, else from the experiment annotation, else the defaults.
runtime::SimulationOptions SimulationOptionsOf(const CommandLine& line, const runtime::ExperimentInfo& experiment);

/// Empty, or what no simulation can do. What the experiment annotation says is judged like the command line.
std::string WrongOptions(const runtime::SimulationOptions& options);

/// Empty, or why the result and the report cannot be written. Asked before the work begins.
/// @param inputs files that are read, as far as they are known
std::string WrongOutput(const CommandLine& line, const std::string& output, std::vector<std::string> inputs);

/// The wanted signals of --signals. @returns false, with a message, if they cannot be read
bool ReadWantedSignals(const CommandLine& line, std::optional<std::vector<std::string>>& signals);

/// Writes the report of a model that does not come as far as a run. @returns the exit code
int EndWithoutRun(const CommandLine& line, const Compiled& compiled);

/// The run, with the options as they are in the end.
using Runner = std::function<runtime::SimulationResult(const runtime::SimulationOptions&)>;

/// Runs, writes the result and the report, and tells how it went.
/// @param compiled has a program, which may be without code: its variables are those of the result
/// @param inputs files that are read
/// @param signals as options have them
/// @returns the exit code
int RunAndTell(const CommandLine& line, const Compiled& compiled, std::vector<std::string> inputs,
               runtime::SimulationOptions options, std::optional<std::vector<std::string>> signals, const Runner& run);

}  // namespace stiction::cli
