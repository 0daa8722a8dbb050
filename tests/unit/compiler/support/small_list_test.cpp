// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/small_list.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace stiction {
namespace {

struct Triple {
  int32_t a = 0, b = 0, c = 0;
  friend bool operator==(const Triple&, const Triple&) = default;
};

int32_t MakeItem(int32_t i, int32_t /*like*/) { return i; }
Triple MakeItem(int32_t i, Triple /*like*/) { return {i, i + 1, i + 2}; }

template <class T>
class SmallListOf : public testing::Test {};
using Items = testing::Types<int32_t, Triple>;
TYPED_TEST_SUITE(SmallListOf, Items);

// Some stand in the list itself, more elsewhere; nobody may notice.
TYPED_TEST(SmallListOf, CopiesMovesAndGrowsAtAnyLength) {
  static_assert(sizeof(SmallList<TypeParam>) == 16);
  for (int count = 0; count < 20; ++count) {
    std::vector<TypeParam> items;
    for (int i = 0; i < count; ++i) items.push_back(MakeItem(i, TypeParam()));
    SmallList<TypeParam> list(items);
    ASSERT_EQ(list.size(), items.size());
    const SmallList<TypeParam> copy = list;
    EXPECT_EQ(copy, list);
    list.push_back(MakeItem(99, TypeParam()));
    EXPECT_NE(copy, list);
    EXPECT_EQ(list.back(), MakeItem(99, TypeParam()));
    SmallList<TypeParam> moved = std::move(list);
    EXPECT_EQ(moved.size(), items.size() + 1);
    moved = copy;
    EXPECT_EQ(moved, SmallList<TypeParam>(items));
    moved = {MakeItem(5, TypeParam())};
    EXPECT_EQ(moved, SmallList<TypeParam>({MakeItem(5, TypeParam())}));
  }
}

TYPED_TEST(SmallListOf, GrowsItemByItemAsAVectorDoes) {
  SmallList<TypeParam> list;
  std::vector<TypeParam> items;
  for (int i = 0; i < 1000; ++i) {
    list.push_back(MakeItem(i, TypeParam()));
    items.push_back(MakeItem(i, TypeParam()));
    list.push_back(list.front());  // one of its own, whose place may go
    items.push_back(items[0]);
  }
  const std::span<const TypeParam> view = list;
  EXPECT_EQ(std::vector<TypeParam>(view.begin(), view.end()), items);
}

}  // namespace
}  // namespace stiction
