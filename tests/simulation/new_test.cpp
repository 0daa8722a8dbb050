// SPDX-License-Identifier: BSD-3-Clause
// First models, and the scripts with which shells complete the command.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/command.h"
#include "tests/support/library.h"

namespace stiction::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(New, MakesAModelThatRunsAndATestThatPasses) {
  const TemporaryDirectory directory;
  const CommandResult made = RunStiction({"new", "Slider", "--in", directory.path()});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  EXPECT_THAT(made.out, AllOf(HasSubstr("stiction simulate "), HasSubstr("stiction test ")));
  const std::string place = directory.File("Slider");
  EXPECT_TRUE(fs::exists(place + "/references/Slider.csv"));
  EXPECT_EQ(RunStiction({"test", place}).exit_code, 0);
  const std::string result = directory.File("Slider.mat");
  ASSERT_EQ(RunStiction({"simulate", place + "/Slider.mo", "-o", result}).exit_code, 0);
  EXPECT_EQ(RunStiction({"plot", result, "v_rel", "f", "--modes", "-o", directory.File("s.svg")}).exit_code, 0);
  const CommandResult of_directory = RunStiction({"simulate", place});
  EXPECT_EQ(of_directory.exit_code, 1);
  EXPECT_THAT(of_directory.err, HasSubstr("hint: give a file of it, as `" + place + "/Slider.mo`"));
  EXPECT_THAT(RunStiction({"info", place + "/Slider.mo", "--only", "zz"}).out,
              HasSubstr("no parameter's name contains 'zz'"));
}

TEST(New, WritesOverNothingAndKnowsWhatAModelIsCalled) {
  const TemporaryDirectory directory;
  fs::create_directory(directory.File("Taken"));
  const auto refused = [&](const std::string& name) {
    const CommandResult result = RunStiction({"new", name, "--in", directory.path()});
    EXPECT_EQ(result.exit_code, 2) << name;
    return result.err;
  };
  EXPECT_THAT(refused("Taken"), HasSubstr("is there already"));
  EXPECT_THAT(refused("model"), HasSubstr("word of the language"));
  for (const char* name : {"2nd", "a.b", "a/b", "", "a b"}) EXPECT_THAT(refused(name), HasSubstr("no name of a model"));
  EXPECT_TRUE(fs::is_empty(directory.File("Taken")));
}

TEST(New, MakesADrivelineWhereTheLibraryIs) {
  const TemporaryDirectory directory;
  const CommandResult without =
      test::Run("/bin/sh", {"-c", "MODELICAPATH='" + directory.path() + "' exec '" + STICTION_COMMAND +
                                      "' new Without --driveline --in '" + directory.path() + "'"});
  EXPECT_EQ(without.exit_code, 2);
  EXPECT_THAT(without.err, HasSubstr("needs the Modelica Standard Library"));
  EXPECT_FALSE(fs::exists(directory.File("Without")));
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  ASSERT_EQ(RunStiction({"new", "With", "--driveline", "--in", directory.path()}).exit_code, 0);
  EXPECT_EQ(RunStiction({"test", directory.File("With")}).exit_code, 0);
}

// The commands of the first block "sh" of a page, as they stand there.
TEST(New, LeadsToASweepAndATestAsThePageSays) {
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  std::ifstream page(SourcePath("docs/first-steps.md"));
  std::string commands;
  for (std::string line; std::getline(page, line) && line != "```sh";) {
  }
  for (std::string line; std::getline(page, line) && line != "```";) commands += line + "\n";
  ASSERT_THAT(commands, HasSubstr("stiction sweep"));
  const TemporaryDirectory directory;
  const std::string path = fs::path(STICTION_COMMAND).parent_path().string();
  const CommandResult result =
      test::Run("/bin/sh", {"-ec", "cd '" + directory.path() + "'; PATH='" + path + "':$PATH\n" + commands});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const char* made : {"Gearbox.pdf", "mu.csv", "mu.pdf", "report/index.html"}) {
    EXPECT_TRUE(fs::exists(directory.File(made))) << made;
  }
}

TEST(Completions, OfAllShellsKnowCommandsOptionsAndWords) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const CommandResult script = RunStiction({"completions", shell});
    ASSERT_EQ(script.exit_code, 0);
    EXPECT_THAT(script.out, AllOf(HasSubstr("simulate"), HasSubstr("stop-time"), HasSubstr("taylor dopri5")));
    const TemporaryDirectory directory;
    std::ofstream(directory.File("script")) << script.out;
    const std::string path = std::string("/usr/bin/") + shell;
    if (!fs::exists(path)) continue;
    const CommandResult checked = test::Run(path, {"-n", directory.File("script")});
    EXPECT_EQ(checked.exit_code, 0) << checked.err;
  }
  EXPECT_EQ(RunStiction({"completions", "csh"}).exit_code, 2);
}

TEST(Completions, OfBashGiveWhatFits) {
  if (!fs::exists("/usr/bin/bash")) GTEST_SKIP() << "bash is not there (Debian package bash)";
  const TemporaryDirectory directory;
  std::ofstream(directory.File("script")) << RunStiction({"completions", "bash"}).out;
  const auto completed = [&](const std::string& words) {
    return test::Run("/usr/bin/bash",
                     {"-c", "source '" + directory.File("script") + "'; COMP_WORDS=(" + words +
                                "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _stiction; echo ${COMPREPLY[@]}"})
        .out;
  };
  EXPECT_EQ(completed("stiction simul"), "simulate\n");
  EXPECT_EQ(completed("stiction simulate --stop"), "--stop-time\n");
  EXPECT_EQ(completed("stiction simulate --solver ro"), "rodas\n");
  EXPECT_THAT(completed("stiction plot --"), AllOf(HasSubstr("--modes"), Not(HasSubstr("--solver"))));
}

}  // namespace
}  // namespace stiction::test
