// SPDX-License-Identifier: BSD-3-Clause
// `stiction sweep`: each row is what `stiction simulate --set` gives, whoever computes it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <tuple>

#include "tests/support/library.h"
#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string ReadAll(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string Write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  return path;
}

nlohmann::json Report(const std::string& path) { return nlohmann::json::parse(ReadAll(path)); }

/// The cells below a name, as texts.
std::vector<std::string> Column(const std::string& table, const std::string& name) {
  std::istringstream lines(table);
  std::vector<std::string> cells;
  size_t at = std::string::npos;
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> row(1);
    bool quoted = false;
    for (const char c : line) {
      if (c == '"') quoted = !quoted;
      if (c == ',' && !quoted) {
        row.emplace_back();
      } else if (c != '"') {
        row.back() += c;
      }
    }
    if (at == std::string::npos) {
      at = static_cast<size_t>(std::ranges::find(row, name) - row.begin());
      if (at == row.size()) return {"no column " + name};
    } else {
      cells.push_back(at < row.size() ? row[at] : "missing");
    }
  }
  return cells;
}

std::vector<double> Numbers(const std::string& table, const std::string& name) {
  std::vector<double> numbers;
  for (const std::string& cell : Column(table, name)) numbers.push_back(cell.empty() ? NAN : std::stod(cell));
  return numbers;
}

const char* const kDecay =
    "model Decay\n"
    "  parameter Real k = 1;\n"
    "  parameter Integer n = 1;\n"
    "  parameter Real limit = 10;\n"
    "  parameter Real size(min = 0) = 1;\n"
    "  Real x(start = 1, fixed = true);\n"
    "  Real y[n](each start = 0, each fixed = true);\n"
    "  Boolean is_low(start = false, fixed = true);\n"
    "equation\n"
    "  der(x) = -k*x;\n"
    "  der(y) = fill(x, n);\n"
    "  when x < 0.5 then\n"
    "    is_low = true;\n"
    "  end when;\n"
    "  assert(x < limit, \"too high\");\n"
    "  annotation(experiment(StopTime = 2, Tolerance = 1e-10));\n"
    "end Decay;\n";

class Sweep : public testing::Test {
 protected:
  std::string File(const std::string& name) const { return directory_.File(name); }

  /// The table on the standard output.
  std::string TableOf(std::vector<std::string> arguments, int exit_code = 0) const {
    arguments.insert(arguments.begin(), {"sweep", model_, "-o", "-", "--quiet"});
    const CommandResult result = RunStiction(arguments);
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    return result.out;
  }

  TemporaryDirectory directory_;
  const std::string model_ = Write(directory_.File("Decay.mo"), kDecay);
};

TEST_F(Sweep, HasTheClosedFormInEachRow) {
  const std::string table = TableOf({"--vary", "k=0:0.5:2", "--observe", "x", "--event", "x<0.5"});
  EXPECT_THAT(Column(table, "k"), ElementsAre("0", "0.5", "1", "1.5", "2"));
  const std::vector<double> k = Numbers(table, "k"), end = Numbers(table, "end(x)"), min = Numbers(table, "min(x)"),
                            max = Numbers(table, "max(x)"), event = Numbers(table, "time(x<0.5)");
  ASSERT_EQ(end.size(), 5U);
  for (size_t i = 0; i < k.size(); ++i) {
    EXPECT_NEAR(end[i], std::exp(-2 * k[i]), 1e-8);
    EXPECT_NEAR(min[i], std::exp(-2 * k[i]), 1e-8);
    EXPECT_EQ(max[i], 1);
    if (k[i] * 2 > std::log(2)) {
      EXPECT_NEAR(event[i], std::log(2) / k[i], 1e-6);
    }
  }
  EXPECT_EQ(Column(table, "time(x<0.5)").front(), "");
}

TEST_F(Sweep, TranslatesOnceForNumbersAndOnceForEachSize) {
  const std::string report = File("report.json");
  TableOf({"--vary", "k=1,2,3,4", "--vary", "n=1,2", "--observe", "x", "--report", report, "-j", "1"});
  EXPECT_EQ(Report(report).at("runs"), 8);
  EXPECT_EQ(Report(report).at("translations"), 2);
  const CommandResult result =
      RunStiction({"sweep", model_, "-o", "-", "--vary", "k=1,2", "--vary", "n=1,2", "--observe", "x"});
  EXPECT_THAT(result.err, HasSubstr("hinges on `n`"));
  EXPECT_THAT(result.err, Not(HasSubstr("`k`")));
}

