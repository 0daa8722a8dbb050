#include "runtime/evaluate/kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "runtime/evaluate/operations.h"
#include "runtime/evaluate/sine.h"
#include "runtime/evaluate/vector_clones.h"
#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

constexpr size_t kShortestRun = 4;       // operations; shorter ones are indexed
constexpr size_t kWorthwhileLength = 3;  // of segments on average, for the batched executor

// The loops of one binary operation: operands side by side or one for all, else whatever strides.
#define STICTION_BINARY_LOOP(name, expression)                                                                         \
  STICTION_VECTOR_CLONES void name(double* __restrict d, const double* a, const double* b, ptrdiff_t sa, ptrdiff_t sb, \
                                   ptrdiff_t n) {                                                                      \
    if (sa == 1 && sb == 1) {                                                                                          \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                                              \
        const double x = a[i], y = b[i];                                                                               \
        d[i] = expression;                                                                                             \
      }                                                                                                                \
    } else if (sa == 0 && sb == 1) {                                                                                   \
      const double x = *a;                                                                                             \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                                              \
        const double y = b[i];                                                                                         \
        d[i] = expression;                                                                                             \
      }                                                                                                                \
    } else if (sa == 1 && sb == 0) {                                                                                   \
      const double y = *b;                                                                                             \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                                              \
        const double x = a[i];                                                                                         \
        d[i] = expression;                                                                                             \
      }                                                                                                                \
    } else {                                                                                                           \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                                              \
        const double x = a[i * sa], y = b[i * sb];                                                                     \
        d[i] = expression;                                                                                             \
      }                                                                                                                \
    }                                                                                                                  \
  }
#define STICTION_UNARY_LOOP(name, expression)                                                          \
  STICTION_VECTOR_CLONES void name(double* __restrict d, const double* a, ptrdiff_t sa, ptrdiff_t n) { \
    if (sa == 1) {                                                                                     \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                              \
        const double x = a[i];                                                                         \
        d[i] = expression;                                                                             \
      }                                                                                                \
    } else {                                                                                           \
      for (ptrdiff_t i = 0; i < n; ++i) {                                                              \
        const double x = a[i * sa];                                                                    \
        d[i] = expression;                                                                             \
      }                                                                                                \
    }                                                                                                  \
  }

STICTION_BINARY_LOOP(AddLoop, x + y)
STICTION_BINARY_LOOP(SubLoop, x - y)
STICTION_BINARY_LOOP(MulLoop, x* y)
STICTION_BINARY_LOOP(DivLoop, x / y)
STICTION_UNARY_LOOP(NegLoop, -x)
STICTION_UNARY_LOOP(SquareLoop, x* x)
STICTION_UNARY_LOOP(AbsLoop, std::fabs(x))
STICTION_UNARY_LOOP(SqrtLoop, std::sqrt(x))

STICTION_VECTOR_CLONES bool AnyAbove(const double* a, ptrdiff_t sa, ptrdiff_t n, double limit) {
  size_t above = 0;  // or not a number
  for (ptrdiff_t i = 0; i < n; ++i) above += std::fabs(a[i * sa]) <= limit ? 0 : 1;
  return above != 0;
}

STICTION_VECTOR_CLONES void ReducedSineLoop(double* __restrict d, const double* a, ptrdiff_t sa, ptrdiff_t n) {
  if (sa == 1) {
    for (ptrdiff_t i = 0; i < n; ++i) d[i] = ReducedSine(a[i]);
  } else {
    for (ptrdiff_t i = 0; i < n; ++i) d[i] = ReducedSine(a[i * sa]);
  }
}

void SineLoop(double* __restrict d, const double* a, ptrdiff_t sa, ptrdiff_t n) {
  if (!AnyAbove(a, sa, n, kLargestReducedAngle)) return ReducedSineLoop(d, a, sa, n);
  for (ptrdiff_t i = 0; i < n; ++i) d[i] = Sine(a[i * sa]);
}

