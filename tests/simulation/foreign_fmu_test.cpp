// SPDX-License-Identifier: BSD-3-Clause
// FMUs of others: models in C that are as strict as the standard allows, in tests/simulation/fmus.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/command.h"
#include "tests/support/table.h"

namespace stiction::test {
namespace {

namespace fs = std::filesystem;

std::string TextOf(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class ForeignFmus : public testing::Test {
 protected:
  void SetUp() override {
    if (test::Run("/usr/bin/python3", {"--version"}).exit_code != 0)
      GTEST_SKIP() << "python3, which packs the FMUs, is not there";
  }

  /// @param platform folder of the library
  std::string Make(const std::string& name, const std::string& platform, const std::string& description = {}) {
    const std::string source = SourcePath("tests/simulation/fmus/") + name, folder = directory_.File(name);
    fs::create_directories(fs::path(folder) / "binaries" / platform);
    fs::create_directories(fs::path(folder) / "resources");
    std::ofstream(folder + "/resources/letter.txt") << "A";
    std::ofstream(folder + "/modelDescription.xml") << (description.empty() ? TextOf(source + ".xml") : description);
    const std::string library = folder + "/binaries/" + platform + "/" + name + ".so";
    const CommandResult built = test::Run(
        "/usr/bin/cc", {"-O1", "-shared", "-fPIC", "-I", SourcePath("."), "-o", library, source + ".c", "-lm"});
    EXPECT_EQ(built.exit_code, 0) << built.err;
    const std::string fmu = directory_.File(name + ".fmu");
    const CommandResult packed = test::Run(
        "/usr/bin/python3",
        {"-m", "zipfile", "-c", fmu, folder + "/modelDescription.xml", folder + "/binaries", folder + "/resources"});
    EXPECT_EQ(packed.exit_code, 0) << packed.err;
    return fmu;
  }

  CommandResult Simulate(const std::string& fmu, const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"simulate", fmu, "-o", directory_.File("result.csv")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return RunStiction(arguments);
  }
  Table Result(const std::string& fmu, const std::vector<std::string>& more) {
    const CommandResult result = Simulate(fmu, more);
    EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
    return Table::Read(directory_.File("result.csv"));
  }
  std::string Inputs(const std::string& text) {
    std::ofstream(directory_.File("inputs.csv")) << text;
    return directory_.File("inputs.csv");
  }

  TemporaryDirectory directory_;
};

TEST_F(ForeignFmus, ABallBouncesUntilItEndsTheRun) {
  const std::string fmu = Make("ball", "linux64");
  const double first = std::sqrt(2 / 9.81), end = first * (1 + 2 * (0.7 + 0.7 * 0.7 + 0.7 * 0.7 * 0.7));
  for (const char* kind : {"me", "cs"}) {
    const Table table = Result(fmu, {"--kind", kind});
    const bool is_exact = std::string(kind) == "me";
    EXPECT_EQ(table.Last("bounces"), 4) << kind;
    EXPECT_NEAR(table.Last("time"), end, is_exact ? 1e-7 : 0.02) << kind;
    EXPECT_NEAR(table.At("h", 0.3), 1 - 9.81 * 0.3 * 0.3 / 2, 1e-6) << kind;
    if (is_exact) EXPECT_EQ(table.ChangeTimes("bounces").size(), 4U);
    if (is_exact) EXPECT_NEAR(table.ChangeTimes("bounces").front(), first, 1e-8);
  }
  const Table high = Result(fmu, {"--set", "h=4", "--set", "e=0.5"});
  EXPECT_NEAR(high.ChangeTimes("bounces").front(), 2 * first, 1e-8);
  EXPECT_NE(Simulate(fmu, {"--set", "v=1"}).exit_code, 0) << "it has no start value, and the model refuses it";
}

TEST_F(ForeignFmus, AStiffModelIsLinearizedByDifferences) {
  const CommandResult result = Simulate(Make("stiff", "linux64"), {"--stop-time", "2", "--tolerance", "1e-7"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Table table = Table::Read(directory_.File("result.csv"));
  EXPECT_NE(result.out.find("rodas"), std::string::npos) << result.out;
  EXPECT_NEAR(table.At("x", 1), std::cos(1), 1e-5);
  EXPECT_NEAR(table.At("y", 1), std::sin(1), 1e-5);
  ASSERT_EQ(table.ChangeTimes("isLate").size(), 1U);
  EXPECT_NEAR(table.ChangeTimes("isLate").front(), 0.5, 0.05) << "at the end of the step there";
  EXPECT_GE(table.Last("time"), 1.5) << "the model wants no further step";
  EXPECT_LT(table.Last("time"), 1.6);
}

TEST_F(ForeignFmus, ArraysHaveElements) {
  const std::string fmu = Make("arrays", "x86_64-linux");
  const std::string inputs = Inputs("time,u[1],u[2],on\n0,0,0,0\n1.25,0,0,0\n1.25,0,0,1\n2.5,0,0,1\n");
  for (const char* kind : {"me", "cs"}) {
    SCOPED_TRACE(kind);
    const double allowed = std::string(kind) == "me" ? 1e-5 : 1e-3;
    const Table table = Result(
        fmu, {"--kind", kind, "--inputs", inputs, "--set", "gear=High", "--set", "name=four", "--set", "A[2,2]=-3"});
    EXPECT_NEAR(table.At("x[1]", 2), std::exp(-2), allowed);
    EXPECT_NEAR(table.At("x[2]", 2), (std::exp(-2) - std::exp(-6)) / 2, allowed);
    EXPECT_NEAR(table.At("der(x)[1]", 1), -std::exp(-1), allowed);
    EXPECT_EQ(table.Last("A[1,1]"), -1);
    EXPECT_EQ(table.Last("A[2,1]"), 1);
    EXPECT_EQ(table.Last("A[2,2]"), -3);
    EXPECT_EQ(table.Last("gear"), 9);
    EXPECT_EQ(table.Last("gears[2]"), 8);
    EXPECT_EQ(table.Last("small"), 4);
    EXPECT_EQ(table.Last("single"), 0.5);
    EXPECT_EQ(table.Last("count"), 2);
    ASSERT_EQ(table.ChangeTimes("count").size(), 2U);
    EXPECT_NEAR(table.ChangeTimes("count")[1], 2, 1e-9);
    ASSERT_EQ(table.ChangeTimes("on").size(), 1U);
    EXPECT_NEAR(table.ChangeTimes("on")[0], 1.25, 1e-9);
  }
  for (const auto& [setting, told] : {std::pair{"n=3", "is a size of arrays"},
                                      {"A=1", "no variable `A`"},
                                      {"small=300", "300 is no value"},
                                      {"bytes=1", "cannot be set"}}) {
    const CommandResult result = Simulate(fmu, {"--set", setting});
    EXPECT_NE(result.exit_code, 0) << setting;
    EXPECT_NE(result.err.find(told), std::string::npos) << result.err;
  }
}

TEST_F(ForeignFmus, ValuesOfAllTypesArrive) {
  const std::string fmu = Make("types", "x86_64-linux");
  const std::string header = "time,f,d,i8,u8,i16,u16,i32,u32,i64,u64,b\n";
  const std::string values =
      "0.5,-1e100,-128,255,-32768,65535,-2147483648,4294967295,-9007199254740992,9007199254740992,1";
  const Table table = Result(fmu, {"--inputs", Inputs(header + "0," + values + "\n1," + values + "\n")});
  EXPECT_EQ(table.Last("time"), 0.75);
  for (const auto& [name, value] : {std::pair<const char*, double>{"f_out", 0.5},
                                    {"d_out", -1e100},
                                    {"i8_out", -128},
                                    {"u8_out", 255},
                                    {"i16_out", -32768},
                                    {"u16_out", 65535},
                                    {"i32_out", -2147483648.0},
                                    {"letter", -2147483648.0},
                                    {"u32_out", 4294967295.0},
                                    {"i64_out", -9007199254740992.0},
                                    {"u64_out", 9007199254740992.0},
                                    {"b_out", 1}}) {
    EXPECT_EQ(table.Last(name), value) << name;
  }
  EXPECT_EQ(Result(fmu, {}).Last("letter"), 'A');
  EXPECT_EQ(Result(fmu, {"--set", "text=some words"}).Last("letter"), 10);
  const CommandResult result = Simulate(fmu, {"--inputs", Inputs("time,u8\n0,256\n1,0\n")});
  EXPECT_NE(result.exit_code, 0);
  EXPECT_NE(result.err.find("256 is no value of a variable of its type"), std::string::npos) << result.err;
}

TEST_F(ForeignFmus, ClocksForTheImporterAreRefusedByName) {
  std::string description = TextOf(SourcePath("tests/simulation/fmus/types.xml"));
  const std::string end = "  </ModelVariables>";
  description.insert(description.find(end),
                     "    <Clock name=\"tick\" valueReference=\"300\" causality=\"input\" "
                     "variability=\"discrete\" intervalVariability=\"triggered\"/>\n");
  const CommandResult result = Simulate(Make("types", "x86_64-linux", description), {});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("the clock `tick` of the FMU is for its importer to tick"), std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace stiction::test