TEST_F(Sweep, GivesWhatSimulateGives) {
  for (const char* const setting : {"k=0", "k=0.3", "k=2e-1", "x.start=0.25", "x.start=-3", "n=3"}) {
    const std::string text = setting, name = text.substr(0, text.find('=')), value = text.substr(text.find('=') + 1);
    // In the middle of others, of which the translation is.
    const std::string table = TableOf({"--vary", name + "=1," + value + ",2", "--observe", "x", "--observe", "y[1]"});
    const std::string result = File("one.csv");
    ASSERT_EQ(RunStiction({"simulate", model_, "--set", text, "-o", result, "--quiet"}).exit_code, 0);
    const Table one = Table::Read(result);
    // Constants may be summed in another order.
    EXPECT_NEAR(Numbers(table, "end(x)").at(1), one.Column("x").back(), 1e-13) << text;
    EXPECT_NEAR(Numbers(table, "end(y[1])").at(1), one.Column("y[1]").back(), 1e-13) << text;
  }
}

TEST_F(Sweep, WritesWholeResultsOfWhatIsWanted) {
  const std::string results = File("results");
  TableOf({"--vary", "k=0.5,2", "--vary", "n=1,2", "--results", results, "--observe", "x"});
  for (const auto& [run, k, n] : {std::tuple("1", "0.5", "1"), std::tuple("4", "2", "2")}) {
    const std::string file = results + "/run-" + run + ".mat";
    const std::string one = File("one.csv");
    ASSERT_EQ(RunStiction({"simulate", model_, "--set", std::string("k=") + k, "--set", std::string("n=") + n, "-o",
                           one, "--quiet"})
                  .exit_code,
              0);
    const CommandResult compared = RunStiction({"compare", file, one, "--tolerance", "1e-12"});
    EXPECT_EQ(compared.exit_code, 0) << compared.out;
  }
  TableOf({"--vary", "limit=0.5,2", "--results", File("few"), "--signals", "x, y*"}, 3);
  EXPECT_TRUE(std::filesystem::exists(File("few/run-1.mat.incomplete")));
  EXPECT_FALSE(std::filesystem::exists(File("few/run-2.mat.incomplete")));
  const CommandResult plot = RunStiction({"plot", File("few/run-2.mat"), "is_low", "-o", File("p.svg")});
  EXPECT_THAT(plot.err, HasSubstr("no file has a signal `is_low`"));
  EXPECT_EQ(RunStiction({"sweep", model_, "--vary", "k=1", "--results", File("few"), "--signals", "z"}).exit_code, 2);
}

TEST_F(Sweep, TellsWhyARunFailed) {
  const std::string table = TableOf({"--vary", "limit=0.5,2", "--vary", "size=1,-1", "--observe", "x"}, 3);
  EXPECT_THAT(Column(table, "status"), ElementsAre("stopped", "stopped", "done", "stopped"));
  EXPECT_THAT(Column(table, "reason").at(0), HasSubstr("too high"));
  EXPECT_THAT(Column(table, "reason").at(3), HasSubstr("size"));
}

TEST_F(Sweep, GoesOnWhereCCodeCrashes) {
  const std::string model = Write(File("Crash.mo"),
                                  "model Crash\n"
                                  "  function f\n    input Real u;\n    output Real y;\n"
                                  "    external \"C\" y = crashing(u) annotation(Include = \"#include <stdlib.h>\n"
                                  "static double crashing(double u) { if (u == 2) abort(); return u; }\");\n"
                                  "  end f;\n"
                                  "  parameter Real p = 1;\n  Real x = f(p);\n"
                                  "end Crash;\n");
  const CommandResult result =
      RunStiction({"sweep", model, "--vary", "p=1:4", "--observe", "x", "-o", "-", "--quiet", "-j", "1"});
  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_THAT(Column(result.out, "status"), ElementsAre("done", "stopped", "done", "done"));
  EXPECT_THAT(Column(result.out, "reason").at(1), HasSubstr("the C code crashed"));
}

TEST_F(Sweep, TellsTheTimeAtWhichAnElementChanges) {
  const std::string table =
      TableOf({"--vary", "k=1,0.1", "--observe", "is_low", "--event", "is_low", "--event", "is_low=true"});
  EXPECT_THAT(Column(table, "end(is_low)"), ElementsAre("1", "0"));
  EXPECT_NEAR(Numbers(table, "time(is_low)").front(), std::log(2), 1e-8);
  EXPECT_EQ(Column(table, "time(is_low)"), Column(table, "time(is_low=true)"));
}

