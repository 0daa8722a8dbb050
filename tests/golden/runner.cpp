// SPDX-License-Identifier: BSD-3-Clause
// Finds the golden files when it runs and makes one test of each; see README.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <set>

#include "tests/golden/golden_case.h"
#include "tests/support/temporary_directory.h"

namespace stiction::golden {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGoldenFolder = STICTION_SOURCE_DIR "/tests/golden";

constexpr const char* kDiagnosticKinds[] = {
#define DIAGNOSTIC_KIND(name, ...) #name,
#include "compiler/support/diagnostic_kinds.def"
#undef DIAGNOSTIC_KIND
};

// Kinds that no golden file can produce, each with its reason.
const std::set<std::string>& UncoveredKinds() {
  static const std::set<std::string> kinds = {
      "SampleNotParameter",  // the type check refuses such a `sample` first, as VariabilityMismatch
  };
  return kinds;
}

std::vector<fs::path> GoldenFiles() {
  std::vector<fs::path> files;
  for (const fs::directory_entry& phase : fs::directory_iterator(kGoldenFolder)) {
    if (!phase.is_directory()) continue;
    for (const fs::directory_entry& entry : fs::directory_iterator(phase)) {
      if (entry.is_regular_file() && entry.path().extension() == ".mo") files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool IsUpdating() {
  const char* value = std::getenv("STICTION_UPDATE_GOLDENS");
  return value && *value && std::string(value) != "0";
}

class GoldenTest : public testing::Test {
 public:
  explicit GoldenTest(fs::path path) : path_(std::move(path)) {}

  void TestBody() override {
    const test::TemporaryDirectory scratch;
    // New comment lines move the lines that the output may speak of, so an update repeats until nothing changes.
    for (int round = 0; round < (IsUpdating() ? 4 : 1); ++round) {
      std::string problem;
      const std::optional<GoldenCase> test = Read(path_, problem);
      ASSERT_TRUE(test) << path_ << ": " << problem;
      const Outcome outcome = RunCommand(*test, STICTION_COMMAND, scratch.path());
      ASSERT_NE(outcome.exit_code, 70) << outcome.error_text;
      ASSERT_LT(outcome.exit_code, 124) << "crashed or ran for too long\n" << outcome.error_text;
      if (test->must_fail()) {
        EXPECT_NE(outcome.exit_code, 0) << "a file named fail_* must be rejected";
      } else {
        EXPECT_EQ(outcome.exit_code, 0) << "only a file named fail_* may be rejected\n" << outcome.error_text;
      }
      if (!IsUpdating()) {
        const std::string differences = Compare(*test, outcome);
        EXPECT_TRUE(differences.empty()) << path_ << "\n"
                                         << differences
                                         << "STICTION_UPDATE_GOLDENS=1 writes what the command says now into the file.";
        return;
      }
      if (Compare(*test, outcome).empty()) return;
      std::ofstream(path_, std::ios::binary) << Rewrite(*test, outcome);
    }
  }

 private:
  fs::path path_;
};

class DiagnosticCoverage : public testing::Test {
 public:
  void TestBody() override {
    std::set<std::string> produced;
    for (const fs::path& path : GoldenFiles()) {
      std::string problem;
      const std::optional<GoldenCase> test = Read(path, problem);
      if (!test) continue;
      for (const Message& message : test->messages) produced.insert(message.kind());
    }
    std::set<std::string> known;
    for (const std::string name : kDiagnosticKinds) {
      known.insert(name);
      EXPECT_TRUE(produced.contains(name) || UncoveredKinds().contains(name))
          << name << " is expected by no golden test";
      EXPECT_FALSE(produced.contains(name) && UncoveredKinds().contains(name))
          << name << " has a golden test now: take it from the list of exceptions";
    }
    for (const std::string& name : produced) EXPECT_TRUE(known.contains(name)) << name << " is no kind of diagnostic";
  }
};

}  // namespace
}  // namespace stiction::golden

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  using stiction::golden::DiagnosticCoverage;
  using stiction::golden::GoldenTest;
  for (const std::filesystem::path& path : stiction::golden::GoldenFiles()) {
    const std::string phase = path.parent_path().filename().string();
    testing::RegisterTest(("golden_" + phase).c_str(), path.stem().string().c_str(), nullptr, nullptr, __FILE__,
                          __LINE__, [path]() -> GoldenTest* { return new GoldenTest(path); });
  }
  testing::RegisterTest("golden", "EveryDiagnosticKindIsCovered", nullptr, nullptr, __FILE__, __LINE__,
                        []() -> DiagnosticCoverage* { return new DiagnosticCoverage; });
  return RUN_ALL_TESTS();
}
