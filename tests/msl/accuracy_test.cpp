// SPDX-License-Identifier: BSD-3-Clause
// How far results are from those of a much smaller tolerance, and how that falls with the tolerance.
//
// The error of a Real signal is its largest difference from the reference at the times of the output grid, relative to
// its range there (that counts at least 1e-3, as in runtime/compare). A grid time that lies within 1e-5 of the length
// of the run of a jump of that signal, in either result, is left out: there the difference is that of the times of the
// event, times the slope of a step. A jump is an event at which the signal changes by more than 1e-6 of its range.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "runtime/results/read_result.h"
#include "tests/support/library.h"
#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

constexpr double kNearJump = 1e-5;       // of the length of the run
constexpr double kMinRange = 1e-3;       // in the signal's unit
constexpr double kJump = 1e-6;           // of the range
constexpr double kSimultaneous = 1e-12;  // of the length of the run

struct ModelRun {
  runtime::ResultTable table;
  nlohmann::json report;
};

ModelRun RunModel(const std::string& model, double tolerance, int intervals, std::vector<std::string> arguments) {
  const TemporaryDirectory directory;
  for (const std::string& argument :
       {std::string("simulate"), std::string("-m"), model, std::string("-o"), directory.File("result.csv"),
        std::string("--report"), directory.File("report"), std::string("--tolerance"), fmt::format("{}", tolerance),
        std::string("--intervals"), fmt::format("{}", intervals)}) {
    arguments.push_back(argument);
  }
  std::rotate(arguments.begin(), std::find(arguments.begin(), arguments.end(), "simulate"), arguments.end());
  const CommandResult command = RunStiction(arguments);
  if (command.exit_code != 0) throw std::runtime_error(command.err);
  auto read = runtime::ReadResult(directory.File("result.csv"));
  if (const auto* wrong = std::get_if<std::string>(&read)) throw std::runtime_error(*wrong);
  std::ifstream report(directory.File("report"));
  return {std::get<runtime::ResultTable>(std::move(read)), nlohmann::json::parse(report)};
}

struct Error {
  double relative = 0;  // to the range
  std::string signal;
  double time = 0;      // [s]
  size_t signals = 0;   // of type Real, that were looked at
  size_t left_out = 0;  // grid times of the signal that had most of them near its jumps
};

bool IsReal(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return value != std::floor(value); });
}

// Rows of the grid times, the last where there are several.
std::vector<size_t> RowsOfGrid(const std::vector<double>& times, int intervals) {
  const double begin = times.front(), span = times.back() - times.front();
  std::vector<size_t> rows;
  for (int k = 0; k <= intervals; ++k) {
    const double t = begin + span * k / intervals;
    const auto after = std::upper_bound(times.begin(), times.end(), t + kSimultaneous * span);
    const auto row = static_cast<size_t>(after - times.begin()) - 1;
    EXPECT_NEAR(times[row], t, kSimultaneous * span) << "no row at a time of the output grid";
    rows.push_back(row);
  }
  return rows;
}

void AppendJumps(const std::vector<double>& times, const std::vector<double>& values, double least,
                 std::vector<double>& jumps) {
  for (size_t i = 1; i < times.size(); ++i) {
    if (times[i] == times[i - 1] && std::abs(values[i] - values[i - 1]) > least) jumps.push_back(times[i]);
  }
}

Error ErrorOf(const runtime::ResultTable& reference, const runtime::ResultTable& result, int intervals) {
  const std::vector<size_t> reference_rows = RowsOfGrid(reference.times, intervals);
  const std::vector<size_t> rows = RowsOfGrid(result.times, intervals);
  const double near = kNearJump * (reference.times.back() - reference.times.front());
  Error error;
  for (size_t signal = 0; signal < reference.names.size(); ++signal) {
    const std::vector<double> expected = reference.Values(signal);
    const std::optional<size_t> found = result.Find(reference.names[signal]);
    EXPECT_TRUE(found) << reference.names[signal];
    if (!found || !IsReal(expected)) continue;
    const std::vector<double> actual = result.Values(*found);
    const auto [least, largest] = std::minmax_element(expected.begin(), expected.end());
    const double range = std::max(*largest - *least, kMinRange);
    std::vector<double> jumps;
    AppendJumps(reference.times, expected, kJump * range, jumps);
    AppendJumps(result.times, actual, kJump * range, jumps);
    size_t left_out = 0;
    for (size_t k = 0; k < rows.size(); ++k) {
      const double t = reference.times[reference_rows[k]];
      if (std::any_of(jumps.begin(), jumps.end(), [&](double jump) { return std::abs(jump - t) <= near; })) {
        ++left_out;
        continue;
      }
      const double relative = std::abs(actual[rows[k]] - expected[reference_rows[k]]) / range;
      // Written so that what is not finite counts.
      if (!(relative <= error.relative)) {
        error.relative = relative;
        error.signal = reference.names[signal];
        error.time = t;
      }
    }
    ++error.signals;
    error.left_out = std::max(error.left_out, left_out);
  }
  return error;
}

