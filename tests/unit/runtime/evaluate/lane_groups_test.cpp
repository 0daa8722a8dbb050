#include "runtime/evaluate/lane_groups.h"

#include <gtest/gtest.h>

#include <vector>

namespace stiction::runtime {
namespace {

using Kind = LineOperation::Kind;

LineOperation Sum(int32_t result, int32_t lanes, int32_t a, int32_t b, bool is_wanted = false) {
  LineOperation at;
  at.kind = Kind::kAdd;
  at.result = result;
  at.lanes = lanes;
  at.is_wanted = is_wanted;
  at.a.index = a;
  at.b.index = b;
  return at;
}

TEST(LaneGroups, WhatReadsTheSameLaneIsOneGroup) {
  const std::vector<LaneGroup> groups = GroupLanes({Sum(100, 8, 0, 10), Sum(108, 8, 20, 100), Sum(116, 8, 108, 100)});
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].lanes, 8);
  ASSERT_EQ(groups[0].operations.size(), 3U);
  for (const LineOperation& at : groups[0].operations) EXPECT_FALSE(at.is_wanted);
}

TEST(LaneGroups, WhatReadsANeighbourComesLaterFromMemory) {
  const std::vector<LaneGroup> groups = GroupLanes({Sum(100, 8, 0, 10), Sum(108, 7, 100, 101), Sum(115, 7, 0, 108)});
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_TRUE(groups[0].operations[0].is_wanted);
  ASSERT_EQ(groups[1].operations.size(), 2U);
  EXPECT_FALSE(groups[1].operations[0].is_wanted);
}

// What follows a lane that is computed by itself and those side by side.
TEST(LaneGroups, SplitsWhereAnOperandComesFromTwo) {
  const std::vector<LaneGroup> groups = GroupLanes({Sum(100, 1, 0, 1), Sum(101, 8, 0, 10), Sum(109, 9, 20, 100)});
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[0].lanes, 1);
  EXPECT_EQ(groups[0].operations[1].result, 109);
  EXPECT_EQ(groups[0].operations[1].a.index, 20);
  EXPECT_EQ(groups[1].lanes, 8);
  EXPECT_EQ(groups[1].operations[1].result, 110);
  EXPECT_EQ(groups[1].operations[1].a.index, 21);
  EXPECT_EQ(groups[1].operations[1].b.index, 101);
}

TEST(LaneGroups, AnotherFunctionStandsAlone) {
  LineOperation other;
  other.result = 108;
  other.lanes = 8;
  const std::vector<LaneGroup> groups = GroupLanes({Sum(100, 8, 0, 10), other, Sum(116, 8, 108, 0), Sum(124, 8, 0, 1)});
  ASSERT_EQ(groups.size(), 3U);
  EXPECT_EQ(groups[0].operations.size(), 2U);
  EXPECT_EQ(groups[1].operations[0].kind, Kind::kOther);
  EXPECT_EQ(groups[2].operations.size(), 1U);
}

}  // namespace
}  // namespace stiction::runtime
