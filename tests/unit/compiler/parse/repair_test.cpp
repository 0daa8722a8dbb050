// SPDX-License-Identifier: BSD-3-Clause
// After a syntax error the rest of the text is read, as far as its structure is clear.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "compiler/ir/ast/print.h"
#include "compiler/parse/parse.h"

namespace stiction {
namespace {

using ::testing::ElementsAre;

// The lines of the errors.
std::vector<int> Lines(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  const Source& source = sources.Add("text.mo", text);
  EXPECT_TRUE(Parse(source, diagnostics).classes.empty());
  std::vector<int> lines;
  for (const Diagnostic& diagnostic : diagnostics.all()) lines.push_back(source.Locate(diagnostic.span.begin).line);
  return lines;
}

std::string Rest(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  std::ostringstream out;
  ast::Print(out, ParseDamaged(sources.Add("text.mo", text), diagnostics));
  EXPECT_TRUE(diagnostics.HasErrors());
  return out.str();
}

TEST(RepairTest, WhatIsDamagedIsTakenOutAndTheRestStays) {
  EXPECT_EQ(Rest("model M\n  Real x = ;\n  Real y z;\n  Real u\n  Real v;\nequation\n  u = ) + 1;\n  v = 2;\nend M;"),
            "model M\n  Real u;\n  Real v;\nequation\n  v = 2;\nend M;\n");
}

TEST(RepairTest, AConstructWithADamagedHeadIsTakenOutAsAWhole) {
  EXPECT_EQ(
      Rest("model M\n  Real x;\nequation\n  if x > then\n    for i in 1:2 loop\n      x = 1;\n    end for;\n  else\n"
           "    x = if true then 1 else 2;\n  end if;\n  x = 3;\nend M;"),
      "model M\n  Real x;\nequation\n  x = 3;\nend M;\n");
}

TEST(RepairTest, SignsArePutRight) {
  EXPECT_EQ(Rest("model M\n  Real x;\n  Real y;\nequation\n  x := 1;\nalgorithm\n  y = 2;\nend M;"),
            "model M\n  Real x;\n  Real y;\nequation\n  x = 1;\nalgorithm\n  y := 2;\nend M;\n");
}

TEST(RepairTest, OnlyWhatIsOfItsOwnIsTold) {
  EXPECT_THAT(Lines("model M\n  Real x = = 1 2;\n  Real y;\nequation\n  y = (1;\n  x = 2 $ 3;\nend M;"),
              ElementsAre(2, 5, 6));
}

TEST(RepairTest, NothingIsGuessedWhereTheStructureIsDamaged) {
  EXPECT_THAT(Lines("model M\n  Real x;\nequation\n  if x > 1 then\n    x = 1;\nend M;\nmodel N\n  Real = 1;\nend N;"),
              ElementsAre(6));
  EXPECT_THAT(Lines("model 1\n  Real x = ;\nend M;"), ElementsAre(1));
}

TEST(RepairTest, ErrorsOfTheSpecificationAreToldOfTheRestToo) {
  EXPECT_THAT(Lines("model M\n  Real x = ;\n  Real y = 2*-3;\nend N;"), ElementsAre(2, 3, 4));
}

}  // namespace
}  // namespace stiction
