// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_table.h"

#include <fmt/format.h>

#include <cmath>

#include "compiler/driver/open_translation.h"
#include "runtime/results/shortest_number.h"

namespace stiction::cli {
namespace {

std::string Quoted(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string NumberCell(double value) { return std::isfinite(value) ? runtime::ShortestNumber(value) : std::string(); }

}  // namespace

std::string FormatSweepTable(const SweepRuns& runs, const SweepOutputs& outputs,
                             const std::map<size_t, FinishedRun>& finished) {
  std::string text = "\"run\"";
  for (const std::string& name : runs.names) text += "," + Quoted(name);
  text += ",\"status\",\"reason\",\"time\"";
  for (const std::string& column : outputs.Columns()) text += "," + Quoted(column);
  text += "\n";
  for (const auto& [run, told] : finished) {
    text += fmt::format("{}", run + 1);
    for (const std::string& value : runs.values[run]) text += "," + (NumberIn(value) ? value : Quoted(value));
    text +=
        fmt::format(",{},{},{}", told.status, told.reason.empty() ? "" : Quoted(told.reason), NumberCell(told.time));
    for (size_t i = 0; i < outputs.Columns().size(); ++i) {
      text += "," + (i < told.values.size() ? NumberCell(told.values[i]) : std::string());
    }
    text += "\n";
  }
  return text;
}

std::string DescribeRun(const SweepRuns& runs, size_t run) {
  std::string text;
  for (size_t i = 0; i < runs.names.size(); ++i) {
    const std::optional<double> number = NumberIn(runs.values[run][i]);
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", runs.names[i],
                        number ? fmt::format("{:.4g}", *number) : runs.values[run][i]);
  }
  return text;
}

}  // namespace stiction::cli
