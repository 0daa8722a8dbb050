// SPDX-License-Identifier: BSD-3-Clause
// What `cmake --install` installs runs from where it is, and has its licence with it.
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/support/command.h"

namespace stiction::test {
namespace {

TEST(Install, TheInstalledCommandRuns) {
  const std::string build = std::filesystem::path(STICTION_COMMAND).parent_path().parent_path();
  const TemporaryDirectory prefix;
  const CommandResult installed = test::Run("/usr/bin/env", {"cmake", "--install", build, "--prefix", prefix.path()});
  ASSERT_EQ(installed.exit_code, 0) << installed.out << installed.err;
  const std::string pages = prefix.File("share/doc/stiction");
  for (const char* page : {"LICENSE", "README.md", "docs/regression-testing.md"}) {
    EXPECT_TRUE(std::filesystem::exists(pages + "/" + page)) << page;
  }
  const CommandResult run = test::Run(prefix.File("bin/stiction"), {"simulate", pages + "/models/PushedBlock.mo", "-L",
                                                                    pages + "/models", "-o", prefix.File("block.csv")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

}  // namespace
}  // namespace stiction::test
