// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/program/slot_kinds.h"

#include <gtest/gtest.h>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

// der(x) = k*f with f = -x where pre(mode) is 0; mode is assigned at events from x > 2*k.
TEST(SlotKinds, TellWhenEachSlotTakesAnotherValue) {
  test::ProgramBuilder b;
  const Slot k = b.New(3);
  const Slot x = b.State("x", 1);
  const Slot derivative = x + 1;
  const auto [mode, pre] = b.Discrete("mode", 0, ValueType::kInteger);
  int32_t from = b.From();
  const Slot force = b.Emit(OpCode::kSelect, pre, k, x);
  b.EmitTo(derivative, OpCode::kMul, k, force);
  b.Explicit(b.All(), from, {derivative});
  from = b.From();
  const Slot limit = b.Emit(OpCode::kAdd, k, k);
  const int32_t relation = b.Relation(OpCode::kGt, x, limit, "x > 2*k");
  b.RelationBlock(b.Events(), relation, from);
  from = b.From();
  b.EmitTo(mode, OpCode::kCopy, b.ValueOf(relation));
  b.Explicit(b.Events(), from, {mode});
  from = b.From();
  const Slot distance = b.Emit(OpCode::kSub, x, limit);
  b.program.indicators = b.Until(from);

  const std::vector<SlotKind> kinds = KindsOfSlots(b.program);
  const auto kind = [&](Slot slot) { return kinds[static_cast<size_t>(slot)]; };
  EXPECT_EQ(kind(k), SlotKind::kConstant);
  for (const Slot slot : {x, b.program.time}) EXPECT_EQ(kind(slot), SlotKind::kIntegrated);
  for (const Slot slot : {derivative, force, distance}) EXPECT_EQ(kind(slot), SlotKind::kComputed);
  for (const Slot slot : {mode, pre, b.ValueOf(relation), limit}) EXPECT_EQ(kind(slot), SlotKind::kHeld);
}

}  // namespace
}  // namespace stiction::runtime
