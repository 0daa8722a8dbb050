// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "runtime/execute/operations.h"

namespace stiction::runtime {
namespace {

TEST(SsaGraph, SharesWhatIsTheSameAndFoldsConstants) {
  SsaGraph graph;
  const Node x = graph.Leaf(0, Rank::kVarying, 0);
  const Node y = graph.Leaf(1, Rank::kHeld, 0);
  EXPECT_EQ(graph.Apply(OpCode::kAdd, x, y), graph.Apply(OpCode::kAdd, y, x));
  EXPECT_NE(graph.Apply(OpCode::kSub, x, y), graph.Apply(OpCode::kSub, y, x));
  EXPECT_EQ(graph.Apply(OpCode::kMul, graph.Constant(2), graph.Constant(3)), graph.Constant(6));
  EXPECT_EQ(graph.Apply(OpCode::kMul, x, graph.Constant(1)), x);
  EXPECT_EQ(graph.Apply(OpCode::kMul, x, graph.Constant(0)), graph.Constant(0));
  EXPECT_EQ(graph.Apply(OpCode::kAdd, x, graph.Constant(0)), x);
  EXPECT_EQ(graph.Apply(OpCode::kSelect, graph.Constant(1), x, y), x);
  EXPECT_EQ(graph.Apply(OpCode::kNeg, graph.Apply(OpCode::kSub, x, y)), graph.Apply(OpCode::kSub, y, x));
  EXPECT_EQ(graph.Apply(OpCode::kSub, x, graph.Apply(OpCode::kNeg, y)), graph.Apply(OpCode::kAdd, x, y));
  EXPECT_EQ(graph.Apply(OpCode::kAnd, graph.Constant(0), x), graph.Constant(0));
  // Not the same value: x may be any number, and its truth is 0 or 1.
  EXPECT_NE(graph.Apply(OpCode::kAnd, graph.Constant(1), x), x);
}

TEST(SsaGraph, ANodeVariesAsItsOperands) {
  SsaGraph graph;
  const Node held = graph.Apply(OpCode::kMul, graph.Leaf(1, Rank::kHeld, 0), graph.Constant(2));
  EXPECT_EQ(graph[held].rank, Rank::kHeld);
  EXPECT_EQ(graph[graph.Apply(OpCode::kAdd, held, graph.Leaf(0, Rank::kVarying, 0))].rank, Rank::kVarying);
}

/// A row of `count` equal elements with random numbers in some places: x[i+1] - x[i] and so on, and some loose ends.
struct Chain {
  SsaGraph graph;
  std::vector<Node> leaves, held, roots;

  Chain(int count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-2, 2);
    for (int i = 0; i < count; ++i) leaves.push_back(graph.Leaf(i, Rank::kVarying, 0));
    for (int i = 0; i < count; ++i) held.push_back(graph.Leaf(count + i, Rank::kHeld, 0));
    const Node stiffness = graph.Constant(3.5);
    Node sum = graph.Constant(0);
    for (int i = 0; i + 1 < count; ++i) {
      const Node rise = graph.Apply(OpCode::kSub, leaves[i + 1], leaves[i]);
      const Node fall = graph.Apply(OpCode::kSub, leaves[i], leaves[i + 1]);
      const Node force = graph.Apply(OpCode::kMul, stiffness, rise);
      const Node scaled = graph.Apply(OpCode::kMul, graph.Constant(number(random)), fall);
      const Node gate = graph.Apply(OpCode::kGt, held[i], graph.Constant(0));
      const Node chosen = graph.Apply(OpCode::kSelect, gate, force, scaled);
      const Node rest = graph.Apply(OpCode::kDiv, graph.Apply(OpCode::kSquare, chosen),
                                    graph.Apply(OpCode::kAdd, graph.Constant(1.5), graph.Apply(OpCode::kAbs, fall)));
      if (i % 7 == 3) sum = graph.Apply(OpCode::kAdd, sum, graph.Apply(OpCode::kSin, rest));
      roots.push_back(graph.Apply(OpCode::kAdd, rest, graph.Apply(OpCode::kSqrt, graph.Apply(OpCode::kAbs, chosen))));
    }
    roots.push_back(sum);
  }
};

std::vector<double> RunKernel(const Chain& chain, Executor executor, unsigned seed) {
  NodeShapes shapes;
  shapes.Extend(chain.graph);
  Kernel kernel(chain.graph, shapes, chain.roots, 1, executor);
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-2, 2);
  std::vector<double> value(2 * chain.leaves.size());
  for (double& v : value) v = number(random);
  for (const Kernel::Leaf& leaf : kernel.held_leaves()) kernel.values()[leaf.index] = value[leaf.slot];
  for (const Kernel::Leaf& leaf : kernel.stage_leaves(0)) kernel.values()[leaf.index] = value[leaf.slot];
  kernel.RunHeld();
  kernel.RunStage(0);
  std::vector<double> result;
  for (const Node root : chain.roots) result.push_back(kernel.values()[kernel.IndexOf(root)]);
  return result;
}

