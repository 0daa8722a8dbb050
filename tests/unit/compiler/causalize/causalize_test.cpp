// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/causalize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <span>
#include <string>

#include "compiler/ir/causal/verify.h"
#include "compiler/tear/tear.h"
#include "tests/support/dae_builder.h"

namespace stiction {
namespace {

using ir::Block;
using ir::BlockKind;
using ir::BlockSystem;
using ir::Op;
using test::DaeBuilder;
using test::E;

using Names = std::vector<std::string>;

Names NamesOf(const ir::CausalModel& model, std::span<const ir::VariableId> variables) {
  Names names;
  for (const ir::VariableId v : variables) names.push_back(model.dae.variables[v.index()].name);
  return names;
}

/// Causalizes, tears and verifies a model that must be accepted without error.
ir::CausalModel Accept(const DaeBuilder& b, Diagnostics& diagnostics) {
  ir::CausalModel model = Causalize(b.dae, diagnostics);
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::kError) ADD_FAILURE() << d.message;
  }
  if (diagnostics.HasErrors()) return model;
  ir::Verify(model);
  Tear(model);
  ir::Verify(model);
  return model;
}

ir::CausalModel Accept(const DaeBuilder& b) {
  Diagnostics diagnostics;
  ir::CausalModel model = Accept(b, diagnostics);
  EXPECT_TRUE(diagnostics.all().empty()) << diagnostics.all().front().message;
  return model;
}

const Block& BlockOf(const BlockSystem& system, ir::VariableId v) {
  for (const Block& block : system.blocks) {
    if (std::find(block.unknowns.begin(), block.unknowns.end(), v) != block.unknowns.end()) return block;
  }
  ADD_FAILURE() << "no block determines variable " << v.value;
  static const Block none;
  return none;
}

std::vector<DiagnosticKind> Kinds(const Diagnostics& diagnostics) {
  std::vector<DiagnosticKind> kinds;
  for (const Diagnostic& d : diagnostics.all()) kinds.push_back(d.kind);
  return kinds;
}

/// A block with dry friction on ground, as the Modelica user's guide writes it, driven by u(t) = time.
struct FrictionBlock {
  DaeBuilder b{"SlidingBlock"};
  E v = b.Real("v"), a = b.Real("a"), f = b.Real("f"), sa = b.Real("sa");
  E forward = b.Boolean("forward"), stuck = b.Boolean("stuck");
  E m = b.Parameter("m", 1), f0 = b.Parameter("f0", 1), f1 = b.Parameter("f1", 0.5);
  FrictionBlock() {
    b.Fix(v, 0);
    const E breaks = b.Relation(sa, Op::kGt, b.Number(1), "sa > 1");
    const E moves = b.Relation(v, Op::kGt, b.Number(0), "v > 0");
    const E slides = b.Pre(forward) || (b.Pre(stuck) && breaks);
    b.Equation(a, b.Der(v));
    b.Equation(a, b.If(slides, sa - 1, b.Number(0)));
    b.Equation(f, b.If(slides, f0 + f1 * v, f0 * sa));
    b.Equation(m * a, b.Time() - f);
    b.Assign(forward, slides && moves);
    b.Assign(stuck, b.Call(Op::kNot, forward));
  }
};

TEST(Causalize, FrictionBlockHasOneTearingVariable) {
  FrictionBlock friction;
  const ir::CausalModel model = Accept(friction.b);
  EXPECT_EQ(NamesOf(model, model.states), Names{"v"});
  const Block& loop = BlockOf(model.continuous, friction.sa.variable);
  EXPECT_EQ(loop.kind, BlockKind::kLinear);
  EXPECT_EQ(NamesOf(model, loop.tearing), Names{"sa"});
  EXPECT_EQ(loop.assignments.size(), 2u);
  EXPECT_EQ(loop.residuals, std::vector<ir::EquationId>{ir::EquationId(3)});
}

TEST(Causalize, FrictionBlockIsMixedAtEvents) {
  FrictionBlock friction;
  const ir::CausalModel model = Accept(friction.b);
  const Block& loop = BlockOf(model.event, friction.sa.variable);
  EXPECT_EQ(loop.kind, BlockKind::kMixed);
  EXPECT_TRUE(loop.is_linear);
  EXPECT_EQ(loop.relations, std::vector<ir::RelationId>{ir::RelationId(0)});
  EXPECT_EQ(NamesOf(model, loop.tearing), Names{"sa"});
  // The mode is not part of the loop: the acceleration depends on pre(mode) only.
  EXPECT_EQ(BlockOf(model.event, friction.forward.variable).kind, BlockKind::kExplicit);
  EXPECT_EQ(BlockOf(model.initial, friction.v.variable).kind, BlockKind::kExplicit);
}

