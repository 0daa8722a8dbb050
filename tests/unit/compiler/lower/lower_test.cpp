// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/lower.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "compiler/ir/dae/print.h"
#include "compiler/ir/dae/verify.h"
#include "compiler/symbolic/build.h"
#include "tests/support/flat_builder.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::Op;
using ir::ScalarType;
using stiction::test::FlatBuilder;
using testing::ElementsAre;
using Kind = ir::FlatEquation::Kind;

class LowerTest : public testing::Test {
 protected:
  void Run() {
    dae = Lower(m.model, diagnostics);
    if (!diagnostics.HasErrors()) ir::Verify(dae);
  }
  std::string Text(ExprId e) { return ir::ToString(*dae.pool, e, ir::NamesOf(dae)); }
  std::vector<std::string> Texts(const std::vector<ir::DaeEquation>& equations) {
    std::vector<std::string> texts;
    for (const auto& e : equations) texts.push_back(Text(e.left) + (e.is_discrete ? " := " : " = ") + Text(e.right));
    return texts;
  }
  std::vector<std::string> Equations() { return Texts(dae.equations); }
  std::vector<std::string> Relations() {
    std::vector<std::string> texts;
    for (const auto& r : dae.relations) texts.push_back(r.text);
    return texts;
  }
  std::vector<DiagnosticKind> Kinds() {
    std::vector<DiagnosticKind> kinds;
    for (const auto& d : diagnostics.all()) kinds.push_back(d.kind);
    return kinds;
  }
  ExprId Gt(ExprId a, ExprId b) { return m.Op2(Op::kGt, a, b); }

  FlatBuilder m;
  Diagnostics diagnostics;
  ir::Dae dae;
};

TEST_F(LowerTest, DerivativesBecomeVariables) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  const ExprId p = m.Parameter("p", 2);
  m.Equation(m.Der(x), y);
  m.Equation(m.Der(m.Op2(Op::kMul, m.Op2(Op::kMul, p, x), y)), m.Der(p));
  Run();
  EXPECT_THAT(Equations(), ElementsAre("der(x) = y", "der(x)*p*y + der(y)*(p*x) = 0.0"));
  EXPECT_EQ(dae.variables[3].name, "der(x)");
  EXPECT_EQ(dae.variables[3].integral, ir::VariableId(0));
}

TEST_F(LowerTest, SecondDerivatives) {
  const ExprId x = m.Real("x");
  m.Equation(m.Der(m.Der(x)), m.Number(1));
  Run();
  EXPECT_THAT(Equations(), ElementsAre("der(der(x)) = 1.0"));
}

TEST_F(LowerTest, TheDerivativeOfADiscreteVariableIsAnError) {
  const ExprId z = m.Variable("z", ScalarType::kReal, ir::Variability::kDiscrete);
  const ExprId y = m.Real("y");
  m.Equation(m.Der(z), y);
  Run();
  EXPECT_THAT(Kinds(), ElementsAre(DiagnosticKind::DerOfDiscrete));
}

TEST_F(LowerTest, MirroredRelationsAreOne) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  const ExprId a = m.Boolean("a");
  const ExprId b = m.Boolean("b");
  const ExprId c = m.Boolean("c");
  m.Equation(a, Gt(x, y));
  m.Equation(b, m.Op2(Op::kLt, y, x));
  m.Equation(c, m.Op2(Op::kGe, x, y));
  Run();
  EXPECT_THAT(Equations(), ElementsAre("a := c0", "b := c0", "c := c1"));
  EXPECT_THAT(Relations(), ElementsAre("x > y", "x >= y"));
  EXPECT_EQ(dae.relations[0].kind, ir::Relation::Kind::kState);
}

