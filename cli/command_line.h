// SPDX-License-Identifier: BSD-3-Clause
// The command line, read. CLI11 stays in command_line.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/compare/compare.h"

namespace stiction::cli {

enum class Command {
  kCheck,
  kDump,
  kSimulate,
  kCompare,
  kTest,
  kPlot,
  kNew,
  kCompletions,
  kSweep,
  kInfo,
  kLinearize,
  kFormat,
  kLsp,
  kFmu
};

/// The options of all commands as plain data, grouped by command.
struct CommandLine {
  Command command = Command::kCheck;
  // of all
  std::vector<std::string> files;  // test: directories too; plot: results and signals
  std::string model;
  std::vector<std::string> library_paths;  // -L, then those of the environment
  std::vector<std::pair<std::string, std::string>> settings;
  bool check_units = true;
  bool external_code = true;
  // check, info
  bool json = false;  // on the standard output
  // check
  bool all_modes = false;
  std::string sarif_file;
  // dump
  std::string representation;
  // simulate
  std::string output;
  std::optional<double> start_time, stop_time, interval, tolerance;
  std::optional<long> intervals;
  std::string solver = "auto";
  std::string form = "ode";
  std::vector<std::string> signals;  // names, patterns and files of them
  std::string signals_of;            // a result file
  std::string parameters_file;
  std::string report_file;
  bool units = false;
  std::string inputs_file;  // of an FMU
  std::string fmu_kind;     // me or cs; empty: the first that it has
  bool log_events = false;
  double call_limit = 4;  // of one call of C code, of processor time [s]; 0: none
  bool quiet = false;
  // fmu
  std::string fmi_version = "3";
  // compare, plot
  std::string result_file;
  std::string reference_file;
  std::string tolerances_file;
  std::string literals_file;  // compare: report of the simulation, names the values of signals
  std::string json_file;
  runtime::ComparisonOptions comparison;
  // plot
  std::string title;
  std::vector<std::string> panels;                // each names the signals of one
  std::vector<std::string> ranges;                // [SIGNAL=]LOW:HIGH
  std::string abscissa;                           // a signal; empty: the time
  std::string modes;                              // elements whose modes are drawn, as a pattern; empty: none
  std::optional<std::pair<double, double>> size;  // width and height [px]
  // test
  std::string only;  // what the name of a case has to contain
  std::string junit_file;
  std::string report_directory;
  int jobs = 0;             // 0: as many as there are processors
  double time_limit = 300;  // of a case [s]
  bool update = false;
  bool force = false;
  // new
  std::string directory = ".";
  bool driveline = false;
  // completions
  std::string completions;  // the script
  // sweep
  std::vector<std::string> vary;  // NAME=VALUES
  std::string cases_file;
  long samples = 0;
  uint64_t seed = 1;
  std::vector<std::string> observed;
  std::vector<std::string> named_events;
  std::string shard;
  std::string plot_file;
  std::string results_directory;  // of whole results; empty: none
  double run_time_limit = 0;      // of a run [s]; 0: none
  // format
  bool only_check = false;
};

/// Either the command to run or the exit code to leave with (after help, or after a message about a wrong command
/// line).
struct CommandLineResult {
  std::optional<CommandLine> command_line;
  int exit_code = 0;
};

CommandLineResult ReadCommandLine(int argc, const char* const* argv);

}  // namespace stiction::cli
