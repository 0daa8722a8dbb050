// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/tear/tear.h"

#include <gtest/gtest.h>

#include <string>

#include "compiler/causalize/causalize.h"
#include "compiler/ir/causal/verify.h"
#include "tests/support/dae_builder.h"

namespace stiction {
namespace {

using test::DaeBuilder;
using test::E;

// n friction elements between n blocks in a row: the accelerations and forces follow from one curve parameter each.
TEST(Tear, EachFrictionElementNeedsOneTearingVariable) {
  DaeBuilder b("Stack");
  const int n = 20;
  std::vector<E> a, f, sa;
  for (int i = 0; i < n; ++i) {
    a.push_back(b.Real("a" + std::to_string(i)));
    f.push_back(b.Real("f" + std::to_string(i)));
    sa.push_back(b.Real("sa" + std::to_string(i)));
  }
  const E m = b.Parameter("m", 1);
  for (int i = 0; i < n; ++i) {
    const E slides = b.Relation(sa[i], ir::Op::kGt, b.Number(1), "slides");
    b.Equation(i > 0 ? a[i] - a[i - 1] : a[i], b.If(slides, sa[i] - 1, b.Number(0)));
    b.Equation(f[i], b.If(slides, b.Number(1), sa[i]));
    b.Equation(m * a[i], (i + 1 < n ? f[i + 1] : b.Time()) - f[i]);
  }
  Diagnostics diagnostics;
  ir::CausalModel model = Causalize(b.dae, diagnostics);
  ASSERT_FALSE(diagnostics.HasErrors());
  Tear(model);
  ir::Verify(model);
  ASSERT_EQ(model.continuous.blocks.size(), 1u);
  const ir::Block& loop = model.continuous.blocks.front();
  EXPECT_EQ(loop.kind, ir::BlockKind::kLinear);
  EXPECT_EQ(loop.tearing.size(), static_cast<size_t>(n));
  EXPECT_EQ(loop.assignments.size(), static_cast<size_t>(2 * n));
  ASSERT_EQ(model.event.blocks.size(), 1u);
  EXPECT_EQ(model.event.blocks.front().kind, ir::BlockKind::kMixed);
  EXPECT_EQ(model.event.blocks.front().tearing.size(), static_cast<size_t>(n));
}

TEST(Tear, AFactorThatFollowsFromModesIsNoUnknown) {
  DaeBuilder b("Friction");
  const E v = b.Real("v"), side = b.Real("side"), f = b.Real("f");
  const E forward = b.Relation(v, ir::Op::kGt, b.Number(0), "forward");
  b.Equation(side, b.If(forward, b.Number(1), b.Number(-2)));
  b.Equation(f, side * v);
  b.Equation(v + f, b.Time());
  Diagnostics diagnostics;
  ir::CausalModel model = Causalize(b.dae, diagnostics);
  ASSERT_FALSE(diagnostics.HasErrors());
  Tear(model);
  ir::Verify(model);
  const ir::Block& loop = model.event.blocks.front();
  EXPECT_EQ(loop.kind, ir::BlockKind::kMixed);
  EXPECT_TRUE(loop.is_linear);
  EXPECT_EQ(loop.tearing.size(), 1u);
}

TEST(Tear, NonlinearEquationsAreSolvedOnlyForWhatIsLinearInThem) {
  DaeBuilder b("Nonlinear");
  const E x = b.Real("x"), y = b.Real("y");
  b.Equation(y, b.Call(ir::Op::kSin, x));
  b.Equation(x * x + y * y, b.Number(1));
  Diagnostics diagnostics;
  ir::CausalModel model = Causalize(b.dae, diagnostics);
  Tear(model);
  ir::Verify(model);
  const ir::Block& loop = model.continuous.blocks.front();
  EXPECT_EQ(loop.kind, ir::BlockKind::kNonlinear);
  EXPECT_EQ(loop.tearing, std::vector<ir::VariableId>{x.variable});
  EXPECT_EQ(loop.residuals, std::vector<ir::EquationId>{ir::EquationId(1)});
}

// Loops of several systems that begin with the same equation are torn alike only if they are the same loop.
TEST(Tear, LoopsWithACommonEquationAreTornForWhatTheyHold) {
  DaeBuilder b("Common");
  const E x = b.Real("x"), y = b.Real("y");
  b.Equation(y, b.Call(ir::Op::kSin, x));
  b.Equation(x * x + y * y, b.Number(1));
  Diagnostics diagnostics;
  ir::CausalModel model = Causalize(b.dae, diagnostics);
  const ir::Block whole = model.continuous.blocks.front();
  ir::Block part = whole;
  part.unknowns = {y.variable};
  part.equations = {ir::EquationId(0)};
  model.event.blocks = {part, whole};
  Tear(model);
  const ir::Block& first = model.continuous.blocks.front();
  EXPECT_EQ(first.tearing, std::vector<ir::VariableId>{x.variable});
  EXPECT_TRUE(model.event.blocks.front().tearing.empty());
  EXPECT_EQ(model.event.blocks.front().assignments.size(), 1u);
  EXPECT_EQ(model.event.blocks.back().tearing, first.tearing);
  EXPECT_EQ(model.event.blocks.back().residuals, first.residuals);
}

}  // namespace
}  // namespace stiction