TEST_F(LowerTest, RelationsWithTimeAreTimeEvents) {
  const ExprId p = m.Parameter("T", 2);
  const ExprId a = m.Boolean("a");
  const ExprId b = m.Boolean("b");
  const ExprId c = m.Boolean("c");
  m.Equation(a, m.Op2(Op::kGe, m.pool().Time(), p));
  m.Equation(b, Gt(m.Op2(Op::kSub, p, m.Op2(Op::kMul, m.Number(2), m.pool().Time())), m.Number(1)));
  m.Equation(c, Gt(m.Op1(Op::kSin, m.pool().Time()), p));
  Run();
  ASSERT_EQ(dae.relations.size(), 3u);
  EXPECT_EQ(dae.relations[0].kind, ir::Relation::Kind::kTime);
  EXPECT_EQ(Text(dae.relations[0].right), "T");
  EXPECT_EQ(dae.relations[1].kind, ir::Relation::Kind::kTime);
  EXPECT_EQ(dae.relations[2].kind, ir::Relation::Kind::kState);
}

TEST_F(LowerTest, RelationsWithTimeHaveOneForm) {
  const ExprId p = m.Parameter("T", 2);
  const ExprId s = m.Variable("s", ScalarType::kReal, ir::Variability::kDiscrete);
  const ExprId time = m.pool().Time();
  const ExprId t = m.Real("t"), u = m.Real("u");
  const std::vector<ExprId> b = {m.Boolean("b0"), m.Boolean("b1"), m.Boolean("b2"), m.Boolean("b3"), m.Boolean("b4")};
  m.Equation(b[0], m.Op2(Op::kLt, p, time));
  m.Equation(b[1], Gt(time, p));
  m.Equation(b[2], m.Op2(Op::kLe, m.Op2(Op::kSub, s, time), m.Op1(Op::kNeg, p)));
  m.Equation(b[3], m.Op2(Op::kLt, m.Number(3), u));
  m.Equation(b[4], Gt(m.Op2(Op::kSub, u, time), p));
  m.Equation(t, time);
  m.Equation(m.Op2(Op::kMul, m.Number(2), t), u);
  Run();
  std::vector<std::string> relations;
  for (const auto& r : dae.relations) {
    EXPECT_EQ(r.kind, ir::Relation::Kind::kTime);
    relations.push_back(Text(m.pool().Binary(r.op, r.left, r.right)));
  }
  EXPECT_THAT(relations, ElementsAre("time > T", "time >= s + T", "time > 1.5"));
  EXPECT_EQ(Equations()[1], "b1 := c0");
  EXPECT_EQ(Equations()[4], "b4 := c0");
}

TEST_F(LowerTest, AFactorOfTimeDecidesTheDirection) {
  const ExprId k = m.Parameter("k", 2);
  const ExprId b = m.Boolean("b");
  m.Equation(b, Gt(m.Op2(Op::kMul, k, m.pool().Time()), m.Number(1)));
  Run();
  EXPECT_THAT(Equations(), ElementsAre("b := if k > 0.0 then c1 elseif k < 0.0 then c0 else false"));
  EXPECT_THAT(Relations(), ElementsAre("k*time > 1.0", "k*time > 1.0"));  // as it is written
  EXPECT_EQ(dae.relations[0].op, Op::kLt);
  EXPECT_EQ(dae.relations[1].op, Op::kGt);
}

TEST_F(LowerTest, WhatComparesNoMoreThanDiscreteValuesIsDiscrete) {
  const ExprId s = m.Variable("s", ScalarType::kReal, ir::Variability::kDiscrete);
  const ExprId y = m.Real("y"), z = m.Real("z");
  const ExprId a = m.Boolean("a"), b = m.Boolean("b");
  m.Equation(s, m.Number(1));
  m.Equation(y, m.Op2(Op::kAdd, s, m.Number(1)));
  m.Equation(m.Der(z), m.Number(1));
  m.Equation(a, Gt(y, m.Number(2)));
  m.Equation(b, Gt(z, m.Number(2)));
  Run();
  ASSERT_EQ(dae.relations.size(), 2u);
  EXPECT_EQ(dae.relations[0].kind, ir::Relation::Kind::kDiscrete);
  EXPECT_EQ(dae.relations[1].kind, ir::Relation::Kind::kState);
}