TEST(Causalize, ModeInTheLoopIsAnAssignmentOfTheMixedBlock) {
  DaeBuilder b("Diode");
  const E i = b.Real("i"), u = b.Real("u"), s = b.Real("s"), off = b.Boolean("off");
  const E below = b.Relation(s, Op::kLt, b.Number(0), "s < 0");
  b.Assign(off, below);
  b.Equation(u, b.If(off, s, b.Number(0)));
  b.Equation(i, b.If(off, b.Number(0), s));
  b.Equation(u + i, b.Time() - 1);
  const ir::CausalModel model = Accept(b);
  const Block& loop = BlockOf(model.event, s.variable);
  EXPECT_EQ(loop.kind, BlockKind::kMixed);
  EXPECT_EQ(NamesOf(model, loop.unknowns), (Names{"u", "s", "i", "off"}));
  ASSERT_EQ(loop.discrete.size(), 1u);
  EXPECT_EQ(loop.discrete.front().variable, off.variable);
}

TEST(Causalize, BooleanLoopIsMixedWithoutReals) {
  DaeBuilder b("Latch");
  const E p = b.Boolean("p"), q = b.Boolean("q");
  b.Assign(p, b.Call(Op::kNot, q));
  b.Assign(q, b.Call(Op::kNot, p));
  const ir::CausalModel model = Accept(b);
  ASSERT_EQ(model.event.blocks.size(), 1u);
  EXPECT_EQ(model.event.blocks.front().kind, BlockKind::kMixed);
  EXPECT_EQ(model.event.blocks.front().discrete.size(), 2u);
}

// Two masses with x1 = x2: index 3.
struct RigidMasses {
  DaeBuilder b{"Rigid"};
  E x1 = b.Real("x1"), v1 = b.Real("v1"), x2 = b.Real("x2"), v2 = b.Real("v2"), f = b.Real("f");
  RigidMasses() {
    b.Equation(b.Der(x1), v1);
    b.Equation(b.Der(x2), v2);
    b.Equation(2 * b.Der(v1), b.Time() - f);
    b.Equation(3 * b.Der(v2), f);
    b.Equation(x1, x2);
  }
};

TEST(Causalize, RigidConnectionHasTheStatesOfOneMass) {
  RigidMasses rigid;
  rigid.b.Fix(rigid.x1, 0);
  rigid.b.Fix(rigid.v1, 0);
  const ir::CausalModel model = Accept(rigid.b);
  EXPECT_EQ(NamesOf(model, model.states), (Names{"x1", "v1"}));
  EXPECT_EQ(model.dae.equations.size(), 9u);  // the constraint twice, each der(x) = v once
  EXPECT_EQ(model.dummies.size(), 4u);
}

TEST(Causalize, StateSelectDecides) {
  RigidMasses rigid;
  rigid.b.Fix(rigid.x1, 0);
  rigid.b.Select(rigid.x2, ir::StateSelect::kPrefer);
  rigid.b.Select(rigid.v2, ir::StateSelect::kPrefer);
  Diagnostics diagnostics;
  const ir::CausalModel model = Accept(rigid.b, diagnostics);
  EXPECT_EQ(NamesOf(model, model.states), (Names{"x2", "v2"}));
}

TEST(Causalize, FixedStartIsPreferredAsState) {
  RigidMasses rigid;
  rigid.b.Fix(rigid.x2, 0);
  rigid.b.Fix(rigid.v2, 0);
  EXPECT_EQ(NamesOf(Accept(rigid.b), Accept(rigid.b).states), (Names{"x2", "v2"}));
}

TEST(Causalize, ConsistentFixedStartOfBothMassesIsChecked) {
  RigidMasses rigid;
  for (const E& v : {rigid.x1, rigid.x2, rigid.v1, rigid.v2}) rigid.b.Fix(v, 0);
  const ir::CausalModel model = Accept(rigid.b);
  EXPECT_EQ(model.redundant_initial.size(), 2u);
  EXPECT_EQ(model.start_conditions.size(), 4u);
}

