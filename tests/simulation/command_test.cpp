// SPDX-License-Identifier: BSD-3-Clause
// The command as its page promises it: files, rows, options and exit codes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::string WriteModel(const TemporaryDirectory& directory, const std::string& name, const std::string& text) {
  const std::string path = directory.File(name);
  std::ofstream(path) << text;
  return path;
}

const char* const kDecay =
    "model Decay\n"
    "  parameter Real k = 2;\n"
    "  Real x(start = 1, fixed = true);\n"
    "equation\n"
    "  der(x) = -k*x;\n"
    "end Decay;\n";

TEST(Command, FindsLibrariesInTheDataOfTheUser) {
  const TemporaryDirectory home;
  std::filesystem::create_directories(home.File(".local/share/modelica"));
  WriteModel(home, ".local/share/modelica/Decay.mo", kDecay);
  const auto check = [&](const std::string& environment) {
    return test::Run("/bin/sh", {"-c", "env -u MODELICAPATH -u XDG_DATA_HOME HOME='" + home.path() + "' " +
                                           environment + " '" + STICTION_COMMAND + "' check -m Decay"});
  };
  EXPECT_EQ(check("").exit_code, 0);
  EXPECT_EQ(check("XDG_DATA_HOME='" + home.File(".local/share") + "'").exit_code, 0);
  EXPECT_EQ(check("XDG_DATA_HOME='" + home.path() + "'").exit_code, 1);
  EXPECT_EQ(check("MODELICAPATH=").exit_code, 1);
  EXPECT_EQ(check("MODELICAPATH='" + home.File(".local/share/modelica") + "'").exit_code, 0);
}

TEST(Command, WritesTheGridAndBothSidesOfAnEvent) {
  const Simulation simulation = Simulate("PushedBlock");
  const Table& table = simulation.table;
  EXPECT_EQ(simulation.csv.substr(0, 6), "\"time\"");
  EXPECT_EQ(std::count(table.Time().begin(), table.Time().end(), 1.0), 2);
  const auto switched = std::find(table.Time().begin(), table.Time().end(), 1.0) - table.Time().begin();
  EXPECT_EQ(table.Column("u")[static_cast<std::size_t>(switched)], 8);
  EXPECT_EQ(table.Column("u")[static_cast<std::size_t>(switched) + 1], 0);
  EXPECT_TRUE(std::is_sorted(table.Time().begin(), table.Time().end()));
  for (int i = 0; i <= 20; ++i) {
    const double t = 0.1 * i;
    EXPECT_TRUE(std::any_of(table.Time().begin(), table.Time().end(), [t](double time) {
      return std::abs(time - t) < 1e-12;
    })) << t;
  }
}

TEST(Command, ReportsTheRun) {
  const nlohmann::json report = Simulate("PushedBlock").report;
  EXPECT_EQ(report.at("model"), "PushedBlock");
  EXPECT_EQ(report.at("status"), "success");
  EXPECT_EQ(report.at("time_reached"), 2.0);
  EXPECT_EQ(report.at("states"), 2);
  EXPECT_GE(report.at("events").at("state").get<int>(), 1);
  EXPECT_EQ(report.at("events").at("time"), 1);
  EXPECT_GT(report.at("steps").get<int>(), 0);
  for (const char* phase : {"parse", "flatten", "causalize", "emit", "simulate", "total"})
    EXPECT_TRUE(report.at("seconds").contains(phase)) << phase;
}

TEST(Command, GoesOnWhenNobodyReadsTheLogAnyMore) {
  const TemporaryDirectory directory;
  const std::string line = std::string(STICTION_COMMAND) +
                           " simulate -L " STICTION_SOURCE_DIR "/models -m Bench.P1b -o " + directory.File("out.csv") +
                           " --log events 2>&1 >" + directory.File("told") + " | head -n 1 >/dev/null";
  ASSERT_EQ(std::system(line.c_str()), 0);
  EXPECT_EQ(Table::Read(directory.File("out.csv")).Time().back(), 100);
  EXPECT_GT(std::filesystem::file_size(directory.File("told")), 0);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(directory.path()), {}), 2);  // no other file is left
}

