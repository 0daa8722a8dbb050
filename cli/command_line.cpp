// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>

#include "cli/common.h"
#include "cli/exit_code.h"
#include "compiler/support/library_paths.h"
#include "compiler/support/nearest_name.h"

namespace stiction::cli {
namespace {

constexpr const char* kOverview =
    "Stiction translates and simulates Modelica models, friction above all.\n"
    "\n"
    "  stiction simulate Block.mo -o block.csv          the one model of the file, with its experiment annotation\n"
    "  stiction simulate Lib/ -m Lib.Brake --stop-time 2 --set brake.mu=0.3\n"
    "  stiction check Block.mo                          only look for errors\n"
    "  stiction check Lib/                              in each model of a package\n"
    "  stiction dump --ir=flat Block.mo                 what the compiler makes of it\n"
    "  stiction compare block.csv reference.csv         what changed, worst first\n"
    "  stiction test Lib/ --report out/                 all regression tests below a directory\n"
    "  stiction plot block.mat x v -o block.svg         signals over time\n"
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

const std::vector<std::string> kSolvers{"auto", "taylor", "dopri5", "rodas", "ida"};
const std::vector<std::string> kForms{"ode", "dae"};
const std::vector<std::string> kFmiVersions{"2", "3"};
const std::vector<std::string> kFmuKinds{"me", "cs"};
const std::vector<std::string> kRepresentations{"ast", "flat", "dae", "causal", "program"};

// The settings as written; they are taken apart after parsing.
struct RawOptions {
  std::vector<std::string> settings;
  std::string log;
  bool no_unit_check = false;
};

void AddModelOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  command.add_option("FILE", line.files, ".mo files or package directories; simulate: or an FMU")->type_name("");
  command.add_option("-m,--model", line.model, "full class name; without it, the one non-partial model of the files")
      ->type_name("MODEL");
  command.add_option("-L", line.library_paths, "directory in which top-level packages are looked up; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command
      .add_option("--set", raw.settings,
                  "modify a parameter, an element or a start value: --set brake.mu=0.3, --set a[2]=1, --set x.start=1; "
                  "may be repeated, "
                  "the last of one name holds")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command.add_flag("--no-unit-check", raw.no_unit_check, "no warnings about `unit` attributes that disagree");
}

void AddCheckOptions(CLI::App& command, CommandLine& line) {
  command.add_flag("--all-modes", line.all_modes,
                   "look also at the modes of ideal elements (clutches, stops, diodes, ...), at each if there are at "
                   "most 4096, and note those in which equations contradict each other or leave an unknown open; no "
                   "error, for the model may never come into one");
  command.add_option("--only", line.only, "of a package: only models whose name contains this")->type_name("TEXT");
  command.add_option("-j,--jobs", line.jobs, "models that are checked at a time; without it, one a processor")
      ->type_name("N");
  command.add_option("--time-limit", line.time_limit, "of one model of several [s]; then it is ended")
      ->type_name("S")
      ->capture_default_str();
  command.add_option("--report", line.report_file, "write verdicts and messages for programs")->type_name("FILE.json");
  command.add_flag("--quiet", line.quiet, "no progress");
  command.footer(
      "A package, and a file that holds several models, is checked model by model: each model and block in it that is "
      "neither\npartial nor part of a model, with the functions that it calls. A component whose connectors are open "
      "is "
      "sound if\nconnecting it determines all its unknowns (MLS 4.7). Models of a package are 'open', which is no "
      "error, "
      "if a partial\nclass is to be redeclared first, a parameter needs a value, or an outer element its inner one.\n"
      "Examples:\n"
      "  stiction check Block.mo\n"
      "  stiction check Lib/ --report check.json\n"
      "  stiction check -m Modelica.Electrical.Analog\n");
}

void AddSimulateOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  command.add_option("-o,--output", line.output, "the result, .csv or .mat (MATLAB v4); without it, MODEL.csv")
      ->type_name("OUT");
  command.add_option("--start-time", line.start_time, "[s]; without it, of the experiment annotation, else 0")
      ->type_name("T");
  command.add_option("--stop-time", line.stop_time, "[s]; without it, of the experiment annotation, else 1")
      ->type_name("T");
  CLI::Option* interval =
      command.add_option("--interval", line.interval, "of the output grid [s]; else of the annotation")->type_name("H");
  command.add_option("--intervals", line.intervals, "number of intervals of the output grid; else 500")
      ->type_name("N")
      ->excludes(interval);
  command.add_option("--tolerance", line.tolerance, "relative; else of the annotation, else 1e-6")->type_name("R");
  command
      .add_option("--solver", line.solver,
                  "auto, taylor (explicit, of smooth models), dopri5 (explicit), rodas (stiff) or ida (stiff, and for "
                  "the DAE form)")
      ->type_name("NAME")
      ->check(CLI::IsMember(kSolvers))
      ->default_str("auto");
  command.add_option("--form", line.form, "what the solver sees: ode (states only) or dae (loops too)")
      ->type_name("FORM")
      ->check(CLI::IsMember(kForms))
      ->default_str("ode");
  CLI::Option* const signals =
      command
          .add_option("--signals", line.signals_file, "file with the names to write, one a line; else all variables")
          ->type_name("FILE");
  command.add_option("--signals-of", line.signals_of, "result file: write the variables of the model that it has, too")
      ->type_name("FILE")
      ->excludes(signals);
  command.add_option("--log", raw.log, "'events': tell each event and what changed at it, on stderr")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"events"}));
  command.add_option("--report", line.report_file, "write counts and times of the run")->type_name("FILE.json");
  command
      .add_option("--call-limit", line.call_limit,
                  "processor time that one call of an external C function may take [s]; 0: any")
      ->type_name("S")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_option("--inputs", line.inputs_file, "of an FMU: its inputs over time, columns of a .csv or .mat file")
      ->type_name("FILE");
  command
      .add_option("--kind", line.fmu_kind,
                  "of an FMU: me (Model Exchange, with our own solver) or cs (Co-Simulation, a step each output "
                  "interval); without it, the first that it has")
      ->type_name("NAME")
      ->check(CLI::IsMember(kFmuKinds));
  command.add_flag("--quiet", line.quiet, "no summary and no progress");
  command.footer(
      "Examples:\n"
      "  stiction simulate Block.mo\n"
      "  stiction simulate Block.fmu --kind cs --interval 0.001 --inputs force.csv\n"
      "  stiction simulate Block.mo --stop-time 10 --intervals 1000 --tolerance 1e-8 -o block.csv\n"
      "  stiction simulate Block.mo --set m=2 --set f0=0.5 --log events --report run.json\n");
}

