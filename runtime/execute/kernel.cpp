// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/kernel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <tuple>
#include <utility>

#include "runtime/execute/kernel_loops.h"
#include "runtime/execute/operations.h"
#include "runtime/program/check.h"
#include "runtime/support/vector_clones.h"

namespace stiction::runtime {
namespace {

constexpr size_t kShortestRun = 4;               // operations; shorter ones are indexed
constexpr size_t kWorthwhileLength = 3;          // of segments on average, for the batched executor
constexpr int32_t kNoProducer = -1, kLeaf = -2;  // in place of the number of an instruction
constexpr size_t kMaxSliceCodes = 64;            // that are compared with that of a new slice

struct Sorted {
  OpCode op;
  uint64_t shape;
  std::array<Node, 3> constants;
  int64_t instance;
  Instruction instruction;
  Node node;
};

/// Puts several runs that alternate (two equations of one shape in each component) one after the other.
void Unravel(Sorted* group, size_t count) {
  constexpr size_t kMaxRuns = 4;
  if (count < 2 * kMaxRuns) return;
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
  for (size_t period = 2; period <= kMaxRuns && least > 0; ++period) {
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
  for (const Node root : roots) index_of_.Insert(root, kNoSlot);
  for (size_t next = 0; next < needed.size(); ++next) {
    const SsaNode& node = graph[needed[next]];
    for (const Node operand : {node.a, node.b, node.c}) {
      if (operand != kNoNode && index_of_.Insert(operand, kNoSlot).second) needed.push_back(operand);
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
  const int32_t* const index = index_of_.Find(node);
  return index == nullptr ? kNoSlot : *index;
}

void Kernel::Schedule(const SsaGraph& graph, const std::vector<Node>& nodes, const NodeShapes& shapes,
                      Executor executor, Part& part) {
  // Levels within the part; operands come first in `nodes`.
  FlatMap<Node, size_t> level_of;
  std::vector<std::vector<Node>> levels;
  for (const Node node : nodes) {
    size_t level = 0;
    for (const Node operand : {graph[node].a, graph[node].b, graph[node].c}) {
      const size_t* const below = operand == kNoNode ? nullptr : level_of.Find(operand);
      if (below != nullptr) level = std::max(level, *below + 1);
    }
    level_of.Insert(node, level);
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
      const auto index = [&](Node n) { return n == kNoNode ? kNoSlot : IndexOf(n); };
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
                    (executor != Executor::kThreaded && part.code.size() >= kWorthwhileLength * part.segments.size());
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

Kernel::Slice Kernel::SliceOf(const std::vector<int32_t>& wanted) {
  const Part& part = stages_[0];
  if (producer_.empty()) {
    producer_.assign(values_.size(), kNoProducer);
    for (size_t i = 0; i < part.code.size(); ++i) {
      producer_[static_cast<size_t>(part.code[i].dst)] = static_cast<int32_t>(i);
    }
    for (const Leaf& leaf : stage_leaves_[0]) producer_[static_cast<size_t>(leaf.index)] = kLeaf;
    slice_places_.assign(values_.size(), kNoSlot);
  }
  Slice slice;
  std::vector<int32_t>&found = slice_found_, &numbers = slice_numbers_;
  found.clear();
  numbers.clear();
  const auto find = [&](int32_t index) {
    int32_t& place = slice_places_[static_cast<size_t>(index)];
    if (place == kNoSlot) found.push_back(index);
    place = 0;
  };
  for (const int32_t index : wanted) find(index);
  for (size_t next = 0; next < found.size(); ++next) {
    const int32_t number = producer_[static_cast<size_t>(found[next])];
    if (number < 0) {
      (number == kLeaf ? slice.leaves : slice.held).push_back(found[next]);
      continue;
    }
    numbers.push_back(number);
    const Instruction& at = part.code[static_cast<size_t>(number)];
    for (const Slot operand : {at.a, at.b, at.c}) {
      if (operand != kNoSlot) find(operand);
    }
  }
  for (std::vector<int32_t>* list : {&slice.held, &slice.leaves, &numbers}) std::sort(list->begin(), list->end());
  int32_t places = 0;
  for (const std::vector<int32_t>* list : {&slice.held, &slice.leaves}) {
    for (const int32_t index : *list) slice_places_[static_cast<size_t>(index)] = places++;
  }
  const auto place = [&](int32_t index) {
    return index == kNoSlot ? kNoSlot : slice_places_[static_cast<size_t>(index)];
  };
  Slice::Code code;
  code.instructions.reserve(numbers.size());
  for (const int32_t number : numbers) {
    const Instruction& at = part.code[static_cast<size_t>(number)];
    slice_places_[static_cast<size_t>(at.dst)] = places;
    code.instructions.push_back({at.op, places++, place(at.a), place(at.b), place(at.c)});
  }
  code.wanted.reserve(wanted.size());
  for (const int32_t index : wanted) code.wanted.push_back(place(index));
  for (const int32_t index : found) slice_places_[static_cast<size_t>(index)] = kNoSlot;
  if (slice_values_.size() < found.size()) slice_values_.resize(found.size());
  slice.code = Shared(std::move(code));
  return slice;
}

std::shared_ptr<const Kernel::Slice::Code> Kernel::Shared(Slice::Code code) {
  const auto is_same = [&](const std::shared_ptr<const Slice::Code>& known) { return *known == code; };
  const auto known = std::find_if(slice_codes_.begin(), slice_codes_.end(), is_same);
  if (known != slice_codes_.end()) return *known;
  auto made = std::make_shared<const Slice::Code>(std::move(code));
  if (slice_codes_.size() < kMaxSliceCodes) slice_codes_.push_back(made);
  return made;
}

void Kernel::RunSlice(const Slice& slice) {
  double* const values = slice_values_.data();
  double* to = values;
  for (const int32_t index : slice.held) *to++ = values_[static_cast<size_t>(index)];
  for (const Instruction& instruction : slice.code->instructions) ExecuteScalar(instruction, values);
}

bool Kernel::WantCosines(int32_t dst, int32_t count, int32_t beside) {
  std::vector<Segment>& segments = stages_[0].segments;
  const auto run = std::find_if(segments.begin(), segments.end(), [&](const Segment& segment) {
    return segment.op == OpCode::kSin && segment.is_affine && segment.dst == dst && segment.count == count;
  });
  if (run == segments.end()) return false;
  run->beside = beside;
  return true;
}

int32_t Kernel::Append(size_t count) {
  const auto first = static_cast<int32_t>(values_.size());
  values_.resize(values_.size() + count, 0.0);
  return first;
}

size_t Kernel::operation_count() const {
  size_t count = 0;
  for (const Part& part : stages_) count += part.code.size();
  return count;
}

namespace {

// Longer than a screen: one case for each operation.
STICTION_VECTOR_CLONES void RunSegments(const std::vector<Kernel::Segment>& segments, const int32_t* indices,
                                        double* v) {
  for (const Kernel::Segment& s : segments) {
    const ptrdiff_t n = s.count;
    double* const d = v + s.dst;
    if (s.is_affine) {
      switch (s.op) {
        case OpCode::kAdd:
          AddLoop(d, v + s.a, v + s.b, s.stride_a, s.stride_b, n);
          break;
        case OpCode::kSub:
          SubLoop(d, v + s.a, v + s.b, s.stride_a, s.stride_b, n);
          break;
        case OpCode::kMul:
          MulLoop(d, v + s.a, v + s.b, s.stride_a, s.stride_b, n);
          break;
        case OpCode::kDiv:
          DivLoop(d, v + s.a, v + s.b, s.stride_a, s.stride_b, n);
          break;
        case OpCode::kSelect:
          SelectLoop(d, v + s.a, v + s.b, v + s.c, s.stride_a, s.stride_b, s.stride_c, n);
          break;
        case OpCode::kNeg:
          NegLoop(d, v + s.a, s.stride_a, n);
          break;
        case OpCode::kSquare:
          SquareLoop(d, v + s.a, s.stride_a, n);
          break;
        case OpCode::kAbs:
          AbsLoop(d, v + s.a, s.stride_a, n);
          break;
        case OpCode::kSqrt:
          SqrtLoop(d, v + s.a, s.stride_a, n);
          break;
        case OpCode::kSin:
          if (s.beside == kNoSlot) {
            SineLoop(d, v + s.a, s.stride_a, n);
          } else {
            SineAndCosineLoop(d, v + s.beside, v + s.a, s.stride_a, n);
          }
          break;
        default:
          for (int32_t i = 0; i < s.count; ++i) {
            ExecuteScalar({s.op, s.dst + i, s.a + i * s.stride_a, s.b + i * s.stride_b, s.c + i * s.stride_c}, v);
          }
          break;
      }
      continue;
    }
    const int32_t* const a = indices + s.a;
    const int32_t* const b = indices + s.b;
    const int32_t* const c = indices + s.c;
    switch (s.op) {
      case OpCode::kAdd:
        for (ptrdiff_t i = 0; i < n; ++i) d[i] = v[a[i]] + v[b[i]];
        break;
      case OpCode::kSub:
        for (ptrdiff_t i = 0; i < n; ++i) d[i] = v[a[i]] - v[b[i]];
        break;
      case OpCode::kMul:
        for (ptrdiff_t i = 0; i < n; ++i) d[i] = v[a[i]] * v[b[i]];
        break;
      case OpCode::kSelect:
        for (ptrdiff_t i = 0; i < n; ++i) d[i] = v[a[i]] != 0 ? v[b[i]] : v[c[i]];
        break;
      default:
        for (int32_t i = 0; i < s.count; ++i) ExecuteScalar({s.op, s.dst + i, a[i], b[i], c[i]}, v);
        break;
    }
  }
}

}  // namespace

void Kernel::Run(const Part& part) {
  double* const values = values_.data();
  if (part.is_batched) return RunSegments(part.segments, indices_.data(), values);
  for (const Instruction& instruction : part.code) ExecuteScalar(instruction, values);
}

}  // namespace stiction::runtime