TEST_F(LowerTest, WhatMakesNoEventStaysARelation) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  const ExprId n = m.Integer("n");
  const ExprId p = m.Parameter("p", 1);
  const ExprId small = Gt(x, m.Number(0));
  m.Equation(y, m.pool().If(m.Op1(Op::kNoEvent, small), x, p));
  m.Equation(x, m.pool().If(Gt(p, m.Number(0)), p, m.Number(3)));
  m.Equation(n, m.pool().If(m.Op2(Op::kEq, m.Pre(n), m.pool().Integer(1)), m.pool().Integer(2), m.pool().Integer(1)));
  m.Add(FlatBuilder::Make(Kind::kAssert, small, m.pool().String("x must be positive")));
  Run();
  EXPECT_TRUE(dae.relations.empty());
  EXPECT_THAT(Equations(), ElementsAre("y = if noEvent(x > 0.0) then x else p", "x = if p > 0.0 then p else 3.0",
                                       "n := if pre(n) == 1 then 2 else 1"));
  ASSERT_EQ(dae.assertions.size(), 1u);
  EXPECT_EQ(Text(dae.assertions[0].condition), "x > 0.0");
}

TEST_F(LowerTest, SmoothMakesNoEvents) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  m.Equation(y, m.Op2(Op::kSmooth, m.pool().Integer(0), m.pool().If(Gt(x, m.Number(0)), x, m.Number(0))));
  Run();
  EXPECT_THAT(Equations(), ElementsAre("y = if x > 0.0 then x else 0.0"));
}

TEST_F(LowerTest, EqualityOfRealsIsRefused) {
  const ExprId x = m.Real("x");
  const ExprId b = m.Boolean("b");
  m.Equation(b, m.Op2(Op::kEq, x, m.Number(0)));
  Run();
  EXPECT_THAT(Kinds(), ElementsAre(DiagnosticKind::RealEquality));
}

TEST_F(LowerTest, RoundingIsHeldBetweenEvents) {
  const ExprId x = m.Real("x");
  const ExprId n = m.Integer("n");
  const ExprId y = m.Real("y");
  const ExprId z = m.Real("z");
  m.Equation(n, m.Op1(Op::kIntegerFloor, x));
  m.Equation(y, m.Op2(Op::kMod, x, m.Number(3)));
  m.Equation(z, m.Op1(Op::kNoEvent, m.Op1(Op::kFloor, x)));
  Run();
  EXPECT_THAT(Equations(), ElementsAre("n := held0", "y = x - held1*3.0", "z = noEvent(floor(x))"));
  EXPECT_EQ(Text(dae.held_values[1].expression), "floor(x/3.0)");
}

TEST_F(LowerTest, SignOfAContinuousArgumentMakesEvents) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  m.Equation(y, m.Op1(Op::kSign, x));
  Run();
  EXPECT_THAT(Equations(), ElementsAre("y = if c0 then 1 elseif c1 then -1 else 0"));
}

TEST_F(LowerTest, WhenAssignsAtTheEdgeAndHoldsOtherwise) {
  const ExprId x = m.Real("x");
  const ExprId n = m.Integer("n");
  m.Equation(m.Der(x), m.Number(1));
  m.Add(
      FlatBuilder::When({{Gt(x, m.Number(1)), {FlatBuilder::Equal(n, m.Op2(Op::kAdd, m.Pre(n), m.pool().Integer(1)))}},
                         {Gt(x, m.Number(2)), {FlatBuilder::Equal(n, m.pool().Integer(0))}}}));
  Run();
  EXPECT_THAT(Equations(),
              ElementsAre("der(x) = 1.0", "$when[1] := c0", "$when[2] := c1",
                          "n := if $when[1] and not pre($when[1]) and not initial() then pre(n) + 1 elseif $when[2] "
                          "and not pre($when[2]) and not initial() then 0 else pre(n)"));
  EXPECT_TRUE(dae.variables.back().is_generated);
}

TEST_F(LowerTest, WhenOnADiscreteVariableUsesIt) {
  const ExprId b = m.Boolean("b");
  const ExprId n = m.Integer("n");
  m.Equation(b, Gt(m.pool().Time(), m.Number(1)));
  m.Add(FlatBuilder::When({{b, {FlatBuilder::Equal(n, m.pool().Integer(1))}}}));
  Run();
  EXPECT_THAT(Equations(), ElementsAre("b := c0", "n := if b and not pre(b) and not initial() then 1 else pre(n)"));
}

