// SPDX-License-Identifier: BSD-3-Clause
// Models as FMUs, run by our own importer: the results of the model itself, and as many mode changes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "tests/support/command.h"
#include "tests/support/simulation.h"
#include "tests/support/table.h"

namespace stiction::test {
namespace {

namespace fs = std::filesystem;

const std::string kModels = SourcePath("models");

/// An FMU of a model of models/.
class Fmu {
 public:
  explicit Fmu(const std::string& model, const std::string& version, const std::vector<std::string>& more = {})
      : path_(directory_.File("model.fmu")) {
    std::vector<std::string> arguments{"fmu", "-L", kModels, "-m", model, "--fmi", version, "-o", path_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const CommandResult result = RunStiction(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
  }
  const std::string& path() const { return path_; }

  Table Simulate(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all{"simulate", path_, "-o", directory_.File("result.csv"), "--quiet"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const CommandResult result = RunStiction(all);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return Table::Read(directory_.File("result.csv"));
  }

 private:
  TemporaryDirectory directory_;
  std::string path_;
};

class Fmus : public testing::TestWithParam<std::tuple<const char*, const char*>> {
 protected:
  std::string version() const { return std::get<0>(GetParam()); }
  std::string kind() const { return std::get<1>(GetParam()); }
};

TEST_P(Fmus, GiveTheResultsOfTheModel) {
  for (const std::string model : {"ReferenceProblems.StickSlipPull", "ReferenceProblems.BouncingBall",
                                  "ReferenceProblems.ThreeInertias", "Bench.P1", "LanguageTour.PressCycle"}) {
    SCOPED_TRACE(model);
    const Table native = Simulate(model, {"--tolerance", "1e-8", "--intervals", "200"}).table;
    const Table other = Fmu(model, version()).Simulate({"--kind", kind(), "--tolerance", "1e-8", "--intervals", "200"});
    for (const std::string& name : native.Names()) {
      if (name == "time") continue;
      ASSERT_TRUE(other.Has(name)) << name;
      const std::vector<double>& column = native.Column(name);
      const bool is_whole = std::ranges::all_of(column, [](double value) { return value == std::floor(value); });
      if (is_whole && kind() == "me") {
        EXPECT_EQ(other.ChangeTimes(name).size(), native.ChangeTimes(name).size()) << name;
        continue;
      }
      const auto [low, high] = std::ranges::minmax(column);
      const double allowed = 1e-5 * std::max(high - low, std::max(std::abs(low), std::abs(high)));
      EXPECT_NEAR(other.Last(name), native.Last(name), allowed + 1e-7) << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Fmus, testing::Combine(testing::Values("2", "3"), testing::Values("me", "cs")),
                         [](const auto& one) {
                           return std::string("Fmi") + std::get<0>(one.param) + std::get<1>(one.param);
                         });

TEST(FmuFiles, TheSameModelHasTheSameBytes) {
  const auto bytes = [](const Fmu& fmu) {
    std::ifstream in(fmu.path(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  EXPECT_EQ(bytes(Fmu("ReferenceProblems.RampStart", "3")), bytes(Fmu("ReferenceProblems.RampStart", "3")));
}

TEST(FmuFiles, InputsComeFromTables) {
  const TemporaryDirectory directory;
  std::ofstream(directory.File("M.mo"))
      << "model M\n  input Real u;\n  output Real y;\n  Real x(start = 0, fixed = true);\n"
         "  Integer n(start = 0, fixed = true);\nequation\n  der(x) = u;\n  y = 2*x;\n"
         "  when u > 0.5 then\n    n = pre(n) + 1;\n  end when;\nend M;\n";
  std::ofstream(directory.File("u.csv")) << "time,u\n0,0\n1,0\n1,1\n2,1\n2,0\n3,0\n";
  for (const char* version : {"2", "3"}) {
    const CommandResult made = RunStiction(
        {"fmu", directory.File("M.mo"), "--fmi", version, "-o", directory.File("M.fmu"), "--no-unit-check"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
    for (const char* kind : {"me", "cs"}) {
      const CommandResult run =
          RunStiction({"simulate", directory.File("M.fmu"), "--kind", kind, "--inputs", directory.File("u.csv"),
                       "--stop-time", "3", "--interval", "0.125", "-o", directory.File("M.csv")});
      ASSERT_EQ(run.exit_code, 0) << run.err;
      const Table table = Table::Read(directory.File("M.csv"));
      EXPECT_NEAR(table.Last("y"), 2, 1e-6) << kind;
      EXPECT_EQ(table.Last("n"), 1) << kind;
      EXPECT_NEAR(table.At("x", 1), 0, 1e-9) << kind;
    }
  }
}

TEST(FmuFiles, SignalsAndParametersAreThoseOfModels) {
  const Fmu fmu("ReferenceProblems.RampStart", "3");
  const TemporaryDirectory directory;
  const CommandResult native = RunStiction({"simulate", "-L", kModels, "-m", "ReferenceProblems.RampStart", "-o", "-",
                                            "--signals", "v, w*", "--parameters", directory.File("native.csv")});
  ASSERT_EQ(native.exit_code, 0) << native.err;
  for (const char* kind : {"me", "cs"}) {
    const CommandResult other = RunStiction({"simulate", fmu.path(), "--kind", kind, "-o", "-", "--signals", "v, w*",
                                             "--parameters", directory.File("other.csv")});
    ASSERT_EQ(other.exit_code, 0) << other.err;
    EXPECT_EQ(other.out.substr(0, other.out.find('\n')), native.out.substr(0, native.out.find('\n'))) << kind;
    EXPECT_TRUE(std::ifstream(directory.File("other.csv")).ignore(1000, '\n').peek() != EOF) << kind;
  }
}

TEST(FmuFiles, InfoTellsWhatTheyHold) {
  const Fmu fmu("ReferenceProblems.RampStart", "3");
  const CommandResult all = RunStiction({"info", fmu.path()});
  EXPECT_NE(all.out.find("ReferenceProblems.RampStart: FMI 3.0"), std::string::npos) << all.out << all.err;
  const CommandResult json = RunStiction({"info", fmu.path(), "--json"});
  EXPECT_NE(json.out.find("\"co_simulation\": true"), std::string::npos) << json.out << json.err;
}

TEST(FmuFiles, DescriptionsAreValid) {
  const char* const schemas = std::getenv("FMI_SCHEMAS");
  if (schemas == nullptr) GTEST_SKIP() << "FMI_SCHEMAS names no folder with fmi2/ and fmi3/";
  for (const std::string version : {"2", "3"}) {
    const std::string name = version == "2" ? "fmi2ModelDescription.xsd" : "fmi3ModelDescription.xsd";
    for (const std::string model : {"ReferenceProblems.ThreeInertias", "LanguageTour.PressCycle", "Bench.P1"}) {
      const Fmu fmu(model, version);
      const TemporaryDirectory directory;
      ASSERT_EQ(test::Run("/usr/bin/python3", {"-m", "zipfile", "-e", fmu.path(), directory.path()}).exit_code, 0);
      const CommandResult result =
          test::Run("/usr/bin/xmllint", {"--noout", "--schema", std::string(schemas) + "/fmi" + version + "/" + name,
                                         directory.File("modelDescription.xml")});
      EXPECT_EQ(result.exit_code, 0) << result.err;
    }
  }
}

TEST(FmuFiles, AreCasesOfTests) {
  const TemporaryDirectory directory;
  const std::string model = "ReferenceProblems.BouncingBall";
  fs::create_directory(directory.File("case"));
  for (const std::string output : {"case/Ball.fmu", "case/reference.csv"}) {
    std::vector<std::string> arguments{output.ends_with(".fmu") ? "fmu" : "simulate", "-L", kModels, "-m", model};
    arguments.insert(arguments.end(), {"-o", directory.File(output), "--quiet"});
    ASSERT_EQ(RunStiction(arguments).exit_code, 0);
  }
  std::ofstream(directory.File("case/reference.json")) << R"({"model": "Ball", "files": ["Ball.fmu"]})";
  const CommandResult result = RunStiction({"test", directory.File("case")});
  EXPECT_EQ(result.exit_code, 0) << result.out << result.err;
}

TEST(FmuFiles, ACrashIsTold) {
  const TemporaryDirectory directory;
  std::ofstream(directory.File("M.mo"))
      << "model M\n  function f\n    input Real t;\n    output Real y;\n  external \"C\" y = f(t) "
         "annotation(Include = \"static double f(double t) { return t < 0.5 ? t : *(volatile double*)8; }\");\n  end "
         "f;\n"
         "  Real x(start = 0, fixed = true);\nequation\n  der(x) = f(time);\nend M;\n";
  ASSERT_EQ(RunStiction({"fmu", directory.File("M.mo"), "-o", directory.File("M.fmu")}).exit_code, 0);
  for (const char* kind : {"me", "cs"}) {
    const CommandResult result =
        RunStiction({"simulate", directory.File("M.fmu"), "--kind", kind, "-o", directory.File("M.csv")});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_NE(result.err.find("crashed"), std::string::npos) << result.err;
    EXPECT_GT(Table::Read(directory.File("M.csv")).Last("time"), 0.4);
  }
}

TEST(FmuFiles, WhatIsNoneIsTold) {
  const TemporaryDirectory directory;
  std::ofstream(directory.File("a.fmu")) << "nothing";
  for (const char* command : {"simulate", "info"}) {
    const CommandResult result = RunStiction({command, directory.File("a.fmu")});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find("cannot be unpacked"), std::string::npos) << result.err;
  }
}

}  // namespace
}  // namespace stiction::test