double CpuOfChildren() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

TEST(Accuracy, OfCoupledClutchesAtItsToleranceIsBelow1em4OfTheRange) {
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  const std::string model = "Modelica.Mechanics.Rotational.Examples.CoupledClutches";
  constexpr int kIntervals = 1500;  // those of the model's annotation
  const ModelRun reference = RunModel(model, 1e-10, kIntervals, {});
  for (const char* form : {"ode", "dae"}) {
    SCOPED_TRACE(form);
    const double before = CpuOfChildren();
    const ModelRun run = RunModel(model, 1e-6, kIntervals, {"--form", form});
#ifdef NDEBUG
    EXPECT_LT(CpuOfChildren() - before, 0.8 * STICTION_TEST_PATIENCE) << "CPU seconds of a cold process";
#else
    static_cast<void>(before);
#endif
    const Error error = ErrorOf(reference.table, run.table, kIntervals);
    EXPECT_LT(error.relative, 1e-4) << error.signal << " at t = " << error.time;
    EXPECT_GT(error.signals, 50U);
    EXPECT_LE(error.left_out, 10U);
  }
}

// A torque passes through zero where five elements are coupled and share their load: its sign there is that of a
// rounding error, and no configuration need agree with itself. That must not hang on the steps.
TEST(Accuracy, OfCoupledElementsNeedsNoLuckWithRoundingErrors) {
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  for (const double tolerance : {1e-4, 1e-5, 3e-6, 1e-6, 5e-7, 1e-7, 1e-8}) {
    const ModelRun run = RunModel("Modelica.Mechanics.Rotational.Examples.HeatLosses", tolerance, 500, {});
    EXPECT_EQ(run.report.at("mixed").at("unsolved"), 0) << tolerance;
  }
}

// A lossy gear and a bearing leave their stuck modes together: the mixed solver takes the first 1e-10 beyond the limit
// for a tie. That is one event more, not one for each doubling of the distance.
TEST(Accuracy, ATieOfTheMixedSolverIsNotAnEventAgainAndAgain) {
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  const ModelRun run = RunModel("Modelica.Mechanics.Rotational.Examples.LossyGearDemo2", 1e-6, 500, {});
  const auto& times = run.table.times;
  std::set<double> late;  // instants near the release at 0.4727 s
  for (size_t i = 1; i < times.size(); ++i) {
    if (times[i] == times[i - 1] && std::abs(times[i] - 0.47273831) < 1e-6) late.insert(times[i]);
  }
  EXPECT_GE(late.size(), 1U);
  EXPECT_LE(late.size(), 3U);
}

// Both stick, and how they share the load is not unique: it is shared the same way from whatever start, and the shaft
// breaks away where the load exceeds what both can hold.
TEST(Accuracy, ALoadThatIsSharedInALossyGearIsSharedTheSameFromAnyStart) {
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  for (const char* solver : {"dopri5", "rodas", "ida"}) {
    for (const double tolerance : {1e-4, 1e-5, 1e-6, 3e-7, 1e-7, 1e-8}) {
      const ModelRun run =
          RunModel("Modelica.Mechanics.Rotational.Examples.LossyGearDemo2", tolerance, 500, {"--solver", solver});
      const auto& mode = run.table.Values(*run.table.Find("gear.mode"));
      size_t last = mode.size() - 1;
      while (last > 0 && mode[last - 1] == mode.back()) --last;
      EXPECT_NEAR(run.table.times[last], 0.47273831, 1e-5) << solver << " " << tolerance;
      // The gear holds the less the less load there is, and what it holds is part of the load.
      const auto at = std::ranges::find(run.table.times, 0.42);
      ASSERT_NE(at, run.table.times.end());
      const auto row = static_cast<size_t>(at - run.table.times.begin());
      EXPECT_NEAR(run.table.Values(*run.table.Find("gear.sa"))[row], 0.00228510537, 1e-9) << solver << " " << tolerance;
    }
  }
}

// A gear and a bearing on one shaft that turns around: one sticks, the other slides with what the event has left of the
// speed, and the bearing's friction at that speed is some 1e-9 above what holds.
TEST(Accuracy, AShaftThatTurnsAroundHasAModeForEachOfItsElements) {
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  for (const char* change : {"gear.ratio=1", "load.height=2.5"}) {
    for (const char* form : {"ode", "dae"}) {
      const ModelRun run = RunModel("Modelica.Mechanics.Rotational.Examples.LossyGearDemo2", 1e-6, 500,
                                    {"--set", change, "--form", form});
      EXPECT_EQ(run.report.at("mixed").at("unsolved"), 0) << change << " " << form;
      EXPECT_EQ(run.table.times.back(), 0.5) << change << " " << form;
    }
  }
}

