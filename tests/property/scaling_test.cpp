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

class Scaling : public ::testing::TestWithParam<Problem> {};

TEST_P(Scaling, ChangesUnitsOnly) {
  const char* const problem = GetParam().model;
  const ir::FlatModel original = FlatModelOf(problem);
  std::map<std::string, Variant> references;  // by method
  ForEachVariant(GetParam(), std::size(kPowers), [&](size_t i, const Method& method) {
    const auto [force, length, time] = kPowers[i];
    SCOPED_TRACE(fmt::format("force 1e{}, length 1e{}, time 1e{}, {}", force, length, time, Name(method)));
    const Variant& reference = references.try_emplace(Name(method), problem, method).first->second;
    const auto factor = [](int power) { return std::stod(fmt::format("1e{}", power)); };
    const Scale scale{factor(force), factor(length), factor(time)};
    std::vector<double> factors;
    const Variant scaled(
        problem, method, [&](ir::FlatModel& model) { factors = Rescale(model, scale); }, scale.time);
    EXPECT_TRUE(IsSameTrajectory(original, reference, scaled, Counterparts(original, factors), scale.time));
  });
}

INSTANTIATE_TEST_SUITE_P(Models, Scaling, ::testing::ValuesIn(kFrictionProblems), NameOfProblem);

}  // namespace
}  // namespace stiction::test
