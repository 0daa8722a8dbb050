// SPDX-License-Identifier: BSD-3-Clause
#include "cli/sweep_plot.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "cli/sweep_table.h"
#include "compiler/driver/open_translation.h"
#include "runtime/report/canvas.h"
#include "runtime/report/plot.h"

namespace stiction::cli {
namespace {

constexpr size_t kMostCurves = 200;
constexpr size_t kMostColours = 7;  // that the eye can tell
constexpr size_t kMostNames = 12;   // in the legend

/// At most so many, evenly chosen, the first and the last among them.
std::vector<size_t> EvenlyChosen(size_t count, size_t most) {
  std::vector<size_t> chosen;
  for (size_t i = 0; i < std::min(count, most); ++i) {
    chosen.push_back(count <= most ? i : i * (count - 1) / (most - 1));
  }
  return chosen;
}

/// Runs that have curves, in the order of the values if one number is varied, else as they are.
std::vector<const FinishedRun*> Drawn(const SweepRuns& runs, const std::map<size_t, FinishedRun>& finished) {
  std::vector<const FinishedRun*> all;
  for (const auto& [run, told] : finished) {
    if (told.curves.is_array()) all.push_back(&told);
  }
  const auto value = [&](const FinishedRun* run) { return NumberIn(runs.values[run->run].front()); };
  if (runs.names.size() == 1 &&
      std::ranges::all_of(all, [&](const FinishedRun* run) { return value(run).has_value(); })) {
    std::ranges::stable_sort(all, {}, [&](const FinishedRun* run) { return *value(run); });
  }
  std::vector<const FinishedRun*> drawn;
  for (const size_t i : EvenlyChosen(all.size(), kMostCurves)) drawn.push_back(all[i]);
  return drawn;
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

runtime::PlotPanel PanelOf(const SweepOutputs::Signal& signal) {
  runtime::PlotPanel panel;
  panel.unit = signal.unit;
  panel.is_discrete = signal.is_discrete;
  const double first = signal.literals.size() == 2 && signal.literals.front() == "false" ? 0 : 1;
  for (size_t k = 0; k < signal.literals.size(); ++k) {
    panel.literals.push_back({first + static_cast<double>(k), signal.literals[k]});
  }
  return panel;
}

std::vector<runtime::PlotPanel::Line> LinesOf(const std::string& signal, size_t number, const SweepRuns& runs,
                                              const std::vector<const FinishedRun*>& drawn) {
  std::vector<runtime::PlotPanel::Line> lines;
  for (const FinishedRun* run : drawn) {
    runtime::PlotPanel::Line& line = lines.emplace_back();
    line.curve = CurveOf(run->curves, number);
    const auto place = lines.size() - 1;
    line.colour = static_cast<int>(place);
    if (drawn.size() > kMostColours) line.place = static_cast<double>(place) / static_cast<double>(drawn.size() - 1);
  }
  for (const size_t i : EvenlyChosen(drawn.size(), kMostNames)) lines[i].name = DescribeRun(runs, drawn[i]->run);
  if (!lines.empty()) lines.front().name = signal + ": " + lines.front().name;
  return lines;
}

/// Sets the time axis. @returns false if there is nothing to draw
bool FitTime(runtime::Plot& plot) {
  bool is_first = true;
  for (const runtime::PlotPanel& panel : plot.panels) {
    for (const runtime::PlotPanel::Line& line : panel.lines) {
      if (line.curve.empty()) continue;
      plot.begin = is_first ? line.curve.front().t : std::min(plot.begin, line.curve.front().t);
      plot.end = is_first ? line.curve.back().t : std::max(plot.end, line.curve.back().t);
      is_first = false;
    }
  }
  return !is_first && plot.end > plot.begin;
}

}  // namespace

std::variant<size_t, std::string> WriteSweepPlot(const std::string& path, const std::string& title,
                                                 const SweepRuns& runs, const SweepOutputs& outputs,
                                                 const std::map<size_t, FinishedRun>& finished) {
  runtime::Plot plot;
  plot.title = title;
  const std::vector<const FinishedRun*> drawn = Drawn(runs, finished);
  for (size_t i = 0; i < outputs.signals().size(); ++i) {
    const SweepOutputs::Signal& signal = outputs.signals()[i];
    plot.panels.push_back(PanelOf(signal));
    plot.panels.back().lines = LinesOf(signal.name, i, runs, drawn);
  }
  if (!FitTime(plot)) return "no run has rows to draw: there is no plot";
  const runtime::PlotSize size;
  const auto canvas = runtime::MakeCanvas(path, size.width, HeightOf(plot, size));
  DrawPlot(plot, size, *canvas);
  if (auto failure = canvas->Save(path)) return *std::move(failure);
  return drawn.size();
}

}  // namespace stiction::cli
