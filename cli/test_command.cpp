// SPDX-License-Identifier: BSD-3-Clause
#include "cli/test_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "cli/allocator.h"
#include "cli/common.h"
#include "cli/exit_code.h"
#include "cli/ordered_jobs.h"
#include "cli/terminal.h"
#include "cli/test_cases.h"
#include "cli/test_run.h"
#include "cli/work_directory.h"
#include "runtime/results/atomic_file.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;
using runtime::CaseStatus;
using runtime::CaseSummary;
using Json = nlohmann::ordered_json;

constexpr const char* kOverview = "index.html";
constexpr const char* kTimes = "times.json";  // of the last run, beside the overview

bool IsGood(CaseStatus status) { return status == CaseStatus::kPassed || status == CaseStatus::kUpdated; }

// Characters that are letters or digits, dots and dashes: a file name on every system.
std::string FileNameOf(size_t index, const std::string& model) {
  std::string name = fmt::format("{:03}-", index + 1);
  for (const char c : model.substr(0, 150)) {
    const bool plain =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    name += plain ? c : '_';
  }
  return name + ".html";
}

std::map<std::string, double> ReadTimes(const CommandLine& line) {
  std::map<std::string, double> times;
  if (line.report_directory.empty()) return times;
  std::ifstream in(fs::path(line.report_directory) / kTimes);
  const Json json = in ? Json::parse(in, nullptr, false) : Json();
  if (!json.is_object()) return times;
  for (const auto& [name, seconds] : json.items()) {
    if (seconds.is_number()) times[name] = seconds.get<double>();
  }
  return times;
}

std::string KeyOf(const CaseSummary& summary) { return summary.name + " " + summary.place; }