TEST_F(LowerTest, WhenWithInitialIsActiveAtTheStart) {
  const ExprId n = m.Integer("n");
  const ExprId k = m.Integer("k");
  m.Add(FlatBuilder::When({{m.Initial(), {FlatBuilder::Equal(n, m.pool().Integer(1))}}}));
  m.Add(
      FlatBuilder::When({{m.Op2(Op::kOr, m.Initial(), m.Sample(0, 1)), {FlatBuilder::Equal(k, m.pool().Integer(2))}}}));
  Run();
  EXPECT_THAT(Equations(), ElementsAre("n := if initial() then 1 else pre(n)", "$when[1] := tick0",
                                       "k := if initial() or $when[1] and not pre($when[1]) then 2 else pre(k)"));
  ASSERT_EQ(dae.samples.size(), 1u);
  EXPECT_EQ(Text(dae.samples[0].interval), "1.0");
}

TEST_F(LowerTest, ARealAssignedInWhenIsDiscrete) {
  const ExprId x = m.Real("x");
  const ExprId z = m.Real("z");
  m.Equation(m.Der(x), z);
  m.Add(FlatBuilder::When({{m.Sample(0, 0.1), {FlatBuilder::Equal(z, m.Op2(Op::kMul, m.Number(2), x))}}}));
  m.Equation(m.Boolean("b"), Gt(z, m.Number(0)));
  Run();
  EXPECT_EQ(dae.variables[1].variability, ir::Variability::kDiscrete);
  EXPECT_TRUE(dae.relations.empty());
  EXPECT_EQ(Equations().back(), "b := z > 0.0");
}

TEST_F(LowerTest, ActionsInWhenAreGuarded) {
  const ExprId x = m.Real("x");
  const ExprId v = m.Real("v");
  m.Equation(m.Der(x), v);
  m.Equation(m.Der(v), m.Number(-9.81));
  m.Add(FlatBuilder::When(
      {{m.Op2(Op::kLt, x, m.Number(0)),
        {FlatBuilder::Make(Kind::kReinit, v, m.Op1(Op::kNeg, m.Pre(v))),
         FlatBuilder::If({{Gt(v, m.Number(9)), {FlatBuilder::Make(Kind::kTerminate, {}, m.pool().String("fast"))}}}),
         FlatBuilder::Make(Kind::kAssert, Gt(v, m.Number(-100)), m.pool().String("slow"))}}}));
  Run();
  ASSERT_EQ(dae.reinits.size(), 1u);
  EXPECT_EQ(Text(dae.reinits[0].condition), "$when[1] and not pre($when[1]) and not initial()");
  EXPECT_EQ(Text(dae.reinits[0].value), "-pre(v)");
  EXPECT_EQ(dae.variables[1].attributes.state_select, ir::StateSelect::kAlways);
  ASSERT_EQ(dae.terminations.size(), 1u);
  EXPECT_EQ(Text(dae.terminations[0].condition), "$when[1] and not pre($when[1]) and not initial() and v > 9.0");
  EXPECT_EQ(Text(dae.assertions.at(0).condition),
            "not ($when[1] and not pre($when[1]) and not initial()) or v > -100.0");
}

TEST_F(LowerTest, WhatIsReinitialisedIsAState) {
  const ExprId x = m.Real("x");
  m.Equation(x, m.pool().Time());
  m.Add(FlatBuilder::When({{Gt(x, m.Number(1)), {FlatBuilder::Make(Kind::kReinit, x, m.Number(0))}}}));
  Run();
  EXPECT_THAT(Kinds(), ElementsAre());
  EXPECT_EQ(dae.variables[0].attributes.state_select, ir::StateSelect::kAlways);
}

