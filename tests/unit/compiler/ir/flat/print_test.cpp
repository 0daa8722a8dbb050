// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/flat/print.h"

#include <gtest/gtest.h>

#include <sstream>

#include "compiler/ir/flat/verify.h"
#include "tests/support/flat_builder.h"

namespace stiction::ir {
namespace {

using stiction::test::FlatBuilder;

TEST(FlatPrintTest, IsFlatModelica) {
  FlatBuilder m;
  m.model.enumerations.push_back({"Mode", {"Stuck", "Slide"}});
  const EnumerationId mode_type(0);
  const ExprId mass = m.Parameter("mass", 2);
  m.At(mass).attributes.unit = "kg";
  const ExprId v = m.Real("b.v");
  m.At(v).attributes.start = m.Number(1);
  m.At(v).attributes.fixed = m.pool().Boolean(true);
  const ExprId mode = m.Variable("mode", ScalarType::kEnumeration, Variability::kDiscrete, mode_type);
  m.Equation(m.Op2(Op::kMul, mass, m.Der(v)), m.Number(-3));
  const ExprId slide = m.pool().EnumerationLiteral(mode_type, 2);
  m.Add(FlatBuilder::When({{m.Op2(Op::kLt, v, m.Number(0)), {FlatBuilder::Equal(mode, slide)}}}));
  m.InitialEquation(mode, m.pool().EnumerationLiteral(mode_type, 1));
  Verify(m.model);
  std::ostringstream out;
  Print(out, m.model);
  EXPECT_EQ(out.str(), R"(type Mode = enumeration(Stuck, Slide);
model M
  parameter Real mass(unit = "kg") = 2.0;
  Real b.v(start = 1.0, fixed = true);
  Mode mode;
initial equation
  mode = Mode.Stuck;
equation
  mass*der(b.v) = -3.0;
  when b.v < 0.0 then
    mode = Mode.Slide;
  end when;
end M;
)");
}

TEST(FlatPrintTest, FunctionsPrintTheirStatements) {
  FlatBuilder m;
  Function f;
  f.name = "f";
  f.slots = {{"u", ScalarType::kReal}, {"y", ScalarType::kReal}};
  f.input_count = 1;
  f.output_count = 1;
  const ExprId u = m.pool().Make({.op = Op::kLocal, .type = ScalarType::kReal, .payload = 0});
  FunctionStatement assign;
  assign.kind = FunctionStatement::Kind::kAssign;
  assign.target.slot = 1;
  assign.value = m.Op2(Op::kMul, u, u);
  f.body.push_back(assign);
  m.model.functions.push_back(f);
  Verify(m.model);
  std::ostringstream out;
  Print(out, m.model);
  EXPECT_EQ(out.str(),
            "function f\n  input Real u;\n  output Real y;\nalgorithm\n  y := u*u;\nend f;\nmodel M\nend M;\n");
}

TEST(FlatVerifyDeathTest, RefusesWhatIsNotDeclared) {
  FlatBuilder m;
  m.Equation(m.pool().Variable(VariableId(7), ScalarType::kReal), m.Number(0));
  EXPECT_DEATH(Verify(m.model), "undeclared variable 7");
}

TEST(FlatVerifyDeathTest, RefusesTwoVariablesOfOneName) {
  FlatBuilder m;
  m.Real("x");
  m.Real("x");
  EXPECT_DEATH(Verify(m.model), "two variables named x");
}

}  // namespace
}  // namespace stiction::ir
