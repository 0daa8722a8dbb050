// SPDX-License-Identifier: BSD-3-Clause
// Functions in C and external objects (MLS 12.9), compiled from the annotations of tests/simulation/models.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

const std::string kModels = "tests/simulation/models/ExternalFunctions.mo";

Simulation RunModel(const std::string& model, std::vector<std::string> arguments = {}) {
  arguments.insert(arguments.begin(), SourcePath(kModels));
  return Simulate("ExternalFunctions." + model, arguments);
}

std::string TextOf(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(ExternalFunctions, ArgumentsAndResultsOfAllKinds) {
  const Table table = RunModel("Calls").table;
  // y' = -y^3 with y(0) = 1
  EXPECT_TRUE(IsNear(table.Last("y"), 1 / std::sqrt(3.0), 1e-7));
  EXPECT_TRUE(IsNear(table.Last("z"), 27, 1e-7));
  EXPECT_TRUE(IsNear(table.First("sum"), -10 + 6));
  EXPECT_TRUE(IsNear(table.Last("sum"), 1 + 10 + 6));
  EXPECT_EQ(table.Last("count"), 204);
  EXPECT_EQ(table.Last("odd"), 0);
  EXPECT_EQ(table.Last("w[3]"), 6);
  EXPECT_EQ(table.Last("m[1]"), 9);
  EXPECT_EQ(table.Last("m[2]"), 5);
  EXPECT_EQ(table.Last("t"), 1 + 4 + 9 + 16 + 25 + 36 + 3000);
}

TEST(ExternalFunctions, TheDerivativeAnnotationDifferentiatesAConstraint) {
  for (const char* form : {"ode", "dae"}) {
    const Table table = RunModel("Constrained", {"--form", form}).table;
    EXPECT_TRUE(IsNear(table.Last("v"), 3, 1e-6)) << form;
    EXPECT_TRUE(IsNear(table.Last("f"), 6, 1e-4)) << form;
  }
}

TEST(ExternalFunctions, WhatAParameterDoesNotChooseNeedsNoDerivative) {
  EXPECT_TRUE(IsNear(RunModel("Chosen").table.Last("v"), 3, 1e-9));
  const CommandResult refused =
      RunStiction({"check", SourcePath(kModels), "-m", "ExternalFunctions.Chosen", "--set", "smooth=false"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("NotDifferentiable"));
}

TEST(ExternalFunctions, CallsForTheirEffectActOnceEachTimeTheyAreDue) {
  for (const char* form : {"ode", "dae"}) {
    const TemporaryDirectory directory;
    const std::string log = directory.File("log");
    RunModel("Effects", {"--set", "log=\"" + log + "\"", "--form", form});
    EXPECT_EQ(TextOf(log), "1 0.25\n1 0.25\n3 1\n2 0.75\n2 0.75\n4 2\n") << form;
  }
}

TEST(ExternalFunctions, TheAssertionsOfAFunctionThatIsCalledForThemHold) {
  const CommandResult result =
      SimulateExpectingFailure(kModels, {"-m", "ExternalFunctions.Effects", "--set", "knots={1, 3, 3}"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("element 3 does not rise"));
}

TEST(ExternalFunctions, AnObjectIsMadeOnceAndEndedOnce) {
  for (const char* form : {"ode", "dae"}) {
    const TemporaryDirectory directory;
    const std::string log = directory.File("log");
    const Table table = RunModel("Springs", {"--set", "log=\"" + log + "\"", "--form", form}).table;
    EXPECT_TRUE(IsNear(table.Last("s"), std::cos(6.0), 1e-5)) << form;
    EXPECT_EQ(TextOf(log), "made soft\nmade stiff\nended stiff\nended soft\n") << form;
  }
}

TEST(ExternalFunctions, AnErrorInCStopsTheSimulation) {
  const TemporaryDirectory directory;
  const std::string log = directory.File("log");
  const CommandResult result = SimulateExpectingFailure(
      kModels, {"-m", "ExternalFunctions.Springs", "--set", "log=\"" + log + "\"", "--set", "reach=2.5"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("the spring stiff is torn at s = 2.5 m"), HasSubstr("t = 0 s"),
                                HasSubstr("ExternalFunctions.mo:"), HasSubstr("ExternalFunctions.force")));
  EXPECT_EQ(TextOf(log), "made soft\nmade stiff\nended stiff\nended soft\n");
}

TEST(ExternalFunctions, AnErrorOnTheWayNamesItsTime) {
  // s'' = -36 s from s = 1 with v = 12: beyond 2 where cos(6t) + 2 sin(6t) = 2, that is 6t = atan(4/3).
  const TemporaryDirectory directory;
  const CommandResult result = SimulateExpectingFailure(
      kModels,
      {"-m", "ExternalFunctions.Springs", "--set", "log=\"" + directory.File("log") + "\"", "--set", "launch=12"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, AllOf(HasSubstr("the spring stiff is torn at s = 2"), HasSubstr("[ExternalFunctionFailed]")));
}

TEST(ExternalFunctions, AFailingConstructorStopsTheInitialization) {
  const CommandResult result =
      SimulateExpectingFailure(kModels, {"-m", "ExternalFunctions.Springs", "--set", "log=\"/no such directory/log\""});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("cannot write to the log of spring soft"));
}

TEST(ExternalFunctions, ALibraryThatWasNotBuiltIsCompiledFromItsSources) {
  EXPECT_TRUE(IsNear(RunModel("FromSources").table.Last("x"), 0.5));
}

TEST(ExternalFunctions, ATableComesFromCodeOfTheModel) {
  EXPECT_TRUE(IsNear(RunModel("TableOfCode").table.At("y", 0.5), 1.5, 1e-12));
}

TEST(ExternalFunctions, StringsMayChange) {
  const Table table = RunModel("Texts").table;
  EXPECT_EQ(table.First("d"), 1);
  EXPECT_EQ(table.Last("d"), 3);
  EXPECT_EQ(table.First("e"), -1);
  EXPECT_EQ(table.Last("e"), 2);
}

TEST(ExternalFunctions, AWarningIsToldOnceWithItsTime) {
  const TemporaryDirectory directory;
  const CommandResult result =
      RunStiction({"simulate", SourcePath(kModels), "-m", "ExternalFunctions.Ill", "-o", directory.File("r.csv")});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err,
              AllOf(HasSubstr("warning: at t = 0.25"), HasSubstr("ExternalFunctions.ill warns: x = 1/2 soon"),
                    HasSubstr("ExternalFunctions.mo:"), HasSubstr("times more")));
  EXPECT_EQ(result.err.find("soon"), result.err.rfind("soon"));
}

TEST(ExternalFunctions, ACrashInCStopsTheSimulationAndKeepsTheRows) {
  if (STICTION_TEST_PATIENCE > 1) GTEST_SKIP() << "the sanitizers take crashes for theirs";
  for (const auto& [way, what] :
       {std::pair("1", "Segmentation fault"), std::pair("2", "Aborted"), std::pair("3", "Segmentation fault")}) {
    const TemporaryDirectory directory;
    const std::string output = directory.File("r.csv");
    const CommandResult result = RunStiction({"simulate", SourcePath(kModels), "-m", "ExternalFunctions.Ill", "--set",
                                              std::string("way=") + way, "-o", output});
    EXPECT_EQ(result.exit_code, 3) << way;
    EXPECT_THAT(result.err,
                AllOf(HasSubstr("in function ExternalFunctions.ill: the C code crashed: " + std::string(what)),
                      HasSubstr("simulation stopped at t = 0.49"), HasSubstr("[ExternalFunctionFailed]"),
                      HasSubstr("external \"C\" y = ill(x, way)"), HasSubstr("r.csv.incomplete")))
        << way;
    EXPECT_THAT(TextOf(output), HasSubstr("\n0.498,")) << way;
  }
}

TEST(ExternalFunctions, CCodeThatDoesWhatItMustNotIsNamedAndTheRowsAreKept) {
  for (const auto& [way, what] :
       {std::pair("1", "the C code tried to end the process by exit(0)"),
        std::pair("2", "the C code tried to end the process by _exit(0)"),
        std::pair("3", "the C code did not come back within 0.5 s of processor time; does it end?"),
        std::pair("4", "the C function misbehave wrote outside of its argument 3, which has 3 elements"),
        std::pair("5", "the C function misbehave wrote outside of its argument 1, which has 3 elements"),
        std::pair("8", "the C code tried to fork the process"),
        std::pair("9", "the C code tried to close the standard descriptor 1"),
        std::pair("10", "the C code tried to close a standard stream"),
        std::pair("11", "the C code tried to replace the process by execl")}) {
    const TemporaryDirectory directory;
    const CommandResult result =
        RunStiction({"simulate", SourcePath("tests/simulation/models/MisbehavingC.mo"), "-m", "MisbehavingC.M", "--set",
                     std::string("way=") + way, "--call-limit", "0.5", "-o", directory.File("r.csv")});
    EXPECT_EQ(result.exit_code, 3) << way;
    EXPECT_THAT(result.err, AllOf(HasSubstr("in function MisbehavingC.misbehave: " + std::string(what)),
                                  HasSubstr("simulation stopped at t = 0.49"), HasSubstr("r.csv.incomplete")));
    EXPECT_THAT(TextOf(directory.File("r.csv")), HasSubstr("\n0.498,")) << way;
  }
}

TEST(ExternalFunctions, CCodeMayCloseWhatItHasOpened) {
  const TemporaryDirectory directory;
  const CommandResult result = RunStiction({"simulate", SourcePath("tests/simulation/models/MisbehavingC.mo"), "-m",
                                            "MisbehavingC.M", "--set", "way=12", "-o", directory.File("r.csv")});
  EXPECT_EQ(result.exit_code, 0) << result.err;
}

TEST(ExternalFunctions, OneSignalEndsCCodeThatWaitsOrRuns) {
  const std::string until_it_runs = std::to_string(2 * STICTION_TEST_PATIENCE);  // [s]
  for (const char* way : {"3", "6"}) {
    const TemporaryDirectory directory;
    const CommandResult result = test::Run(
        "/usr/bin/timeout", {"--preserve-status", "--signal=TERM", "--kill-after=30", until_it_runs, STICTION_COMMAND,
                             "simulate", SourcePath("tests/simulation/models/MisbehavingC.mo"), "-m", "MisbehavingC.M",
                             "--set", std::string("way=") + way, "--call-limit", "0", "-o", directory.File("r.csv")});
    EXPECT_EQ(result.exit_code, 3) << way;
    EXPECT_THAT(result.err, HasSubstr("in function MisbehavingC.misbehave: the C code was still running two seconds"));
    EXPECT_THAT(TextOf(directory.File("r.csv")), HasSubstr("\n0.498,")) << way;
  }
}

Simulation RunWithObjects(const std::string& model) {
  return Simulate("ObjectsInFunctions." + model,
                  {SourcePath("tests/simulation/models/ObjectsInFunctions.mo"), "--intervals", "10"});
}

TEST(ObjectsInFunctions, AreMadeByEachCallAndEndWithIt) {
  const Table table = RunWithObjects("Values").table;
  EXPECT_TRUE(IsNear(table.First("y"), 2));
  EXPECT_TRUE(IsNear(table.Last("y"), 2 + 2));
  EXPECT_TRUE(IsNear(table.Last("z"), 1 + 2 + 3));
  EXPECT_TRUE(IsNear(table.Last("w"), 2 + 1));
  EXPECT_TRUE(IsNear(table.Last("n"), 3 + (4 + (5 + 6 + 6) + 5) + 4));
  EXPECT_EQ(table.Last("alive_now"), 1);  // that of the model
}

TEST(ObjectsInFunctions, DoNotHideHowResultsDependOnArguments) {
  const Simulation solved = RunWithObjects("Solve");
  EXPECT_TRUE(IsNear(solved.table.Last("x"), std::sqrt(2.0), 1e-9));
  const CommandResult refused = RunStiction(
      {"check", SourcePath("tests/simulation/models/ObjectsInFunctions.mo"), "-m", "ObjectsInFunctions.Constrained"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("give the function `ObjectsInFunctions.doubled` an annotation `derivative`"));
}

TEST(ObjectsInFunctions, EndWhereTheirFunctionFails) {
  EXPECT_EQ(RunWithObjects("Recovers").table.Last("alive_now"), 0);
  for (const auto& [model, what] : {std::pair("Fails", "too much"), std::pair("TooLarge", "too large")}) {
    const TemporaryDirectory directory;
    const CommandResult result =
        RunStiction({"simulate", SourcePath("tests/simulation/models/ObjectsInFunctions.mo"), "-m",
                     std::string("ObjectsInFunctions.") + model, "-o", directory.File("r.csv")});
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.err, HasSubstr(what));
  }
}

TEST(ExternalFunctions, ADestructorThatFailsIsTold) {
  for (const auto& [way, what] : {std::pair("0", ""), std::pair("1", "cannot end"), std::pair("2", "crashed")}) {
    if (way == std::string("2") && STICTION_TEST_PATIENCE > 1) continue;  // the sanitizers take crashes for theirs
    const TemporaryDirectory directory;
    const CommandResult result = RunStiction({"simulate", SourcePath(kModels), "-m", "ExternalFunctions.Ends", "--set",
                                              std::string("way=") + way, "-o", directory.File("r.csv")});
    EXPECT_EQ(result.exit_code, 0) << way;
    EXPECT_THAT(result.err, HasSubstr(what));
    EXPECT_EQ(result.err.find("cannot end") == std::string::npos, way != std::string("1")) << result.err;
  }
}

}  // namespace
}  // namespace stiction::test