TEST_F(LowerTest, WhenBranchesAssignTheSame) {
  const ExprId n = m.Integer("n");
  const ExprId k = m.Integer("k");
  m.Add(FlatBuilder::When({{m.Sample(0, 1), {FlatBuilder::Equal(n, m.pool().Integer(1))}},
                           {m.Sample(0, 2), {FlatBuilder::Equal(k, m.pool().Integer(1))}}}));
  Run();
  EXPECT_THAT(Kinds(), ElementsAre(DiagnosticKind::WhenBranchesDiffer));
}

TEST_F(LowerTest, WhenInWhenAndUnsolvedWhenEquations) {
  const ExprId n = m.Integer("n");
  const ExprId two_n = m.Op2(Op::kMul, m.pool().Integer(2), n);
  m.Add(FlatBuilder::When(
      {{m.Sample(0, 1), {FlatBuilder::When({{m.Sample(0, 2), {}}}), FlatBuilder::Equal(two_n, m.pool().Integer(4))}}}));
  Run();
  EXPECT_THAT(Kinds(), ElementsAre(DiagnosticKind::WhenNotAllowedHere, DiagnosticKind::WhenEquationNotAssignment));
}

TEST_F(LowerTest, IfInWhenNeedsTheVariableInEachBranch) {
  const ExprId n = m.Integer("n");
  const ExprId b = m.Boolean("b");
  m.Equation(b, Gt(m.pool().Time(), m.Number(1)));
  m.Add(FlatBuilder::When({{m.Sample(0, 1),
                            {FlatBuilder::If({{b, {FlatBuilder::Equal(n, m.pool().Integer(1))}},
                                              {{}, {FlatBuilder::Equal(n, m.pool().Integer(2))}}})}}}));
  Run();
  EXPECT_EQ(Equations().back(),
            "n := if $when[1] and not pre($when[1]) and not initial() then if b then 1 else 2 else pre(n)");
}

TEST_F(LowerTest, EdgeAndChange) {
  const ExprId b = m.Boolean("b");
  const ExprId n = m.Integer("n");
  const ExprId e = m.Boolean("e");
  const ExprId c = m.Boolean("c");
  m.Equation(b, Gt(m.pool().Time(), m.Number(1)));
  m.Equation(n, m.pool().If(b, m.pool().Integer(1), m.pool().Integer(0)));
  m.Equation(e, m.Op1(Op::kEdge, b));
  m.Equation(c, m.Op1(Op::kChange, n));
  Run();
  EXPECT_EQ(Equations()[2], "e := b and not pre(b)");
  EXPECT_EQ(Equations()[3], "c := n <> pre(n)");
}

TEST_F(LowerTest, IfEquationsPairByTheVariable) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  m.Add(FlatBuilder::If(
      {{Gt(m.pool().Time(), m.Number(1)), {FlatBuilder::Equal(x, m.Number(1)), FlatBuilder::Equal(y, m.Number(2))}},
       {{}, {FlatBuilder::Equal(y, m.Number(3)), FlatBuilder::Equal(x, m.Number(4))}}}));
  Run();
  EXPECT_THAT(Equations(), ElementsAre("x = if c0 then 1.0 else 4.0", "y = if c0 then 2.0 else 3.0"));
}

TEST_F(LowerTest, IfEquationsOfOtherFormBecomeResiduals) {
  const ExprId x = m.Real("x");
  const ExprId y = m.Real("y");
  const ExprId b = m.Boolean("b");
  m.Equation(b, Gt(m.pool().Time(), m.Number(1)));
  m.Equation(x, m.Number(1));
  m.Add(FlatBuilder::If({{b, {FlatBuilder::Equal(m.Op2(Op::kAdd, x, y), m.Number(2))}},
                         {{},
                          {FlatBuilder::If({{m.Op1(Op::kNot, b), {FlatBuilder::Equal(y, x)}},
                                            {{}, {FlatBuilder::Equal(y, m.Number(5))}}})}}}));
  Run();
  EXPECT_EQ(Equations().back(), "0.0 = if b then x + y - 2.0 else y - (if b then 5.0 else x)");
}

