#include "runtime/solve/line_recorder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/assembler.h"

namespace stiction::runtime {
namespace {

using test::Assembler;
using Kind = LineRecorder::SlotKind;
using Use = LineRecorder::SlotUse;

/// Code on a slot that moves, one that is held and one that never changes, run while it is recorded.
struct LineRecorderTest : testing::Test {
  Assembler a;
  Slot moving = a.Slot(3), held = a.Slot(2), fixed = a.Slot(5), target = a.Slot(2);
  std::vector<double> slots;
  std::optional<LineRecorder> recorder;

  void Begin() {
    slots = a.program.initial_slots;
    std::vector<Kind> kinds(slots.size(), Kind::kMoving);
    for (const Slot slot : {held, target}) kinds[static_cast<size_t>(slot)] = Kind::kHeld;
    kinds[static_cast<size_t>(fixed)] = Kind::kFixed;
    std::vector<Use> uses(slots.size(), Use::kNone);
    uses[static_cast<size_t>(target)] = Use::kRead;
    recorder.emplace(kinds, uses);
    recorder->Begin(slots.data());
  }
  void Run(Range range) {
    Tape tape(a.program);
    tape.Tell(&*recorder);
    tape.Run(range, slots.data());
  }
  /// What the target is after the line, where the slot is another; nothing if the line does not fit.
  std::optional<double> TargetAt(const LineRecorder::Recorded& recorded, Slot slot, double value) {
    std::vector<double> at = a.program.initial_slots;
    at[static_cast<size_t>(slot)] = value;
    StraightLine line = recorded.line;
    const Slot* const places = recorded.places.data();
    if (!line.Suits(places, at.data()) || !line.Fits(places, at.data()) || !line.Run(places, at.data())) {
      return std::nullopt;
    }
    line.Store(places, at.data(), nullptr);
    return at[static_cast<size_t>(target)];
  }
};

TEST_F(LineRecorderTest, WhatFollowsFromHeldValuesIsANumberAsLongAsTheyAreTheSame) {
  const Range code = a.Code([&] {
    const Slot product = a.Op(OpCode::kMul, held, fixed);
    a.Into(target, OpCode::kAdd, moving, product);
  });
  Begin();
  Run(code);
  const auto recorded = recorder->End();
  ASSERT_TRUE(recorded);
  EXPECT_EQ(TargetAt(*recorded, moving, 4), 14);
  EXPECT_EQ(TargetAt(*recorded, held, 3), std::nullopt);
  EXPECT_EQ(TargetAt(*recorded, fixed, 6), std::nullopt);
}

TEST_F(LineRecorderTest, ASlotWrittenBeforeItIsReadIsWrittenWhateverItHeld) {
  const Range code = a.Code([&] { a.Into(target, OpCode::kCopy, held); });
  Begin();
  Run(code);
  const auto recorded = recorder->End();
  ASSERT_TRUE(recorded);
  EXPECT_EQ(TargetAt(*recorded, target, 7), 2);
  EXPECT_EQ(TargetAt(*recorded, held, 9), 9);
}

TEST_F(LineRecorderTest, ASlotThatIsWhatItWasRequiredToBeIsNotWritten) {
  Begin();
  recorder->RequireHeld(target);
  for (const double value : {1.0, 2.0}) {
    recorder->Set(target, value);
    slots[static_cast<size_t>(target)] = value;
  }
  const auto recorded = recorder->End();
  ASSERT_TRUE(recorded);
  EXPECT_EQ(recorded->places, std::vector<Slot>{target});
  EXPECT_EQ(TargetAt(*recorded, target, 7), std::nullopt);
}

// Repeated code reads other values than before where something was set in between.
TEST_F(LineRecorderTest, CodeThatRunsAgainIsNotTakenForTheSame) {
  const Range code = a.Code([&] {
    const Slot sum = a.Op(OpCode::kAdd, moving, held);
    a.Into(target, OpCode::kMul, sum, sum);
  });
  Begin();
  Run(code);
  recorder->Set(held, 10.0);
  slots[static_cast<size_t>(held)] = 10;
  Run(code);
  const auto recorded = recorder->End();
  ASSERT_TRUE(recorded);
  EXPECT_EQ(TargetAt(*recorded, moving, 4), 196);
}

/// A residual that was 0 when it was recorded, and the size of its terms or of something else.
struct SmallResidualTest : LineRecorderTest {
  Slot other = a.Slot(3), unrelated = a.Slot(1);

