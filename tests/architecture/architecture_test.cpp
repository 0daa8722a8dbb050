// SPDX-License-Identifier: BSD-3-Clause
// The sources keep to the include rules, and the check would notice if they did not; each names its licence, and
// wide classes and long functions say why they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

#include "tests/architecture/include_rules.h"
#include "tests/architecture/long_functions.h"
#include "tests/architecture/wide_classes.h"
#include "tests/support/command.h"

namespace stiction::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::string ReadText(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

IncludeRules ProjectRules() { return ParseIncludeRules(ReadText(SourcePath("tests/architecture/include_rules.txt"))); }

TEST(Architecture, SourcesKeepToTheIncludeRules) {
  const IncludeRules rules = ProjectRules();
  int sources = 0;
  for (const char* top : {"compiler", "runtime", "fmi", "cli"}) {
    if (!std::filesystem::exists(SourcePath(top))) continue;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(SourcePath(top))) {
      const std::string extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp" && extension != ".def") continue;
      ++sources;
      const std::string path = std::filesystem::relative(entry.path(), SourcePath(".")).generic_string();
      for (const std::string& violation : FindViolations(rules, path, ReadText(entry.path())))
        ADD_FAILURE() << violation;
    }
  }
  EXPECT_GT(sources, 10);
}

TEST(Architecture, SourcesNameTheirLicence) {
  const std::string tag = " SPDX-License-Identifier: BSD-3-Clause";
  const std::set<std::string> kinds = {".h",  ".cpp",   ".def", ".in",  ".g4",  ".py",
                                       ".sh", ".cmake", ".js",  ".css", ".html"};
  for (const char* top : {"bench", "cli", "cmake", "compiler", "fmi", "grammar", "runtime", "scripts", "tests"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(SourcePath(top))) {
      const std::filesystem::path& path = entry.path();
      if (!kinds.contains(path.extension()) && path.filename() != "CMakeLists.txt") continue;
      std::string text = ReadText(path);
      if (text.starts_with("#!")) text.erase(0, text.find('\n') + 1);
      EXPECT_THAT(text.substr(0, text.find('\n')), HasSubstr(tag)) << path;
    }
  }
}

TEST(Architecture, WideClassesSayWhatSetsTheirNumberOfMethodsOrMembers) {
  for (const char* top : {"compiler", "runtime", "fmi", "cli"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(SourcePath(top))) {
      const std::string extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp") continue;
      for (const WideClass& one : FindWideClasses(ReadText(entry.path()))) {
        if (!one.has_reason) ADD_FAILURE() << entry.path().string() << ":" << one.line << ": " << one.what;
      }
    }
  }
}

// Decision 1: on which side of its tie a relation holds is asked of runtime/program/relation.h.
TEST(Architecture, RelationsAreDecidedInOnePlace) {
  const std::regex asks(R"(\bop\s*(==|!=)\s*OpCode::k(Gt|Ge|Lt|Le)\b)");
  const std::regex compares(R"(\[\w+(\.|->)left\]\s*(<|>|==|!=)=?\s*\w+\[\w+(\.|->)right\])");
  int rules = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SourcePath("runtime"))) {
    const std::string extension = entry.path().extension();
    if (extension != ".h" && extension != ".cpp") continue;
    const std::string text = ReadText(entry.path());
    const bool has_rule = std::regex_search(text, asks) || std::regex_search(text, compares);
    const bool is_rule = entry.path().stem() == "relation" && entry.path().parent_path().filename() == "program";
    EXPECT_TRUE(!has_rule || is_rule) << entry.path();
    rules += has_rule ? 1 : 0;
  }
  EXPECT_GT(rules, 0);
}

TEST(Architecture, FunctionsFitAScreenOrSayWhyNot) {
  constexpr int kMost = 60;
  for (const char* top : {"compiler", "runtime", "fmi", "cli"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(SourcePath(top))) {
      const std::string extension = entry.path().extension();
      if (extension != ".h" && extension != ".cpp") continue;
      for (const LongFunction& function : FindLongFunctions(ReadText(entry.path()), kMost)) {
        EXPECT_TRUE(function.has_reason) << entry.path() << ":" << function.line << ": " << function.length
                                         << " lines: " << function.signature;
      }
    }
  }
}

TEST(LongFunctions, AreFoundWithTheirReasons) {
  const std::string body = " {\n  a;\n\n  if (b) {\n    c;\n  }\n}\n";
  EXPECT_THAT(FindLongFunctions("void F(int x)" + body, 5), IsEmpty());
  const std::vector<LongFunction> found =
      FindLongFunctions("int k;\n\nvoid F(int x,\n       int y)" + body +
                            "// Longer than a screen: a table.\ntemplate <class T>\nvoid G(T x)" + body,
                        4);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].line, 3);
  EXPECT_EQ(found[0].length, 5);
  EXPECT_EQ(found[0].signature, "void F(int x,");
  EXPECT_FALSE(found[0].has_reason);
  EXPECT_TRUE(found[1].has_reason);
}

TEST(LongFunctions, AreNoNamespacesNorClasses) {
  EXPECT_THAT(FindLongFunctions("namespace a {\nint f(int);\n}\nstruct B {\n  int f(int);\n}\n", 0), IsEmpty());
}

