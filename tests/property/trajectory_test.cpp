// SPDX-License-Identifier: BSD-3-Clause
// What must not change a trajectory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

Table SimulateProperty(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.push_back(SourcePath("tests/property/models/Properties.mo"));
  return Simulate("Properties." + model, arguments).table;
}

void ExpectIdentical(const Table& one, const Table& other, const std::vector<std::string>& names) {
  ASSERT_EQ(one.Time(), other.Time());
  for (const std::string& name : names) EXPECT_EQ(one.Column(name), other.Column(name)) << name;
}

// Equal on the output grid 0, h, 2h, ... up to `tolerance`, absolute.
void ExpectAgreement(const Table& one, const Table& other, const std::string& name, double tolerance) {
  const double end = one.Time().back();
  for (int i = 0; i <= 100; ++i) {
    const double t = end * i / 100;
    ASSERT_NEAR(one.At(name, t), other.At(name, t), tolerance) << name << " at " << t;
  }
}

TEST(Property, AnInertialStuckModeWithoutYieldChangesNothing) {
  const std::vector<std::string> names = {"x", "v", "a", "f", "sa", "mode", "startFor", "startBack"};
  ExpectIdentical(SimulateProperty("Plain"), SimulateProperty("Inertial"), names);
  ExpectIdentical(SimulateProperty("Enumeration"), SimulateProperty("InertialEnumeration"), names);
}

TEST(Property, AnInertialStuckModeThatYieldsByATraceChangesATrace) {
  const Table plain = SimulateProperty("Plain");
  const Table creeping = SimulateProperty("Creeping");
  ExpectAgreement(plain, creeping, "x", 1e-6);
  EXPECT_NE(plain.Column("x"), creeping.Column("x"));
}

TEST(Property, IntegerAndEnumerationModesAreTheSame) {
  const Table integers = SimulateProperty("Plain");
  const Table enumeration = SimulateProperty("Enumeration");
  ExpectIdentical(integers, enumeration, {"x", "v", "a", "f", "sa", "startFor", "startBack"});
  for (std::size_t i = 0; i < integers.Time().size(); ++i)
    ASSERT_EQ(integers.Column("mode")[i] + 2, enumeration.Column("mode")[i]);
}

TEST(Property, MirroredSignsGiveTheMirroredResult) {
  const Table both = SimulateProperty("Mirrored");
  ASSERT_GT(both.ChangeTimes("original.mode").size(), 4U);
  for (std::size_t i = 0; i < both.Time().size(); ++i)
    ASSERT_NEAR(both.Column("original.v")[i], -both.Column("image.v")[i], 1e-12);
  const Table one = Simulate("ReferenceProblems.MirroredPush").table;
  const Table other = Simulate("ReferenceProblems.MirroredPush", {"--set", "direction=-1"}).table;
  ASSERT_EQ(one.ChangeTimes("mode").size(), other.ChangeTimes("mode").size());
  for (int i = 0; i <= 200; ++i) ASSERT_NEAR(one.At("x", 0.05 * i), -other.At("x", 0.05 * i), 1e-9);
}

class Forms : public ::testing::TestWithParam<const char*> {};

TEST_P(Forms, OdeAndDaeAgree) {
  const Table ode = Simulate(GetParam(), {"--form=ode"}).table;
  const Table dae = Simulate(GetParam(), {"--form=dae"}).table;
  for (const std::string& name : ode.Names()) {
    double scale = 1;
    for (const double value : ode.Column(name)) scale = std::max(scale, std::fabs(value));
    EXPECT_NEAR(ode.Last(name), dae.Last(name), 1e-5 * scale) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(Property, Forms,
                         ::testing::Values("ReferenceProblems.ViscousStop", "ReferenceProblems.CoulombOscillator",
                                           "ReferenceProblems.StackedBlocksOnFloor",
                                           "ReferenceProblems.ClutchEngagement", "Bench.P3"),
                         [](const auto& model) {
                           const std::string name = model.param;
                           return name.substr(name.find('.') + 1);
                         });

TEST(Property, TheOrderOfDeclarationChangesNothing) {
  const Table ordered = SimulateProperty("Ordered");
  const Table reordered = SimulateProperty("Reordered");
  ASSERT_GT(ordered.ChangeTimes("floor.mode").size(), 4U);
  for (const char* name : {"upper.s", "lower.s", "between.heat", "floor.heat"})
    ExpectAgreement(ordered, reordered, name, 1e-6);
}

TEST(Property, WritingFewerSignalsChangesNothing) {
  const TemporaryDirectory directory;
  const std::string signals = directory.File("signals.txt");
  FILE* file = std::fopen(signals.c_str(), "w");
  ASSERT_NE(file, nullptr);
  std::fputs("mass.s\n", file);
  std::fclose(file);
  const Table all = Simulate("ReferenceProblems.CoulombOscillator").table;
  const Table few = Simulate("ReferenceProblems.CoulombOscillator", {"--signals", signals}).table;
  EXPECT_EQ(few.Names(), (std::vector<std::string>{"time", "mass.s"}));
  ExpectIdentical(all, few, {"mass.s"});
}

TEST(Property, TheSameRunGivesTheSameBytes) { EXPECT_EQ(Simulate("Bench.P3").csv, Simulate("Bench.P3").csv); }

}  // namespace
}  // namespace stiction::test
