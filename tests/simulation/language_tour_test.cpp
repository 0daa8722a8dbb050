// SPDX-License-Identifier: BSD-3-Clause
// The models of models/LanguageTour: each shows a part of the language by what it makes of it.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class LanguageTour : public WithEverySolver {};

constexpr double kPi = std::numbers::pi;

TEST_P(LanguageTour, PushedBlockOfTheReadme) {
  const Table table = Simulate("PushedBlock").table;
  EXPECT_TRUE(IsNear(table.At("v", 1), 1.5));
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("mode", 0, 0.5), 1 + 1.5 / 2.5));
  EXPECT_TRUE(IsNear(table.Last("x"), 0.75 + 1.5 * 1.5 / 5));
}

TEST_P(LanguageTour, SampledAxisComesToRestNearItsTarget) {
  const Simulation simulation = Simulate("LanguageTour.SampledAxis");
  const Table& table = simulation.table;
  // The sample that coincides with the stop time may or may not be taken, by the last bit of 300*Ts.
  EXPECT_GE(table.Last("samples"), 300);
  EXPECT_LE(table.Last("samples"), 301);
  EXPECT_NEAR(table.Last("slide.v"), 0, 1e-6);
  // Friction holds as soon as the spring-like controller asks for less than f0: within f0/kp of the target.
  EXPECT_NEAR(table.Last("slide.s"), 0.5, 3.0 / 40);
  EXPECT_NEAR(table.Last("command"), 40 * (0.5 - table.Last("slide.s")), 1e-6);
}

TEST_P(LanguageTour, ProfiledAxisFollowsTheFunction) {
  const Table table = Simulate("LanguageTour.ProfiledAxis").table;
  EXPECT_TRUE(IsNear(table.At("drive.s", 0.5), 0.25));
  EXPECT_TRUE(IsNear(table.At("drive.s", 2.5), 2.25));
  EXPECT_TRUE(IsNear(table.At("heat", 2.5), 4 * (0.5 / 3 + 2)));
  EXPECT_TRUE(IsNear(table.Last("heat"), 4 * (1.0 / 3 + 2)));
  ExpectEnergyBalance(table);
  EXPECT_TRUE(IsNear(table.Last("c"), 1 - 6 + 4.5, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("r"), 3, 1e-12));
}

TEST_P(LanguageTour, EventCounters) {
  const Table table = Simulate("LanguageTour.EventCounters").table;
  EXPECT_EQ(table.Last("rises"), 4);
  EXPECT_EQ(table.Last("changes"), 4);
  EXPECT_EQ(table.Last("third"), 3);
  EXPECT_EQ(table.Last("atStart"), 1);
  EXPECT_TRUE(IsNear(table.Last("riseTime"), kPi / 6 + 6 * kPi));
  EXPECT_EQ(table.TimeOfChangeTo("early", 0), 10);
}

TEST_P(LanguageTour, SwitchedDriveKeepsTheLevelBetweenItsMarks) {
  const Table table = Simulate("LanguageTour.SwitchedDrive").table;
  const std::vector<double> switches = table.ChangeTimes("pump");
  ASSERT_EQ(switches.size(), 4U);
  EXPECT_TRUE(IsNear(switches[0], 2));
  EXPECT_TRUE(IsNear(switches[1], 2 + 4.0 / 3));
  EXPECT_TRUE(IsNear(switches[2], 6 + 4.0 / 3));
  EXPECT_TRUE(IsNear(switches[3], 6 + 8.0 / 3));
  EXPECT_TRUE(IsNear(table.Last("level"), 2 - 0.25 * (4 - 8.0 / 3)));
}

