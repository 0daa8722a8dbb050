// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/bracketing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "runtime/blocks/solve_context.h"
#include "tests/support/assembler.h"

namespace stiction::runtime {
namespace {

using test::Assembler;

struct Solution {
  RealStatus status;
  double x;
};

/// Of the equation 0 = residual(x), which `write` puts into code.
Solution Solve(double from, const std::function<Slot(Assembler&, Slot)>& write) {
  Assembler a;
  const Slot x = a.Slot(from);
  BlockCode block;
  block.kind = BlockCode::Kind::kNonlinear;
  block.is_linear = false;
  block.unknowns = {x};
  block.unknown_names = {"x"};
  block.equations.emplace_back();
  block.residual = a.Code([&] { block.residuals = {write(a, x)}; });
  block.entries = {{0, 0, a.Slot(1)}};
  Tape tape(a.program);
  SolveStatistics statistics;
  SolveContext context{a.program, tape, statistics, {}, {}};
  RealEquations equations(context, block);
  std::vector<double> slots = a.program.initial_slots;
  const RealStatus status = SolveByBracketing(equations, slots.data(), from);
  return {status, slots[static_cast<size_t>(x)]};
}

TEST(Bracketing, FindsTheNearestChangeOfSign) {
  // sin(x) from 2.5: at pi, not at 0
  const Solution found = Solve(2.5, [](Assembler& a, Slot x) { return a.Op(OpCode::kSin, x); });
  EXPECT_EQ(found.status, RealStatus::kSolved);
  EXPECT_NEAR(found.x, M_PI, 1e-15);
}

TEST(Bracketing, TheDerivativeMayBeInfinite) {
  // sign(x - 1) |x - 1|^0.2, at which Newton's method moves away
  const Solution found = Solve(1.5, [](Assembler& a, Slot x) {
    const Slot difference = a.Op(OpCode::kSub, x, a.Slot(1));
    return a.Op(OpCode::kMul, a.Op(OpCode::kSign, difference),
                a.Op(OpCode::kPow, a.Op(OpCode::kAbs, difference), a.Slot(0.2)));
  });
  EXPECT_EQ(found.status, RealStatus::kSolved);
  EXPECT_NEAR(found.x, 1, 1e-15);
}

TEST(Bracketing, AStaircaseOfRoundingErrorsIsSolvedToItsSteps) {
  // x + ((1e5 + x) - (1e5 - x)) = 3e-9: the difference of the large numbers goes in steps of 1.5e-11
  const Solution found = Solve(1e-9, [](Assembler& a, Slot x) {
    const Slot large = a.Slot(1e5);
    const Slot difference = a.Op(OpCode::kSub, a.Op(OpCode::kAdd, large, x), a.Op(OpCode::kSub, large, x));
    return a.Op(OpCode::kSub, a.Op(OpCode::kAdd, x, difference), a.Slot(3e-9));
  });
  EXPECT_EQ(found.status, RealStatus::kSolved);
  EXPECT_NEAR(found.x, 1e-9, 2e-11);
}

TEST(Bracketing, AJumpIsNoSolution) {
  for (const double height : {1.0, 1e-3, 1e-5}) {
    const Solution found = Solve(0.4, [height](Assembler& a, Slot x) {
      const Slot above = a.Op(OpCode::kGt, x, a.Slot(0.5));
      const Slot jump = a.Op(OpCode::kSelect, above, a.Slot(height / 2), a.Slot(-height / 2));
      return a.Op(OpCode::kAdd, a.Op(OpCode::kSub, x, a.Slot(0.5)), jump);
    });
    EXPECT_EQ(found.status, RealStatus::kNotConverged) << height;
    EXPECT_EQ(found.x, 0.4);
  }
}

TEST(Bracketing, WithoutAChangeOfSignThereIsNone) {
  const Solution found =
      Solve(3, [](Assembler& a, Slot x) { return a.Op(OpCode::kAdd, a.Op(OpCode::kMul, x, x), a.Slot(1)); });
  EXPECT_EQ(found.status, RealStatus::kNotConverged);
}

}  // namespace
}  // namespace stiction::runtime