STICTION_VECTOR_CLONES void SelectLoop(double* __restrict d, const double* a, const double* b, const double* c,
                                       ptrdiff_t sa, ptrdiff_t sb, ptrdiff_t sc, ptrdiff_t n) {
  if (sa == 1 && sb == 1 && sc == 1) {
    for (ptrdiff_t i = 0; i < n; ++i) {
      const double y = b[i], z = c[i];
      d[i] = a[i] != 0 ? y : z;
    }
  } else if (sa == 1 && sb == 1 && sc == 0) {
    const double z = *c;
    for (ptrdiff_t i = 0; i < n; ++i) {
      const double y = b[i];
      d[i] = a[i] != 0 ? y : z;
    }
  } else if (sa == 1 && sb == 0 && sc == 1) {
    const double y = *b;
    for (ptrdiff_t i = 0; i < n; ++i) {
      const double z = c[i];
      d[i] = a[i] != 0 ? y : z;
    }
  } else {
    for (ptrdiff_t i = 0; i < n; ++i) {
      const double y = b[i * sb], z = c[i * sc];
      d[i] = a[i * sa] != 0 ? y : z;
    }
  }
}

bool IsCommutative(OpCode op) { return op == OpCode::kAdd || op == OpCode::kMul; }

struct Sorted {
  OpCode op;
  uint64_t shape;
  std::array<Node, 3> constants;
  int64_t instance;
  Instruction instruction;
  Node node;
};

/// Where several runs alternate (two equations of one shape in each component), puts them one after the other.
void Unravel(Sorted* group, size_t count) {
  constexpr size_t kMostRuns = 4;
  if (count < 2 * kMostRuns) return;
  const auto breaks = [&](size_t period) {
    size_t result = 0;
    const auto step = [&](size_t i) {
      const Instruction& x = group[i].instruction;
      const Instruction& y = group[i + period].instruction;
      return std::array<int32_t, 3>{y.a - x.a, y.b - x.b, y.c - x.c};
    };
    for (size_t i = 0; i + 2 * period < count; ++i) result += step(i) != step(i + period) ? 1 : 0;
    return result;
  };
  size_t best = 1, least = breaks(1);
  if (least < count / 4) return;  // one run with a few gaps
  for (size_t period = 2; period <= kMostRuns && least > 0; ++period) {
    const size_t now = breaks(period);
    if (2 * now < least) {
      best = period;
      least = now;
    }
  }
  if (best == 1) return;
  std::vector<Sorted> unravelled;
  for (size_t first = 0; first < best; ++first) {
    for (size_t i = first; i < count; i += best) unravelled.push_back(group[i]);
  }
  std::copy(unravelled.begin(), unravelled.end(), group);
}

/// The index of an operand without a node is 0: it is read by nothing.
Slot Operand(Slot slot) { return std::max(slot, 0); }

}  // namespace

void NodeShapes::Extend(const SsaGraph& graph) {
  const size_t count = graph.nodes().size();
  const size_t known = shape.size();
  shape.resize(count);
  instance.resize(count);
  for (size_t i = known; i < count; ++i) {
    const SsaNode& node = graph.nodes()[i];
    uint64_t hash = static_cast<uint64_t>(node.op) + 64 * static_cast<uint64_t>(node.rank);
    int64_t first = node.is_leaf() ? node.slot : std::numeric_limits<int32_t>::max();
    Rank highest = Rank::kConstant;
    std::array<Node, 3> operands = {node.a, node.b, node.c};
    if (IsCommutative(node.op) && node.a != kNoNode && Shape(node.b) < Shape(node.a))
      std::swap(operands[0], operands[1]);
    for (const Node operand : operands) {
      if (operand == kNoNode) continue;
      hash = (hash ^ Shape(operand)) * 0x9e3779b97f4a7c15u;
      hash ^= hash >> 31;
      const Rank rank = graph[operand].rank;
      if (rank < highest) continue;
      const int64_t at = instance[static_cast<size_t>(operand)];
      first = rank > highest ? at : std::min(first, at);
      highest = rank;
    }
    shape[i] = hash;
    instance[i] = first;
  }
}

