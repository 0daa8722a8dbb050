// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/graph/mode_offsets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

namespace stiction::graph {
namespace {

constexpr int32_t kNone = -1;  // does not occur
using Matrix = std::vector<std::vector<int32_t>>;

SignatureRow RowOf(const std::vector<int32_t>& orders) {
  SignatureRow row;
  for (size_t j = 0; j < orders.size(); ++j) {
    if (orders[j] != kNone) row.push_back({static_cast<int32_t>(j), orders[j]});
  }
  return row;
}

/// One branch of each equation for each mode.
ModeSystem SystemOf(const std::vector<Matrix>& modes) {
  ModeSystem system;
  system.column_count = static_cast<int32_t>(modes.front().size());
  for (size_t i = 0; i < modes.front().size(); ++i) {
    std::vector<SignatureRow>& branches = system.branches.emplace_back();
    for (const Matrix& mode : modes) branches.push_back(RowOf(mode[i]));
  }
  return system;
}

Configurations AllModes(const ModeSystem& system) {
  Configurations result;
  for (size_t mode = 0; mode < system.branches.front().size(); ++mode) {
    result.bases.emplace_back(system.branches.size(), static_cast<int32_t>(mode));
  }
  return result;
}

std::optional<CommonOffsets> Find(const std::vector<Matrix>& modes) {
  const ModeSystem system = SystemOf(modes);
  return FindCommonOffsets(system, AllModes(system));
}

// v, f, s of friction: sliding v = s - 1, f given; stuck v = 0, f = s.
TEST(CommonOffsets, TheStuckBranchOfFrictionIsDifferentiatedOnce) {
  const Matrix slides = {{1, 0, kNone}, {0, kNone, 0}, {kNone, 0, kNone}};
  const Matrix sticks = {{1, 0, kNone}, {0, kNone, kNone}, {kNone, 0, 0}};
  const auto offsets = Find({slides, sticks});
  ASSERT_TRUE(offsets);
  EXPECT_EQ(offsets->of_column, (std::vector<int32_t>{1, 0, 0}));
  EXPECT_EQ(offsets->of_equation, (std::vector<std::vector<int32_t>>{{0, 0}, {0, 1}, {0, 0}}));
}

// x'' = f with f = 0 or x given: the position is differentiated twice, der(x) = v once in both.
TEST(CommonOffsets, APositionConstraintIsDifferentiatedTwice) {
  const Matrix free = {{1, 0, kNone}, {kNone, 1, 0}, {kNone, kNone, 0}};
  const Matrix held = {{1, 0, kNone}, {kNone, 1, 0}, {0, kNone, kNone}};
  const auto offsets = Find({free, held});
  ASSERT_TRUE(offsets);
  EXPECT_EQ(offsets->of_column, (std::vector<int32_t>{2, 1, 0}));
  EXPECT_EQ(offsets->of_equation, (std::vector<std::vector<int32_t>>{{1, 1}, {0, 0}, {0, 2}}));
}

// Each mode alone needs less than both together.
TEST(CommonOffsets, OneModeRaisesTheOffsetsOfTheOther) {
  const Matrix a = {{0, kNone}, {0, 1}};
  const Matrix b = {{0, 3}, {0, kNone}};
  const auto offsets = Find({a, b});
  ASSERT_TRUE(offsets);
  for (const auto& own : {*Find({a}), *Find({b})}) {
    for (size_t j = 0; j < 2; ++j) EXPECT_GE(offsets->of_column[j], own.of_column[j]);
  }
}

// The modes fix the difference of the two offsets at +1 and -1.
TEST(CommonOffsets, ThereAreNoneForContradictingDifferences) {
  EXPECT_FALSE(Find({{{0, 1}, {1, 2}}, {{1, 0}, {2, 1}}}));
}

TEST(CommonOffsets, ASingularModeTakesNoPart) {
  const Matrix regular = {{1, 0}, {kNone, 0}};
  const Matrix singular = {{5, kNone}, {7, kNone}};
  const auto offsets = Find({regular, singular});
  ASSERT_TRUE(offsets);
  EXPECT_EQ(offsets->of_column, (std::vector<int32_t>{1, 0}));
}

TEST(CommonOffsets, AlternativesAreConfigurationsOfEachBase) {
  const Matrix free = {{1, 0, kNone}, {kNone, 1, 0}, {kNone, kNone, 0}};
  const Matrix held = {{1, 0, kNone}, {kNone, 1, 0}, {0, kNone, kNone}};
  const ModeSystem system = SystemOf({free, held});
  const auto offsets = FindCommonOffsets(system, {{{0, 0, 0}}, {{{2, 1}}}});
  ASSERT_TRUE(offsets);
  EXPECT_EQ(offsets->of_column, (std::vector<int32_t>{2, 1, 0}));
}

/// The least optimal dual of one mode by trying all D up to a bound, smallest sum first; none: structurally singular.
std::optional<std::vector<int32_t>> LeastByEnumeration(const Matrix& mode, int32_t bound) {
  const size_t n = mode.size();
  std::optional<std::vector<int32_t>> least;
  std::vector<int32_t> d(n, 0);
  for (;;) {
    bool is_feasible = true;
    std::vector<int32_t> c(n, std::numeric_limits<int32_t>::max());
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) {
        if (mode[i][j] != kNone) c[i] = std::min(c[i], d[j] - mode[i][j]);
      }
      is_feasible = is_feasible && c[i] >= 0;
    }
    std::vector<size_t> order(n);
    std::iota(order.begin(), order.end(), size_t{0});
    bool is_tight = false;
    do {
      bool all = is_feasible;
      for (size_t i = 0; i < n && all; ++i) all = mode[i][order[i]] != kNone && d[order[i]] - mode[i][order[i]] == c[i];
      is_tight = is_tight || all;
    } while (!is_tight && is_feasible && std::next_permutation(order.begin(), order.end()));
    if (is_tight &&
        (!least || std::accumulate(d.begin(), d.end(), 0) < std::accumulate(least->begin(), least->end(), 0)))
      least = d;
    size_t j = 0;
    while (j < n && d[j] == bound) d[j++] = 0;
    if (j == n) return least;
    ++d[j];
  }
}

