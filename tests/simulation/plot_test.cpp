// SPDX-License-Identifier: BSD-3-Clause
// What `stiction plot` puts into its pictures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const char* const kModel =
    "model Block\n"
    "  type Phase = enumeration(Early, Late);\n"
    "  constant Integer Stuck = 0;\n"
    "  constant Integer Forward = 1;\n"
    "  parameter Real mu = 0.5;\n"
    "  Real x(start = 0, fixed = true, unit = \"m\");\n"
    "  Real v(unit = \"m/s\") = if time < 1 then mu*(1 - time) else 0;\n"
    "  Boolean moves = time < 1;\n"
    "  Phase phase = if time < 0.5 then Phase.Early else Phase.Late;\n"
    "  Integer mode(start = 1, fixed = true);\n"
    "equation\n"
    "  der(x) = v;\n"
    "  when time > 1 then\n"
    "    mode = Stuck;\n"
    "  end when;\n"
    "  annotation(experiment(StopTime = 2));\n"
    "end Block;\n";

class Plots : public testing::Test {
 protected:
  Plots() { std::ofstream(directory_.File("Block.mo")) << kModel; }

  std::string File(const std::string& name) const { return directory_.File(name); }

  std::string ResultOf(const std::string& name, const std::vector<std::string>& arguments = {}) const {
    std::vector<std::string> all{"simulate", File("Block.mo"), "-o", File(name), "--quiet"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const CommandResult run = RunStiction(all);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return File(name);
  }

  CommandResult Plot(std::vector<std::string> arguments, const std::string& picture = "p.svg") const {
    arguments.insert(arguments.begin(), "plot");
    arguments.insert(arguments.end(), {"-o", File(picture)});
    return RunStiction(arguments);
  }

  std::string Drawn(const std::vector<std::string>& arguments) const {
    const CommandResult plot = Plot(arguments);
    EXPECT_EQ(plot.exit_code, 0) << plot.err;
    std::ostringstream text;
    text << std::ifstream(File("p.svg")).rdbuf();
    return text.str();
  }

 private:
  TemporaryDirectory directory_;
};

std::string Text(const std::string& text) { return ">" + text + "</text>"; }

size_t CountOf(const std::string& part, const std::string& text) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST_F(Plots, DrawDiscreteSignalsWithTheNamesOfTheirValues) {
  const std::string svg = Drawn({ResultOf("r.mat"), "x", "moves", "phase", "mode"});
  EXPECT_THAT(svg, AllOf(HasSubstr(Text("false")), HasSubstr(Text("true")), HasSubstr(Text("Early")),
                         HasSubstr(Text("Late")), HasSubstr(Text("Stuck")), HasSubstr(Text("Forward"))));
  EXPECT_EQ(CountOf("<clipPath", svg), 4U);
}

TEST_F(Plots, TakeNamesOfValuesInCommaSeparatedFilesFromTheReport) {
  const std::string csv = ResultOf("r.csv", {"--report", File("run.json")});
  EXPECT_THAT(Drawn({csv, "phase"}), Not(HasSubstr(Text("Early"))));
  EXPECT_THAT(Drawn({csv, "phase", "--literals", File("run.json")}), HasSubstr(Text("Early")));
}

TEST_F(Plots, TellRunsApartByTheirParametersOrNames) {
  const std::string one = ResultOf("one.mat", {"--set", "mu=0.25"});
  const std::string two = ResultOf("two.mat", {"--set", "mu=0.75"});
  EXPECT_THAT(Drawn({one, two, "v"}), AllOf(HasSubstr("v (mu = 0.25)"), HasSubstr("v (mu = 0.75)")));
  const std::string csv = ResultOf("one.csv");
  EXPECT_THAT(Drawn({csv, ResultOf("two.csv"), "v"}), AllOf(HasSubstr("v (one)"), HasSubstr("v (two)")));
  std::filesystem::create_directory(File("sub"));
  EXPECT_THAT(Drawn({csv, ResultOf("sub/one.csv"), "v"}), AllOf(HasSubstr("v (one)"), HasSubstr("v (sub/one)")));
}

TEST_F(Plots, HaveAllOfTheLegend) {
  std::ofstream(File("Many.mo")) << "model Many\n  Real a_signal_with_quite_a_long_name[40] = {time*i for i in "
                                    "1:40};\nend Many;\n";
  ASSERT_EQ(RunStiction({"simulate", File("Many.mo"), "-o", File("many.mat"), "--quiet"}).exit_code, 0);
  const std::string svg = Drawn({File("many.mat"), "a_*"});
  EXPECT_EQ(CountOf("a_signal_with_quite_a_long_name[", svg), 40U);
  EXPECT_THAT(svg, AllOf(Not(HasSubstr("...")), HasSubstr("stroke-dasharray")));
}

TEST_F(Plots, DrawOverAnotherSignal) {
  const std::string result = ResultOf("r.mat");
  EXPECT_THAT(Drawn({result, "v", "--x", "x"}), AllOf(HasSubstr(Text("x [m]")), Not(HasSubstr("time"))));
  EXPECT_EQ(Plot({result, "v", "--x", "x", "--modes"}).exit_code, 2);
  EXPECT_EQ(Plot({result, "v", "--x", "x", "--reference", result}).exit_code, 2);
  EXPECT_THAT(Plot({result, "v", "--x", "xx"}).err, HasSubstr("`xx`"));
}

TEST_F(Plots, ShowWhatElementsDo) {
  const std::string result = ResultOf("r.mat");
  EXPECT_THAT(Drawn({result, "--modes"}), AllOf(HasSubstr(Text("mode")), HasSubstr(Text("Stuck")),
                                                HasSubstr(Text("Forward")), Not(HasSubstr(Text("Backward")))));
  EXPECT_THAT(Plot({result, "--modes=clutch*"}).err, HasSubstr("no friction element fits `clutch*`"));
  EXPECT_THAT(Plot({ResultOf("few.csv", {"--signals", "x"}), "--modes"}).err, HasSubstr("hint: --signals"));
  // An ideal element has no mode: it is stuck while its speed is exactly 0.
  std::ofstream(File("ideal.csv")) << "time,slider.v_rel,slider.s,spring.v_rel\n0,0,0,0\n1,0,1,0\n1,0,1,0\n2,3,4,0\n";
  EXPECT_THAT(Drawn({File("ideal.csv"), "--modes"}), AllOf(HasSubstr(Text("slider")), HasSubstr(Text("Stuck")),
                                                           HasSubstr(Text("Forward")), Not(HasSubstr("spring"))));
}

TEST_F(Plots, HavePanelsRangesAndASize) {
  const std::string result = ResultOf("r.mat");
  const std::string svg =
      Drawn({result, "x", "--panel", "v, mu", "--range", "v=-1:9", "--size", "640x480", "--title", "Two panels"});
  EXPECT_THAT(svg, AllOf(HasSubstr("width=\"640\" height=\"480\""), HasSubstr("Two panels")));
  EXPECT_EQ(CountOf("<clipPath", svg), 2U);
  EXPECT_THAT(svg, HasSubstr(Text("8")));
  EXPECT_THAT(Plot({result, "x", "--range", "v=-1:9"}).err, HasSubstr("no signal `v` is drawn"));
  EXPECT_THAT(Plot({result, "x", "--range", "9:1"}).err, HasSubstr("LOW:HIGH"));
  EXPECT_THAT(Plot({result, "x", "--size", "800"}).err, HasSubstr("WIDTHxHEIGHT"));
  EXPECT_THAT(Plot({result, "x", "--size", "100x20"}).err, HasSubstr("hint:"));
  EXPECT_THAT(Plot({result, "y*"}).err, HasSubstr("no signal fits `y*`"));
  EXPECT_THAT(Plot({result, "none.mat", "x"}).err, HasSubstr("no file of that name"));
  EXPECT_THAT(Plot({result}).err, HasSubstr("--modes"));
}

TEST_F(Plots, ReadTheStandardInput) {
  const std::string pipe = "'" + std::string(STICTION_COMMAND) + "' simulate '" + File("Block.mo") +
                           "' -o - --units | '" + STICTION_COMMAND + "' plot - x -o '" + File("piped.svg") + "'";
  const CommandResult plot = test::Run("/bin/sh", {"-c", pipe});
  EXPECT_EQ(plot.exit_code, 0) << plot.err;
  EXPECT_TRUE(std::filesystem::exists(File("piped.svg")));
}

TEST_F(Plots, TellModelsFromResults) {
  const CommandResult plot = Plot({File("Block.mo"), "x"});
  EXPECT_EQ(plot.exit_code, 2);
  EXPECT_THAT(plot.err, AllOf(HasSubstr("is a model, not a result"), HasSubstr("hint: 'stiction simulate")));
  const CommandResult simulated = RunStiction({"simulate", ResultOf("r.csv")});
  EXPECT_EQ(simulated.exit_code, 2);
  EXPECT_THAT(simulated.err, AllOf(HasSubstr("is no model"), HasSubstr("hint: 'stiction plot")));
}

TEST_F(Plots, ArePagesToo) {
  const std::string result = ResultOf("r.mat");
  const auto read = [&](const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(File(name), std::ios::binary).rdbuf();
    return text.str();
  };
  for (const char* name : {"a.pdf", "b.pdf"}) {
    const CommandResult plot = Plot({result, "x", "mode"}, name);
    ASSERT_EQ(plot.exit_code, 0) << plot.err;
  }
  EXPECT_EQ(read("a.pdf").substr(0, 5), "%PDF-");
  EXPECT_EQ(read("a.pdf"), read("b.pdf"));
}

}  // namespace
}  // namespace stiction::test
