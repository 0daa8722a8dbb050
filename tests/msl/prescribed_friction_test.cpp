// SPDX-License-Identifier: BSD-3-Clause
// Friction elements of the Modelica Standard Library whose motion is prescribed, where the locked equation a = 0
// contradicts the motion; and its SupportFriction against our element of the same table.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/support/library.h"
#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

constexpr double kPi = 3.14159265358979323846;

class LibraryFriction : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  }
};

// 0.5 + A sin(2 pi t + pi/4): forward, backward from 1/8 s on, forward from 5/8 s on, never stuck for longer.
void ExpectFrictionAgainstTheMotion(const Simulation& simulation, const std::string& element, const char* effort,
                                    double amplitude, const std::function<double(double)>& friction) {
  const Table& table = simulation.table;
  const std::vector<double> changes = table.ChangeTimes(element + ".mode");
  ASSERT_EQ(changes.size(), 2U) << element;
  EXPECT_NEAR(changes[0], 0.125, 1e-7);
  EXPECT_NEAR(changes[1], 0.625, 1e-7);
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i];
    const double v = 2 * kPi * amplitude * std::cos(2 * kPi * t + kPi / 4);
    if (std::abs(v) < 1e-6) continue;  // the reversal itself
    const double f = std::copysign(friction(std::abs(v)), v);
    ASSERT_NEAR(table.Column(element + "." + effort)[i], f, 1e-6) << element << " at " << t;
  }
}

TEST_P(LibraryFriction, LeavesTheStuckModeOfAPrescribedRotation) {
  const Simulation simulation = Simulate("ModelicaTest.Rotational.TestFrictionPosition", {GetParam()});
  EXPECT_EQ(simulation.report.at("mixed").at("unsolved"), 0);
  const auto friction = [](double) { return 5.0; };
  ExpectFrictionAgainstTheMotion(simulation, "bearingFriction", "tau", 0.1, friction);
  ExpectFrictionAgainstTheMotion(simulation, "bearingFriction2", "tau", 0.3, friction);
}

TEST_P(LibraryFriction, LeavesTheStuckModeOfAPrescribedTranslation) {
  const Simulation simulation = Simulate("ModelicaTest.Translational.TestFrictionPosition", {GetParam()});
  EXPECT_EQ(simulation.report.at("mixed").at("unsolved"), 0);
  // A table of v + 5 + 10 exp(-v) at 50 speeds from 0 to 12 m/s.
  const auto friction = [](double v) {
    const double step = 12.0 / 49, low = std::floor(v / step) * step, high = low + step;
    const auto row = [](double x) { return x + 5 + 10 * std::exp(-x); };
    return row(low) + (row(high) - row(low)) * (v - low) / step;
  };
  ExpectFrictionAgainstTheMotion(simulation, "supportFriction", "f", 0.1, friction);
  ExpectFrictionAgainstTheMotion(simulation, "supportFriction2", "f", 0.3, friction);
}

TEST_P(LibraryFriction, BreaksAwayAsOurElementDoes) {
  const Table library = Simulate("LibrarySupportFriction", {GetParam()}).table;
  const Table ours =
      Simulate("TableFrictionExamples.BreakAway", {SourcePath("models/TableFrictionExamples"), GetParam()}).table;
  EXPECT_NEAR(library.TimeOfChangeTo("bearing.mode", 1), 1.5, 1e-7);
  for (const char* name : {"shaft.v", "bearing.f", "housing.T"}) {
    for (double t = 0.05; t < 4; t += 0.1) ASSERT_NEAR(library.At(name, t), ours.At(name, t), 1e-5) << name << " " << t;
  }
  const double heat = 50 * (library.Last("housing.T") - 293.15);
  EXPECT_NEAR(heat, 50 * (ours.Last("housing.T") - 293.15), 1e-5 * heat);
}

INSTANTIATE_TEST_SUITE_P(Forms, LibraryFriction, testing::Values("--form=ode", "--form=dae"),
                         [](const auto& form) { return std::string(form.param).substr(7); });

}  // namespace
}  // namespace stiction::test
