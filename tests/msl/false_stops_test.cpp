// SPDX-License-Identifier: BSD-3-Clause
// Drives of the library that are not to be stopped: a slice of what scripts/false_stops.py runs over hundreds of
// values.
#include <gtest/gtest.h>

#include <string>

#include "tests/support/library.h"
#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

class FalseStops : public testing::Test {
 protected:
  void SetUp() override {
    if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  }
  static void ExpectToEnd(const std::string& model, const std::string& set, const char* tolerance) {
    const Simulation simulation = Simulate(
        "FalseStops." + model, {SourcePath("tests/msl/models/FalseStops.mo"), "--set", set, "--tolerance", tolerance});
    EXPECT_EQ(simulation.report.at("status"), "success") << model << " " << set << " " << tolerance;
  }
};

TEST_F(FalseStops, ABacklashThatRattles) {
  for (const char* drag : {"0.0055", "0.009", "0.01", "0.1"})
    ExpectToEnd("Rattle", std::string("drag=") + drag, "1e-6");
}

TEST_F(FalseStops, TrainsOfClutches) {
  for (const char* tolerance : {"1e-3", "1e-6", "1e-9"}) {
    for (const char* n : {"3", "17", "60"}) ExpectToEnd("Train", std::string("n=") + n, tolerance);
  }
}

}  // namespace
}  // namespace stiction::test
