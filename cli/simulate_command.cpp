#include "cli/simulate_command.h"

#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "cli/compile_command.h"
#include "cli/exit_code.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "runtime/results/atomic_file.h"
#include "runtime/results/csv.h"
#include "runtime/simulate/simulate.h"

namespace stiction::cli {
namespace {

using runtime::SimulationOptions;
using runtime::SimulationReport;
using runtime::SimulationResult;

std::atomic<bool> interrupted{false};

// The first signal asks for an orderly end, the second one ends.
void Interrupt(int signal) {
  interrupted = true;
  std::signal(signal, SIG_DFL);
}

int Refuse(const std::string& message) {
  fmt::print(stderr, "stiction: {}\n", message);
  return kUsageError;
}

// Empty, or why the file cannot be written in the end; asked before the work begins.
std::string WhyNotWritable(const std::string& path) {
  if (path.empty()) return {};
  const std::filesystem::path file(path);
  if (std::filesystem::is_directory(file)) return fmt::format("'{}' is a directory", path);
  const std::filesystem::path folder = file.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder)) {
    return fmt::format("the directory '{}' for '{}' does not exist", folder.string(), file.filename().string());
  }
  return {};
}

std::string WrongOutput(const CommandLine& line) {
  const std::string extension = std::filesystem::path(line.output).extension().string();
  if (extension == ".mat") return "results in .mat files are planned, but not part of this version yet; use .csv";
  if (!line.output.empty() && extension != ".csv") return fmt::format("'{}': results are .csv files", line.output);
  for (const std::string& path : {line.output, line.report_file}) {
    if (const std::string wrong = WhyNotWritable(path); !wrong.empty()) return wrong;
  }
  return {};
}

// One name a line; nothing if the file cannot be read.
std::optional<std::vector<std::string>> ReadSignals(const std::string& path) {
  std::ifstream in(path);
  if (!in || std::filesystem::is_directory(path)) return std::nullopt;
  std::vector<std::string> names;
  for (std::string name; std::getline(in, name);) {
    while (!name.empty() && (name.back() == '\r' || name.back() == ' ')) name.pop_back();
    if (!name.empty() && name != "time") names.push_back(name);
  }
  return names;
}

// Times and tolerance: from the command line, else from the experiment annotation, else the defaults.
SimulationOptions Options(const CommandLine& line, const runtime::ExperimentInfo& experiment) {
  SimulationOptions options;
  options.start_time = line.start_time.value_or(experiment.start_time.value_or(0.0));
  options.stop_time = line.stop_time.value_or(experiment.stop_time.value_or(1.0));
  options.tolerance = line.tolerance.value_or(experiment.tolerance.value_or(1e-6));
  const double length = options.stop_time - options.start_time;
  constexpr long kDefaultIntervals = 500;
  options.interval = length / static_cast<double>(line.intervals.value_or(kDefaultIntervals));
  if (!line.intervals) options.interval = line.interval.value_or(experiment.interval.value_or(options.interval));
  if (line.solver == "ida") options.method = runtime::Method::kIda;
  if (line.solver == "dopri5") options.method = runtime::Method::kDopri5;
  if (line.form == "dae") options.form = runtime::Form::kDae;
  options.interrupted = &interrupted;
  return options;
}

void PrintEvent(const runtime::EventRecord& event) {
  fmt::print(stderr, "t = {} s: {} event\n", event.time, event.is_time_event ? "time" : "state");
  for (const runtime::EventChange& change : event.changes) {
    fmt::print(stderr, "  {}{}\n", change.what, change.place.empty() ? "" : fmt::format(" ({})", change.place));
  }
}

std::string Indented(const std::string& text) {
  std::string indented;
  for (const char c : text) indented += c == '\n' ? std::string("\n  ") : std::string(1, c);
  return indented;
}