Kernel::Kernel(const SsaGraph& graph, const NodeShapes& shapes, const std::vector<Node>& roots, int32_t stage_count,
               Executor executor)
    : stage_leaves_(static_cast<size_t>(stage_count)) {
  std::vector<Node> needed = roots;
  for (const Node root : roots) index_of_.emplace(root, kNoSlot);
  for (size_t next = 0; next < needed.size(); ++next) {
    const SsaNode& node = graph[needed[next]];
    for (const Node operand : {node.a, node.b, node.c}) {
      if (operand != kNoNode && index_of_.emplace(operand, kNoSlot).second) needed.push_back(operand);
    }
  }
  std::sort(needed.begin(), needed.end());
  needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
  std::vector<Node> held;
  std::vector<std::vector<Node>> varying(static_cast<size_t>(stage_count));
  for (const Node number : needed) {
    const SsaNode& node = graph[number];
    const auto stage = static_cast<size_t>(node.stage);
    if (node.is_leaf() || node.rank == Rank::kConstant) {
      const auto index = static_cast<int32_t>(values_.size());
      index_of_[number] = index;
      values_.push_back(node.value);
      if (node.rank == Rank::kHeld) held_leaves_.push_back({node.slot, index});
      if (node.rank == Rank::kVarying) stage_leaves_[stage].push_back({node.slot, index});
    } else {
      (node.rank == Rank::kHeld ? held : varying[stage]).push_back(number);
    }
  }
  Schedule(graph, held, shapes, executor, held_);
  for (const std::vector<Node>& nodes : varying) Schedule(graph, nodes, shapes, executor, stages_.emplace_back());
}

int32_t Kernel::IndexOf(Node node) const {
  const auto found = index_of_.find(node);
  return found == index_of_.end() ? kNoSlot : found->second;
}

void Kernel::Schedule(const SsaGraph& graph, const std::vector<Node>& nodes, const NodeShapes& shapes,
                      Executor executor, Part& part) {
  // Levels within the part; operands come first in `nodes`.
  std::unordered_map<Node, size_t> level_of;
  std::vector<std::vector<Node>> levels;
  for (const Node node : nodes) {
    size_t level = 0;
    for (const Node operand : {graph[node].a, graph[node].b, graph[node].c}) {
      const auto found = level_of.find(operand);
      if (found != level_of.end()) level = std::max(level, found->second + 1);
    }
    level_of[node] = level;
    if (levels.size() <= level) levels.resize(level + 1);
    levels[level].push_back(node);
  }
  const auto size_before = static_cast<int32_t>(values_.size());
  values_.resize(values_.size() + nodes.size(), 0.0);
  int32_t next = size_before;
  for (std::vector<Node>& level : levels) {
    // Nodes of the same shape stand together, in the order of their instances: the equations of an array of components
    // then become runs.
    std::vector<Sorted> sorted;
    for (const Node node : level) {
      const auto at = static_cast<size_t>(node);
      Node a = graph[node].a, b = graph[node].b;
      const auto order = [&](Node n) { return std::pair(shapes.Shape(n), shapes.instance[static_cast<size_t>(n)]); };
      if (IsCommutative(graph[node].op) && order(b) < order(a)) std::swap(a, b);
      const auto index = [&](Node n) { return n == kNoNode ? kNoSlot : index_of_.at(n); };
      const auto constant = [&](Node n) { return n != kNoNode && graph[n].rank == Rank::kConstant ? n : kNoNode; };
      sorted.push_back({graph[node].op,
                        shapes.shape[at],
                        {constant(a), constant(b), constant(graph[node].c)},
                        shapes.instance[at],
                        {graph[node].op, kNoSlot, index(a), index(b), index(graph[node].c)},
                        node});
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const Sorted& x, const Sorted& y) {
      return std::tie(x.op, x.shape, x.constants, x.instance) < std::tie(y.op, y.shape, y.constants, y.instance);
    });
    for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
      const auto kind = [&](size_t i) { return std::tie(sorted[i].op, sorted[i].shape, sorted[i].constants); };
      while (end < sorted.size() && kind(end) == kind(begin)) ++end;
      Unravel(sorted.data() + begin, end - begin);
    }
    std::vector<Instruction> run;
    for (Sorted& entry : sorted) {
      index_of_[entry.node] = entry.instruction.dst = next++;
      part.code.push_back(entry.instruction);
      if (!run.empty() && run.back().op != entry.instruction.op) {
        AppendSegments(run, part);
        run.clear();
      }
      run.push_back(entry.instruction);
    }
    AppendSegments(run, part);
  }
  part.is_batched = executor == Executor::kBatched ||
                    (executor == Executor::kByShape && part.code.size() >= kWorthwhileLength * part.segments.size());
}