TEST(Command, TakesTheOneModelOfAFileAndItsOptions) {
  const TemporaryDirectory directory;
  const std::string model = WriteModel(directory, "Decay.mo", kDecay);
  const CommandResult result =
      RunStiction({"simulate", model, "-o", directory.File("out.csv"), "--start-time", "1", "--stop-time", "2",
                   "--intervals", "4", "--tolerance", "1e-9", "--set", "k=3", "--quiet"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Table table = Table::Read(directory.File("out.csv"));
  EXPECT_EQ(table.Time(), (std::vector<double>{1, 1.25, 1.5, 1.75, 2}));
  EXPECT_TRUE(IsNear(table.Last("x"), std::exp(-3), 1e-6));
  EXPECT_EQ(table.First("k"), 3);
}

TEST(Command, SolversAgree) {
  for (const char* model : {"ReferenceProblems.ViscousStop", "ReferenceProblems.ClutchEngagement"}) {
    const Table explicit_method = Simulate(model, {"--solver", "dopri5"}).table;
    for (const char* solver : {"auto", "ida", "rodas"}) {
      const Table other_method = Simulate(model, {"--solver", solver}).table;
      EXPECT_TRUE(IsNear(explicit_method.Last("heat"), other_method.Last("heat"), 1e-5)) << model << ", " << solver;
    }
  }
}

TEST(Command, TheDaeFormNeedsIda) {
  for (const char* solver : {"taylor", "dopri5", "rodas"}) {
    const CommandResult result =
        SimulateExpectingFailure("models/PushedBlock.mo", {"--solver", solver, "--form", "dae"});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.err,
                AllOf(HasSubstr(std::string(solver) + " integrates the ODE form only"), HasSubstr("hint: use ida")));
  }
}

TEST(Command, TaylorNeedsASmoothModel) {
  const CommandResult result =
      SimulateExpectingFailure("models/Bench", {"-m", "Bench.StickSlipElastic", "--solver", "taylor"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("taylor needs a model that is smooth between events"), HasSubstr("hint: use auto")));
}

TEST(Command, LogsEvents) {
  const CommandResult result = Simulate("PushedBlock", {"--log", "events"}).command;
  EXPECT_THAT(result.err, AllOf(HasSubstr("t = 1 "), HasSubstr("mode"), HasSubstr("SlidingBlock.mo:")));
}

// Why the brake sticks after it has stopped the shaft: from what fired, in which order, to the relations that hold.
TEST(Command, LogsWhatFiredEachPassAndWhyAnElementIsInItsMode) {
  const Simulation simulation = Simulate("ReferenceProblems.BrakedShaft", {"--log", "events"});
  const std::string& log = simulation.command.err;
  const std::size_t begin = log.find("t = 1.5 s: state event");
  ASSERT_NE(begin, std::string::npos) << log;
  const std::string event = log.substr(begin, log.find("\nt = ", begin) - begin);
  std::size_t last = 0;
  for (const char* part : {"fired     brake.v_rel > 0.0 became false (", "pass 1    brake.mode: Forward -> Stuck (",
                           "mixed block of brake: fixed-point iteration", "pass 2    brake.locked: false -> true (",
                           "pass 3    nothing changes", "element   brake: ", "brake.mode = Stuck",
                           "brake.sa > brake.peak*brake.capacity is false: 0 > 10 (", "Interfaces.mo:53:5"}) {
    const std::size_t at = event.find(part, last);
    ASSERT_NE(at, std::string::npos) << part << " is not in\n" << event;
    last = at;
  }
}

TEST(Command, ReportsTheEventsItLogs) {
  const nlohmann::json events = Simulate("ReferenceProblems.BrakedShaft", {"--log", "events"}).report.at("events");
  const nlohmann::json& log = events.at("log");
  ASSERT_EQ(log.size(), 1 + events.at("state").get<std::size_t>() + events.at("time").get<std::size_t>());
  EXPECT_EQ(log[0].at("kind"), "start");
  EXPECT_EQ(log[1].at("kind"), "time");
  const nlohmann::json& stop = log[2];
  EXPECT_EQ(stop.at("kind"), "state");
  EXPECT_NEAR(stop.at("time").get<double>(), 1.5, 1e-9);
  EXPECT_EQ(stop.at("fired")[0].at("name"), "brake.v_rel > 0.0");
  EXPECT_EQ(stop.at("fired")[0].at("after"), "false");
  EXPECT_EQ(stop.at("passes")[0].at("changes")[1].at("name"), "brake.mode");
  EXPECT_EQ(stop.at("passes")[0].at("changes")[1].at("before"), "Forward");
  EXPECT_EQ(stop.at("passes")[0].at("mixed")[0].at("elements")[0], "brake");
  EXPECT_EQ(stop.at("passes")[0].at("mixed")[0].at("layers")[0], "fixed-point iteration");
  const nlohmann::json& relation = stop.at("elements")[0].at("relations")[0];
  EXPECT_EQ(relation.at("holds"), false);
  EXPECT_NEAR(relation.at("right").get<double>(), 10, 1e-12);
  EXPECT_FALSE(Simulate("ReferenceProblems.BrakedShaft").report.at("events").contains("log"));
}

// A ramp, with a slope that an event changes, crosses a level at an instant that is known before: the log names the
// level as it is written. Constants that number something name an Integer, others do not.
TEST(Command, LogsInTheWordsOfTheModel) {
  const TemporaryDirectory directory;
  const std::string file = directory.File("Press.mo");
  std::ofstream(file) << "model Press\n"
                         "  constant Integer Open = 2, Closed = 3;\n"
                         "  Integer state(start = Open, fixed = true);\n"
                         "  constant Integer Left = 1;\n"
                         "  Integer N[3] = {1, 2, 5};\n"
                         "  parameter Real rise = 4;\n"
                         "  Real y = if time < 1 then 0 elseif time < 2 then rise*(time - 1) else rise;\n"
                         "equation\n"
                         "  when y > 1 then\n"
                         "    state = Closed;\n"
                         "  end when;\n"
                         "end Press;\n";
  const CommandResult result =
      RunStiction({"simulate", file, "--stop-time", "3", "--log", "events", "--quiet", "-o", directory.File("p.csv")});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::size_t begin = result.err.find("t = 1.25 s: time event");
  ASSERT_NE(begin, std::string::npos) << result.err;
  EXPECT_THAT(result.err, HasSubstr("y > 1.0 became true ("));
  EXPECT_THAT(result.err, HasSubstr("state: Open -> Closed ("));
  EXPECT_EQ(result.err.find("e+308"), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("y > 1.0", result.err.find("t = 2 s")), std::string::npos) << result.err;
}

TEST(Command, LoggingChangesNoResult) {
  for (const char* model : {"ReferenceProblems.BrakedShaft", "ReferenceProblems.CoulombOscillator", "PushedBlock"}) {
    EXPECT_EQ(Simulate(model, {"--log", "events"}).csv, Simulate(model).csv) << model;
  }
}

TEST(Command, RefusesAWrongCommandLine) {
  EXPECT_EQ(RunStiction({"simulate", "--no-such-option"}).exit_code, 2);
  EXPECT_EQ(RunStiction({"no-such-command"}).exit_code, 2);
  EXPECT_EQ(RunStiction({"simulate"}).exit_code, 2);
  EXPECT_EQ(RunStiction({"--help"}).exit_code, 0);
}

TEST(Command, OutputThatCannotBeWrittenIsAnError) {
  for (const char* arguments : {"check \"$1\"", "info \"$1\"", "simulate \"$1\" -o -"}) {
    const CommandResult result = test::Run("/bin/sh", {"-c", fmt::format("\"$0\" {} >/dev/full", arguments),
                                                       STICTION_COMMAND, SourcePath("models/InertialSlidingBlock.mo")});
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr("No space left on device")) << arguments;
  }
}

