// SPDX-License-Identifier: BSD-3-Clause
// stiction format: files in place, what is only checked, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/command.h"

namespace stiction::test {
namespace {

using ::testing::HasSubstr;

std::string ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void WriteText(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

const char* const kUntidy = "model M Real x; equation x=1; end M;";
const char* const kTidy = "model M\n  Real x;\nequation\n  x = 1;\nend M;\n";

TEST(FormatCommand, WritesFilesBelowADirectory) {
  const TemporaryDirectory directory;
  std::filesystem::create_directory(directory.File("Lib"));
  WriteText(directory.File("Lib/A.mo"), kUntidy);
  WriteText(directory.File("Lib/B.mo"), kTidy);
  WriteText(directory.File("Lib/notes.txt"), kUntidy);
  const CommandResult result = RunStiction({"format", directory.File("Lib")});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "1 of 2 files changed\n");
  EXPECT_EQ(ReadText(directory.File("Lib/A.mo")), kTidy);
  EXPECT_EQ(ReadText(directory.File("Lib/B.mo")), kTidy);
  EXPECT_EQ(ReadText(directory.File("Lib/notes.txt")), kUntidy);
}

TEST(FormatCommand, ChecksWithoutWriting) {
  const TemporaryDirectory directory;
  WriteText(directory.File("A.mo"), kUntidy);
  const CommandResult result = RunStiction({"format", "--check", directory.File("A.mo")});
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_EQ(result.out, directory.File("A.mo") + "\n");
  EXPECT_EQ(ReadText(directory.File("A.mo")), kUntidy);
  WriteText(directory.File("A.mo"), kTidy);
  EXPECT_EQ(RunStiction({"format", "--check", directory.File("A.mo")}).exit_code, 0);
}

TEST(FormatCommand, LeavesAFileWithAnErrorAlone) {
  const TemporaryDirectory directory;
  const std::string text = "model M\nReal x\nReal y;\nend M;";
  WriteText(directory.File("A.mo"), text);
  WriteText(directory.File("B.mo"), kUntidy);
  const CommandResult result = RunStiction({"format", directory.File("A.mo"), directory.File("B.mo")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("A.mo:2:7: error: "));
  EXPECT_THAT(result.err, HasSubstr("1 of 2 files changed, 1 not read for their errors"));
  EXPECT_EQ(ReadText(directory.File("A.mo")), text);
  EXPECT_EQ(ReadText(directory.File("B.mo")), kTidy);
}

TEST(FormatCommand, RefusesWhatIsNotThere) {
  const CommandResult result = RunStiction({"format", "nowhere.mo"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("nowhere.mo"));
}

}  // namespace
}  // namespace stiction::test
