// SPDX-License-Identifier: BSD-3-Clause
// Driveline models of the Modelica Standard Library 4.1.0 run unmodified. Where STICTION_REFERENCE names a directory
// with <model>/reference.csv and reference.json, every signal listed there stays in the tube of csv-compare.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "runtime/compare/compare.h"
#include "tests/support/command.h"
#include "tests/support/library.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

/// A line of driveline_models.csv: the counts that ours has to have. Those of the published results differ where
/// docs/msl.md tells why.
struct Model {
  std::string name;
  int unknowns = 0;
  int states = 0;
};

// What a failure message and the list of tests call it.
void PrintTo(const Model& model, std::ostream* out) { *out << model.name; }

std::vector<Model> ReadModels() {
  std::ifstream in(test::SourcePath("tests/msl/driveline_models.csv"));
  std::vector<Model> models;
  std::string line;
  std::getline(in, line);  // the header
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    Model model;
    char comma = 0;
    std::getline(cells, model.name, ',');
    cells >> model.unknowns >> comma >> model.states;
    if (!cells) throw std::runtime_error("driveline_models.csv: " + line);
    models.push_back(std::move(model));
  }
  return models;
}

/// When the mode of a friction element changes, and to what, as the published results have it; the value at the start
/// first.
struct ModeSwitches {
  const char* model;
  const char* signal;
  double stop_time;
  std::vector<std::pair<double, double>> switches;
};

const std::vector<ModeSwitches>& KnownSwitches() {
  static const std::vector<ModeSwitches> known{
      {"Modelica.Mechanics.Translational.Examples.Brake", "brake.mode", 2, {{0, 2}, {0.1, 1}, {1.1, 0}}},
      {"Modelica.Mechanics.Translational.Examples.Brake", "brake1.mode", 2, {{0, 2}, {0.1, 1}, {1.1, 0}}},
      {"Modelica.Mechanics.Translational.Examples.Friction",
       "stop1.mode",
       5,
       {{0, 0}, {0.41014, 1}, {2.44269, -1}, {4.44194, 1}}},
      {"Modelica.Mechanics.Translational.Examples.Friction",
       "supportFriction.mode",
       5,
       {{0, 0}, {0.40967, 1}, {2.44223, -1}, {4.44154, 1}}},
      {"Modelica.Mechanics.Translational.Examples.Friction",
       "stop2.mode",
       5,
       {{0, -1},
        {0.0606, 0},
        {0.0606, 1},
        {0.20111, -1},
        {0.34162, 1},
        {0.48214, -1},
        {0.62269, 1},
        {0.76333, -1},
        {0.9042, 1},
        {1.04597, 0}}},
      {"Modelica.Mechanics.Rotational.Examples.CoupledClutches",
       "clutch1.mode",
       1.5,
       {{0, -1}, {0.79166, 0}, {0.83111, -1}, {0.90685, 0}, {1.0003, -1}, {1.25, 2}}},
      {"Modelica.Mechanics.Rotational.Examples.CoupledClutches",
       "clutch2.mode",
       1.5,
       {{0, 2}, {0.4, -1}, {0.70962, 0}}},
      {"Modelica.Mechanics.Rotational.Examples.CoupledClutches",
       "clutch3.mode",
       1.5,
       {{0, 2}, {0.9, -1}, {1.14397, 0}}},
      {"Modelica.Mechanics.Rotational.Examples.SimpleGearShift", "clutch.mode", 5, {{0, 2}, {2, -1}, {2.11079, 0}}},
      {"Modelica.Mechanics.Rotational.Examples.SimpleGearShift", "brake.mode", 5, {{0, 0}, {2.04082, 1}, {2.1, 2}}},
      {"Modelica.Mechanics.Rotational.Examples.LossyGearDemo3", "gear.mode", 1, {{0, 1}, {0.02, 0}}},
      {"ModelicaTest.Rotational.TestFriction", "bearingFriction.mode", 1.1, {{0, 0}, {0.01594, 1}, {0.83029, -1}}},
      {"ModelicaTest.Rotational.TestFriction", "brake.mode", 1.1, {{0, 2}, {0.5, 1}, {0.56133, 0}}},
      {"ModelicaTest.Rotational.TestFriction", "clutch.mode", 1.1, {{0, 2}, {0.5, -1}, {0.53152, 0}}},
      {"ModelicaTest.Rotational.TestFriction", "oneWayClutch.stuck", 1.1, {{0, 1}, {0, 0}, {0.53152, 1}}},
      {"ModelicaTest.Rotational.ForUsersGuide.SupportTorque1", "bearingFriction1.mode", 1.1, {{0, 0}}}};
  return known;
}

/// Empty if there is none.
fs::path ReferenceOf(const std::string& model) {
  const char* path = std::getenv("STICTION_REFERENCE");
  if (!path) return {};
  const fs::path directory = fs::path(path) / model;
  return fs::exists(directory / "reference.csv") ? directory : fs::path();
}

nlohmann::json ReadJson(const fs::path& path) {
  std::ifstream in(path);
  return nlohmann::json::parse(in);
}

runtime::ResultTable Read(const fs::path& path) {
  auto read = runtime::ReadResult(path);
  if (const auto* wrong = std::get_if<std::string>(&read)) throw std::runtime_error(*wrong);
  return std::get<runtime::ResultTable>(std::move(read));
}

