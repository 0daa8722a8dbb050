// SPDX-License-Identifier: BSD-3-Clause
// `stiction linearize`: the matrices of models that are linear, or of which the derivatives are known.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::HasSubstr;

using Matrix = std::vector<std::vector<double>>;

std::string Write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  return path;
}

nlohmann::json Linearized(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"linearize", "-o", "-"});
  const CommandResult result = RunStiction(arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return nlohmann::json::parse(result.out);
}

const char* const kPendulum =
    "model Pendulum\n"
    "  input Real u(start = 0, unit = \"N.m\");\n"
    "  output Real height = 1 - cos(phi);\n"
    "  output Real minus = -torque;\n"
    "  Real phi(start = 0.5, fixed = true), w(start = 0, fixed = true);\n"
    "  Real torque;\n"
    "equation\n"
    "  der(phi) = w;\n"
    "  der(w) = torque;\n"
    "  torque + 0.1*torque^3 = u - 9.81*sin(phi) - 0.2*w;\n"  // solved by iteration
    "end Pendulum;\n";

TEST(Linearize, HasTheDerivativesOfTheEquations) {
  const TemporaryDirectory directory;
  const nlohmann::json linear = Linearized({Write(directory.File("Pendulum.mo"), kPendulum)});
  const double torque = linear.at("states").at(1).at("derivative");
  EXPECT_NEAR(torque + 0.1 * torque * torque * torque, -9.81 * std::sin(0.5), 1e-9);
  const double slope = 1 / (1 + 0.3 * torque * torque);
  const Matrix a = linear.at("A"), b = linear.at("B"), c = linear.at("C"), d = linear.at("D");
  EXPECT_EQ(a.at(0), (std::vector<double>{0, 1}));
  EXPECT_NEAR(a.at(1).at(0), -9.81 * std::cos(0.5) * slope, 1e-9);
  EXPECT_NEAR(a.at(1).at(1), -0.2 * slope, 1e-9);
  EXPECT_NEAR(b.at(1).at(0), slope, 1e-9);
  EXPECT_NEAR(c.at(0).at(0), std::sin(0.5), 1e-9);
  EXPECT_NEAR(c.at(1).at(0), 9.81 * std::cos(0.5) * slope, 1e-9);
  EXPECT_EQ(d.at(0).at(0), 0);
  EXPECT_NEAR(d.at(1).at(0), -slope, 1e-9);
  EXPECT_EQ(linear.at("inputs").at(0).at("name"), "u");
  EXPECT_EQ(linear.at("inputs").at(0).at("unit"), "N.m");
}

TEST(Linearize, NamesTheModeThatItHoldsFor) {
  const auto at = [](const char* time) {
    return Linearized({SourcePath("models/PushedBlock.mo"), "-L", SourcePath("models"), "--set", "f1=3", "--time", time,
                       "--output-signal", "f"});
  };
  const nlohmann::json sliding = at("0.5"), stuck = at("2");
  EXPECT_EQ(sliding.at("mode").at("mode"), "Forward");
  EXPECT_EQ(stuck.at("mode").at("mode"), "Stuck");
  // m der(v) = u - f0 - f1 v with m = 2; the states are v and x.
  const auto index = [](const nlohmann::json& linear, const std::string& name) {
    for (size_t i = 0; i < linear.at("states").size(); ++i) {
      if (linear.at("states")[i].at("name") == name) return i;
    }
    return size_t{99};
  };
  const size_t v = index(sliding, "v"), x = index(sliding, "x");
  EXPECT_NEAR(sliding.at("A").at(v).at(v).get<double>(), -1.5, 1e-12);
  EXPECT_EQ(sliding.at("A").at(x).at(v), 1);
  EXPECT_NEAR(sliding.at("C").at(0).at(v).get<double>(), 3, 1e-12);
  EXPECT_EQ(stuck.at("A").at(v).at(v), 0);
}

TEST(Linearize, WritesAMatFile) {
  const TemporaryDirectory directory;
  const std::string file = directory.File("linear.mat");
  ASSERT_EQ(RunStiction({"linearize", Write(directory.File("Pendulum.mo"), kPendulum), "-o", file}).exit_code, 0);
  std::ifstream in(file, std::ios::binary);
  std::ostringstream bytes;
  bytes << in.rdbuf();
  const std::string text = bytes.str();
  // The header of A: double, 2 rows, 2 columns, real, a name of one letter and its end; then column by column.
  ASSERT_GE(text.size(), 54U);
  EXPECT_EQ(text.substr(20, 2), std::string("A\0", 2));
  double by_speed = 0;
  std::memcpy(&by_speed, text.data() + 22 + 2 * sizeof(double), sizeof by_speed);
  EXPECT_EQ(by_speed, 1);
  for (const char* const name : {"ABCD", "xuyName", "yName", "nx"}) EXPECT_THAT(text, HasSubstr(name));
}

TEST(Linearize, SaysWhatIsWrong) {
  const TemporaryDirectory directory;
  const std::string model = Write(directory.File("Pendulum.mo"), kPendulum);
  const CommandResult unknown = RunStiction({"linearize", model, "--output-signal", "torqe"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("did you mean `torque`?"));
  EXPECT_EQ(RunStiction({"linearize", model, "-o", "linear.txt"}).exit_code, 2);
}

}  // namespace
}  // namespace stiction::test
