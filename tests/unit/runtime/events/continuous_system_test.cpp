#include "runtime/events/continuous_system.h"

#include <gtest/gtest.h>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

// x' = v, v' = held sin(time) - x: of the second one most is needed, of the first one nothing.
class DerivativeAlone : public ::testing::Test {
 protected:
  DerivativeAlone() {
    const Slot x = b_.State("x", 0), v = b_.State("v", 0);
    held_ = b_.Discrete("held", 2, ValueType::kReal).first;
    const int32_t from = b_.From();
    b_.EmitTo(x + 1, OpCode::kCopy, v);
    b_.EmitTo(v + 1, OpCode::kSub, b_.Emit(OpCode::kMul, held_, b_.Emit(OpCode::kSin, b_.program.time)), x);
    b_.Explicit(b_.All(), from, {x + 1, v + 1});
    slots_ = b_.program.initial_slots;
    tape_.emplace(b_.program);
    system_.emplace(b_.program, slots_.data(), *tape_, statistics_);
    system_->Refresh();
  }

  void ExpectSame(double t, const double* x) {
    const std::optional<double> alone[] = {system_->DerivativeAt(0, t, x), system_->DerivativeAt(1, t, x)};
    Tape tape(b_.program);
    SolveStatistics statistics;
    ContinuousSystem other(b_.program, slots_.data(), tape, statistics);
    other.Refresh();
    double all[2];
    ASSERT_FALSE(other.Derivatives(t, x, all));
    for (size_t i = 0; i < 2; ++i) EXPECT_EQ(alone[i], all[i]) << t << ", state " << i;
    ASSERT_FALSE(system_->EvaluateIndicators(t, x));
    double after[2];
    system_->ReadDerivatives(after);
    for (size_t i = 0; i < 2; ++i) EXPECT_EQ(after[i], all[i]) << t << ", state " << i;
  }

  ProgramBuilder b_;
  Slot held_;
  std::vector<double> slots_;
  SolveStatistics statistics_;
  std::optional<Tape> tape_;
  std::optional<ContinuousSystem> system_;
};

TEST_F(DerivativeAlone, IsThatOfTheSystem) {
  const double here[] = {1, 2}, there[] = {1.5, 2}, faster[] = {1.5, 3};
  ExpectSame(0.5, here);
  ExpectSame(0.75, here);
  ExpectSame(0.75, there);
  ExpectSame(0.75, faster);
  ExpectSame(0.75, faster);
}

TEST_F(DerivativeAlone, FollowsWhatAnEventSets) {
  const double x[] = {1, 2};
  ExpectSame(0.5, x);
  slots_[static_cast<size_t>(held_)] = -3;
  system_->RefreshTouched(std::vector<Slot>{held_});
  ExpectSame(0.5, x);
}

}  // namespace
}  // namespace stiction::runtime