TEST(Causalize, AlwaysThatConstraintsOverruleIsRefused) {
  RigidMasses rigid;
  for (const E& x : {rigid.x1, rigid.x2}) {
    rigid.b.Fix(x, 0);
    rigid.b.Select(x, ir::StateSelect::kAlways);
  }
  rigid.b.Fix(rigid.v1, 0);
  Diagnostics diagnostics;
  Causalize(rigid.b.dae, diagnostics);
  EXPECT_EQ(Kinds(diagnostics), std::vector<DiagnosticKind>{DiagnosticKind::StateSelectIgnored});
}

TEST(Causalize, AlwaysMakesAnAlgebraicVariableAState) {
  DaeBuilder b("Always");
  const E x = b.Real("x"), y = b.Real("y");
  b.Equation(b.Der(x), -y);
  b.Equation(y, 2 * x);
  b.Fix(y, 1);
  b.Select(y, ir::StateSelect::kAlways);
  const ir::CausalModel model = Accept(b);
  EXPECT_EQ(NamesOf(model, model.states), Names{"y"});
}

TEST(Causalize, PendulumInCartesianCoordinates) {
  DaeBuilder b("Pendulum");
  const E x = b.Real("x"), y = b.Real("y"), vx = b.Real("vx"), vy = b.Real("vy"), t = b.Real("T");
  b.Equation(b.Der(x), vx);
  b.Equation(b.Der(y), vy);
  b.Equation(b.Der(vx), t * x);
  b.Equation(b.Der(vy), t * y - 9.81);
  b.Equation(x * x + y * y, b.Number(1));
  b.Fix(x, 0.6);
  b.Fix(vx, 0);
  b.Var(y).attributes.start = b.Number(-0.8).id;
  const ir::CausalModel model = Accept(b);
  EXPECT_EQ(NamesOf(model, model.states), (Names{"x", "y", "vx", "vy"}));
  ASSERT_EQ(model.invariants.size(), 1u);
  EXPECT_EQ(model.invariants.front().equations.size(), 2u);
  EXPECT_EQ(NamesOf(model, model.invariants.front().states), (Names{"x", "y", "vx", "vy"}));
  EXPECT_EQ(BlockOf(model.continuous, t.variable).kind, BlockKind::kLinear);
  EXPECT_TRUE(BlockOf(model.initial, y.variable).is_least_change);
  EXPECT_EQ(BlockOf(model.initial, y.variable).unknowns.size(), 1u);  // x is fixed
}

// Neither is fixed: both are where they come nearest to their start values.
TEST(Causalize, StartValuesOfInvariantsAreGuesses) {
  DaeBuilder b("Circle");
  const E x = b.Real("x"), y = b.Real("y"), f = b.Real("f");
  b.Equation(b.Der(x), f * x - y);
  b.Equation(b.Der(y), f * y + x);
  b.Equation(x * x + y * y, b.Number(1));
  for (const E& v : {x, y}) b.Var(v).attributes.start = b.Number(2).id;
  const ir::CausalModel model = Accept(b);
  EXPECT_EQ(NamesOf(model, model.states), (Names{"x", "y"}));
  const Block& block = BlockOf(model.initial, x.variable);
  EXPECT_TRUE(block.is_least_change);
  EXPECT_EQ(&block, &BlockOf(model.initial, y.variable));
  EXPECT_EQ(block.tearing.size(), 2u);
  ASSERT_EQ(model.start_conditions.size(), 1u);
  EXPECT_TRUE(model.start_conditions.front().is_guess);
}

// Never, and there is no invariant, though y may come to 0.
TEST(Causalize, NeverLeavesAVaryingConstraintToTheModeller) {
  DaeBuilder b("Circle");
  const E x = b.Real("x"), y = b.Real("y"), f = b.Real("f");
  b.Equation(b.Der(x), f * x - y);
  b.Equation(b.Der(y), f * y + x);
  b.Equation(x * x + y * y, b.Number(1));
  b.Fix(x, 0.6);
  b.Select(y, ir::StateSelect::kNever);
  const ir::CausalModel model = Accept(b);
  EXPECT_EQ(NamesOf(model, model.states), Names{"x"});
  EXPECT_TRUE(model.invariants.empty());
}