void AddToleranceOptions(CLI::App& command, CommandLine& line) {
  command
      .add_option("--tolerance", line.comparison.tolerance,
                  "half-widths of the tube, relative to the ranges of time and values")
      ->type_name("R")
      ->capture_default_str();
  command.add_option("--absolute", line.comparison.absolute, "least half-height of the tube, in the signal's unit")
      ->type_name("A");
  command
      .add_option("--time-tolerance", line.comparison.time_tolerance,
                  "half-width of the tube in time, and what a switch may be early or late [s]; else relative")
      ->type_name("T");
}

void AddCompareOptions(CLI::App& command, CommandLine& line) {
  command.add_option("RESULT", line.result_file, "result: .csv or .mat, packed with gzip or not")
      ->type_name("")
      ->required();
  command.add_option("REFERENCE", line.reference_file, "what it should be")->type_name("")->required();
  command
      .add_option("--signals", line.signals_file, "file with the names to compare, one a line; else all of REFERENCE")
      ->type_name("FILE");
  AddToleranceOptions(command, line);
  command
      .add_option("--tolerances", line.tolerances_file,
                  "file with lines NAME relative=R absolute=A time=T; * and ? in NAME stand for others")
      ->type_name("FILE");
  command
      .add_option("--literals", line.literals_file,
                  "report of the simulation ('simulate --report'): names the values of enumerations and Booleans")
      ->type_name("RUN.json");
  command.add_option("--json", line.json_file, "write the comparison for programs")->type_name("FILE.json");
  command.add_option("--report", line.report_file, "write a page with plots")->type_name("FILE.html");
  command.add_flag("--quiet", line.quiet, "only the exit code");
  command.footer(
      "A signal whose values are integers in both files is compared as a sequence of switches, others by a tube.\n"
      "docs/regression-testing.md tells the rule.\n");
}

