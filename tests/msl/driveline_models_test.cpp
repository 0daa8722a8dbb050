// Driveline models of the Modelica Standard Library 4.1.0 (on MODELICAPATH) run unmodified. Where STICTION_REFERENCE
// names a directory with <model>/reference.csv and reference.json, every signal listed there stays in the tube of
// csv-compare.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "runtime/compare/compare.h"
#include "tests/support/command.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;

/// Unknowns and states are those of Dymola's translation log of the published reference results, where that is of the
/// same version of the model (docs/msl.md tells the others).
struct Model {
  const char* name;
  int unknowns;
  int states;
};

// What a failure message and the list of tests call it.
void PrintTo(const Model& model, std::ostream* out) { *out << model.name; }

constexpr Model kModels[] = {{"Modelica.Mechanics.Translational.Examples.Damper", 59, 6},
                             {"Modelica.Mechanics.Translational.Examples.InitialConditions", 64, 8},
                             {"Modelica.Mechanics.Translational.Examples.WhyArrows", 56, 4},
                             {"Modelica.Mechanics.Translational.Examples.Accelerate", 15, 2},
                             {"Modelica.Mechanics.Translational.Examples.SignConvention", 41, 6},
                             {"ModelicaTest.Rotational.ForUsersGuide.ConnectionPossibilities", 40, 6},
                             {"ModelicaTest.Rotational.ForUsersGuide.Directions3", 28, 4},
                             {"ModelicaTest.Rotational.InitializationConversion.Inertia", 118, 24},
                             {"ModelicaTest.Rotational.InitializationConversion.SpringDamper", 119, 14},
                             {"Modelica.Mechanics.Translational.Examples.Oscillator", 50, 4},
                             {"Modelica.Mechanics.Translational.Examples.Sensors", 38, 2},
                             {"Modelica.Mechanics.Rotational.Examples.First", 54, 4},
                             {"Modelica.Mechanics.Rotational.Examples.FirstGrounded", 50, 4},
                             {"ModelicaTest.Rotational.ForUsersGuide.Directions", 96, 6},
                             {"ModelicaTest.Rotational.ForUsersGuide.Directions2", 93, 18},
                             {"ModelicaTest.Rotational.ForUsersGuide.SimpleDriveTrain", 32, 2},
                             {"Modelica.Mechanics.Rotational.Examples.ElasticBearing", 63, 6},
                             {"Modelica.Mechanics.Rotational.Examples.RollingWheel", 41, 2},
                             {"Modelica.Mechanics.Rotational.Examples.EddyCurrentBrake", 25, 3},
                             {"Modelica.Mechanics.Translational.Examples.EddyCurrentBrake", 25, 3},
                             {"ModelicaTest.Rotational.TestBraking", 88, 13},
                             {"ModelicaTest.Translational.TestBraking", 87, 13},
                             {"ModelicaTest.Translational.Vehicles", 678, 36},
                             {"ModelicaTest.Rotational.TestSpeed", 60, 6},
                             {"Modelica.Mechanics.Translational.Examples.ElastoGap", 72, 4},
                             {"Modelica.Mechanics.Translational.Examples.PreLoad", 120, 6},
                             {"Modelica.Mechanics.Rotational.Examples.Backlash", 62, 6},
                             {"Modelica.Mechanics.Translational.Examples.GenerationOfFMUs", 201, 10},
                             {"Modelica.Mechanics.Rotational.Examples.GenerationOfFMUs", 214, 10},
                             {"ModelicaTest.Rotational.GenerationOfFMUs", 230, 10},
                             {"ModelicaTest.Translational.AllComponents", 145, 15},
                             {"ModelicaTest.Rotational.TestMove", 954, 0},
                             {"Modelica.Mechanics.Translational.Examples.Brake", 73, 4},
                             {"Modelica.Mechanics.Rotational.Examples.CoupledClutches", 112, 8},
                             {"Modelica.Mechanics.Rotational.Examples.Friction", 102, 6},
                             {"Modelica.Mechanics.Rotational.Examples.SimpleGearShift", 88, 4},
                             {"ModelicaTest.Rotational.ForUsersGuide.SupportTorque1", 56, 2},
                             {"ModelicaTest.Rotational.TestFriction", 156, 12},
                             {"Modelica.Mechanics.Rotational.Examples.OneWayClutchDisengaged", 46, 4},
                             {"Modelica.Mechanics.Rotational.Examples.OneWayClutch", 43, 4},
                             {"Modelica.Mechanics.Rotational.Examples.LossyGearDemo1", 76, 2},
                             {"Modelica.Mechanics.Rotational.Examples.LossyGearDemo2", 100, 2},
                             {"Modelica.Mechanics.Rotational.Examples.LossyGearDemo3", 67, 2},
                             {"Modelica.Mechanics.Rotational.Examples.HeatLosses", 248, 12},
                             {"ModelicaTest.Rotational.TestBearingConversion", 727, 40},
                             {"ModelicaTest.Rotational.AllComponents", 553, 31},
                             {"Modelica.Mechanics.Translational.Examples.Friction", 90, 6},
                             {"Modelica.Mechanics.Translational.Examples.HeatLosses", 174, 8},
                             {"Modelica.Mechanics.Translational.Examples.Vehicle", 249, 10}};

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

bool HasLibrary() {
  const char* path = std::getenv("MODELICAPATH");
  std::istringstream directories(path ? path : "");
  for (std::string directory; std::getline(directories, directory, ':');) {
    if (!directory.empty() && fs::exists(fs::path(directory) / "Modelica" / "package.mo")) return true;
  }
  return false;
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

class DrivelineModel : public testing::TestWithParam<Model> {};

void RunAndCompare(const Model& model, const std::string& form) {
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
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const nlohmann::json report = ReadJson(directory.File("report.json"));
  EXPECT_EQ(report.at("unknowns"), model.unknowns);
  EXPECT_EQ(report.at("states"), model.states);
  EXPECT_EQ(report.at("mixed").at("unsolved"), 0);
  const runtime::ResultTable result = Read(csv);
  for (const ModeSwitches& known : KnownSwitches()) {
    if (known.model == std::string(model.name)) ExpectSwitches(result, known);
  }
  if (reference.empty()) return;  // none is at hand, or not for this version of the model
  const runtime::Comparison comparison = runtime::Compare(
      Read(reference / "reference.csv"), result, {.signals = settings.at("signals").get<std::vector<std::string>>()});
  EXPECT_FALSE(comparison.signals.empty());
  for (const runtime::SignalVerdict& signal : comparison.signals) {
    EXPECT_TRUE(signal.passes()) << signal.name << ": " << signal.outside
                                 << " rows outside the tube, worst at t = " << signal.worst_time << " s with "
                                 << signal.worst_use << " half-widths " << signal.reason;
  }
}

TEST_P(DrivelineModel, RunsAndAgreesWithItsReference) {
  if (!HasLibrary()) GTEST_SKIP() << "MODELICAPATH names no directory with Modelica/package.mo";
  RunAndCompare(GetParam(), "ode");
  RunAndCompare(GetParam(), "dae");
  if (!std::getenv("STICTION_REFERENCE"))
    GTEST_SKIP() << "it runs; STICTION_REFERENCE names no results to compare with";
}

std::string NameOf(const testing::TestParamInfo<Model>& info) {
  std::string name = info.param.name;
  for (char& c : name) c = c == '.' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Msl, DrivelineModel, testing::ValuesIn(kModels), NameOf);

}  // namespace
}  // namespace stiction