// p + q = x1, p + q = x2: a matching finds p and q in them.
TEST(Causalize, ConstraintsThatOnlyNumbersTellAreCombined) {
  DaeBuilder b("HiddenSum");
  const E x1 = b.Real("x1"), x2 = b.Real("x2"), p = b.Real("p"), q = b.Real("q"), f = b.Real("f");
  b.Equation(b.Der(x1), f - x1);
  b.Equation(b.Der(x2), -f - x2);
  b.Equation(p + q, x1);
  b.Equation(p + q, x2);
  b.Equation(p - q, b.Time());
  b.Fix(x1, 1);
  const ir::CausalModel model = Accept(b);
  EXPECT_EQ(NamesOf(model, model.states), Names{"x1"});
}

// The factor of p varies: nothing is known of p + x1*q ahead of a run.
TEST(Causalize, EquationsWithVaryingCoefficientsAreLeftAsTheyAre) {
  DaeBuilder b("Varying");
  const E x1 = b.Real("x1"), x2 = b.Real("x2"), p = b.Real("p"), q = b.Real("q");
  b.Equation(b.Der(x1), -x1);
  b.Equation(b.Der(x2), -x2);
  b.Equation(p + x1 * q, x1);
  b.Equation(p + x2 * q, x2);
  b.Fix(x1, 1);
  b.Fix(x2, 2);
  EXPECT_EQ(Accept(b).states.size(), 2u);
}

// The initial system finds the value of k, which is not known when equations are combined: no number may stand for it.
TEST(Causalize, AFactorThatIsSolvedForIsNoNumberYet) {
  DaeBuilder b("UnknownFactor");
  const E x1 = b.Real("x1"), x2 = b.Real("x2"), p = b.Real("p"), q = b.Real("q"), f = b.Real("f");
  const E k = b.Parameter("k", 3);
  b.Var(k).binding = {};
  b.Var(k).attributes.fixed = b.dae.pool->Boolean(false);
  b.Initial(2 * k, b.Number(6));
  b.Equation(b.Der(x1), f - x1);
  b.Equation(b.Der(x2), -f - x2);
  b.Equation(k * p + q, x1);
  b.Equation(2 * p + q, x2);
  b.Equation(p + q, b.Time());
  b.Fix(x1, 1);
  b.Fix(x2, 2);
  const ir::CausalModel model = Accept(b);
  for (const ir::DaeEquation& equation : model.dae.equations) {
    EXPECT_EQ(equation.origin.derivation.str().find("combination"), std::string::npos);
  }
}

TEST(Causalize, APreferredVariableBecomesAStateWithoutADerivativeInTheModel) {
  DaeBuilder b("Concentration");
  const E n = b.Real("n"), c = b.Real("c"), volume = b.Parameter("V", 2);
  b.Equation(c, n / volume);
  b.Equation(b.Der(n), -n);
  b.Fix(c, 5);
  b.Select(c, ir::StateSelect::kPrefer);
  EXPECT_EQ(NamesOf(Accept(b), Accept(b).states), Names{"c"});
}

TEST(Causalize, APreferredVariableThatMayJumpDoesNot) {
  DaeBuilder b("Jump");
  const E x = b.Real("x"), y = b.Real("y");
  b.Equation(b.Der(x), -x);
  b.Equation(y, b.If(b.Relation(b.Time(), Op::kGt, b.Number(0.5), "time > 0.5"), x + 1, x));
  b.Fix(x, 1);
  b.Select(y, ir::StateSelect::kPrefer);
  EXPECT_EQ(NamesOf(Accept(b), Accept(b).states), Names{"x"});
}

// Both initial equations are the same: der(b) = -der(a).
TEST(Causalize, AClosedCircuitAtRestBeginsNearestToItsStartValues) {
  DaeBuilder b("Closed");
  const E a = b.Real("a"), c = b.Real("c"), flow = b.Real("flow");
  b.Equation(flow, a - c);
  b.Equation(b.Der(a), -flow);
  b.Equation(b.Der(c), flow);
  b.Initial(b.Der(a), b.Number(0));
  b.Initial(b.Der(c), b.Number(0));
  b.Var(a).attributes.start = b.Number(1).id;
  b.Var(c).attributes.start = b.Number(3).id;
  Diagnostics diagnostics;
  const ir::CausalModel model = Accept(b, diagnostics);
  EXPECT_TRUE(BlockOf(model.initial, a.variable).is_least_change);
  EXPECT_EQ(&BlockOf(model.initial, a.variable), &BlockOf(model.initial, c.variable));
  EXPECT_EQ(Kinds(diagnostics), std::vector<DiagnosticKind>{DiagnosticKind::InitialUnderdetermined});
}

