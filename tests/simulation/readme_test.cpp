// SPDX-License-Identifier: BSD-3-Clause
// The README shows a model, a command and the first rows of its result: they are what the files and the command give.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/command.h"
#include "tests/support/simulation.h"
#include "tests/support/table.h"

namespace stiction::test {
namespace {

std::string ReadText(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// What stands between the first line "```kind" of a text and the next "```".
std::string Block(const std::string& text, const std::string& kind) {
  const std::string fence = "```" + kind + "\n";
  const std::size_t begin = text.find(fence);
  if (begin == std::string::npos) return {};
  return text.substr(begin + fence.size(), text.find("```", begin + fence.size()) - begin - fence.size());
}

TEST(Readme, ShowsTheModelThatIsThere) {
  const std::string model = Block(ReadText(SourcePath("README.md")), "modelica");
  ASSERT_THAT(model, testing::StartsWith("model PushedBlock"));
  EXPECT_EQ(model, ReadText(SourcePath("models/PushedBlock.mo")));
}

TEST(Readme, ShowsTheFirstRowsOfTheResult) {
  const TemporaryDirectory directory;
  const std::string file = directory.File("shown.csv");
  std::ofstream(file) << Block(ReadText(SourcePath("README.md")), "text");
  const Table shown = Table::Read(file);
  const Table table = Simulate("PushedBlock").table;
  ASSERT_GE(shown.Time().size(), 3U);
  for (const std::string& name : shown.Names()) {
    for (std::size_t row = 0; row < shown.Time().size(); ++row) {
      EXPECT_NEAR(shown.Column(name)[row], table.Column(name)[row], 1e-9) << name << ", row " << row;
    }
  }
}

}  // namespace
}  // namespace stiction::test
