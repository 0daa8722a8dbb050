// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/editor/completion.h"
#include "compiler/editor/hover.h"
#include "compiler/editor/search.h"
#include "compiler/editor/symbols.h"
#include "compiler/ir/expr/builtin_functions.h"
#include "tests/support/command.h"

namespace stiction::editor {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kPath = "/nowhere/P.mo";

// `|` in the text is the place that is asked about.
struct Asked {
  explicit Asked(std::string text) : workspace({}) {
    offset = static_cast<uint32_t>(text.find('|'));
    if (offset < text.size()) text.erase(offset, 1);
    workspace.Set(kPath, std::move(text));
  }
  Snapshot& snapshot() { return workspace.SnapshotOf(kPath); }
  std::string HoverThere() {
    const auto occurrence = OccurrenceAt(snapshot(), offset);
    return occurrence ? Hover(snapshot(), *occurrence) : "nothing";
  }
  std::vector<std::string> Occurrences() {
    std::vector<std::string> places;
    const auto occurrence = OccurrenceAt(snapshot(), offset);
    if (!occurrence) return places;
    for (const Span span : OccurrencesOf(snapshot(), occurrence->declaration)) {
      const LineColumn place = snapshot().source().Locate(span.begin);
      places.push_back(std::to_string(place.line) + ":" + std::to_string(place.column));
    }
    return places;
  }
  std::vector<std::string> Completed() {
    std::vector<std::string> names;
    for (const Completion& one : CompletionsAt(snapshot(), offset).all) names.push_back(one.name);
    return names;
  }

