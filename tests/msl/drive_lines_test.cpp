// SPDX-License-Identifier: BSD-3-Clause
// Drive lines of the library's clutches, brakes, bearings and springs, put together at random, many of them with loads
// that the equations do not determine: each method comes to the same end, whatever the unit of torque, in steps that
// rounding errors of computed speeds do not multiply.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "tests/support/library.h"
#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

constexpr int kMostSteps = 20'000;
constexpr double kAgreement = 1e-5;  // of angles and speeds at the end, relative to 1 or to what is larger

class DriveLine {
 public:
  /// @param unit by which torques, inertias and stiffnesses are multiplied
  explicit DriveLine(unsigned seed, double unit = 1) : random_(seed), unit_(unit), count_(2 + Pick(3)) {
    for (int i = 1; i <= count_; ++i) AddShaft(i);
    for (int i = 1; i < count_; ++i) AddCoupling(i);
    for (int i = 1; i <= count_; ++i) AddFriction(i);
  }

  int count() const { return count_; }
  std::string Text() const {
    return "model DriveLine\n  import R = Modelica.Mechanics.Rotational;\n" + parts_ + "equation\n" + equations_ +
           "end DriveLine;\n";
  }

 private:
  int Pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  std::string Number(double least, double most) {
    return fmt::format("{:.5g}", std::uniform_real_distribution<double>(least, most)(random_));
  }
  std::string InUnit(double least, double most) {
    return fmt::format("{:.5g}", unit_ * std::uniform_real_distribution<double>(least, most)(random_));
  }
  std::string Peak() { return Pick(2) == 0 ? "1" : Number(1, 1.5); }

  void AddShaft(int i) {
    const std::string inertia = InUnit(0.2, 2), speed = Pick(3) == 0 ? Number(-2, 2) : "0";
    const std::string torque = InUnit(0, 3), w = Number(0.5, 4);
    parts_ += fmt::format(
        "  R.Components.Inertia j{0}(J = {1}, phi(start = 0, fixed = true), w(start = {2}, fixed = true));\n"
        "  R.Sources.Torque t{0};\n",
        i, inertia, speed);
    equations_ +=
        fmt::format("  t{0}.tau = {1}*sin({2}*time);\n  connect(t{0}.flange, j{0}.flange_b);\n", i, torque, w);
  }

  void AddCoupling(int i) {
    const int kind = Pick(4);
    if (kind == 3) return;
    if (kind == 2) {
      const std::string c = InUnit(5, 50), d = InUnit(0.05, 0.5);
      parts_ += fmt::format("  R.Components.SpringDamper c{}(c = {}, d = {});\n", i, c, d);
    } else {
      const std::string force = InUnit(0.5, 4), mu = Number(0.3, 0.9), further = Number(0.3, 0.9), peak = Peak();
      parts_ += fmt::format("  R.Components.Clutch c{}(fn_max = {}, mu_pos = [0, {}; 1000, {}], peak = {});\n", i,
                            force, mu, further, peak);
      const std::string change = Number(1, 4);
      equations_ += fmt::format("  c{}.f_normalized = {};\n", i,
                                Pick(2) == 0 ? "1" : fmt::format("if time < {} then 0 else 1", change));
    }
    equations_ +=
        fmt::format("  connect(j{0}.flange_b, c{0}.flange_a);\n  connect(c{0}.flange_b, j{1}.flange_a);\n", i, i + 1);
  }

  void AddFriction(int i) {
    const int kind = Pick(4);
    if (kind == 3) return;
    const std::string mu = Number(0.1, 1), release = Number(0.1, 1.5), force = InUnit(0.5, 4), peak = Peak();
    const std::string hold = InUnit(0.1, 1), slide = InUnit(0.1, 1.5);
    if (kind == 2) {
      parts_ += fmt::format("  R.Components.Brake b{}(fn_max = {}, mu_pos = [0, {}]);\n", i, force, mu);
      equations_ += fmt::format("  b{}.f_normalized = if time < {} then 1 else 0;\n", i, release);
    } else {
      parts_ += fmt::format("  R.Components.BearingFriction b{}(tau_pos = [0, {}; 1, {}], peak = {});\n", i, hold,
                            slide, peak);
    }
    equations_ += fmt::format("  connect(j{0}.flange_a, b{0}.flange_a);\n", i);
  }

  std::mt19937 random_;
  double unit_;
  int count_;
  std::string parts_, equations_;
};

class DriveLines : public ::testing::TestWithParam<unsigned> {};

TEST_P(DriveLines, ComeToTheEndWithAllMethods) {
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  const TemporaryDirectory directory;
  const std::string file = directory.File("DriveLine.mo");
  std::ofstream(file) << DriveLine(GetParam()).Text();
  for (const char* solver : {"dopri5", "rodas", "ida"}) {
    for (const char* tolerance : {"1e-4", "1e-6"}) {
      SCOPED_TRACE(fmt::format("{} at {}\n{}", solver, tolerance, DriveLine(GetParam()).Text()));
      const Simulation run =
          Simulate("DriveLine", {file, "--solver", solver, "--stop-time", "5", "--tolerance", tolerance});
      EXPECT_EQ(run.table.Last("time"), 5);
      EXPECT_LT(run.report["steps"].get<int>(), kMostSteps);
    }
  }
}

TEST_P(DriveLines, ComeToTheSameEndInAllUnits) {
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  const TemporaryDirectory directory;
  const std::string file = directory.File("DriveLine.mo");
  std::vector<double> expected;
  for (const double unit : {1.0, 1e-9, 1e6}) {
    const DriveLine line(GetParam(), unit);
    std::ofstream(file) << line.Text();
    for (const Solver& solver : kSolvers) {
      SCOPED_TRACE(fmt::format("{} {}\n{}", solver.name, solver.form, line.Text()));
      const Simulation run = Simulate("DriveLine", {file, "--solver", solver.name, "--form", solver.form, "--stop-time",
                                                    "5", "--tolerance", "1e-8", "--intervals", "5"});
      std::vector<double> end;
      for (int i = 1; i <= line.count(); ++i) {
        for (const char* of : {"phi", "w"}) end.push_back(run.table.Last(fmt::format("j{}.{}", i, of)));
      }
      if (expected.empty()) expected = end;
      for (size_t i = 0; i < end.size(); ++i)
        EXPECT_NEAR(end[i], expected[i], kAgreement * std::max(1.0, std::fabs(expected[i])));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(AtRandom, DriveLines, ::testing::Range(0U, 40U));

}  // namespace
}  // namespace stiction::test
