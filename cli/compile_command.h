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

/// Translates and prints the diagnostics on stderr.
CompileOutcome CompileModel(const CompileOptions& options, bool quiet);
/// What the command line names.
CompileOutcome CompileModel(const CommandLine& line);

/// @returns the exit code
int RunDump(const CommandLine& line);

}  // namespace stiction::cli
