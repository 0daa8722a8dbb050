// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/row_evaluation.h"

#include <gtest/gtest.h>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

// y = x*gain, where events set the gain; der(x) = 1 and a second state that y does not follow from.
class RowEvaluationTest : public ::testing::Test {
 protected:
  RowEvaluationTest() {
    x_ = b_.State("x", 0);
    other_ = b_.State("other", 0);
    gain_ = b_.Discrete("gain", 2, ValueType::kReal).first;
    y_ = b_.Variable("y");
    const Slot one = b_.New(1);
    const int32_t from = b_.From();
    b_.EmitTo(x_ + 1, OpCode::kCopy, one);
    b_.EmitTo(other_ + 1, OpCode::kCopy, one);
    b_.EmitTo(y_, OpCode::kMul, x_, gain_);
    b_.Explicit(b_.All(), from, {x_ + 1, other_ + 1, y_});
    for (const VariableInfo& variable : b_.program.variables) {
      if (variable.name == "y") signals_.push_back(variable);
    }
    slots_ = b_.program.initial_slots;
    tape_.emplace(b_.program);
    system_.emplace(b_.program, slots_.data(), *tape_, statistics_);
    system_->Refresh();
    projection_.emplace(*system_, 1e-6);
    rows_.emplace(b_.program, *system_, *projection_, signals_);
  }

  double y() const { return slots_[static_cast<size_t>(y_)]; }

  ProgramBuilder b_;
  Slot x_, other_, gain_, y_;
  std::vector<VariableInfo> signals_;
  std::vector<double> slots_;
  SolveStatistics statistics_;
  std::optional<Tape> tape_;
  std::optional<ContinuousSystem> system_;
  std::optional<Projection> projection_;
  std::optional<RowEvaluation> rows_;
};

TEST_F(RowEvaluationTest, PutsThePointAndItsValuesIntoTheSlots) {
  ASSERT_FALSE(rows_->Evaluate(3, std::vector<double>{5, 7}.data()));
  EXPECT_EQ(y(), 10);
  EXPECT_EQ(slots_[static_cast<size_t>(x_)], 5);
  EXPECT_EQ(slots_[static_cast<size_t>(other_)], 7);
}

TEST_F(RowEvaluationTest, StandsAgainWhereAnEventOverwroteIt) {
  const std::vector<double> x{5, 7};
  ASSERT_FALSE(rows_->Evaluate(3, x.data()));
  slots_[static_cast<size_t>(y_)] = -1;
  rows_->RefreshTouched({y_});
  ASSERT_FALSE(rows_->EvaluateInPlace(3, x.data()));
  EXPECT_EQ(y(), 10);
}

TEST_F(RowEvaluationTest, FollowsWhatAnEventSets) {
  const std::vector<double> x{5, 7};
  ASSERT_FALSE(rows_->Evaluate(3, x.data()));
  slots_[static_cast<size_t>(gain_)] = 4;
  rows_->RefreshTouched({gain_});
  ASSERT_FALSE(rows_->EvaluateInPlace(3, x.data()));
  EXPECT_EQ(y(), 20);
  slots_[static_cast<size_t>(gain_)] = 6;
  rows_->Refresh();
  ASSERT_FALSE(rows_->EvaluateInPlace(3, x.data()));
  EXPECT_EQ(y(), 30);
}

TEST_F(RowEvaluationTest, FollowsAStateThatAnEventPutsOnItsTie) {
  ASSERT_FALSE(rows_->Evaluate(3, std::vector<double>{5, 7}.data()));
  ASSERT_FALSE(rows_->EvaluateInPlace(3, std::vector<double>{0, 7}.data()));
  EXPECT_EQ(y(), 0);
}

}  // namespace
}  // namespace stiction::runtime
