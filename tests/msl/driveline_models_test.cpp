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
                             {"ModelicaTest.Rotational.TestMove", 954, 0}};

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

class DrivelineModel : public testing::TestWithParam<Model> {};

TEST_P(DrivelineModel, RunsAndAgreesWithItsReference) {
  if (!HasLibrary()) GTEST_SKIP() << "MODELICAPATH names no directory with Modelica/package.mo";
  const std::string model = GetParam().name;
  const fs::path reference = ReferenceOf(model);
  const test::TemporaryDirectory directory;
  const std::string csv = directory.File("result.csv");
  std::vector<std::string> arguments{"simulate", "-m", model, "-o", csv, "--report", directory.File("report.json")};
  nlohmann::json settings;
  if (!reference.empty()) {
    settings = ReadJson(reference / "reference.json");
    arguments.insert(arguments.end(), {"--interval", settings.at("interval").dump()});
  }
  const test::CommandResult run = test::RunStiction(arguments);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const nlohmann::json report = ReadJson(directory.File("report.json"));
  EXPECT_EQ(report.at("unknowns"), GetParam().unknowns);
  EXPECT_EQ(report.at("states"), GetParam().states);

  if (!std::getenv("STICTION_REFERENCE"))
    GTEST_SKIP() << "it runs; STICTION_REFERENCE names no results to compare with";
  if (reference.empty()) return;  // none is published, or not for this version of the model
  const runtime::Comparison comparison =
      runtime::Compare(Read(reference / "reference.csv"), Read(csv),
                       {.signals = settings.at("signals").get<std::vector<std::string>>()});
  EXPECT_FALSE(comparison.signals.empty());
  for (const runtime::SignalVerdict& signal : comparison.signals) {
    EXPECT_TRUE(signal.passes()) << signal.name << ": " << signal.outside
                                 << " rows outside the tube, worst at t = " << signal.worst_time << " s with "
                                 << signal.worst_use << " half-widths " << signal.reason;
  }
}

std::string NameOf(const testing::TestParamInfo<Model>& info) {
  std::string name = info.param.name;
  for (char& c : name) c = c == '.' ? '_' : c;
  return name;
}

INSTANTIATE_TEST_SUITE_P(Msl, DrivelineModel, testing::ValuesIn(kModels), NameOf);

}  // namespace
}  // namespace stiction