TEST_F(LowerTest, UnbalancedIfEquations) {
  const ExprId x = m.Real("x");
  m.Add(FlatBuilder::If({{Gt(m.pool().Time(), m.Number(1)), {FlatBuilder::Equal(x, m.Number(1))}}}));
  Run();
  ASSERT_THAT(Kinds(), ElementsAre(DiagnosticKind::IfEquationUnbalanced));
  EXPECT_EQ(diagnostics.all()[0].message,
            "the branches of an if-equation differ: the branch `if time > 1.0` has 1 equation, the missing else branch "
            "has none (MLS 8.3.4)");
}

TEST_F(LowerTest, AssertsInIfEquationsAreGuarded) {
  const ExprId x = m.Real("x");
  const ExprId p = m.Parameter("p", 1);
  m.Equation(x, m.pool().Time());
  m.Add(FlatBuilder::If({{Gt(p, m.Number(0)), {FlatBuilder::Make(Kind::kAssert, Gt(x, p), m.pool().String("no"))}}}));
  m.Add(FlatBuilder::If({{Gt(x, m.Number(3)), {FlatBuilder::Make(Kind::kTerminate, {}, m.pool().String("done"))}}}));
  Run();
  EXPECT_EQ(Text(dae.assertions.at(0).condition), "not p > 0.0 or x > p");
  EXPECT_EQ(Text(dae.terminations.at(0).condition), "c0");
}

TEST_F(LowerTest, DiscreteEquationsAreOriented) {
  const ExprId a = m.Boolean("a");
  const ExprId b = m.Boolean("b");
  const ExprId c = m.Boolean("c");
  const ExprId d = m.Boolean("d");
  const ExprId n = m.Integer("n");
  m.Equation(a, b);
  m.Equation(b, m.Op1(Op::kNot, c));
  m.Equation(Gt(m.pool().Time(), m.Number(1)), a);
  m.Equation(d, d);
  m.Equation(m.pool().Integer(3), m.Op1(Op::kNeg, n));
  Run();
  EXPECT_THAT(Equations(), ElementsAre("b := a", "c := not b", "a := c0", "d := d", "n := -3"));
}

TEST_F(LowerTest, DiscreteVariableDeterminedTwice) {
  const ExprId b = m.Boolean("b");
  m.Equation(b, Gt(m.pool().Time(), m.Number(1)));
  m.Equation(b, Gt(m.pool().Time(), m.Number(2)));
  Run();
  EXPECT_THAT(Kinds(), ElementsAre(DiagnosticKind::DiscreteAssignedTwice));
}

TEST_F(LowerTest, DiscreteEquationInNoAssignableForm) {
  const ExprId n = m.Integer("n");
  m.Equation(m.Op2(Op::kMul, m.pool().Integer(2), n), m.pool().Integer(4));
  Run();
  EXPECT_THAT(Kinds(), ElementsAre(DiagnosticKind::DiscreteEquationNotSolvable));
}

TEST_F(LowerTest, AContinuousVariableMayEqualADiscreteOne) {
  const ExprId z = m.Real("z");
  const ExprId y = m.Real("y");
  m.Add(FlatBuilder::When({{m.Sample(0, 1), {FlatBuilder::Equal(z, m.pool().Time())}}}));
  m.Equation(z, y);
  Run();
  EXPECT_EQ(Equations().back(), "z = y");
}

TEST_F(LowerTest, InitialEquations) {
  const ExprId x = m.Real("x");
  const ExprId n = m.Integer("n");
  m.Equation(m.Der(x), m.Number(1));
  m.Equation(n, m.Pre(n));
  m.InitialEquation(m.Der(x), m.Number(0));
  m.InitialEquation(m.Pre(n), m.pool().If(Gt(x, m.Number(0)), m.pool().Integer(1), m.pool().Integer(2)));
  Run();
  EXPECT_THAT(Texts(dae.initial_equations), ElementsAre("der(x) = 0.0", "pre(n) := if x > 0.0 then 1 else 2"));
  EXPECT_TRUE(dae.relations.empty());
}

