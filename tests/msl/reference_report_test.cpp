// SPDX-License-Identifier: BSD-3-Clause
// The references of the driveline models in STICTION_REFERENCE as one `stiction test` call, with its reports, looked at
// in a browser.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/browser.h"
#include "tests/support/command.h"
#include "tests/support/library.h"

namespace stiction {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string Read(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// @returns how many there are
size_t CopyDrivelineReferences(const fs::path& from, const fs::path& to) {
  std::ifstream models(test::SourcePath("tests/msl/driveline_models.csv"));
  size_t count = 0;
  for (std::string line; std::getline(models, line);) {
    const std::string model = line.substr(0, line.find(','));
    if (!fs::exists(from / model / "reference.csv")) continue;
    fs::copy(from / model, to / model, fs::copy_options::recursive);
    ++count;
  }
  return count;
}

TEST(ReferenceReport, ListsEveryCaseAndWorksInABrowser) {
  const char* reference = std::getenv("STICTION_REFERENCE");
  if (!test::HasLibrary()) GTEST_SKIP() << test::kNoLibrary;
  if (!reference) GTEST_SKIP() << "needs STICTION_REFERENCE";
  const test::TemporaryDirectory references;
  const size_t cases = CopyDrivelineReferences(reference, references.path());
  ASSERT_GT(cases, 0U);
  const test::TemporaryDirectory directory;
  const test::CommandResult run =
      test::RunStiction({"test", references.path(), "--junit", directory.File("junit.xml"), "--report",
                         directory.File("report"), "--jobs", "2", "--time-limit", "200"},
                        250);
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr(std::to_string(cases) + " tests:"));
  EXPECT_THAT(Read(directory.File("junit.xml")), HasSubstr("tests=\"" + std::to_string(cases) + "\""));
  std::vector<std::string> pages;
  for (const auto& entry : fs::directory_iterator(directory.File("report"))) {
    if (entry.path().extension() == ".html") pages.push_back(entry.path().filename().string());
  }
  std::sort(pages.begin(), pages.end());
  ASSERT_EQ(pages.size(), cases + 1);

  if (!test::FindBrowser()) GTEST_SKIP() << "the pages are not looked at: " << test::kNoBrowser;
  const nlohmann::json seen = test::VisitReport(directory.File("report"), pages, "passed");
  size_t passed = 0;
  for (const std::string& page : pages) {
    const nlohmann::json& result = seen.at(page);
    EXPECT_EQ(result.at("errors"), 0) << page << ": " << result;
    EXPECT_FALSE(result.contains("visitor_error")) << page << ": " << result;
    if (page == "index.html") continue;
    EXPECT_GT(result.at("figures").get<int>(), 0) << page;
    EXPECT_LT(result.at("zoomed").at(1).get<double>(), result.at("whole").at(1).get<double>()) << page;
  }
  EXPECT_EQ(seen.at("index.html").at("rows"), cases);
  EXPECT_EQ(seen.at("index.html").at("sorted"), true);
  for (const auto& listed : seen.at("index.html").at("cases")) {
    EXPECT_TRUE(fs::exists(fs::path(references.path()) / listed.at(0).get<std::string>())) << listed;
    passed += listed.at(1) == "passed" ? 1 : 0;
  }
  EXPECT_EQ(passed, cases) << run.out;
}

}  // namespace
}  // namespace stiction