/// Node by node, without any order of the kernel's.
std::vector<double> Directly(const Chain& chain, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-2, 2);
  std::vector<double> value(2 * chain.leaves.size());
  for (double& v : value) v = number(random);
  std::vector<double> node_value;
  for (const SsaNode& node : chain.graph.nodes()) {
    if (node.is_leaf()) {
      node_value.push_back(value[node.slot]);
    } else if (node.rank == Rank::kConstant) {
      node_value.push_back(node.value);
    } else {
      double at[4] = {};
      const Node operands[3] = {node.a, node.b, node.c};
      for (int i = 0; i < 3; ++i) at[i] = operands[i] == kNoNode ? 0 : node_value[operands[i]];
      EXPECT_TRUE(ExecuteScalar({node.op, 3, 0, 1, 2}, at));
      node_value.push_back(at[3]);
    }
  }
  std::vector<double> result;
  for (const Node root : chain.roots) result.push_back(node_value[root]);
  return result;
}

TEST(Kernel, AllExecutorsGiveTheSameBits) {
  for (const int count : {2, 3, 5, 16, 33, 200}) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
      const Chain chain(count, seed);
      const std::vector<double> expected = Directly(chain, seed);
      for (const Executor executor : {Executor::kByShape, Executor::kThreaded, Executor::kBatched}) {
        const std::vector<double> given = RunKernel(chain, executor, seed);
        ASSERT_EQ(given.size(), expected.size());
        for (std::size_t i = 0; i < given.size(); ++i) {
          ASSERT_EQ(std::bit_cast<uint64_t>(given[i]), std::bit_cast<uint64_t>(expected[i]))
              << count << " elements, seed " << seed << ", root " << i;
        }
      }
    }
  }
}

TEST(Sine, IsThatOfTheLibraryToALastPlace) {
  std::mt19937 random(1);
  for (const double range : {1e-8, 1.0, 10.0, 1e3, 1e6, 1e9}) {
    std::uniform_real_distribution<double> number(-range, range);
    for (int i = 0; i < 2000; ++i) {
      const double x = number(random);
      const double exact = std::sin(x);
      ASSERT_LE(std::fabs(Sine(x) - exact), 2.3e-16 * std::fabs(exact)) << x;
    }
  }
  // Where almost nothing is left of x: next to multiples of pi/2.
  for (int n = -40; n <= 40; ++n) {
    const double x = n * 1.5707963267948966;
    ASSERT_LE(std::fabs(Sine(x) - std::sin(x)), 2.3e-16 * std::fabs(std::sin(x))) << n;
  }
  EXPECT_TRUE(std::isnan(Sine(std::numeric_limits<double>::infinity())));
}

TEST(Sine, OfZeroKeepsItsSign) {
  EXPECT_EQ(std::bit_cast<uint64_t>(Sine(0.0)), std::bit_cast<uint64_t>(0.0));
  EXPECT_EQ(std::bit_cast<uint64_t>(Sine(-0.0)), std::bit_cast<uint64_t>(-0.0));
}

