// SPDX-License-Identifier: BSD-3-Clause
// The bearing with a table of its friction (models/TableFrictionExamples): breaking away, the table between and beyond
// its rows, a moving support, the heat; and friction under a motion that is prescribed, where the stuck shaft cannot
// obey a = 0. Against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class TableFriction : public WithEverySolver {};
class PrescribedMotion : public WithEverySolver {};

constexpr double kPi = 3.14159265358979323846;
constexpr double kBackward = 1, kStuck = 2, kForward = 3;  // ordinals of FrictionElements.Types.Mode

Simulation Example(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.push_back(SourcePath("models/TableFrictionExamples"));
  return Simulate("TableFrictionExamples." + model, arguments);
}

// 2 v' = 4 t - f with f = 5 - 2 v, 2 + v, 2 v in turn: the pieces of the table, the last one beyond it too.
TEST_P(TableFriction, BreaksAwayAtThePeakAndSlidesAlongTheTable) {
  const Simulation simulation = Example("BreakAway");
  const Table& table = simulation.table;
  EXPECT_NEAR(table.TimeOfChangeTo("bearing.mode", kForward), 1.5, 1e-8);
  const auto first = [](double t) { return 2.5 * std::exp(t - 1.5) - 2 * t + 0.5; };
  const double t1 = Root([&](double t) { return first(t) - 1; }, 1.5, 4);
  const auto second = [&](double t) { return 4 * t - 10 + (11 - 4 * t1) * std::exp((t1 - t) / 2); };
  const double t2 = Root([&](double t) { return second(t) - 2; }, t1, 4);
  const auto third = [&](double t) { return 2 * t - 2 + (4 - 2 * t2) * std::exp(t2 - t); };
  ASSERT_LT(t2, 3.5);
  const std::vector<double>& time = table.Time();
  for (size_t i = 0; i < time.size(); ++i) {
    const double t = time[i];
    const double v = t < 1.5 ? 0 : t < t1 ? first(t) : t < t2 ? second(t) : third(t);
    ASSERT_NEAR(table.Column("shaft.v")[i], v, 1e-7) << "at " << t;
    if (t >= 1.5) continue;
    ASSERT_NEAR(table.Column("bearing.f")[i], 4 * t, 1e-9) << "at " << t;
  }
  EXPECT_GT(table.Last("shaft.v"), 3);  // beyond the last row
  const double heat = 50 * (table.Last("housing.T") - 293.15);
  EXPECT_NEAR(table.Last("push.work"), table.Last("shaft.kineticEnergy") + heat, 1e-7 * heat);
}

// Load and cart together accelerate with 3 t/4; 1.5*2 N hold the load up to 3 m/s2.
TEST_P(TableFriction, AMovingSupportCarriesTheLoad) {
  const Table table = Example("Carried").table;
  EXPECT_NEAR(table.TimeOfChangeTo("contact.mode", kBackward), 4, 1e-8);
  EXPECT_NEAR(table.At("load.v", 3), 27.0 / 8, 1e-8);
  EXPECT_NEAR(table.Last("load.v"), 6 + 2 * 2, 1e-7);
  EXPECT_NEAR(table.Last("cart.v"), 6 + 10 - 4.0 / 3, 1e-7);
}

// The speeds are given; each bearing brakes with the table's force at its own.
TEST_P(TableFriction, FollowsItsTableUnderAPrescribedMotion) {
  const Simulation simulation = Example("Sweep");
  EXPECT_EQ(simulation.report.at("mixed").at("unsolved"), 0);
  const Table& table = simulation.table;
  const auto friction = [](double speed) { return speed < 1 ? 5 - 2 * speed : 2 + speed; };
  int reversals[2] = {};
  double last[2] = {};
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i];
    const double v[2] = {4 * std::cos(t), 4 * std::cos(t) - 6 * std::cos(2 * t)};
    for (int b = 0; b < 2; ++b) {
      if (std::abs(v[b]) < 1e-9) continue;  // the left limit of a reversal
      const double f = b == 0 ? friction(std::abs(v[0])) : 2;
      ASSERT_NEAR(table.Column(b == 0 ? "grounded.f" : "carried.f")[i], std::copysign(f, v[b]), 1e-7) << "at " << t;
      if (v[b] * last[b] < 0) ++reversals[b];
      last[b] = v[b];
    }
  }
  EXPECT_EQ(reversals[0], 4);
  EXPECT_EQ(reversals[1], 8);
}

