// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/slice.h"

#include <gtest/gtest.h>

namespace stiction::runtime {
namespace {

// slot 0: a state; 1: wanted by the indicator 4; 2: not needed; 3: unknown of a linear block that reads 0 and 2.
Program SmallProgram() {
  Program program;
  program.initial_slots.resize(8);
  program.code = {{OpCode::kSin, 1, 0},    {OpCode::kCos, 2, 0},   // explicit
                  {OpCode::kSub, 5, 3, 2},                         // residual
                  {OpCode::kCopy, 6, 0},                           // its Jacobian
                  {OpCode::kAdd, 4, 1, 0}, {OpCode::kNeg, 7, 3}};  // indicators
  BlockCode run;
  run.assign = {0, 2};
  run.targets = {1, 2};
  BlockCode loop;
  loop.kind = BlockCode::Kind::kLinear;
  loop.unknowns = {3};
  loop.residuals = {5};
  loop.residual = {2, 3};
  loop.jacobian = {3, 4};
  program.continuous_system.blocks = {run, loop};
  program.indicators = {4, 6};
  return program;
}

std::vector<Slot> Targets(const std::vector<Instruction>& code) {
  std::vector<Slot> targets;
  for (const Instruction& i : code) targets.push_back(i.dst);
  return targets;
}

TEST(Slice, PicksTheInstructionsThatAreNeeded) {
  const Program program = SmallProgram();
  const Slice slice = SliceFor(program, program.continuous_system, program.indicators, {4});
  ASSERT_EQ(slice.parts.size(), 1U);
  EXPECT_EQ(slice.parts[0].block, 0U);
  EXPECT_EQ(Targets(slice.parts[0].code), std::vector<Slot>{1});
  EXPECT_EQ(Targets(slice.code), std::vector<Slot>{4});
}

TEST(Slice, TakesABlockAsAWholeWithWhatItReads) {
  const Program program = SmallProgram();
  const Slice slice = SliceFor(program, program.continuous_system, program.indicators, {7});
  ASSERT_EQ(slice.parts.size(), 2U);
  EXPECT_EQ(Targets(slice.parts[0].code), std::vector<Slot>{2});
  EXPECT_EQ(slice.parts[1].block, 1U);
  EXPECT_TRUE(slice.parts[1].code.empty());
  EXPECT_EQ(Targets(slice.code), std::vector<Slot>{7});
}

TEST(Slice, CodeThatJumpsIsTakenAsAWhole) {
  Program program = SmallProgram();
  program.code[4] = {OpCode::kJumpIfZero, kNoSlot, 6, 1};
  const Slice slice = SliceFor(program, program.continuous_system, program.indicators, {7});
  EXPECT_TRUE(slice.code.empty());
  EXPECT_EQ(slice.whole.begin, 4);
  EXPECT_EQ(slice.whole.end, 6);
  ASSERT_EQ(slice.parts.size(), 2U);
  EXPECT_EQ(Targets(slice.parts[0].code), (std::vector<Slot>{1, 2}));
}

}  // namespace
}  // namespace stiction::runtime
