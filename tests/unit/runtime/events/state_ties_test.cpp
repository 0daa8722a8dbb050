#include "runtime/events/state_ties.h"

#include <gtest/gtest.h>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

constexpr double kTolerance = 1e-6;

/// A state x against the constant 2, in relations of every kind; held as given.
struct Tied {
  ProgramBuilder b;
  Slot x = b.State("x", 2);
  Slot two = b.New(2);
  std::vector<double> slots;

  Crossing Fired(OpCode op, bool held, double value) {
    const int32_t relation = b.Relation(op, x, two, "x ? 2", held);
    slots = b.program.initial_slots;
    slots[x] = value;
    return {1, 1, {relation}, {}};
  }
  std::vector<StateTies::Tie> At(const Crossing& crossing) {
    return StateTies(b.program, kTolerance).At(crossing, slots.data());
  }
};

TEST(StateTies, ARelationThatIsFalseAtTheTieFiresThereWhenItBecomesFalse) {
  Tied tied;
  const Crossing crossing = tied.Fired(OpCode::kGt, true, 2 - 1e-14);
  const std::vector<StateTies::Tie> ties = tied.At(crossing);
  ASSERT_EQ(ties.size(), 1u);
  EXPECT_EQ(ties[0].state, 0);
  EXPECT_EQ(ties[0].Value(tied.slots.data()), 2);
}

TEST(StateTies, ARelationThatIsFalseAtTheTieDoesNotBecomeTrueThere) {
  Tied tied;
  EXPECT_TRUE(tied.At(tied.Fired(OpCode::kGt, false, 2 + 1e-14)).empty());
}

TEST(StateTies, ARelationThatIsTrueAtTheTieBecomesTrueThere) {
  Tied tied;
  EXPECT_EQ(tied.At(tied.Fired(OpCode::kLe, false, 2 - 1e-14)).size(), 1u);
  Tied other;
  EXPECT_TRUE(other.At(other.Fired(OpCode::kLe, true, 2 + 1e-14)).empty());
}

TEST(StateTies, AStateBeyondItsZoneIsLeft) {
  Tied tied;
  EXPECT_TRUE(tied.At(tied.Fired(OpCode::kGt, true, 2 - 1e-6)).empty());
}

TEST(StateTies, WhatVariesIsNoTie) {
  ProgramBuilder b;
  const Slot x = b.State("x", 0);
  const Slot y = b.State("y", 0);
  const int32_t from = b.From();
  const Slot load = b.Emit(OpCode::kSin, b.program.time);
  b.Explicit(b.All(), from, {load});
  const Crossing crossing{
      1,
      1,
      {b.Relation(OpCode::kGt, x, y, "x > y", true), b.Relation(OpCode::kGt, x, load, "x > u", true),
       b.Relation(OpCode::kGt, load, b.New(0), "u > 0", true)},
      {}};
  EXPECT_TRUE(StateTies(b.program, kTolerance).At(crossing, b.program.initial_slots.data()).empty());
}

TEST(StateTies, ANegatedCopyOfAStateIsTiedWithTheOtherSign) {
  ProgramBuilder b;
  const Slot x = b.State("x", -2 + 1e-15);
  const int32_t from = b.From();
  const Slot copy = b.Emit(OpCode::kCopy, x);
  const Slot negative = b.Emit(OpCode::kNeg, copy);
  b.Explicit(b.All(), from, {copy, negative});
  const Crossing crossing{1, 1, {b.Relation(OpCode::kGt, negative, b.New(2), "-x > 2", true)}, {}};
  const std::vector<StateTies::Tie> ties =
      StateTies(b.program, kTolerance).At(crossing, b.program.initial_slots.data());
  ASSERT_EQ(ties.size(), 1u);
  EXPECT_EQ(ties[0].Value(b.program.initial_slots.data()), -2);
}

// Both fire at v slightly below 0; at v = 0 only the first one flips.
TEST(StateTies, WhatDoesNotFlipAtTheTieIsTakenFromTheCrossing) {
  ProgramBuilder b;
  const Slot v = b.State("v", -1e-16);
  const Slot zero = b.New(0);
  const int32_t above = b.Relation(OpCode::kGt, v, zero, "v > 0", true);
  const int32_t below = b.Relation(OpCode::kLt, v, zero, "v < 0", false);
  const int32_t other = b.Relation(OpCode::kGt, b.program.time, zero, "time > 0", false);
  const Crossing crossing{1, 1, {above, below, other}, {}};
  const StateTies ties(b.program, kTolerance);
  const double* slots = b.program.initial_slots.data();
  const StateTies::ExactCrossing exact = ties.With(ties.At(crossing, slots), crossing, slots);
  EXPECT_EQ(exact.crossing.relations, (std::vector<int32_t>{above, other}));
  EXPECT_EQ(exact.flipped, std::vector<int32_t>{above});
}

}  // namespace
}  // namespace stiction::runtime