// At 0.1 s the shafts are jerked out of their rest; they reverse every half period. The inertial stuck mode of the
// element changes nothing.
TEST_P(PrescribedMotion, LeavesTheStuckModeWithAndWithoutItsInertia) {
  const Table plain = Example("Oscillation").table;
  const Table inertial = Example("Oscillation", {"--set", "m_inv_fixed=1e-15"}).table;
  for (const Table* table : {&plain, &inertial}) {
    for (int b = 0; b < 2; ++b) {
      const std::string bearing = b == 0 ? "bearing[1]" : "bearing[2]";
      const double sign = b == 0 ? -1 : 1;
      for (size_t i = 0; i < table->Time().size(); ++i) {
        const double t = table->Time()[i];
        const double f = table->Column(bearing + ".f")[i];
        if (t < 0.1 - 1e-9) {
          ASSERT_EQ(f, 0) << "at " << t;
        }
        const bool first = (t > 0.1 + 1e-6 && t < 0.6 - 1e-6) || t > 1.1 + 1e-6;
        const bool second = t > 0.6 + 1e-6 && t < 1.1 - 1e-6;
        if (first || second) {
          ASSERT_NEAR(f, first ? 5 * sign : -5 * sign, 1e-9) << "at " << t;
        }
      }
      const std::vector<double> changes = table->ChangeTimes(bearing + ".mode");
      ASSERT_EQ(changes.size(), 3U) << bearing;
      for (size_t k = 0; k < 3; ++k) EXPECT_NEAR(changes[k], 0.1 + 0.5 * static_cast<double>(k), 1e-6);
    }
  }
  ASSERT_EQ(plain.Time().size(), inertial.Time().size());
  for (const char* name : {"bearing[1].f", "bearing[2].f", "bearing[1].mode", "bearing[2].v"}) {
    for (size_t i = 0; i < plain.Time().size(); ++i)
      ASSERT_NEAR(plain.Column(name)[i], inertial.Column(name)[i], 1e-9) << name << " at " << plain.Time()[i];
  }
}

// 2.5 turns from the dead centre: 4 r F each, whatever the rod and the mass.
TEST_P(PrescribedMotion, ATurningCrankDoesFourTimesRadiusTimesFrictionATurn) {
  const std::vector<std::vector<std::string>> cases = {
      {}, {"--set", "m=0.5"}, {"--set", "l=2"}, {"--set", "l=0.6", "--set", "m=0.5"}};
  for (const std::vector<std::string>& set : cases) {
    const Simulation simulation = Example("TurningCrank", set);
    EXPECT_NEAR(simulation.table.Last("heat"), 2.5 * 4 * 0.5 * 8, 1e-6);
    EXPECT_EQ(simulation.report.at("mixed").at("unsolved"), 0);
    // Backward at once, then a reversal each half turn, without a stop.
    const std::vector<double> changes = simulation.table.ChangeTimes("guide.mode");
    ASSERT_EQ(changes.size(), 5U);
    EXPECT_NEAR(changes[0], 0, 1e-8);
    for (size_t k = 1; k < 5; ++k) EXPECT_NEAR(changes[k], static_cast<double>(k) * kPi / 10, 1e-7);
  }
}

// All of the flywheel's 50 J go into the way of the slider: 6.25 m, three turns of 2 m and 0.25 m. There it stays.
TEST_P(PrescribedMotion, AFlywheelStopsInTheMiddleOfTheStrokeAndStays) {
  for (const char* l : {"l=0", "l=2"}) {
    const double rod = l[2] - '0';
    const double rest = Root(
        [&](double phi) {
          return 0.5 * (1 - std::cos(phi)) + rod -
                 std::sqrt(rod * rod - (rod > 0 ? std::pow(0.5 * std::sin(phi), 2) : 0)) - 0.25;
        },
        0, 2);
    for (const char* m : {"m=0", "m=0.5"}) {
      for (const char* inertia : {"guide.m_inv_fixed=0", "guide.m_inv_fixed=1e-15"}) {
        const Simulation simulation = Example("Flywheel", {"--set", l, "--set", m, "--set", inertia});
        const Table& table = simulation.table;
        EXPECT_NEAR(table.Last("phi"), 6 * kPi + rest, 1e-6) << l << " " << m << " " << inertia;
        EXPECT_NEAR(table.Last("heat"), 50, 1e-6);
        EXPECT_NEAR(table.Last("w"), 0, 1e-9);
        EXPECT_EQ(table.Last("guide.mode"), kStuck);
        EXPECT_EQ(simulation.report.at("mixed").at("unsolved"), 0);
      }
    }
  }
}

TEST_P(PrescribedMotion, ACrankThatStopsMakesNoMoreHeat) {
  const Table table = Example("StoppedCrank").table;
  const double heat = 8 * 0.5 * (1 - std::cos(0.5));
  for (size_t i = 0; i < table.Time().size(); ++i) {
    if (table.Time()[i] < 1.001) continue;
    ASSERT_NEAR(table.Column("heat")[i], heat, 1e-8);
    ASSERT_EQ(table.Column("guide.v")[i], 0);
    ASSERT_LE(std::abs(table.Column("guide.f")[i]), 8);
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, TableFriction, ::testing::ValuesIn(kSolvers), NameOfSolver);
INSTANTIATE_TEST_SUITE_P(Solvers, PrescribedMotion, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
