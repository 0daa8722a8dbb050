// SPDX-License-Identifier: BSD-3-Clause
// Of commands that take results, tests, or texts as they are.
#include "cli/command_options.h"

namespace stiction::cli {

void AddCompareOptions(CLI::App& command, CommandLine& line, RawOptions& /*raw*/) {
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
      "Examples:\n"
      "  stiction compare block.csv reference.csv\n"
      "  stiction compare clutch.mat reference.csv.gz --signals 'J*.w, clutch.mode' --report clutch.html\n"
      "  stiction compare block.mat reference.csv --tolerance 1e-4 --quiet\n"
      "docs/regression-testing.md tells the rule.\n");
}

void AddTestOptions(CLI::App& command, CommandLine& line, RawOptions& /*raw*/) {
  command
      .add_option("DIR", line.files,
                  "directories (or .mo files) with cases: reference.json beside reference.csv, or "
                  "models with annotation(__Stiction(test(...)))")
      ->type_name("")
      ->required();
  AddLibraryPaths(command, line);
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
  command.footer(
      "Examples:\n"
      "  stiction test Lib/ --report out/\n"
      "  stiction test Lib/ --only Brake --update\n"
      "  stiction test Lib/ Tests/ -j 8 --junit results.xml --quiet\n"
      "docs/regression-testing.md tells how cases are written.\n");
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

void AddNewOptions(CLI::App& command, CommandLine& line, RawOptions& /*raw*/) {
  command.add_option("NAME", line.model, "of the model and of its directory")->type_name("")->required();
  command.add_flag("--driveline", line.driveline,
                   "two shafts and a clutch of the Modelica Standard Library; without it, a block on a rough table");
  command.add_option("--in", line.directory, "make the directory there")->type_name("DIR")->capture_default_str();
  AddLibraryPaths(command, line);
  command.add_flag("--quiet", line.quiet, "do not tell what to do next");
  command.footer(
      "The model runs as it is, and its test passes: the reference in NAME/references is what the model gives.\n"
      "Examples:\n"
      "  stiction new Slider\n"
      "  stiction new Gearbox --driveline --in models\n");
}

void AddFormatOptions(CLI::App& command, CommandLine& line, RawOptions& /*raw*/) {
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

void AddLspOptions(CLI::App& command, CommandLine& line, RawOptions& /*raw*/) {
  AddLibraryPaths(command, line);
  command.add_flag("--stdio")->description("messages come from stdin and go to stdout, as they always do");
  command.footer(
      "Editors start it: errors while typing, hover, definitions, references, symbols, completion, rename within a "
      "file,\n"
      "formatting. docs/editors.md tells how for VS Code, Emacs, Neovim and others.\n"
      "Example:\n"
      "  stiction lsp -L ~/lib\n");
}

void AddCompletionsOptions(CLI::App& command, CommandLine& /*line*/, RawOptions& raw) {
  command.add_option("SHELL", raw.shell, "bash, zsh or fish")
      ->type_name("")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  command.footer(
      "Packages install them. Where the command was copied to:\n"
      "  stiction completions bash > ~/.local/share/bash-completion/completions/stiction\n"
      "  stiction completions zsh > ~/.zfunc/_stiction       # a directory of $fpath\n"
      "  stiction completions fish > ~/.config/fish/completions/stiction.fish\n");
}

}  // namespace stiction::cli
