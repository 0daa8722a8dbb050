// SPDX-License-Identifier: BSD-3-Clause
#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <iostream>
#include <regex>

#include "cli/common.h"
#include "cli/completions.h"
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
const std::vector<std::string> kRepresentations{"ast", "flat", "dae", "causal", "program"};
const std::vector<std::string> kShells{"bash", "zsh", "fish"};

// The settings as written; they are taken apart after parsing.
struct RawOptions {
  std::vector<std::string> settings;
  std::string log;
  std::string size;
  bool no_unit_check = false;
};

void AddModelOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  command.add_option("FILE", line.files, ".mo files or package directories")->type_name("");
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
  command.add_flag("--json", line.json, "the same on the standard output, instead of counts");
  command.add_option("--sarif", line.sarif_file, "write messages for code scanning services (SARIF 2.1.0)")
      ->type_name("FILE.sarif");
  command.add_flag("--quiet", line.quiet, "no progress, and no counts of one model");
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
      "  stiction check Lib/ --sarif check.sarif\n"
      "  stiction check -m Modelica.Electrical.Analog\n");
}

void AddSolverOptions(CLI::App& command, CommandLine& line) {
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
  command
      .add_option("--call-limit", line.call_limit,
                  "processor time that one call of an external C function may take [s]; 0: any")
      ->type_name("S")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
}

void AddRunOptions(CLI::App& command, CommandLine& line) {
  command.add_option("--start-time", line.start_time, "[s]; without it, of the experiment annotation, else 0")
      ->type_name("T");
  command.add_option("--stop-time", line.stop_time, "[s]; without it, of the experiment annotation, else 1")
      ->type_name("T");
  CLI::Option* interval =
      command.add_option("--interval", line.interval, "of the output grid [s]; else of the annotation")->type_name("H");
  command.add_option("--intervals", line.intervals, "number of intervals of the output grid; else 500")
      ->type_name("N")
      ->excludes(interval);
  AddSolverOptions(command, line);
}

void AddSimulateOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  command
      .add_option("-o,--output", line.output,
                  "the result, .csv or .mat (MATLAB v4), or - for comma-separated values on the standard output; "
                  "without it, MODEL.csv")
      ->type_name("OUT");
  AddRunOptions(command, line);
  CLI::Option* const signals =
      command
          .add_option("--signals", line.signals,
                      "write these only: names and patterns, as 'v, J*.w', or a file of them, one a line; * and ? "
                      "stand for others; may be repeated; else all variables")
          ->type_name("NAMES|FILE")
          ->allow_extra_args(false);
  command.add_option("--signals-of", line.signals_of, "result file: write the variables of the model that it has, too")
      ->type_name("FILE")
      ->excludes(signals);
  command
      .add_option("--parameters", line.parameters_file,
                  "write parameters and constants there, once, with unit and comment; in the rows only those that "
                  "--signals names")
      ->type_name("FILE.csv");
  command.add_flag("--units", line.units, "a second header with the units; .mat files have them anyway");
  command.add_option("--log", raw.log, "'events': tell each event and what changed at it, on stderr")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"events"}));
  command.add_option("--report", line.report_file, "write counts and times of the run")->type_name("FILE.json");
  command.add_flag("--quiet", line.quiet, "no summary and no progress");
  command.footer(
      "Examples:\n"
      "  stiction simulate Block.mo\n"
      "  stiction simulate Block.mo --stop-time 10 --intervals 1000 --tolerance 1e-8 -o block.csv\n"
      "  stiction simulate Block.mo --set m=2 --set f0=0.5 --log events --report run.json\n"
      "  stiction simulate Block.mo -o - --signals 'v, brake*.mode' --units | head\n"
      "docs/results.md tells the formats.\n");
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
      .add_option("--signals", line.signals,
                  "compare these only: names and patterns of REFERENCE, as 'v, J*.w', or a file of them, one a line; "
                  "may be repeated; else all of REFERENCE")
      ->type_name("NAMES|FILE")
      ->allow_extra_args(false);
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

void AddPlotOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  command
      .add_option(
          "RESULT SIGNAL", line.files,
          "result files or - for the standard input, and names of signals or patterns: * and ? stand for others")
      ->type_name("")
      ->required();
  command.add_option("-o,--output", line.output, "the picture")->type_name("FILE.svg|.png|.pdf")->required();
  command
      .add_option(
          "--panel", line.panels,
          "draw these signals in a panel of their own, as 'J1.w, J2.w'; may be repeated; else by unit, discrete "
          "signals each by itself")
      ->type_name("SIGNALS")
      ->allow_extra_args(false);
  command.add_option("--x", line.abscissa, "draw over this signal instead of time")->type_name("SIGNAL");
  command
      .add_flag("--modes{*}", line.modes,
                "bands of what each friction element does: stuck, forward, backward; --modes='brake*': of these only")
      ->type_name("ELEMENTS");
  command.add_option("--range", line.ranges, "of values, in all panels or in that of a signal; may be repeated")
      ->type_name("[SIGNAL=]LOW:HIGH")
      ->allow_extra_args(false);
  command.add_option("--from", line.start_time, "begin of the time axis, with --x of what is drawn [s]")
      ->type_name("T");
  command.add_option("--to", line.stop_time, "its end [s]")->type_name("T");
  command.add_option("--size", raw.size, "width and height of the picture [px]")->type_name("WIDTHxHEIGHT");
  command.add_option("--title", line.title, "without it, the name of the result")->type_name("TEXT");
  command
      .add_option(
          "--literals", line.literals_file,
          "report of the simulation ('simulate --report'): names the values of enumerations and Booleans in .csv "
          "files")
      ->type_name("RUN.json");
  command.add_option("--reference", line.reference_file, "draw its curves, the tube and what lies outside")
      ->type_name("FILE");
  AddToleranceOptions(command, line);
  command.footer(
      "Of several results the legend tells what differs: one or two parameters, else their names. Units and names of "
      "values\ncome from .mat files; .csv files have units with 'simulate --units'. Ticks on the time axis are "
      "events.\n"
      "Examples:\n"
      "  stiction plot block.mat x v --reference reference.csv -o block.svg\n"
      "  stiction plot clutch.mat 'J*.w' --modes -o clutch.pdf\n"
      "  stiction plot mu1.mat mu2.mat mu3.mat v --title 'Three frictions' --size 800x400 -o v.png\n"
      "  stiction plot block.mat v --x x -o phase.svg\n"
      "  stiction simulate Block.mo -o - --units | stiction plot - v -o v.svg\n"
      "docs/plots.md shows what they draw.\n");
}

void AddNewOptions(CLI::App& command, CommandLine& line) {
  command.add_option("NAME", line.model, "of the model and of its directory")->type_name("")->required();
  command.add_flag("--driveline", line.driveline,
                   "two shafts and a clutch of the Modelica Standard Library; without it, a block on a rough table");
  command.add_option("--in", line.directory, "make the directory there")->type_name("DIR")->capture_default_str();
  command.add_option("-L", line.library_paths, "directory in which top-level packages are looked up; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command.add_flag("--quiet", line.quiet, "do not tell what to do next");
  command.footer(
      "The model runs as it is, and its test passes: the reference in NAME/references is what the model gives.\n"
      "Examples:\n"
      "  stiction new Slider\n"
      "  stiction new Gearbox --driveline --in models\n");
}

void AddCompletionsOptions(CLI::App& command, std::string& shell) {
  command.add_option("SHELL", shell, "bash, zsh or fish")->type_name("")->required()->check(CLI::IsMember(kShells));
  command.footer(
      "Packages install them. Where the command was copied to:\n"
      "  stiction completions bash > ~/.local/share/bash-completion/completions/stiction\n"
      "  stiction completions zsh > ~/.zfunc/_stiction       # a directory of $fpath\n"
      "  stiction completions fish > ~/.config/fish/completions/stiction.fish\n");
}

void AddSweepOptions(CLI::App& command, CommandLine& line) {
  command
      .add_option("--vary", line.vary,
                  "values of a parameter, an element or a start value: mu=0.1,0.2 or mu=0:0.1:1 or mu=lin(0,1,11) or "
                  "mu=log(0.01,100,5); random ones: mu=uniform(0,1), loguniform(0.01,100), normal(0.3,0.05); may be "
                  "repeated, for all combinations")
      ->type_name("NAME=VALUES")
      ->allow_extra_args(false);
  command.add_option("--cases", line.cases_file, "comma-separated values: names of parameters, then a run a line")
      ->type_name("FILE.csv");
  command.add_option("--samples", line.samples, "how many random values")->type_name("N")->check(CLI::PositiveNumber);
  command.add_option("--seed", line.seed, "of the random values; one seed gives the same ones everywhere")
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--observe", line.observed,
                  "signal of which the table has the value at the end, the least and the largest; without it, the "
                  "states; may be repeated")
      ->type_name("SIGNAL")
      ->allow_extra_args(false);
  command
      .add_option("--event", line.named_events,
                  "event of which the table has the first time: SIGNAL (it changes), SIGNAL=VALUE, SIGNAL>NUMBER or "
                  "SIGNAL<NUMBER; may be repeated")
      ->type_name("EVENT")
      ->allow_extra_args(false);
  command.add_option("-o,--output", line.output, "the table; - for the standard output; without it, MODEL.sweep.csv")
      ->type_name("TABLE.csv");
  command.add_option("--plot", line.plot_file, "draw the observed signals, a curve a run")
      ->type_name("FILE.svg|.png|.pdf");
  command
      .add_option("--results", line.results_directory,
                  "write the whole result of each run there, as run-1.mat and so on; --signals chooses what it holds")
      ->type_name("DIR");
  command
      .add_option("--signals", line.signals,
                  "with --results: names and patterns, as 'v, J*.w', or a file of them, one a line; else all variables")
      ->type_name("NAMES|FILE")
      ->allow_extra_args(false);
  AddRunOptions(command, line);
  command.add_option("-j,--jobs", line.jobs, "runs at a time; without it, one a processor")->type_name("N");
  command
      .add_option("--shard", line.shard,
                  "only the runs of the K-th of N processes that share the table; under mpirun, of its rank")
      ->type_name("K/N");
  command.add_option("--time-limit", line.run_time_limit, "of a run [s]; then it is ended")
      ->type_name("S")
      ->check(CLI::NonNegativeNumber);
  command.add_option("--report", line.report_file, "write counts and times of the sweep")->type_name("FILE.json");
  command.add_flag("--quiet", line.quiet, "no summary and no progress");
  command.footer(
      "The model is translated once; values that decide which equations it has take a translation each, which a note\n"
      "tells. Runs that have ended are kept in TABLE.csv.runs: an interrupted sweep goes on from there.\n"
      "Exit code: 3 if a run did not reach its stop time; the table tells why.\n"
      "Examples:\n"
      "  stiction sweep Block.mo --vary mu=0.1:0.1:0.5 --observe x --event mode=Stuck -o mu.csv --plot mu.svg\n"
      "  stiction sweep Block.mo --vary mu=normal(0.3,0.05) --vary m=uniform(1,2) --samples 1000 --seed 7\n"
      "  stiction sweep Block.mo --cases cases.csv --shard $SLURM_ARRAY_TASK_ID/8 -o cases.out.csv\n"
      "  mpirun -n 8 stiction sweep Block.mo --cases cases.csv -o cases.out.csv\n");
}