/// The switches, in order and none besides, each within 2e-3 of the length of the run.
void ExpectSwitches(const runtime::ResultTable& result, const ModeSwitches& known) {
  const std::optional<size_t> column = result.Find(known.signal);
  ASSERT_TRUE(column) << known.signal;
  const std::vector<double>& values = result.columns[*column];
  std::vector<std::pair<double, double>> found;
  for (size_t i = 0; i < values.size(); ++i) {
    if (i == 0 || values[i] != values[i - 1]) found.emplace_back(result.times[i], values[i]);
  }
  ASSERT_EQ(found.size(), known.switches.size()) << known.signal << ": " << testing::PrintToString(found);
  for (size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i].first, known.switches[i].first, 2e-3 * known.stop_time) << known.signal;
    EXPECT_EQ(found[i].second, known.switches[i].second) << known.signal << " at t = " << found[i].first;
  }
}

/// Discrete signals that two right runs need not share. In which direction an element tries to leave the stuck mode
/// depends on the velocity it was locked with, 1e-10 m/s and less of either sign: the library took these signals off
/// its own lists (issues 3866 and 3870 of ModelicaStandardLibrary). `tau_aPos` and `tau_etaPos` of a lossy gear are
/// signs of a torque, of no torque where the play behind it is open.
bool MayDiffer(const std::string& signal) {
  const std::string last = signal.substr(signal.rfind('.') + 1);
  return last == "startForward" || last == "startBackward" || last == "tau_aPos" || last == "tau_etaPos";
}

void ExpectInside(const runtime::Comparison& comparison) {
  EXPECT_FALSE(comparison.signals.empty());
  for (const runtime::SignalVerdict& signal : comparison.signals) {
    if (signal.is_discrete && MayDiffer(signal.name)) continue;
    EXPECT_TRUE(signal.passes()) << signal.name << ": " << runtime::Explain(signal);
  }
}

class DrivelineModel : public testing::TestWithParam<Model> {};

runtime::ResultTable RunAndCompare(const Model& model, const std::string& form) {
  SCOPED_TRACE(form);
  const fs::path reference = ReferenceOf(model.name);
  const test::TemporaryDirectory directory;
  const std::string csv = directory.File("result.csv");
  std::vector<std::string> arguments{"simulate", "-m", model.name, "-o", csv, "--report", directory.File("report.json"),
                                     "--form",   form};
  nlohmann::json settings;
  if (!reference.empty()) {
    settings = ReadJson(reference / "reference.json");
    arguments.insert(arguments.end(), {"--interval", settings.at("interval").dump()});
  }
  const test::CommandResult run = test::RunStiction(arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  if (run.exit_code != 0) return {};
  const nlohmann::json report = ReadJson(directory.File("report.json"));
  EXPECT_EQ(report.at("unknowns"), model.unknowns);
  EXPECT_EQ(report.at("states"), model.states);
  EXPECT_EQ(report.at("mixed").at("unsolved"), 0);
  const runtime::ResultTable result = Read(csv);
  for (const ModeSwitches& known : KnownSwitches()) {
    if (known.model == model.name) ExpectSwitches(result, known);
  }
  if (!reference.empty()) {  // else none is at hand, or not for this version of the model
    runtime::Comparison comparison = runtime::Compare(
        Read(reference / "reference.csv"), result, {.signals = settings.at("signals").get<std::vector<std::string>>()});
    ExpectInside(comparison);
  }
  return result;
}

TEST(DrivelineModels, AreThe49WithPublishedResults) {
  std::set<std::string> names;
  for (const Model& model : ReadModels()) names.insert(model.name);
  EXPECT_EQ(names.size(), 49U);
  EXPECT_EQ(ReadModels().size(), 49U);
  for (const ModeSwitches& known : KnownSwitches()) EXPECT_TRUE(names.contains(known.model)) << known.model;
}

/// The sign of a brake's friction coefficient is the direction in which it would slide. In the first nanoseconds from
/// rest that hangs on a speed of 1e-54 m/s, which is a difference of states in the one form and is 0 in the other.
void ForgetFirstDirection(runtime::ResultTable& table) {
  constexpr double kMoment = 1e-7;  // [s]
  const std::optional<size_t> column = table.Find("brake.mu");
  if (!column) return;
  std::vector<double>& values = table.columns[*column];
  for (size_t i = 0; i < values.size() && table.times[i] < kMoment; ++i) values[i] = values.front();
}

TEST_P(DrivelineModel, RunsAndAgreesWithItsReference) {
  if (!test::HasLibrary()) GTEST_SKIP() << test::kNoLibrary;
  runtime::ResultTable ode = RunAndCompare(GetParam(), "ode");
  runtime::ResultTable dae = RunAndCompare(GetParam(), "dae");
  ASSERT_FALSE(ode.times.empty() || dae.times.empty());
  for (runtime::ResultTable* const table : {&ode, &dae}) ForgetFirstDirection(*table);
  SCOPED_TRACE("DAE form in the tube of the ODE form");
  ExpectInside(runtime::Compare(ode, dae));
  if (!std::getenv("STICTION_REFERENCE"))
    GTEST_SKIP() << "it runs; STICTION_REFERENCE names no results to compare with";
}

std::string NameOf(const testing::TestParamInfo<Model>& info) {
  std::string name = info.param.name;
  for (char& c : name) c = c == '.' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Msl, DrivelineModel, testing::ValuesIn(ReadModels()), NameOf);

}  // namespace
}  // namespace stiction
