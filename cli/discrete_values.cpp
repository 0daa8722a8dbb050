// SPDX-License-Identifier: BSD-3-Clause
#include "cli/discrete_values.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string_view>

#include "runtime/program/value_texts.h"

namespace stiction::cli {
namespace {

using runtime::ComponentOf;
using runtime::IsNameOfValue;
using runtime::PlotPanel;
using runtime::SignalType;

// Nothing if one is no integer.
std::optional<std::set<double>> IntegersOf(const std::vector<PlottedRun>& runs, const std::string& signal) {
  std::set<double> integers;
  for (const PlottedRun& run : runs) {
    const auto found = run.table.Find(signal);
    if (!found) continue;
    for (const double value : run.table.Values(*found)) {
      if (value != std::round(value)) return std::nullopt;  // NaN, too
      integers.insert(value);
    }
  }
  return integers;
}

// Integers beside a signal that never change, by value; the first of several.
std::map<double, std::string> ConstantsBeside(const PlottedRun& run, const std::string& signal) {
  const std::string_view component = ComponentOf(signal);
  const size_t length = component.empty() ? 0 : component.size() + 1;
  std::map<double, std::string> constants;
  for (size_t i = 0; i < run.table.names.size(); ++i) {
    const std::string& name = run.table.names[i];
    if (name.size() <= length || !name.starts_with(component) || ComponentOf(name) != component) continue;
    if (!IsNameOfValue(name.substr(length))) continue;
    const std::vector<double> values = run.table.Values(i);
    const bool is_constant = !values.empty() && values.front() == std::round(values.front()) &&
                             std::all_of(values.begin(), values.end(), [&](double v) { return v == values.front(); });
    if (is_constant) constants.emplace(values.front(), name.substr(length));
  }
  return constants;
}

std::vector<PlotPanel::Literal> Numbered(const std::vector<std::string>& names, double first) {
  std::vector<PlotPanel::Literal> literals;
  for (const std::string& name : names) literals.push_back({first + static_cast<double>(literals.size()), name});
  return literals;
}

}  // namespace

SignalType TypeOfSignal(const std::vector<PlottedRun>& runs, const std::string& signal, const Literals& literals) {
  using Kind = SignalType::Kind;
  if (const auto told = literals.find(signal); told != literals.end() && !told->second.empty()) {
    if (told->second.front() == "false") return {Kind::kBoolean};
    return {Kind::kEnumeration, told->second};
  }
  for (const PlottedRun& run : runs) {
    const auto found = run.table.Find(signal);
    const SignalType type = found ? run.table.TypeOf(*found) : SignalType();
    if (type.kind != Kind::kUnknown) return type;
  }
  const auto integers = UnitIn(runs, signal).empty() ? IntegersOf(runs, signal) : std::nullopt;
  return {integers && integers->size() > 1 ? Kind::kInteger : Kind::kReal};
}

std::vector<PlotPanel::Literal> LiteralsOf(const std::vector<PlottedRun>& runs, const std::string& signal,
                                           const SignalType& type) {
  if (type.kind == SignalType::Kind::kBoolean) return Numbered({"false", "true"}, 0);
  if (type.kind == SignalType::Kind::kEnumeration) return Numbered(type.literals, 1);
  const auto integers = IntegersOf(runs, signal);
  if (!integers) return {};
  for (const PlottedRun& run : runs) {
    const std::map<double, std::string> constants = ConstantsBeside(run, signal);
    const bool are_all_named = !constants.empty() && std::all_of(integers->begin(), integers->end(),
                                                                 [&](double v) { return constants.contains(v); });
    if (!are_all_named) continue;
    std::vector<PlotPanel::Literal> literals;
    for (const auto& [value, name] : constants) literals.push_back({value, name});
    return literals;
  }
  return {};
}

}  // namespace stiction::cli
