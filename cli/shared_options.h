// SPDX-License-Identifier: BSD-3-Clause
// Options that several commands have.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/command_line.h"

namespace stiction::cli {

/// The settings as written; they are taken apart after parsing.
struct RawOptions {
  std::vector<std::string> settings;
  std::string log;
  std::string size;
  std::string shell;
  bool no_unit_check = false;
  bool no_external_code = false;
};

/// "-o", "--output"; none of files.
std::vector<std::string> NamesOf(const CLI::Option& option);
/// The values of an option that takes one of a few words; empty: any.
std::vector<std::string> WordsOf(const CLI::Option& option);

void AddLibraryPaths(CLI::App& command, CommandLine& line);
/// Of commands that translate a model: its files, its name, the libraries, what is set.
void AddModelOptions(CLI::App& command, CommandLine& line, RawOptions& raw);
void AddSolverOptions(CLI::App& command, CommandLine& line);
/// Of commands that simulate.
void AddRunOptions(CLI::App& command, CommandLine& line);
/// Of commands that compare results.
void AddToleranceOptions(CLI::App& command, CommandLine& line);

}  // namespace stiction::cli
