// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/causal/print.h"

#include <gtest/gtest.h>

#include <sstream>

#include "compiler/causalize/causalize.h"
#include "compiler/ir/causal/verify.h"
#include "compiler/tear/tear.h"
#include "tests/support/dae_builder.h"

namespace stiction {
namespace {

using test::DaeBuilder;
using test::E;

DaeBuilder Block() {
  DaeBuilder b("Block");
  const E v = b.Real("v"), a = b.Der(v), f = b.Real("f"), sa = b.Real("sa"), m = b.Parameter("m", 2);
  const E slides = b.Relation(sa, ir::Op::kGt, b.Number(1), "sa > 1");
  b.Equation(a, b.If(slides, sa - 1, b.Number(0)));
  b.Equation(f, b.If(slides, b.Number(1), sa));
  b.Equation(m * a, b.Time() - f);
  b.Fix(v, 0);
  return b;
}

TEST(PrintCausalModel, ShowsBlocksInOrder) {
  Diagnostics diagnostics;
  ir::CausalModel model = Causalize(Block().dae, diagnostics);
  Tear(model);
  std::ostringstream out;
  ir::Print(out, model);
  EXPECT_EQ(out.str(), R"(causal model Block
state v, derivative der(v)
parameter m := 2.0
continuous
  linear
    tear sa
    der(v) := if sa > 1 then sa - 1.0 else 0.0
    f := if sa > 1 then 1.0 else sa
    residual m*der(v) = time - f
event
  mixed linear
    relation sa > 1
    tear sa
    der(v) := if sa > 1 then sa - 1.0 else 0.0
    f := if sa > 1 then 1.0 else sa
    residual m*der(v) = time - f
initial
  mixed linear
    relation sa > 1
    tear sa
    der(v) := if sa > 1 then sa - 1.0 else 0.0
    f := if sa > 1 then 1.0 else sa
    residual m*der(v) = time - f
  explicit v := 0.0
start v fixed
)");
}

TEST(VerifyCausalModelDeathTest, AbortsOnBlocksOutOfOrder) {
  Diagnostics diagnostics;
  DaeBuilder b("Order");
  const E x = b.Real("x"), y = b.Real("y");
  b.Equation(y, x);
  b.Equation(x, b.Time());
  ir::CausalModel model = Causalize(b.dae, diagnostics);
  ir::Verify(model);
  std::swap(model.continuous.blocks[0], model.continuous.blocks[1]);
  EXPECT_DEATH(ir::Verify(model), "continuous: block 0 reads from block 1");
}

TEST(VerifyCausalModelDeathTest, AbortsOnAnEquationLeftOut) {
  Diagnostics diagnostics;
  DaeBuilder b("LeftOut");
  const E x = b.Real("x");
  b.Equation(x, b.Time());
  ir::CausalModel model = Causalize(b.dae, diagnostics);
  model.event.blocks.clear();
  EXPECT_DEATH(ir::Verify(model), "event: equation 0");
}

}  // namespace
}  // namespace stiction