void AddInfoOptions(CLI::App& command, CommandLine& line) {
  command.add_option("--only", line.only, "only parameters or classes whose name contains this")->type_name("TEXT");
  command.add_flag("--json", line.json, "for programs");
  command.add_flag("--quiet", line.quiet, "no progress");
  command.footer(
      "Of a model: equations, states, loops, what index reduction did, and the parameters that can be set, with "
      "value,\n"
      "unit, range and comment. Of a package: its classes.\n"
      "Examples:\n"
      "  stiction info Block.mo\n"
      "  stiction info -m Modelica.Mechanics.Rotational.Components --only Clutch\n"
      "  stiction info -m Modelica.Mechanics.Rotational.Examples.CoupledClutches --only J1. --json\n");
}

void AddLinearizeOptions(CLI::App& command, CommandLine& line) {
  command.add_option("--time", line.stop_time, "to which the model is simulated first [s]; without it, the start time")
      ->type_name("T");
  command
      .add_option("--output-signal", line.observed,
                  "a variable that is an output; without it, the outputs of the model; may be repeated")
      ->type_name("SIGNAL")
      ->allow_extra_args(false);
  command
      .add_option(
          "-o,--output", line.output,
          "the linearized model, .json or .mat (MATLAB v4); - for JSON on the standard output; without it, a text")
      ->type_name("FILE");
  AddSolverOptions(command, line);
  command.add_option("--start-time", line.start_time, "[s]; without it, of the experiment annotation, else 0")
      ->type_name("T");
  command.add_flag("--quiet", line.quiet, "no progress");
  command.footer(
      "d/dt dx = A dx + B du, dy = C dx + D du, from exact derivatives. Inputs are those of the model itself. "
      "Relations\n"
      "and discrete variables are held: it holds for the mode that is told, such as stuck.\n"
      "Examples:\n"
      "  stiction linearize Block.mo --time 0.5\n"
      "  stiction linearize Drive.mo --time 2 --output-signal J2.w -o drive.mat\n");
}

