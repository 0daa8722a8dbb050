// SPDX-License-Identifier: BSD-3-Clause
// FrictionElements.Elastic against closed forms and published figures.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

constexpr const char* kLuGre = "FrictionElements.Elastic.Translational.LuGre(peak = 1.5, f1 = 0.4)";
const std::vector<std::string> kLaws = {"Dahl",        "LuGre",        "ElastoPlastic",
                                        "MaxwellSlip", "Leuven",       "SevenParameters",
                                        "BoucWen",     "LinearRegion", "RegularizedTanh"};

/// An experiment of FrictionGallery with a law.
Table Experiment(const std::string& name, const std::string& friction, const std::vector<std::string>& options) {
  const std::string text = fmt::format(
      "model Run\n  extends FrictionGallery.{}(redeclare model Friction = {});\nend Run;\n", name, friction);
  return SimulateText("Run", text, options).table;
}

std::string Translational(const std::string& law) { return "FrictionElements.Elastic.Translational." + law; }

double Largest(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

// Figures of Canudas de Wit and others 1995, figures 5 and 6, computed by another program at a relative tolerance of
// 1e-8.
TEST(ElasticFriction, LuGreSticksAndSlips) {
  const Table table =
      Experiment("StickSlip", kLuGre, {"--stop-time", "40", "--interval", "0.0005", "--tolerance", "1e-9"});
  std::vector<double> slips;
  for (size_t i = 1; i < table.Time().size(); ++i) {
    const double before = table.Column("body.v")[i - 1], after = table.Column("body.v")[i];
    if (before < 0.01 && after >= 0.01) {
      slips.push_back(table.Time()[i] - (after - 0.01) / (after - before) * (table.Time()[i] - table.Time()[i - 1]));
    }
  }
  ASSERT_GE(slips.size(), 4U);
  EXPECT_NEAR(slips[0], 7.4582, 1e-4 * 7.4582);
  EXPECT_NEAR(slips[3] - slips[2], 6.3626, 1e-4 * 6.3626);
  EXPECT_NEAR(Largest(table.Column("body.v")), 0.36982, 1e-4 * 0.36982);
  EXPECT_NEAR(Largest(table.Column("floor.f")), 1.47658, 1e-4 * 1.47658);
}

TEST(ElasticFriction, LuGreBreaksAwayAtLessTheFasterTheForceGrows) {
  using Known = std::pair<double, double>;
  for (const auto& [rate, expected] :
       {Known{1, 1.43241}, {2, 1.39441}, {5, 1.31320}, {10, 1.21995}, {20, 1.09861}, {30, 1.02448}, {40, 1.00425}}) {
    const std::vector<double> force =
        Experiment("BreakAway", kLuGre,
                   {"--set", fmt::format("rate={}", rate), "--stop-time", fmt::format("{}", 2 / rate), "--intervals",
                    "20000", "--tolerance", "1e-9"})
            .Column("floor.f");
    size_t top = 1;
    while (top + 1 < force.size() && force[top + 1] >= force[top]) ++top;
    EXPECT_NEAR(force[top], expected, 1e-5) << rate << " N/s";
  }
}

TEST(ElasticFriction, LuGreHasAHysteresisBeforeItSlides) {
  const Table table =
      Experiment("Hysteresis", kLuGre, {"--stop-time", "42.75", "--intervals", "3", "--tolerance", "1e-9"});
  EXPECT_NEAR(table.At("body.s", 14.25), 4.48783e-5, 1e-4 * 4.48783e-5);
  EXPECT_NEAR(table.At("body.s", 28.5), 3.50627e-5, 1e-4 * 3.50627e-5);
  EXPECT_NEAR(table.At("body.s", 42.75), -9.81868e-6, 1e-4 * 9.81868e-6);
}

TEST(ElasticFriction, LuGreLagsBehindTheSpeed) {
  struct Known {
    double w, faster, slower;
  };
  for (const auto& [w, faster, slower] :
       {Known{1, 1.053924, 1.052703}, {10, 1.061089, 1.048305}, {25, 1.079554, 1.043456}}) {
    const std::string text = fmt::format(
        "model Run\n  FrictionElements.Translational.PrescribedSpeed drive(v_ref = 1e-3*(1.5 + cos({}*time)));\n  {} "
        "floor;\n"
        "equation\n  connect(drive.flange, floor.flange_a);\nend Run;\n",
        w, Translational("LuGre"));
    const double quarter = std::numbers::pi / (2 * w);
    const Table table = SimulateText("Run", text,
                                     {"--set", "floor.peak=1.5", "--set", "floor.f1=0.4", "--stop-time",
                                      fmt::format("{}", 12 * quarter), "--intervals", "12", "--tolerance", "1e-10"})
                            .table;
    EXPECT_NEAR(table.At("floor.f", 9 * quarter), slower, 2e-5) << w << " rad/s";
    EXPECT_NEAR(table.At("floor.f", 11 * quarter), faster, 2e-5) << w << " rad/s";
  }
}

TEST(ElasticFriction, LuGreDriftsUnderALoadThatShakes) {
  const Table table = Experiment(
      "Hold", kLuGre,
      {"--set", "mean=0.7", "--set", "amplitude=0.5", "--stop-time", "10", "--intervals", "10", "--tolerance", "1e-8"});
  EXPECT_NEAR(table.Last("body.s"), 9.637e-4, 1e-3 * 9.637e-4);
}

// 6 um deflect at the largest load; what has no damping rings about as much.
TEST(ElasticFriction, ElasticLimitsHoldALoadThatShakes) {
  const auto place_after_100_s = [](const std::string& friction) {
    return std::fabs(Experiment("Hold", friction, {"--stop-time", "100", "--intervals", "10", "--tolerance", "1e-8"})
                         .Last("body.s"));
  };
  for (const char* const law :
       {"ElastoPlastic(peak = 1.5)", "SevenParameters(damping = 300)", "MaxwellSlip(peak = 1.5, f1 = 0.4)"}) {
    EXPECT_LT(place_after_100_s(Translational(law)), 1.2e-5) << law;
  }
  EXPECT_GT(place_after_100_s(kLuGre), 1e-4);
}

// x = 0.05 sin(t): F runs along F(x) = s + (F0 - s) exp(-sigma |x|/f0), s the sign of the speed, from F0 at a turning
// point.
TEST(ElasticFriction, DahlIsAnExponentialOfTheWay) {
  const std::string text =
      "model Run\n  FrictionElements.Translational.PrescribedPosition drive(s_ref = 0.05*sin(time));\n"
      "  FrictionElements.Elastic.Translational.Dahl floor(stiffness = 100);\nequation\n"
      "  connect(drive.flange, floor.flange_a);\nend Run;\n";
  const double pi = std::numbers::pi;
  const Table table =
      SimulateText("Run", text,
                   {"--stop-time", fmt::format("{}", 6.5 * pi), "--intervals", "130", "--tolerance", "1e-11"})
          .table;
  double at_turn = 1 - std::exp(-5.0);
  for (int half = 1; half <= 6; ++half) {
    const double sign = half % 2 == 0 ? 1 : -1, begin = (half - 0.5) * pi;
    for (int k = 1; k <= 20; ++k) {
      const double t = begin + k * pi / 20, way = std::fabs(0.05 * std::sin(t) - 0.05 * std::sin(begin));
      EXPECT_NEAR(table.At("floor.f", t), sign + (at_turn - sign) * std::exp(-100 * way), 1e-7) << t;
    }
    at_turn = sign + (at_turn - sign) * std::exp(-10.0);
  }
}

// m v' = t - F, F = 1 - exp(-sigma x): with sigma towards infinity x = (t - 1)^3/6, as of friction that sticks. The way
// to full friction is ln(..)/sigma: the error falls as 1/sigma, but for the logarithm.
TEST(ElasticFriction, TendsToFrictionThatSticksAsItStiffens) {
  for (const std::string& law : {"Dahl", "LuGre", "ElastoPlastic", "BoucWen"}) {
    std::vector<double> errors;
    for (const double stiffness : {1e4, 1e5, 1e6}) {
      const bool has_damping = law == "LuGre" || law == "ElastoPlastic";
      const Table table =
          Experiment("BreakAway",
                     Translational(fmt::format("{}(stiffness = {}{})", law, stiffness,
                                               has_damping ? fmt::format(", damping = {}", std::sqrt(stiffness)) : "")),
                     {"--stop-time", "2", "--tolerance", "1e-10"});
      errors.push_back(std::fabs(table.Last("body.s") - 1.0 / 6));
    }
    for (size_t i = 1; i < errors.size(); ++i) {
      const double rate = std::log10(errors[i - 1] / errors[i]);
      EXPECT_GT(rate, 0.5) << law << ' ' << errors[i - 1] << ' ' << errors[i];
      EXPECT_LT(rate, 1.5) << law;
    }
  }
}

// The energy account closes, and no heat flows back, where the theory says so.
TEST(ElasticFriction, DissipationIsNeverNegative) {
  for (const std::string& law : kLaws) {
    const std::string text =
        "model Run\n  FrictionElements.Translational.PrescribedSpeed drive(v_ref = 0.01*sin(3*time) + "
        "0.02*sin(7.1*time));\n  " +
        Translational(law) +
        " floor;\n  Real work(start = 0, fixed = true), heat(start = 0, fixed = true);\nequation\n"
        "  connect(drive.flange, floor.flange_a);\n  der(work) = floor.f*floor.v;\n  der(heat) = floor.lossPower;\nend "
        "Run;\n";
    const Table table = SimulateText("Run", text, {"--stop-time", "10", "--tolerance", "1e-9"}).table;
    const double least =
        *std::min_element(table.Column("floor.lossPower").begin(), table.Column("floor.lossPower").end());
    if (law != "MaxwellSlip") EXPECT_GE(least, -1e-9) << law;
    if (law == "SevenParameters") continue;  // loses the energy of its spring where it begins to slide and to hold
    EXPECT_NEAR(table.Last("work"), table.Last("heat") + table.Last("floor.stored"), 1e-6 * table.Last("work")) << law;
  }
}

TEST(ElasticFriction, MirrorsTheMotion) {
  for (const std::string& law : kLaws) {
    const auto run = [&](double sign) {
      return SimulateText(
                 "Run",
                 fmt::format(
                     "model Run\n  FrictionElements.Translational.Mass body(m = 1, s(start = 0, fixed = true), v(start "
                     "= 0, "
                     "fixed = true));\n  FrictionElements.Translational.Force push(f = {}*1.4*sin(time));\n  {} "
                     "floor;\nequation\n"
                     "  connect(push.flange, body.flange_b);\n  connect(body.flange_a, floor.flange_a);\nend Run;\n",
                     sign, Translational(law)),
                 {"--stop-time", "5", "--tolerance", "1e-9"})
          .table;
    };
    const Table one = run(1), other = run(-1);
    for (int k = 1; k <= 50; ++k) {
      EXPECT_NEAR(one.At("body.s", 0.1 * k), -other.At("body.s", 0.1 * k), 1e-7) << law << " at " << 0.1 * k;
    }
  }
}

// A shaft that turns in its bearing is the same law with other units; the heat goes to a port, the reaction to a
// support.
TEST(ElasticFriction, TurnsAsItMoves) {
  for (const std::string& law : kLaws) {
    const std::string text = fmt::format(
        "model Run\n  FrictionElements.Translational.Mass body(m = 1, s(start = 0, fixed = true), v(start = 0.3, fixed "
        "= true));\n"
        "  FrictionElements.Translational.Mass base(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));\n"
        "  FrictionElements.Rotational.Inertia wheel(J = 1, phi(start = 0, fixed = true), w(start = 0.3, fixed = "
        "true));\n"
        "  FrictionElements.Rotational.Inertia frame(J = 2, phi(start = 0, fixed = true), w(start = 0, fixed = "
        "true));\n"
        "  FrictionElements.Elastic.Translational.{0} sliding(useSupport = true, useHeatPort = true);\n"
        "  FrictionElements.Elastic.Rotational.{0} turning(useSupport = true, useHeatPort = true);\n"
        "  FrictionElements.Translational.Surroundings air(T = 300);\n  Real heat(start = 0, fixed = true);\nequation\n"
        "  connect(body.flange_a, sliding.flange_a);\n  connect(base.flange_a, sliding.support);\n"
        "  connect(wheel.flange_a, turning.flange_a);\n  connect(frame.flange_a, turning.support);\n"
        "  connect(sliding.heatPort, air.port);\n  connect(turning.heatPort, air.port);\n  der(heat) = "
        "air.port.Q_flow;\nend Run;\n",
        law);
    const Table table = SimulateText("Run", text, {"--stop-time", "1", "--tolerance", "1e-9"}).table;
    EXPECT_NEAR(table.Last("body.v") + 2 * table.Last("base.v"), 0.3, 1e-8) << law;
    for (int k = 1; k <= 10; ++k) EXPECT_NEAR(table.At("body.s", 0.1 * k), table.At("wheel.phi", 0.1 * k), 1e-8) << law;
    // Both in the end: the energy lost, 0.5*m1*m2/(m1 + m2)*0.3^2 each.
    EXPECT_NEAR(table.Last("heat"), 2 * 0.03, 2e-4) << law;
  }
}

// The data are the Stribeck curve of these constants with an error of 0.8 %.
TEST(ElasticFriction, ASweepFindsTheConstantsOfMeasuredFriction) {
  const TemporaryDirectory directory;
  const std::string table = directory.File("constants.csv");
  const CommandResult result =
      RunStiction({"sweep", "-L", SourcePath("models"), "-m", "FrictionElements.Identify.SlowSweep", "--observe",
                   "deviation", "-o", table, "--quiet", "--vary", "f0=lin(1,1.4,5)", "--vary", "peak=lin(1.2,1.6,5)",
                   "--vary", "stribeckSpeed=0.002,0.004,0.006", "--vary", "f1=2.5,5,7.5"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  std::ifstream file(table);
  std::string line, best;
  double least = 1;
  std::getline(file, line);
  EXPECT_TRUE(line.starts_with(R"h("run","f0","peak","stribeckSpeed","f1","status","reason","time","end(deviation)")h"))
      << line;
  while (std::getline(file, line)) {
    std::vector<std::string> cells;
    for (std::stringstream stream(line); std::getline(stream, cells.emplace_back(), ',');) {
    }
    const double deviation = std::stod(cells.at(8));
    if (deviation >= least) continue;
    least = deviation;
    best = cells[1] + ' ' + cells[2] + ' ' + cells[3] + ' ' + cells[4];
  }
  EXPECT_EQ(best, "1.2 1.4 0.004 5");
  EXPECT_NEAR(least, 0.0201, 1e-3);
}

}  // namespace
}  // namespace stiction::test