TEST(Causalize, GearKeepsTheSideItCannotDivideBy) {
  DaeBuilder b("Gear");
  const E pa = b.Real("pa"), pb = b.Real("pb"), ta = b.Real("ta"), tb = b.Real("tb");
  const E ratio = b.Parameter("ratio", 3);
  const E wa = b.Real("wa"), wb = b.Real("wb");
  b.Equation(b.Der(pa), wa);
  b.Equation(b.Der(pb), wb);
  b.Equation(b.Der(wa), b.Time() - ta);
  b.Equation(b.Der(wb), -tb);
  b.Equation(pa, ratio * pb);
  b.Equation(b.Number(0), ratio * ta + tb);
  Diagnostics diagnostics;
  const ir::CausalModel model = Accept(b, diagnostics);
  // pa = ratio*pb is solved for pa whatever the ratio is.
  EXPECT_EQ(NamesOf(model, model.states), (Names{"pb", "wb"}));
  EXPECT_EQ(Kinds(diagnostics), std::vector<DiagnosticKind>{DiagnosticKind::InitialUnderdetermined});
}

TEST(Causalize, PrescribedMotionHasNoStates) {
  DaeBuilder b("Driven");
  const E x = b.Real("x"), v = b.Real("v"), a = b.Real("a"), f = b.Real("f");
  b.Equation(x, b.Call(Op::kSin, b.Time()));
  b.Equation(v, b.Der(x));
  b.Equation(a, b.Der(v));
  b.Equation(f, 2 * a);
  const ir::CausalModel model = Accept(b);
  EXPECT_TRUE(model.states.empty());
  for (const Block& block : model.continuous.blocks) EXPECT_EQ(block.kind, BlockKind::kExplicit);
}

TEST(Causalize, SecondDerivativeMakesTheFirstAState) {
  DaeBuilder b("Oscillator");
  const E x = b.Real("x");
  const E dx = b.Der(x);
  b.Equation(b.Der(dx), -x);
  b.Fix(x, 1);
  b.Fix(dx, 0);
  const ir::CausalModel model = Accept(b);
  EXPECT_EQ(NamesOf(model, model.states), (Names{"x", "der(x)"}));
  EXPECT_EQ(NamesOf(model, model.derivatives), (Names{"der(x)", "der(der(x))"}));
  EXPECT_EQ(model.continuous.blocks.size(), 1u);
}

TEST(Causalize, DerivativeEliminatedAsAliasComesBack) {
  DaeBuilder b("Alias");
  const E x = b.Real("x"), v = b.Real("v");
  const E dx = b.Der(x);
  b.Var(dx).alias = ir::Alias{v.variable, true};
  b.Equation(b.Der(v), x);
  b.Fix(x, 1);
  b.Fix(v, 0);
  const ir::CausalModel model = Accept(b);
  EXPECT_EQ(NamesOf(model, model.states), (Names{"x", "v"}));
  EXPECT_EQ(BlockOf(model.continuous, dx.variable).kind, BlockKind::kExplicit);
}

TEST(Causalize, MasslessNodeBetweenTwoSpringsIsALinearLoopFreeOfDivision) {
  DaeBuilder b("Springs");
  const E x = b.Real("x"), v = b.Real("v"), n = b.Real("n"), f1 = b.Real("f1"), f2 = b.Real("f2");
  const E c1 = b.Parameter("c1", 10), c2 = b.Parameter("c2", 20);
  b.Equation(b.Der(x), v);
  b.Equation(b.Der(v), -f2);
  b.Equation(f1, c1 * n);
  b.Equation(f2, c2 * (x - n));
  b.Equation(f1, f2);
  b.Fix(x, 1);
  b.Fix(v, 0);
  const ir::CausalModel model = Accept(b);
  const Block& loop = BlockOf(model.continuous, n.variable);
  EXPECT_EQ(loop.kind, BlockKind::kLinear);
  EXPECT_EQ(NamesOf(model, loop.tearing), Names{"n"});
}