void AddFormatOptions(CLI::App& command, CommandLine& line) {
  command.add_option("FILE", line.files, ".mo files, directories (each .mo file below), or - (from stdin to stdout)")
      ->type_name("")
      ->required();
  command.add_flag("--check", line.only_check,
                   "write nothing, name the files that would change; then the exit code is 4");
  command.add_flag("--quiet", line.quiet, "no summary");
  command.footer(
      "Only blanks between words change: declarations, equations and statements each begin a line, indented by what "
      "they\n"
      "are part of. Comments, texts, line breaks inside of a declaration, and blanks of annotations stay as they are. "
      "A\n"
      "file with a syntax error is left as it is.\n"
      "Examples:\n"
      "  stiction format Block.mo\n"
      "  stiction format Lib/ --check\n"
      "  stiction format - < Block.mo\n");
}

void AddLspOptions(CLI::App& command, CommandLine& line) {
  command.add_option("-L", line.library_paths, "directory in which top-level packages are looked up; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
  command.add_flag("--stdio")->description("messages come from stdin and go to stdout, as they always do");
  command.footer(
      "Editors start it: errors while typing, hover, definitions, references, symbols, completion, rename within a "
      "file,\n"
      "formatting. docs/editors.md tells how for VS Code, Emacs, Neovim and others.\n"
      "Example:\n"
      "  stiction lsp -L ~/lib\n");
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
  if (option == "--ir") return kRepresentations;
  return {};
}

// What a shell has to know of the commands.
std::vector<CommandInfo> InfosOf(const CLI::App& app) {
  std::vector<CommandInfo> infos;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    CommandInfo info{command->get_name(), command->get_description(), {}};
    for (const CLI::Option* option : command->get_options()) {
      OptionInfo described{{},
                           option->get_description(),
                           option->get_type_name(),
                           option->get_items_expected_max() > 0 && option->get_expected_min() > 0,
                           {}};
      for (const std::string& name : option->get_snames()) described.names.push_back("-" + name);
      for (const std::string& name : option->get_lnames()) described.names.push_back("--" + name);
      if (described.names.empty()) continue;  // files
      described.words = WordsOf(described.names.back());
      info.options.push_back(std::move(described));
    }
    infos.push_back(std::move(info));
  }
  return infos;
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
      if (std::regex_match(value, std::regex("[-+]?[0-9]+,[0-9]+([eE][-+]?[0-9]+)?"))) {
        return fmt::format("a decimal point is a point: {}", std::regex_replace(value, std::regex(","), "."));
      }
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
                        line.command == Command::kInfo || line.command == Command::kLinearize;
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
  AddPlotOptions(*plot, line, raw);
  CLI::App* new_model = app.add_subcommand("new", "make a first model with its test");
  AddNewOptions(*new_model, line);
  CLI::App* completions =
      app.add_subcommand("completions", "print what a shell needs to complete commands and options");
  std::string shell;
  AddCompletionsOptions(*completions, shell);
  CLI::App* info = app.add_subcommand("info", "tell parameters, equations and states of a model, classes of a package");
  AddModelOptions(*info, line, raw);
  AddInfoOptions(*info, line);
  CLI::App* linearize = app.add_subcommand("linearize", "A, B, C, D of a model at a time");
  AddModelOptions(*linearize, line, raw);
  AddLinearizeOptions(*linearize, line);
  CLI::App* sweep = app.add_subcommand("sweep", "run a model for many values of its parameters");
  AddModelOptions(*sweep, line, raw);
  AddSweepOptions(*sweep, line);
  CLI::App* format = app.add_subcommand("format", "bring files into one layout");
  AddFormatOptions(*format, line);
  CLI::App* lsp = app.add_subcommand("lsp", "serve an editor (language server protocol)");
  AddLspOptions(*lsp, line);

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
        std::pair{new_model, Command::kNew}, std::pair{completions, Command::kCompletions},
        std::pair{sweep, Command::kSweep}, std::pair{info, Command::kInfo}, std::pair{linearize, Command::kLinearize},
        std::pair{format, Command::kFormat}, std::pair{lsp, Command::kLsp}}) {
    if (chosen == app_of) line.command = command;
  }
  if (line.command == Command::kCompletions) line.completions = CompletionScript(shell, InfosOf(app));
  line.check_units = !raw.no_unit_check;
  line.log_events = raw.log == "events";
  if (const std::string wrong = TakeSettings(raw.settings, line); !wrong.empty()) return {std::nullopt, Refuse(wrong)};
  if (const std::string wrong = TakeSize(raw.size, line); !wrong.empty()) return {std::nullopt, Refuse(wrong)};
  if (const std::string wrong = Judge(line); !wrong.empty()) return {std::nullopt, Refuse(wrong)};
  for (std::string& path : LibraryPathsOfEnvironment()) line.library_paths.push_back(std::move(path));
  return {std::move(line), kDone};
}

}  // namespace stiction::cli
