// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/system_graph.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <unordered_set>
#include <utility>

#include "runtime/blocks/term_slots.h"
#include "runtime/program/check.h"
#include "runtime/support/append.h"

namespace stiction::runtime {
namespace {

constexpr int32_t kShortCopy = 8;
constexpr double kCancellation = 8 * std::numeric_limits<double>::epsilon();

bool IsStraight(const Instruction& i) { return i.op < OpCode::kCall; }
/// To the bit.
bool Differ(double a, double b) { return std::bit_cast<uint64_t>(a) != std::bit_cast<uint64_t>(b); }

}  // namespace

SystemGraph::SystemGraph(const Program& program, const double* slots)
    : program_(program),
      slots_(slots),
      kind_of_(KindsOfSlots(program)),
      node_of_(program.initial_slots.size(), kNoNode) {
  graph_.Reserve(program.initial_slots.size() / 2);  // the slots of other systems are no values of this one
  graph_.SplitHeldChoices();
  const auto leaf = [&](Slot slot) { node_of_[static_cast<size_t>(slot)] = graph_.Leaf(slot, Rank::kVarying, 0); };
  if (program.time != kNoSlot) leaf(program.time);
  state_of_.assign(program.initial_slots.size(), -1);
  for (size_t i = 0; i < program.states.size(); ++i) {
    leaf(program.states[i].slot);
    state_of_[static_cast<size_t>(program.states[i].slot)] = static_cast<int32_t>(i);
  }
  for (const DelayInfo& delay : program.delays) leaf(delay.value);
  const System& system = program.continuous_system;
  for (size_t b = 0; b < system.blocks.size(); ++b) {
    const BlockCode& block = system.blocks[b];
    if (block.kind == BlockCode::Kind::kExplicit) {
      Execute(block.assign);
    } else if (IsScalarLinear(program, block)) {
      SolveScalar(block);
    } else {
      Slice code;
      code.parts.push_back({b, {}});
      Stop(std::move(code), {block.assign, block.residual, block.jacobian, block.discrete, block.operands});
      for (const int32_t relation : block.relations) {
        const Slot value = program.relations[static_cast<size_t>(relation)].value;
        barriers_.back().outputs.push_back(graph_.Leaf(value, Rank::kVarying, static_cast<int32_t>(barriers_.size())));
        node_of_[static_cast<size_t>(value)] = barriers_.back().outputs.back();
      }
    }
  }
  Execute(program.indicators);
  Execute(program.invariant_code);
}

bool SystemGraph::IsScalarLinear(const Program& program, const BlockCode& block) {
  if (block.kind != BlockCode::Kind::kLinear || !block.is_linear || block.unknowns.size() != 1) return false;
  const auto is_straight = [&](Range range) {
    return std::all_of(program.code.begin() + range.begin, program.code.begin() + range.end, IsStraight);
  };
  return is_straight(block.residual) && is_straight(block.jacobian);
}

Node SystemGraph::NodeOf(Slot slot) {
  Node& node = node_of_[static_cast<size_t>(slot)];
  if (node != kNoNode) return node;
  switch (kind_of_[static_cast<size_t>(slot)]) {
    case SlotKind::kConstant:
      node = graph_.Constant(slots_[slot]);
      break;
    case SlotKind::kHeld:
      node = graph_.Leaf(slot, Rank::kHeld, 0);
      break;
    case SlotKind::kComputed:
    case SlotKind::kIntegrated:
      // Read before it is written: the value of before, as with the tape.
      node = graph_.Leaf(slot, Rank::kVarying, static_cast<int32_t>(barriers_.size()));
      break;
  }
  return node;
}

void SystemGraph::ExecuteStraight(const Instruction& i) {
  const auto operand = [&](Slot slot) { return slot == kNoSlot ? kNoNode : NodeOf(slot); };
  const Node a = operand(i.a), b = operand(i.b), c = operand(i.c);
  node_of_[static_cast<size_t>(i.dst)] = graph_.Apply(i.op, a, b, c);
}

void SystemGraph::Execute(Range range) {
  for (int32_t at = range.begin; at < range.end; ++at) {
    const Instruction& instruction = program_.code[static_cast<size_t>(at)];
    if (IsStraight(instruction)) {
      ExecuteStraight(instruction);
      continue;
    }
    // A call, or code up to where all jumps from it have landed.
    int32_t end = at + 1;
    for (int32_t i = at; i < end; ++i) {
      const Instruction& inside = program_.code[static_cast<size_t>(i)];
      if (IsJump(inside)) end = std::max(end, inside.a);
    }
    Slice code;
    code.whole = {at, end};
    Stop(std::move(code), {{at, end}});
    at = end - 1;
  }
}

// Code that works on slots.
void SystemGraph::Stop(Slice code, const std::vector<Range>& ranges) {
  Barrier barrier;
  barrier.code = std::move(code);
  std::unordered_set<Slot> written, read;
  std::vector<Slot> outputs;
  const auto reads = [&](Slot slot) {
    if (slot == kNoSlot || written.contains(slot) || !read.insert(slot).second) return;
    const Node node = NodeOf(slot);
    const SsaNode& value = graph_[node];
    const bool stands_there = value.rank == Rank::kConstant ? kind_of_[static_cast<size_t>(slot)] == SlotKind::kConstant
                                                            : value.rank == Rank::kHeld && value.slot == slot;
    if (!stands_there) barrier.inputs.push_back({slot, node});
  };
  const auto writes = [&](Slot slot) {
    if (slot != kNoSlot && written.insert(slot).second) outputs.push_back(slot);
  };
  for (const Slice::Part& part : barrier.code.parts) {
    for (const Slot unknown : program_.continuous_system.blocks[part.block].unknowns) writes(unknown);
  }
  for (const Range range : ranges) {
    for (int32_t i = range.begin; i < range.end; ++i) {
      const Instruction& instruction = program_.code[static_cast<size_t>(i)];
      if (instruction.op == OpCode::kCall) {
        const Call& call = program_.calls[static_cast<size_t>(instruction.a)];
        for (const Slot argument : call.arguments) reads(argument);
        for (const Slot result : call.results) writes(result);
      } else if (IsJump(instruction)) {
        reads(instruction.b);
      } else {
        reads(instruction.a);
        reads(instruction.b);
        reads(instruction.c);
        writes(instruction.dst);
      }
    }
  }
  barriers_.push_back(std::move(barrier));
  for (const Slot slot : outputs) {
    const Node leaf = graph_.Leaf(slot, Rank::kVarying, static_cast<int32_t>(barriers_.size()));
    barriers_.back().outputs.push_back(leaf);
    node_of_[static_cast<size_t>(slot)] = leaf;
  }
}

// x = -r(0) / r'. Where r' is nothing but cancellation noise there is no such x: then NaN, and the solver of blocks
// looks closer.
void SystemGraph::SolveScalar(const BlockCode& block) {
  Node& unknown = node_of_[static_cast<size_t>(block.unknowns[0])];
  unknown = graph_.Constant(0);
  for (int32_t i = block.residual.begin; i < block.residual.end; ++i) ExecuteStraight(program_.code[i]);
  const Node residual = NodeOf(block.residuals[0]);
  for (int32_t i = block.jacobian.begin; i < block.jacobian.end; ++i) ExecuteStraight(program_.code[i]);
  Node slope = graph_.Constant(0);
  Node is_noise = graph_.Constant(0);
  const TermFinder in_jacobian(program_, block.jacobian);
  for (const BlockCode::Entry& entry : block.entries) {
    const Node value = NodeOf(entry.slot);
    slope = graph_.Apply(OpCode::kAdd, slope, value);
    const std::vector<Slot> terms = in_jacobian.TermsOf(entry.slot);
    if (terms.size() < 2) continue;
    Node size = graph_.Constant(0);
    for (const Slot term : terms) {
      size = graph_.Apply(OpCode::kAdd, size, graph_.Apply(OpCode::kAbs, NodeOf(term)));
    }
    const Node bound = graph_.Apply(OpCode::kMul, graph_.Constant(kCancellation), size);
    is_noise = graph_.Apply(OpCode::kOr, is_noise, graph_.Apply(OpCode::kLe, graph_.Apply(OpCode::kAbs, value), bound));
  }
  is_noise = graph_.Apply(OpCode::kOr, is_noise, graph_.Apply(OpCode::kEq, slope, graph_.Constant(0)));
  const Node divisor =
      graph_.Apply(OpCode::kSelect, is_noise, graph_.Constant(std::numeric_limits<double>::quiet_NaN()), slope);
  if (!(graph_[is_noise].rank == Rank::kConstant && graph_[is_noise].value == 0)) {
    doubts_.push_back({divisor, is_noise});
  }
  graph_.MarkNonzero(divisor);
  unknown = graph_.Apply(OpCode::kDiv, graph_.Apply(OpCode::kNeg, residual), divisor);
  for (int32_t i = block.residual.begin; i < block.residual.end; ++i) ExecuteStraight(program_.code[i]);
}

std::vector<Node> SystemKernel::Roots(SystemGraph& graph, const std::vector<Node>& wanted, std::vector<char>& needed) {
  std::vector<Node> roots = wanted;
  const SsaGraph& nodes = graph.graph();
  needed.assign(graph.barriers().size(), 0);
  if (needed.empty()) return roots;
  std::vector<char> marked(nodes.nodes().size(), 0);
  for (const Node root : roots) marked[static_cast<size_t>(root)] = 1;
  // Operands come before nodes, and what a barrier reads before what it writes.
  size_t barrier = needed.size();
  const auto visit_barriers = [&](size_t below_stage) {
    while (barrier > below_stage) {
      --barrier;
      const SystemGraph::Barrier& b = graph.barriers()[barrier];
      const bool is_needed = std::ranges::any_of(b.outputs, [&](Node n) { return marked[static_cast<size_t>(n)]; });
      if (!is_needed) continue;
      needed[barrier] = 1;
      for (const SystemGraph::Barrier::Input& input : b.inputs) {
        marked[static_cast<size_t>(input.node)] = 1;
        roots.push_back(input.node);
      }
    }
  };
  // Stage by stage from the last: all nodes of a stage, then the barrier before it.
  std::vector<std::vector<Node>> of_stage(needed.size() + 1);
  for (size_t i = 0; i < nodes.nodes().size(); ++i) {
    of_stage[static_cast<size_t>(nodes.nodes()[i].stage)].push_back(static_cast<Node>(i));
  }
  for (size_t stage = of_stage.size(); stage-- > 0;) {
    for (size_t k = of_stage[stage].size(); k-- > 0;) {
      const Node node = of_stage[stage][k];
      if (!marked[static_cast<size_t>(node)]) continue;
      for (const Node operand : {nodes[node].a, nodes[node].b, nodes[node].c}) {
        if (operand != kNoNode) marked[static_cast<size_t>(operand)] = 1;
      }
    }
    visit_barriers(stage == 0 ? 0 : stage - 1);
  }
  return roots;
}

SystemKernel::SystemKernel(SystemGraph& graph, const std::vector<Node>& wanted, std::vector<Slot> slots)
    : program_(graph.program()),
      roots_(Roots(graph, wanted, needed_)),
      kernel_(graph.graph(), graph.Shapes(), roots_, static_cast<int32_t>(graph.barriers().size()) + 1),
      wanted_slots_(std::move(slots)) {
  for (const Node node : wanted) wanted_.push_back(kernel_.IndexOf(node));
  // Leaves are in the order of the graph, in which states come as the program numbers them.
  for (const Kernel::Leaf& leaf : kernel_.stage_leaves(0)) {
    const int32_t state = graph.StateOf(leaf.slot);
    if (leaf.slot == program_.time) time_index_ = leaf.index;
    if (state < 0) continue;
    state_numbers_.push_back(state);
    Copy* const last = state_copies_.empty() ? nullptr : &state_copies_.back();
    const bool is_next = last != nullptr && last->index + last->count == leaf.index;
    if (is_next && last->count == 1) last->stride = state - last->state;
    if (is_next && last->state + last->count * last->stride == state) {
      ++last->count;
    } else {
      state_copies_.push_back({state, 1, leaf.index, 1});
    }
  }
  for (const SystemGraph::Doubt& doubt : graph.doubts()) {
    if (kernel_.IndexOf(doubt.divisor) == kNoSlot) continue;
    const int32_t index = kernel_.IndexOf(doubt.doubt);
    if (index == kNoSlot) {
      is_always_unsound_ = true;  // the doubt was a constant
    } else {
      (graph.graph()[doubt.doubt].rank == Rank::kVarying ? varying_doubts_ : held_doubts_).push_back(index);
    }
  }
  if (!held_doubts_.empty()) is_held_doubt_.assign(static_cast<size_t>(kernel_.value_count()), 0);
  for (const int32_t doubt : held_doubts_) is_held_doubt_[static_cast<size_t>(doubt)] = 1;
  for (size_t k = 0; k < needed_.size(); ++k) {
    Barrier barrier;
    if (needed_[k]) {
      const SystemGraph::Barrier& from = graph.barriers()[k];
      barrier.code = &from.code;
      for (const SystemGraph::Barrier::Input& input : from.inputs) {
        barrier.inputs.push_back({input.slot, kernel_.IndexOf(input.node)});
      }
    }
    barriers_.push_back(std::move(barrier));
  }
  for (size_t stage = 0; stage <= barriers_.size(); ++stage) {
    std::vector<Kernel::Leaf>& loads = loads_.emplace_back();
    for (const Kernel::Leaf& leaf : kernel_.stage_leaves(static_cast<int32_t>(stage))) {
      const bool is_point = leaf.slot == program_.time || graph.StateOf(leaf.slot) >= 0;
      if (!is_point) loads.push_back(leaf);
    }
  }
  is_simple_ = barriers_.empty() && loads_[0].empty() && varying_doubts_.empty();
}

std::optional<SystemKernel::Part> SystemKernel::MakePart(const std::vector<int32_t>& wanted) {
  if (!is_simple_) return std::nullopt;
  Part part;
  part.slice = kernel_.SliceOf(wanted);
  for (size_t i = 0; i < part.slice.leaves.size(); ++i) {
    const int32_t index = part.slice.leaves[i];
    if (index == time_index_) part.time_at = static_cast<int32_t>(i);
    const auto copy = std::ranges::find_if(
        state_copies_, [&](const Copy& run) { return run.index <= index && index < run.index + run.count; });
    if (copy == state_copies_.end()) continue;
    part.states.push_back(copy->state + (index - copy->index) * copy->stride);
    part.at.push_back(static_cast<int32_t>(i));
  }
  return part;
}

bool SystemKernel::Store(double* slots) const {
  const double* const values = kernel_.values();
  double probe = 0;  // stays zero unless a value is infinite or NaN
  for (size_t k = 0; k < wanted_slots_.size(); ++k) {
    const double value = values[wanted_[k]];
    slots[wanted_slots_[k]] = value;
    probe += value * 0.0;
  }
  return probe == 0;
}

bool SystemKernel::Refresh(const double* slots) {
  double* const values = kernel_.values();
  bool changed = std::exchange(fresh_, false);
  for (const Kernel::Leaf& leaf : kernel_.held_leaves()) {
    if (!Differ(values[leaf.index], slots[leaf.slot])) continue;
    values[leaf.index] = slots[leaf.slot];
    changed = true;
  }
  if (!changed) return false;
  kernel_.RunHeld();
  ran_ = false;
  CheckDoubts();
  return true;
}

void SystemKernel::PrepareRefresh() {
  if (!held_leaf_of_slot_.empty()) return;
  held_leaf_of_slot_.assign(program_.initial_slots.size(), kNoSlot);
  for (const Kernel::Leaf& leaf : kernel_.held_leaves()) {
    held_leaf_of_slot_[static_cast<size_t>(leaf.slot)] = leaf.index;
  }
  kernel_.PrepareHeld();
  if (!held_doubts_.empty()) doubts_after_.resize(static_cast<size_t>(kernel_.value_count()), {-1, -1});
}

bool SystemKernel::RefreshTouched(const double* slots, std::span<const Slot> touched) {
  const std::vector<Kernel::Leaf>& leaves = kernel_.held_leaves();
  if (fresh_ || leaves.size() <= touched.size()) return Refresh(slots);
  PrepareRefresh();
  double* const values = kernel_.values();
  changed_leaves_.clear();
  for (const Slot slot : touched) {
    const int32_t leaf = held_leaf_of_slot_[static_cast<size_t>(slot)];
    if (leaf == kNoSlot || !Differ(values[leaf], slots[slot])) continue;
    values[leaf] = slots[slot];
    Append(changed_leaves_, leaf);
  }
  if (changed_leaves_.empty()) return false;
  ran_ = false;
  kernel_.RunHeldAfter(changed_leaves_);
  if (!is_sound_) {
    CheckDoubts();
  } else if (!held_doubts_.empty()) {
    for (const int32_t leaf : changed_leaves_) CheckDoubtsAfter(leaf);
  }
  return true;
}

// @pre all others are none
void SystemKernel::CheckDoubtsAfter(int32_t leaf) {
  const double* const values = kernel_.values();
  for (const int32_t doubt : DoubtsAfter(leaf)) is_sound_ = is_sound_ && values[doubt] == 0;
}

std::span<const int32_t> SystemKernel::DoubtsAfter(int32_t leaf) {
  auto& [begin, end] = doubts_after_[static_cast<size_t>(leaf)];
  if (begin < 0) [[unlikely]] {
    if (found_doubts_.size() > doubts_after_.size()) {
      found_doubts_.clear();
      std::ranges::fill(doubts_after_, std::pair(-1, -1));
    }
    begin = static_cast<int32_t>(found_doubts_.size());
    for (const Instruction& at : kernel_.HeldCodeWith(leaf)) {
      if (is_held_doubt_[static_cast<size_t>(at.dst)] != 0) found_doubts_.push_back(at.dst);
    }
    end = static_cast<int32_t>(found_doubts_.size());
  }
  return std::span(found_doubts_).subspan(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
}

void SystemKernel::CheckDoubts() {
  const double* const values = kernel_.values();
  is_sound_ = !is_always_unsound_;
  for (const int32_t doubt : held_doubts_) is_sound_ = is_sound_ && values[doubt] == 0;
}

bool SystemKernel::IsAt(double t, const double* x) const {
  if (wanted_.empty()) return is_sound_;
  if (!ran_ || !is_sound_) return false;
  const double* const values = kernel_.values();
  if (time_index_ != kNoSlot && Differ(values[time_index_], t)) return false;
  for (const Copy& copy : state_copies_) {
    const double* from = x + copy.state;
    if (copy.stride == 1 && copy.count >= kShortCopy) {
      if (std::memcmp(values + copy.index, from, static_cast<size_t>(copy.count) * sizeof *from) != 0) return false;
      continue;
    }
    bool any = false;
    for (int32_t i = 0; i < copy.count; ++i, from += copy.stride) any |= Differ(values[copy.index + i], *from);
    if (any) return false;
  }
  return true;
}

void SystemKernel::CopyStates(const double* x, double* values) const {
  for (const Copy& copy : state_copies_) {
    const double* from = x + copy.state;
    double* const to = values + copy.index;
    if (copy.stride == 1 && copy.count >= kShortCopy) {
      std::copy_n(from, copy.count, to);
    } else {
      for (int32_t i = 0; i < copy.count; ++i, from += copy.stride) to[i] = *from;
    }
  }
}

std::optional<StraightCode> SystemKernel::AsStraightCode() {
  if (!is_simple_ || !is_sound_) return std::nullopt;
  std::vector<int32_t> states(program_.states.size(), kNoSlot);
  for (const Copy& copy : state_copies_) {
    int32_t state = copy.state;
    for (int32_t i = 0; i < copy.count; ++i, state += copy.stride) states[static_cast<size_t>(state)] = copy.index + i;
  }
  return StraightCode{kernel_, std::move(states), time_index_, wanted_};
}

bool SystemKernel::Run(double t, const double* x, double* slots, SystemSolver& solver) {
  if (!is_sound_ || wanted_.empty()) return is_sound_;
  double* const values = kernel_.values();
  if (time_index_ != kNoSlot) values[time_index_] = t;
  CopyStates(x, values);
  if (is_simple_) {
    kernel_.RunStage(0);
    ran_ = true;
    return true;
  }
  for (size_t stage = 0;; ++stage) {
    for (const Kernel::Leaf& leaf : loads_[stage]) values[leaf.index] = slots[leaf.slot];
    kernel_.RunStage(static_cast<int32_t>(stage));
    if (stage == barriers_.size()) break;
    const Barrier& barrier = barriers_[stage];
    if (barrier.code == nullptr) continue;
    for (const Kernel::Leaf& input : barrier.inputs) slots[input.slot] = values[input.index];
    if (solver.Solve(*barrier.code, slots)) return false;
  }
  return std::ranges::all_of(varying_doubts_, [&](int32_t i) { return values[i] == 0; });
}

}  // namespace stiction::runtime