TEST(Causalize, CoefficientThatCanVanishIsNotDividedBy) {
  DaeBuilder b("Coefficient");
  const E y = b.Real("y"), p = b.Parameter("p", 2), z = b.Real("z");
  b.Equation(p * y, b.Number(1));
  b.Equation(4 * z, y);
  const ir::CausalModel model = Accept(b);
  EXPECT_EQ(BlockOf(model.continuous, y.variable).kind, BlockKind::kLinear);
  EXPECT_EQ(BlockOf(model.continuous, z.variable).kind, BlockKind::kExplicit);
}

TEST(Causalize, FixedRelativeVariablesDetermineTheStates) {
  DaeBuilder b("Relative");
  const E x1 = b.Real("x1"), x2 = b.Real("x2"), rel = b.Real("rel");
  b.Equation(b.Der(x1), -x1);
  b.Equation(b.Der(x2), -rel);
  b.Equation(rel, x2 - x1);
  b.Fix(rel, 0.5);
  b.Fix(x1, 1);
  const ir::CausalModel model = Accept(b);
  EXPECT_TRUE(model.redundant_initial.empty());
  EXPECT_EQ(BlockOf(model.initial, x2.variable).kind, BlockKind::kExplicit);
}

TEST(Causalize, InitialEquationsTakeTheStartValuesPlace) {
  DaeBuilder b("SteadyState");
  const E x = b.Real("x"), y = b.Real("y");
  b.Equation(b.Der(x), 1 - x);
  b.Equation(b.Der(y), x - y);
  b.Initial(b.Der(x), b.Number(0));
  Diagnostics diagnostics;
  const ir::CausalModel model = Accept(b, diagnostics);
  ASSERT_EQ(model.start_conditions.size(), 1u);
  EXPECT_EQ(model.start_conditions.front().variable, y.variable);
  EXPECT_TRUE(model.start_conditions.front().chosen);
  ASSERT_EQ(Kinds(diagnostics), std::vector<DiagnosticKind>{DiagnosticKind::InitialUnderdetermined});
  EXPECT_NE(diagnostics.all().front().message.find("`y`"), std::string::npos);
}

TEST(Causalize, FreeParameterIsFoundByAnInitialEquation) {
  DaeBuilder b("Trim");
  const E x = b.Real("x"), p = b.Parameter("p", 0), q = b.Parameter("q", 0);
  b.Var(p).binding = {};
  b.Var(p).attributes.fixed = b.dae.pool->Boolean(false);
  b.Var(q).binding = (2 * p).id;
  b.Equation(b.Der(x), q - x);
  b.Fix(x, 3);
  b.Initial(b.Der(x), b.Number(0));
  const ir::CausalModel model = Accept(b);
  EXPECT_TRUE(model.parameters.empty());
  EXPECT_TRUE(model.redundant_initial.empty());
  // p is the only unknown of q = 2*p once der(x) = 0 and x = 3 give q.
  EXPECT_EQ(BlockOf(model.initial, q.variable).kind, BlockKind::kExplicit);
  EXPECT_EQ(BlockOf(model.initial, p.variable).kind, BlockKind::kExplicit);
}

TEST(Causalize, InitialEquationOfAModeBecomesItsStartValue) {
  DaeBuilder b("Mode");
  const E mode = b.Integer("mode");
  b.Assign(mode, b.Pre(mode));
  const E two{b.dae.pool.get(), b.dae.pool->Integer(2), {}};
  b.Initial(b.Pre(mode), two);
  const ir::CausalModel model = Accept(b);
  EXPECT_EQ(model.dae.variables[mode.variable.index()].attributes.start, two.id);
}

// The mode of a friction element follows from its initial speed, and the speed from a relative one.
TEST(Causalize, InitialEquationOfPreIsEvaluatedWhereItsValueIsKnown) {
  DaeBuilder b("InitialMode");
  const E v = b.Real("v"), rel = b.Real("rel"), forward = b.Boolean("forward");
  b.Equation(b.Der(v), b.If(b.Pre(forward), b.Number(-1), b.Number(1)));
  b.Equation(rel, v - 1);
  b.Assign(forward, b.Pre(forward));
  b.Fix(rel, 2);
  const E moves{b.dae.pool.get(), b.dae.pool->Binary(Op::kGt, rel.id, b.Number(0).id), {}};
  b.Initial(b.Pre(forward), moves);
  const ir::CausalModel model = Accept(b);
  Names order;
  for (const Block& block : model.initial.blocks) {
    EXPECT_EQ(block.kind, BlockKind::kExplicit);
    order.push_back((block.is_pre ? "pre " : "") + model.dae.variables[block.unknowns.front().index()].name);
  }
  EXPECT_LT(std::find(order.begin(), order.end(), "rel"), std::find(order.begin(), order.end(), "pre forward"));
  EXPECT_LT(std::find(order.begin(), order.end(), "pre forward"), std::find(order.begin(), order.end(), "der(v)"));
  EXPECT_EQ(order.size(), 5u);
}

