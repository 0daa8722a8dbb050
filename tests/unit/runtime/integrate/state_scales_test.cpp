// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/state_scales.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <utility>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

constexpr double kTolerance = 1e-6;
constexpr double kReach = 1e-2;  // [s]

/// States with the derivatives that `code` writes for them.
class Scaled {
 public:
  explicit Scaled(const std::function<void(ProgramBuilder&)>& code)
      : program_(Build(code)),
        slots_(program_.initial_slots),
        tape_(program_),
        system_(program_, slots_.data(), tape_, statistics_),
        scales_(system_, kTolerance),
        x_(program_.states.size()),
        f_(program_.states.size()) {
    system_.Refresh();
    system_.GetStates(x_.data());
  }

  double SizeAtStart(size_t state) {
    EXPECT_FALSE(system_.Derivatives(0, x_.data(), f_.data()));
    scales_.Begin(0, x_.data(), f_.data(), kReach);
    return scales_.sizes()[state];
  }
  /// Rounding errors that are seen of the derivative, at the start and after failed steps from there, far shorter than
  /// those before.
  std::pair<double, double> NoiseAround(double reach, double failed_step) {
    EXPECT_FALSE(system_.Derivatives(0, x_.data(), f_.data()));
    scales_.Begin(0, x_.data(), f_.data(), reach);
    scales_.Accept(x_.data(), 1e4 * failed_step);
    const double at_start = scales_.noise()[0];
    for (int i = 0; i < 8; ++i) scales_.Reject(0, x_.data(), failed_step);
    return {at_start, scales_.noise()[0]};
  }
  /// Steps twice as long each time, over which the states stay, as long as the tolerance of the next one is at least
  /// `error` times its width: the width of that one.
  double LongestStep(double first, double error) {
    EXPECT_FALSE(system_.Derivatives(0, x_.data(), f_.data()));
    scales_.Begin(0, x_.data(), f_.data(), kReach);
    double h = first;
    do {
      scales_.Accept(x_.data(), h);
      h *= 2;
    } while (h < kReach / 2 && scales_.absolute()[0] >= h * error);
    return h;
  }
  double SizeAfter(double x, int steps) {
    x_[0] = x;
    for (int i = 0; i < steps; ++i) scales_.Accept(x_.data(), kReach);
    return scales_.sizes()[0];
  }

 private:
  static Program Build(const std::function<void(ProgramBuilder&)>& code) {
    ProgramBuilder b;
    code(b);
    return b.program;
  }

  Program program_;
  std::vector<double> slots_;
  Tape tape_;
  SolveStatistics statistics_;
  ContinuousSystem system_;
  StateScales scales_;
  std::vector<double> x_, f_;
};

void Derivative(ProgramBuilder& b, Slot state, OpCode op, Slot a, Slot c = kNoSlot) {
  const int32_t from = b.From();
  b.EmitTo(state + 1, op, a, c);
  b.Explicit(b.All(), from, {state + 1});
}

TEST(StateScales, AStateThatHasOnlyBeenSmallIsMeasuredAgainstItself) {
  for (const double size : {1e-12, 1e-3, 1e3}) {
    Scaled decay([&](ProgramBuilder& b) {
      const Slot x = b.State("x", size);
      Derivative(b, x, OpCode::kNeg, x);
    });
    EXPECT_NEAR(decay.SizeAtStart(0), std::min(1.0, size), 1e-3 * size);
  }
}

TEST(StateScales, ANominalValueIsTheSize) {
  Scaled declared([](ProgramBuilder& b) {
    const Slot x = b.State("x", 1e-9);
    b.program.states[0].nominal = b.New(-20);
    Derivative(b, x, OpCode::kNeg, x);
  });
  EXPECT_EQ(declared.SizeAtStart(0), 20);
}

TEST(StateScales, ASizeGrowsWithTheState) {
  Scaled growth([](ProgramBuilder& b) {
    const Slot x = b.State("x", 1e-9);
    Derivative(b, x, OpCode::kCopy, x);
  });
  growth.SizeAtStart(0);
  EXPECT_NEAR(growth.SizeAfter(1e-6, 1), 1e-6, 1e-12);
  EXPECT_EQ(growth.SizeAfter(5, 1), 1);
}

// x' = v, v' = t^2 from rest: x = t^4 / 12. At the start neither has a size of its own.
TEST(StateScales, WhatLeavesRestIsSeenAhead) {
  Scaled rest([](ProgramBuilder& b) {
    const Slot x = b.State("x", 0);
    const Slot v = b.State("v", 0);
    Derivative(b, x, OpCode::kCopy, v);
    Derivative(b, v, OpCode::kMul, b.program.time, b.program.time);
  });
  const double size = rest.SizeAtStart(0);
  constexpr double kAhead = 1e-3 * kReach;
  EXPECT_GT(size, std::pow(kAhead, 4));
  EXPECT_LT(size, 1e3 * std::pow(kAhead, 4));
}

TEST(StateScales, WhatDoesNotMoveCountsAsOne) {
  Scaled still([](ProgramBuilder& b) {
    const Slot x = b.State("x", 0);
    Derivative(b, x, OpCode::kCopy, b.New(0));
  });
  EXPECT_EQ(still.SizeAtStart(0), 1);
}

// x + 0.1 + 0.2 - 0.3. A tolerance that follows the steps only after they have grown would not let them grow.
TEST(StateScales, WhatIsNothingButRoundingErrorsDoesNotKeepStepsShort) {
  Scaled still([](ProgramBuilder& b) {
    const Slot x = b.State("x", 1e-40);
    const Slot one = b.New(0.1), two = b.New(0.2), three = b.New(0.3), sum = b.New();
    const int32_t from = b.From();
    b.EmitTo(sum, OpCode::kAdd, one, x);
    b.EmitTo(sum, OpCode::kAdd, sum, two);
    b.EmitTo(x + 1, OpCode::kSub, sum, three);
    b.Explicit(b.All(), from, {x + 1});
  });
  EXPECT_GE(still.LongestStep(1e-15, 6e-17), kReach / 2);
}

// Forces that balance, (1 + 2^-30) t - t - 2^-30 t: where t is a power of two they have no rounding errors.
TEST(StateScales, RoundingErrorsAreLookedForWhereStepsFail) {
  constexpr double kSmall = 0x1p-30;
  Scaled balanced([](ProgramBuilder& b) {
    const Slot x = b.State("x", 1e-19), t = b.program.time;
    const Slot one = b.New(1 + kSmall), small = b.New(kSmall), product = b.New(), part = b.New(), rest = b.New();
    const int32_t from = b.From();
    b.EmitTo(product, OpCode::kMul, one, t);
    b.EmitTo(part, OpCode::kMul, small, t);
    b.EmitTo(rest, OpCode::kSub, product, t);
    b.EmitTo(x + 1, OpCode::kSub, rest, part);
    b.Explicit(b.All(), from, {x + 1});
  });
  const auto [at_start, after_failures] = balanced.NoiseAround(0x1p-7, 0.0037);
  EXPECT_EQ(at_start, 0);
  EXPECT_GT(after_failures, 0);
  EXPECT_LT(after_failures, 1e-17);
}

}  // namespace
}  // namespace stiction::runtime
