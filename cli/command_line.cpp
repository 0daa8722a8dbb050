// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>

#include "cli/command_hints.h"
#include "cli/command_options.h"
#include "cli/common.h"
#include "cli/completions.h"
#include "cli/exit_code.h"
#include "cli/help_layout.h"
#include "compiler/support/library_paths.h"

namespace stiction::cli {
namespace {

constexpr const char* kOverview =
    "Stiction translates and simulates Modelica models, friction above all.\n"
    "\n"
    "  stiction simulate Block.mo -o block.csv          the one model of the file, with its experiment annotation\n"
    "  stiction simulate Lib/ -m Lib.Brake --stop-time 2 --set brake.mu=0.3\n"
    "  stiction new Slider                              a first model with its test\n"
    "  stiction check Block.mo                          only look for errors\n"
    "  stiction check Lib/                              in each model of a package\n"
    "  stiction dump --ir=flat Block.mo                 what the compiler makes of it\n"
    "  stiction compare block.csv reference.csv         what changed, worst first\n"
    "  stiction test Lib/ --report out/                 all regression tests below a directory\n"
    "  stiction plot block.mat x v -o block.svg         signals over time\n"
    "  stiction info Block.mo                           its parameters, equations and states\n"
    "  stiction linearize Block.mo --time 1 -o lin.mat  A, B, C, D at a time\n"
    "  stiction sweep Block.mo --vary mu=0.1:0.1:0.5    a run for each value, one table\n"
    "  stiction format Lib/                             files in one layout\n"
    "  stiction lsp                                     for editors: errors while typing, completion, ...\n"
    "  stiction fmu Block.mo -o Block.fmu               the model for other tools (FMI)\n"
    "\n"
    "'stiction COMMAND --help' tells the options of a command.";

constexpr const char* kExitCodes =
    "Exit code: 0 done; 1 the model has errors; 2 the command line is wrong; 3 the simulation did not reach its stop\n"
    "time (the rows up to there are written); 4 a comparison is outside its tolerance or a test failed; 70 an error "
    "of\n"
    "Stiction itself.\n"
    "MODELICAPATH: further library directories, separated by ':'; where it is not set, $XDG_DATA_HOME/modelica, which\n"
    "without XDG_DATA_HOME is ~/.local/share/modelica.";

struct Subcommand {
  Command command;
  const char* name;
  const char* what;
  void (*add_options)(CLI::App& command, CommandLine& line, RawOptions& raw);
};

constexpr Subcommand kCommands[] = {
    {Command::kCheck, "check", "translate only, and report errors: of a model, or of each in a package",
     AddCheckOptions},
    {Command::kDump, "dump", "print one representation of a model as text", AddDumpOptions},
    {Command::kSimulate, "simulate", "translate a model and run it", AddSimulateOptions},
    {Command::kCompare, "compare", "compare two results", AddCompareOptions},
    {Command::kTest, "test", "run regression tests", AddTestOptions},
    {Command::kPlot, "plot", "draw signals of a result", AddPlotOptions},
    {Command::kNew, "new", "make a first model with its test", AddNewOptions},
    {Command::kCompletions, "completions", "print what a shell needs to complete commands and options",
     AddCompletionsOptions},
    {Command::kInfo, "info", "tell what is in a model, a package or an FMU", AddInfoOptions},
    {Command::kLinearize, "linearize", "the matrices A, B, C, D of a model, linearized at a time", AddLinearizeOptions},
    {Command::kSweep, "sweep", "run a model for many values of its parameters", AddSweepOptions},
    {Command::kFormat, "format", "bring files into one layout", AddFormatOptions},
    {Command::kLsp, "lsp", "serve an editor (language server protocol)", AddLspOptions},
    {Command::kFmu, "fmu", "translate a model and write it as an FMU for other tools", AddFmuOptions},
};

// Empty, or what is wrong.
std::string TakeSettings(const std::vector<std::string>& settings, CommandLine& line) {
  for (const std::string& setting : settings) {
    const size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == setting.size()) {
      return fmt::format("--set takes NAME=VALUE, not '{}'", setting);
    }
    line.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  return {};
}

// Empty, or what is wrong.
std::string TakeSize(const std::string& text, CommandLine& line) {
  if (text.empty()) return {};
  double width = 0;
  double height = 0;
  const char* const end = text.data() + text.size();
  const auto [by, wrong_width] = std::from_chars(text.data(), end, width);
  const bool has_both = wrong_width == std::errc() && by != end && *by == 'x';
  const auto [rest, wrong_height] = std::from_chars(has_both ? by + 1 : end, end, height);
  constexpr double kMost = 20000;
  const bool is_size = has_both && wrong_height == std::errc() && rest == end && width >= 1 && width <= kMost &&
                       height >= 1 && height <= kMost;
  if (!is_size) return fmt::format("--size takes WIDTHxHEIGHT in pixels, as 800x400, not '{}'", text);
  line.size.emplace(width, height);
  return {};
}

bool IsFinite(const std::optional<double>& value) { return !value || std::isfinite(*value); }

// Empty, or what is wrong.
std::string Judge(const CommandLine& line) {
  const bool compiles = line.command == Command::kCheck || line.command == Command::kDump ||
                        line.command == Command::kSimulate || line.command == Command::kSweep ||
                        line.command == Command::kInfo || line.command == Command::kLinearize ||
                        line.command == Command::kFmu;
  if (compiles && line.files.empty() && line.model.empty()) return "give a FILE, or a model of a library with -m";
  if (compiles) {
    const auto is_result = [](const std::string& file) { return file.ends_with(".csv") || file.ends_with(".mat"); };
    const auto result = std::find_if(line.files.begin(), line.files.end(), is_result);
    if (result != line.files.end()) {
      return fmt::format(
          "'{}' is no model: models are .mo files, or directories with package.mo\n  hint: 'stiction plot "
          "{} SIGNAL -o FILE.svg' draws a result",
          *result, *result);
    }
  }
  if (line.representation == "ast" && line.files.empty()) return "'dump --ir=ast' needs a FILE";
  for (const std::string& directory : line.library_paths) {
    if (!IsDirectory(directory)) return fmt::format("-L '{}': there is no such directory", directory);
  }
  if (!IsFinite(line.start_time) || !IsFinite(line.stop_time)) return "start and stop time must be finite";
  if (line.interval && !(std::isfinite(*line.interval) && *line.interval > 0)) return "--interval must be positive";
  if (line.intervals && *line.intervals < 1) return "--intervals must be at least 1";
  if (!(line.comparison.tolerance >= 0 && line.comparison.tolerance < 1)) {
    return "--tolerance must lie between 0 and 1";
  }
  if (!(line.comparison.absolute >= 0) || !std::isfinite(line.comparison.absolute)) {
    return "--absolute must not be negative";
  }
  if (line.comparison.time_tolerance && !(*line.comparison.time_tolerance >= 0)) {
    return "--time-tolerance must not be negative";
  }
  if (line.jobs < 0) return "--jobs must be positive";
  if (!(line.time_limit > 0)) return "--time-limit must be positive";
  if (line.command == Command::kSweep && !line.signals.empty() && line.results_directory.empty()) {
    return "--signals belongs to --results\n  hint: --observe names what the table tells";
  }
  if (line.force && !line.update) return "--force belongs to --update";
  if (line.tolerance && !(*line.tolerance > 0 && *line.tolerance < 1)) return "--tolerance must lie between 0 and 1";
  return {};
}

// Empty, or what is wrong.
std::string TakeRaw(const RawOptions& raw, CommandLine& line) {
  line.check_units = !raw.no_unit_check;
  line.external_code = !raw.no_external_code;
  line.log_events = raw.log == "events";
  if (std::string wrong = TakeSettings(raw.settings, line); !wrong.empty()) return wrong;
  return TakeSize(raw.size, line);
}

}  // namespace

CommandLineResult ReadCommandLine(int argc, const char* const* argv) {
  CommandLine line;
  RawOptions raw;
  CLI::App app(kOverview, "stiction");
  app.formatter(std::make_shared<HelpLayout>());
  app.set_version_flag("--version", "stiction " STICTION_VERSION);
  app.footer(kExitCodes);
  for (const Subcommand& one : kCommands) one.add_options(*app.add_subcommand(one.name, one.what), line, raw);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return {std::nullopt, app.exit(error)};
    const int code = Refuse(error.what());
    if (const std::string hint = WhatWasMeant(app, argc, argv); !hint.empty()) std::cerr << "  hint: " << hint << '\n';
    std::cerr << "'stiction --help' and 'stiction COMMAND --help' tell what there is.\n";
    return {std::nullopt, code};
  }
  if (app.get_subcommands().empty()) {
    std::cerr << app.help();
    return {std::nullopt, kUsageError};
  }
  const std::string chosen = app.get_subcommands().front()->get_name();
  line.command = std::ranges::find(kCommands, chosen, &Subcommand::name)->command;
  if (line.command == Command::kCompletions) line.completions = CompletionScript(raw.shell, app);
  if (const std::string wrong = TakeRaw(raw, line); !wrong.empty()) return {std::nullopt, Refuse(wrong)};
  if (const std::string wrong = Judge(line); !wrong.empty()) return {std::nullopt, Refuse(wrong)};
  for (std::string& path : LibraryPathsOfEnvironment()) line.library_paths.push_back(std::move(path));
  return {std::move(line), kDone};
}

}  // namespace stiction::cli