// The message says when and why in its first line, and what was involved in the following.
void PrintFailure(const SimulationReport& report) {
  const size_t end = std::min(report.message.find('\n'), report.message.size());
  fmt::print(stderr, "{} [{}]{}\n", report.message.substr(0, end), runtime::Name(report.reason),
             report.message.substr(end));
}

void PrintSummary(const SimulationResult& result, const std::string& output) {
  const SimulationReport& report = result.report;
  fmt::print("{}: {} rows of {} signals up to t = {} s; {} state events, {} time events, {} steps of {}\n", output,
             result.trajectory.rows(), result.trajectory.signals.size(), report.time_reached, report.state_events,
             report.time_events, report.steps, report.method.empty() ? "no solver" : report.method);
}

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Empty, or why the report could not be written.
std::optional<std::string> WriteReport(const CommandLine& line, const Compiled& compiled,
                                       const std::optional<SimulationReport>& report) {
  if (line.report_file.empty()) return std::nullopt;
  const std::string text = FormatReport(compiled, report, CpuSeconds());
  return runtime::WriteAtomically(
      line.report_file, [&](std::FILE* file) { return std::fwrite(text.data(), 1, text.size(), file) == text.size(); });
}

SimulationResult RunProgram(const CommandLine& line, const runtime::Program& program, SimulationOptions options) {
  Progress progress("simulating", line.quiet);
  if (progress.enabled()) {
    options.on_progress = [&](double time) {
      const double share = (time - options.start_time) / std::max(options.stop_time - options.start_time, 1e-300);
      progress.Show(fmt::format("simulating: t = {:.6g} s ({:.0f} %)", time, 100 * share));
    };
  }
  if (line.log_events) {
    options.on_event = [&](const runtime::EventRecord& event) {
      progress.Wipe();
      PrintEvent(event);
    };
  }
  std::signal(SIGINT, Interrupt);
  std::signal(SIGTERM, Interrupt);
  SimulationResult result = runtime::Simulate(program, options);
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  return result;
}

}  // namespace

int RunSimulate(const CommandLine& line) {
  if (const std::string wrong = WrongOutput(line); !wrong.empty()) return Refuse(wrong);
  std::optional<std::vector<std::string>> signals;
  if (!line.signals_file.empty()) {
    signals = ReadSignals(line.signals_file);
    if (!signals) return Refuse(fmt::format("cannot read the signals file '{}'", line.signals_file));
  }

  const CompileOutcome outcome = CompileModel(line);
  const Compiled& compiled = outcome.compiled;
  if (outcome.has_errors || !compiled.program) {
    if (const auto failure = WriteReport(line, compiled, std::nullopt)) return Refuse(*failure);
    return kModelError;
  }

  SimulationOptions options = Options(line, compiled.program->experiment);
  if (options.stop_time < options.start_time) {
    return Refuse(fmt::format("the stop time {} lies before the start time {}", options.stop_time, options.start_time));
  }
  options.signals = std::move(signals);
  const SimulationResult result = RunProgram(line, *compiled.program, options);
  const SimulationReport& report = result.report;

  for (const std::string& note : compiled.program->notes) fmt::print(stderr, "note: {}\n", Indented(note));
  for (const std::string& note : report.notes) fmt::print(stderr, "warning: {}\n", Indented(note));
  if (report.reason == runtime::Reason::kUnknownSignal) return Refuse(report.message);

  const std::string output = line.output.empty() ? compiled.model + ".csv" : line.output;
  if (const auto failure = runtime::WriteCsv(result.trajectory, output)) return Refuse(*failure);
  if (const auto failure = WriteReport(line, compiled, report)) return Refuse(*failure);
  if (!report.success) {
    PrintFailure(report);
    fmt::print(stderr, "the {} rows up to there are in {}\n", result.trajectory.rows(), output);
    return kSimulationStopped;
  }
  if (report.terminated) fmt::print(stderr, "{}\n", report.message);
  if (!line.quiet) PrintSummary(result, output);
  return kDone;
}

}  // namespace stiction::cli
