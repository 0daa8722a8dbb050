// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/held_code.h"

#include <gtest/gtest.h>

#include <random>

#include "runtime/execute/operations.h"

namespace stiction::runtime {
namespace {

/// Elements of some leaves each, with random code; no element reads what is of another.
struct Elements {
  std::vector<int32_t> leaves;
  std::vector<Instruction> code;
  int32_t count = 2;  // of values; the first ones are constants

  void Add(int32_t leaf_count, int32_t instructions, std::mt19937& random) {
    std::vector<int32_t> readable = {0, 1};
    for (int32_t k = 0; k < leaf_count; ++k) {
      leaves.push_back(count);
      readable.push_back(count++);
    }
    const auto pick = [&] { return readable[random() % readable.size()]; };
    constexpr OpCode kOps[] = {OpCode::kAdd, OpCode::kSub, OpCode::kMul, OpCode::kAnd, OpCode::kSelect};
    for (int32_t k = 0; k < instructions; ++k) {
      const OpCode op = kOps[random() % std::size(kOps)];
      code.push_back({op, count, pick(), pick(), op == OpCode::kSelect ? pick() : kNoSlot});
      readable.push_back(count++);
    }
  }
};

std::vector<double> Whole(const Elements& elements, std::vector<double> values) {
  for (const Instruction& at : elements.code) ExecuteScalar(at, values.data());
  return values;
}

TEST(HeldCode, WhatFollowsFromChangesIsWhatAllWouldBe) {
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    Elements elements;
    for (int32_t k = 0; k < 5; ++k) elements.Add(1 + k, 4 * k, random);
    elements.Add(40, 30, random);
    elements.Add(3, 200, random);
    HeldCode held(elements.code, static_cast<size_t>(elements.count));
    std::vector<double> values(static_cast<size_t>(elements.count), 0);
    values[0] = 1, values[1] = -2;
    values = Whole(elements, values);
    for (int change = 0; change < 300; ++change) {
      std::vector<int32_t> changed;
      for (size_t k = random() % 4 + 1; k > 0; --k) {
        const int32_t leaf = elements.leaves[random() % elements.leaves.size()];
        values[static_cast<size_t>(leaf)] = static_cast<double>(random() % 3) - 1;
        changed.push_back(leaf);
      }
      held.RunAfter(changed, values.data());
      ASSERT_EQ(values, Whole(elements, values)) << "round " << round << ", change " << change;
    }
  }
}

TEST(HeldCode, CodeAfterALeafIsAllThatFollows) {
  std::mt19937 random(7);
  Elements elements;
  elements.Add(3, 10, random);
  elements.Add(60, 80, random);
  HeldCode held(elements.code, static_cast<size_t>(elements.count));
  std::vector<double> values(static_cast<size_t>(elements.count), 0.5);
  values = Whole(elements, values);
  for (const int32_t leaf : elements.leaves) {
    values[static_cast<size_t>(leaf)] += 1;
    const std::vector<double> whole = Whole(elements, values);
    for (const Instruction& at : held.After(leaf)) ExecuteScalar(at, values.data());
    EXPECT_EQ(values, whole);
  }
}

}  // namespace
}  // namespace stiction::runtime
