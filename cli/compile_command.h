// SPDX-License-Identifier: BSD-3-Clause
// `stiction dump`, and the translation that `simulate` begins with.
#pragma once

#include "cli/command_line.h"
#include "compiler/driver/compile.h"

namespace stiction::cli {

struct CompileOutcome {
  Compiled compiled;
  std::vector<std::string> sources;  // files that were read
  bool has_errors = false;
};

/// What the command line says of a translation.
CompileOptions CompileOptionsOf(const CommandLine& line);

/// Translates what the command line names and prints the diagnostics on stderr.
/// @param c_library path of a file for compiled C code, as CompileOptions; empty: none
CompileOutcome CompileModel(const CommandLine& line, const std::string& c_library = {});

/// @returns the exit code
int RunDump(const CommandLine& line);

}  // namespace stiction::cli
