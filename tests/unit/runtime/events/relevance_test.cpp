#include "runtime/events/relevance.h"

#include <gtest/gtest.h>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

/// b := pre(gate) and x > 0, d := (x < 0 or pre(gate)) and pre(gate).
struct Gated {
  Program program;
  Slot pre;
  int32_t above, below;

  static Gated Make() {
    ProgramBuilder b;
    const Slot x = b.State("x", 0);
    const auto [gate, pre] = b.Discrete("gate", 0, ValueType::kBoolean);
    const Slot first = b.Discrete("b", 0, ValueType::kBoolean).first;
    const Slot second = b.Discrete("d", 0, ValueType::kBoolean).first;
    const int32_t above = b.Relation(OpCode::kGt, x, b.New(0), "x > 0");
    const int32_t below = b.Relation(OpCode::kLt, x, b.New(0), "x < 0");
    int32_t from = b.From();
    b.RelationBlock(b.Events(), above, from);
    b.RelationBlock(b.Events(), below, from);
    from = b.From();
    b.EmitTo(x + 1, OpCode::kCopy, b.New(1));
    b.EmitTo(gate, OpCode::kCopy, pre);
    b.EmitTo(first, OpCode::kAnd, pre, b.ValueOf(above));
    b.EmitTo(second, OpCode::kAnd, b.Emit(OpCode::kOr, b.ValueOf(below), pre), pre);
    b.Explicit(b.Events(), from, {x + 1, gate, first, second});
    return {b.program, pre, above, below};
  }
};

TEST(Relevance, ARelationBehindAShutGateIsNotWatched) {
  const Gated gated = Gated::Make();
  std::vector<double> slots = gated.program.initial_slots;
  Relevance relevance(gated.program, slots.data());
  relevance.Update(slots.data());
  EXPECT_FALSE(relevance.IsRelevant(gated.above));
  EXPECT_FALSE(relevance.IsRelevant(gated.below));
  slots[gated.pre] = 1;
  EXPECT_TRUE(relevance.Update(slots.data()));
  EXPECT_TRUE(relevance.IsRelevant(gated.above));
  EXPECT_FALSE(relevance.IsRelevant(gated.below));  // `or` is true whatever it is
  slots[gated.pre] = 0;
  EXPECT_TRUE(relevance.Update(slots.data()));
  EXPECT_FALSE(relevance.IsRelevant(gated.above));
  // The same, told which left limit changed, and with answers that are known by now.
  slots[gated.pre] = 1;
  EXPECT_FALSE(relevance.Update(slots.data(), {1, 2}));
  EXPECT_TRUE(relevance.Update(slots.data(), {0}));
  EXPECT_EQ(relevance.changed(), std::vector<int32_t>{gated.above});
  EXPECT_TRUE(relevance.IsRelevant(gated.above));
  EXPECT_FALSE(relevance.IsRelevant(gated.below));
}

}  // namespace
}  // namespace stiction::runtime
