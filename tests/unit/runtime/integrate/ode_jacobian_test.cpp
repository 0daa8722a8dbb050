// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/ode_jacobian.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

/// x' = x y + t^2, y' = op(x) or op(x, 1): all but one of the four partial derivatives are not zero.
Program Coupled(OpCode op) {
  ProgramBuilder b;
  const Slot x = b.State("x", 2);
  const Slot y = b.State("y", 3);
  const Slot one = b.New(1), x_by_y = b.New(), y_by_x = b.New(), two = b.New(2);
  const int32_t from = b.From();
  const Slot square = b.Emit(OpCode::kMul, b.program.time, b.program.time);
  b.EmitTo(x + 1, OpCode::kAdd, b.Emit(OpCode::kMul, x, y), square);
  b.EmitTo(y + 1, op, x, op == OpCode::kAtan2 ? one : kNoSlot);
  b.Explicit(b.All(), from, {x + 1, y + 1});
  BlockCode& block = b.program.continuous_system.blocks.front();
  const int32_t partials = b.From();
  b.EmitTo(x_by_y, OpCode::kCopy, x);
  // 1 / (2 sqrt(x)), whatever op is
  b.EmitTo(y_by_x, OpCode::kDiv, one, b.Emit(OpCode::kMul, two, b.Emit(OpCode::kSqrt, x)));
  block.partials = b.Until(partials);
  block.rows = {{x + 1, -1, {{x, y}, {y, x_by_y}}}, {y + 1, -1, {{x, y_by_x}}}};
  return b.program;
}

/// J and f_t at (t, x).
struct Derivatives {
  Derivatives(const Program& program, double t, std::vector<double> x, double noise = 0)
      : slots(program.initial_slots), tape(program), system(program, slots.data(), tape, statistics) {
    system.Refresh();
    OdeJacobian jacobian(system);
    jacobian.Refresh();
    std::vector<double> f(x.size());
    EXPECT_FALSE(system.Derivatives(t, x.data(), f.data()));
    StateScales scales(system, 1e-6);
    for (size_t i = 0; i < x.size(); ++i) scales.NoteNoise(i, noise);
    EXPECT_FALSE(jacobian.Compute(t, x.data(), f.data(), 0.1, scales));
    for (const std::vector<double>& unit : {std::vector<double>{1, 0}, std::vector<double>{0, 1}}) {
      columns.emplace_back(2);
      jacobian.Multiply(unit.data(), columns.back().data());
    }
    by_time = jacobian.by_time();
    depends_on_time = jacobian.depends_on_time();
  }

  std::vector<double> slots;
  Tape tape;
  SolveStatistics statistics;
  ContinuousSystem system;
  std::vector<std::vector<double>> columns;
  std::vector<double> by_time;
  bool depends_on_time = false;
};

TEST(OdeJacobian, IsExactFromTheGraph) {
  const Derivatives d(Coupled(OpCode::kSqrt), 0.7, {4, 5});
  EXPECT_EQ(d.columns, (std::vector<std::vector<double>>{{5, 0.25}, {4, 0}}));
  EXPECT_EQ(d.by_time, (std::vector<double>{1.4, 0}));
  EXPECT_TRUE(d.depends_on_time);
}

// The graph does not differentiate atan2: J then comes block by block, from the partials of the program.
TEST(OdeJacobian, WithoutTheGraphTimeIsTakenByADifference) {
  const Derivatives d(Coupled(OpCode::kAtan2), 0.7, {0.25, 5});
  EXPECT_EQ(d.columns, (std::vector<std::vector<double>>{{5, 1}, {0.25, 0}}));
  EXPECT_NEAR(d.by_time[0], 1.4, 1e-6);
  EXPECT_EQ(d.by_time[1], 0);
}

// What changes by less than its rounding errors does not change; further on it may.
TEST(OdeJacobian, ADifferenceWithinRoundingErrorsIsNone) {
  EXPECT_NEAR(Derivatives(Coupled(OpCode::kAtan2), 0.7, {0.25, 5}, 1e-9).by_time[0], 1.4, 1e-3);
  EXPECT_EQ(Derivatives(Coupled(OpCode::kAtan2), 0.7, {0.25, 5}, 1).by_time[0], 0);
}

// sqrt has no finite slope at 0.
TEST(OdeJacobian, IsTakenByDifferencesWhereItIsNotFinite) {
  const Derivatives d(Coupled(OpCode::kSqrt), 0.7, {0, 5});
  EXPECT_NEAR(d.columns[0][0], 5, 1e-6);
  EXPECT_NEAR(d.columns[0][1], 8165, 1);  // sqrt(h) / h, h = 1.5e-8
  EXPECT_TRUE(std::isfinite(d.columns[0][1]));
}

}  // namespace
}  // namespace stiction::runtime