void AddTestOptions(CLI::App& command, CommandLine& line) {
  command
      .add_option("DIR", line.files,
                  "directories (or .mo files) with cases: reference.json beside reference.csv, or "
                  "models with annotation(__Stiction(test(...)))")
      ->type_name("")
      ->required();
  command.add_option("-L", line.library_paths, "directory in which top-level packages are looked up; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command.add_option("--only", line.only, "only cases whose name contains this")->type_name("TEXT");
  command.add_option("-j,--jobs", line.jobs, "cases that run at a time; without it, one a processor")->type_name("N");
  command.add_option("--time-limit", line.time_limit, "of one case [s]; then it is ended and fails")
      ->type_name("S")
      ->capture_default_str();
  AddToleranceOptions(command, line);
  command.add_option("--junit", line.junit_file, "write a report for CI servers")->type_name("FILE.xml");
  command.add_option("--report", line.report_directory, "write pages with plots; index.html is the first")
      ->type_name("DIR");
  command.add_flag("--update", line.update, "show what changes, then write new references of the cases that fail");
  command.add_flag("--force", line.force, "with --update: also over references of other tools");
  command.add_flag("--quiet", line.quiet, "only failures and the exit code");
  command.footer("docs/regression-testing.md tells how cases are written.\n");
}

void AddPlotOptions(CLI::App& command, CommandLine& line) {
  command.add_option("RESULT SIGNAL...", line.files, "result files, and names of signals")->type_name("")->required();
  command.add_option("-o,--output", line.output, "the picture")->type_name("FILE.svg|FILE.png")->required();
  command.add_option("--reference", line.reference_file, "draw its curves, the tube and what lies outside")
      ->type_name("FILE");
  AddToleranceOptions(command, line);
  command.add_option("--title", line.title, "without it, the name of the result")->type_name("TEXT");
  command.add_option("--from", line.start_time, "begin of the time axis [s]")->type_name("T");
  command.add_option("--to", line.stop_time, "end of the time axis [s]")->type_name("T");
  command.footer(
      "Units come from .mat files: comma-separated values have none. Ticks on the time axis are events.\n"
      "Example:\n"
      "  stiction plot block.mat x v --reference reference.csv -o block.svg\n");
}

void AddFmuOptions(CLI::App& command, CommandLine& line) {
  command.add_option("-o,--output", line.output, "the FMU; without it, MODEL.fmu")->type_name("OUT.fmu");
  command.add_option("--fmi", line.fmi_version, "version of the interface: 2 or 3")
      ->type_name("N")
      ->check(CLI::IsMember(kFmiVersions))
      ->default_str("3");
  command.add_flag("--quiet", line.quiet, "no summary");
  command.footer(
      "The FMU holds Model Exchange and Co-Simulation, for Linux on x86_64; nobody needs a C compiler. docs/fmi.md "
      "tells\n"
      "what importers see.\n"
      "Example:\n"
      "  stiction fmu Lib/ -m Lib.Brake --set brake.mu=0.3 -o brake.fmu\n");
}

std::vector<std::string> OptionNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The allowed values of an option that takes one of a few words.
std::vector<std::string> WordsOf(const std::string& option) {
  if (option == "--solver") return kSolvers;
  if (option == "--form") return kForms;
  if (option == "--fmi") return kFmiVersions;
  if (option == "--kind") return kFmuKinds;
  if (option == "--ir") return kRepresentations;
  return {};
}

// A hint about the first word that is not known: a command, an option, or the value of one.
std::string WhatWasMeant(const CLI::App& app, int argc, const char* const* argv) {
  const std::vector<const CLI::App*> commands = app.get_subcommands([](const CLI::App*) { return true; });
  const CLI::App* command = nullptr;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (!command && !word.starts_with("-")) {
      std::vector<std::string> names;
      for (const CLI::App* one : commands) {
        names.push_back(one->get_name());
        if (one->get_name() == word) command = one;
      }
      if (!command) return DidYouMean(word, names);
      continue;
    }
    if (!word.starts_with("-") || word == "--") continue;
    const size_t equals = word.find('=');
    const std::string option = word.substr(0, equals);
    const std::vector<std::string> known = OptionNames(command ? *command : app);
    const std::vector<std::string> words = WordsOf(option);
    if (Contains(known, option)) {
      const std::string value = equals != std::string::npos ? word.substr(equals + 1) : i + 1 < argc ? argv[i + 1] : "";
      if (!words.empty() && !Contains(words, value)) return DidYouMean(value, words);
      continue;
    }
    // -mMODEL, -j4: the value stands with the letter.
    if (!word.starts_with("--") && word.size() > 2 && Contains(known, word.substr(0, 2))) {
      if (NearestName("-" + option, known).empty()) continue;
    }
    if (const std::string hint = DidYouMean(word.starts_with("--") ? option : "-" + option, known); !hint.empty()) {
      return hint;
    }
    std::string owners;
    for (const CLI::App* one : commands) {
      if (Contains(OptionNames(*one), option)) owners += (owners.empty() ? "" : ", ") + one->get_name();
    }
    if (!owners.empty()) return fmt::format("`{}` is an option of: {}", option, owners);
  }
  return {};
}

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