struct Sweep {
  const char* model;
  const char* label;
  std::vector<std::string> arguments;
};

void PrintTo(const Sweep& sweep, std::ostream* out) { *out << sweep.model << " with " << sweep.label; }

class ToleranceSweep : public testing::TestWithParam<Sweep> {};

// Few output times: a step is at most one interval long, and shall be as long as the tolerance allows. The errors fall
// from decade to decade, and follow a power of the tolerance: none of three a decade is much worse.
TEST_P(ToleranceSweep, ErrorsFallWithTheTolerance) {
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  constexpr int kIntervals = 10;
  constexpr int kRunsPerDecade = 3;
  constexpr int kRuns = 6 * kRunsPerDecade + 1;
  constexpr double kMaxFactorAbovePower = 4;
  const ModelRun reference = RunModel(GetParam().model, 1e-12, kIntervals, {"--solver", "dopri5"});
  std::vector<Error> errors;
  std::string row = fmt::format("| `{}` | {} |", GetParam().model, GetParam().label);
  for (int k = 0; k < kRuns; ++k) {
    const double tolerance = std::pow(10, -4 - static_cast<double>(k) / kRunsPerDecade);
    const ModelRun run = RunModel(GetParam().model, tolerance, kIntervals, GetParam().arguments);
    EXPECT_EQ(run.report.at("mixed").at("unsolved"), 0);
    errors.push_back(ErrorOf(reference.table, run.table, kIntervals));
    EXPECT_LE(errors.back().left_out, 2U) << "at tolerance " << tolerance;
    if (k % kRunsPerDecade == 0) row += fmt::format(" {:.1e} |", errors.back().relative);
  }
  // The line through the logarithms by least squares; k - center is orthogonal to a constant.
  constexpr double kCenter = (kRuns - 1) / 2.;
  double mean = 0, moment = 0, spread = 0;
  for (int k = 0; k < kRuns; ++k) {
    const double logarithm = std::log10(errors[static_cast<size_t>(k)].relative);
    mean += logarithm / kRuns;
    moment += (k - kCenter) * logarithm;
    spread += (k - kCenter) * (k - kCenter);
  }
  const double slope = moment / spread;
  for (size_t k = kRunsPerDecade; k < errors.size(); k += kRunsPerDecade) {
    // What is far below the tolerance need not fall.
    const double tolerance = std::pow(10, -4 - static_cast<double>(k) / kRunsPerDecade);
    EXPECT_LT(errors[k].relative, std::max(errors[k - kRunsPerDecade].relative, 0.1 * tolerance))
        << errors[k].signal << " at t = " << errors[k].time << ", tolerance " << tolerance;
  }
  for (int k = 0; k < kRuns; ++k) {
    const Error& error = errors[static_cast<size_t>(k)];
    EXPECT_LT(std::log10(error.relative), mean + slope * (k - kCenter) + std::log10(kMaxFactorAbovePower))
        << error.relative << " of " << error.signal << " at t = " << error.time << ", run " << k;
  }
  const double per_decade = std::pow(10, -slope * kRunsPerDecade);
  EXPECT_GE(per_decade, 3);
  // scripts/driveline_tables.py copies this line into docs/msl.md.
  fmt::print("{} {:.1f} |\n", row, per_decade);
}

std::vector<Sweep> Sweeps() {
  std::vector<Sweep> sweeps;
  for (const char* model : {"Modelica.Mechanics.Rotational.Examples.CoupledClutches",
                            "Modelica.Mechanics.Rotational.Examples.LossyGearDemo1",
                            "Modelica.Mechanics.Translational.Examples.Friction"}) {
    sweeps.push_back({model, "dopri5", {"--solver", "dopri5"}});
    sweeps.push_back({model, "rodas", {"--solver", "rodas"}});
    sweeps.push_back({model, "ida", {"--solver", "ida"}});
    sweeps.push_back({model, "ida, DAE form", {"--form", "dae"}});
  }
  return sweeps;
}

std::string NameOf(const testing::TestParamInfo<Sweep>& info) {
  std::string name = std::string(info.param.model) + "_" + info.param.label;
  std::erase_if(name, [](char c) { return c == ',' || c == ' '; });
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Msl, ToleranceSweep, testing::ValuesIn(Sweeps()), NameOf);

}  // namespace
}  // namespace stiction::test
