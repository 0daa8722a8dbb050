// SPDX-License-Identifier: BSD-3-Clause
// The same model, the same bytes: whatever the method, however often it runs, and beside how many others.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/simulation.h"
#include "tests/support/solvers.h"

namespace stiction::test {
namespace {

namespace fs = std::filesystem;

/// Elements that share their bodies, a chain with hundreds of events, elastic friction that is stiff now and then.
const char* const kModels[] = {"ReferenceProblems.StackedBlocksOnFloor", "Bench.P3", "Bench.StickSlipElastic"};

/// A variable of the environment that the command inherits, while this lives.
class Environment {
 public:
  Environment(std::string name, const char* value) : name_(std::move(name)) {
    if (const char* before = std::getenv(name_.c_str())) before_ = before;
    setenv(name_.c_str(), value, 1);
  }
  ~Environment() {
    if (before_.empty()) {
      unsetenv(name_.c_str());
    } else {
      setenv(name_.c_str(), before_.c_str(), 1);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::string name_, before_;
};

std::string RunWithThreads(const std::string& model, const char* threads) {
  const Environment omp("OMP_NUM_THREADS", threads);
  // Long enough for events and, with auto, for changes of the method.
  return Simulate(model, {"--stop-time", "9", "--intervals", "100"}).csv;
}

class RepeatedRuns : public WithEverySolver {};

TEST_P(RepeatedRuns, GiveTheSameBytes) {
  for (const char* model : kModels) {
    // dopri5 would take minutes for the stiff one.
    if (Uses("dopri5") && model == std::string("Bench.StickSlipElastic")) continue;
    const std::string first = RunWithThreads(model, "1");
    EXPECT_GT(first.size(), 5000U);
    EXPECT_EQ(first, RunWithThreads(model, "1")) << model;
    EXPECT_EQ(first, RunWithThreads(model, "4")) << model << " with four threads";
  }
}

INSTANTIATE_TEST_SUITE_P(Solvers, RepeatedRuns, ::testing::ValuesIn(kSolvers), NameOfSolver);

std::string Read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

// What `stiction test` computes: written as new references, since there are none that fit.
TEST(RepeatedRuns, CasesThatRunSideBySideGiveTheSameBytes) {
  std::vector<std::string> results;
  for (const char* jobs : {"1", "2"}) {
    const TemporaryDirectory directory;
    for (const char* model : kModels) {
      const fs::path folder = directory.File(model);
      fs::create_directories(folder);
      std::ofstream(folder / "reference.csv") << "time\n0\n9\n";
      std::ofstream(folder / "reference.json")
          << R"({"model": ")" << model << R"(", "generator": "stiction", "stopTime": 9, "signals": []})";
    }
    const CommandResult run =
        RunStiction({"test", directory.File(""), "-L", SourcePath("models"), "--jobs", jobs, "--update", "--force"});
    std::string all;
    for (const char* model : kModels) all += Read(fs::path(directory.File(model)) / "reference.csv");
    EXPECT_GT(all.size(), 10000U) << run.out << run.err;
    results.push_back(all);
  }
  EXPECT_TRUE(results[0] == results[1]);
}

}  // namespace
}  // namespace stiction::test
