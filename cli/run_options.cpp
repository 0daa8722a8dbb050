// SPDX-License-Identifier: BSD-3-Clause
#include "cli/run_options.h"

#include <fmt/format.h>

#include <cmath>

#include "cli/common.h"

namespace stiction::cli {

using runtime::SimulationOptions;

SimulationOptions RunOptionsOf(const CommandLine& line, const runtime::ExperimentInfo& experiment) {
  SimulationOptions options;
  options.start_time = line.start_time.value_or(experiment.start_time.value_or(0.0));
  options.stop_time = line.stop_time.value_or(experiment.stop_time.value_or(1.0));
  options.tolerance = line.tolerance.value_or(experiment.tolerance.value_or(1e-6));
  const double length = options.stop_time - options.start_time;
  constexpr long kDefaultIntervals = 500;
  options.interval = length / static_cast<double>(line.intervals.value_or(kDefaultIntervals));
  if (!line.intervals) options.interval = line.interval.value_or(experiment.interval.value_or(options.interval));
  if (line.solver == "ida") options.method = runtime::Method::kIda;
  if (line.solver == "dopri5") options.method = runtime::Method::kDopri5;
  if (line.solver == "taylor") options.method = runtime::Method::kTaylor;
  if (line.solver == "rodas") options.method = runtime::Method::kRodas;
  if (line.form == "dae") options.form = runtime::Form::kDae;
  options.interrupted = &Interrupted();
  return options;
}

std::string WrongRunOptions(const SimulationOptions& options) {
  constexpr double kMaxIntervals = 1e9;
  constexpr double kMinTolerance = 1e-13;  // rounding errors of a step are not far below
  const double length = options.stop_time - options.start_time;
  if (!std::isfinite(length)) return "start and stop time must be finite";
  if (length < 0) {
    return fmt::format("the stop time {} lies before the start time {}", options.stop_time, options.start_time);
  }
  if (!(options.tolerance >= kMinTolerance && options.tolerance < 1)) {
    return fmt::format("the tolerance {} must lie between {} and 1", options.tolerance, kMinTolerance);
  }
  if (length > 0 && !(options.interval > 0)) {
    return fmt::format("the output interval {} must be positive", options.interval);
  }
  if (length > 0 && length / options.interval > kMaxIntervals) {
    return fmt::format(
        "an output interval of {} s makes {:.0f} rows; at most {:.0f} are possible\n"
        "  hint: give a longer --interval; the solver chooses its steps by itself",
        options.interval, length / options.interval, kMaxIntervals);
  }
  return {};
}

}  // namespace stiction::cli
