// SPDX-License-Identifier: BSD-3-Clause
// The driveline models of the Modelica Standard Library as FMUs: our own importer gives the results of the models, with
// their mode changes, in Model Exchange and in Co-Simulation.
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/command.h"
#include "tests/support/library.h"

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

INSTANTIATE_TEST_SUITE_P(Msl, DrivelineFmu, testing::ValuesIn(Models()), [](const auto& one) {
  std::string name;
  for (const char c : one.param) name += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
});

}  // namespace
}  // namespace stiction