TEST(Architecture, NoPhaseMayIncludeAnotherOne) {
  const IncludeRules rules = ProjectRules();
  const std::vector<std::string> phases = {"parse",           "resolve",   "instantiate", "typecheck",
                                           "check_functions", "flatten",   "units",       "lower",
                                           "simplify",        "causalize", "tear",        "emit"};
  for (const std::string& one : phases)
    for (const std::string& other : phases)
      EXPECT_FALSE(rules.allowed_folders.at("compiler/" + one).contains("compiler/" + other)) << one << " " << other;
}

TEST(Architecture, TheRuntimeMayNotIncludeTheCompiler) {
  for (const auto& [folder, allowed] : ProjectRules().allowed_folders) {
    if (folder.rfind("runtime/", 0) != 0) continue;
    for (const std::string& name : allowed) EXPECT_NE(name.rfind("compiler/", 0), 0U) << folder;
  }
}

TEST(Architecture, RoomsBuildOnEachOtherWithoutCycle) {
  const IncludeRules rules = ProjectRules();
  std::set<std::string> left;
  for (const auto& [folder, allowed] : rules.allowed_folders) left.insert(folder);
  const auto is_free = [&](const std::string& folder) {
    for (const std::string& name : rules.allowed_folders.at(folder))
      if (left.contains(name)) return false;
    return true;
  };
  while (std::erase_if(left, is_free) > 0) {
  }
  EXPECT_THAT(left, IsEmpty());
}

const char* const kSampleRules =
    "# a comment\n"
    "compiler/support:\n"
    "compiler/parse: compiler/support\n"
    "compiler/lower: compiler/support\n"
    "third-party antlr4: compiler/parse\n"
    "third-party fmt/: *\n";

TEST(IncludeRules, AllowsWhatTheyName) {
  const IncludeRules rules = ParseIncludeRules(kSampleRules);
  EXPECT_THAT(FindViolations(rules, "compiler/parse/parse.cpp",
                             "#include <antlr4-runtime.h>\n#include <fmt/format.h>\n#include <vector>\n"
                             "#include \"compiler/parse/parse.h\"\n#include \"compiler/support/source.h\"\n"),
              IsEmpty());
}

TEST(IncludeRules, RejectsAnotherPhase) {
  EXPECT_THAT(FindViolations(ParseIncludeRules(kSampleRules), "compiler/lower/lower.cpp",
                             "#include <vector>\n#include \"compiler/parse/parse.h\"\n"),
              ElementsAre(AllOf(HasSubstr("compiler/lower/lower.cpp:2"), HasSubstr("compiler/parse"))));
}

TEST(IncludeRules, RejectsAThirdPartyHeaderOutsideItsFolder) {
  EXPECT_THAT(FindViolations(ParseIncludeRules(kSampleRules), "compiler/lower/lower.cpp", "#  include <antlr4.h>\n"),
              ElementsAre(HasSubstr("third-party antlr4.h")));
}

TEST(IncludeRules, RejectsAFolderWithoutRule) {
  EXPECT_THAT(FindViolations(ParseIncludeRules(kSampleRules), "compiler/new/new.cpp", ""),
              ElementsAre(HasSubstr("no include rule")));
}

TEST(IncludeRules, RejectsAnIncludeThatIsNotFromTheTop) {
  EXPECT_THAT(FindViolations(ParseIncludeRules(kSampleRules), "compiler/lower/lower.cpp", "#include \"lower.h\"\n"),
              ElementsAre(HasSubstr("not written from the top")));
}

TEST(IncludeRules, RejectsOwnHeadersInAngleBrackets) {
  EXPECT_THAT(FindViolations(ParseIncludeRules(kSampleRules), "compiler/lower/lower.cpp",
                             "#include <compiler/support/source.h>\n"),
              ElementsAre(HasSubstr("write \"compiler/support/source.h\"")));
}

TEST(IncludeRules, ARuleMustNameKnownFolders) {
  EXPECT_THROW(ParseIncludeRules("compiler/parse: compiler/suport\n"), std::runtime_error);
  EXPECT_THROW(ParseIncludeRules("compiler/parse\n"), std::runtime_error);
}

TEST(WideClasses, AreCountedByMethodsAndMembers) {
  std::string members, methods;
  for (int i = 0; i < kMaxMembers; ++i)
    members += "  std::map<int, std::function<int(int)>> m" + std::to_string(i) + "_;\n";
  for (int i = 0; i < kMaxMethods; ++i) methods += "  int F(int a,\n        int b) {\n    return g_;\n  }\n";
  const auto text = [&](const std::string& more) {
    return "class Some {\n public:\n  Some() = default;\n" + methods + "\n private:\n  struct Part;\n" + members +
           more + "};\n";
  };
  EXPECT_THAT(FindWideClasses(text("")), IsEmpty());
  EXPECT_THAT(FindWideClasses(text("  void G();\n")), SizeIs(1));
  EXPECT_THAT(FindWideClasses(text("  int a_ = 0, b_ = 1;  // of it\n")), SizeIs(1));
  EXPECT_FALSE(FindWideClasses(text("  void G();\n"))[0].has_reason);
  EXPECT_TRUE(FindWideClasses("/// One method for each thing, hence\n/// their number.\n" + text("  void G();\n"))[0]
                  .has_reason);
}

}  // namespace
}  // namespace stiction::test
