// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/support/flat_set.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace stiction::runtime {
namespace {

TEST(FlatSet, NumbersKeysInTheOrderOfInsertion) {
  FlatSet<int32_t> set(std::vector<int32_t>{7, -1, 7, 3});
  EXPECT_EQ(set.keys(), (std::vector<int32_t>{7, -1, 3}));
  EXPECT_EQ(set.Insert(3), (std::pair<size_t, bool>{2, false}));
  EXPECT_EQ(set.Insert(0), (std::pair<size_t, bool>{3, true}));
  EXPECT_EQ(set.Find(5), FlatSet<int32_t>::kNone);
  EXPECT_EQ(set.Sorted(), (std::vector<int32_t>{-1, 0, 3, 7}));
}

TEST(FlatSet, HoldsWhatWasInserted) {
  std::mt19937 random(1);
  for (const int32_t range : {5, 20, 1000, 100000}) {
    FlatSet<int32_t> set;
    std::set<int32_t> expected;
    for (int i = 0; i < 5000; ++i) {
      const int32_t key = static_cast<int32_t>(random() % static_cast<uint32_t>(range)) - range / 2;
      ASSERT_EQ(set.Insert(key).second, expected.insert(key).second);
    }
    ASSERT_EQ(set.size(), expected.size());
    for (int32_t key = -range; key < range; ++key) ASSERT_EQ(set.Contains(key), expected.contains(key));
    EXPECT_EQ(set.Sorted(), std::vector<int32_t>(expected.begin(), expected.end()));
  }
}

TEST(FlatSet, ForgetsAllKeys) {
  FlatSet<int32_t> set;
  for (const int32_t count : {5, 100, 3}) {
    for (int32_t key = 0; key < count; ++key) EXPECT_EQ(set.Insert(key), (std::pair(static_cast<size_t>(key), true)));
    set.Clear();
    EXPECT_EQ(set.size(), 0u);
    EXPECT_FALSE(set.Contains(0));
  }
}

TEST(FlatMap, KeepsTheFirstValueOfAKey) {
  std::mt19937_64 random(1);
  FlatMap<uint64_t, int> map;
  std::map<uint64_t, int> expected;
  for (int i = 0; i < 3000; ++i) {
    const uint64_t key = random() % 1000 << 50;  // only high bits differ
    const auto [value, is_new] = map.Insert(key, i);
    const auto [entry, added] = expected.emplace(key, i);
    ASSERT_EQ(is_new, added);
    ASSERT_EQ(*value, entry->second);
  }
  for (const auto& [key, value] : expected) ASSERT_EQ(*map.Find(key), value);
  EXPECT_EQ(map.Find(1), nullptr);
  map[1] = 5;
  EXPECT_EQ(*map.Find(1), 5);
}

}  // namespace
}  // namespace stiction::runtime
