#include "runtime/evaluate/kernel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <random>

#include "runtime/evaluate/operations.h"

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
