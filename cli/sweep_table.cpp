// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "compiler/driver/open_translation.h"
#include "runtime/report/canvas.h"
#include "runtime/report/plot.h"
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

/// At most so many of the runs that have curves, evenly chosen, the first and the last among them.
std::vector<const FinishedRun*> Chosen(const std::map<size_t, FinishedRun>& finished, size_t most) {
  std::vector<const FinishedRun*> all;
  for (const auto& [run, told] : finished) {
    if (told.curves.is_array()) all.push_back(&told);
  }
  if (all.size() <= most) return all;
  std::vector<const FinishedRun*> chosen;
  for (size_t i = 0; i < most; ++i) chosen.push_back(all[i * (all.size() - 1) / (most - 1)]);
  return chosen;
}

runtime::Curve CurveOf(const nlohmann::ordered_json& curves, size_t signal) {
  runtime::Curve curve;
  if (signal >= curves.size() || curves[signal].size() != 2) return curve;
  const auto &times = curves[signal][0], &values = curves[signal][1];
  for (size_t i = 0; i < std::min(times.size(), values.size()); ++i) {
    if (times[i].is_number() && values[i].is_number()) curve.push_back({times[i], values[i]});
  }
  return curve;
}

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

std::variant<size_t, std::string> WriteSweepPlot(const std::string& path, const std::string& title,
                                                 const SweepRuns& runs, const SweepOutputs& outputs,
                                                 const std::map<size_t, FinishedRun>& finished) {
  constexpr size_t kMostCurves = 7;  // colours that the eye can tell
  runtime::Plot plot;
  plot.title = title;
  const std::vector<const FinishedRun*> chosen = Chosen(finished, kMostCurves);
  bool is_first = true;
  for (size_t i = 0; i < outputs.signals().size(); ++i) {
    const SweepOutputs::Signal& signal = outputs.signals()[i];
    runtime::PlotPanel& panel = plot.panels.emplace_back();
    panel.unit = signal.unit;
    panel.is_discrete = signal.is_discrete;
    const double first = signal.literals.size() == 2 && signal.literals.front() == "false" ? 0 : 1;
    for (size_t k = 0; k < signal.literals.size(); ++k) {
      panel.literals.push_back({first + static_cast<double>(k), signal.literals[k]});
    }
    int colour = 0;
    for (const FinishedRun* run : chosen) {
      runtime::Curve curve = CurveOf(run->curves, i);
      if (!curve.empty()) {
        plot.begin = is_first ? curve.front().t : std::min(plot.begin, curve.front().t);
        plot.end = is_first ? curve.back().t : std::max(plot.end, curve.back().t);
        is_first = false;
      }
      const std::string name = panel.lines.empty() ? signal.name + ": " : std::string();
      panel.lines.push_back({name + DescribeRun(runs, run->run), std::move(curve), colour++});
    }
  }
  if (is_first || !(plot.end > plot.begin)) return "no run has rows to draw: there is no plot";
  const runtime::PlotSize size;
  const double height = HeightOf(plot, size);
  const auto canvas = runtime::MakeCanvas(path, size.width, height);
  DrawPlot(plot, size, *canvas);
  if (auto failure = canvas->Save(path)) return *std::move(failure);
  return chosen.size();
}

}  // namespace stiction::cli
