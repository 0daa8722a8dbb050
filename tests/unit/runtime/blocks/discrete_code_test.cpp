// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/discrete_code.h"

#include <gtest/gtest.h>

#include "tests/support/assembler.h"

namespace stiction::runtime {
namespace {

using test::Assembler;

struct DiscreteCodeTest : testing::Test {
  Assembler a;
  BlockCode block;
  Slot x = a.Slot(0), p = a.Slot(0), q = a.Slot(0), other = a.Slot(1);
  Slot inner = kNoSlot;

  void SetUp() override {
    block.unknowns = {x};
    block.discrete_targets = {p, q};
    block.residual = a.Code([&] { inner = a.Op(OpCode::kMul, x, p); });
  }
  DiscreteCode Look(Slot p_from, Slot q_from) {
    block.discrete = a.Code([&] {
      a.Into(p, OpCode::kNot, p_from);
      a.Into(q, OpCode::kNot, q_from);
    });
    return LookAtDiscreteCode(a.program, block);
  }
};

TEST_F(DiscreteCodeTest, InOrderSettlesAtOnce) {
  const DiscreteCode found = Look(other, p);
  EXPECT_TRUE(found.settles_at_once);
  EXPECT_FALSE(found.reads_solution);
}

TEST_F(DiscreteCodeTest, WhatIsReadBeforeItIsWrittenTakesMoreRuns) {
  EXPECT_FALSE(Look(q, other).settles_at_once);
  EXPECT_FALSE(Look(p, other).settles_at_once);
}

TEST_F(DiscreteCodeTest, ReadsUnknownsOrWhatFollowsFromThem) {
  EXPECT_TRUE(Look(other, x).reads_solution);
  EXPECT_TRUE(Look(inner, other).reads_solution);
}

TEST_F(DiscreteCodeTest, IsOpenIfTheEquationsReadItsVariablesOnly) {
  EXPECT_TRUE(Look(other, p).is_open);
  Slot work = kNoSlot;
  block.discrete = a.Code([&] {
    work = a.Op(OpCode::kNot, other);
    a.Into(p, OpCode::kCopy, work);
  });
  block.jacobian = a.Code([&] { a.Op(OpCode::kMul, other, work); });
  EXPECT_FALSE(LookAtDiscreteCode(a.program, block).is_open);
}

}  // namespace
}  // namespace stiction::runtime
