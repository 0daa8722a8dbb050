// Events that are logged are solved pass by pass, others follow lines where they can: nothing else may differ.
#include <gtest/gtest.h>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

class EventLines : public ::testing::TestWithParam<const char*> {};

TEST_P(EventLines, AreTheSameAsPasses) {
  const Simulation followed = Simulate(GetParam());
  const Simulation solved = Simulate(GetParam(), {"--log", "events"});
  EXPECT_EQ(followed.csv, solved.csv);
  for (const char* part : {"mixed", "steps"}) EXPECT_EQ(followed.report[part], solved.report[part]) << part;
  EXPECT_EQ(followed.report["events"]["state"], solved.report["events"]["state"]);
}

INSTANTIATE_TEST_SUITE_P(Models, EventLines,
                         ::testing::Values("Bench.P1b", "Bench.P2", "Bench.P3", "Bench.SSN", "Bench.StickSlip",
                                           "Drivetrain.CamFollower", "Drivetrain.Gearbox", "Drivetrain.Chain",
                                           "ReferenceProblems.StackedBlocks", "ReferenceProblems.SineStickSlip",
                                           "ReferenceProblems.ThreeInertias", "ReferenceProblems.BrakedShaft",
                                           "ReferenceProblems.MirroredPush"),
                         [](const auto& model) {
                           std::string name = model.param;
                           std::erase(name, '.');
                           return name;
                         });

}  // namespace
}  // namespace stiction::test
