// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/simplify/simplify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "compiler/ir/dae/print.h"
#include "compiler/ir/dae/verify.h"
#include "compiler/lower/lower.h"
#include "tests/support/flat_builder.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::Op;
using ir::ScalarType;
using stiction::test::FlatBuilder;
using testing::ElementsAre;

class SimplifyTest : public testing::Test {
 protected:
  void Run() {
    ir::Dae lowered = Lower(m.model, diagnostics);
    EXPECT_FALSE(diagnostics.HasErrors());
    const int before = Balance(lowered);
    dae = Simplify(std::move(lowered), diagnostics);
    ir::Verify(dae);
    EXPECT_EQ(Balance(dae), before) << "alias elimination removed another number of equations than of unknowns";
  }
  /// Equations minus unknowns; a differentiated variable and its derivative count once.
  static int Balance(const ir::Dae& d) {
    const auto unknowns = std::count_if(d.variables.begin(), d.variables.end(), [](const ir::DaeVariable& v) {
      return v.variability > ir::Variability::kParameter && v.causality != ir::Causality::kInput && !v.alias &&
             !v.integral;
    });
    return static_cast<int>(d.equations.size()) - static_cast<int>(unknowns);
  }
  std::string Text(ExprId e) { return ir::ToString(*dae.pool, e, ir::NamesOf(dae)); }
  std::vector<std::string> Texts(const std::vector<ir::DaeEquation>& equations) {
    std::vector<std::string> texts;
    for (const auto& e : equations) texts.push_back(Text(e.left) + (e.is_discrete ? " := " : " = ") + Text(e.right));
    return texts;
  }
  const ir::DaeVariable& At(ExprId leaf) { return dae.variables[static_cast<size_t>((*dae.pool)[leaf].payload)]; }
  void Fix(ExprId leaf, double start) {
    m.At(leaf).attributes.start = m.Number(start);
    m.At(leaf).attributes.fixed = m.pool().Boolean(true);
  }

  FlatBuilder m;
  Diagnostics diagnostics;
  ir::Dae dae;
};

TEST_F(SimplifyTest, ChainsResolveToOneRepresentative) {
  const ExprId a = m.Real("a");
  const ExprId b = m.Real("b");
  const ExprId c = m.Real("c");
  const ExprId d = m.Real("d");
  m.Equation(a, b);
  m.Equation(m.Op2(Op::kAdd, b, c), m.Number(0));
  m.Equation(m.Number(0), m.Op2(Op::kSub, c, d));
  m.Equation(m.Op2(Op::kMul, d, d), m.Op2(Op::kAdd, b, m.Number(1)));
  Run();
  EXPECT_THAT(Texts(dae.equations), ElementsAre("a*a = a + 1.0"));
  EXPECT_FALSE(At(a).alias);
  EXPECT_EQ(At(b).alias->target, ir::VariableId(0));
  EXPECT_FALSE(At(b).alias->negated);
  EXPECT_TRUE(At(c).alias->negated);
  EXPECT_TRUE(At(d).alias->negated);
}

TEST_F(SimplifyTest, StatesRepresentAndTheirDerivativesMerge) {
  const ExprId y = m.Real("y");
  const ExprId x = m.Real("x");
  const ExprId w = m.Real("w");
  m.Equation(y, m.Op1(Op::kNeg, x));
  m.Equation(m.Der(x), w);
  m.Equation(m.Der(y), x);
  m.Equation(w, y);
  Run();
  // y has the lower id and as many derivatives; x = -y, der(x) = -der(y).
  EXPECT_EQ(At(x).alias->target, ir::VariableId(0));
  EXPECT_THAT(Texts(dae.equations), ElementsAre("-der(y) = y", "der(y) = -y"));
  EXPECT_TRUE(dae.variables[At(x).derivative.index()].alias->negated);
}

TEST_F(SimplifyTest, TheOneWithMoreDerivativesRepresents) {
  const ExprId y = m.Real("y");
  const ExprId x = m.Real("x");
  m.Equation(y, x);
  m.Equation(m.Der(m.Der(x)), m.Op1(Op::kNeg, y));
  Run();
  EXPECT_EQ(At(y).alias->target, ir::VariableId(1));
  EXPECT_THAT(Texts(dae.equations), ElementsAre("der(der(x)) = -x"));
}

TEST_F(SimplifyTest, TheDerivativeIsNoAliasOfTheVelocity) {
  const ExprId x = m.Real("x");
  const ExprId v = m.Real("v");
  m.Equation(v, m.Der(x));
  m.Equation(m.Der(v), m.Number(1));
  Run();
  EXPECT_THAT(Texts(dae.equations), ElementsAre("v = der(x)", "der(v) = 1.0"));
}

TEST_F(SimplifyTest, FixedStartValuesAreCarriedOver) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  const ExprId z = m.Real("z");
  m.Equation(m.Der(x), m.Number(1));
  m.Equation(y, m.Op1(Op::kNeg, x));
  m.Equation(z, x);
  m.At(x).attributes.start = m.Number(9);
  Fix(y, 2);
  Fix(z, 3);
  Run();
  EXPECT_EQ(Text(At(x).attributes.start), "-2.0");
  EXPECT_EQ(Text(At(x).attributes.fixed), "true");
  EXPECT_THAT(Texts(dae.initial_equations), ElementsAre("x = 3.0"));
}

