// SPDX-License-Identifier: BSD-3-Clause
// A friction problem says the same in every wording: which side of a relation a term stands on, in which order terms
// are added, which sign a quantity has, in which unit a curve runs, what a mode is called and of which type it is,
// whether a condition has a name.
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>

#include "tests/property/flat.h"
#include "tests/property/friction_problems.h"
#include "tests/property/rewording.h"
#include "tests/property/variant.h"

namespace stiction::test {
namespace {

constexpr unsigned kSeed = 20240229;

struct Rewording {
  const char* name;
  std::function<std::vector<Counterpart>(ir::FlatModel&)> apply;
};

const Rewording kRewordings[] = {
    {"relations mirrored", [](ir::FlatModel& model) { return TurnRelations(model, Turn::kMirrored); }},
    {"relations negated", [](ir::FlatModel& model) { return TurnRelations(model, Turn::kNegated); }},
    {"relations as differences", [](ir::FlatModel& model) { return TurnRelations(model, Turn::kDifference); }},
    {"relations with opposite signs", [](ir::FlatModel& model) { return TurnRelations(model, Turn::kOpposite); }},
    {"sums in another order",
     [](ir::FlatModel& model) {
       Random random(kSeed);
       return ReorderSums(model, random);
     }},
    {"other signs",
     [](ir::FlatModel& model) {
       Random random(kSeed);
       return TurnSigns(model, random);
     }},
    {"branches in another order", [](ir::FlatModel& model) { return SwapBranches(model); }},
    {"sa times 1e-6", [](ir::FlatModel& model) { return ScaleCurves(model, 1e-6); }},
    {"sa times 1e-3", [](ir::FlatModel& model) { return ScaleCurves(model, 1e-3); }},
    {"sa times 1e3", [](ir::FlatModel& model) { return ScaleCurves(model, 1e3); }},
    {"sa times 1e6", [](ir::FlatModel& model) { return ScaleCurves(model, 1e6); }},
    {"enumerations as Integers", [](ir::FlatModel& model) { return EnumerationsAsIntegers(model); }},
    {"modes as an enumeration", [](ir::FlatModel& model) { return ModesAsEnumeration(model); }},
    {"other names",
     [](ir::FlatModel& model) {
       Random random(kSeed);
       return Rename(model, random);
     }},
    {"conditions in their places", [](ir::FlatModel& model) { return InlineConditions(model); }},
    {"conditions with names", [](ir::FlatModel& model) { return NameConditions(model); }}};

class Rewordings : public ::testing::TestWithParam<Problem> {};

TEST_P(Rewordings, ChangeNoTrajectory) {
  const char* const problem = GetParam().model;
  const ir::FlatModel original = FlatModelOf(problem);
  std::map<std::string, Variant> references;  // by method
  ForEachVariant(GetParam(), std::size(kRewordings), [&](size_t i, const Method& method) {
    SCOPED_TRACE(fmt::format("{}, {}", kRewordings[i].name, Name(method)));
    const Variant& reference = references.try_emplace(Name(method), problem, method).first->second;
    std::vector<Counterpart> counterparts;
    const Variant reworded(problem, method, [&](ir::FlatModel& model) { counterparts = kRewordings[i].apply(model); });
    if (reworded.text() == reference.text()) return;  // there is nothing of the kind in it
    EXPECT_TRUE(IsSameTrajectory(original, reference, reworded, counterparts));
  });
}

INSTANTIATE_TEST_SUITE_P(Models, Rewordings, ::testing::ValuesIn(kFrictionProblems), NameOfProblem);

}  // namespace
}  // namespace stiction::test
