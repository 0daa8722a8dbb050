// SPDX-License-Identifier: BSD-3-Clause
#include "cli/run_and_tell.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <sstream>
#include <string_view>
#include <variant>

#include "cli/common.h"
#include "cli/event_text.h"
#include "cli/exit_code.h"
#include "cli/report.h"
#include "cli/result_output.h"
#include "cli/terminal.h"
#include "compiler/support/excerpt.h"
#include "runtime/results/atomic_file.h"
#include "runtime/results/incomplete.h"

namespace stiction::cli {
namespace {

using runtime::SimulationOptions;
using runtime::SimulationReport;
using runtime::SimulationResult;

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
void PrintKept(const ResultOutput& output) {
  if (output.is_stream()) {
    fmt::print(stderr, "{} up to there: on the standard output\n", Count(output.rows(), "row"));
  } else if (output.rows() == 0) {
    fmt::print(stderr, "no row of the result was computed; {} holds the names only\n", output.path());
  } else {
    fmt::print(stderr, "{} up to there: in {}, marked by {}\n", Count(output.rows(), "row"), output.path(),
               runtime::IncompleteMarkOf(output.path()).string());
  }
}

void PrintSummary(const SimulationReport& report, const ResultOutput& output) {
  fmt::print(output.is_stream() ? stderr : stdout, "{}: {} of {} up to t = {} s; {}, {}, {} of {}\n",
             output.is_stream() ? "standard output" : output.path(), Count(output.rows(), "row"),
             Count(output.signals(), "signal"), report.time_reached,
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

int EndWithoutRun(const CommandLine& line, const Compiled& compiled) {
  if (const auto failure = WriteReport(line, compiled, std::nullopt, {})) return Refuse(*failure);
  return kModelError;
}

int RunAndTell(const CommandLine& line, const Compiled& compiled, std::vector<std::string> inputs,
               SimulationOptions options, std::FILE* stream, const Runner& run) {
  const auto chosen = ChooseSignals(line, *compiled.program);
  if (const auto* const wrong = std::get_if<std::string>(&chosen)) return Refuse(*wrong);
  const std::string path = line.output.empty() ? compiled.model + ".csv" : line.output;
  const std::vector<std::string> texts = TextsOf(*compiled.program);
  inputs.insert(inputs.end(), texts.begin(), texts.end());
  if (const std::string wrong = WrongOutput(line, path, inputs); !wrong.empty()) return Refuse(wrong);
  const InterruptGuard guard;
  ResultOutput output(line, path, stream, std::get<std::optional<std::vector<std::string>>>(chosen));
  options.signals = output.Recorded(*compiled.program);
  options.sink = output.sink();
  std::vector<runtime::EventRecord> events;
  const SimulationResult result = RunWatched(line, options, events, run);
  const SimulationReport& report = result.report;

  if (report.reason == runtime::Reason::kUnknownSignal) return Refuse(report.message);

  // The files first: nobody may be there to read what is told.
  if (const auto failure = output.Finish()) return Refuse(*failure);
  const std::string ends_early =
      report.success ? std::string() : fmt::format("{}\nwanted up to t = {} s\n", report.message, options.stop_time);
  if (const auto failure = output.Mark(ends_early)) return Refuse(*failure);
  if (const auto failure = WriteReport(line, compiled, report, events)) return Refuse(*failure);
  for (const std::string& note : compiled.program->notes) fmt::print(stderr, "note: {}\n", Indented(note));
  for (const std::string& note : report.notes) fmt::print(stderr, "warning: {}\n", Indented(note));
  if (!report.success) {
    PrintFailure(report);
    PrintKept(output);
    return kSimulationStopped;
  }
  if (report.terminated) fmt::print(stderr, "{}\n", report.message);
  if (!line.quiet) PrintSummary(report, output);
  return kDone;
}

}  // namespace stiction::cli
