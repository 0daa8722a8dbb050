// SPDX-License-Identifier: BSD-3-Clause
#include "tests/property/variant.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <map>
#include <sstream>

#include "compiler/driver/compile.h"
#include "tests/property/flat.h"
#include "tests/support/command.h"

namespace stiction::test {
namespace {

constexpr double kErrors = 1000;       // of a trajectory, in tolerances of its run
constexpr double kIntervals = 97.382;  // of the output grid
constexpr double kSameTime = 5e-3;     // of changes, parts of the whole time: a slow start leaves its zone late
constexpr double kShortest = 1e-4;     // what is held for a shorter part is on the way to something else
constexpr double kPatienceSeconds = 20;

// A column as the values that it takes one after the other, and when.
struct Steps {
  std::vector<double> values, times;
};

Steps StepsOf(const Variant& run, const std::string& name) {
  const std::vector<double>& times = run.Times();
  const double shortest = kShortest * (times.back() - times.front());
  Steps steps;
  for (size_t row = 0; row < times.size(); ++row) {
    const double value = run.At(row, name);
    if (row > 0 && value == run.At(row - 1, name)) continue;
    if (!steps.times.empty() && times[row] - steps.times.back() < shortest) {
      steps.values.pop_back();
      steps.times.pop_back();
      if (!steps.values.empty() && steps.values.back() == value) continue;
    }
    steps.values.push_back(value);
    steps.times.push_back(times[row]);
  }
  // An event at the end of the run is there or not.
  if (steps.times.size() > 1 && times.back() - steps.times.back() < shortest) {
    steps.values.pop_back();
    steps.times.pop_back();
  }
  return steps;
}

std::string Text(const Steps& steps, double time) {
  constexpr size_t kMax = 12;
  std::string text;
  for (size_t i = 0; i < std::min(steps.values.size(), kMax); ++i) {
    text += fmt::format("{}{} at {:.9g}", i == 0 ? "" : ", ", steps.values[i], steps.times[i] / time);
  }
  return text + (steps.values.size() > kMax ? ", ..." : "");
}

// By number: the rows of the output grid that are no limit at an event.
std::map<long, size_t> GridRows(const Variant& run, double interval) {
  std::map<long, size_t> rows;
  for (size_t row = 0; row < run.Times().size(); ++row) {
    const double number = run.Times()[row] / interval;
    if (std::fabs(number - std::round(number)) < 1e-9 * (1 + number)) rows[std::lround(number)] = row;
  }
  return rows;
}

double StopTime(const ir::FlatModel& model) { return model.experiment.stop_time.value_or(1); }
double Tolerance(const ir::FlatModel& model) { return model.experiment.tolerance.value_or(1e-6); }

}  // namespace

std::string Name(const Method& method) {
  return fmt::format("{}, {} form", runtime::Name(method.method), method.form == runtime::Form::kDae ? "dae" : "ode");
}

Variant::Variant(const std::string& model, const Method& method, const std::function<void(ir::FlatModel&)>& rewrite,
                 double time) {
  runtime::SimulationOptions simulation;
  SourceMap sources;
  Diagnostics diagnostics;
  CompileOptions options;
  options.library_paths = {SourcePath("models")};
  options.model = model;
  options.check_units = false;
  options.rewrite_flat = [&](ir::FlatModel& flat) {
    if (rewrite) rewrite(flat);
    text_ = ModelicaText(flat);
    simulation.stop_time = StopTime(flat) * time;
    simulation.tolerance = Tolerance(flat);
  };
  const Compiled compiled = Compile(options, sources, diagnostics);
  if (!compiled.program) {
    std::ostringstream told;
    Print(told, diagnostics, sources);
    failure_ = told.str();
    return;
  }
  simulation.interval = simulation.stop_time / kIntervals;
  simulation.method = method.method;
  simulation.form = method.form;
  std::atomic<bool> takes_too_long = false;
  const auto begin = std::chrono::steady_clock::now();
  simulation.interrupted = &takes_too_long;
  simulation.on_progress = [&](const runtime::RunProgress&) {
    const std::chrono::duration<double> gone = std::chrono::steady_clock::now() - begin;
    takes_too_long = gone.count() > kPatienceSeconds * STICTION_TEST_PATIENCE;
  };
  runtime::SimulationResult result = runtime::Simulate(*compiled.program, simulation);
  if (!result.report.success) failure_ = result.report.message;
  trajectory_ = std::move(result.trajectory);
  for (size_t s = 0; s < trajectory_.signals.size(); ++s) columns_.emplace(trajectory_.signals[s].name, s);
}

std::vector<Counterpart> Counterparts(const ir::FlatModel& model, const std::vector<double>& factors) {
  std::vector<Counterpart> counterparts;
  for (size_t v = 0; v < model.variables.size(); ++v) {
    counterparts.push_back({model.variables[v].name, factors.empty() ? 1 : factors[v], 0});
  }
  return counterparts;
}

::testing::AssertionResult IsSameTrajectory(const ir::FlatModel& model, const Variant& original, const Variant& other,
                                            const std::vector<Counterpart>& counterparts, double time) {
  if (original.Failed()) return ::testing::AssertionFailure() << "the original: " << original.failure();
  if (other.Failed()) return ::testing::AssertionFailure() << other.failure();
  const auto is_compared = [&](size_t v) {
    return !counterparts[v].name.empty() && original.Has(model.variables[v].name);
  };
  std::map<std::string, double> magnitudes;  // by unit, else by name
  const auto magnitude_of = [&](const ir::FlatVariable& variable) -> double& {
    return magnitudes[variable.attributes.unit.empty() ? "of " + variable.name : variable.attributes.unit.str()];
  };
  for (size_t v = 0; v < counterparts.size(); ++v) {
    if (!is_compared(v)) continue;
    double& magnitude = magnitude_of(model.variables[v]);
    for (size_t row = 0; row < original.Times().size(); ++row)
      magnitude = std::max(magnitude, std::fabs(original.At(row, model.variables[v].name)));
  }
  const double interval = StopTime(model) / kIntervals;
  const std::map<long, size_t> here = GridRows(original, interval), there = GridRows(other, interval * time);
  for (size_t v = 0; v < counterparts.size(); ++v) {
    if (!is_compared(v)) continue;
    const ir::FlatVariable& variable = model.variables[v];
    const Counterpart& counterpart = counterparts[v];
    if (!other.Has(counterpart.name)) return ::testing::AssertionFailure() << counterpart.name << " is missing";
    if (variable.type == ir::ScalarType::kReal) {
      const double allowed = kErrors * Tolerance(model) * magnitude_of(variable);
      for (const auto& [number, row] : here) {
        const auto found = there.find(number);
        if (found == there.end()) return ::testing::AssertionFailure() << "no row " << number << " of the grid";
        const double expected = original.At(row, variable.name);
        const double actual = other.At(found->second, counterpart.name) / counterpart.factor;
        if (std::fabs(actual - expected) <= allowed) continue;
        return ::testing::AssertionFailure() << fmt::format(
                   "{} at {:.9g} is {:.9g} instead of {:.9g}: {:.2g} of the magnitude (in units of the original)",
                   variable.name, original.Times()[row], actual, expected,
                   std::fabs(actual - expected) / magnitude_of(variable));
      }
    } else if (variable.type != ir::ScalarType::kBoolean) {
      const Steps expected = StepsOf(original, variable.name);
      Steps actual = StepsOf(other, counterpart.name);
      for (double& value : actual.values) value -= counterpart.offset;
      bool is_same = expected.values == actual.values;
      for (size_t i = 0; is_same && i < expected.times.size(); ++i)
        is_same = std::fabs(actual.times[i] / time - expected.times[i]) <= kSameTime * StopTime(model);
      if (is_same) continue;
      return ::testing::AssertionFailure() << variable.name << " is " << Text(actual, time) << " instead of "
                                           << Text(expected, 1) << " (times of the original)";
    }
  }
  return ::testing::AssertionSuccess();
}

}  // namespace stiction::test
