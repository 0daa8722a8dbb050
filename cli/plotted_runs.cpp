// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plotted_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_set>

#include "runtime/results/read_result.h"
#include "runtime/results/shortest_number.h"

namespace stiction::cli {
namespace {

using runtime::ResultTable;

// The value of a signal that never changes.
std::optional<double> ConstantOf(const ResultTable& table, std::string_view name) {
  const auto signal = table.Find(name);
  if (!signal) return std::nullopt;
  const std::vector<double> values = table.Values(*signal);
  const bool is_constant = !values.empty() && std::all_of(values.begin(), values.end(),
                                                          [&](double value) { return value == values.front(); });
  return is_constant ? std::optional(values.front()) : std::nullopt;
}

/// A parameter whose values are not the same in all runs.
struct Difference {
  std::string name;
  std::vector<double> values;  // by run
};

// Those of files that tell parameters from variables; a column of equal numbers may be anything.
std::vector<Difference> DifferencesOf(const std::vector<PlottedRun>& runs) {
  std::vector<Difference> differences;
  const ResultTable& first = runs.front().table;
  for (size_t signal = 0; signal < first.names.size(); ++signal) {
    if (!first.IsConstant(signal)) continue;
    Difference difference{first.names[signal], {}};
    for (const PlottedRun& run : runs) {
      if (const auto value = ConstantOf(run.table, difference.name)) difference.values.push_back(*value);
    }
    if (difference.values.size() != runs.size()) continue;
    const std::set<double> distinct(difference.values.begin(), difference.values.end());
    if (distinct.size() > 1) differences.push_back(std::move(difference));
  }
  return differences;
}

// "clutch.mu = 0.3, J = 2"; empty if that does not tell all runs apart.
std::vector<std::string> LabelsByParameters(const std::vector<PlottedRun>& runs) {
  constexpr size_t kMost = 2;  // more are most probably what follows from one
  const std::vector<Difference> differences = DifferencesOf(runs);
  if (differences.empty() || differences.size() > kMost) return {};
  std::vector<std::string> labels(runs.size());
  for (size_t run = 0; run < runs.size(); ++run) {
    for (const Difference& difference : differences) {
      labels[run] += fmt::format("{}{} = {}", labels[run].empty() ? "" : ", ", difference.name,
                                 runtime::ShortestNumber(difference.values[run]));
    }
  }
  const std::unordered_set<std::string> distinct(labels.begin(), labels.end());
  return distinct.size() == runs.size() ? labels : std::vector<std::string>();
}

// Of all names at their begin.
size_t CommonLength(const std::vector<std::string>& names) {
  size_t length = names.front().size();
  for (const std::string& name : names) {
    const auto [end, unused] = std::mismatch(names.front().begin(), names.front().begin() + static_cast<long>(length),
                                             name.begin(), name.end());
    length = static_cast<size_t>(end - names.front().begin());
  }
  return length;
}

}  // namespace

std::vector<std::string> DifferingParts(const std::vector<std::string>& names) {
  if (names.size() < 2) return names;
  size_t begin = CommonLength(names);
  while (begin > 0 && names.front()[begin - 1] != '/') --begin;
  std::vector<std::string> backwards;
  for (const std::string& name : names) backwards.emplace_back(name.rbegin(), name.rend() - static_cast<long>(begin));
  size_t end = CommonLength(backwards);
  while (end > 0 && backwards.front()[end - 1] != '/' && backwards.front()[end - 1] != '.') --end;
  std::vector<std::string> parts;
  for (const std::string& name : names) parts.push_back(name.substr(begin, name.size() - begin - end));
  const bool is_any_empty =
      std::any_of(parts.begin(), parts.end(), [](const std::string& part) { return part.empty(); });
  return is_any_empty ? names : parts;
}

std::variant<std::vector<PlottedRun>, std::string> ReadRuns(const std::vector<std::string>& files) {
  std::vector<PlottedRun> runs;
  for (const std::string& file : files) {
    runtime::ReadTable read = runtime::ReadResult(file);
    if (auto* const wrong = std::get_if<std::string>(&read)) return std::move(*wrong);
    runs.push_back({file, {}, std::get<ResultTable>(std::move(read))});
  }
  if (runs.empty()) return runs;
  std::vector<std::string> labels = LabelsByParameters(runs);
  if (labels.empty()) labels = DifferingParts(files);
  for (size_t i = 0; i < runs.size(); ++i) runs[i].label = labels[i];
  return runs;
}

std::vector<std::string> NamesIn(const std::vector<PlottedRun>& runs) {
  std::vector<std::string> names;
  std::unordered_set<std::string_view> known;
  for (const PlottedRun& run : runs) {
    for (const std::string& name : run.table.names) {
      if (known.insert(name).second) names.push_back(name);
    }
  }
  return names;
}

std::string UnitIn(const std::vector<PlottedRun>& runs, const std::string& signal) {
  for (const PlottedRun& run : runs) {
    const auto found = run.table.Find(signal);
    if (found && !run.table.UnitOf(*found).empty()) return run.table.UnitOf(*found);
  }
  return {};
}

}  // namespace stiction::cli
