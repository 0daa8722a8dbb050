// SPDX-License-Identifier: BSD-3-Clause
#include "cli/run_and_tell.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <unordered_set>
#include <variant>

#include "cli/common.h"
#include "cli/event_text.h"
#include "cli/exit_code.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "compiler/support/excerpt.h"
#include "runtime/results/atomic_file.h"
#include "runtime/results/incomplete.h"
#include "runtime/results/read_result.h"
#include "runtime/results/result_writer.h"

namespace stiction::cli {
namespace {

using runtime::SimulationOptions;
using runtime::SimulationReport;
using runtime::SimulationResult;

// The names in a result file that variables of the model have.
std::variant<std::vector<std::string>, std::string> SignalsOf(const std::string& file,
                                                              const runtime::Program& program) {
  runtime::ReadTable read = runtime::ReadResult(file);
  if (auto* const wrong = std::get_if<std::string>(&read)) return std::move(*wrong);
  std::unordered_set<std::string_view> known;
  for (const runtime::VariableInfo& variable : program.variables) {
    if (variable.type != runtime::ValueType::kString) known.insert(variable.name);
  }
  std::vector<std::string> names = std::get<runtime::ResultTable>(std::move(read)).names;
  std::erase_if(names, [&known](const std::string& name) { return !known.contains(name); });
  return names;
}

// Files that the running model may read: what its external functions and objects are given as a text.
std::vector<std::string> TextsOf(const runtime::Program& program) {
  std::vector<std::string> texts;
  for (const runtime::FunctionCode& function : program.functions) {
    for (const runtime::ExternalCode& external : function.externals) {
      for (const runtime::ExternalSlot& slot : external.arguments) {
        if (slot.kind == runtime::ExternalSlot::Kind::kString) texts.push_back(slot.text);
      }
    }
  }
  return texts;
}

std::string Indented(const std::string& text) {
  std::string indented;
  for (const char c : text) indented += c == '\n' ? std::string("\n  ") : std::string(1, c);
  return indented;
}

// The lines of the modeller's text that a message of the runtime names as (path:line:column) or, with what is told of
// an equation, (start value, path:line:column); each once, in order.
std::string ExcerptsOf(std::string_view message) {
  constexpr size_t kMax = 5;
  std::vector<std::string> places;
  std::ostringstream excerpts;
  for (size_t open = message.find('('); open != std::string_view::npos; open = message.find('(', open + 1)) {
    const std::string_view rest = message.substr(open + 1);
    std::string place(rest.substr(0, std::min(rest.find(')'), rest.size())));
    SourceMap sources;
    Span span = ReadPlace(sources, place);
    if (const size_t comma = place.rfind(", "); !span && comma != std::string::npos) {
      place.erase(0, comma + 2);
      span = ReadPlace(sources, place);
    }
    if (!span || places.size() == kMax || std::find(places.begin(), places.end(), place) != places.end()) continue;
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

// The part of the result that exists after a failure.
void PrintKept(size_t rows, const std::string& output) {
  if (rows == 0) {
    fmt::print(stderr, "no row of the result was computed; {} holds the names only\n", output);
  } else {
    fmt::print(stderr, "{} up to there: in {}, marked by {}\n", Count(rows, "row"), output,
               runtime::IncompleteMarkOf(output).string());
  }
}

void PrintSummary(const SimulationReport& report, const runtime::ResultWriter& writer, const std::string& output) {
  fmt::print("{}: {} of {} up to t = {} s; {}, {}, {} of {}\n", output, Count(writer.rows(), "row"),
             Count(writer.signals(), "signal"), report.time_reached,
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
  return runtime::WriteAtomically(
      line.report_file,
      FormatReport(compiled, report, line.log_events ? std::optional(events) : std::nullopt, CpuSeconds()));
}

// "12 s", "3 min", "1.5 h".
std::string Duration(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

// The progress line: time, share, events, step and the estimated rest.
std::string Describe(const runtime::RunProgress& reached, const SimulationOptions& options, double seconds) {
  const double share = (reached.time - options.start_time) / std::max(options.stop_time - options.start_time, 1e-300);
  std::string text = fmt::format("simulating: t = {:.6g} s ({:.0f} %), {}, step {:.2g} s", reached.time, 100 * share,
                                 Count(static_cast<size_t>(reached.events), "event"), reached.step);
  if (share > 0.001) text += fmt::format(", about {} left", Duration(seconds * (1 - share) / share));
  return text;
}

// Whoever reads the log may stop (`| head`): the simulation goes on. @pre SIGPIPE is ignored
void TellIfRead(const std::string& text) {
  if (std::fputs(text.c_str(), stderr) != EOF) return;
  if (std::freopen("/dev/null", "w", stderr) == nullptr) std::abort();
}

// With progress and the event log, if they are asked for.
SimulationResult RunWatched(const CommandLine& line, SimulationOptions options,
                            std::vector<runtime::EventRecord>& events, const Runner& run) {
  Progress progress("simulating", line.quiet);
  if (progress.enabled()) {
    const auto begin = std::chrono::steady_clock::now();
    options.on_progress = [&, begin, told = begin](const runtime::RunProgress& reached) mutable {
      const auto now = std::chrono::steady_clock::now();
      if (now - told < std::chrono::milliseconds(100)) return;
      told = now;
      progress.Show(Describe(reached, options, std::chrono::duration<double>(now - begin).count()));
    };
  }
  if (line.log_events) {
    std::signal(SIGPIPE, SIG_IGN);
    options.on_event = [&](const runtime::EventRecord& event) {
      progress.Wipe();
      TellIfRead(FormatEvent(event));
      if (!line.report_file.empty()) events.push_back(event);
    };
  }
  return run(options);
}

}  // namespace

std::string WrongOutput(const CommandLine& line, const std::string& output, std::vector<std::string> inputs) {
  const std::string extension = std::filesystem::path(output).extension().string();
  if (!output.empty() && extension != ".csv" && extension != ".mat") {
    return fmt::format("'{}': results are .csv or .mat files", output);
  }
  const std::string mark = output.empty() ? std::string() : runtime::IncompleteMarkOf(output).string();
  inputs.insert(inputs.end(), {line.signals_file, line.signals_of});
  return WhyNotWritable({{output, "the result"}, {mark, "the mark of the result"}, {line.report_file, "the report"}},
                        inputs);
}

SimulationOptions SimulationOptionsOf(const CommandLine& line, const runtime::ExperimentInfo& experiment) {
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
  if (line.solver == "taylor") options.method = runtime::Method::kTaylor;
  if (line.solver == "rodas") options.method = runtime::Method::kRodas;
  if (line.form == "dae") options.form = runtime::Form::kDae;
  options.interrupted = &Interrupted();
  return options;
}

std::string WrongOptions(const SimulationOptions& options) {
  constexpr double kMaxIntervals = 1e9;
  constexpr double kMinTolerance = 1e-13;  // rounding errors of a step are not far below
  const double length = options.stop_time - options.start_time;
  if (!std::isfinite(length)) return "start and stop time must be finite";
  if (length < 0) {
    return fmt::format("the stop time {} lies before the start time {}", options.stop_time, options.start_time);
  }
  if (!(options.tolerance >= kMinTolerance && options.tolerance < 1)) {
    return fmt::format("the tolerance {} must lie between {} and 1", options.tolerance, kMinTolerance);
  }
  if (length > 0 && !(options.interval > 0)) {
    return fmt::format("the output interval {} must be positive", options.interval);
  }
  if (length > 0 && length / options.interval > kMaxIntervals) {
    return fmt::format(
        "an output interval of {} s makes {:.0f} rows; at most {:.0f} are possible\n"
        "  hint: give a longer --interval; the solver chooses its steps by itself",
        options.interval, length / options.interval, kMaxIntervals);
  }
  return {};
}

bool ReadWantedSignals(const CommandLine& line, std::optional<std::vector<std::string>>& signals) {
  if (line.signals_file.empty()) return true;
  signals = ReadSignals(line.signals_file);
  if (!signals) Refuse(fmt::format("cannot read the signals file '{}'", line.signals_file));
  return signals.has_value();
}

int EndWithoutRun(const CommandLine& line, const Compiled& compiled) {
  if (const auto failure = WriteReport(line, compiled, std::nullopt, {})) return Refuse(*failure);
  return kModelError;
}

int RunAndTell(const CommandLine& line, const Compiled& compiled, std::vector<std::string> inputs,
               SimulationOptions options, std::optional<std::vector<std::string>> signals, const Runner& run) {
  if (!line.signals_of.empty()) {
    auto of_file = SignalsOf(line.signals_of, *compiled.program);
    if (const auto* const wrong = std::get_if<std::string>(&of_file)) return Refuse(*wrong);
    signals = std::get<std::vector<std::string>>(std::move(of_file));
  }
  options.signals = std::move(signals);
  const std::string output = line.output.empty() ? compiled.model + ".csv" : line.output;
  std::vector<std::string> texts = TextsOf(*compiled.program);
  inputs.insert(inputs.end(), texts.begin(), texts.end());
  if (const std::string wrong = WrongOutput(line, output, inputs); !wrong.empty()) return Refuse(wrong);
  const InterruptGuard guard;
  const std::unique_ptr<runtime::ResultWriter> writer = runtime::MakeResultWriter(output);
  options.sink = writer.get();
  std::vector<runtime::EventRecord> events;
  const SimulationResult result = RunWatched(line, options, events, run);
  const SimulationReport& report = result.report;

  if (report.reason == runtime::Reason::kUnknownSignal) return Refuse(report.message);

  // The files first: nobody may be there to read what is told.
  if (const auto failure = writer->Finish()) return Refuse(*failure);
  if (const auto failure = runtime::MarkIncomplete(
          output, report.success ? std::string()
                                 : fmt::format("{}\nwanted up to t = {} s\n", report.message, options.stop_time))) {
    return Refuse(*failure);
  }
  if (const auto failure = WriteReport(line, compiled, report, events)) return Refuse(*failure);
  for (const std::string& note : compiled.program->notes) fmt::print(stderr, "note: {}\n", Indented(note));
  for (const std::string& note : report.notes) fmt::print(stderr, "warning: {}\n", Indented(note));
  if (!report.success) {
    PrintFailure(report);
    PrintKept(writer->rows(), output);
    return kSimulationStopped;
  }
  if (report.terminated) fmt::print(stderr, "{}\n", report.message);
  if (!line.quiet) PrintSummary(report, *writer, output);
  return kDone;
}

}  // namespace stiction::cli
