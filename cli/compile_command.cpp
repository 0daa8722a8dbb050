#include "cli/compile_command.h"

#include <iostream>

#include "cli/exit_code.h"
#include "cli/terminal.h"

namespace stiction::cli {

std::optional<Compiled> CompileModel(const CommandLine& line) {
  CompileOptions options;
  options.files = line.files;
  options.library_paths = line.library_paths;
  options.model = line.model;
  options.settings = line.settings;
  if (line.command == Command::kDump) options.dump = line.representation;

  SourceMap sources;
  Diagnostics diagnostics;
  Compiled compiled = Compile(options, sources, diagnostics);
  Print(std::cerr, diagnostics, sources, UseColour());
  if (diagnostics.HasErrors()) return std::nullopt;
  return compiled;
}

int RunCheck(const CommandLine& line) { return CompileModel(line) ? kDone : kModelError; }

int RunDump(const CommandLine& line) {
  const std::optional<Compiled> compiled = CompileModel(line);
  if (!compiled) return kModelError;
  std::cout << compiled->dump << std::flush;
  return kDone;
}

}  // namespace stiction::cli