void PrintCase(const CaseSummary& summary, bool quiet) {
  if (quiet && IsGood(summary.status)) return;
  std::string text = fmt::format("{:12} {}{}\n", Name(summary.status), summary.name,
                                 summary.is_name_shared ? fmt::format(" ({})", summary.place) : std::string());
  std::string_view rest = summary.message;
  // Of what is well, one line would be one too many.
  while (summary.status != CaseStatus::kPassed && !rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    text += fmt::format("             {}\n", rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  // Where it cannot be written the tests go on.
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

/// The cases of one call: several run at a time, reported in their order.
class TestSession {
 public:
  TestSession(const CommandLine& line, std::vector<TestCase> cases, const WorkDirectory& directory)
      : line_(line),
        cases_(std::move(cases)),
        times_(ReadTimes(line)),
        directory_(directory),
        summaries_(cases_.size()) {
    for (const TestCase& test_case : cases_) ++count_of_name_[test_case.model];
  }

  const std::vector<CaseSummary>& Run() {
    Progress progress("testing", line_.quiet);
    cli::Run({.count = cases_.size(),
              .at_a_time = line_.jobs,
              .what = "tests",
              .name = [this](size_t index) { return cases_[index].model; },
              .work = [this](size_t index) { Work(index); },
              .tell = [this](size_t index) { PrintCase(summaries_[index], line_.quiet); }},
             progress);
    return summaries_;
  }

  const std::string& page_failure() const { return page_failure_; }

 private:
  void Work(size_t index) {
    CaseSummary& summary = summaries_[index];
    if (Interrupted()) {
      summary.name = cases_[index].model;
      summary.place = cases_[index].source.string();
      summary.message = "interrupted before it began";
    } else {
      summary = RunOne(index);
      ReturnFreedMemory();  // results differ in size by orders of magnitude
    }
    summary.is_name_shared = count_of_name_.at(cases_[index].model) > 1;
  }

  CaseSummary RunOne(size_t index) {
    TestOutcome outcome;
    CaseSummary& summary = outcome.summary;
    // One case must not take the others with it: memory is short, or a file went away.
    const auto fail = [&](const char* what, const std::exception& error) {
      summary.name = cases_[index].model;
      summary.place = cases_[index].source.string();
      summary.status = CaseStatus::kCrashed;
      summary.message = fmt::format("{}: {}", what, error.what());
    };
    try {
      outcome = RunTestCase(cases_[index], line_, directory_.Of(index));
    } catch (const std::exception& error) {
      fail("the test could not be made", error);
    }
    if (const auto last = times_.find(KeyOf(summary)); last != times_.end()) summary.last_cpu_seconds = last->second;
    try {
      if (!line_.report_directory.empty()) WritePage(index, outcome);
    } catch (const std::exception& error) {
      fail("its page could not be made", error);
      summary.page.clear();
    }
    std::error_code ignored;
    fs::remove_all(directory_.Of(index), ignored);
    return std::move(summary);
  }

  void WritePage(size_t index, TestOutcome& outcome) {
    outcome.summary.page = FileNameOf(index, outcome.summary.name);
    const auto failure =
        runtime::WriteAtomically(fs::path(line_.report_directory) / outcome.summary.page,
                                 runtime::CasePage(outcome.summary, outcome.reference, outcome.result, kOverview));
    const std::lock_guard lock(mutex_);
    if (failure && page_failure_.empty()) page_failure_ = *failure;
  }

  const CommandLine& line_;
  const std::vector<TestCase> cases_;
  const std::map<std::string, double> times_;
  std::map<std::string, size_t> count_of_name_;
  const WorkDirectory& directory_;
  std::vector<CaseSummary> summaries_;
  std::mutex mutex_;  // of what follows
  std::string page_failure_;
};

std::string TitleOf(const CommandLine& line) {
  std::string title = "Regression tests:";
  for (const std::string& place : line.files) title += " " + place;
  return title;
}

// Empty, or why a report could not be written.
std::string WriteReports(const CommandLine& line, const std::vector<CaseSummary>& cases) {
  if (!line.junit_file.empty()) {
    if (const auto failure = runtime::WriteAtomically(line.junit_file, FormatJunit(cases, "stiction test")))
      return *failure;
  }
  if (line.report_directory.empty()) return {};
  const fs::path directory(line.report_directory);
  if (const auto failure = runtime::WriteAtomically(directory / kOverview, OverviewPage(cases, TitleOf(line)))) {
    return *failure;
  }
  Json times = Json::object();
  for (const auto& [key, seconds] : ReadTimes(line)) times[key] = seconds;
  for (const CaseSummary& summary : cases) {
    if (summary.cpu_seconds > 0) times[KeyOf(summary)] = summary.cpu_seconds;
  }
  const auto failure =
      runtime::WriteAtomically(directory / kTimes, times.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
  return failure.value_or("");
}

// True if a page is one of our reports, as its first lines tell.
bool IsOurPage(const fs::path& path) {
  std::string begin(512, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin.find(runtime::kReportMark) != std::string::npos;
}

// True if a file holds times of cases.
bool IsOurTimes(const fs::path& path) {
  std::ifstream in(path);
  const Json json = Json::parse(in, nullptr, false);
  return json.is_object() && std::all_of(json.begin(), json.end(), [](const Json& time) { return time.is_number(); });
}

// Pages of cases of an earlier run that are no longer there would mislead.
void RemoveOldPages(const std::string& directory) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(directory, ignored)) {
    const std::string name = entry.path().filename().string();
    const size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    const bool is_case = digits >= 3 && name.substr(digits).starts_with("-") && name.ends_with(".html");
    if (is_case && entry.is_regular_file(ignored) && IsOurPage(entry.path())) fs::remove(entry.path(), ignored);
  }
}

// Empty, or why the report cannot be written there.
std::string PrepareReport(const std::string& directory, const std::vector<std::string>& inputs) {
  std::error_code wrong;
  fs::create_directories(directory, wrong);
  if (wrong) return fmt::format("cannot make '{}': {}", directory, wrong.message());
  const fs::path overview = fs::path(directory) / kOverview;
  const fs::path times = fs::path(directory) / kTimes;
  const auto is_foreign = [&](const fs::path& path) {
    return Exists(path) && !(path == overview ? IsOurPage(path) : IsOurTimes(path));
  };
  for (const fs::path& path : {overview, times}) {
    if (std::string unwritable = WhyNotWritable({{path.string(), "the report"}}, inputs); !unwritable.empty()) {
      return unwritable;
    }
    if (!is_foreign(path)) continue;
    return fmt::format(
        "'{}' is no report of ours, and would be overwritten\n  hint: give --report a directory of its own",
        path.string());
  }
  RemoveOldPages(directory);
  return {};
}

void PrintTally(const std::vector<CaseSummary>& cases) {
  std::map<CaseStatus, size_t> counts;
  for (const CaseSummary& summary : cases) ++counts[summary.status];
  std::string text;
  for (const auto& [status, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, Name(status));
  fmt::print("{} {}: {}\n", cases.size(), cases.size() == 1 ? "test" : "tests", text);
}

}  // namespace

int RunTest(const CommandLine& line) {
  for (const std::string& place : line.files) {
    if (!Exists(place)) return Refuse(fmt::format("there is no '{}'", place));
  }
  std::vector<std::string> unread;
  std::vector<TestCase> cases = FindTestCases(line.files, unread);
  for (const std::string& what : unread) fmt::print(stderr, "warning: {}\n", what);
  const size_t left_out =
      std::erase_if(cases, [&](const TestCase& c) { return c.model.find(line.only) == std::string::npos; });
  if (cases.empty() && left_out > 0) {
    return Refuse(fmt::format("none of the {} tests has a name that contains '{}'", left_out, line.only));
  }
  if (cases.empty()) {
    return Refuse(
        "there are no tests\n  hint: a test is a reference.json beside a reference.csv, or a model with "
        "annotation(__Stiction(test))");
  }
  std::vector<std::string> inputs = line.files;
  for (const TestCase& test_case : cases) {
    inputs.insert(inputs.end(), test_case.files.begin(), test_case.files.end());
    inputs.insert(inputs.end(), {test_case.source.string(), test_case.reference.string(), test_case.settings.string()});
  }
  if (!line.report_directory.empty()) {
    if (const std::string wrong = PrepareReport(line.report_directory, inputs); !wrong.empty()) return Refuse(wrong);
    for (const char* name : {kOverview, kTimes}) inputs.push_back((fs::path(line.report_directory) / name).string());
  }
  if (const std::string wrong = WhyNotWritable({{line.junit_file, "the report for CI servers"}}, inputs);
      !wrong.empty()) {
    return Refuse(wrong);
  }
  const InterruptGuard guard;
  const WorkDirectory directory;
  if (!directory.failure().empty()) return Refuse(directory.failure());
  TestSession session(line, std::move(cases), directory);
  const std::vector<CaseSummary>& summaries = session.Run();
  std::string wrong = session.page_failure();
  if (wrong.empty()) wrong = WriteReports(line, summaries);
  PrintTally(summaries);
  if (!wrong.empty()) return Refuse(wrong);
  if (!line.report_directory.empty() && !line.quiet) {
    fmt::print("report: {}\n", (fs::path(line.report_directory) / kOverview).string());
  }
  if (Interrupted()) {
    fmt::print(stderr, "interrupted: what was not at its end counts as skipped\n");
    return kSimulationStopped;
  }
  const bool all_good =
      std::all_of(summaries.begin(), summaries.end(), [](const CaseSummary& s) { return IsGood(s.status); });
  return all_good ? kDone : kComparisonFailed;
}

}  // namespace stiction::cli
