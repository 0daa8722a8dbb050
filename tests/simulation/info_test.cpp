// SPDX-License-Identifier: BSD-3-Clause
// `stiction info`, and what `stiction check` tells beside its messages.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  return path;
}

const char* const kGeared =
    "package Lib \"A library\"\n"
    "  type Kind = enumeration(rigid, soft);\n"
    "  model Geared \"Two wheels, one shaft\"\n"
    "    parameter Real ratio(unit = \"1\", min = 1, max = 10) = 2 \"of the gear\";\n"
    "    parameter Real J(unit = \"kg.m2\", min = 0) = ratio*3 \"inertia\";\n"
    "    parameter Boolean brakes = false;\n"
    "    parameter Kind kind = Kind.soft;\n"
    "    final parameter Real hidden = 1;\n"
    "    Real a(start = 0, fixed = true), b, w, v;\n"
    "  equation\n"
    "    a = ratio*b;\n"
    "    der(a) = w;\n"
    "    der(b) = v;\n"
    "    J*der(w) + der(v) = 1;\n"
    "  end Geared;\n"
    "  partial block Base\n"
    "  end Base;\n"
    "end Lib;\n";

class Info : public testing::Test {
 protected:
  TemporaryDirectory directory_;
  const std::string file_ = Write(directory_.File("Lib.mo"), kGeared);
};

TEST_F(Info, TellsWhatCanBeSet) {
  const CommandResult result = RunStiction({"info", file_, "-m", "Lib.Geared", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const nlohmann::json info = nlohmann::json::parse(result.out);
  ASSERT_EQ(info.at("parameters").size(), 4U);
  const nlohmann::json& ratio = info.at("parameters").at(0);
  EXPECT_EQ(ratio.at("name"), "ratio");
  EXPECT_EQ(ratio.at("type"), "Real");
  EXPECT_EQ(ratio.at("value"), 2);
  EXPECT_EQ(ratio.at("unit"), "1");
  EXPECT_EQ(ratio.at("min"), 1);
  EXPECT_EQ(ratio.at("max"), 10);
  EXPECT_EQ(ratio.at("comment"), "of the gear");
  EXPECT_THAT(ratio.at("place").get<std::string>(), HasSubstr("Lib.mo:4:20"));
  EXPECT_EQ(info.at("parameters").at(1).at("value"), 6);
  EXPECT_EQ(info.at("parameters").at(2).at("value"), false);
  EXPECT_EQ(info.at("parameters").at(3).at("value"), "soft");
  EXPECT_EQ(info.at("parameters").at(3).at("type"), "Lib.Kind");
}

TEST_F(Info, TellsWhatIndexReductionDid) {
  const CommandResult result = RunStiction({"info", file_, "-m", "Lib.Geared", "--json"});
  const nlohmann::json info = nlohmann::json::parse(result.out);
  EXPECT_EQ(info.at("equations"), 4);
  EXPECT_EQ(info.at("unknowns"), 4);
  EXPECT_EQ(info.at("states"), 2);
  EXPECT_GE(info.at("index_reduction").at("differentiated").get<int>(), 1);
  EXPECT_EQ(info.at("index_reduction").at("dependent").size(), 2U);
  const CommandResult text = RunStiction({"info", file_, "-m", "Lib.Geared", "--only", "ratio"});
  EXPECT_THAT(text.out, HasSubstr("4 equations, 4 unknowns, 2 states"));
  EXPECT_THAT(text.out, HasSubstr("1 .. 10"));
  EXPECT_THAT(text.out, Not(HasSubstr("brakes")));
}

TEST_F(Info, ListsTheClassesOfAPackage) {
  const CommandResult result = RunStiction({"info", file_});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("3 classes"));
  EXPECT_THAT(result.out, HasSubstr("Two wheels, one shaft"));
  EXPECT_THAT(result.out, HasSubstr("partial block"));
  const CommandResult unknown = RunStiction({"info", file_, "-m", "Lib.Gered"});
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean `Lib.Geared`?"));
}

TEST_F(Info, CheckTellsHowLargeAModelIs) {
  const CommandResult result = RunStiction({"check", file_, "-m", "Lib.Geared"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "Lib.Geared: 4 equations, 4 unknowns, 2 states\n");
  const CommandResult json = RunStiction({"check", file_, "-m", "Lib.Geared", "--json"});
  const nlohmann::json model = nlohmann::json::parse(json.out).at("models").at(0);
  EXPECT_EQ(model.at("verdict"), "sound");
  EXPECT_EQ(model.at("states"), 2);
}

TEST_F(Info, CheckWritesSarif) {
  const std::string file = Write(directory_.File("a model.mo"), "model M\n  Real x = y;\nend M;\n");
  const std::string sarif = directory_.File("check.sarif");
  EXPECT_EQ(RunStiction({"check", file, "--sarif", sarif}).exit_code, 1);
  std::ifstream in(sarif);
  const nlohmann::json log = nlohmann::json::parse(in);
  EXPECT_EQ(log.at("version"), "2.1.0");
  const nlohmann::json& run = log.at("runs").at(0);
  const nlohmann::json& result = run.at("results").at(0);
  EXPECT_EQ(result.at("level"), "error");
  EXPECT_EQ(result.at("ruleId"), run.at("tool").at("driver").at("rules").at(0).at("id"));
  const nlohmann::json& place = result.at("locations").at(0).at("physicalLocation");
  EXPECT_EQ(place.at("region").at("startLine"), 2);
  EXPECT_EQ(place.at("region").at("startColumn"), 12);
  EXPECT_THAT(place.at("artifactLocation").at("uri").get<std::string>(), HasSubstr("a%20model.mo"));
}

}  // namespace
}  // namespace stiction::test
