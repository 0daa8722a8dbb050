// SPDX-License-Identifier: BSD-3-Clause
#include "cli/test_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/child_process.h"
#include "cli/common.h"
#include "cli/comparison_options.h"
#include "cli/exit_code.h"
#include "runtime/results/atomic_file.h"
#include "runtime/results/csv.h"
#include "runtime/results/shortest_number.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using runtime::CaseStatus;
using runtime::ResultTable;

std::vector<std::string> Arguments(const TestCase& test_case, const CommandLine& line, const fs::path& directory) {
  std::vector<std::string> arguments{"simulate"};
  arguments.insert(arguments.end(), test_case.files.begin(), test_case.files.end());
  const auto add = [&](const char* option, const std::string& value) {
    arguments.insert(arguments.end(), {option, value});
  };
  add("-m", test_case.model);
  for (const std::string& path : test_case.library_paths) add("-L", path);
  for (const std::string& path : line.library_paths) add("-L", path);
  for (const auto& [name, value] : test_case.parameters) add("--set", name + "=" + value);
  const auto add_number = [&](const char* option, const std::optional<double>& value) {
    if (value) arguments.push_back(fmt::format("{}={}", option, runtime::ShortestNumber(*value)));
  };
  add_number("--start-time", test_case.start_time);
  add_number("--stop-time", test_case.stop_time);
  add_number("--interval", test_case.interval);
  add_number("--tolerance", test_case.solver_tolerance);
  add("-o", (directory / "result.mat").string());
  if (!line.update) {
    // What nothing is compared with need not be written. A FIFO would be waited for.
    std::error_code unknown;
    const bool is_compared = fs::is_regular_file(test_case.reference, unknown);
    const fs::path none = directory / "signals.txt";
    if (!is_compared) std::ofstream(none).close();
    is_compared ? add("--signals-of", test_case.reference.string()) : add("--signals", none.string());
  }
  add("--report", (directory / "report.json").string());
  arguments.emplace_back("--quiet");
  return arguments;
}

runtime::ComparisonOptions OptionsOf(const TestCase& test_case, const CommandLine& line, const Json& report) {
  runtime::ComparisonOptions options = line.comparison;
  options.reference_name = test_case.reference.string();
  options.signals = test_case.signals;
  if (test_case.tolerance) options.tolerance = *test_case.tolerance;
  if (test_case.absolute) options.absolute = *test_case.absolute;
  if (test_case.time_tolerance) options.time_tolerance = *test_case.time_tolerance;
  if (report.is_object()) TakeLiterals(report.value("literals", Json()), options.literals);
  return options;
}

void TakeCounts(const Json& report, runtime::CaseSummary& summary) {
  if (!report.is_object() || !report.contains("events")) return;
  summary.state_events = report["events"].value("state", 0L);
  summary.time_events = report["events"].value("time", 0L);
  summary.steps = report.value("steps", 0L);
}

// The output of the command without the lines about its result, which is gone after the test.
std::string LogOf(const fs::path& directory) {
  std::istringstream lines(ReadText(directory / "log.txt"));
  std::string log;
  for (std::string text; std::getline(lines, text);) {
    if (text.find(directory.string()) == std::string::npos) log += text + "\n";
  }
  return log;
}

// The failure that the end of the process tells; nothing if there is none.
std::optional<std::pair<CaseStatus, std::string>> Judge(const ChildResult& child, double time_limit,
                                                        const std::string& log) {
  const std::string first = log.substr(0, log.find('\n'));
  if (child.timed_out) return {{CaseStatus::kTimeout, fmt::format("not at its end after {} s", time_limit)}};
  if (child.interrupted) return {{CaseStatus::kSkipped, "interrupted"}};
  switch (child.exit_code) {
    case kDone:
      return std::nullopt;
    case kSimulationStopped: {
      // Notes and warnings come before the message.
      const size_t stopped = log.find("simulation stopped");
      return {{CaseStatus::kStopped,
               stopped == std::string::npos ? first : log.substr(stopped, log.find('\n', stopped) - stopped)}};
    }
    case kModelError:
    case kUsageError:
      return {{CaseStatus::kModelError, first}};
    default:
      return {{CaseStatus::kCrashed, fmt::format("the command ended with code {}: {}", child.exit_code, first)}};
  }
}

