// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/iterate/state_ties.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

constexpr double kTolerance = 1e-6;

/// Ties of a run whose relations have seen operands of size 1.
struct Ties {
  Ties(const Program& program, const double* slots) : scales(program, slots, kTolerance), ties(program, scales) {
    for (size_t i = 0; i < program.relations.size(); ++i) scales.Note(static_cast<int32_t>(i), 1);
  }
  RelationScales scales;
  StateTies ties;
};

std::vector<StateTies::Tie> TiesOf(const Program& program, const Crossing& crossing, const double* slots) {
  std::vector<StateTies::Tie> ties;
  Ties(program, slots).ties.FindTies(crossing, slots, ties);
  return ties;
}

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
  std::vector<StateTies::Tie> At(const Crossing& crossing) { return TiesOf(b.program, crossing, slots.data()); }
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

// A speed of 1e-9 m/s is far from rest where speeds are as small as that.
TEST(StateTies, TheZoneScalesWithWhatIsCompared) {
  ProgramBuilder b;
  const Slot v = b.State("v", -1e-9);
  const Crossing crossing{1, 1, {b.Relation(OpCode::kGt, v, b.New(0), "v > 0", true)}, {}};
  const double* slots = b.program.initial_slots.data();
  for (const auto& [size, is_tied] : {std::pair(1.0, true), std::pair(1e-6, false), std::pair(1e6, true)}) {
    RelationScales scales(b.program, slots, kTolerance);
    scales.Note(0, size);
    std::vector<StateTies::Tie> ties;
    StateTies(b.program, scales).FindTies(crossing, slots, ties);
    EXPECT_EQ(!ties.empty(), is_tied) << size;
  }
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
  EXPECT_TRUE(TiesOf(b.program, crossing, b.program.initial_slots.data()).empty());
}

TEST(StateTies, ANegatedCopyOfAStateIsTiedWithTheOtherSign) {
  ProgramBuilder b;
  const Slot x = b.State("x", -2 + 1e-15);
  const int32_t from = b.From();
  const Slot copy = b.Emit(OpCode::kCopy, x);
  const Slot negative = b.Emit(OpCode::kNeg, copy);
  b.Explicit(b.All(), from, {copy, negative});
  const Crossing crossing{1, 1, {b.Relation(OpCode::kGt, negative, b.New(2), "-x > 2", true)}, {}};
  const std::vector<StateTies::Tie> ties = TiesOf(b.program, crossing, b.program.initial_slots.data());
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
  const double* slots = b.program.initial_slots.data();
  StateTies::ExactCrossing exact;
  Ties(b.program, slots).ties.FindExact(TiesOf(b.program, crossing, slots), crossing, slots, exact);
  EXPECT_EQ(exact.relations, (std::vector<int32_t>{above, other}));
  EXPECT_EQ(exact.flipped, std::vector<int32_t>{above});
}

// At v = 0 with a rate of -1: `v < 0` and `0 > v` become true, `v > 0` stays false. The rate is asked for once.
TEST(StateTies, AStateLeavesWhereItsDerivativeLeads) {
  ProgramBuilder b;
  const Slot v = b.State("v", 0);
  const Slot zero = b.New(0);
  const int32_t below = b.Relation(OpCode::kLt, v, zero, "v < 0", false);
  const int32_t above = b.Relation(OpCode::kGt, v, zero, "v > 0", false);
  const int32_t turned = b.Relation(OpCode::kGt, zero, v, "0 > v", false);
  const int32_t far = b.Relation(OpCode::kLt, v, b.New(1), "v < 1", false);
  const Ties of_run(b.program, b.program.initial_slots.data());
  const StateTies& ties = of_run.ties;
  int asked = 0;
  std::optional<double> rate = -1;
  std::vector<StateTies::Departure> departures;
  const auto find = [&] {
    const auto derivative = [&](int32_t) {
      ++asked;
      return rate;
    };
    ties.FindDepartures(std::array{below, above, turned, far}, b.program.initial_slots.data(), derivative, departures);
  };
  find();
  EXPECT_EQ(asked, 1);
  ASSERT_EQ(departures.size(), 2u);
  EXPECT_EQ(departures[0].relation, below);
  EXPECT_EQ(departures[1].relation, turned);
  for (const StateTies::Departure& departure : departures) {
    EXPECT_EQ(departure.state, 0);
    EXPECT_LT(departure.value, 0);
    EXPECT_GT(departure.value, -1e-200);
  }
  for (const std::optional<double> none : {std::optional<double>(0), std::optional<double>()}) {
    rate = none;
    find();
    EXPECT_TRUE(departures.empty());
  }
}

}  // namespace
}  // namespace stiction::runtime
