// SPDX-License-Identifier: BSD-3-Clause
// Of commands that translate a model.
#include "cli/command_options.h"

namespace stiction::cli {
namespace {

// What a sweep varies.
void AddVaried(CLI::App& command, CommandLine& line) {
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
}

}  // namespace

void AddCheckOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  AddModelOptions(command, line, raw);
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

void AddDumpOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  command.add_option("--ir", line.representation, "ast, flat, dae, causal or program")
      ->type_name("NAME")
      ->required()
      ->check(CLI::IsMember({"ast", "flat", "dae", "causal", "program"}));
  AddModelOptions(command, line, raw);
  command.footer(
      "Of the text (ast), with all classes resolved and names flat (flat), as equations (dae), sorted into blocks\n"
      "(causal), as it runs (program).\n"
      "Examples:\n"
      "  stiction dump --ir=flat Block.mo\n"
      "  stiction dump --ir=causal -m Modelica.Mechanics.Rotational.Examples.CoupledClutches\n");
}

void AddSimulateOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  AddModelOptions(command, line, raw);
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
  command.add_option("--log", raw.log, "tell each event and what changed at it, on stderr")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"events"}));
  command.add_option("--report", line.report_file, "write counts and times of the run")->type_name("FILE.json");
  command.add_option("--inputs", line.inputs_file, "of an FMU: its inputs over time, columns of a .csv or .mat file")
      ->type_name("FILE");
  command
      .add_option("--kind", line.fmu_kind,
                  "of an FMU: me (Model Exchange, with our own solver) or cs (Co-Simulation, a step each output "
                  "interval); without it, the first that it has")
      ->type_name("NAME")
      ->check(CLI::IsMember({"me", "cs"}));
  command.add_flag("--quiet", line.quiet, "no summary and no progress");
  command.footer(
      "Examples:\n"
      "  stiction simulate Block.mo\n"
      "  stiction simulate Block.fmu --kind cs --interval 0.001 --inputs force.csv\n"
      "  stiction simulate Block.mo --stop-time 10 --intervals 1000 --tolerance 1e-8 -o block.csv\n"
      "  stiction simulate Block.mo --set m=2 --set f0=0.5 --log events --report run.json\n"
      "  stiction simulate Block.mo -o - --signals 'v, brake*.mode' --units | head\n"
      "docs/results.md tells the formats.\n");
}

void AddSweepOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  AddModelOptions(command, line, raw);
  AddVaried(command, line);
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

void AddInfoOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  AddModelOptions(command, line, raw);
  command.add_option("--only", line.only, "only parameters or classes whose name contains this")->type_name("TEXT");
  command.add_flag("--json", line.json, "for programs");
  command.add_flag("--quiet", line.quiet, "no progress");
  command.footer(
      "Of a model: equations, states, loops, what index reduction did, and the parameters that can be set, with "
      "value,\n"
      "unit, range and comment. Of a package: its classes. Of an FMU: its kinds, inputs, outputs and parameters.\n"
      "Examples:\n"
      "  stiction info Block.mo\n"
      "  stiction info -m Modelica.Mechanics.Rotational.Components --only Clutch\n"
      "  stiction info -m Modelica.Mechanics.Rotational.Examples.CoupledClutches --only J1. --json\n");
}

void AddLinearizeOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  AddModelOptions(command, line, raw);
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

void AddFmuOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  AddModelOptions(command, line, raw);
  command.add_option("-o,--output", line.output, "the FMU; without it, MODEL.fmu")->type_name("OUT.fmu");
  command.add_option("--fmi", line.fmi_version, "version of the interface: 2 or 3")
      ->type_name("N")
      ->check(CLI::IsMember({"2", "3"}))
      ->default_str("3");
  command.add_flag("--quiet", line.quiet, "no summary");
  command.footer(
      "The FMU holds Model Exchange and Co-Simulation, for Linux on x86_64; nobody needs a C compiler. docs/fmi.md "
      "tells\n"
      "what importers see.\n"
      "Examples:\n"
      "  stiction fmu Block.mo\n"
      "  stiction fmu Lib/ -m Lib.Brake --fmi 2 --set brake.mu=0.3 -o brake.fmu\n");
}

}  // namespace stiction::cli
