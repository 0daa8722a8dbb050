// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_outputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "compiler/support/nearest_name.h"

namespace stiction::cli {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

// The variable of that name, or what is wrong.
std::variant<const runtime::VariableInfo*, std::string> Find(const runtime::Program& program, const std::string& name) {
  const auto found = std::ranges::find(program.variables, name, &runtime::VariableInfo::name);
  if (found != program.variables.end() && found->type == runtime::ValueType::kString) {
    return fmt::format("`{}` is a String: a table has numbers only", name);
  }
  if (found != program.variables.end()) return &*found;
  std::vector<std::string> names;
  for (const runtime::VariableInfo& variable : program.variables) names.push_back(variable.name);
  const std::string hint = DidYouMean(name, names);
  return fmt::format("the model {} has no variable `{}`{}", program.model, name,
                     hint.empty() ? "" : "\n  hint: " + hint);
}

}  // namespace

std::variant<SweepOutputs, std::string> SweepOutputs::Choose(const runtime::Program& program,
                                                             const std::vector<std::string>& observed,
                                                             const std::vector<std::string>& events) {
  SweepOutputs outputs;
  std::vector<std::string> names = observed;
  if (names.empty()) {
    for (const runtime::VariableInfo& variable : program.variables) {
      if (variable.kind == runtime::VariableKind::kState) names.push_back(variable.name);
    }
  }
  for (const std::string& name : names) {
    const auto found = Find(program, name);
    if (const auto* wrong = std::get_if<std::string>(&found)) return *wrong;
    const runtime::VariableInfo& variable = *std::get<const runtime::VariableInfo*>(found);
    const bool is_boolean = variable.type == runtime::ValueType::kBoolean;
    outputs.signals_.push_back(
        {name, variable.declaration().unit, variable.type != runtime::ValueType::kReal,
         is_boolean ? std::vector<std::string>{"false", "true"} : variable.declaration().literals});
  }
  for (const std::string& text : events) {
    auto event = ReadNamedEvent(text);
    if (auto* wrong = std::get_if<std::string>(&event)) return *wrong;
    const auto found = Find(program, std::get<NamedEvent>(event).signal);
    if (const auto* wrong = std::get_if<std::string>(&found)) return *wrong;
    if (std::string wrong = BindNamedEvent(std::get<NamedEvent>(event), *std::get<const runtime::VariableInfo*>(found));
        !wrong.empty()) {
      return wrong;
    }
    outputs.events_.push_back(std::get<NamedEvent>(std::move(event)));
  }
  return outputs;
}

std::vector<std::string> SweepOutputs::Columns() const {
  std::vector<std::string> columns;
  for (const Signal& signal : signals_) {
    columns.push_back(fmt::format("end({})", signal.name));
    if (signal.is_discrete) continue;
    columns.push_back(fmt::format("min({})", signal.name));
    columns.push_back(fmt::format("max({})", signal.name));
  }
  for (const NamedEvent& event : events_) columns.push_back(fmt::format("time({})", event.text));
  return columns;
}

std::vector<std::string> SweepOutputs::Recorded() const {
  std::vector<std::string> names;
  for (const Signal& signal : signals_) names.push_back(signal.name);
  for (const NamedEvent& event : events_) names.push_back(event.signal);
  return names;
}

SweepSink::SweepSink(const SweepOutputs& outputs, bool keeps_curves)
    : outputs_(outputs), keeps_curves_(keeps_curves), rows_(outputs.signals().size()) {
  for (const NamedEvent& event : outputs.events()) watches_.emplace_back(event);
}

void SweepSink::Row(double time, const double* values) {
  const size_t count = outputs_.signals().size();
  if (ranges_.empty()) {
    for (size_t i = 0; i < count; ++i) ranges_.push_back({values[i], values[i], values[i]});
  }
  for (size_t i = 0; i < count; ++i) {
    Range& range = ranges_[i];
    range.end = values[i];
    range.min = std::min(range.min, values[i]);
    range.max = std::max(range.max, values[i]);
    if (keeps_curves_) rows_[i].push_back(values[i]);
  }
  if (keeps_curves_) times_.push_back(time);
  for (size_t i = 0; i < watches_.size(); ++i) watches_[i].Row(time, values[count + i]);
}

std::vector<double> SweepSink::Values() const {
  std::vector<double> values;
  for (size_t i = 0; i < outputs_.signals().size(); ++i) {
    const Range range = ranges_.empty() ? Range{kNone, kNone, kNone} : ranges_[i];
    values.push_back(range.end);
    if (!outputs_.signals()[i].is_discrete) values.insert(values.end(), {range.min, range.max});
  }
  for (const EventWatch& watch : watches_) values.push_back(watch.time().value_or(kNone));
  return values;
}

std::vector<runtime::Curve> SweepSink::Curves() const {
  constexpr double kVisible = 1e-3;  // of a curve's height
  std::vector<runtime::Curve> curves;
  for (size_t i = 0; keeps_curves_ && i < rows_.size(); ++i) {
    const double height = ranges_.empty() ? 0 : ranges_[i].max - ranges_[i].min;
    curves.push_back(runtime::ReduceCurve(times_, rows_[i], kVisible * height));
  }
  return curves;
}

}  // namespace stiction::cli