// Splits equal operations into affine runs and, between them, indexed ones.
void Kernel::AppendSegments(const std::vector<Instruction>& level, Part& part) {
  const size_t count = level.size();
  size_t pending = 0;  // first of those not yet in a segment
  const auto flush = [&](size_t end) {
    if (pending == end) return;
    Segment segment{level[pending].op, false, static_cast<int32_t>(end - pending), level[pending].dst};
    const auto list = [&](Slot Instruction::*operand) {
      const auto begin = static_cast<int32_t>(indices_.size());
      for (size_t i = pending; i < end; ++i) indices_.push_back(Operand(level[i].*operand));
      return begin;
    };
    segment.a = list(&Instruction::a);
    segment.b = list(&Instruction::b);
    segment.c = list(&Instruction::c);
    part.segments.push_back(segment);
    pending = end;
  };
  for (size_t begin = 0; begin < count;) {
    size_t end = begin + 1;
    std::array<int32_t, 3> stride = {0, 0, 0};
    const auto step = [&](size_t i) {
      return std::array<int32_t, 3>{level[i].a - level[i - 1].a, level[i].b - level[i - 1].b,
                                    level[i].c - level[i - 1].c};
    };
    if (end < count) stride = step(end);
    while (end < count && step(end) == stride) ++end;
    if (end - begin < kShortestRun) {
      ++begin;
      continue;
    }
    flush(begin);
    const Instruction& first = level[begin];
    part.segments.push_back({first.op, true, static_cast<int32_t>(end - begin), first.dst, Operand(first.a),
                             Operand(first.b), Operand(first.c), stride[0], stride[1], stride[2]});
    begin = pending = end;
  }
  flush(count);
}

void Kernel::FindReaders() {
  readers_begin_.assign(values_.size() + 1, 0);
  const auto for_each = [&](const auto& visit) {
    for (size_t i = 0; i < held_.code.size(); ++i) {
      const Instruction& at = held_.code[i];
      for (const Slot operand : {at.a, at.b, at.c}) {
        if (operand != kNoSlot) visit(static_cast<size_t>(operand), static_cast<int32_t>(i));
      }
    }
  };
  for_each([&](size_t operand, int32_t) { ++readers_begin_[operand + 1]; });
  for (size_t i = 1; i < readers_begin_.size(); ++i) readers_begin_[i] += readers_begin_[i - 1];
  readers_.resize(static_cast<size_t>(readers_begin_.back()));
  std::vector<int32_t> next(readers_begin_.begin(), readers_begin_.end() - 1);
  for_each([&](size_t operand, int32_t i) { readers_[static_cast<size_t>(next[operand]++)] = i; });
}

// In the order of the code.
const std::vector<Instruction>& Kernel::DownstreamOf(int32_t leaf) {
  const auto found = downstream_.find(leaf);
  if (found != downstream_.end()) return found->second;
  if (readers_begin_.empty()) FindReaders();
  std::vector<int32_t> open{leaf}, numbers;
  std::unordered_set<int32_t> seen;
  while (!open.empty()) {
    const auto index = static_cast<size_t>(open.back());
    open.pop_back();
    for (int32_t k = readers_begin_[index]; k < readers_begin_[index + 1]; ++k) {
      const int32_t reader = readers_[static_cast<size_t>(k)];
      if (!seen.insert(reader).second) continue;
      numbers.push_back(reader);
      open.push_back(held_.code[static_cast<size_t>(reader)].dst);
    }
  }
  std::sort(numbers.begin(), numbers.end());
  std::vector<Instruction> code;
  for (const int32_t number : numbers) code.push_back(held_.code[static_cast<size_t>(number)]);
  return downstream_.emplace(leaf, std::move(code)).first->second;
}

// One leaf after the other: what several lead to ends with the values of all.
void Kernel::RunHeldAfter(const std::vector<int32_t>& changed) {
  double* const values = values_.data();
  for (const int32_t leaf : changed) {
    for (const Instruction& instruction : DownstreamOf(leaf)) ExecuteScalar(instruction, values);
  }
}