TEST(Kernel, SinesSideBySideAreThoseOfEach) {
  for (const double largest : {100.0, 1e7}) {  // with some that the reduction does not hold for
    SsaGraph graph;
    std::vector<Node> roots;
    constexpr int kCount = 61;
    for (int i = 0; i < kCount; ++i) roots.push_back(graph.Apply(OpCode::kSin, graph.Leaf(i, Rank::kVarying, 0)));
    NodeShapes shapes;
    shapes.Extend(graph);
    Kernel kernel(graph, shapes, roots, 1, Executor::kBatched);
    const auto angle = [&](Slot slot) { return largest * (slot - 20) / kCount; };
    for (const Kernel::Leaf& leaf : kernel.stage_leaves(0)) kernel.values()[leaf.index] = angle(leaf.slot);
    kernel.RunStage(0);
    for (int i = 0; i < kCount; ++i) {
      ASSERT_EQ(std::bit_cast<uint64_t>(kernel.values()[kernel.IndexOf(roots[i])]),
                std::bit_cast<uint64_t>(Sine(angle(i))));
    }
  }
}

// a = if forward then x - f elseif backward then x + f else 0: a factor and a summand that are held.
TEST(SsaGraph, HeldChoicesBecomeAFactorAndASummand) {
  SsaGraph graph;
  graph.SplitHeldChoices();
  const Node x = graph.Leaf(0, Rank::kVarying, 0);
  const Node forward = graph.Leaf(1, Rank::kHeld, 0), backward = graph.Leaf(2, Rank::kHeld, 0);
  const Node f = graph.Leaf(3, Rank::kHeld, 0);
  const Node inner = graph.Apply(OpCode::kSelect, backward, graph.Apply(OpCode::kAdd, x, f), graph.Constant(0));
  const Node a = graph.Apply(OpCode::kSelect, forward, graph.Apply(OpCode::kSub, x, f), inner);
  NodeShapes shapes;
  shapes.Extend(graph);
  Kernel kernel(graph, shapes, {a}, 1);
  EXPECT_EQ(kernel.operation_count(), 2U);
  for (const double go : {1.0, -1.0, 0.0}) {
    for (const double at : {0.3, -7.25, 1e300}) {
      for (const Kernel::Leaf& leaf : kernel.held_leaves()) {
        kernel.values()[leaf.index] = leaf.slot == 1 ? go > 0 : leaf.slot == 2 ? go < 0 : 0.1;
      }
      kernel.values()[kernel.stage_leaves(0)[0].index] = at;
      kernel.RunHeld();
      kernel.RunStage(0);
      EXPECT_EQ(kernel.values()[kernel.IndexOf(a)], go > 0 ? at - 0.1 : go < 0 ? at + 0.1 : 0.0);
    }
  }
  // What may be infinite where it is not chosen stays behind the choice.
  const Node root = graph.Apply(OpCode::kSqrt, x);
  const Node guarded = graph.Apply(OpCode::kSelect, forward, root, graph.Constant(0));
  EXPECT_EQ(graph[guarded].op, OpCode::kSelect);
}