TEST_P(LanguageTour, HeatRodWarmsThrough) {
  const Table table = Simulate("LanguageTour.HeatRod").table;
  EXPECT_EQ(table.First("T[1]"), 300);
  EXPECT_EQ(table.First("T[8]"), 300);
  for (int i = 1; i <= 8; ++i) EXPECT_TRUE(IsNear(table.Last("T[" + std::to_string(i) + "]"), 400, 1e-6));
  for (std::size_t i = 1; i < table.Time().size(); ++i)
    EXPECT_LE(table.Column("T[8]")[i], table.Column("T[1]")[i] + 1e-6);
}

TEST_P(LanguageTour, SampledDriveIsAtItsTargetAfterTwoPeriods) {
  const Table table = Simulate("LanguageTour.SampledDrive").table;
  // One period at 2/Ts^2, one at the opposite: half of the way each.
  EXPECT_TRUE(IsNear(table.At("a", 0.25), 8));
  EXPECT_TRUE(IsNear(table.At("s", 0.5), 1));
  EXPECT_TRUE(IsNear(table.At("a", 0.75), -8));
  EXPECT_TRUE(IsNear(table.At("s", 1), 2));
  EXPECT_NEAR(table.Last("v"), 0, 1e-9);
  EXPECT_TRUE(IsNear(table.Last("s"), 2));
  EXPECT_EQ(table.Last("ticks"), 7);
  EXPECT_EQ(table.Last("firstPosition"), 0);
}

TEST_P(LanguageTour, MixingTank) {
  const Table table = Simulate("LanguageTour.MixingTank").table;
  for (size_t i = 0; i < table.Time().size(); ++i) {
    const double t = table.Time()[i];
    if (std::fabs(t - 1) < 1e-3) continue;
    const double mass = t < 1 ? 1 + 3 * t : 4 + (t - 1);
    const double enthalpy = t < 1 ? 50 * t : 50 + 20 * (t - 1);
    EXPECT_NEAR(table.Column("tank.h")[i], enthalpy / mass, 1e-5) << t;
    // While the first feed gives, it would take what the second brings; so it does once it turns over.
    EXPECT_NEAR(table.Column("first.taken")[i], 20, 1e-5) << t;
    EXPECT_NEAR(table.Column("line.b.h_outflow")[i], t < 1 ? 50.0 / 3 : 20, 1e-5) << t;
  }
}

TEST_P(LanguageTour, NamedProfiles) {
  const Table table = Simulate("LanguageTour.NamedProfiles").table;
  EXPECT_EQ(table.At("place", 0.25), 3);
  EXPECT_EQ(table.At("before", 0.25), 1);
  EXPECT_EQ(table.Last("place"), 2);
  EXPECT_EQ(table.Last("before"), 1);
  EXPECT_TRUE(IsNear(table.Last("work"), 1));
  EXPECT_TRUE(IsNear(table.At("whole", 0.25), 8.0 / 3));
  EXPECT_TRUE(IsNear(table.Last("whole"), 2));
}

TEST_P(LanguageTour, Announcements) {
  const Table table = Simulate("LanguageTour.Announcements").table;
  EXPECT_EQ(table.At("number", 0.25), 1);
  EXPECT_EQ(table.At("number", 0.75), 2);
  EXPECT_EQ(table.Last("number"), 3);
  EXPECT_EQ(table.At("precedes", 0.25), 0) << "`early` is behind `doors`";
  EXPECT_EQ(table.Last("precedes"), 1) << "`arrived` is before it";
  EXPECT_EQ(table.Last("changes"), 2);
  EXPECT_EQ(table.At("letters", 0.25), 10);
  EXPECT_EQ(table.Last("letters"), 2 * 7 + 2) << "twice `arrived`, whose halves are alike";
  EXPECT_TRUE(IsNear(table.Last("x"), 0.5));
}