TEST_F(LowerTest, ParametersWithoutAValueTakeTheirStart) {
  const ExprId p = m.Variable("p", ScalarType::kReal, ir::Variability::kParameter);
  const ExprId q = m.Variable("q", ScalarType::kInteger, ir::Variability::kParameter);
  const ExprId free = m.Variable("free", ScalarType::kReal, ir::Variability::kParameter);
  m.At(p).attributes.start = m.Number(4);
  m.At(free).attributes.fixed = m.pool().Boolean(false);
  Run();
  EXPECT_EQ(Text(dae.variables[0].binding), "4.0");
  EXPECT_EQ(Text(dae.variables[1].binding), "0");
  EXPECT_FALSE(dae.variables[2].binding);
  EXPECT_THAT(Kinds(), ElementsAre(DiagnosticKind::ParameterWithoutValue, DiagnosticKind::ParameterWithoutValue));
  EXPECT_FALSE(diagnostics.HasErrors());
  EXPECT_NE(q, p);
}

TEST_F(LowerTest, InputsKeepTheirStartUnlessDetermined) {
  const ExprId u = m.Input("u");
  const ExprId bound = m.Input("bound");
  const ExprId inner = m.Real("block.u");
  m.Equation(bound, m.Number(3));
  m.Equation(u, inner);
  m.model.equations.back().origin.derivation = "connection equation";
  Run();
  EXPECT_EQ(dae.variables[0].causality, ir::Causality::kInput);
  EXPECT_EQ(dae.variables[1].causality, ir::Causality::kNone);
  EXPECT_THAT(Kinds(), ElementsAre(DiagnosticKind::InputWithoutValue));
}

TEST_F(LowerTest, SampleNeedsParameters) {
  const ExprId x = m.Real("x");
  const ExprId b = m.Boolean("b");
  m.Equation(x, m.pool().Time());
  m.Equation(b, m.Op2(Op::kSample, x, m.Number(1)));
  Run();
  EXPECT_THAT(Kinds(), ElementsAre(DiagnosticKind::SampleNotParameter));
}

TEST_F(LowerTest, TheSlidingBlockOfTheUsersGuide) {
  const ExprId v = m.Real("v");
  const ExprId a = m.Real("a");
  const ExprId sa = m.Real("sa");
  const ExprId f = m.Real("f");
  const ExprId mode = m.Integer("mode");
  const ExprId start_forward = m.Boolean("startFor");
  const ExprId stuck = m.Op2(Op::kEq, m.Pre(mode), m.pool().Integer(0));
  const ExprId forward = m.Op2(Op::kOr, m.Op2(Op::kEq, m.Pre(mode), m.pool().Integer(1)), start_forward);
  m.Equation(start_forward, m.Op2(Op::kAnd, stuck, Gt(sa, m.Number(1))));
  m.Equation(a, m.Der(v));
  m.Equation(a, m.pool().If(forward, m.Op2(Op::kSub, sa, m.Number(1)), m.Number(0)));
  m.Equation(f, m.pool().If(forward, m.Op2(Op::kAdd, m.Number(1), v), sa));
  m.Equation(mode, m.pool().If(m.Op2(Op::kAnd, forward, Gt(v, m.Number(0))), m.pool().Integer(1), m.pool().Integer(0)));
  m.Equation(a, m.Op2(Op::kSub, m.pool().Time(), f));
  Run();
  std::ostringstream out;
  ir::Print(out, dae);
  EXPECT_EQ(out.str(), R"(dae M
variables
  continuous Real v  // differentiated
  continuous Real a
  continuous Real sa
  continuous Real f
  discrete Integer mode
  discrete Boolean startFor
  continuous Real der(v)
f_x
  1: a = der(v)
  2: a = if pre(mode) == 1 or startFor then sa - 1.0 else 0.0
  3: f = if pre(mode) == 1 or startFor then 1.0 + v else sa
  5: a = time - f
f_z, f_m
  0: startFor := pre(mode) == 0 and c0
  4: mode := if (pre(mode) == 1 or startFor) and c1 then 1 else 0
f_c
  c0: sa > 1.0  // state event
  c1: v > 0.0  // state event
end M
)");
}

}  // namespace
}  // namespace stiction
