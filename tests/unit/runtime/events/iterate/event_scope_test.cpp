// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/iterate/event_scope.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/runtime/events/iterate/two_blocks.h"

namespace stiction::runtime {
namespace {

using test::kRelations;
using test::TwoBlocks;
using test::TwoBlocksUnderLoads;

TEST(EventScopes, EqualOnesAreMadeOnce) {
  const Program program = TwoBlocks(1);
  EventScopes scopes(program);
  const EventScope& scope = scopes.Of({0}, {});
  for (int32_t relation = 1; relation < kRelations; ++relation) EXPECT_EQ(&scopes.Of({relation}, {}), &scope);
  EXPECT_EQ(&scopes.Of({0, 1}, {}), &scope);
  EXPECT_NE(&scopes.Of({kRelations}, {}), &scope);
}

TEST(EventScopes, WhatNoChangeReachesIsUpstream) {
  const Program program = TwoBlocksUnderLoads(2, 3);
  EventScopes scopes(program);
  const EventScope& first = scopes.Of({0}, {});
  EXPECT_EQ(first.upstream.size(), 2u);
  for (const Instruction& instruction : first.upstream) {
    EXPECT_EQ(instruction.op, OpCode::kNeg);
    EXPECT_EQ(std::ranges::count(first.writes, instruction.dst), 0);
  }
  EXPECT_EQ(scopes.Of({kRelations}, {}).upstream.size(), 3u);
}

TEST(EventScopes, WhatIsUpstreamOfTheFirstPassHolds) {
  const Program program = TwoBlocksUnderLoads(2, 3);
  EventScopes scopes(program);
  const EventScope &one = scopes.Of({0}, {}), &other = scopes.Of({kRelations}, {});
  const auto pre = std::ranges::find_if(one.discretes, [&](int32_t i) { return scopes.IsRead(i); });
  ASSERT_NE(pre, one.discretes.end());
  const EventScope &after_one = scopes.OfLater({*pre}, one), &after_other = scopes.OfLater({*pre}, other);
  EXPECT_TRUE(after_one.upstream.empty());
  EXPECT_TRUE(after_other.upstream.empty());
  EXPECT_EQ(after_one.items.size() + 2, after_other.items.size());
  EXPECT_EQ(&scopes.OfLater({*pre}, one), &after_one);
  // An event of both blocks has the same upstream, and more.
  EXPECT_EQ(&scopes.OfLater({*pre}, scopes.Of({0, kRelations}, {})), &after_one);
}

}  // namespace
}  // namespace stiction::runtime
