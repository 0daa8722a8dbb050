// SPDX-License-Identifier: BSD-3-Clause
// Where the command writes, and what it does not write over.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

const char* const kModel =
    "model Decay\n"
    "  Real x(start = 1, fixed = true);\n"
    "equation\n"
    "  der(x) = -x;\n"
    "end Decay;\n";

std::string TextOf(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::string Write(const TemporaryDirectory& directory, const std::string& name, const std::string& text) {
  std::ofstream(directory.File(name)) << text;
  return directory.File(name);
}

// Names of all files, in alphabetical order.
std::string FilesIn(const TemporaryDirectory& directory) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(directory.path())) names.insert(entry.path().filename().string());
  std::string all;
  for (const std::string& name : names) all += (all.empty() ? "" : " ") + name;
  return all;
}

TEST(OutputFiles, OnlyRegularFilesAreReplaced) {
  const TemporaryDirectory directory;
  const std::string model = Write(directory, "Decay.mo", kModel);
  const std::string kept = Write(directory, "kept", "kept");
  fs::create_directory(directory.File("folder.csv"));
  fs::create_symlink(kept, directory.File("link.csv"));
  fs::create_symlink(directory.File("nothing"), directory.File("dangling.csv"));
  ASSERT_EQ(mkfifo(directory.File("fifo.csv").c_str(), 0600), 0);
  const std::string before = FilesIn(directory);
  for (const auto& [output, why] :
       {std::pair("folder.csv", "is a directory"), std::pair("link.csv", "is a symbolic link"),
        std::pair("dangling.csv", "is a symbolic link"), std::pair("fifo.csv", "is a FIFO"),
        std::pair("none/r.csv", "does not exist")}) {
    for (const std::vector<std::string>& options :
         {std::vector<std::string>{"-o"}, std::vector<std::string>{"-o", directory.File("r.csv"), "--report"}}) {
      std::vector<std::string> arguments{"simulate", model};
      arguments.insert(arguments.end(), options.begin(), options.end());
      arguments.push_back(directory.File(output));
      const CommandResult result = RunStiction(arguments);
      EXPECT_EQ(result.exit_code, 2) << output;
      EXPECT_THAT(result.err, HasSubstr(why));
    }
  }
  EXPECT_EQ(FilesIn(directory), before);
  EXPECT_EQ(TextOf(kept), "kept");
}

TEST(OutputFiles, TheModeOfWhatIsReplacedIsKept) {
  const TemporaryDirectory directory;
  const std::string model = Write(directory, "Decay.mo", kModel);
  for (const char* name : {"r.csv", "r.mat", "report.json"}) {
    Write(directory, name, "old");
    fs::permissions(directory.File(name), fs::perms(0604));
  }
  for (const char* name : {"r.csv", "r.mat"}) {
    EXPECT_EQ(RunStiction({"simulate", model, "-o", directory.File(name), "--report", directory.File("report.json")})
                  .exit_code,
              0);
  }
  for (const char* name : {"r.csv", "r.mat", "report.json"}) {
    EXPECT_EQ(fs::status(directory.File(name)).permissions(), fs::perms(0604)) << name;
    EXPECT_NE(TextOf(directory.File(name)), "old") << name;
  }
}

TEST(OutputFiles, WhatIsReadIsNotWrittenOver) {
  const TemporaryDirectory directory;
  const std::string model = Write(directory, "Decay.mo", kModel);
  const std::string signals = Write(directory, "signals.csv", "x\n");
  fs::create_hard_link(model, directory.File("hard.csv"));
  const std::string other = directory.path() + "/../" + fs::path(directory.path()).filename().string() + "/Decay.mo";
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--report", model},
           {"--report", other},
           {"-o", directory.File("hard.csv")},
           {"-o", signals, "--signals", signals},
           {"-o", directory.File("r.csv"), "--report", directory.File("r.csv")},
           {"-o", directory.File("r.csv"), "--report", directory.File("r.csv.incomplete")}}) {
    std::vector<std::string> all{"simulate", model};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const CommandResult result = RunStiction(all);
    EXPECT_EQ(result.exit_code, 2) << result.err;
  }
  EXPECT_EQ(TextOf(model), kModel);
  EXPECT_EQ(TextOf(signals), "x\n");
  EXPECT_EQ(FilesIn(directory), "Decay.mo hard.csv signals.csv");
}

TEST(OutputFiles, ComparisonsAndPlotsKeepTheirInputs) {
  const TemporaryDirectory directory;
  const std::string a = Write(directory, "a.csv", "\"time\",\"x\"\n0,1\n1,2\n");
  const std::string b = Write(directory, "b.csv", "\"time\",\"x\"\n0,1\n1,2\n");
  const std::string svg = Write(directory, "c.svg", "\"time\",\"x\"\n0,1\n1,2\n");
  EXPECT_EQ(RunStiction({"compare", a, b, "--json", a}).exit_code, 2);
  EXPECT_EQ(RunStiction({"compare", a, b, "--report", b}).exit_code, 2);
  EXPECT_EQ(RunStiction({"compare", a, b, "--report", directory.File("o"), "--json", directory.File("o")}).exit_code,
            2);
  EXPECT_EQ(RunStiction({"plot", svg, "x", "-o", svg}).exit_code, 2);
  EXPECT_EQ(TextOf(a), TextOf(b));
  EXPECT_EQ(TextOf(svg), TextOf(b));
  EXPECT_EQ(FilesIn(directory), "a.csv b.csv c.svg");
}

TEST(OutputFiles, ASignalDuringTheRunLeavesNoUnfinishedFile) {
  const TemporaryDirectory directory;
  const std::string model = Write(directory, "Endless.mo",
                                  "model Endless\n  Real x(start = 1, fixed = true);\nequation\n"
                                  "  der(x) = cos(10000*time);\n"
                                  "  annotation(experiment(StopTime = 1e9, Interval = 1e5));\nend Endless;\n");
  const CommandResult result =
      test::Run("/usr/bin/timeout", {"--preserve-status", "--signal=TERM", "--kill-after=30", "1", STICTION_COMMAND,
                                     "simulate", model, "-o", directory.File("r.csv")});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(FilesIn(directory), "Endless.mo r.csv r.csv.incomplete");
}

TEST(OutputFiles, ReportsOfTheLeastNumbers) {
  const TemporaryDirectory directory;
  const std::string a = Write(directory, "a.csv", "\"time\",\"x\"\n0,1e-320\n1,2e-320\n");
  const CommandResult compared = RunStiction({"compare", a, a, "--report", directory.File("report.html")});
  // A file is compared with itself here: nothing is written over.
  EXPECT_EQ(compared.exit_code, 0) << compared.err;
  EXPECT_EQ(RunStiction({"plot", a, "x", "-o", directory.File("x.svg")}).exit_code, 0);
  Write(directory, "Sub.mo",
        "model Sub\n  Real x(start = 1e-300, fixed = true);\nequation\n  der(x) = -60*x;\n"
        "  annotation(experiment(StopTime = 1), __Stiction(test));\nend Sub;\n");
  Write(directory, "Sub.csv", "\"time\",\"x\"\n0,1e-300\n1,1e-322\n");
  const CommandResult tested = RunStiction({"test", directory.path(), "--report", directory.File("pages"), "--update"});
  EXPECT_THAT(tested.out + tested.err, AllOf(HasSubstr("1 test"), Not(HasSubstr("could not be made"))));
}

}  // namespace
}  // namespace stiction::test
