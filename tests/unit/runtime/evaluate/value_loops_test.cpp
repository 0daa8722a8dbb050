#include "runtime/evaluate/value_loops.h"

#include <gtest/gtest.h>

namespace stiction::runtime {
namespace {

TEST(ValueLoops, ThoseThatDependOnEachOtherAreOne) {
  EXPECT_TRUE(LoopOfEach(0, {}).empty());
  // 0 and 1 need each other, 2 needs them, 3 needs itself, 4 nothing.
  const std::vector<int32_t> loop_of = LoopOfEach(5, {{2, 0}, {0, 1}, {1, 0}, {0, 1}, {2, 4}, {3, 3}});
  ASSERT_EQ(loop_of.size(), 5U);
  EXPECT_EQ(loop_of[0], loop_of[1]);
  for (const size_t i : {0U, 2U, 3U, 4U}) {
    for (const size_t k : {0U, 2U, 3U, 4U}) EXPECT_EQ(loop_of[i] == loop_of[k], i == k) << i << ' ' << k;
  }
}

}  // namespace
}  // namespace stiction::runtime