TEST_F(Sweep, TakesCasesAndSamples) {
  const std::string cases = Write(File("cases.csv"), "\"k\",\"x.start\"\n1,1\n2,0.5\n");
  const std::string table = TableOf({"--cases", cases, "--observe", "x"});
  EXPECT_THAT(Column(table, "x.start"), ElementsAre("1", "0.5"));
  EXPECT_NEAR(Numbers(table, "end(x)").at(1), 0.5 * std::exp(-4), 1e-8);

  const std::vector<std::string> random{"--vary", "k=uniform(1,2)", "--vary", "x.start=normal(1,0.1)", "--samples",
                                        "20",     "--observe",      "x"};
  const std::string first = TableOf(random), second = TableOf(random);
  EXPECT_EQ(first, second);
  for (const double k : Numbers(first, "k")) EXPECT_TRUE(k >= 1 && k < 2);
  std::vector<std::string> other = random;
  other.insert(other.end(), {"--seed", "2"});
  EXPECT_NE(TableOf(other), first);
}

TEST_F(Sweep, SharesItsRunsAmongProcesses) {
  const std::string whole = TableOf({"--vary", "k=lin(0.1,2,17)", "--observe", "x"});
  const std::string table = File("shared.csv");
  std::vector<std::thread> shards;
  for (const char* const shard : {"1/3", "2/3", "3/3"}) {
    shards.emplace_back([&, shard] {
      const CommandResult result = RunStiction(
          {"sweep", model_, "--vary", "k=lin(0.1,2,17)", "--observe", "x", "-o", table, "--shard", shard, "-j", "1"});
      EXPECT_EQ(result.exit_code, 0) << result.err;
    });
  }
  for (std::thread& shard : shards) shard.join();
  EXPECT_EQ(ReadAll(table), whole);
  EXPECT_FALSE(std::filesystem::exists(table + ".runs"));
}

TEST_F(Sweep, KnowsItsRankUnderMpirun) {
  const std::string table = File("ranks.csv");
  for (const char* const rank : {"1", "0"}) {
    const CommandResult result =
        test::Run("/usr/bin/env", {std::string("OMPI_COMM_WORLD_RANK=") + rank, "OMPI_COMM_WORLD_SIZE=2",
                                   "OMPI_COMM_WORLD_LOCAL_SIZE=2", STICTION_COMMAND, "sweep", model_, "--vary", "k=1:5",
                                   "--observe", "x", "-o", table});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    if (*rank == '1') {
      EXPECT_THAT(result.err, HasSubstr("2 of 5 runs are kept"));
    }
  }
  EXPECT_THAT(Column(ReadAll(table), "run"), ElementsAre("1", "2", "3", "4", "5"));
}

TEST_F(Sweep, IsSharedByMpirun) {
  if (test::Run("/bin/sh", {"-c", "command -v mpirun"}).exit_code != 0) GTEST_SKIP() << "there is no mpirun";
  const std::string table = File("mpi.csv");
  const CommandResult result = test::Run(
      "/bin/sh", {"-c", "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -n 3 '" +
                            std::string(STICTION_COMMAND) + "' sweep '" + model_ + "' --vary k=1:10 --observe x -o '" +
                            table + "' --quiet"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(ReadAll(table), TableOf({"--vary", "k=1:10", "--observe", "x"}));
}

TEST_F(Sweep, GoesOnWhereItWasInterrupted) {
  const std::string table = File("sweep.csv");
  std::vector<std::string> sweep{"sweep", model_, "--vary", "k=1:6", "--observe", "x", "-o", table};
  std::vector<std::string> half = sweep;
  half.insert(half.end(), {"--shard", "1/2"});
  ASSERT_EQ(RunStiction(half).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(table));
  // What a process that was killed could not finish counts as nothing.
  std::ofstream(table + ".runs", std::ios::app) << "{\"run\":1,\"sta";
  const CommandResult result = RunStiction(sweep);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("3 runs were there already"));
  EXPECT_THAT(Column(ReadAll(table), "run"), ElementsAre("1", "2", "3", "4", "5", "6"));
  // Runs of another model are no runs of this one.
  ASSERT_EQ(RunStiction(half).exit_code, 0);
  std::ofstream(model_, std::ios::app) << "\n";
  const CommandResult other = RunStiction(sweep);
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("another sweep"));
}