TEST_F(SimplifyTest, EqualFixedStartValuesNeedNoCheck) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  m.Equation(m.Der(x), m.Number(1));
  m.Equation(y, m.Op1(Op::kNeg, x));
  Fix(x, 2);
  Fix(y, -2);
  Run();
  EXPECT_TRUE(dae.initial_equations.empty());
}

TEST_F(SimplifyTest, AttributesMerge) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  m.Equation(x, m.Op1(Op::kNeg, y));
  m.Equation(x, m.pool().Time());
  m.At(y).attributes.start = m.Number(5);
  m.At(y).attributes.max = m.Number(7);
  m.At(y).attributes.nominal = m.Number(10);
  m.At(x).attributes.state_select = ir::StateSelect::kAlways;
  m.At(y).attributes.state_select = ir::StateSelect::kPrefer;
  Run();
  EXPECT_EQ(Text(At(x).attributes.start), "-5.0");
  EXPECT_FALSE(At(x).attributes.min) << "bounds are those of the variable that declares them";
  EXPECT_EQ(Text(At(x).attributes.nominal), "10.0");
  EXPECT_EQ(At(x).attributes.state_select, ir::StateSelect::kAlways);
}

TEST_F(SimplifyTest, RedundantAndContradictingEquationsStay) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  m.Equation(x, y);
  m.Equation(x, m.Op1(Op::kNeg, y));
  Run();
  EXPECT_THAT(Texts(dae.equations), ElementsAre("x = -x"));
}

TEST_F(SimplifyTest, ParametersAndLiteralsStayEquations) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  const ExprId p = m.Parameter("p", 1);
  m.Equation(x, p);
  m.Equation(y, m.Number(3));
  Run();
  EXPECT_THAT(Texts(dae.equations), ElementsAre("x = p", "y = 3.0"));
}

TEST_F(SimplifyTest, InputsRepresent) {
  const ExprId x = m.Real("x");
  const ExprId u = m.Input("u");
  m.Equation(x, u);
  Run();
  EXPECT_TRUE(dae.equations.empty());
  EXPECT_EQ(At(x).alias->target, ir::VariableId(1));
}

TEST_F(SimplifyTest, AnInputIsNoAliasOfAState) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  const ExprId u = m.Input("u");
  m.Equation(x, u);
  m.Equation(m.Der(x), y);
  Run();
  EXPECT_THAT(Texts(dae.equations), ElementsAre("x = u", "der(x) = y"));
}

TEST_F(SimplifyTest, DiscreteAliasesAlsoUnderPre) {
  const ExprId a = m.Integer("a");
  const ExprId b = m.Integer("b");
  m.Equation(a, m.Op1(Op::kNeg, b));
  m.Equation(b, m.Op2(Op::kAdd, m.Pre(a), m.pool().Integer(1)));
  Run();
  // b := pre(a) + 1 with b = -a.
  EXPECT_THAT(Texts(dae.equations), ElementsAre("a := -(pre(a) + 1)"));
  ASSERT_TRUE(At(b).alias);
  EXPECT_TRUE(At(b).alias->negated);
}

TEST_F(SimplifyTest, RelationsThatBecomeEqualMerge) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  const ExprId b = m.Boolean("b");
  const ExprId c = m.Boolean("c");
  const ExprId d = m.Boolean("d");
  m.Equation(x, m.Op1(Op::kNeg, y));
  m.Equation(x, m.Op1(Op::kSin, m.pool().Time()));
  m.Equation(b, m.Op2(Op::kGt, x, m.Number(1)));
  m.Equation(c, m.Op2(Op::kLt, y, m.Number(-1)));
  m.Equation(d, m.Op2(Op::kGt, x, m.Number(2)));
  Run();
  ASSERT_EQ(dae.relations.size(), 2u);
  EXPECT_THAT(Texts(dae.equations), ElementsAre("x = sin(time)", "b := c0", "c := c0", "d := c1"));
}

TEST_F(SimplifyTest, ReinitFollowsTheSign) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  m.Equation(m.Der(x), m.Number(1));
  m.Equation(m.Op2(Op::kAdd, x, y), m.Number(0));
  m.Equation(m.Der(y), m.Number(-1));
  m.Add(FlatBuilder::When({{m.Sample(0, 1), {FlatBuilder::Make(ir::FlatEquation::Kind::kReinit, y, m.Number(3))}}}));
  ir::Dae lowered = Lower(m.model, diagnostics);
  dae = Simplify(std::move(lowered), diagnostics);
  ir::Verify(dae);
  // stateSelect of y became always, so y represents.
  EXPECT_EQ(At(x).alias->target, ir::VariableId(1));
  EXPECT_EQ(dae.reinits.at(0).state, ir::VariableId(1));
  EXPECT_THAT(Texts(dae.equations), testing::Contains("-der(y) = 1.0"));
}

}  // namespace
}  // namespace stiction
