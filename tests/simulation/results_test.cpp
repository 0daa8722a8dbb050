// SPDX-License-Identifier: BSD-3-Clause
// What a result holds: the signals that are asked for, units, parameters in a table of their own, the standard output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

const char* const kModel =
    "model Two\n"
    "  parameter Real k(unit = \"1/s\") = 2 \"rate, \\\"fast\\\"\";\n"
    "  parameter Integer n = 3;\n"
    "  Real x[2](each start = 1, each fixed = true, each unit = \"m\");\n"
    "  Real 'a*b' = time;\n"
    "  Boolean late = time > 0.5;\n"
    "equation\n"
    "  der(x) = -k*x;\n"
    "end Two;\n";

class Results : public testing::Test {
 protected:
  Results() { std::ofstream(directory_.File("Two.mo")) << kModel; }

  std::string File(const std::string& name) const { return directory_.File(name); }

  CommandResult Simulate(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), {"simulate", File("Two.mo"), "--intervals", "2"});
    return RunStiction(arguments);
  }

  std::string Text(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(File(name)).rdbuf();
    return text.str();
  }

  std::vector<std::string> NamesWith(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all{"-o", File("r.csv")};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const CommandResult run = Simulate(all);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return Table::Read(File("r.csv")).Names();
  }

 private:
  TemporaryDirectory directory_;
};

TEST_F(Results, HoldWhatNamesPatternsAndFilesAskFor) {
  EXPECT_THAT(NamesWith({"--signals", "late, x[2]"}), ElementsAre("time", "late", "x[2]"));
  EXPECT_THAT(NamesWith({"--signals", "x*,x[1]"}), ElementsAre("time", "x[1]", "x[2]"));
  EXPECT_THAT(NamesWith({"--signals", "k", "--signals", "x[?]"}), ElementsAre("time", "k", "x[1]", "x[2]"));
  EXPECT_THAT(NamesWith({"--signals", "'a*b'"}), ElementsAre("time", "'a*b'"));
  std::ofstream(File("names")) << "time\r\nder(*)\r\n\n  n  \nder(x[1])\n";
  EXPECT_THAT(NamesWith({"--signals", File("names")}), ElementsAre("time", "der(x[1])", "der(x[2])", "n"));
}

TEST_F(Results, SayWhichNameThereIsNot) {
  EXPECT_THAT(Simulate({"--signals", "y*"}).err, HasSubstr("no signal fits `y*`"));
  EXPECT_THAT(Simulate({"--signals", "lat"}).err, AllOf(HasSubstr("`lat`"), HasSubstr("`late`")));
  const CommandResult missing = Simulate({"--signals", File("none")});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("cannot read the signals file"));
}

TEST_F(Results, HaveUnitsInASecondHeader) {
  ASSERT_EQ(Simulate({"-o", File("r.csv"), "--units", "--signals", "k,x*,late"}).exit_code, 0);
  EXPECT_THAT(Text("r.csv"),
              StartsWith("\"time\",\"k\",\"x[1]\",\"x[2]\",\"late\"\n\"s\",\"1/s\",\"m\",\"m\",\"\"\n0,2,1,"));
  ASSERT_EQ(Simulate({"-o", File("plain.csv")}).exit_code, 0);
  const CommandResult compared = RunStiction({"compare", File("r.csv"), File("plain.csv"), "--signals", "x*, late"});
  EXPECT_EQ(compared.exit_code, 0) << compared.out;
  EXPECT_THAT(compared.out, HasSubstr("3"));
  EXPECT_EQ(RunStiction({"plot", File("r.csv"), "x[1]", "-o", File("r.svg")}).exit_code, 0);
  EXPECT_THAT(Text("r.svg"), HasSubstr("[m]"));
  EXPECT_EQ(Simulate({"-o", File("r.mat"), "--units"}).exit_code, 2);
}

TEST_F(Results, HaveParametersOnceIfTheyShall) {
  EXPECT_THAT(NamesWith({"--parameters", File("p.csv")}), Not(testing::Contains("k")));
  EXPECT_EQ(Text("p.csv"),
            "\"name\",\"value\",\"unit\",\"comment\"\n\"k\",2,\"1/s\",\"rate, \"\"fast\"\"\"\n\"n\",3,\"\",\"\"\n");
  EXPECT_THAT(NamesWith({"--parameters", File("p.csv"), "--signals", "n,late"}), ElementsAre("time", "n", "late"));
  EXPECT_THAT(Text("p.csv"), HasSubstr("\"k\",2"));
  EXPECT_EQ(Simulate({"-o", File("r.csv"), "--parameters", File("r.csv")}).exit_code, 2);
  EXPECT_EQ(Simulate({"--parameters", File("p.json")}).exit_code, 2);
}

TEST_F(Results, GoToTheStandardOutput) {
  ASSERT_EQ(Simulate({"-o", File("r.csv")}).exit_code, 0);
  const CommandResult run = Simulate({"-o", "-"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, Text("r.csv"));
  EXPECT_THAT(run.err, StartsWith("standard output: "));
  const CommandResult closed = test::Run(
      "/bin/sh", {"-c", "exec '" + std::string(STICTION_COMMAND) + "' simulate '" + File("Two.mo") + "' -o - >&-"});
  EXPECT_EQ(closed.exit_code, 2);
  EXPECT_THAT(closed.err, HasSubstr("standard output is closed"));
}

TEST_F(Results, OfARunThatStopsEndThereOnTheStandardOutput) {
  std::ofstream(File("Stops.mo"))
      << "model Stops\n  Real x = time;\nequation\n  assert(x < 0.5, \"far\");\nend Stops;\n";
  const CommandResult run = RunStiction({"simulate", File("Stops.mo"), "-o", "-", "--interval", "0.1"});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_THAT(run.out, AllOf(StartsWith("\"time\",\"x\"\n0,0\n0.1,0.1\n"), Not(HasSubstr("\n0.6,"))));
  EXPECT_THAT(run.err, HasSubstr("on the standard output"));
}

}  // namespace
}  // namespace stiction::test
