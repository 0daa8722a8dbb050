// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plot_panels.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "cli/discrete_values.h"
#include "cli/signal_choice.h"
#include "compiler/support/nearest_name.h"
#include "runtime/report/signal_view.h"
#include "runtime/results/read_result.h"

namespace stiction::cli {
namespace {

using runtime::Curve;
using runtime::Plot;
using runtime::PlotPanel;
using runtime::ResultTable;

// Which names come near, or have the same last part.
std::string UnknownSignal(const std::string& signal, const std::vector<std::string>& names) {
  const std::string message = fmt::format("no file has a signal `{}`", signal);
  if (signal.ends_with(".csv") || signal.ends_with(".mat")) {
    return fmt::format("{}, and there is no file of that name", message);
  }
  if (const std::string hint = DidYouMean(signal, names); !hint.empty()) return message + "\n  hint: " + hint;
  const std::string last = signal.substr(signal.rfind('.') + 1);
  std::string near;
  size_t count = 0;
  for (const std::string& name : names) {
    if (last.empty() || name.find(last) == std::string::npos || ++count > 5) continue;
    near += (near.empty() ? "`" : ", `") + name + "`";
  }
  return near.empty() ? message : message + "\n  hint: there are " + near;
}

// The names that were meant; or which of them no file has.
std::variant<std::vector<std::string>, std::string> NamesOf(const std::vector<std::string>& given,
                                                            const std::vector<std::string>& known) {
  auto names = SplitSignals(given);
  auto expanded = ExpandPatterns(names, known);
  if (const auto* const list = std::get_if<std::vector<std::string>>(&expanded)) {
    for (const std::string& name : *list) {
      if (std::find(known.begin(), known.end(), name) == known.end()) return UnknownSignal(name, known);
    }
  }
  return expanded;
}

/// LOW:HIGH of one signal, or of all.
struct Range {
  std::string signal;  // empty: of all panels
  std::pair<double, double> values;
};

std::optional<double> NumberIn(std::string_view text) {
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = !text.empty() && error == std::errc() && rest == text.data() + text.size();
  return is_number && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

// [SIGNAL=]LOW:HIGH
std::optional<Range> RangeIn(const std::string& text) {
  const size_t equals = text.rfind('=');
  const std::string numbers = equals == std::string::npos ? text : text.substr(equals + 1);
  const size_t colon = numbers.find(':');
  if (colon == std::string::npos) return std::nullopt;
  const auto low = NumberIn(std::string_view(numbers).substr(0, colon));
  const auto high = NumberIn(std::string_view(numbers).substr(colon + 1));
  if (!low || !high || !(*low < *high)) return std::nullopt;
  return Range{equals == std::string::npos ? std::string() : text.substr(0, equals), {*low, *high}};
}

class PlotBuilder {
 public:
  PlotBuilder(const CommandLine& line, const std::vector<PlottedRun>& runs, const Literals& literals)
      : line_(line), runs_(runs), literals_(literals) {
    const ResultTable& first = runs.front().table;
    plot_.begin = first.times.front();
    plot_.end = first.times.back();
    for (const PlottedRun& run : runs) {
      plot_.begin = std::min(plot_.begin, run.table.times.front());
      plot_.end = std::max(plot_.end, run.table.times.back());
    }
    plot_.begin = line.start_time.value_or(plot_.begin);
    plot_.end = line.stop_time.value_or(plot_.end);
  }

  /// By kind and unit.
  void AddBySort(const std::vector<std::string>& signals) {
    for (const std::string& signal : signals) AddTo(PanelFor(signal), signal);
  }

  void AddTogether(const std::vector<std::string>& signals) {
    const auto is_discrete = [&](const std::string& signal) { return TypeOf(signal).is_discrete(); };
    PlotPanel panel{.unit = UnitIn(runs_, signals.front())};
    for (const std::string& signal : signals) {
      if (UnitIn(runs_, signal) != panel.unit) panel.unit.clear();
    }
    panel.is_discrete = std::all_of(signals.begin(), signals.end(), is_discrete);
    if (panel.is_discrete) panel.literals = LiteralsOf(runs_, signals.front(), TypeOf(signals.front()));
    plot_.panels.push_back(std::move(panel));
    for (const std::string& signal : signals) AddTo(plot_.panels.size() - 1, signal);
  }

  // Empty, or what is wrong.
  std::string AddReference(const std::vector<std::string>& signals) {
    const runtime::ReadTable read = runtime::ReadResult(line_.reference_file);
    if (const auto* wrong = std::get_if<std::string>(&read)) return *wrong;
    const auto& reference = std::get<ResultTable>(read);
    runtime::ComparisonOptions options = line_.comparison;
    options.signals = signals;
    const ResultTable& result = runs_.front().table;
    for (const runtime::SignalVerdict& verdict : Compare(reference, result, options).signals) {
      const runtime::SignalView view = ViewOf(reference, result, verdict);
      const auto [index, colour] = places_.at(verdict.name);
      PlotPanel& panel = plot_.panels[index];
      if (!view.upper.empty()) panel.bands.push_back({view.lower, view.upper, colour});
      if (!view.reference.empty()) {
        panel.lines.insert(panel.lines.begin(), {"reference " + verdict.name, view.reference, colour, true});
      }
      panel.violations.insert(panel.violations.end(), view.violations.begin(), view.violations.end());
    }
    return {};
  }

  // Empty, or which range is none, or of nothing that is drawn.
  std::string TakeRanges() {
    for (const std::string& text : line_.ranges) {
      const auto range = RangeIn(text);
      if (!range) return fmt::format("--range takes LOW:HIGH or SIGNAL=LOW:HIGH, not '{}'", text);
      if (range->signal.empty()) {
        for (PlotPanel& panel : plot_.panels) panel.range = range->values;
      } else if (range->signal == line_.abscissa) {
        std::tie(plot_.begin, plot_.end) = range->values;
      } else if (const auto place = places_.find(range->signal); place != places_.end()) {
        plot_.panels[place->second.first].range = range->values;
      } else {
        return fmt::format("--range '{}': no signal `{}` is drawn", text, range->signal);
      }
    }
    return {};
  }

  void AddEvents() {
    for (const PlottedRun& run : runs_) {
      const std::vector<double> events = runtime::EventTimesOf(run.table.times);
      plot_.events.insert(plot_.events.end(), events.begin(), events.end());
    }
  }

  /// The axis is that of a signal, as far as its values go. @pre all signals are added
  void AddAxis() {
    const std::string unit = UnitIn(runs_, line_.abscissa);
    plot_.axis = unit.empty() ? line_.abscissa : fmt::format("{} [{}]", line_.abscissa, unit);
    std::optional<std::pair<double, double>> range;
    for (const PlotPanel& panel : plot_.panels) {
      for (const PlotPanel::Line& line : panel.lines) {
        for (const runtime::CurvePoint& point : line.curve) {
          if (!range) range.emplace(point.t, point.t);
          range->first = std::min(range->first, point.t);
          range->second = std::max(range->second, point.t);
        }
      }
    }
    const auto [least, most] = range.value_or(std::pair(0.0, 1.0));
    const double room = most > least ? 0.03 * (most - least) : std::max(0.5 * std::abs(most), 0.5);
    plot_.begin = least - room;
    plot_.end = most + room;
  }

  Plot Take() { return std::move(plot_); }

 private:
  runtime::SignalType TypeOf(const std::string& signal) const { return TypeOfSignal(runs_, signal, literals_); }

  // Number of the panel that a signal shares with others of its unit; a new one for a discrete signal.
  size_t PanelFor(const std::string& signal) {
    const runtime::SignalType type = TypeOf(signal);
    if (type.is_discrete() && line_.abscissa.empty()) {
      plot_.panels.push_back({.is_discrete = true, .literals = LiteralsOf(runs_, signal, type)});
      return plot_.panels.size() - 1;
    }
    const std::string unit = UnitIn(runs_, signal);
    const auto found = panel_of_unit_.try_emplace(unit, plot_.panels.size());
    if (found.second) plot_.panels.push_back({.unit = unit});
    return found.first->second;
  }

  void AddTo(size_t index, const std::string& signal) {
    PlotPanel& panel = plot_.panels[index];
    int colour = panel.lines.empty() ? 0 : panel.lines.back().colour + 1;
    places_.try_emplace(signal, index, colour);
    const bool holds = TypeOf(signal).is_discrete();
    for (const PlottedRun& run : runs_) {
      const auto found = run.table.Find(signal);
      const std::string label = runs_.size() > 1 ? fmt::format("{} ({})", signal, run.label) : signal;
      if (found) panel.lines.push_back({label, CurveOf(run.table, *found, holds), colour});
      ++colour;
    }
  }

  // The part of a curve's height that is lost on paper.
  Curve CurveOf(const ResultTable& table, size_t signal, bool holds) const {
    constexpr double kInvisible = 5e-4;
    const auto extent = [](const std::vector<double>& values) {
      const auto [least, most] = std::minmax_element(values.begin(), values.end());
      return *most - *least;
    };
    const std::vector<double> values = table.Values(signal);
    if (line_.abscissa.empty()) {
      if (holds) return runtime::StepCurve(table.times, values);
      return runtime::ReduceCurve(table.times, values, kInvisible * extent(values));
    }
    const auto abscissa = table.Find(line_.abscissa);
    if (!abscissa) return {};
    const std::vector<double> all = table.Values(*abscissa);
    std::vector<double> xs;
    std::vector<double> ys;
    for (size_t row = 0; row < table.rows(); ++row) {
      if (table.times[row] < plot_.begin || table.times[row] > plot_.end) continue;
      xs.push_back(all[row]);
      ys.push_back(values[row]);
    }
    if (xs.empty()) return {};
    return runtime::ReducePath(xs, ys, kInvisible * extent(xs), kInvisible * extent(ys));
  }

  const CommandLine& line_;
  const std::vector<PlottedRun>& runs_;
  const Literals& literals_;
  Plot plot_;
  std::map<std::string, size_t> panel_of_unit_;
  std::map<std::string, std::pair<size_t, int>> places_;  // of signals: panel, colour in the first run
};

}  // namespace

std::variant<Plot, std::string> PanelsOf(const CommandLine& line, const std::vector<std::string>& signals,
                                         const std::vector<PlottedRun>& runs, const Literals& literals) {
  const std::vector<std::string> known = NamesIn(runs);
  const auto is_known = [&](const std::string& name) {
    return std::find(known.begin(), known.end(), name) != known.end();
  };
  if (!line.abscissa.empty() && !is_known(line.abscissa)) return UnknownSignal(line.abscissa, known);
  PlotBuilder builder(line, runs, literals);
  auto names = NamesOf(signals, known);
  if (auto* const wrong = std::get_if<std::string>(&names)) return std::move(*wrong);
  std::vector<std::string> all = std::get<std::vector<std::string>>(std::move(names));
  builder.AddBySort(all);
  for (const std::string& panel : line.panels) {
    const auto together = NamesOf({panel}, known);
    if (const auto* const wrong = std::get_if<std::string>(&together)) return *wrong;
    const auto& list = std::get<std::vector<std::string>>(together);
    if (list.empty()) return fmt::format("--panel '{}' names no signal", panel);
    builder.AddTogether(list);
    all.insert(all.end(), list.begin(), list.end());
  }
  if (!line.reference_file.empty()) {
    if (const std::string wrong = builder.AddReference(all); !wrong.empty()) return wrong;
  }
  if (line.abscissa.empty()) {
    builder.AddEvents();
  } else {
    builder.AddAxis();
  }
  if (const std::string wrong = builder.TakeRanges(); !wrong.empty()) return wrong;
  return builder.Take();
}

}  // namespace stiction::cli
