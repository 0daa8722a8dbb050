// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>

#include "cli/common.h"
#include "cli/sweep_values.h"
#include "runtime/results/shortest_number.h"

namespace stiction::cli {
namespace {

constexpr size_t kMostRuns = 10'000'000;

/// Names that have their values together, one list after the other.
struct Dimension {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> rows;
};

// The cells of a line of comma-separated values; quotes around a cell go, unless it is a String of Modelica: ""text"".
std::vector<std::string> Cells(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else if (c != '\r' && (c != ' ' || quoted || !cells.back().empty())) {
      cells.back() += c;
    }
  }
  for (std::string& cell : cells) {
    while (!cell.empty() && cell.back() == ' ') cell.pop_back();
  }
  return cells;
}

// Empty, or what is wrong.
std::string ReadCases(const std::string& path, Dimension& cases) {
  std::ifstream in(path);
  if (!in || IsDirectory(path)) return fmt::format("cannot read the cases in '{}'", path);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.find_first_not_of(" \r\t") == std::string::npos || line.starts_with('#')) continue;
    std::vector<std::string> cells = Cells(line);
    if (std::ranges::find(cells, std::string()) != cells.end()) {
      return fmt::format("{}: line {}: a cell is empty", path, number);
    }
    if (cases.names.empty()) {
      cases.names = std::move(cells);
    } else if (cells.size() == cases.names.size()) {
      cases.rows.push_back(std::move(cells));
    } else {
      return fmt::format("{}: line {} has {} cells where there are {} names", path, number, cells.size(),
                         cases.names.size());
    }
  }
  if (!cases.rows.empty()) return {};
  return fmt::format("'{}' holds no cases\n  hint: names of parameters in the first line, a run in each line below it",
                     path);
}

Dimension SamplesOf(const std::vector<std::pair<std::string, Distribution>>& random, const SweepSpec& spec) {
  Dimension samples;
  for (const auto& [name, distribution] : random) samples.names.push_back(name);
  UnitRandom numbers(spec.seed);
  for (long i = 0; i < spec.samples; ++i) {
    std::vector<std::string>& row = samples.rows.emplace_back();
    for (const auto& [name, distribution] : random) row.push_back(runtime::ShortestNumber(Draw(distribution, numbers)));
  }
  return samples;
}

// Empty, or what is wrong.
std::string ReadVaried(const SweepSpec& spec, std::vector<Dimension>& dimensions) {
  std::vector<std::pair<std::string, Distribution>> random;
  for (const std::string& given : spec.vary) {
    const size_t equals = given.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == given.size()) {
      return fmt::format("--vary takes NAME=VALUES, such as mu=0.1,0.2 or mu=0.1:0.1:0.5, not '{}'", given);
    }
    const std::string name = given.substr(0, equals);
    std::string wrong;
    const std::optional<SweepValues> values = ReadSweepValues(std::string_view(given).substr(equals + 1), wrong);
    if (!values) return fmt::format("--vary {}: {}", name, wrong);
    if (const auto* distribution = std::get_if<Distribution>(&*values)) {
      random.emplace_back(name, *distribution);
      continue;
    }
    Dimension& dimension = dimensions.emplace_back();
    dimension.names.push_back(name);
    for (const std::string& value : std::get<std::vector<std::string>>(*values)) dimension.rows.push_back({value});
  }
  if (random.empty() && spec.samples > 0) {
    return "--samples is for random values\n  hint: --vary NAME=uniform(LEAST,LARGEST) or NAME=normal(MEAN,DEVIATION)";
  }
  if (!random.empty() && spec.samples < 1) {
    return fmt::format("`{}` has random values: say how many, as --samples 100", random.front().first);
  }
  if (!random.empty()) dimensions.push_back(SamplesOf(random, spec));
  return {};
}

SweepRuns Combined(const std::vector<Dimension>& dimensions, size_t count) {
  SweepRuns runs;
  for (const Dimension& dimension : dimensions) {
    runs.names.insert(runs.names.end(), dimension.names.begin(), dimension.names.end());
  }
  for (size_t i = 0; i < count; ++i) {
    std::vector<std::string>& values = runs.values.emplace_back();
    size_t period = count;
    for (const Dimension& dimension : dimensions) {
      period /= dimension.rows.size();
      const std::vector<std::string>& row = dimension.rows[i / period % dimension.rows.size()];
      values.insert(values.end(), row.begin(), row.end());
    }
  }
  return runs;
}

}  // namespace

std::variant<SweepRuns, std::string> RunsOf(const SweepSpec& spec) {
  std::vector<Dimension> dimensions;
  if (!spec.cases_file.empty()) {
    if (std::string wrong = ReadCases(spec.cases_file, dimensions.emplace_back()); !wrong.empty()) return wrong;
  }
  if (std::string wrong = ReadVaried(spec, dimensions); !wrong.empty()) return wrong;
  if (dimensions.empty()) {
    return "nothing is varied\n  hint: --vary NAME=1,2,5, --vary NAME=0:0.1:1 or --cases FILE.csv";
  }
  size_t count = 1;
  std::vector<std::string> names;
  for (const Dimension& dimension : dimensions) {
    for (const std::string& name : dimension.names) {
      if (std::ranges::find(names, name) != names.end()) return fmt::format("`{}` is varied twice", name);
      names.push_back(name);
    }
    if (dimension.rows.size() > kMostRuns / count) return fmt::format("there are more than {} runs", kMostRuns);
    count *= dimension.rows.size();
  }
  return Combined(dimensions, count);
}

}  // namespace stiction::cli