TEST_P(LanguageTour, ClockRates) {
  const Table table = Simulate("LanguageTour.ClockRates").table;
  const std::pair<const char*, double> kTicks[] = {{"base.n", 20},       {"slow.n", 4},      {"fast.n", 80},
                                                   {"late.n", 18},       {"early.n", 19},    {"several[1].n", 8},
                                                   {"several[2].n", 10}, {"several[3].n", 4}};
  for (const auto& [name, ticks] : kTicks) EXPECT_EQ(table.Last(name), ticks) << name;
  EXPECT_EQ(table.Last("doubled"), 32);
  EXPECT_EQ(table.Last("interpolated"), 32 + 80);
  EXPECT_EQ(table.Last("shifted"), 20);
  EXPECT_EQ(table.Last("back"), 19);
  EXPECT_EQ(table.At("back", 0.04), 0) << "the start value of what is shifted back";
  EXPECT_EQ(table.Last("latest"), 16);
  EXPECT_EQ(table.Last("sampledLatest"), 15);
}

TEST_P(LanguageTour, EventClocks) {
  const Table table = Simulate("LanguageTour.EventClocks").table;
  EXPECT_EQ(table.Last("turns"), 3);
  EXPECT_EQ(table.Last("everySecond"), 3);
  EXPECT_EQ(table.At("period", 3), 7);
  EXPECT_TRUE(IsNear(table.Last("period"), kPi));
  // Ticks at 0, 0.3, 0.7, 1.2 ... with intervals that grow by 0.1.
  EXPECT_EQ(table.Last("ticks"), 12);
  EXPECT_TRUE(IsNear(table.Last("tick"), 8.8, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("step"), 1.3, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("length"), 6.4, 1e-12));
  EXPECT_TRUE(IsNear(table.TimeOfChangeTo("length", 6.4), 6.2));
}

TEST_P(LanguageTour, DiscretizedLags) {
  const Table table = Simulate("LanguageTour.DiscretizedLags").table;
  const double h = 0.1;
  const auto after = [](double factor) { return 1 - std::pow(factor, 10); };
  EXPECT_TRUE(IsNear(table.Last("explicitEuler.x"), after(1 - h), 1e-12));
  EXPECT_TRUE(IsNear(table.Last("implicitEuler.x"), after(1 / (1 + h)), 1e-12));
  EXPECT_TRUE(IsNear(table.Last("trapezoid.x"), after((1 - h / 2) / (1 + h / 2)), 1e-12));
  EXPECT_TRUE(IsNear(table.Last("byTheTool.x"), table.Last("trapezoid.x"), 1e-12));
  EXPECT_TRUE(IsNear(table.Last("midPoint.x"), after(1 - h + h * h / 2), 1e-12));
  EXPECT_TRUE(IsNear(table.Last("rungeKutta.x"), after(1 - h + h * h / 2 - h * h * h / 6 + h * h * h * h / 24), 1e-12));
  // The implicit Euler method of der(x) = t - x, and the input of a lag of 0.5 s that makes it follow.
  const double filtered = std::pow(1 + h, -10);
  EXPECT_TRUE(IsNear(table.Last("inverse.x"), filtered, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("inverse.u"), filtered + 0.5 * (1 - filtered), 1e-12));
  EXPECT_NEAR(table.Last("x"), filtered, 0.03);
}

TEST_P(LanguageTour, OperatorZoo) {
  const Table table = Simulate("LanguageTour.OperatorZoo").table;
  for (const char* name : {"trigonometry", "inverses", "quadrant", "hyperbolic", "logarithm", "larger", "magnitude"})
    for (const double value : table.Column(name)) ASSERT_NEAR(value, 0, 1e-12) << name;
  for (const double value : table.Column("pythagoras")) ASSERT_NEAR(value, 1, 1e-12);
  EXPECT_TRUE(IsNear(table.Last("x"), 1.25, 1e-9));
  EXPECT_TRUE(IsNear(table.Last("root"), std::sqrt(1.25), 1e-9));
  EXPECT_TRUE(IsNear(table.Last("bend"), 0.0625, 1e-6));
  EXPECT_EQ(table.First("rounding"), 1);
  EXPECT_EQ(table.Last("rounding"), 3);
  EXPECT_EQ(table.First("whole"), 0);
  EXPECT_EQ(table.Last("whole"), 3);
  EXPECT_EQ(table.Last("remainder"), 3);
  EXPECT_EQ(table.First("logic"), 1);
  EXPECT_EQ(table.At("logic", 0.1), 0);
  EXPECT_EQ(table.At("logic", 0.5), 1);
  EXPECT_EQ(table.At("logic", 0.9), 0);
  EXPECT_EQ(table.Last("finished"), 1);
}