TEST(CommonOffsets, OfOneModeAreTheLeastByEnumeration) {
  std::mt19937 random(3);
  int regular = 0;
  for (int round = 0; round < 120; ++round) {
    const size_t n = 3 + static_cast<size_t>(round % 2);
    Matrix mode(n, std::vector<int32_t>(n, kNone));
    for (auto& row : mode) {
      for (int32_t& order : row) {
        if (random() % 100 < 50) order = static_cast<int32_t>(random() % 3);
      }
    }
    const auto expected = LeastByEnumeration(mode, n == 3 ? 6 : 5);
    if (!expected) continue;
    ++regular;
    const auto offsets = Find({mode});
    ASSERT_TRUE(offsets);
    EXPECT_EQ(offsets->of_column, *expected) << "round " << round;
  }
  EXPECT_GT(regular, 40);
}

// The mode in between agrees with both.
TEST(CommonOffsets, TheModesThatContradictEachOtherAreFound) {
  const ModeSystem system = SystemOf({{{0, 1}, {1, 2}}, {{0, kNone}, {kNone, 0}}, {{1, 0}, {2, 1}}});
  const std::vector<Configuration> modes = ListOf(AllModes(system));
  const auto pair = FindContradiction(system, modes);
  ASSERT_TRUE(pair);
  EXPECT_EQ(*pair, std::pair(modes[0], modes[2]));
  EXPECT_FALSE(FindContradiction(system, {modes[0], modes[1]}));
}

TEST(CommonOffsets, AConfigurationAsAGraphHoldsWhatItsBranchesHold) {
  const ModeSystem system = SystemOf({{{1, 0}, {0, kNone}}, {{1, 0}, {kNone, 0}}});
  const BipartiteGraph graph = GraphOf(system, {0, 1});
  EXPECT_EQ(graph.Row(0).size(), 2U);
  ASSERT_EQ(graph.Row(1).size(), 1U);
  EXPECT_EQ(graph.Row(1)[0], 1);
}

}  // namespace
}  // namespace stiction::graph