  Workspace workspace;
  uint32_t offset = 0;
};

const std::string kPackage =
    "package P\n"
    "  type Mass = Real(unit=\"kg\") \"of a body\";\n"
    "  type E = enumeration(a \"the first\", b);\n"
    "  constant Real g = 2*h \"acceleration\";\n"
    "  constant Real h = 3;\n"
    "  connector C\n"
    "    Real v;\n"
    "    flow Real i;\n"
    "  end C;\n"
    "  partial model Base\n"
    "    C pin;\n"
    "    parameter Mass m = 1 \"its mass\";\n"
    "  end Base;\n"
    "  function f\n"
    "    input Real x;\n"
    "    output Real y;\n"
    "  algorithm\n"
    "    y := x;\n"
    "  end f;\n";

TEST(HoverTest, HoverTellsDeclarationDescriptionTypeUnitAndValue) {
  EXPECT_THAT(Asked(kPackage + "model M extends Base(|m=2); end M; end P;").HoverThere(),
              AllOf(HasSubstr("parameter Mass m = 1"), HasSubstr("its mass"), HasSubstr("Type: `P.Mass`, of a body"),
                    HasSubstr("Unit: `kg`"), HasSubstr("Declared in `P.Base`")));
  EXPECT_THAT(Asked(kPackage + "model M Real x = |g; end M; end P;").HoverThere(), HasSubstr("Value: `6`"));
  EXPECT_THAT(Asked(kPackage + "model M Real x = |f(1); end M; end P;").HoverThere(),
              HasSubstr("function P.f\n(Real x) -> (Real y)"));
  EXPECT_THAT(Asked(kPackage + "model M parameter E e = E.|a; end M; end P;").HoverThere(), HasSubstr("the first"));
  EXPECT_THAT(Asked(kPackage + "model M Mass m(|start=1); end M; end P;").HoverThere(), HasSubstr("start"));
}

TEST(SearchTest, OccurrencesOfWhatIsMeantNotOfWhatIsCalledAlike) {
  EXPECT_THAT(Asked("model M\n"
                    "  Real |x;\n"
                    "  model N Real x; equation x = 1; end N;\n"
                    "  N n(x(start=1));\n"
                    "  annotation(Dialog(enable=x > 0));\n"
                    "equation\n"
                    "  x = n.x + sum(x for x in 1:3);\n"
                    "  der(x) = -x;\n"
                    "end M;")
                  .Occurrences(),
              ElementsAre("2:8", "5:28", "7:3", "8:7", "8:13"));
}

TEST(SearchTest, OccurrencesOfAClassWithItsEnd) {
  EXPECT_THAT(Asked("package P\n  model |M\n  end M;\n  M m;\n  P.M n;\nend P;").Occurrences(),
              ElementsAre("2:9", "3:7", "4:3", "5:5"));
}

TEST(SearchTest, OccurrencesInModifiersAndNamedArguments) {
  EXPECT_THAT(Asked("package P\n"
                    "  function f input Real |u; output Real y; algorithm y := u; end f;\n"
                    "  model M Real x = f(u=1); end M;\n"
                    "end P;")
                  .Occurrences(),
              ElementsAre("2:25", "2:58", "3:22"));
}

TEST(SearchTest, ANameMayNotMeanSomethingAlready) {
  Asked asked("model M Real |x; Real y; end M;");
  const auto occurrence = OccurrenceAt(asked.snapshot(), asked.offset);
  ASSERT_TRUE(occurrence);
  EXPECT_EQ(WhyNotRenamed(asked.snapshot(), *occurrence, "z"), "");
  EXPECT_THAT(WhyNotRenamed(asked.snapshot(), *occurrence, "y"), HasSubstr("means something"));
  EXPECT_THAT(WhyNotRenamed(asked.snapshot(), *occurrence, "1a"), HasSubstr("no name"));
  EXPECT_THAT(WhyNotRenamed(asked.snapshot(), *occurrence, "end"), HasSubstr("no name"));
}

TEST(SymbolsTest, SymbolsOfAFile) {
  Asked asked(kPackage + "end P;");
  const std::vector<Symbol> symbols = SymbolsOf(asked.snapshot().file());
  ASSERT_EQ(symbols.size(), 1U);
  std::vector<std::string> names;
  for (const Symbol& child : symbols[0].children) names.push_back(child.name);
  EXPECT_THAT(names, ElementsAre("Mass", "E", "g", "h", "C", "Base", "f"));
}

TEST(CompletionTest, MembersBehindADotEvenWhereTheLineIsNotComplete) {
  EXPECT_THAT(Asked(kPackage + "model M extends Base;\nequation\n  pin.|\nend M; end P;").Completed(),
              ElementsAre("i", "v"));
  EXPECT_THAT(Asked(kPackage + "model M extends Base;\nequation\n  0 = pin.v|;\nend M; end P;").Completed(),
              ElementsAre("v"));
  EXPECT_THAT(Asked(kPackage + "model M E e = E.|;\nend M; end P;").Completed(), ElementsAre("a", "b"));
}

TEST(CompletionTest, ModifiersAndNamedArguments) {
  EXPECT_THAT(Asked(kPackage + "model M Base b(|);\nend M; end P;").Completed(), ElementsAre("m", "pin"));
  EXPECT_THAT(Asked(kPackage + "model M Base b(pin(|));\nend M; end P;").Completed(), ElementsAre("i", "v"));
  EXPECT_THAT(Asked(kPackage + "model M extends Base(m(|));\nend M; end P;").Completed(),
              AllOf(Contains("start"), Contains("unit"), Not(Contains("equation"))));
  EXPECT_THAT(Asked(kPackage + "model M Real y = f(|);\nend M; end P;").Completed(),
              AllOf(Contains("x"), Contains("g")));
}

TEST(CompletionTest, NamesOfTheClassAndOfThoseAround) {
  EXPECT_THAT(
      Asked(kPackage + "model M extends Base; Real own;\nequation\n  |\nend M; end P;").Completed(),
      AllOf(Contains("own"), Contains("m"), Contains("g"), Contains("Mass"), Contains("der"), Contains("Real")));
  EXPECT_THAT(Asked(kPackage + "model M Real x \"a |\"; end M; end P;").Completed(), ElementsAre());
}

TEST(CompletionTest, BuiltinFunctions) {
  const std::vector<std::string> all = Asked("model M equation |\nend M;").Completed();
  EXPECT_THAT(all, AllOf(Contains("tanh"), Contains("linspace"), Contains("previous")));
  EXPECT_THAT(all, AllOf(Not(Contains("Connections.branch")), Not(Contains("promote"))));
}

// In the grammar of VS Code, which is written by hand, a built-in function stands between `(`, `|` and `)`.
TEST(Grammars, KnowTheBuiltinFunctions) {
  std::ifstream file(test::SourcePath("editors/vscode/syntaxes/modelica.tmLanguage.json"));
  const std::string grammar((std::istreambuf_iterator<char>(file)), {});
  for (const BuiltinFunction& function : BuiltinFunctions()) {
    if (function.name.find('.') != std::string_view::npos) continue;
    const std::regex among("[(|]" + std::string(function.name) + "[)|]");
    EXPECT_TRUE(std::regex_search(grammar, among)) << function.name;
  }
}

TEST(WorkspaceTest, SyntaxErrorsOfADamagedTextAndTheRestOfIt) {
  Asked asked("model M\n  Real x = ;\n  Real y;\nequation\n  y = = 1;\n  |y = 2;\nend M;");
  EXPECT_EQ(asked.workspace.SyntaxOf(kPath).all().size(), 2U);
  EXPECT_THAT(asked.HoverThere(), HasSubstr("Real y"));
}

}  // namespace
}  // namespace stiction::editor
