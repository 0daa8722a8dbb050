// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/relevance.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <utility>

#include "runtime/execute/tape.h"
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
  EXPECT_FALSE(relevance.Update(slots.data(), HeldChanges{{}, {1, 2}}));
  EXPECT_TRUE(relevance.Update(slots.data(), HeldChanges{{}, {0}}));
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
    relevance.Update(slots.data(), HeldChanges{{}, {0, 1, 2}});
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

/// d := first and second, of relations that nothing else reads.
TEST(Relevance, ARelationThatAnotherOneShutsOffIsNotWatchedButThatOneIs) {
  ProgramBuilder b;
  const Slot x = b.State("x", 0);
  const int32_t first = b.Relation(OpCode::kGt, x, b.New(0), "x > 0");
  const int32_t second = b.Relation(OpCode::kGt, x, b.New(1), "x > 1");
  for (const int32_t relation : {first, second}) b.RelationBlock(b.Events(), relation, b.From());
  const Slot d = b.Discrete("d", 0, ValueType::kBoolean).first;
  const int32_t from = b.From();
  b.EmitTo(d, OpCode::kAnd, b.ValueOf(first), b.ValueOf(second));
  b.Explicit(b.Events(), from, {d});
  std::vector<double> slots = b.program.initial_slots;
  Relevance relevance(b.program, slots.data());
  relevance.Update(slots.data());
  EXPECT_TRUE(relevance.IsRelevant(first));
  EXPECT_FALSE(relevance.IsRelevant(second));
  slots[b.ValueOf(first)] = 1;
  EXPECT_TRUE(relevance.Update(slots.data(), HeldChanges{{first}, {}}));
  EXPECT_EQ(Changed(relevance), std::vector<int32_t>{second});
  EXPECT_TRUE(relevance.IsRelevant(second));
  // Whatever the second one is, the first one alone decides.
  slots[b.ValueOf(second)] = 1;
  EXPECT_FALSE(relevance.Update(slots.data(), HeldChanges{{second}, {}}));
  EXPECT_TRUE(relevance.IsRelevant(first));
}

// Random expressions of relations and left limits: those not watched may change together, in whatever way, and nothing
// does with them.
TEST(Relevance, WhatIsNotWatchedHasNoEffectTogether) {
  std::mt19937 random(2);
  for (int trial = 0; trial < 300; ++trial) {
    ProgramBuilder b;
    const Slot x = b.State("x", 0);
    std::vector<Slot> values;
    std::vector<int32_t> relations;
    for (int i = 0; i < 2; ++i) values.push_back(b.Discrete("gate", 0, ValueType::kBoolean).second);
    for (int i = 0; i < 6; ++i) {
      relations.push_back(b.Relation(OpCode::kGt, x, b.New(i), "x > i"));
      b.RelationBlock(b.Events(), relations.back(), b.From());
    }
    for (const int32_t relation : relations) values.push_back(b.ValueOf(relation));
    const std::vector<Slot> leaves = values;
    const Slot results[] = {b.Discrete("d", 0, ValueType::kBoolean).first,
                            b.Discrete("e", 0, ValueType::kBoolean).first};
    const int32_t from = b.From();
    const auto any = [&] { return values[random() % values.size()]; };
    for (int i = 0; i < 8; ++i) {
      const OpCode op = std::array{OpCode::kAnd, OpCode::kOr, OpCode::kNot, OpCode::kSelect}[random() % 4];
      const Slot p = any(), q = any(), r = any();
      values.push_back(op == OpCode::kNot      ? b.Emit(op, p)
                       : op == OpCode::kSelect ? b.Emit(op, p, q, r)
                                               : b.Emit(op, p, q));
    }
    for (const Slot result : results) b.EmitTo(result, OpCode::kCopy, any());
    b.Explicit(b.Events(), from, {results[0], results[1]});
    std::vector<double> slots = b.program.initial_slots;
    for (const Slot leaf : leaves) slots[leaf] = random() % 2;
    Relevance relevance(b.program, slots.data());
    relevance.Update(slots.data());
    Tape tape(b.program);
    const auto results_now = [&] {
      tape.Run({from, static_cast<int32_t>(b.program.code.size())}, slots.data());
      return std::pair{slots[results[0]], slots[results[1]]};
    };
    const auto before = results_now();
    for (int change = 0; change < 64; ++change) {
      for (size_t i = 0; i < relations.size(); ++i) {
        if (!relevance.IsRelevant(relations[i])) slots[b.ValueOf(relations[i])] = (change >> i) & 1;
      }
      EXPECT_EQ(results_now(), before) << trial << " " << change;
    }
  }
}

}  // namespace
}  // namespace stiction::runtime