TEST_P(LanguageTour, PhasorCircuitByOverloadedOperators) {
  const Table table = Simulate("LanguageTour.PhasorCircuit").table;
  // z = 1 + j - 2.5j
  EXPECT_TRUE(IsNear(table.Last("i.re"), 3 / 3.25, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("i.im"), 3 * 1.5 / 3.25, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("drop[3].re"), 2.5 * 3 * 1.5 / 3.25, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("drop[3].im"), -2.5 * 3 / 3.25, 1e-12));
  EXPECT_NEAR(table.Last("rest.re"), 0, 1e-12);
  EXPECT_NEAR(table.Last("rest.im"), 0, 1e-12);
  EXPECT_TRUE(IsNear(table.Last("pointer.re"), std::cos(6), 1e-6));
  EXPECT_TRUE(IsNear(table.Last("turned[1].re"), -std::sin(6), 1e-6));
  EXPECT_TRUE(IsNear(table.Last("turned[2].re"), std::cos(6) + 3 * 1.5 / 3.25, 1e-6));
  EXPECT_TRUE(IsNear(table.Last("turned[2].im"), std::sin(6) - 3 / 3.25, 1e-6));
  EXPECT_EQ(table.Last("isOff"), 0);
}

TEST_P(LanguageTour, SensorBusCarriesWhatIsConnected) {
  for (const int rooms : {3, 5}) {
    const Table table = Simulate("LanguageTour.SensorBus", {"--set", "n=" + std::to_string(rooms)}).table;
    double sum = 0;
    for (int i = 1; i <= rooms; ++i) {
      const std::string room = "[" + std::to_string(i) + "].";
      const double temperature = 293 - 13 * std::exp(-2.0 * 2 / i);
      sum += temperature;
      EXPECT_TRUE(IsNear(table.Last("bus.room" + room + "temperature"), temperature, 1e-6)) << i;
      EXPECT_TRUE(IsNear(table.Last("room" + room + "bus.power"), 2 * (293 - temperature), 1e-5)) << i;
      EXPECT_FALSE(table.Has("bus.room" + room + "humidity"));
      EXPECT_FALSE(table.Has("room" + room + "bus.humidity"));
    }
    EXPECT_TRUE(IsNear(table.Last("mean"), sum / rooms, 1e-6));
    EXPECT_EQ(table.Last("control.bus.target"), 293);
    EXPECT_FALSE(table.Has("bus.room[" + std::to_string(rooms + 1) + "].temperature"));
  }
}

TEST_P(LanguageTour, MovingFramesAddTheirVelocities) {
  const Table table = Simulate("LanguageTour.MovingFrames").table;
  const double river = 2 * 2 - 2;
  EXPECT_TRUE(IsNear(table.Last("swimmer.s"), river + 0.5 * 2, 1e-6));
  EXPECT_TRUE(IsNear(table.Last("ferry.drift"), river, 1e-6));
  EXPECT_TRUE(IsNear(table.Last("ferry.walker.s"), river + (4 - 1) * 2, 1e-6));
  EXPECT_TRUE(IsNear(table.Last("ferry.carousel.drift"), river + 4 * 2, 1e-6));
  EXPECT_TRUE(IsNear(table.Last("ferry.carousel.walker.s"), river + (4 - 3) * 2, 1e-6));
  EXPECT_TRUE(IsNear(table.Last("ferry.trolley[1].walker.s"), river + 4.5 * 2, 1e-6));
  EXPECT_TRUE(IsNear(table.Last("ferry.trolley[2].walker.s"), river + 4.25 * 2, 1e-6));
  EXPECT_EQ(table.Last("ferry.frame.v"), 4);
  EXPECT_EQ(table.Last("ferry.trolley[2].frame.v"), 4.25);
}

