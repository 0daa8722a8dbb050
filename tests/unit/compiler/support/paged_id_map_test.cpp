// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/paged_id_map.h"

#include <gtest/gtest.h>

#include "compiler/support/ids.h"

namespace stiction {
namespace {

using TestId = Id<struct PagedIdMapTestTag>;

TEST(PagedIdMap, HasTheDefaultWhereNothingWasSet) {
  PagedIdMap<TestId, int, -1> map;
  EXPECT_EQ(map[TestId(0)], -1);
  EXPECT_EQ(map[TestId(1'000'000)], -1);
  map.Set(TestId(700), 7);
  EXPECT_EQ(map[TestId(700)], 7);
  EXPECT_EQ(map[TestId(699)], -1);  // of the same page
  EXPECT_EQ(map[TestId(0)], -1);    // of a page before it that has no memory
  EXPECT_EQ(map[TestId(70'000)], -1);
}

TEST(PagedIdMap, KeepsWhatWasSetLast) {
  PagedIdMap<TestId, int, -1> map;
  for (int i = 0; i < 5'000; i += 3) map.Set(TestId(i), i);
  for (int i = 0; i < 5'000; i += 6) map.Set(TestId(i), -1);
  for (int i = 0; i < 5'000; ++i) EXPECT_EQ(map[TestId(i)], i % 6 == 3 ? i : -1);
}

}  // namespace
}  // namespace stiction
