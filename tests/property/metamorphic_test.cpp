// SPDX-License-Identifier: BSD-3-Clause
// What a model means does not depend on names, on the order of declarations and equations, on who else looks at it, nor
// on which side of a connect a connector stands: each rewriting has the trajectory of the original.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <stdexcept>

#include "tests/property/transform.h"
#include "tests/support/library.h"
#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kSeed = 20240229;
constexpr double kTolerance = 2e-5;

// "Bench.P1" -> "Bench/P1.mo"
std::string FileOf(std::string model) {
  std::replace(model.begin(), model.end(), '.', '/');
  return model + ".mo";
}

// A library directory in which one model can be rewritten: at each level of its path everything else is a link.
class Overlay {
 public:
  Overlay(const std::string& library, const std::string& model) : file_(directory_.File(FileOf(model))) {
    fs::path from = library;
    fs::path to = directory_.File("");
    for (const fs::path& part : fs::path(FileOf(model))) {
      for (const fs::directory_entry& entry : fs::directory_iterator(from)) {
        if (entry.path().filename() != part) fs::create_symlink(entry.path(), to / entry.path().filename());
      }
      from /= part;
      to /= part;
      if (fs::is_directory(from)) fs::create_directory(to);
    }
    stored_ = ReadModelica(from.string());
  }

  ast::Class& cls() { return *stored_.classes.front(); }

  /// Writes the class as it is now and simulates it.
  Table Simulate(const std::string& model) {
    WriteModelica(file_, stored_);
    const std::string result = directory_.File("result.csv");
    const CommandResult run =
        RunStiction({"simulate", "-L", directory_.File(""), "-m", model, "-o", result, "--quiet"});
    EXPECT_EQ(run.exit_code, 0) << model << "\n" << run.err;
    if (run.exit_code != 0) throw std::runtime_error(model + " was not simulated");
    return Table::Read(result);
  }

 private:
  TemporaryDirectory directory_;
  std::string file_;
  ast::StoredDefinition stored_;
};

// "der(mass.s)" -> "der(k7_mass.s)"
std::string Renamed(const std::string& column, const std::map<std::string, std::string>& new_names) {
  const size_t begin = column.rfind('(') == std::string::npos ? 0 : column.rfind('(') + 1;
  const size_t end = std::min(column.find_first_of(".[)", begin), column.size());
  const auto found = new_names.find(column.substr(begin, end - begin));
  return found == new_names.end() ? column : column.substr(0, begin) + found->second + column.substr(end);
}

// Every column of the original is that of the other one, at times that are no output points.
void ExpectSameTrajectory(const Table& original, const Table& other,
                          const std::map<std::string, std::string>& new_names = {}) {
  constexpr int kPoints = 97;
  const double start = original.Time().front();
  const double length = original.Time().back() - start;
  ASSERT_EQ(other.Time().back(), original.Time().back());
  for (const std::string& name : original.Names()) {
    const std::string other_name = Renamed(name, new_names);
    // Which name of an alias or a derivative stands for all of them is not part of the meaning.
    if (name.starts_with("der(") && !other.Has(other_name)) continue;
    ASSERT_TRUE(other.Has(other_name)) << other_name;
    double scale = 1;
    for (const double value : original.Column(name)) scale = std::max(scale, std::fabs(value));
    for (int i = 0; i < kPoints; ++i) {
      const double t = start + length * (i + 0.382) / kPoints;
      ASSERT_NEAR(original.At(name, t), other.At(other_name, t), kTolerance * scale) << name << " at " << t;
    }
  }
}

std::vector<std::string> Differentiated(const Table& table) {
  std::vector<std::string> names;
  for (const std::string& name : table.Names()) {
    // A component with a condition can only be connected (MLS 4.4.5).
    const bool may_be_named = !name.starts_with("der(brake.");
    if (name.starts_with("der(") && may_be_named) names.push_back(name.substr(4, name.size() - 5));
  }
  return names;
}

void TestRewritings(const std::string& library, const std::string& model) {
  SCOPED_TRACE(model + ", seed " + std::to_string(kSeed));
  Random random(kSeed);
  const Table original = Overlay(library, model).Simulate(model);
  {
    SCOPED_TRACE("permuted declarations and equations");
    Overlay shuffled(library, model);
    ShuffleOrder(shuffled.cls(), random);
    ExpectSameTrajectory(original, shuffled.Simulate(model));
  }
  {
    SCOPED_TRACE("swapped connects");
    Overlay swapped(library, model);
    SwapConnects(swapped.cls());
    ExpectSameTrajectory(original, swapped.Simulate(model));
  }
  {
    SCOPED_TRACE("renamed components");
    Overlay renamed(library, model);
    const std::map<std::string, std::string> new_names = RenameComponents(renamed.cls(), random);
    ExpectSameTrajectory(original, renamed.Simulate(model), new_names);
  }
  {
    SCOPED_TRACE("added observers");
    Overlay observed(library, model);
    AddObservers(observed.cls(), Differentiated(original));
    ExpectSameTrajectory(original, observed.Simulate(model));
  }
}

std::string TestName(const ::testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

class Metamorphic : public ::testing::TestWithParam<const char*> {};

TEST_P(Metamorphic, ARewritingChangesNoTrajectory) { TestRewritings(SourcePath("models"), GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Models, Metamorphic,
    ::testing::Values(
        "ReferenceProblems.BouncingBall", "ReferenceProblems.BrakedShaft", "ReferenceProblems.ClutchEngagement",
        "ReferenceProblems.CoulombOscillator", "ReferenceProblems.GearedBrake", "ReferenceProblems.HoldAfterSlide",
        "ReferenceProblems.StoppingBlock", "ReferenceProblems.Jenkins", "ReferenceProblems.RampStart",
        "ReferenceProblems.RollingBody", "ReferenceProblems.ScotchYoke", "ReferenceProblems.SineStickSlip",
        "ReferenceProblems.StackedBlocks", "ReferenceProblems.StackedBlocksOnFloor", "ReferenceProblems.StickSlipPull",
        "ReferenceProblems.ThreeInertias", "ReferenceProblems.ViscousStop", "Bench.P1", "Bench.P2", "Bench.P3",
        "LanguageTour.EventCounters", "LanguageTour.HeatRod", "LanguageTour.SampledAxis", "LanguageTour.SwitchedDrive",
        "Drivetrain.Coast", "Drivetrain.Chain", "Drivetrain.OptionalBrakeUsed", "Drivetrain.PlanetWorlds",
        "Drivetrain.Gearbox", "Drivetrain.CamFollower", "Constraints.CapacitorTriangle", "Constraints.ClosedTanks",
        "Constraints.Concentration", "Constraints.Pendulum", "Constraints.SpinningBody", "Constraints.StruckPendulum",
        "Constraints.Trammel", "Constraints.Wire"),
    TestName);

class MetamorphicStandardLibrary : public ::testing::TestWithParam<const char*> {};

TEST_P(MetamorphicStandardLibrary, ARewritingChangesNoTrajectory) {
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  TestRewritings(LibraryDirectories().front(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Models, MetamorphicStandardLibrary,
                         ::testing::Values("Modelica.Mechanics.Rotational.Examples.First",
                                           "Modelica.Mechanics.Rotational.Examples.ElasticBearing",
                                           "Modelica.Mechanics.Rotational.Examples.RollingWheel",
                                           "Modelica.Mechanics.Translational.Examples.Oscillator",
                                           "Modelica.Mechanics.Translational.Examples.ElastoGap"),
                         TestName);

}  // namespace
}  // namespace stiction::test
