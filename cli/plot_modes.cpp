// SPDX-License-Identifier: BSD-3-Clause
#include "cli/plot_modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "cli/discrete_values.h"
#include "runtime/program/value_texts.h"
#include "runtime/results/name_pattern.h"
#include "runtime/results/shortest_number.h"

namespace stiction::cli {
namespace {

using runtime::ModeRow;
using runtime::PlotPanel;
using runtime::ResultTable;

std::string Member(const std::string& component, const std::string& name) {
  return component.empty() ? name : component + "." + name;
}

// The mode between two rows, from the values at its begin and at its end.
using ModeBetween = std::function<std::string(double begin, double end)>;

std::vector<ModeRow::Stretch> StretchesOf(const ResultTable& table, size_t signal, const ModeBetween& mode) {
  const std::vector<double> values = table.Values(signal);
  std::vector<ModeRow::Stretch> stretches;
  for (size_t row = 0; row + 1 < values.size(); ++row) {
    const double begin = table.times[row];
    const double end = table.times[row + 1];
    if (end == begin) continue;  // the two sides of an event
    const std::string now = mode(values[row], values[row + 1]);
    if (!stretches.empty() && stretches.back().mode == now) {
      stretches.back().end = end;
    } else {
      stretches.push_back({begin, end, now});
    }
  }
  return stretches;
}

std::string NameOf(double value, const std::vector<PlotPanel::Literal>& literals) {
  const auto found = std::find_if(literals.begin(), literals.end(),
                                  [value](const PlotPanel::Literal& literal) { return literal.value == value; });
  return found != literals.end() ? found->name : runtime::ShortestNumber(value);
}

// The modes of the standard library, where no names are told.
std::vector<PlotPanel::Literal> UsualModes() {
  return {{-1, "Backward"}, {0, "Stuck"}, {1, "Forward"}, {2, "Free"}, {3, "Unknown"}};
}

std::vector<ModeRow::Stretch> DiscreteModes(const std::vector<PlottedRun>& runs, const PlottedRun& run,
                                            const std::string& signal, const Literals& told) {
  const runtime::SignalType type = TypeOfSignal(runs, signal, told);
  std::vector<PlotPanel::Literal> literals = LiteralsOf(runs, signal, type);
  if (literals.empty()) literals = UsualModes();
  return StretchesOf(run.table, *run.table.Find(signal),
                     [&](double begin, double /*end*/) { return NameOf(begin, literals); });
}

std::vector<ModeRow::Stretch> ModesBySpeed(const PlottedRun& run, const std::string& speed) {
  return StretchesOf(run.table, *run.table.Find(speed), [](double begin, double end) {
    const double moving = begin != 0 ? begin : end;
    return moving == 0 ? "Stuck" : moving > 0 ? "Forward" : "Backward";
  });
}

bool IsDiscrete(const ResultTable& table, size_t signal) {
  const runtime::SignalType type = table.TypeOf(signal);
  if (type.kind != runtime::SignalType::Kind::kUnknown) return type.is_discrete();
  const std::vector<double> values = table.Values(signal);
  return std::all_of(values.begin(), values.end(), [](double value) { return value == std::round(value); });
}

/// The signal that tells what an element does.
struct ModeSignal {
  std::string component;
  std::string signal;
  bool is_speed = false;
};

std::optional<ModeSignal> ModeSignalOf(const ResultTable& table, size_t signal) {
  const std::string& name = table.names[signal];
  const std::string component(runtime::ComponentOf(name));
  const std::string last = component.empty() ? name : name.substr(component.size() + 1);
  if (last == "mode" && IsDiscrete(table, signal)) return ModeSignal{component, name};
  if (last != "v_rel" && last != "w_rel") return std::nullopt;
  const bool has_curve = table.Find(Member(component, "s")) || table.Find(Member(component, "sa"));
  if (!has_curve || table.Find(Member(component, "mode"))) return std::nullopt;
  return ModeSignal{component, name, true};
}

}  // namespace

std::vector<ModeRow> ModesOf(const std::vector<PlottedRun>& runs, const std::string& pattern,
                             const Literals& literals) {
  std::vector<ModeRow> rows;
  for (const PlottedRun& run : runs) {
    for (size_t signal = 0; signal < run.table.names.size(); ++signal) {
      const auto mode = ModeSignalOf(run.table, signal);
      if (!mode) continue;
      const std::string& element = mode->component.empty() ? mode->signal : mode->component;
      if (!runtime::FitsPattern(pattern, element)) continue;
      rows.push_back(
          {runs.size() > 1 ? fmt::format("{} ({})", element, run.label) : element,
           mode->is_speed ? ModesBySpeed(run, mode->signal) : DiscreteModes(runs, run, mode->signal, literals)});
    }
  }
  return rows;
}

}  // namespace stiction::cli
