// SPDX-License-Identifier: BSD-3-Clause
// Stacks of blocks that slide on each other, with data at random: all methods find the same motion, with an energy
// account that closes, in steps whose number the rounding errors of equal speeds and of resting heats do not decide.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

constexpr double kStop = 5;
constexpr int kMostSteps = 30'000;  // of a tolerance below the rounding errors of an acceleration; else a few hundred

// Numbers of a vector as text, each at random in [least, most] times `unit`.
class Data {
 public:
  Data(unsigned seed, int count) : random_(seed), count_(count) {}

  std::string Vector(double least, double most, double unit) {
    std::uniform_real_distribution<double> number(least, most);
    std::string text;
    for (int k = 0; k < count_; ++k) text += fmt::format("{}{:.4g}", k == 0 ? "" : ", ", unit * number(random_));
    return "{" + text + "}";
  }

 private:
  std::mt19937 random_;
  int count_;
};

// @param unit of forces and masses: what moves does not depend on it
std::string Stack(unsigned seed, int count, double unit) {
  Data data(seed, count);
  return fmt::format(R"(
model Stack
  import T = FrictionElements.Translational;
  parameter Integer n = {};
  parameter Real amplitude[n] = {};
  parameter Real w[n] = {};
  T.Fixed floor;
  T.Mass mass[n](m = {}, each s(start = 0, fixed = true), each v(start = 0, fixed = true));
  T.SlidingFriction mode[n](each mu = 1, f_normal = {}, f1 = {});
  T.Force push[n](f = {{amplitude[k]*sin(w[k]*time) for k in 1:n}});
  Real energyError = sum(mass.kineticEnergy) + sum(mode.heat) - sum(push.work);
  Real handled = sum(mass.kineticEnergy) + sum(mode.heat);
equation
  connect(floor.flange, mode[1].flange_a);
  for k in 1:n loop
    connect(mode[k].flange_b, mass[k].flange_a);
    connect(push[k].flange, mass[k].flange_b);
  end for;
  for k in 2:n loop
    connect(mass[k - 1].flange_b, mode[k].flange_a);
  end for;
end Stack;
)",
                     count, data.Vector(1, 8, unit), data.Vector(0.5, 4, 1), data.Vector(0.5, 3, unit),
                     data.Vector(0.5, 4, unit), data.Vector(0, 0.5, unit));
}

class Stacks : public ::testing::TestWithParam<unsigned> {};

TEST_P(Stacks, MoveAlikeByAllMethods) {
  constexpr std::array kTolerances = {1e-4, 1e-6, 1e-9};
  constexpr std::array kUnits = {1.0, 1e-9, 1e9};
  const unsigned seed = GetParam();
  const int count = 2 + static_cast<int>(seed % 3);
  const double tolerance = kTolerances[seed / 3 % kTolerances.size()];
  const double unit = kUnits[seed / 9 % kUnits.size()];
  const TemporaryDirectory directory;
  const std::string file = directory.File("Stack.mo");
  std::ofstream(file) << Stack(seed, count, unit);
  std::vector<double> expected;
  for (const auto& [solver, form] : kSolvers) {
    SCOPED_TRACE(fmt::format("{} blocks, tolerance {}, unit {}, {} {}", count, tolerance, unit, solver, form));
    const Simulation run = Simulate("Stack", {file, "--solver", solver, "--form", form, "--stop-time",
                                              std::to_string(kStop), "--tolerance", fmt::format("{}", tolerance)});
    EXPECT_LT(run.report["steps"].get<int>(), kMostSteps);
    EXPECT_LT(std::abs(run.table.Last("energyError")), 1000 * tolerance * run.table.Last("handled"));
    std::vector<double> actual;
    for (int k = 1; k <= count; ++k) {
      actual.push_back(run.table.Last(fmt::format("mass[{}].s", k)));
      actual.push_back(run.table.Last(fmt::format("mode[{}].heat", k)) / unit);
    }
    if (expected.empty()) expected = actual;
    for (size_t i = 0; i < actual.size(); ++i)
      EXPECT_NEAR(actual[i], expected[i], 1000 * tolerance * std::max(1.0, std::abs(expected[i])));
  }
}

INSTANTIATE_TEST_SUITE_P(AtRandom, Stacks, ::testing::Range(0U, 27U));

}  // namespace
}  // namespace stiction::test
