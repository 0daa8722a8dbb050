// SPDX-License-Identifier: BSD-3-Clause
// Physics knows no units: a friction problem in other units of force, length and time has the trajectory of the
// original in these units, whatever the size of its numbers.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <map>
#include <string>

#include "tests/property/flat.h"
#include "tests/property/friction_problems.h"
#include "tests/property/rescale.h"
#include "tests/property/variant.h"

namespace stiction::test {
namespace {

// Powers of ten, of the factors of force, length and time.
struct Powers {
  int force = 0, length = 0, time = 0;
};

constexpr Powers kPowers[] = {{-12, 0, 0}, {-9, 0, 0},   {-6, 0, 0},     {-3, 0, 0},  {3, 0, 0},    {6, 0, 0},
                              {12, 0, 0},  {0, -12, 0},  {0, -9, 0},     {0, -6, 0},  {0, -3, 0},   {0, 3, 0},
                              {0, 6, 0},   {0, 12, 0},   {0, 0, -12},    {0, 0, -9},  {0, 0, -6},   {0, 0, -3},
                              {0, 0, 3},   {0, 0, 6},    {0, 0, 12},     {-9, -9, 6}, {-12, 6, -9}, {12, 12, 12},
                              {9, -12, 6}, {-6, -6, -6}, {-12, -12, -12}};

Scale ScaleOf(const Powers& powers) {
  const auto factor = [](int power) { return std::stod(fmt::format("1e{}", power)); };
  return {factor(powers.force), factor(powers.length), factor(powers.time)};
}

void ExpectScaledTrajectory(const char* problem, const Powers& powers, const Method& method, const Variant& reference) {
  SCOPED_TRACE(
      fmt::format("force 1e{}, length 1e{}, time 1e{}, {}", powers.force, powers.length, powers.time, Name(method)));
  const ir::FlatModel original = FlatModelOf(problem);
  const Scale scale = ScaleOf(powers);
  std::vector<double> factors;
  const Variant scaled(
      problem, method, [&](ir::FlatModel& model) { factors = Rescale(model, scale); }, scale.time);
  EXPECT_TRUE(IsSameTrajectory(original, reference, scaled, Counterparts(original, factors), scale.time));
}

class Scaling : public ::testing::TestWithParam<Problem> {};

TEST_P(Scaling, ChangesUnitsOnly) {
  const char* const problem = GetParam().model;
  std::map<std::string, Variant> references;  // by method
  ForEachVariant(GetParam(), std::size(kPowers), [&](size_t i, const Method& method) {
    const Variant& reference = references.try_emplace(Name(method), problem, method).first->second;
    ExpectScaledTrajectory(problem, kPowers[i], method, reference);
  });
}

// Each found a rounding error that was taken for a quantity: a first step below the last place of t, the tolerance of a
// state that an event has left at 1e-21, an unknown of 1e-271, a zero crossing sampled at a perturbed point.
TEST(Scaling, OfRoundingErrorsStopsNoMethod) {
  struct Run {
    const char* problem;
    Powers powers;
    Method method;
  };
  constexpr Method kRodas = kMethods[2], kIda = kMethods[3], kIdaDae = kMethods[4];
  for (const auto& [problem, powers, method] : {Run{"ReferenceProblems.LockReleasesFloor", {-12, 6, -9}, kIda},
                                                Run{"ReferenceProblems.LockReleasesFloor", {12, 12, 12}, kIda},
                                                Run{"ReferenceProblems.RollingBody", {12, 12, 12}, kIdaDae},
                                                Run{"ReferenceProblems.RollingBody", {-6, -6, -6}, kIdaDae},
                                                Run{"ReferenceProblems.ScotchYoke", {0, 0, -9}, kRodas},
                                                Run{"TableFrictionExamples.Flywheel", {0, 0, -9}, kRodas}}) {
    SCOPED_TRACE(problem);
    ExpectScaledTrajectory(problem, powers, method, Variant(problem, method));
  }
}

INSTANTIATE_TEST_SUITE_P(Models, Scaling, ::testing::ValuesIn(kFrictionProblems), NameOfProblem);

}  // namespace
}  // namespace stiction::test