  std::optional<LineRecorder::Recorded> Record(Slot second_term) {
    Slot residual = runtime::kNoSlot;
    const Range code = a.Code([&] { residual = a.Op(OpCode::kSub, moving, other); });
    Begin();
    Run(code);
    const auto size_of = [&](Slot slot) { return recorder->Apply(OpCode::kAbs, recorder->Of(slot)); };
    const auto size = recorder->Apply(OpCode::kAdd, size_of(moving), size_of(second_term));
    const auto product = recorder->Apply(OpCode::kMul, recorder->Number(0.5), recorder->Of(other));
    recorder->GuardFinite(recorder->Of(residual));
    recorder->GuardSmall(recorder->Of(residual), size, product, true);
    recorder->Set(target, size_of(moving));
    slots[static_cast<size_t>(target)] = 3;
    return recorder->End();
  }
};

TEST_F(SmallResidualTest, IsComparedWithItsTermsWhereItIsNot0) {
  const auto recorded = Record(other);
  ASSERT_TRUE(recorded);
  EXPECT_EQ(TargetAt(*recorded, moving, 3), 3);
  EXPECT_EQ(TargetAt(*recorded, moving, 3 + 4e-13), 3 + 4e-13);
  EXPECT_EQ(TargetAt(*recorded, moving, 3 + 2e-12), std::nullopt);
  EXPECT_EQ(TargetAt(*recorded, moving, std::nan("")), std::nullopt);
}

TEST_F(SmallResidualTest, OfZeroIsNotSmallComparedWithNoNumber) {
  const auto recorded = Record(unrelated);
  ASSERT_TRUE(recorded);
  EXPECT_EQ(TargetAt(*recorded, unrelated, 2), 3);
  EXPECT_EQ(TargetAt(*recorded, unrelated, std::nan("")), std::nullopt);
}

TEST_F(LineRecorderTest, WhatIsWrittenWithoutTellingLeavesNoLine) {
  const Range code = a.Code([&] { a.Into(target, OpCode::kCopy, moving); });
  Begin();
  Run(code);
  slots[static_cast<size_t>(target)] = 0;
  EXPECT_FALSE(recorder->End());
}

TEST_F(LineRecorderTest, WhatIsWrittenWithoutTellingAndReadLeavesNoLine) {
  const Range first = a.Code([&] { a.Into(target, OpCode::kAdd, moving, held); });
  const Range second = a.Code([&] { a.Into(target, OpCode::kMul, held, held); });
  Begin();
  Run(first);
  slots[static_cast<size_t>(held)] = 4;  // was only read
  Run(second);
  EXPECT_FALSE(recorder->End());
}

TEST_F(LineRecorderTest, WhatIsWrittenWithoutTellingBeforeItIsOverwrittenLeavesNoLine) {
  const Slot between = a.Slot(0);
  const Range first = a.Code([&] { a.Into(between, OpCode::kAdd, moving, held); });
  const Range second = a.Code([&] { a.Into(target, OpCode::kMul, between, held); });
  Begin();
  Run(first);
  slots[static_cast<size_t>(between)] = 9;
  Run(second);
  Run(first);
  EXPECT_EQ(slots[static_cast<size_t>(target)], 18);
  EXPECT_FALSE(recorder->End());
}

// The target has the value of the other slot already.
TEST_F(LineRecorderTest, CodeThatRunsOnACopyOfTheSlotsLeavesNoLine) {
  const Range code = a.Code([&] { a.Into(target, OpCode::kCopy, held); });
  Begin();
  std::vector<double> copy = slots;
  Tape tape(a.program);
  tape.Tell(&*recorder);
  tape.Run(code, copy.data());
  EXPECT_FALSE(recorder->End());
}

}  // namespace
}  // namespace stiction::runtime