TEST_F(Sweep, DrawsACurveARun) {
  const std::string plot = File("plot.svg");
  TableOf({"--vary", "k=0.5,1,2", "--observe", "x", "--plot", plot});
  const std::string drawn = ReadAll(plot);
  for (const char* const name : {"k = 0.5", "k = 1", "k = 2"}) EXPECT_THAT(drawn, HasSubstr(name));
}

TEST_F(Sweep, DrawsManyCurvesInTheOrderOfTheirValues) {
  const std::string plot = File("plot.svg");
  TableOf({"--vary", "k=3,1:0.1:2.9", "--observe", "x", "--plot", plot});
  const std::string drawn = ReadAll(plot);
  std::vector<double> named;
  for (size_t at = 0; (at = drawn.find("k = ", at)) != std::string::npos; ++at)
    named.push_back(std::stod(drawn.substr(at + 4)));
  EXPECT_EQ(named.size(), 12);
  EXPECT_TRUE(std::ranges::is_sorted(named));
  EXPECT_THAT(drawn, HasSubstr("#440154"));  // the ends of the ramp
  EXPECT_THAT(drawn, HasSubstr("#7ad151"));
}

TEST_F(Sweep, SaysWhatIsWrong) {
  const auto refusal = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"sweep", model_});
    const CommandResult result = RunStiction(arguments);
    EXPECT_EQ(result.exit_code, 2);
    return result.err;
  };
  EXPECT_THAT(refusal({}), HasSubstr("nothing is varied"));
  EXPECT_THAT(refusal({"--vary", "k"}), HasSubstr("--vary takes NAME=VALUES"));
  EXPECT_THAT(refusal({"--vary", "k=1:-1:2"}), HasSubstr("has no values"));
  EXPECT_THAT(refusal({"--vary", "k=1", "--vary", "k=2"}), HasSubstr("`k` is varied twice"));
  EXPECT_THAT(refusal({"--vary", "k=uniform(0,1)"}), HasSubstr("--samples"));
  EXPECT_THAT(refusal({"--vary", "k=1", "--shard", "3/2"}), HasSubstr("--shard takes K/N"));
  EXPECT_THAT(refusal({"--vary", "k=1", "--signals", "x"}), HasSubstr("--signals belongs to --results"));
  EXPECT_THAT(refusal({"--vary", "k=1", "--observe", "xx"}), HasSubstr("did you mean `x`?"));
  EXPECT_THAT(refusal({"--vary", "k=1", "--event", "x"}), HasSubstr("changes all the time"));
  const CommandResult unknown = RunStiction({"sweep", model_, "--vary", "kk=1,2"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("no element `kk`"));
}

// Friction elements are what sweeps are made for: their numbers take no translation each, whatever is compiled in.
TEST(SweepOfLibraries, TakesOneTranslationForFriction) {
  const TemporaryDirectory directory;
  const std::string report = directory.File("report.json");
  const CommandResult result =
      RunStiction({"sweep", SourcePath("models/PushedBlock.mo"), "-L", SourcePath("models"), "--vary", "f0=1,3,5,7",
                   "--observe", "x", "-o", "-", "--quiet", "--report", report});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(Report(report).at("translations"), 1);
  const std::vector<double> end = Numbers(result.out, "end(x)");
  EXPECT_NEAR(end.at(2), 1.2, 1e-6);
}

TEST(SweepOfLibraries, TakesOneTranslationForTheTableOfAClutch) {
  if (!HasLibrary()) GTEST_SKIP() << kNoLibrary;
  const TemporaryDirectory directory;
  ASSERT_EQ(RunStiction({"new", "Gear", "--driveline", "--in", directory.path(), "--quiet"}).exit_code, 0);
  const std::string model = directory.File("Gear/Gear.mo"), report = directory.File("report.json");
  const CommandResult result =
      RunStiction({"sweep", model, "--vary", "mu=0.1,0.2,0.4", "-o", "-", "--quiet", "--report", report});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(Report(report).at("translations"), 1);
  // The motor keeps w = 100 rad/s until the press begins, then loses what the clutch takes, 500 N mu (t - 0.2 s)/0.5 s.
  EXPECT_NEAR(Numbers(result.out, "end(motor.w)").at(0), 100 - 2 * (50 * 0.25 + 50 * 0.3), 1e-6);
  EXPECT_NEAR(Numbers(result.out, "end(motor.w)").at(2), 100.0 / 3, 1e-6);
}

}  // namespace
}  // namespace stiction::test