// A line for each signal that fails, worst first; of a case that passes, for the worst signal.
std::string Verdict(const runtime::Comparison& comparison) {
  constexpr size_t kMax = 5;
  std::string text;
  size_t told = 0;
  for (const size_t index : comparison.ByBadness()) {
    const runtime::SignalVerdict& verdict = comparison.signals[index];
    if (told > 0 && (verdict.passes() || told == kMax)) break;
    text += fmt::format("{}{}: {}", told == 0 ? "" : "\n", verdict.name, Explain(verdict));
    ++told;
  }
  if (comparison.failed() > told) text += fmt::format("\n... and {} more", comparison.failed() - told);
  return text;
}

// The signals of a new reference: the signals of the case or of the old reference, else one of each set of aliases that
// varies.
std::vector<size_t> SignalsToWrite(const TestCase& test_case, const ResultTable& old, const ResultTable& result,
                                   std::string& missing) {
  std::vector<size_t> signals;
  const std::vector<std::string>& names = test_case.signals.empty() ? old.names : test_case.signals;
  for (const std::string& name : names) {
    const auto found = result.Find(name);
    if (found) {
      signals.push_back(*found);
    } else {
      missing += (missing.empty() ? "" : ", ") + name;
    }
  }
  if (!names.empty()) return signals;
  std::vector<bool> seen(result.columns.size());
  for (size_t i = 0; i < result.names.size(); ++i) {
    const size_t column = result.sources.empty() ? i : result.sources[i].column;
    if (seen[column] || (result.columns[column].size() == 1 && result.rows() > 1)) continue;
    seen[column] = true;
    signals.push_back(i);
  }
  return signals;
}

// @returns nothing on success, else what went wrong
std::optional<std::string> WriteReference(const TestCase& test_case, const ResultTable& result,
                                          const std::vector<size_t>& signals) {
  std::error_code wrong;
  if (test_case.reference.has_parent_path()) fs::create_directories(test_case.reference.parent_path(), wrong);
  if (wrong) return fmt::format("cannot make {}: {}", test_case.reference.parent_path().string(), wrong.message());
  std::vector<runtime::VariableInfo> infos;
  std::vector<std::vector<double>> columns;
  for (const size_t signal : signals) {
    runtime::VariableInfo info;
    info.name = result.names[signal];
    infos.push_back(std::move(info));
    columns.push_back(result.Values(signal));
  }
  const auto writer = runtime::MakeCsvWriter(test_case.reference);
  writer->Begin(infos, runtime::kNoSlot);
  std::vector<double> row(signals.size());
  for (size_t k = 0; k < result.rows(); ++k) {
    for (size_t i = 0; i < columns.size(); ++i) row[i] = columns[i][k];
    writer->Row(result.times[k], row.data());
  }
  if (auto failure = writer->Finish()) return failure;

  Json json = Json::parse(ReadText(test_case.settings), nullptr, false);
  if (!json.is_object()) json = Json::object();
  json["model"] = test_case.model;
  json["generator"] = "Stiction " STICTION_VERSION;
  json["source"] = "own run: regression only";
  return runtime::WriteAtomically(test_case.settings, json.dump(1) + "\n");
}

/// True of a path in one of the directories, or beside one of the files, that the command line names.
bool LiesIn(const std::vector<std::string>& places, const fs::path& path) {
  const auto real = [](const fs::path& of) {
    std::error_code error;
    const fs::path found = fs::weakly_canonical(of, error);
    return error ? fs::absolute(of, error).lexically_normal() : found;
  };
  const fs::path directory = real(path).parent_path();
  return std::ranges::any_of(places, [&](const std::string& place) {
    const fs::path around = fs::is_directory(place) ? real(place) : real(place).parent_path();
    const fs::path relative = directory.lexically_relative(around);
    return !relative.empty() && *relative.begin() != "..";
  });
}

