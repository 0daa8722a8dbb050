// SPDX-License-Identifier: BSD-3-Clause
#include "cli/check_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <set>

#include "cli/child_process.h"
#include "cli/common.h"
#include "cli/compile_command.h"
#include "cli/exit_code.h"
#include "cli/model_check.h"
#include "cli/ordered_jobs.h"
#include "cli/sarif.h"
#include "cli/terminal.h"
#include "cli/test_cases.h"
#include "cli/work_directory.h"
#include "runtime/results/atomic_file.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Empty, or why one of the files could not be written.
std::string WriteReport(const CommandLine& line, const std::vector<ModelCheck>& checks,
                        const std::vector<Finding>& of_reading = {}) {
  if (!line.sarif_file.empty()) {
    if (const auto failure = runtime::WriteAtomically(line.sarif_file, FormatSarif(checks, of_reading)))
      return *failure;
  }
  if (line.report_file.empty() && !line.json) return {};
  const std::string text = ToJson(checks, of_reading).dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
  if (line.json) std::cout << text << std::flush;
  if (line.report_file.empty()) return {};
  return runtime::WriteAtomically(line.report_file, text).value_or("");
}

int CheckOne(const CommandLine& line) {
  SourceMap sources;
  Diagnostics diagnostics;
  CompileOptions options = CompileOptionsOf(line);
  options.accept_components = true;
  Compiled compiled;
  {
    const Progress progress("translating", line.quiet);
    compiled = Compile(options, sources, diagnostics);
  }
  Print(std::cerr, diagnostics, sources, UseColour());
  ModelCheck check = JudgeModel(compiled.model.empty() ? line.model : compiled.model, diagnostics, sources);
  for (const auto& [phase, seconds] : compiled.seconds) check.cpu_seconds += seconds;
  if (compiled.program) check.counts = CountsOf(*compiled.program);
  if (const std::string wrong = WriteReport(line, {check}); !wrong.empty()) return Refuse(wrong);
  if (check.counts && !line.quiet && !line.json) fmt::print("{}: {}\n", check.model, check.counts->Text());
  return diagnostics.HasErrors() ? kModelError : kDone;
}

bool IsOfStructure(const Finding& finding) {
  constexpr std::array<std::string_view, 4> kKinds{"ModelUnbalanced", "StructurallySingular", "EquationUnmatched",
                                                   "VariableUndetermined"};
  return std::ranges::find(kKinds, finding.kind) != kKinds.end();
}

/// Checks each model in a process of its own, several at a time.
class PackageCheck {
 public:
  /// @param of_reading what has been told already
  PackageCheck(const CommandLine& line, const std::vector<std::string>& models, const std::vector<Finding>& of_reading,
               const WorkDirectory& directory)
      : line_(line), directory_(directory) {
    for (const std::string& model : models) checks_.emplace_back().model = model;
    for (const Finding& finding : of_reading) told_.emplace(finding.text, "");
  }

  const std::vector<ModelCheck>& Run() {
    Progress progress("checking", line_.quiet);
    cli::Run({.count = checks_.size(),
              .at_a_time = line_.jobs,
              .what = "models",
              .name = [this](size_t index) { return checks_[index].model; },
              .work = [this](size_t index) { Check(index); },
              .tell = [this](size_t index) { Tell(checks_[index]); }},
             progress);
    return checks_;
  }

 private:
  std::vector<std::string> Arguments(const std::string& model, const fs::path& report) const {
    std::vector<std::string> arguments{"check", "-m", model, "--report", report.string(), "--quiet"};
    for (const std::string& path : line_.library_paths) arguments.insert(arguments.end(), {"-L", path});
    if (!line_.check_units) arguments.emplace_back("--no-unit-check");
    if (!line_.external_code) arguments.emplace_back("--no-external-code");
    if (line_.all_modes) arguments.emplace_back("--all-modes");
    arguments.emplace_back("--");
    arguments.insert(arguments.end(), line_.files.begin(), line_.files.end());
    return arguments;
  }

  void Check(size_t index) {
    ModelCheck& check = checks_[index];
    check.verdict = Verdict::kInterrupted;
    if (Interrupted()) return;
    check.verdict = Verdict::kCrashed;
    const fs::path directory = directory_.Of(index);
    std::error_code wrong;
    fs::create_directories(directory, wrong);
    const fs::path report = directory / "report.json", log = directory / "log.txt";
    const ChildResult child = RunSelf(Arguments(check.model, report), log, directory, line_.time_limit, Interrupted());
    const std::string said = ReadText(log);
    const bool has_ended = child.exit_code == kDone || child.exit_code == kModelError;
    if (child.timed_out) {
      check.verdict = Verdict::kTimeout;
      check.trouble = fmt::format("not at its end after {} s", line_.time_limit);
    } else if (child.interrupted) {
      check.verdict = Verdict::kInterrupted;
    } else if (auto own = has_ended ? FromJson(Json::parse(ReadText(report), nullptr, false)) : std::nullopt) {
      check = *std::move(own);
    } else if (child.exit_code == kModelError) {
      check.verdict = Verdict::kRefused;  // memory was not enough, say
      check.trouble = said.substr(0, said.find('\n'));
    } else {
      check.trouble =
          fmt::format("the command ended with code {}: {}", child.exit_code, said.substr(0, said.find('\n')));
    }
    check.cpu_seconds = child.cpu_seconds;
    fs::remove_all(directory, wrong);
  }

