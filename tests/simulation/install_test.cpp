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
  for (const char* file : {"bash-completion/completions/stiction", "zsh/site-functions/_stiction",
                           "fish/vendor_completions.d/stiction.fish"}) {
    EXPECT_TRUE(std::filesystem::exists(prefix.File(std::string("share/") + file))) << file;
  }
  for (const char* page : {"LICENSE", "README.md", "docs/regression-testing.md"}) {
    EXPECT_TRUE(std::filesystem::exists(pages + "/" + page)) << page;
  }
  const CommandResult run = test::Run(prefix.File("bin/stiction"), {"simulate", pages + "/models/PushedBlock.mo", "-L",
                                                                    pages + "/models", "-o", prefix.File("block.csv")});
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

// Errors and warnings of lintian, Debian's own check of packages.
TEST(Install, ThePackageIsSound) {
  if (STICTION_TEST_PATIENCE > 1) GTEST_SKIP() << "instrumented programs are not packaged";
  for (const char* program : {"/usr/bin/lintian", "/usr/bin/dpkg-shlibdeps", "/usr/bin/file", "/usr/bin/help2man"}) {
    if (!std::filesystem::exists(program)) {
      GTEST_SKIP() << program << " is not there (Debian packages lintian, dpkg-dev, file, help2man)";
    }
  }
  const std::string build = std::filesystem::path(STICTION_COMMAND).parent_path().parent_path();
  const TemporaryDirectory directory;
  const CommandResult packed = test::Run(
      "/usr/bin/env", {"cpack", "-G", "DEB", "--config", build + "/CPackConfig.cmake", "-B", directory.path()});
  ASSERT_EQ(packed.exit_code, 0) << packed.out << packed.err;
  const CommandResult checked =
      test::Run("/bin/sh", {"-c", "lintian --fail-on error,warning '" + directory.path() + "'/stiction_*.deb"});
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
}

TEST(Install, TheTestsOfAJobAreShownInItsSummary) {
  const TemporaryDirectory directory;
  ASSERT_EQ(RunStiction({"new", "Slider", "--in", directory.path(), "--quiet"}).exit_code, 0);
  const std::string bin = std::filesystem::path(STICTION_COMMAND).parent_path();
  const auto run = [&] {
    return test::Run("/bin/sh", {"-c", "PATH='" + bin + "':$PATH GITHUB_STEP_SUMMARY='" + directory.File("summary") +
                                           "' '" + SourcePath("packaging/ci_test.sh") + "' '" +
                                           directory.File("Slider") + "' '" + directory.File("report") + "' --jobs 1"});
  };
  EXPECT_EQ(run().exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(directory.File("report/index.html")));
  EXPECT_TRUE(std::filesystem::exists(directory.File("report/junit.xml")));
  const auto in_model = [&](const std::string& sed) {
    return test::Run("/bin/sed", {"-i", sed, directory.File("Slider/Slider.mo")});
  };
  ASSERT_EQ(in_model("s/= 5 .sliding/= 6 \"sliding/").exit_code, 0);
  EXPECT_EQ(run().exit_code, 4);
  const CommandResult summary = test::Run("/bin/cat", {directory.File("summary")});
  EXPECT_NE(summary.out.find("all tests passed"), std::string::npos) << summary.out;
  EXPECT_NE(summary.out.find("tests failed (exit code 4)"), std::string::npos) << summary.out;
}

}  // namespace
}  // namespace stiction::test
