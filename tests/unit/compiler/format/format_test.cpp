// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/format/format.h"

#include <gtest/gtest.h>

#include <string>

namespace stiction {
namespace {

std::string Formatted(const std::string& text) {
  SourceMap sources;
  Diagnostics diagnostics;
  return Format(sources.Add("text.mo", text), diagnostics).value_or("");
}

// In the layout already: formatting is the identity.
void ExpectStays(const std::string& text) { EXPECT_EQ(Formatted(text), text); }

TEST(FormatTest, ElementsEquationsAndStatementsBeginALineAndAreIndented) {
  EXPECT_EQ(
      Formatted("model M \"m\" Real x;protected Real y; equation if x>0 then y=1;else y=2;end if;\n"
                "algorithm for i in 1:3 loop x:=i;end for; when x>1 then y:=2; elsewhen x>2 then y:=3; end when;\n"
                "initial equation x=0;annotation(experiment(StopTime=1));end M;"),
      "model M \"m\"\n"
      "  Real x;\n"
      "protected\n"
      "  Real y;\n"
      "equation\n"
      "  if x > 0 then\n"
      "    y = 1;\n"
      "  else\n"
      "    y = 2;\n"
      "  end if;\n"
      "algorithm\n"
      "  for i in 1:3 loop\n"
      "    x := i;\n"
      "  end for;\n"
      "  when x > 1 then\n"
      "    y := 2;\n"
      "  elsewhen x > 2 then\n"
      "    y := 3;\n"
      "  end when;\n"
      "initial equation\n"
      "  x = 0;\n"
      "  annotation(experiment(StopTime=1));\n"
      "end M;\n");
}

TEST(FormatTest, BlanksOfExpressions) {
  EXPECT_EQ(Formatted("model M\n  Real x=-a*( b+c )^2- -d/e;\n  Real y[3]={x [ i + 1 ],f( x,n = 2 ), . P . q};\n"
                      "  Boolean z=not(a and b)or -1<2;\n  Real m[:,:]=[ 1,2 ; 3,4 ];\n  Real r[ : ]=1 : n - 1;\n"
                      "  Real w=2 .*y[1] ./3;\n end M;"),
            "model M\n"
            "  Real x = -a*(b + c)^2 - -d/e;\n"
            "  Real y[3] = {x[i+1], f(x, n = 2), .P.q};\n"
            "  Boolean z = not (a and b) or -1 < 2;\n"
            "  Real m[:, :] = [1, 2; 3, 4];\n"
            "  Real r[:] = 1:n-1;\n"
            "  Real w = 2 .* y[1] ./ 3;\n"
            "end M;\n");
}

TEST(FormatTest, BlanksAtTheSignOfModifiersStay) {
  EXPECT_EQ(Formatted("model M\n A a( x( start = 1 ) = 2,redeclare   model B=C(k = 3),each final y=4 )= d ;\nend M;"),
            "model M\n  A a(x(start = 1) = 2, redeclare model B = C(k = 3), each final y=4) = d;\nend M;\n");
}

TEST(FormatTest, LineBreaksInsideAnElementStay) {
  ExpectStays(
      "model M\n"
      "  \"of several lines\"\n"
      "  Sine sine(\n"
      "    amplitude=1,\n"
      "    table={\n"
      "      {1, 2},\n"
      "      {3, 4}\n"
      "    }) \"comment\"\n"
      "    annotation (Placement(transformation(\n"
      "      extent={{-10,-10},{10,10}})));\n"
      "equation\n"
      "  x = if a then b\n"
      "    else c;\n"
      "end M;\n");
}

TEST(FormatTest, CommentsStayWhereTheyAre) {
  ExpectStays(
      "// first\n"
      "model M // of the model\n"
      "  // of x\n"
      "  Real x; // behind x\n"
      "\n"
      "  /* several\n"
      "     lines */\n"
      "  Real y(/* none */ start=1,\n"
      "    // of a modifier\n"
      "    fixed=true // last\n"
      "  );\n"
      "  // before the section\n"
      "equation\n"
      "  x = y;\n"
      "  // at the end\n"
      "end M;\n"
      "// last\n");
}

TEST(FormatTest, LinesOfACommentMoveWithItsFirst) {
  EXPECT_EQ(Formatted("model M\n/* one\n   two\n\t*/\nReal x;\nend M;"),
            "model M\n  /* one\n     two\n          */\n  Real x;\nend M;\n");
}

TEST(FormatTest, TextsOverSeveralLinesStay) {
  ExpectStays("model M\n  annotation(Documentation(info=\"<html>\n<p>  x\t\n </html>\"));\nend M;\n");
}

TEST(FormatTest, OneEmptyLineOfSeveralStays) {
  EXPECT_EQ(Formatted("\n\nmodel M\n\n\n  Real x;\n \n\n  Real y;\nend M;\n\n\n"),
            "model M\n\n  Real x;\n\n  Real y;\nend M;\n");
}

TEST(FormatTest, LineEndsAndTheByteOrderMarkStay) {
  EXPECT_EQ(Formatted("\xEF\xBB\xBFmodel M // c\r\nReal x;\r\nend M;"),
            "\xEF\xBB\xBFmodel M // c\r\n  Real x;\r\nend M;\r\n");
}

TEST(FormatTest, ClassesInside) {
  EXPECT_EQ(
      Formatted("within A.B; package P model M extends N; end M; type T=Real(unit=\"m\"); function f input Real x;"
                "output Real y; external\"C\" y=f(x); end f; function g=der(f,x); type E=enumeration(a \"a\",b);"
                "import SI=Modelica.Units.SI; import A.{b,c}; import D.*; end P;"),
      "within A.B;\n"
      "package P\n"
      "  model M\n"
      "    extends N;\n"
      "  end M;\n"
      "  type T = Real(unit=\"m\");\n"
      "  function f\n"
      "    input Real x;\n"
      "    output Real y;\n"
      "  external \"C\" y = f(x);\n"
      "  end f;\n"
      "  function g = der(f, x);\n"
      "  type E = enumeration(a \"a\", b);\n"
      "  import SI = Modelica.Units.SI;\n"
      "  import A.{b, c};\n"
      "  import D.*;\n"
      "end P;\n");
}

TEST(FormatTest, ATextWithErrorsIsNone) {
  SourceMap sources;
  Diagnostics diagnostics;
  EXPECT_FALSE(Format(sources.Add("text.mo", "model M Real x end M;"), diagnostics));
  EXPECT_TRUE(diagnostics.HasErrors());
}

}  // namespace
}  // namespace stiction
