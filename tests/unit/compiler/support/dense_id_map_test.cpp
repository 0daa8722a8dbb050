// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/dense_id_map.h"

#include <gtest/gtest.h>

#include "compiler/support/ids.h"

namespace stiction {
namespace {

using NodeId = Id<struct NodeTag>;

TEST(DenseIdMap, FindsWhatWasInsertedAndNothingBetween) {
  DenseIdMap<NodeId, int> map;
  EXPECT_FALSE(map.Contains(NodeId(0)));
  for (int i = 100; i > 0; --i) map.Insert(NodeId(3 * i), i);
  for (int i = 1; i <= 100; ++i) {
    EXPECT_EQ(map.At(NodeId(3 * i)), i);
    EXPECT_FALSE(map.Contains(NodeId(3 * i + 1)));
  }
  EXPECT_FALSE(map.Contains(NodeId(1'000'000)));
}

TEST(DenseIdMap, KeepsTheFirstValueOfAKey) {
  DenseIdMap<NodeId, int> map;
  map.Insert(NodeId(7), 1);
  map.Insert(NodeId(7), 2);
  EXPECT_EQ(map.At(NodeId(7)), 1);
}

TEST(DenseIdMapDeathTest, RefusesAKeyWithoutValue) {
  DenseIdMap<NodeId, int> map;
  map.Insert(NodeId(5), 0);
  EXPECT_DEATH(map.At(NodeId(3)), "no value for id 3");
}

}  // namespace
}  // namespace stiction
