// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/iterate/event_slice.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/runtime/events/iterate/two_blocks.h"

namespace stiction::runtime {
namespace {

using test::kRelations;
using test::TwoBlocks;
using test::TwoBlocksUnderLoads;

TEST(EventSlices, EqualOnesAreMadeOnce) {
  const Program program = TwoBlocks(1);
  EventSlices slices(program);
  const EventSlice& slice = slices.Of({0}, {});
  for (int32_t relation = 1; relation < kRelations; ++relation) EXPECT_EQ(&slices.Of({relation}, {}), &slice);
  EXPECT_EQ(&slices.Of({0, 1}, {}), &slice);
  EXPECT_NE(&slices.Of({kRelations}, {}), &slice);
}

TEST(EventSlices, WhatNoChangeReachesIsUpstream) {
  const Program program = TwoBlocksUnderLoads(2, 3);
  EventSlices slices(program);
  const EventSlice& first = slices.Of({0}, {});
  EXPECT_EQ(first.upstream.size(), 2u);
  for (const Instruction& instruction : first.upstream) {
    EXPECT_EQ(instruction.op, OpCode::kNeg);
    EXPECT_EQ(std::ranges::count(first.writes, instruction.dst), 0);
  }
  EXPECT_EQ(slices.Of({kRelations}, {}).upstream.size(), 3u);
}

TEST(EventSlices, WhatIsUpstreamOfTheFirstPassHolds) {
  const Program program = TwoBlocksUnderLoads(2, 3);
  EventSlices slices(program);
  const EventSlice &one = slices.Of({0}, {}), &other = slices.Of({kRelations}, {});
  const auto pre = std::ranges::find_if(one.discretes, [&](int32_t i) { return slices.IsRead(i); });
  ASSERT_NE(pre, one.discretes.end());
  const EventSlice &after_one = slices.OfLater({*pre}, one), &after_other = slices.OfLater({*pre}, other);
  EXPECT_TRUE(after_one.upstream.empty());
  EXPECT_TRUE(after_other.upstream.empty());
  EXPECT_EQ(after_one.items.size() + 2, after_other.items.size());
  EXPECT_EQ(&slices.OfLater({*pre}, one), &after_one);
  // An event of both blocks has the same upstream, and more.
  EXPECT_EQ(&slices.OfLater({*pre}, slices.Of({0, kRelations}, {})), &after_one);
}

}  // namespace
}  // namespace stiction::runtime
