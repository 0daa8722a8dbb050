// SPDX-License-Identifier: BSD-3-Clause
#include "cli/shared_options.h"

#include <sstream>

namespace stiction::cli {

std::vector<std::string> NamesOf(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

// As the check of the option names itself: "FORM:{ode,dae}".
std::vector<std::string> WordsOf(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const size_t begin = type.find(":{");
  if (begin == std::string::npos) return {};
  std::vector<std::string> words;
  std::istringstream listed(type.substr(begin + 2, type.find('}') - begin - 2));
  for (std::string word; std::getline(listed, word, ',');) words.push_back(word);
  return words;
}

void AddLibraryPaths(CLI::App& command, CommandLine& line) {
  command.add_option("-L", line.library_paths, "directory in which top-level packages are looked up; may be repeated")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void AddModelOptions(CLI::App& command, CommandLine& line, RawOptions& raw) {
  command.add_option("FILE", line.files, ".mo files or package directories; simulate, info: or an FMU")->type_name("");
  command.add_option("-m,--model", line.model, "full class name; without it, the one non-partial model of the files")
      ->type_name("MODEL");
  AddLibraryPaths(command, line);
  command
      .add_option("--set", raw.settings,
                  "modify a parameter, an element or a start value: --set brake.mu=0.3, --set a[2]=1, --set x.start=1; "
                  "may be repeated, "
                  "the last of one name holds")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  command.add_flag("--no-unit-check", raw.no_unit_check, "no warnings about `unit` attributes that disagree");
  command
      .add_flag("--no-external-code", raw.no_external_code,
                "refuse models that hold C code: it is neither compiled nor run; also by "
                "STICTION_NO_EXTERNAL_CODE=1 in the environment")
      ->envname("STICTION_NO_EXTERNAL_CODE");
}

void AddSolverOptions(CLI::App& command, CommandLine& line) {
  command.add_option("--tolerance", line.tolerance, "relative; else of the annotation, else 1e-6")->type_name("R");
  command
      .add_option("--solver", line.solver,
                  "auto, taylor (explicit, of smooth models), dopri5 (explicit), rodas (stiff) or ida (stiff, and for "
                  "the DAE form)")
      ->type_name("NAME")
      ->check(CLI::IsMember({"auto", "taylor", "dopri5", "rodas", "ida"}))
      ->default_str("auto");
  command.add_option("--form", line.form, "what the solver sees: ode (states only) or dae (loops too)")
      ->type_name("FORM")
      ->check(CLI::IsMember({"ode", "dae"}))
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

}  // namespace stiction::cli
