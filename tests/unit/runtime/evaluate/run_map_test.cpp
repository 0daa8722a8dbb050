#include "runtime/evaluate/run_map.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "runtime/evaluate/flat_set.h"

namespace stiction::runtime {
namespace {

// More keys than it has room for at first, in several runs.
TEST(RunMap, HoldsWhatTheRunGave) {
  std::mt19937 random(1);
  RunMap<int32_t, int, FlatHash> map;
  for (int run = 0; run < 4; ++run) {
    map.Clear();
    std::map<int32_t, int> expected;
    for (int i = 0; i < 3000; ++i) {
      const int32_t key = static_cast<int32_t>(random() % 1500) - 700;
      ASSERT_EQ(map.At(key, i), expected.try_emplace(key, i).first->second) << "run " << run;
    }
  }
}

TEST(RunMap, ForgetsTheRunBefore) {
  RunMap<int32_t, int, FlatHash> map;
  map.At(7, 1) = 2;
  EXPECT_EQ(map.At(7, 3), 2);
  map.Clear();
  EXPECT_EQ(map.At(7, 3), 3);
}

}  // namespace
}  // namespace stiction::runtime
