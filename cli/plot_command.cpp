// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plot_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/common.h"
#include "cli/exit_code.h"
#include "compiler/support/nearest_name.h"
#include "runtime/report/plot.h"
#include "runtime/report/signal_view.h"

namespace stiction::cli {
namespace {

namespace fs = std::filesystem;
using runtime::ResultTable;

struct Result {
  std::string label;  // in the legend, where there are several files
  ResultTable table;
};

// Files first or between: what exists is a file, the rest are signals.
void SortArguments(const CommandLine& line, std::vector<std::string>& files, std::vector<std::string>& signals) {
  for (const std::string& argument : line.files) {
    std::error_code unknown;
    (fs::is_regular_file(argument, unknown) ? files : signals).push_back(argument);
  }
}

// Nothing is read from a signal that no file has: then which names come near.
std::string UnknownSignal(const std::string& signal, const std::vector<Result>& results) {
  std::string message = fmt::format("no file has a signal `{}`", signal);
  std::vector<std::string> names;
  for (const Result& result : results) names.insert(names.end(), result.table.names.begin(), result.table.names.end());
  if (const std::string hint = DidYouMean(signal, names); !hint.empty()) return message + "\n  hint: " + hint;
  const std::string last = signal.substr(signal.rfind('.') + 1);
  std::string near;
  size_t count = 0;
  for (const std::string& name : names) {
    if (last.empty() || name.find(last) == std::string::npos || ++count > 5) continue;
    near += (near.empty() ? "`" : ", `") + name + "`";
  }
  if (!near.empty()) message += "\n  hint: there are " + near;
  return message;
}

std::string UnitOf(const std::string& signal, const std::vector<Result>& results) {
  for (const Result& result : results) {
    const auto found = result.table.Find(signal);
    if (found && !result.table.UnitOf(*found).empty()) return result.table.UnitOf(*found);
  }
  return {};
}

runtime::PlotPanel& PanelFor(const std::string& unit, std::vector<runtime::PlotPanel>& panels) {
  const auto found =
      std::find_if(panels.begin(), panels.end(), [&](const runtime::PlotPanel& panel) { return panel.unit == unit; });
  if (found != panels.end()) return *found;
  panels.push_back({.unit = unit});
  return panels.back();
}

// The part of a curve's height that is lost on paper.
runtime::Curve CurveOf(const ResultTable& table, size_t signal) {
  const std::vector<double> values = table.Values(signal);
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return runtime::ReduceCurve(table.times, values, 5e-4 * (*most - *least));
}

std::string AddReference(const CommandLine& line, const std::vector<std::string>& signals,
                         const std::vector<Result>& results, runtime::Plot& plot) {
  const runtime::ReadTable read = runtime::ReadResult(line.reference_file);
  if (const auto* wrong = std::get_if<std::string>(&read)) return *wrong;
  const auto& reference = std::get<ResultTable>(read);
  runtime::ComparisonOptions options = line.comparison;
  options.signals = signals;
  const runtime::Comparison comparison = Compare(reference, results.front().table, options);
  int colour = 0;
  for (const runtime::SignalVerdict& verdict : comparison.signals) {
    const runtime::SignalView view = ViewOf(reference, results.front().table, verdict);
    runtime::PlotPanel& panel = PanelFor(UnitOf(verdict.name, results), plot.panels);
    if (!view.upper.empty()) panel.bands.push_back({view.lower, view.upper, colour});
    if (!view.reference.empty()) {
      panel.lines.insert(panel.lines.begin(), {"reference " + verdict.name, view.reference, colour, true});
    }
    panel.violations.insert(panel.violations.end(), view.violations.begin(), view.violations.end());
    colour += static_cast<int>(results.size());
  }
  return {};
}

// Empty, or what is wrong.
std::string FillPlot(const CommandLine& line, const std::vector<std::string>& signals,
                     const std::vector<Result>& results, runtime::Plot& plot) {
  int colour = 0;
  for (const std::string& signal : signals) {
    bool found_any = false;
    runtime::PlotPanel& panel = PanelFor(UnitOf(signal, results), plot.panels);
    for (const Result& result : results) {
      const auto found = result.table.Find(signal);
      if (found) {
        const std::string label = results.size() > 1 ? fmt::format("{} ({})", signal, result.label) : signal;
        panel.lines.push_back({label, CurveOf(result.table, *found), colour});
        found_any = true;
      }
      ++colour;
    }
    if (!found_any) return UnknownSignal(signal, results);
  }
  if (!line.reference_file.empty()) return AddReference(line, signals, results, plot);
  return {};
}

void ChooseTimes(const CommandLine& line, const std::vector<Result>& results, runtime::Plot& plot) {
  plot.begin = results.front().table.times.front();
  plot.end = results.front().table.times.back();
  for (const Result& result : results) {
    plot.begin = std::min(plot.begin, result.table.times.front());
    plot.end = std::max(plot.end, result.table.times.back());
    const std::vector<double> events = runtime::EventTimesOf(result.table.times);
    plot.events.insert(plot.events.end(), events.begin(), events.end());
  }
  plot.begin = line.start_time.value_or(plot.begin);
  plot.end = line.stop_time.value_or(plot.end);
}

}  // namespace

int RunPlot(const CommandLine& line) {
  const std::string extension = fs::path(line.output).extension().string();
  if (extension != ".svg" && extension != ".png") {
    return Refuse(fmt::format("'{}': plots are .svg or .png files", line.output));
  }
  std::vector<std::string> files;
  std::vector<std::string> signals;
  SortArguments(line, files, signals);
  std::vector<std::string> inputs = files;
  inputs.push_back(line.reference_file);
  if (const std::string wrong = WhyNotWritable({{line.output, "the picture"}}, inputs); !wrong.empty()) {
    return Refuse(wrong);
  }
  if (files.empty()) return Refuse(fmt::format("there is no file '{}'", line.files.front()));
  if (signals.empty()) return Refuse("give the names of the signals to draw");

  std::vector<Result> results;
  for (const std::string& file : files) {
    runtime::ReadTable read = runtime::ReadResult(file);
    if (const auto* wrong = std::get_if<std::string>(&read)) return Refuse(*wrong);
    results.push_back({fs::path(file).filename().string(), std::get<ResultTable>(std::move(read))});
  }
  runtime::Plot plot;
  plot.title = line.title;
  if (plot.title.empty() && files.size() == 1) plot.title = results.front().label;
  if (const std::string wrong = FillPlot(line, signals, results, plot); !wrong.empty()) return Refuse(wrong);
  ChooseTimes(line, results, plot);
  if (!(plot.end > plot.begin))
    return Refuse(fmt::format("nothing lies between t = {} s and {} s", plot.begin, plot.end));

  const runtime::PlotSize size;
  const double height = HeightOf(plot, size);
  const auto canvas =
      extension == ".svg" ? runtime::MakeSvgCanvas(size.width, height) : runtime::MakePngCanvas(size.width, height);
  DrawPlot(plot, size, *canvas);
  if (const auto failure = canvas->Save(line.output)) return Refuse(*failure);
  return kDone;
}

}  // namespace stiction::cli
