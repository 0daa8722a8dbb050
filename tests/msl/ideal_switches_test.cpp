// SPDX-License-Identifier: BSD-3-Clause
// The ideal diodes and switches of the Modelica Standard Library with Ron = Goff = 0: their equations change index and
// states with the mode. Against closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/library.h"
#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

class IdealSwitches : public WithEverySolver {
 protected:
  void SetUp() override {
    if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  }
  static Table Run(const std::string& model) {
    return Simulate("IdealSwitches." + model, {SourcePath("tests/msl/models/IdealSwitches.mo")}).table;
  }
};

constexpr double kPi = 3.14159265358979323846;
constexpr double kL = 0.05, kR = 5, kFrequency = 2 * kPi * 50;

/// i of L i' + R i = 10 sin(w (t - start)) from `start`, where it has a value.
double Current(double t, double start, double value) {
  const auto forced = [](double since) {
    return 10 * (kR * std::sin(kFrequency * since) - kFrequency * kL * std::cos(kFrequency * since)) /
           (kR * kR + kFrequency * kFrequency * kL * kL);
  };
  return forced(t - start) + (value - forced(0)) * std::exp(-kR / kL * (t - start));
}

TEST_P(IdealSwitches, OneDiodeConductsUntilTheCurrentIsZero) {
  const Table table = Run("HalfWave");
  const double ends = Root([](double t) { return Current(t, 0, 0); }, 0.01, 0.02);
  for (size_t row = 0; row < table.Time().size(); ++row) {
    const double t = std::fmod(table.Time()[row], 0.02);
    ASSERT_NEAR(table.Column("coil.i")[row], t < ends ? Current(t, 0, 0) : 0, 1e-6) << "at " << table.Time()[row];
  }
}

TEST_P(IdealSwitches, FourDiodesRectify) {
  const Table table = Run("FullWave");
  for (size_t row = 0; row < table.Time().size(); ++row) {
    double start = 0, value = 0;
    for (; start + 0.01 < table.Time()[row]; start += 0.01) value = Current(start + 0.01, start, value);
    ASSERT_NEAR(table.Column("coil.i")[row], Current(table.Time()[row], start, value), 1e-6)
        << "at " << table.Time()[row];
  }
}

// 12 V for a quarter of each 0.1 ms, 0 for the rest: the current never comes to an end.
TEST_P(IdealSwitches, TheCurrentOfACoilGoesOnThroughTheDiode) {
  const Table table = Run("Buck");
  for (size_t row = 0; row < table.Time().size(); ++row) {
    double t = table.Time()[row], i = 0;
    const auto after = [](double value, double voltage, double duration) {
      return voltage / 4 + (value - voltage / 4) * std::exp(-4e3 * duration);
    };
    for (; t > 1e-4; t -= 1e-4) i = after(after(i, 12, 2.5e-5), 0, 7.5e-5);
    i = t <= 2.5e-5 ? after(i, 12, t) : after(after(i, 12, 2.5e-5), 0, t - 2.5e-5);
    ASSERT_NEAR(table.Column("coil.i")[row], i, 1e-6) << "at " << table.Time()[row];
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, IdealSwitches, ::testing::ValuesIn(kSolvers), NameOfSolver);

}  // namespace
}  // namespace stiction::test