TEST_P(LanguageTour, SizesOfTheMoment) {
  const Table table = Simulate("LanguageTour.SizesOfTheMoment").table;
  EXPECT_EQ(table.First("middle"), 1);
  EXPECT_EQ(table.At("middle", 0.55), 10);
  EXPECT_EQ(table.Last("middle"), 252);
  EXPECT_EQ(table.Last("twice[1]"), 6);
  EXPECT_EQ(table.Last("twice[2]"), 24);
  const double t = 1.05;
  EXPECT_TRUE(IsNear(table.Last("slope"), 2 + 6 * t + 12 * t * t, 1e-12));
  EXPECT_TRUE(IsNear(table.Last("x"), 1 + 2 * t + 3 * t * t + 4 * t * t * t, 1e-6));
}

TEST_P(LanguageTour, PipeGivesWhatItWasGiven) {
  const Table table = Simulate("LanguageTour.Pipe", {"--intervals", "700"}).table;
  // The plug lies between 2 m and 3 m of the 4 m and comes out at 1 m/s between 1 s and 2 s.
  for (const double t : {0.0, 0.5, 0.98, 2.02, 2.9}) EXPECT_NEAR(table.At("right", t), 0, 1e-9) << t;
  for (const double t : {1.02, 1.5, 1.98}) EXPECT_NEAR(table.At("right", t), 1, 1e-9) << t;
  EXPECT_NEAR(table.Last("wave"), 1, 1e-5);
  // At -2 m/s what went in from the left comes back, the last first; then the water that lay before the plug, then what
  // entered from the right 2 s ago.
  for (const double t : {3.1, 3.5, 4.0, 4.4}) EXPECT_NEAR(table.At("left", t), (9 - 2 * t) * (9 - 2 * t), 1e-6) << t;
  for (const double t : {4.54, 4.75, 4.96}) EXPECT_NEAR(table.At("left", t), 0, 1e-9) << t;
  for (const double t : {5.04, 6.0, 7.0}) EXPECT_NEAR(table.At("left", t), 8 + t, 1e-6) << t;
  EXPECT_NEAR(table.At("left", 2), 4, 1e-12);
  EXPECT_NEAR(table.Last("right"), 17, 1e-12);
}

TEST_P(LanguageTour, PartialDerivatives) {
  const Table table = Simulate("LanguageTour.PartialDerivatives").table;
  for (const char* name : {"error_p", "error_T", "error_pT", "error_Tp", "error_path", "error_points[1]",
                           "error_points[2]", "error_points[3]", "error_root", "error_volume", "error_linearized"}) {
    for (size_t i = 0; i < table.Time().size(); ++i) {
      // The branch of the function changes at 2/3 s, and the derivative jumps there.
      if (std::abs(table.Time()[i] - 2.0 / 3) < 1e-6) continue;
      ASSERT_NEAR(table.Column(name)[i], 0, 1e-10) << name << " at " << table.Time()[i];
    }
  }
  EXPECT_NEAR(table.Last("error_x"), 0, 1e-6);
  EXPECT_EQ(table.Last("several[1]"), 7 * 1 * 3);
  EXPECT_EQ(table.Last("several[2]"), 7 * 2 * 4);
  EXPECT_EQ(table.Last("sum"), 14 * (1 + 4 + 9));
  EXPECT_TRUE(IsNear(table.Last("z"), std::exp(4.0), 1e-6));
  EXPECT_EQ(table.Last("measure"), 3 * 4 * 3);
}

INSTANTIATE_TEST_SUITE_P(Solvers, LanguageTour, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
