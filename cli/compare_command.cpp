// SPDX-License-Identifier: BSD-3-Clause
#include "cli/compare_command.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/common.h"
#include "cli/comparison_options.h"
#include "cli/exit_code.h"
#include "cli/signal_choice.h"
#include "compiler/support/nearest_name.h"
#include "runtime/compare/compare.h"
#include "runtime/report/test_report.h"
#include "runtime/results/atomic_file.h"
#include "runtime/results/incomplete.h"

namespace stiction::cli {
namespace {

using runtime::ResultTable;

void PrintVerdict(const runtime::SignalVerdict& verdict, const ResultTable& reference, const ResultTable& result) {
  const char* word = verdict.passes() ? "inside" : verdict.reason.empty() ? "outside" : "failed";
  fmt::print("{:8} {}: {}\n", word, verdict.name, Explain(verdict));
  for (const ResultTable* table : {&reference, &result}) {
    if (table->Find(verdict.name)) continue;
    if (const std::string hint = DidYouMean(verdict.name, table->names); !hint.empty()) {
      fmt::print("  hint: {}\n", hint);
      return;
    }
  }
}

// All that fail, then the worst of the others.
void PrintVerdicts(const runtime::Comparison& comparison, const ResultTable& reference, const ResultTable& result) {
  constexpr size_t kMaxFailures = 30;
  constexpr size_t kMaxInside = 3;
  size_t failures = 0;
  size_t inside = 0;
  for (const size_t index : comparison.ByBadness()) {
    const runtime::SignalVerdict& verdict = comparison.signals[index];
    size_t& count = verdict.passes() ? inside : failures;
    if (++count <= (verdict.passes() ? kMaxInside : kMaxFailures)) PrintVerdict(verdict, reference, result);
    if (!verdict.passes() && count == kMaxFailures + 1) {
      fmt::print("... and {} more that fail; --json tells all\n", comparison.failed() - kMaxFailures);
    }
  }
  for (const size_t index : comparison.ByBadness()) {
    for (const runtime::SwitchDifference& difference : comparison.signals[index].switches.differences) {
      if (difference.kind != runtime::SwitchDifference::Kind::kBrief) continue;
      fmt::print("note     {}: {}\n", comparison.signals[index].name,
                 Explain(difference, comparison.signals[index].switches.literals));
    }
  }
}

runtime::CaseSummary SummaryOf(const CommandLine& line, const runtime::Comparison& comparison) {
  runtime::CaseSummary summary;
  summary.name = line.result_file;
  summary.place = line.reference_file;
  summary.status = comparison.passes() ? runtime::CaseStatus::kPassed : runtime::CaseStatus::kFailed;
  summary.comparison = comparison;
  return summary;
}

// The files that were asked for; empty, or why one could not be written.
std::string WriteReports(const CommandLine& line, const runtime::Comparison& comparison, const ResultTable& reference,
                         const ResultTable& result) {
  if (!line.json_file.empty()) {
    const auto failure = runtime::WriteAtomically(line.json_file, runtime::FormatComparisonJson(comparison));
    if (failure) return *failure;
  }
  if (!line.report_file.empty()) {
    const std::string page = runtime::CasePage(SummaryOf(line, comparison), reference, result, "");
    if (const auto failure = runtime::WriteAtomically(line.report_file, page)) return *failure;
  }
  return {};
}

// Those that --signals names; patterns stand for signals of the reference. Empty, or what is wrong.
std::string ChooseSignals(const CommandLine& line, const ResultTable& reference, runtime::ComparisonOptions& options) {
  if (line.signals.empty()) return {};
  auto names = ReadSignals(line.signals);
  if (const auto* wanted = std::get_if<std::vector<std::string>>(&names)) {
    if (wanted->empty()) return fmt::format("--signals '{}' names no signal", line.signals.front());
    names = ExpandPatterns(*wanted, reference.names);
  }
  if (auto* const wrong = std::get_if<std::string>(&names)) return std::move(*wrong);
  options.signals = std::get<std::vector<std::string>>(std::move(names));
  return {};
}

}  // namespace

int RunCompare(const CommandLine& line) {
  std::vector<std::string> inputs = SignalFilesOf(line.signals);
  inputs.insert(inputs.end(), {line.result_file, line.reference_file, line.tolerances_file, line.literals_file});
  const std::vector<Output> outputs{{line.json_file, "the comparison"}, {line.report_file, "the report"}};
  if (const std::string wrong = WhyNotWritable(outputs, inputs); !wrong.empty()) return Refuse(wrong);
  runtime::ComparisonOptions options = line.comparison;
  if (!line.tolerances_file.empty()) {
    const std::string wrong = ReadTolerances(line.tolerances_file, options.special);
    if (!wrong.empty()) return Refuse(wrong);
  }
  if (!line.literals_file.empty()) {
    if (const std::string wrong = ReadLiterals(line.literals_file, options.literals); !wrong.empty())
      return Refuse(wrong);
  }
  options.reference_name = line.reference_file;
  options.result_name = line.result_file;
  const runtime::ReadTable result = runtime::ReadResult(line.result_file);
  if (const auto* wrong = std::get_if<std::string>(&result)) return Refuse(*wrong);
  const runtime::ReadTable reference = runtime::ReadResult(line.reference_file);
  if (const auto* wrong = std::get_if<std::string>(&reference)) return Refuse(*wrong);

  const auto& result_table = std::get<ResultTable>(result);
  const auto& reference_table = std::get<ResultTable>(reference);
  if (const std::string wrong = ChooseSignals(line, reference_table, options); !wrong.empty()) return Refuse(wrong);
  const runtime::Comparison comparison = runtime::Compare(reference_table, result_table, options);
  if (comparison.signals.empty()) {
    return Refuse(fmt::format("'{}' holds no signal to compare", line.reference_file));
  }
  if (const std::string wrong = WriteReports(line, comparison, reference_table, result_table); !wrong.empty()) {
    return Refuse(wrong);
  }
  const auto incomplete = runtime::ReadIncompleteMark(line.result_file);
  if (!line.quiet) {
    if (incomplete) fmt::print("failed   {} is incomplete: {}\n", line.result_file, *incomplete);
    PrintVerdicts(comparison, reference_table, result_table);
    fmt::print("{}\n", Summarize(comparison));
  }
  return comparison.passes() && !incomplete ? kDone : kComparisonFailed;
}

}  // namespace stiction::cli
