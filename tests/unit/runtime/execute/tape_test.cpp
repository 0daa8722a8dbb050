// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/tape.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/assembler.h"

namespace stiction::runtime {
namespace {

using test::Assembler;

TEST(TapeTest, RunsARange) {
  Assembler a;
  const Slot x = a.Slot(3);
  const Slot y = a.Slot(4);
  Slot z = kNoSlot;
  const Range range = a.Code([&] {
    const Slot sum = a.Op(OpCode::kAdd, a.Op(OpCode::kSquare, x), a.Op(OpCode::kMul, y, y));
    z = a.Op(OpCode::kSqrt, sum);
  });
  std::vector<double> slots = a.program.initial_slots;
  Tape tape(a.program);
  tape.Run(range, slots.data());
  EXPECT_EQ(slots[static_cast<size_t>(z)], 5);
}

TEST(TapeTest, IntegerOperationsFollowTheSpecification) {
  const struct {
    OpCode op;
    double a, b, expected;
  } kCases[] = {{OpCode::kDivInt, -7, 2, -3}, {OpCode::kMod, -7, 2, 1},     {OpCode::kRem, -7, 2, -1},
                {OpCode::kMod, 7, -2, -1},    {OpCode::kCeil, -2.5, 0, -2}, {OpCode::kFloor, -2.5, 0, -3},
                {OpCode::kSign, -2.5, 0, -1}, {OpCode::kAnd, 1, 0, 0},      {OpCode::kOr, 1, 0, 1}};
  for (const auto& c : kCases) {
    Assembler a;
    const Slot x = a.Slot(c.a);
    const Slot y = a.Slot(c.b);
    Slot z = kNoSlot;
    const Range range = a.Code([&] { z = a.Op(c.op, x, y); });
    std::vector<double> slots = a.program.initial_slots;
    Tape(a.program).Run(range, slots.data());
    EXPECT_EQ(slots[static_cast<size_t>(z)], c.expected) << static_cast<int>(c.op);
  }
}

/// function power: p := x^n by a loop; locals x, n | p | i, one, condition
FunctionCode Power() {
  FunctionCode f;
  f.name = "power";
  f.input_count = 2;
  f.output_count = 1;
  f.initial_locals = {0, 0, 0, 0, 1, 0};
  f.code = {{OpCode::kCopy, 2, 4},   {OpCode::kCopy, 3, 4},   {OpCode::kLe, 5, 3, 1}, {OpCode::kJumpIfZero, -1, 7, 5},
            {OpCode::kMul, 2, 2, 0}, {OpCode::kAdd, 3, 3, 4}, {OpCode::kJump, -1, 2}, {OpCode::kReturn}};
  return f;
}

TEST(TapeTest, CallsFunctionsAndTheirDerivatives) {
  Assembler a;
  a.program.functions.push_back(Power());
  const Slot x = a.Slot(2);
  const Slot n = a.Slot(5);
  const Slot value = a.Slot(0);
  const Slot derivative = a.Slot(0);
  a.program.calls = {{0, -1, {x, n}, {value}}, {0, 0, {x, n}, {derivative}}};
  a.program.code = {{OpCode::kCall, -1, 0}, {OpCode::kCall, -1, 1}};
  std::vector<double> slots = a.program.initial_slots;
  Tape tape(a.program);
  tape.Run({0, 2}, slots.data());
  EXPECT_EQ(slots[static_cast<size_t>(value)], 32);
  EXPECT_EQ(slots[static_cast<size_t>(derivative)], 80);
  EXPECT_FALSE(tape.failure());
}

TEST(TapeTest, ReportsABadIndexAndAFailedAssertion) {
  Assembler a;
  FunctionCode f;
  f.name = "pick";
  f.input_count = 1;
  f.output_count = 1;
  f.initial_locals = {0, 0, 10, 20, 30, 2};
  f.code = {{OpCode::kLe, 5, 0, 5}, {OpCode::kAssert, -1, 5, 0}, {OpCode::kLoadElement, 1, 2, 0, 3}, {OpCode::kReturn}};
  f.messages = {{{"too large: ", kNoSlot, {}}, {"", 0, {}}}};
  f.places = {"Pick.mo:3:5"};
  a.program.functions.push_back(f);
  const Slot index = a.Slot(1);
  const Slot value = a.Slot(0);
  a.program.calls = {{0, -1, {index}, {value}}};
  a.program.code = {{OpCode::kCall, -1, 0}};
  std::vector<double> slots = a.program.initial_slots;
  Tape tape(a.program);
  tape.Run({0, 1}, slots.data());
  EXPECT_EQ(slots[static_cast<size_t>(value)], 20);
  slots[static_cast<size_t>(index)] = -1;
  tape.Run({0, 1}, slots.data());
  ASSERT_TRUE(tape.failure());
  EXPECT_EQ(tape.failure()->message, "in function pick: index 0 is outside of an array of 3 elements");
  EXPECT_TRUE(std::isnan(slots[static_cast<size_t>(value)]));
  tape.ClearFailure();
  slots[static_cast<size_t>(index)] = 2.5;
  tape.Run({0, 1}, slots.data());
  ASSERT_TRUE(tape.failure());
  EXPECT_EQ(tape.failure()->message, "in function pick: too large: 2.5");
  EXPECT_EQ(tape.failure()->place, "Pick.mo:3:5");
}

TEST(FormatTest, WritesValuesAndLiterals) {
  const std::vector<double> slots = {0.1, 2, 1};
  const Message message = {{"v = ", 0, {}}, {", mode ", 1, {"Stuck", "Forward"}}, {" ", 2, {"false", "true"}}};
  EXPECT_EQ(Format(message, slots.data()), "v = 0.1, mode Forward true");
}

}  // namespace
}  // namespace stiction::runtime