TEST(Causalize, InitialModeThatDependsOnItselfIsRefused) {
  DaeBuilder b("InitialLoop");
  const E v = b.Real("v"), forward = b.Boolean("forward");
  b.Equation(b.Der(v), b.If(b.Pre(forward), v - 1, v + 1));
  b.Assign(forward, b.Pre(forward));
  b.Initial(b.Der(v), b.Number(0));
  const E moves{b.dae.pool.get(), b.dae.pool->Binary(Op::kGt, v.id, b.Number(0).id), {}};
  b.Initial(b.Pre(forward), moves);
  Diagnostics diagnostics;
  Causalize(b.dae, diagnostics);
  EXPECT_EQ(Kinds(diagnostics), std::vector<DiagnosticKind>{DiagnosticKind::NotYetSupported});
}

TEST(Causalize, ParametersAreOrderedByTheirDependencies) {
  DaeBuilder b("Order");
  const E p = b.Parameter("p", 0), q = b.Parameter("q", 3);
  b.Var(p).binding = (2 * q).id;
  const ir::CausalModel model = Accept(b);
  ASSERT_EQ(model.parameters.size(), 2u);
  EXPECT_EQ(model.parameters[0].variable, q.variable);
  EXPECT_EQ(model.parameters[1].variable, p.variable);
}

TEST(Causalize, ParameterCycleIsNamed) {
  DaeBuilder b("Cycle");
  const E p = b.Parameter("p", 0), q = b.Parameter("q", 0);
  b.Var(p).binding = (q + 1).id;
  b.Var(q).binding = (p + 1).id;
  Diagnostics diagnostics;
  Causalize(b.dae, diagnostics);
  ASSERT_EQ(Kinds(diagnostics), std::vector<DiagnosticKind>{DiagnosticKind::ParameterCycle});
  EXPECT_EQ(diagnostics.all().front().message, "the values of `p`, `q` depend on each other");
}

TEST(Causalize, TooManyEquationsAreCountedAndNamed) {
  DaeBuilder b("TooMany");
  const E x = b.Real("x");
  b.Equation(x, b.Number(1));
  b.Equation(x, b.Number(2));
  Diagnostics diagnostics;
  Causalize(b.dae, diagnostics);
  ASSERT_EQ(Kinds(diagnostics),
            (std::vector<DiagnosticKind>{DiagnosticKind::ModelUnbalanced, DiagnosticKind::EquationUnmatched}));
  EXPECT_EQ(diagnostics.all()[0].message, "model `TooMany` has 2 equations but 1 unknown");
  EXPECT_EQ(diagnostics.all()[1].message,
            "equation determines no unknown; `x` is already determined by another equation");
  ASSERT_EQ(diagnostics.all()[1].labels.size(), 1u);
}

TEST(Causalize, TooFewEquationsAreCountedAndNamed) {
  DaeBuilder b("TooFew");
  const E x = b.Real("x"), y = b.Real("y"), z = b.Real("z");
  b.Equation(b.Der(x), -x);
  b.Equation(y + z, x);
  Diagnostics diagnostics;
  Causalize(b.dae, diagnostics);
  ASSERT_EQ(Kinds(diagnostics),
            (std::vector<DiagnosticKind>{DiagnosticKind::ModelUnbalanced, DiagnosticKind::VariableUndetermined}));
  EXPECT_EQ(diagnostics.all()[0].message, "model `TooFew` has 2 equations but 3 unknowns");
  EXPECT_EQ(diagnostics.all()[1].message, "no equation determines `z`");
}

