// SPDX-License-Identifier: BSD-3-Clause
// `stiction check` of packages: every model is judged, what is wrong is told once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/simulation.h"

namespace stiction::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Write(const std::string& path, const std::string& text) {
  std::filesystem::create_directories(std::filesystem::path(path).parent_path());
  std::ofstream(path) << text;
  return path;
}

size_t Count(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

std::map<std::string, std::string> Verdicts(const std::string& report) {
  std::ifstream in(report);
  const nlohmann::json json = nlohmann::json::parse(in);
  std::map<std::string, std::string> verdicts;
  for (const nlohmann::json& model : json.at("models")) {
    verdicts[model.at("model")] = model.at("verdict");
  }
  return verdicts;
}

const char* const kLibrary =
    "package Lib\n"
    "  connector Pin\n    Real v;\n    flow Real i;\n  end Pin;\n"
    "  model Resistor\n    Pin p, n;\n  equation\n    p.i + n.i = 0;\n    p.v - n.v = 2*p.i;\n  end Resistor;\n"
    "  partial model Law\n    Real x;\n  end Law;\n"
    "  model Open\n    replaceable Law law;\n  end Open;\n"
    "  package Inner\n"
    "    block Gain\n      input Real u;\n      output Real y;\n    equation\n      y = 3*u;\n    end Gain;\n"
    "    model Wrong\n      Real x = missing;\n    end Wrong;\n"
    "    model WrongToo\n      extends Wrong;\n    end WrongToo;\n"
    "  end Inner;\n"
    "end Lib;\n";

TEST(Check, JudgesEachModelOfAPackage) {
  const TemporaryDirectory directory;
  const std::string library = Write(directory.File("Lib.mo"), kLibrary);
  const std::string report = directory.File("report.json");
  const CommandResult result = RunStiction({"check", library, "--report", report});
  EXPECT_EQ(result.exit_code, 1);
  const std::map<std::string, std::string> expected{{"Lib.Resistor", "component"},
                                                    {"Lib.Open", "open"},
                                                    {"Lib.Inner.Gain", "sound"},
                                                    {"Lib.Inner.Wrong", "refused"},
                                                    {"Lib.Inner.WrongToo", "refused"}};
  EXPECT_EQ(Verdicts(report), expected);
  EXPECT_THAT(result.out, HasSubstr("5 models: 1 sound, 1 component, 1 open, 2 refused"));
  EXPECT_THAT(result.out, HasSubstr("2 refused with UnknownName"));
  // The error of the base class is told with its place, once.
  EXPECT_EQ(Count(result.err, "Lib.mo:26:16: error: "), 1U) << result.err;
  EXPECT_THAT(result.err, HasSubstr("as in Lib.Inner.Wrong\n"));
}

TEST(Check, OfAPackageOfALibrary) {
  const TemporaryDirectory directory;
  Write(directory.File("Lib.mo"), kLibrary);
  const CommandResult all = RunStiction({"check", "-L", directory.path(), "-m", "Lib.Inner"});
  EXPECT_EQ(all.exit_code, 1);
  EXPECT_THAT(all.out, HasSubstr("3 models: "));
  const CommandResult some = RunStiction({"check", "-L", directory.path(), "-m", "Lib", "--only", "R", "-j", "1"});
  EXPECT_EQ(some.exit_code, 0);
  EXPECT_THAT(some.err, Not(HasSubstr("Wrong")));
}

TEST(Check, AFileThatCannotBeReadHidesNoOther) {
  const TemporaryDirectory directory;
  Write(directory.File("Lib/package.mo"), "package Lib\nend Lib;\n");
  Write(directory.File("Lib/Good.mo"), "within Lib;\nmodel Good\n  Real x = time;\nend Good;\n");
  Write(directory.File("Lib/Better.mo"), "within Lib;\nmodel Better\n  Real x = 2*time;\nend Better;\n");
  Write(directory.File("Lib/Broken.mo"), "within Lib;\nmodel Broken\n  Real x = ;\nend Broken;\n");
  const CommandResult result = RunStiction({"check", directory.File("Lib")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("Broken.mo:3:"));
  EXPECT_THAT(result.out, HasSubstr("2 models: 2 sound"));
}

TEST(Check, ReportsOneModel) {
  const TemporaryDirectory directory;
  const std::string file = Write(directory.File("M.mo"), "model M\n  Real x = y;\nend M;\n");
  const std::string report = directory.File("report.json");
  EXPECT_EQ(RunStiction({"check", file, "--report", report}).exit_code, 1);
  std::ifstream in(report);
  const nlohmann::json finding = nlohmann::json::parse(in).at("models").at(0).at("diagnostics").at(0);
  EXPECT_EQ(finding.at("severity"), "error");
  EXPECT_EQ(finding.at("kind"), "UnknownName");
  EXPECT_EQ(finding.at("clause"), "5.3");
  EXPECT_EQ(finding.at("file"), file);
  EXPECT_EQ(finding.at("line"), 2);
  EXPECT_EQ(finding.at("column"), 12);
}

TEST(Check, RefusesWhatIsForOneModel) {
  const TemporaryDirectory directory;
  const std::string library = Write(directory.File("Lib.mo"), kLibrary);
  const CommandResult set = RunStiction({"check", library, "--set", "x=1"});
  EXPECT_EQ(set.exit_code, 2);
  EXPECT_THAT(set.err, AllOf(HasSubstr("--set"), HasSubstr("-m")));
  EXPECT_EQ(RunStiction({"check", library, "--report", library}).exit_code, 2);
  EXPECT_EQ(RunStiction({"check", library, "--only", "Nobody"}).exit_code, 2);
}

TEST(Check, NamesWhatItChecksHoweverItIsGiven) {
  const TemporaryDirectory directory;
  const std::string library =
      Write(directory.File("P.mo"),
            "package P\n  model 'a.b'\n    Real x = 1;\n  end 'a.b';\n  package Q\n    model A\n      Real x = 1;\n"
            "    end A;\n  end Q;\n  package None\n  end None;\nend P;\n");
  const CommandResult twice = RunStiction({"check", library, directory.path() + "/./P.mo"});
  EXPECT_EQ(twice.exit_code, 0) << twice.err;
  EXPECT_THAT(twice.out, HasSubstr("2 models: 2 sound"));
  EXPECT_EQ(RunStiction({"check", library, "-m", "P.Q"}).exit_code, 0);
  const CommandResult none = RunStiction({"check", library, "-m", "P.None"});
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_THAT(none.out, HasSubstr("0 models"));
}

TEST(Check, TellsWhatIsWrongBeforeAnyModelOnceAndToPrograms) {
  const TemporaryDirectory directory;
  const std::string library = Write(directory.File("Two.mo"),
                                    "package Two\n  model A\n    Real x = 1;\n  end A;\n  model B\n    Real x = 1;\n"
                                    "  end B;\n  model A\n    Real x = 2;\n  end A;\nend Two;\n");
  const std::string report = directory.File("report.json");
  const CommandResult result = RunStiction({"check", library, "--report", report});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(Count(result.err, "[DuplicateClass"), 1U) << result.err;
  std::ifstream in(report);
  EXPECT_EQ(nlohmann::json::parse(in).at("diagnostics").at(0).at("kind"), "DuplicateClass");
}

TEST(Check, OurOwnLibrariesAreSound) {
  for (const char* library : {"FrictionElements", "IdealElements", "Constraints", "LanguageTour"}) {
    const CommandResult result =
        RunStiction({"check", SourcePath(std::string("models/") + library), "-L", SourcePath("models")});
    EXPECT_EQ(result.exit_code, 0) << library << "\n" << result.out << result.err;
    EXPECT_THAT(result.out, Not(HasSubstr("open"))) << library;
  }
}

}  // namespace
}  // namespace stiction::test
