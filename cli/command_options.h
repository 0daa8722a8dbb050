// SPDX-License-Identifier: BSD-3-Clause
// The options of each command, and what its help tells.
#pragma once

#include <CLI/CLI.hpp>

#include "cli/command_line.h"
#include "cli/shared_options.h"

namespace stiction::cli {

void AddCheckOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddDumpOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddSimulateOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddSweepOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddInfoOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddLinearizeOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddFmuOptions(CLI::App& command, CommandLine& line, RawOptions& raw);

void AddCompareOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddTestOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddPlotOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddNewOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddFormatOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddLspOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddCompletionsOptions(CLI::App& command, CommandLine& line, RawOptions& raw);

}  // namespace stiction::cli