TEST(Causalize, SingularModelWithEqualCountsNamesBothParts) {
  DaeBuilder b("Singular");
  const E x = b.Real("x"), y = b.Real("y");
  b.Equation(x, b.Number(1));
  b.Equation(x, b.Number(2));
  (void)y;
  Diagnostics diagnostics;
  Causalize(b.dae, diagnostics);
  EXPECT_EQ(Kinds(diagnostics),
            (std::vector<DiagnosticKind>{DiagnosticKind::StructurallySingular, DiagnosticKind::EquationUnmatched,
                                         DiagnosticKind::VariableUndetermined}));
}

TEST(Causalize, EquationWithTwoEqualSidesDeterminesNothing) {
  DaeBuilder b("Same");
  const E x = b.Real("x");
  b.Equation(2 * x, 2 * x);
  Diagnostics diagnostics;
  Causalize(b.dae, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 3u);
  EXPECT_EQ(diagnostics.all()[1].message, "equation determines no unknown: both sides are the same");
}

TEST(Causalize, FixedThatDependsOnAFreeParameterIsRefused) {
  DaeBuilder b("Fixed");
  const E x = b.Real("x"), p = b.Parameter("p", 1);
  b.Var(p).attributes.fixed = b.dae.pool->Boolean(false);
  b.Equation(b.Der(x), p - x);
  b.Var(x).attributes.fixed = b.dae.pool->Binary(Op::kGt, p.id, b.Number(0).id);
  Diagnostics diagnostics;
  Causalize(b.dae, diagnostics);
  EXPECT_EQ(Kinds(diagnostics), std::vector<DiagnosticKind>{DiagnosticKind::FixedNotEvaluable});
}

TEST(Causalize, RedundantConstraintIsRefused) {
  DaeBuilder b("Redundant");
  const E x = b.Real("x"), y = b.Real("y"), f = b.Real("f"), g = b.Real("g");
  b.Equation(b.Der(x), f + g);
  b.Equation(b.Der(y), f - g);
  b.Equation(x, y);
  b.Equation(2 * x, 2 * y);
  Diagnostics diagnostics;
  Causalize(b.dae, diagnostics);
  EXPECT_EQ(Kinds(diagnostics), std::vector<DiagnosticKind>{DiagnosticKind::ConstraintsDependent});
}

TEST(Causalize, ConstraintWithoutDerivativeIsRefused) {
  DaeBuilder b("Floor");
  const E x = b.Real("x"), f = b.Real("f");
  b.Equation(b.Der(x), f);
  b.Equation(b.Call(Op::kFloor, x), b.Time());
  Diagnostics diagnostics;
  Causalize(b.dae, diagnostics);
  EXPECT_EQ(Kinds(diagnostics), std::vector<DiagnosticKind>{DiagnosticKind::NotDifferentiable});
}

// A chain of masses and springs; every tenth pair is rigid.
DaeBuilder Chain(int n) {
  DaeBuilder b("Chain");
  std::vector<E> x, v, f;
  for (int i = 0; i < n; ++i) {
    x.push_back(b.Real("x" + std::to_string(i)));
    v.push_back(b.Real("v" + std::to_string(i)));
  }
  for (int i = 0; i + 1 < n; ++i) f.push_back(b.Real("f" + std::to_string(i)));
  for (int i = 0; i < n; ++i) {
    b.Equation(b.Der(x[i]), v[i]);
    const E left = i > 0 ? f[i - 1] : b.Number(0);
    const E right = i + 1 < n ? f[i] : b.Number(0);
    b.Equation(2 * b.Der(v[i]), right - left);
    if (i + 1 == n) continue;
    if (i % 10 == 0) {
      b.Equation(x[i], x[i + 1] - 1);
    } else {
      b.Equation(f[i], 100 * (x[i + 1] - x[i]));
    }
  }
  return b;
}

double CpuSecondsOfChain(int n) {
  const DaeBuilder b = Chain(n);
  const std::clock_t start = std::clock();
  Diagnostics diagnostics;
  const ir::CausalModel model = Accept(b, diagnostics);
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_EQ(model.states.size(), static_cast<size_t>(2 * n - 2 * (n / 10)));
  return seconds;
}

TEST(Causalize, TimeGrowsWithTheLengthOfAChainAndNotWithItsSquare) {
  const double of_short = CpuSecondsOfChain(400);
  const double of_long = CpuSecondsOfChain(1600);
  EXPECT_LT(of_long, 10 * of_short) << "4 would be linear, 16 quadratic";
}

}  // namespace
}  // namespace stiction
