#include "runtime/events/relevance.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

std::vector<int32_t> Changed(const Relevance& relevance) {
  return {relevance.changed().begin(), relevance.changed().end()};
}

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
  EXPECT_EQ(Changed(relevance), std::vector<int32_t>{gated.above});
  EXPECT_TRUE(relevance.IsRelevant(gated.above));
  EXPECT_FALSE(relevance.IsRelevant(gated.below));
}

// Three gates, one that decides alone and two that decide together: whatever way they turn, what is remembered is what
// a new graph answers.
TEST(Relevance, WhatIsRememberedIsWhatIsAskedAnew) {
  ProgramBuilder b;
  const Slot x = b.State("x", 0);
  std::vector<Slot> pres, sums;
  std::vector<int32_t> relations;
  for (int i = 0; i < 3; ++i) pres.push_back(b.Discrete("gate", 0, ValueType::kInteger).second);
  for (int i = 0; i < 4; ++i) {
    relations.push_back(b.Relation(OpCode::kGt, x, b.New(i), "x > i"));
    b.RelationBlock(b.Events(), relations.back(), b.From());
  }
  const int32_t from = b.From();
  const auto is = [&](int gate, double value) {
    return b.Emit(OpCode::kEq, pres[static_cast<size_t>(gate)], b.New(value));
  };
  const auto gated = [&](int relation, Slot gate) {
    sums.push_back(b.Discrete("d", 0, ValueType::kBoolean).first);
    b.EmitTo(sums.back(), OpCode::kAnd, gate, b.ValueOf(relations[static_cast<size_t>(relation)]));
  };
  gated(0, is(0, 1));
  gated(1, b.Emit(OpCode::kOr, is(0, 0), is(0, 2)));
  gated(2, b.Emit(OpCode::kAnd, is(1, 1), is(2, 1)));
  gated(3, b.Emit(OpCode::kOr, is(2, 0), is(1, 2)));
  b.Explicit(b.Events(), from, sums);

  std::vector<double> slots = b.program.initial_slots;
  Relevance relevance(b.program, slots.data());
  relevance.Update(slots.data());
  std::vector<char> before(relations.size());
  std::mt19937 random(1);
  for (int turn = 0; turn < 300; ++turn) {
    for (size_t i = 0; i < relations.size(); ++i) before[i] = relevance.IsRelevant(relations[i]) ? 1 : 0;
    const size_t gates = turn % 5 == 0 ? 2 : 1;
    for (size_t k = 0; k < gates; ++k) slots[static_cast<size_t>(pres[random() % 3])] = random() % 3;
    relevance.Update(slots.data(), {0, 1, 2});
    Relevance fresh(b.program, slots.data());
    fresh.Update(slots.data());
    std::vector<int32_t> changed;
    for (size_t i = 0; i < relations.size(); ++i) {
      EXPECT_EQ(relevance.IsRelevant(relations[i]), fresh.IsRelevant(relations[i])) << turn << ", relation " << i;
      if (fresh.IsRelevant(relations[i]) != (before[i] != 0)) changed.push_back(relations[i]);
    }
    EXPECT_EQ(Changed(relevance), changed) << turn;
  }
}

}  // namespace
}  // namespace stiction::runtime