void Update(const TestCase& test_case, const CommandLine& line, TestOutcome& outcome) {
  runtime::CaseSummary& summary = outcome.summary;
  const bool is_own = test_case.generator.empty() || test_case.generator.starts_with("Stiction");
  if (Exists(test_case.reference) && !is_own && !line.force) {
    summary.message +=
        fmt::format("\nnot updated: the reference is of {}; --force writes over it", test_case.generator);
    return;
  }
  if (test_case.reference.extension() != ".csv") {
    summary.message +=
        fmt::format("\nnot updated: only .csv references are written, not {}", test_case.reference.filename().string());
    return;
  }
  if (!LiesIn(line.files, test_case.reference)) {
    summary.message +=
        fmt::format("\nnot updated: {} lies outside of the directories that are tested", test_case.reference.string());
    return;
  }
  std::string missing;
  const std::vector<size_t> signals = SignalsToWrite(test_case, outcome.reference, outcome.result, missing);
  if (!missing.empty() && !line.force) {
    summary.message += fmt::format("\nnot updated: the result lacks {}; --force leaves that out", missing);
    return;
  }
  if (const auto failure = WriteReference(test_case, outcome.result, signals)) {
    summary.message += "\n" + *failure;
    return;
  }
  summary.status = CaseStatus::kUpdated;
  summary.message = fmt::format("{} written: {} signals, {} rows", test_case.reference.string(), signals.size(),
                                outcome.result.rows()) +
                    (summary.message.empty() ? "" : "\nbefore: " + summary.message);
}

// Reads and compares; the status is set where it is not yet.
void CompareWithReference(const TestCase& test_case, const CommandLine& line, const fs::path& directory,
                          const Json& report, TestOutcome& outcome) {
  runtime::CaseSummary& summary = outcome.summary;
  const bool ran = summary.status == CaseStatus::kPassed;
  runtime::ReadTable result = runtime::ReadResult(directory / "result.mat");
  if (auto* table = std::get_if<ResultTable>(&result)) {
    outcome.result = std::move(*table);
  } else if (ran) {
    summary.status = CaseStatus::kCrashed;
    summary.message = std::get<std::string>(result);
    return;
  }
  const auto fail = [&](std::string message) {
    if (!ran) return;
    summary.status = CaseStatus::kNoReference;
    summary.message = std::move(message);
  };
  if (!Exists(test_case.reference)) {
    return fail(fmt::format("there is no {}; --update writes it", test_case.reference.string()));
  }
  std::error_code unknown;
  // A FIFO would be waited for.
  if (!fs::is_regular_file(test_case.reference, unknown)) {
    return fail(fmt::format("{} is no regular file", test_case.reference.string()));
  }
  runtime::ReadTable reference = runtime::ReadResult(test_case.reference);
  if (const auto* wrong = std::get_if<std::string>(&reference)) return fail(*wrong);
  outcome.reference = std::get<ResultTable>(std::move(reference));
  summary.comparison = Compare(outcome.reference, outcome.result, OptionsOf(test_case, line, report));
  if (!ran) return;
  summary.message = Verdict(summary.comparison);
  if (summary.comparison.signals.empty()) return fail("the reference holds no signal to compare");
  if (!summary.comparison.passes()) summary.status = CaseStatus::kFailed;
}

}  // namespace

TestOutcome RunTestCase(const TestCase& test_case, const CommandLine& line, const fs::path& directory) {
  TestOutcome outcome;
  runtime::CaseSummary& summary = outcome.summary;
  summary.name = test_case.model;
  summary.place = test_case.source.string();
  summary.origin = test_case.origin;
  if (!test_case.wrong.empty()) {
    summary.status = CaseStatus::kNoReference;
    summary.message = test_case.wrong;
    return outcome;
  }
  std::error_code wrong;
  fs::create_directories(directory, wrong);
  const double time_limit = test_case.time_limit.value_or(line.time_limit);
  const ChildResult child =
      RunSelf(Arguments(test_case, line, directory), directory / "log.txt", directory, time_limit, Interrupted());
  summary.log = LogOf(directory);
  summary.cpu_seconds = child.cpu_seconds;
  summary.status = CaseStatus::kPassed;
  if (const auto failure = Judge(child, time_limit, summary.log)) {
    std::tie(summary.status, summary.message) = *failure;
  }
  const Json report = Json::parse(ReadText(directory / "report.json"), nullptr, false);
  TakeCounts(report, summary);
  CompareWithReference(test_case, line, directory, report, outcome);
  const bool wants_update = summary.status == CaseStatus::kFailed || summary.status == CaseStatus::kNoReference;
  if (line.update && wants_update && !outcome.result.times.empty()) Update(test_case, line, outcome);
  return outcome;
}

}  // namespace stiction::cli