TEST(Kernel, WhatFollowsFromAChangedLeafIsWhatAllWouldBe) {
  const Chain chain(40, 3);
  NodeShapes shapes;
  shapes.Extend(chain.graph);
  Kernel whole(chain.graph, shapes, chain.roots, 1), part(chain.graph, shapes, chain.roots, 1);
  for (Kernel* kernel : {&whole, &part}) {
    for (const Kernel::Leaf& leaf : kernel->held_leaves()) kernel->values()[leaf.index] = -1;
    for (const Kernel::Leaf& leaf : kernel->stage_leaves(0))
      kernel->values()[leaf.index] = 0.01 * leaf.slot * leaf.slot;
    kernel->RunHeld();
  }
  const std::vector<int32_t> changed = {whole.held_leaves()[3].index, whole.held_leaves()[17].index};
  for (const int32_t leaf : changed) whole.values()[leaf] = part.values()[leaf] = 1;
  whole.RunHeld();
  part.RunHeldAfter(changed);
  whole.RunStage(0);
  part.RunStage(0);
  for (const Node root : chain.roots) {
    EXPECT_EQ(whole.values()[whole.IndexOf(root)], part.values()[part.IndexOf(root)]);
  }
  // One root alone, at another point, and nothing but its own leaves set.
  const std::vector<int32_t> wanted = {part.IndexOf(chain.roots[20])};
  const std::vector<double> before(part.values(), part.values() + part.IndexOf(chain.roots[39]));
  const Kernel::Slice slice = part.SliceOf(wanted);
  for (const Kernel::Leaf& leaf : whole.stage_leaves(0)) whole.values()[leaf.index] = 0.5 * leaf.slot;
  whole.RunStage(0);
  for (size_t i = 0; i < slice.leaves.size(); ++i) {
    const auto leaf = std::find_if(part.stage_leaves(0).begin(), part.stage_leaves(0).end(),
                                   [&](const Kernel::Leaf& known) { return known.index == slice.leaves[i]; });
    part.LeavesOf(slice)[i] = 0.5 * leaf->slot;
  }
  part.RunSlice(slice);
  EXPECT_EQ(slice.leaves.size(), 2U);
  EXPECT_EQ(part.SliceOf({part.IndexOf(chain.roots[21])}).code, slice.code);  // of an equal element
  EXPECT_EQ(part.ValueOf(slice, 0), whole.values()[whole.IndexOf(chain.roots[20])]);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), part.values()));
}

// 1 / a tells the sign of a zero. More values than are remembered.
TEST(Kernel, WhatIsHeldAgainGivesWhatItGave) {
  SsaGraph graph;
  const Node a = graph.Leaf(0, Rank::kHeld, 0), b = graph.Leaf(1, Rank::kHeld, 0), x = graph.Leaf(2, Rank::kVarying, 0);
  const Node inverse = graph.Apply(OpCode::kReciprocal, a);
  const Node sum = graph.Apply(OpCode::kAdd, graph.Apply(OpCode::kMul, a, b), graph.Constant(3));
  const std::vector<Node> roots = {inverse, graph.Apply(OpCode::kMul, sum, x)};
  NodeShapes shapes;
  shapes.Extend(graph);
  Kernel again(graph, shapes, roots, 1);
  const auto run = [&](Kernel& kernel, double of_a, double of_b) {
    kernel.values()[kernel.IndexOf(a)] = of_a;
    kernel.values()[kernel.IndexOf(b)] = of_b;
    kernel.values()[kernel.IndexOf(x)] = 0.5;
    kernel.RunHeld();
    kernel.RunStage(0);
    return std::vector<double>{kernel.values()[kernel.IndexOf(roots[0])], kernel.values()[kernel.IndexOf(roots[1])]};
  };
  for (int round = 0; round < 3; ++round) {
    for (const double of_a : {0.0, -0.0, 1.0, 2.0}) {
      for (const double of_b : {1.0, 2.0, 4.0}) {
        Kernel once(graph, shapes, roots, 1);
        EXPECT_EQ(run(again, of_a, of_b), run(once, of_a, of_b)) << of_a << ", " << of_b;
      }
    }
  }
}

TEST(Kernel, ComputesOnlyWhatIsWanted) {
  const Chain chain(50, 1);
  NodeShapes shapes;
  shapes.Extend(chain.graph);
  const Kernel all(chain.graph, shapes, chain.roots, 1);
  const Kernel one(chain.graph, shapes, {chain.roots[0]}, 1);
  EXPECT_LT(one.operation_count(), 20U);
  EXPECT_GT(all.operation_count(), 400U);
  EXPECT_EQ(one.IndexOf(chain.roots[7]), kNoSlot);
}

}  // namespace
}  // namespace stiction::runtime