Kernel::Slice Kernel::SliceOf(const std::vector<int32_t>& wanted) {
  const Part& part = stages_[0];
  if (producer_.empty()) {
    producer_.assign(values_.size(), -1);
    for (size_t i = 0; i < part.code.size(); ++i) {
      producer_[static_cast<size_t>(part.code[i].dst)] = static_cast<int32_t>(i);
    }
  }
  std::vector<int32_t> open = wanted, numbers;
  Slice slice;
  std::unordered_set<int32_t> seen(wanted.begin(), wanted.end());
  while (!open.empty()) {
    const int32_t index = open.back();
    open.pop_back();
    const int32_t number = producer_[static_cast<size_t>(index)];
    if (number < 0) {
      slice.leaves.push_back(index);
      continue;
    }
    numbers.push_back(number);
    const Instruction& at = part.code[static_cast<size_t>(number)];
    for (const Slot operand : {at.a, at.b, at.c}) {
      if (operand != kNoSlot && seen.insert(operand).second) open.push_back(operand);
    }
  }
  std::sort(numbers.begin(), numbers.end());
  std::sort(slice.leaves.begin(), slice.leaves.end());
  for (const int32_t number : numbers) slice.code.push_back(part.code[static_cast<size_t>(number)]);
  return slice;
}

void Kernel::RunSlice(const Slice& slice) {
  double* const values = values_.data();
  for (const Instruction& instruction : slice.code) ExecuteScalar(instruction, values);
}

size_t Kernel::operation_count() const {
  size_t count = 0;
  for (const Part& part : stages_) count += part.code.size();
  return count;
}

void Kernel::Run(const Part& part) {
  if (part.is_batched) {
    for (const Segment& segment : part.segments) RunSegment(segment);
    return;
  }
  double* const values = values_.data();
  for (const Instruction& instruction : part.code) ExecuteScalar(instruction, values);
}

void Kernel::RunSegment(const Segment& s) {
  double* const v = values_.data();
  const ptrdiff_t n = s.count;
  double* const d = v + s.dst;
  if (s.is_affine) {
    switch (s.op) {
      case OpCode::kAdd:
        return AddLoop(d, v + s.a, v + s.b, s.stride_a, s.stride_b, n);
      case OpCode::kSub:
        return SubLoop(d, v + s.a, v + s.b, s.stride_a, s.stride_b, n);
      case OpCode::kMul:
        return MulLoop(d, v + s.a, v + s.b, s.stride_a, s.stride_b, n);
      case OpCode::kDiv:
        return DivLoop(d, v + s.a, v + s.b, s.stride_a, s.stride_b, n);
      case OpCode::kSelect:
        return SelectLoop(d, v + s.a, v + s.b, v + s.c, s.stride_a, s.stride_b, s.stride_c, n);
      case OpCode::kNeg:
        return NegLoop(d, v + s.a, s.stride_a, n);
      case OpCode::kSquare:
        return SquareLoop(d, v + s.a, s.stride_a, n);
      case OpCode::kAbs:
        return AbsLoop(d, v + s.a, s.stride_a, n);
      case OpCode::kSin:
        return SineLoop(d, v + s.a, s.stride_a, n);
      case OpCode::kSqrt:
        return SqrtLoop(d, v + s.a, s.stride_a, n);
      default:
        for (int32_t i = 0; i < s.count; ++i) {
          ExecuteScalar({s.op, s.dst + i, s.a + i * s.stride_a, s.b + i * s.stride_b, s.c + i * s.stride_c}, v);
        }
        return;
    }
  }
  const int32_t* const a = indices_.data() + s.a;
  const int32_t* const b = indices_.data() + s.b;
  const int32_t* const c = indices_.data() + s.c;
  switch (s.op) {
    case OpCode::kAdd:
      for (ptrdiff_t i = 0; i < n; ++i) d[i] = v[a[i]] + v[b[i]];
      return;
    case OpCode::kSub:
      for (ptrdiff_t i = 0; i < n; ++i) d[i] = v[a[i]] - v[b[i]];
      return;
    case OpCode::kMul:
      for (ptrdiff_t i = 0; i < n; ++i) d[i] = v[a[i]] * v[b[i]];
      return;
    case OpCode::kSelect:
      for (ptrdiff_t i = 0; i < n; ++i) d[i] = v[a[i]] != 0 ? v[b[i]] : v[c[i]];
      return;
    default:
      for (int32_t i = 0; i < s.count; ++i) ExecuteScalar({s.op, s.dst + i, a[i], b[i], c[i]}, v);
  }
}

}  // namespace stiction::runtime
