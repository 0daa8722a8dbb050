// SPDX-License-Identifier: BSD-3-Clause
// One evaluation of a chain of masses, springs and dampers by each executor of the kernel.
#include <benchmark/benchmark.h>

#include <vector>

#include "runtime/execute/kernel.h"

namespace stiction::runtime {
namespace {

void EvaluateChain(benchmark::State& state, Executor executor) {
  const auto count = static_cast<int>(state.range(0));
  SsaGraph graph;
  std::vector<Node> roots;
  const auto position = [&](int i) { return graph.Leaf(2 * i, Rank::kVarying, 0); };
  const auto speed = [&](int i) { return graph.Leaf(2 * i + 1, Rank::kVarying, 0); };
  const auto force = [&](int i) {
    const Node spring =
        graph.Apply(OpCode::kMul, graph.Constant(1000), graph.Apply(OpCode::kSub, position(i), position(i + 1)));
    const Node damper =
        graph.Apply(OpCode::kMul, graph.Constant(0.5), graph.Apply(OpCode::kSub, speed(i), speed(i + 1)));
    return graph.Apply(OpCode::kAdd, spring, damper);
  };
  for (int i = 1; i + 1 < count; ++i) {
    roots.push_back(graph.Apply(OpCode::kDiv, graph.Apply(OpCode::kSub, force(i - 1), force(i)), graph.Constant(3)));
  }
  NodeShapes shapes;
  shapes.Extend(graph);
  Kernel kernel(graph, shapes, roots, 1, executor);
  for (const Kernel::Leaf& leaf : kernel.stage_leaves(0)) kernel.values()[leaf.index] = 0.001 * leaf.slot;
  for (auto _ : state) {
    kernel.RunStage(0);
    benchmark::DoNotOptimize(kernel.values());
  }
  state.counters["ns/operation"] =
      benchmark::Counter(static_cast<double>(kernel.operation_count()) * 1e-9,
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

BENCHMARK_CAPTURE(EvaluateChain, threaded, Executor::kThreaded)->Arg(10)->Arg(100)->Arg(1000);
BENCHMARK_CAPTURE(EvaluateChain, batched, Executor::kBatched)->Arg(10)->Arg(100)->Arg(1000);

}  // namespace
}  // namespace stiction::runtime
