// SPDX-License-Identifier: BSD-3-Clause
// The driveline models of the Modelica Standard Library as FMUs: our own importer gives the results of the models, with
// their mode changes, in Model Exchange and in Co-Simulation.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/command.h"
#include "tests/support/library.h"
#include "tests/support/table.h"

namespace stiction {
namespace {

std::vector<std::string> Models() {
  std::ifstream in(test::SourcePath("tests/msl/driveline_models.csv"));
  std::vector<std::string> models;
  std::string line;
  std::getline(in, line);  // the header
  while (std::getline(in, line)) models.push_back(line.substr(0, line.find(',')));
  return models;
}

class DrivelineFmu : public testing::TestWithParam<std::string> {};

TEST_P(DrivelineFmu, GivesTheResultOfTheModel) {
  if (!test::HasLibrary()) GTEST_SKIP() << test::kNoLibrary;
  const test::TemporaryDirectory directory;
  const std::string native = directory.File("native.mat"), fmu = directory.File("model.fmu");
  const auto run = [](const std::vector<std::string>& arguments, int expected = 0) {
    const test::CommandResult result = test::RunStiction(arguments, 200);
    EXPECT_EQ(result.exit_code, expected) << arguments.front() << "\n" << result.out << result.err;
  };
  run({"simulate", "-m", GetParam(), "-o", native, "--quiet"});
  run({"fmu", "-m", GetParam(), "-o", fmu, "--quiet"});
  for (const char* kind : {"me", "cs"}) {
    SCOPED_TRACE(kind);
    const std::string result = directory.File(std::string(kind) + ".mat");
    run({"simulate", fmu, "--kind", kind, "-o", result, "--quiet"});
    run({"compare", result, native});
  }
}

// A gear and a bearing that hold a load together let go 1e-10 of it beyond what they can hold: the event there does not
// change the mode, and the next one is not to be missed.
TEST(DrivelineFmuEvents, AreNotMissedWhereATieStays) {
  if (!test::HasLibrary()) GTEST_SKIP() << test::kNoLibrary;
  const test::TemporaryDirectory directory;
  const std::string fmu = directory.File("model.fmu"), result = directory.File("result.csv");
  const test::CommandResult exported = test::RunStiction(
      {"fmu", "-m", "Modelica.Mechanics.Rotational.Examples.LossyGearDemo2", "-o", fmu, "--quiet"}, 200);
  ASSERT_EQ(exported.exit_code, 0) << exported.err;
  for (const char* tolerance : {"1e-6", "1e-7", "3e-8", "1e-8", "1e-9", "1e-10"}) {
    for (const char* solver : {"auto", "rodas", "ida"}) {
      const test::CommandResult run = test::RunStiction(
          {"simulate", fmu, "--kind", "me", "--tolerance", tolerance, "--solver", solver, "-o", result, "--quiet"},
          200);
      ASSERT_EQ(run.exit_code, 0) << run.err;
      const test::Table table = test::Table::Read(result);
      EXPECT_NEAR(table.Last("PowerLoss"), 0.0370067454, 1e-6) << tolerance << " " << solver;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Msl, DrivelineFmu, testing::ValuesIn(Models()), [](const auto& one) {
  std::string name;
  for (const char c : one.param) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
});

}  // namespace
}  // namespace stiction
