#include "cli/simulate_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "cli/compile_command.h"
#include "cli/event_text.h"
#include "cli/exit_code.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "compiler/support/excerpt.h"
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
    if (!name.empty() && name != "time" && std::find(names.begin(), names.end(), name) == names.end()) {
      names.push_back(name);
    }
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

// Empty, or what no simulation can do. What the experiment annotation says is judged like the command line.
std::string WrongOptions(const SimulationOptions& options) {
  constexpr double kMostIntervals = 1e7;
  constexpr double kLeastTolerance = 1e-13;  // rounding errors of a step are not far below
  const double length = options.stop_time - options.start_time;
  if (!std::isfinite(length)) return "start and stop time must be finite";
  if (length < 0) {
    return fmt::format("the stop time {} lies before the start time {}", options.stop_time, options.start_time);
  }
  if (!(options.tolerance >= kLeastTolerance && options.tolerance < 1)) {
    return fmt::format("the tolerance {} must lie between {} and 1", options.tolerance, kLeastTolerance);
  }
  if (length > 0 && !(options.interval > 0)) {
    return fmt::format("the output interval {} must be positive", options.interval);
  }
  if (length > 0 && length / options.interval > kMostIntervals) {
    return fmt::format(
        "an output interval of {} s makes {:.0f} rows; at most {:.0f} are possible\n"
        "  hint: give a longer --interval; the solver chooses its steps by itself",
        options.interval, length / options.interval, kMostIntervals);
  }
  return {};
}

std::string Indented(const std::string& text) {
  std::string indented;
  for (const char c : text) indented += c == '\n' ? std::string("\n  ") : std::string(1, c);
  return indented;
}

// The lines of the modeller's text that a message of the runtime names as (path:line:column), each once, in order.
std::string ExcerptsOf(std::string_view message) {
  constexpr size_t kMost = 5;
  std::vector<std::string> places;
  std::ostringstream excerpts;
  for (size_t open = message.find('('); open != std::string_view::npos; open = message.find('(', open + 1)) {
    const std::string_view rest = message.substr(open + 1);
    const std::string place(rest.substr(0, std::min(rest.find(')'), rest.size())));
    if (places.size() == kMost || std::find(places.begin(), places.end(), place) != places.end()) continue;
    SourceMap sources;
    const Span span = ReadPlace(sources, place);
    if (!span) continue;
    places.push_back(place);
    excerpts << place << ":\n";
    const bool colour = UseColour();
    PrintExcerpt(excerpts, sources.Get(span.source), span, colour ? "\x1b[1;31m" : "", colour ? "\x1b[0m" : "");
  }
  return excerpts.str();
}

// The message says when and why in its first line, and what was involved in the following; its hint comes last, after
// the lines of the model that it names.
void PrintFailure(const SimulationReport& report) {
  const std::string& message = report.message;
  const size_t first = std::min(message.find('\n'), message.size());
  const size_t hint = std::min(message.find("\n  hint: "), message.size());
  fmt::print(stderr, "{} [{}]{}\n{}", message.substr(0, first), runtime::Name(report.reason),
             message.substr(first, hint - first), ExcerptsOf(message));
  if (hint < message.size()) fmt::print(stderr, "{}\n", message.substr(hint + 1));
}

std::string Count(size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// What of the result there is after a failure.
void PrintKept(size_t rows, const std::string& output) {
  if (rows == 0) {
    fmt::print(stderr, "no row of the result was computed; {} holds the names only\n", output);
  } else {
    fmt::print(stderr, "{} up to there: in {}\n", Count(rows, "row"), output);
  }
}

void PrintSummary(const SimulationResult& result, const std::string& output) {
  const SimulationReport& report = result.report;
  fmt::print("{}: {} of {} up to t = {} s; {}, {}, {} of {}\n", output, Count(result.trajectory.rows(), "row"),
             Count(result.trajectory.signals.size(), "signal"), report.time_reached,
             Count(static_cast<size_t>(report.state_events), "state event"),
             Count(static_cast<size_t>(report.time_events), "time event"),
             Count(static_cast<size_t>(report.steps), "step"), report.method.empty() ? "no solver" : report.method);
}

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

// Empty, or why the report could not be written.
std::optional<std::string> WriteReport(const CommandLine& line, const Compiled& compiled,
                                       const std::optional<SimulationReport>& report,
                                       const std::vector<runtime::EventRecord>& events) {
  if (line.report_file.empty()) return std::nullopt;
  const std::string text =
      FormatReport(compiled, report, line.log_events ? std::optional(events) : std::nullopt, CpuSeconds());
  return runtime::WriteAtomically(
      line.report_file, [&](std::FILE* file) { return std::fwrite(text.data(), 1, text.size(), file) == text.size(); });
}

SimulationResult RunProgram(const CommandLine& line, const runtime::Program& program, SimulationOptions options,
                            std::vector<runtime::EventRecord>& events) {
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
      fmt::print(stderr, "{}", FormatEvent(event));
      if (!line.report_file.empty()) events.push_back(event);
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
    if (const auto failure = WriteReport(line, compiled, std::nullopt, {})) return Refuse(*failure);
    return kModelError;
  }

  SimulationOptions options = Options(line, compiled.program->experiment);
  if (const std::string wrong = WrongOptions(options); !wrong.empty()) return Refuse(wrong);
  options.signals = std::move(signals);
  std::vector<runtime::EventRecord> events;
  const SimulationResult result = RunProgram(line, *compiled.program, options, events);
  const SimulationReport& report = result.report;

  for (const std::string& note : compiled.program->notes) fmt::print(stderr, "note: {}\n", Indented(note));
  for (const std::string& note : report.notes) fmt::print(stderr, "warning: {}\n", Indented(note));
  if (report.reason == runtime::Reason::kUnknownSignal) return Refuse(report.message);

  const std::string output = line.output.empty() ? compiled.model + ".csv" : line.output;
  if (const auto failure = runtime::WriteCsv(result.trajectory, output)) return Refuse(*failure);
  if (const auto failure = WriteReport(line, compiled, report, events)) return Refuse(*failure);
  if (!report.success) {
    PrintFailure(report);
    PrintKept(result.trajectory.rows(), output);
    return kSimulationStopped;
  }
  if (report.terminated) fmt::print(stderr, "{}\n", report.message);
  if (!line.quiet) PrintSummary(result, output);
  return kDone;
}

}  // namespace stiction::cli
