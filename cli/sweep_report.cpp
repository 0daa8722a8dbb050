// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/sweep_table.h"

namespace stiction::cli {
namespace {

using Json = nlohmann::ordered_json;

std::map<std::string, size_t> CountsOf(const std::map<size_t, FinishedRun>& finished) {
  std::map<std::string, size_t> counts;
  for (const auto& [number, run] : finished) ++counts[run.status];
  return counts;
}

}  // namespace

bool IsGood(const FinishedRun& run) { return run.status == "done" || run.status == "terminated"; }

std::string SummaryOf(const SweepRuns& runs, const std::map<size_t, FinishedRun>& finished, const std::string& table) {
  std::string text = table.empty() || table == "-" ? std::string() : table + ": ";
  text += fmt::format("{} run{}", finished.size(), finished.size() == 1 ? "" : "s");
  std::string counts;
  for (const auto& [status, count] : CountsOf(finished)) {
    counts += fmt::format("{}{} {}", counts.empty() ? ": " : ", ", count, status);
  }
  text += counts;
  const auto bad = std::ranges::find_if(finished, [](const auto& run) { return !IsGood(run.second); });
  if (bad == finished.end()) return text;
  return text + fmt::format("\nrun {}, {}: {}", bad->first + 1, DescribeRun(runs, bad->first), bad->second.reason);
}

std::string FormatSweepReport(const SweepRuns& runs, const std::map<size_t, FinishedRun>& finished,
                              const SweepTotals& totals) {
  Json report{{"runs", runs.count()}, {"finished", finished.size()}};
  Json& status = report["status"] = Json::object();
  for (const auto& [name, count] : CountsOf(finished)) status[name] = count;
  report["translations"] = totals.translations;
  report["seconds"] = {{"runs", totals.seconds}, {"simulate", totals.seconds_simulating}};
  return report.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace stiction::cli
