// SPDX-License-Identifier: BSD-3-Clause
#include "cli/compile_command.h"

#include <cstdlib>
#include <iostream>

#include "cli/exit_code.h"
#include "cli/terminal.h"

namespace stiction::cli {

namespace {

// Debug builds and tests check each representation after its phase.
bool ShouldVerify() {
#ifdef STICTION_ALWAYS_VERIFY
  return true;
#else
  return std::getenv("STICTION_VERIFY") != nullptr;
#endif
}

}  // namespace

CompileOptions CompileOptionsOf(const CommandLine& line) {
  CompileOptions options;
  options.files = line.files;
  options.library_paths = line.library_paths;
  options.model = line.model;
  options.settings = line.settings;
  options.check_units = line.check_units;
  options.tell_singular_modes = line.all_modes;
  options.verify = ShouldVerify();
  if (line.command == Command::kDump) options.dump = line.representation;
  return options;
}

CompileOutcome CompileModel(const CommandLine& line, const std::string& c_library) {
  SourceMap sources;
  Diagnostics diagnostics;
  CompileOutcome outcome;
  {
    const Progress progress("translating", line.quiet);
    CompileOptions options = CompileOptionsOf(line);
    options.c_library = c_library;
    outcome.compiled = Compile(options, sources, diagnostics);
  }
  outcome.has_errors = diagnostics.HasErrors();
  outcome.sources = sources.Paths();
  Print(std::cerr, diagnostics, sources, UseColour());
  return outcome;
}

int RunDump(const CommandLine& line) {
  const CompileOutcome outcome = CompileModel(line);
  if (outcome.has_errors) return kModelError;
  std::cout << outcome.compiled.dump << std::flush;
  return kDone;
}

}  // namespace stiction::cli
