// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/continuous_system.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

// x_i' = v_i, v_i' = held sin(time + i) - x_i
class DerivativeAlone : public ::testing::Test {
 protected:
  static constexpr int kCount = 5;

  DerivativeAlone() {
    held_ = b_.Discrete("held", 2, ValueType::kReal).first;
    std::vector<Slot> rates;
    for (int i = 0; i < kCount; ++i) {
      for (const char* name : {"x", "v"}) states_.push_back(b_.State(name, 0));
    }
    const int32_t from = b_.From();
    for (size_t i = 0; i < states_.size(); i += 2) {
      const Slot x = states_[i], v = states_[i + 1];
      const Slot phase = b_.Emit(OpCode::kAdd, b_.program.time, b_.New(static_cast<double>(i)));
      b_.EmitTo(x + 1, OpCode::kCopy, v);
      b_.EmitTo(v + 1, OpCode::kSub, b_.Emit(OpCode::kMul, held_, b_.Emit(OpCode::kSin, phase)), x);
      rates.insert(rates.end(), {x + 1, v + 1});
    }
    b_.Explicit(b_.All(), from, rates);
    slots_ = b_.program.initial_slots;
    tape_.emplace(b_.program);
    system_.emplace(b_.program, slots_.data(), *tape_, statistics_);
    system_->Refresh();
  }

  std::vector<double> Point(double first) const {
    std::vector<double> x(states_.size());
    for (size_t i = 0; i < x.size(); ++i) x[i] = first + static_cast<double>(i);
    return x;
  }

  void ExpectSame(double t, const std::vector<double>& x) {
    std::vector<std::optional<double>> alone;
    for (size_t i = 0; i < x.size(); ++i) alone.push_back(system_->DerivativeAt(static_cast<int32_t>(i), t, x.data()));
    Tape tape(b_.program);
    SolveStatistics statistics;
    ContinuousSystem other(b_.program, slots_.data(), tape, statistics);
    other.Refresh();
    std::vector<double> all(x.size()), after(x.size());
    ASSERT_FALSE(other.Derivatives(t, x.data(), all.data()));
    for (size_t i = 0; i < x.size(); ++i) EXPECT_EQ(alone[i], all[i]) << t << ", state " << i;
    ASSERT_FALSE(system_->EvaluateIndicators(t, x.data()));
    system_->ReadDerivatives(after.data());
    EXPECT_EQ(after, all) << t;
  }

  ProgramBuilder b_;
  Slot held_;
  std::vector<Slot> states_;
  std::vector<double> slots_;
  SolveStatistics statistics_;
  std::optional<Tape> tape_;
  std::optional<ContinuousSystem> system_;
};

TEST_F(DerivativeAlone, IsThatOfTheSystem) {
  std::vector<double> x = Point(1);
  ExpectSame(0.5, x);
  ExpectSame(0.75, x);
  for (const double last : {-1.0, -2.0, -2.0}) {
    x.back() = last;
    ExpectSame(0.75, x);
  }
}

TEST_F(DerivativeAlone, FollowsWhatAnEventSets) {
  ExpectSame(0.5, Point(1));
  slots_[static_cast<size_t>(held_)] = -3;
  system_->RefreshTouched(std::vector<Slot>{held_});
  ExpectSame(0.5, Point(1));
}

}  // namespace
}  // namespace stiction::runtime