TEST(Command, RefusesAMissingFile) {
  const CommandResult result = RunStiction({"simulate", "NoSuchFile.mo"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("NoSuchFile.mo"));
}

TEST(Command, ListsTheModelsIfThereAreSeveral) {
  const TemporaryDirectory directory;
  const std::string model =
      WriteModel(directory, "Two.mo", std::string(kDecay) + "model Growth\n  extends Decay(k = -1);\nend Growth;\n");
  const CommandResult result = RunStiction({"simulate", model, "-o", directory.File("out.csv")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("Decay"), HasSubstr("Growth")));
  EXPECT_EQ(RunStiction({"simulate", model, "-m", "Growth", "-o", directory.File("out.csv")}).exit_code, 0);
}

TEST(Command, LeavesNoResultOfAModelWithErrors) {
  const TemporaryDirectory directory;
  const std::string model = WriteModel(directory, "Wrong.mo",
                                       "model Wrong\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -y;\n"
                                       "end Wrong;\n");
  const CommandResult result = RunStiction({"simulate", model, "-o", directory.File("out.csv")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, AllOf(HasSubstr("Wrong.mo:4:"), HasSubstr("y")));
  EXPECT_FALSE(std::filesystem::exists(directory.File("out.csv")));
}

}  // namespace
}  // namespace stiction::test