bool IsFinite(const std::optional<double>& value) { return !value || std::isfinite(*value); }

// Empty, or what is wrong.
std::string Judge(const CommandLine& line) {
  const bool compiles = line.command == Command::kCheck || line.command == Command::kDump ||
                        line.command == Command::kSimulate || line.command == Command::kFmu;
  if (compiles && line.files.empty() && line.model.empty()) return "give a FILE, or a model of a library with -m";
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
  if (line.force && !line.update) return "--force belongs to --update";
  if (line.tolerance && !(*line.tolerance > 0 && *line.tolerance < 1)) return "--tolerance must lie between 0 and 1";
  return {};
}

}  // namespace

CommandLineResult ReadCommandLine(int argc, const char* const* argv) {
  CommandLine line;
  RawOptions raw;
  CLI::App app(kOverview, "stiction");
  app.set_version_flag("--version", "stiction " STICTION_VERSION);
  app.footer(kExitCodes);

  CLI::App* check =
      app.add_subcommand("check", "translate only, and report errors: of a model, or of each in a package");
  AddModelOptions(*check, line, raw);
  AddCheckOptions(*check, line);
  CLI::App* dump = app.add_subcommand("dump", "print one representation of a model as text");
  dump->add_option("--ir", line.representation, "ast, flat, dae, causal or program")
      ->type_name("NAME")
      ->required()
      ->check(CLI::IsMember(kRepresentations));
  AddModelOptions(*dump, line, raw);
  CLI::App* simulate = app.add_subcommand("simulate", "translate a model and run it");
  AddModelOptions(*simulate, line, raw);
  AddSimulateOptions(*simulate, line, raw);
  CLI::App* compare = app.add_subcommand("compare", "compare two results");
  AddCompareOptions(*compare, line);
  CLI::App* test = app.add_subcommand("test", "run regression tests");
  AddTestOptions(*test, line);
  CLI::App* plot = app.add_subcommand("plot", "draw signals of a result");
  AddPlotOptions(*plot, line);
  CLI::App* fmu = app.add_subcommand("fmu", "translate a model and write it as an FMU for other tools");
  AddModelOptions(*fmu, line, raw);
  AddFmuOptions(*fmu, line);
  CLI::App* info = app.add_subcommand("info", "tell what an FMU holds");
  info->add_option("FILE", line.files, "the FMU")->type_name("")->required()->expected(1);

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
  const CLI::App* chosen = app.get_subcommands().front();
  for (const auto& [app_of, command] :
       {std::pair{check, Command::kCheck}, std::pair{dump, Command::kDump}, std::pair{simulate, Command::kSimulate},
        std::pair{compare, Command::kCompare}, std::pair{test, Command::kTest}, std::pair{plot, Command::kPlot},
        std::pair{fmu, Command::kFmu}, std::pair{info, Command::kInfo}}) {
    if (chosen == app_of) line.command = command;
  }
  line.check_units = !raw.no_unit_check;
  line.log_events = raw.log == "events";
  if (const std::string wrong = TakeSettings(raw.settings, line); !wrong.empty()) return {std::nullopt, Refuse(wrong)};
  if (const std::string wrong = Judge(line); !wrong.empty()) return {std::nullopt, Refuse(wrong)};
  for (std::string& path : LibraryPathsOfEnvironment()) line.library_paths.push_back(std::move(path));
  return {std::move(line), kDone};
}

}  // namespace stiction::cli