  // Errors that several models share are told once.
  void Tell(const ModelCheck& check) {
    if (check.verdict == Verdict::kSound || check.verdict == Verdict::kComponent ||
        check.verdict == Verdict::kInterrupted) {
      return;
    }
    std::string text = fmt::format("{:9} {}\n", Name(check.verdict), check.model);
    if (!check.trouble.empty()) text += "          " + check.trouble + "\n";
    std::map<std::string, size_t> as_before;
    for (const Finding& finding : check.findings) {
      if (finding.severity != "error") continue;
      // What is missing in a model is its own, even where it shows at a connector of a library.
      const std::string key = IsOfStructure(finding) ? check.model + finding.text : finding.text;
      const auto [teller, is_new] = told_.try_emplace(key, check.model);
      if (is_new || teller->second == check.model) {
        text += finding.text;
      } else {
        ++as_before[teller->second];
      }
    }
    for (const auto& [model, count] : as_before) {
      text += fmt::format("          {} {}\n", count == 1 ? "an error" : fmt::format("{} errors", count),
                          model.empty() ? "told above" : "as in " + model);
    }
    std::cerr << text << std::flush;
  }

  const CommandLine& line_;
  const WorkDirectory& directory_;
  std::vector<ModelCheck> checks_;
  std::map<std::string, std::string> told_;  // errors by text: of the model with which each was told
};

void PrintTally(const std::vector<ModelCheck>& checks) {
  std::map<Verdict, size_t> counts;
  std::map<std::string, size_t> kinds;
  size_t warned = 0;
  for (const ModelCheck& check : checks) {
    ++counts[check.verdict];
    const auto is = [](const char* severity) {
      return [severity](const Finding& finding) { return finding.severity == severity; };
    };
    const auto first = std::ranges::find_if(check.findings, is("error"));
    if (check.verdict == Verdict::kRefused && first != check.findings.end()) ++kinds[first->kind];
    warned += std::ranges::any_of(check.findings, is("warning")) ? 1 : 0;
  }
  std::string text;
  for (const auto& [verdict, count] : counts)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, Name(verdict));
  fmt::print("{} {}: {}\n", checks.size(), checks.size() == 1 ? "model" : "models", text);
  if (counts.contains(Verdict::kOpen)) fmt::print("      open ones were not looked at any further\n");
  std::vector<std::pair<size_t, std::string>> by_count;
  for (const auto& [kind, count] : kinds) by_count.emplace_back(count, kind);
  std::ranges::sort(by_count, std::greater());
  for (const auto& [count, kind] : by_count) fmt::print("{:5} refused with {}\n", count, kind);
  if (warned > 0) fmt::print("{:5} with warnings; 'stiction check -m MODEL' tells them\n", warned);
}

int CheckEach(const CommandLine& line, const std::vector<std::string>& models, const std::vector<Finding>& of_reading) {
  if (!line.settings.empty()) return Refuse("--set is for one model; choose it with -m");
  const InterruptGuard guard;
  std::signal(SIGPIPE, SIG_IGN);  // the report is written though nobody reads the rest
  const WorkDirectory directory;
  if (!directory.failure().empty()) return Refuse(directory.failure());
  PackageCheck package(line, models, of_reading, directory);
  const std::vector<ModelCheck>& checks = package.Run();
  const std::string wrong = WriteReport(line, checks, of_reading);
  if (!line.json) PrintTally(checks);
  if (!wrong.empty()) return Refuse(wrong);
  const auto has = [&](Verdict verdict) {
    return std::ranges::find(checks, verdict, &ModelCheck::verdict) != checks.end();
  };
  if (has(Verdict::kCrashed)) return kOwnError;
  const bool is_bad = has(Verdict::kRefused) || has(Verdict::kTimeout) || has(Verdict::kInterrupted);
  const bool is_readable = std::ranges::find(of_reading, "error", &Finding::severity) == of_reading.end();
  return is_bad || !is_readable ? kModelError : kDone;
}

/// Each file once, by whatever path it is given.
void RemoveRepeated(std::vector<std::string>& files) {
  std::set<fs::path> seen;
  std::erase_if(files, [&](const std::string& file) {
    std::error_code unknown;
    const fs::path place = fs::weakly_canonical(file, unknown);
    return !unknown && !seen.insert(place).second;
  });
}

}  // namespace

int RunCheck(const CommandLine& given) {
  if (const std::string wrong = WhyNotWritable(
          {{given.report_file, "the report"}, {given.sarif_file, "the report for code scanning"}}, given.files);
      !wrong.empty()) {
    return Refuse(wrong);
  }
  CommandLine line = given;
  RemoveRepeated(line.files);
  SourceMap sources;
  Diagnostics diagnostics;
  std::vector<std::string> models;
  {
    const Progress progress("reading", line.quiet);
    models = ModelsToCompile(CompileOptionsOf(line), sources, diagnostics);
  }
  std::set<std::string> seen;
  std::erase_if(models, [&](const std::string& model) { return !seen.insert(model).second; });
  // A model says itself what is wrong, as does what holds none.
  const bool is_named = models.size() == 1 && models.front() == line.model;
  if (is_named || (models.empty() && diagnostics.HasErrors())) return CheckOne(line);
  if (models.empty()) {
    if (const std::string wrong = WriteReport(line, {}); !wrong.empty()) return Refuse(wrong);
    if (!line.json) fmt::print("0 models: package `{}` holds none\n", line.model);
    return kDone;
  }
  std::erase_if(models, [&](const std::string& model) { return model.find(line.only) == std::string::npos; });
  if (models.empty()) return Refuse(fmt::format("no model has '{}' in its name", line.only));
  if (models.size() == 1) {
    if (!diagnostics.HasErrors()) line.model = models.front();
    return CheckOne(line);
  }
  Print(std::cerr, diagnostics, sources, UseColour());
  return CheckEach(line, models, FindingsOf(diagnostics, sources));
}

}  // namespace stiction::cli
