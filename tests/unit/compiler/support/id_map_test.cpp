// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/id_map.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "compiler/support/ids.h"

namespace stiction {
namespace {

using NodeId = Id<struct NodeTag>;

TEST(IdMap, FindsWhatWasInserted) {
  IdMap<NodeId, int> map;
  EXPECT_EQ(map.Find(NodeId(0)), nullptr);
  // More than any table starts with, and keys that collide under a mask.
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(map.Insert(NodeId(i * 4096), i).second);
  EXPECT_EQ(map.size(), 1000U);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(map.At(NodeId(i * 4096)), i);
  EXPECT_FALSE(map.Contains(NodeId(1)));
}

TEST(IdMap, KeepsTheFirstValueOfAKey) {
  IdMap<NodeId, std::string> map;
  map.Insert(NodeId(7), "first");
  const auto [value, is_new] = map.Insert(NodeId(7), "second");
  EXPECT_FALSE(is_new);
  EXPECT_EQ(*value, "first");
  *map.Find(NodeId(7)) = "third";
  EXPECT_EQ(map.At(NodeId(7)), "third");
  EXPECT_EQ(map.size(), 1U);
}

TEST(IdMap, HoldsValuesThatOnlyMove) {
  IdMap<NodeId, std::unique_ptr<int>> map;
  for (int i = 0; i < 100; ++i) map.Insert(NodeId(i), std::make_unique<int>(i));
  for (int i = 0; i < 100; ++i) EXPECT_EQ(*map.At(NodeId(i)), i);
}

TEST(IdMapDeathTest, RefusesAKeyWithoutValue) {
  const IdMap<NodeId, int> map;
  EXPECT_DEATH(map.At(NodeId(3)), "no value for id 3");
}

}  // namespace
}  // namespace stiction
