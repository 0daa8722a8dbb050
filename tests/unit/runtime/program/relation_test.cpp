// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/program/relation.h"

#include <gtest/gtest.h>

namespace stiction::runtime {
namespace {

RelationInfo Make(OpCode op, RelationInfo::Kind kind) {
  RelationInfo relation;
  relation.op = op;
  relation.kind = kind;
  relation.left = 0;
  relation.right = 1;
  return relation;
}

constexpr OpCode kOrders[] = {OpCode::kLt, OpCode::kLe, OpCode::kGt, OpCode::kGe};

TEST(RelationTest, ATieStaysOnItsHeldSideInALoop) {
  for (const OpCode op : kOrders) {
    const RelationInfo relation = Make(op, RelationInfo::Kind::kState);
    const double tied[] = {2, 2};
    EXPECT_TRUE(DecideRelation(relation, tied, {.held = true, .is_fed_back = true}));
    EXPECT_FALSE(DecideRelation(relation, tied, {.held = false, .is_fed_back = true}));
    const double above[] = {2.5, 2};
    EXPECT_EQ(DecideRelation(relation, above, {.held = !HoldsAbove(relation), .is_fed_back = true}),
              HoldsAbove(relation));
  }
}

TEST(RelationTest, WhatNoLoopFeedsBackIsReadAsWrittenAtEqualOperands) {
  for (const OpCode op : kOrders) {
    const RelationInfo relation = Make(op, RelationInfo::Kind::kState);
    const double equal[] = {2, 2};
    const double close[] = {2 + 4e-16, 2};
    for (const bool held : {false, true}) {
      EXPECT_EQ(DecideRelation(relation, equal, {.held = held}), IsTrueAsWritten(op, 2, 2));
      EXPECT_EQ(DecideRelation(relation, close, {.held = held}), held);
    }
  }
}

TEST(RelationTest, ATieIsAFewUnitsInTheLastPlaceWide) {
  const RelationInfo relation = Make(OpCode::kGt, RelationInfo::Kind::kState);
  const double close[] = {1 + 4e-16, 1};
  EXPECT_FALSE(DecideRelation(relation, close, {.held = false}));
  const double apart[] = {1 + 4e-15, 1};
  EXPECT_TRUE(DecideRelation(relation, apart, {.held = false}));
}

TEST(RelationTest, NoiseDecidesNothing) {
  for (const OpCode op : kOrders) {
    const RelationInfo relation = Make(op, RelationInfo::Kind::kState);
    for (const double gap : {1e-11, -1e-11}) {
      const double operands[] = {gap, 0};
      for (const bool held : {false, true}) {
        // What was within the noise stays; what comes there, as a maximum that is set to its operand, is a tie.
        EXPECT_EQ(DecideRelation(relation, operands, {.held = held, .gap_before = -gap, .noise = 1e-10}), held);
        EXPECT_EQ(DecideRelation(relation, operands, {.held = held, .gap_before = 5, .noise = 1e-10}),
                  HoldsAtTie(relation));
      }
      EXPECT_EQ(DecideRelation(relation, operands, {.gap_before = 5, .noise = 1e-12}), IsTrueAsWritten(op, gap, 0));
    }
  }
}

TEST(RelationTest, TimeRelationsTakeTheirRightLimit) {
  const double at[] = {3, 3};
  for (const bool held : {false, true}) {
    for (const OpCode op : kOrders) {
      const RelationInfo relation = Make(op, RelationInfo::Kind::kTime);
      EXPECT_EQ(DecideRelation(relation, at, {.held = held}), HoldsAbove(relation));
    }
  }
}

TEST(RelationTest, AtTheStartATieIsReadAsWritten) {
  const double tied[] = {1 + 4e-16, 1};
  for (const auto kind : {RelationInfo::Kind::kTime, RelationInfo::Kind::kState}) {
    for (const OpCode op : kOrders) {
      EXPECT_EQ(DecideRelation(Make(op, kind), tied, {.held = true, .is_initial = true}), IsTrueAsWritten(op, 1, 1));
    }
  }
}

TEST(RelationTest, DiscreteRelationsAreExact) {
  const double tied[] = {3, 3};
  EXPECT_TRUE(DecideRelation(Make(OpCode::kGe, RelationInfo::Kind::kDiscrete), tied, {.held = false}));
  EXPECT_FALSE(DecideRelation(Make(OpCode::kNe, RelationInfo::Kind::kDiscrete), tied, {.held = true}));
}

TEST(RelationTest, FlipsWhenItsOperandsLeaveTheHeldSide) {
  for (const OpCode op : kOrders) {
    const RelationInfo relation = Make(op, RelationInfo::Kind::kState);
    for (const bool held : {false, true}) {
      const double direction = FlipDirection(relation, held);
      const double beyond[] = {direction, 0};
      EXPECT_NE(DecideRelation(relation, beyond, {.held = held}), held);
    }
  }
}

}  // namespace
}  // namespace stiction::runtime
