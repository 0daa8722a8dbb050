// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/model_occurrences.h"

#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "tests/support/dae_builder.h"

namespace stiction {
namespace {

using test::DaeBuilder;
using test::E;
using Variables = std::vector<ir::VariableId>;

Variables List(std::span<const ir::VariableId> variables) { return {variables.begin(), variables.end()}; }

TEST(ModelOccurrences, TellsWhatStandsInAnEquationByItsKind) {
  DaeBuilder b("Kinds");
  const E x = b.Real("x"), p = b.Parameter("p", 1), on = b.Boolean("on");
  const E above = b.Relation(x, ir::Op::kGt, p, "x > p");
  const ir::EquationId id = b.Equation(b.If(b.Pre(on), x + p, b.Number(2)), b.If(above, x, p));
  ModelOccurrences occurrences(b.dae);
  const OccurrenceLists found = occurrences.In(id);
  EXPECT_EQ(List(found.variables), (Variables{x.variable, p.variable}));
  EXPECT_EQ(List(found.pre), Variables{on.variable});
  ASSERT_EQ(found.relations.size(), 1u);
  EXPECT_EQ(found.relations.front(), ir::RelationId(0));
  EXPECT_TRUE(found.held.empty());
  Variables unknowns;
  occurrences.ContinuousUnknowns(id, unknowns);
  EXPECT_EQ(unknowns, Variables{x.variable});
  EXPECT_EQ(List(occurrences.In(ir::RelationId(0)).variables), (Variables{x.variable, p.variable}));
}

TEST(ModelOccurrences, OfEqualSidesThereIsNoUnknown) {
  DaeBuilder b("Same");
  const E x = b.Real("x");
  const ir::EquationId id = b.Equation(x, x);
  ModelOccurrences occurrences(b.dae);
  Variables unknowns{x.variable};
  occurrences.ContinuousUnknowns(id, unknowns);
  EXPECT_TRUE(unknowns.empty());
}

TEST(ModelOccurrences, LooksAgainWhereSidesHaveChanged) {
  DaeBuilder b("Changed");
  const E x = b.Real("x"), y = b.Real("y"), z = b.Real("z");
  const ir::EquationId first = b.Equation(x, y), second = b.Equation(y, z);
  ModelOccurrences occurrences(b.dae);
  EXPECT_EQ(List(occurrences.In(first).variables), (Variables{x.variable, y.variable}));
  EXPECT_EQ(List(occurrences.In(second).variables), (Variables{y.variable, z.variable}));
  b.dae.equations[first.index()].right = z.id;
  EXPECT_EQ(List(occurrences.In(first).variables), (Variables{x.variable, z.variable}));
  EXPECT_EQ(List(occurrences.In(second).variables), (Variables{y.variable, z.variable}));
}

TEST(ModelOccurrences, OfAnAssignmentTheRightSideCounts) {
  DaeBuilder b("Assignment");
  const E on = b.Boolean("on"), off = b.Boolean("off");
  const ir::EquationId id = b.Assign(on, b.Call(ir::Op::kNot, off));
  ModelOccurrences occurrences(b.dae);
  EXPECT_EQ(List(occurrences.InRight(id).variables), Variables{off.variable});
  EXPECT_EQ(List(occurrences.In(id).variables), (Variables{on.variable, off.variable}));
  EXPECT_EQ(List(occurrences.InRight(id).variables), Variables{off.variable});
}

TEST(ModelOccurrences, KnowsWhatWasAppendedAndTakenBack) {
  DaeBuilder b("Appended");
  const E x = b.Real("x");
  b.Equation(x, b.Number(1));
  ModelOccurrences occurrences(b.dae);
  Variables unknowns;
  const E derivative = b.Der(x);
  const ir::EquationId appended = b.Equation(derivative, b.Number(0));
  occurrences.ContinuousUnknowns(appended, unknowns);
  EXPECT_EQ(unknowns, Variables{derivative.variable});
  b.dae.equations.pop_back();
  b.dae.variables.pop_back();
  b.dae.variables.front().derivative = {};
  const E again = b.Der(x);
  b.Equation(again + x, b.Number(0));
  occurrences.ContinuousUnknowns(appended, unknowns);
  EXPECT_EQ(unknowns, (Variables{x.variable, again.variable}));
}

TEST(VariableKinds, AreThoseOfTheSpecification) {
  DaeBuilder b("Kinds");
  const E x = b.Real("x"), p = b.Parameter("p", 1), m = b.Integer("m"), u = b.Real("u"), z = b.Real("z"),
          alias = b.Real("alias");
  b.Var(u).causality = ir::Causality::kInput;
  b.Var(z).variability = ir::Variability::kDiscrete;
  b.Var(alias).alias = ir::Alias{x.variable};
  const ir::VariableKinds kinds(b.dae);
  EXPECT_EQ(kinds[x.variable], ir::VariableKind::kContinuous);
  EXPECT_EQ(kinds[p.variable], ir::VariableKind::kParameter);
  EXPECT_EQ(kinds[m.variable], ir::VariableKind::kDiscrete);
  EXPECT_EQ(kinds[u.variable], ir::VariableKind::kParameter);
  EXPECT_EQ(kinds[z.variable], ir::VariableKind::kDiscrete);
  EXPECT_EQ(kinds[alias.variable], ir::VariableKind::kAlias);
}

}  // namespace
}  // namespace stiction
