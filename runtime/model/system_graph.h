// SPDX-License-Identifier: BSD-3-Clause
// The continuous system as a graph of values, and kernels that compute parts of it without the slots.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/execute/kernel.h"
#include "runtime/execute/ssa_graph.h"
#include "runtime/model/system_solver.h"
#include "runtime/program/program.h"
#include "runtime/program/slot_kinds.h"

namespace stiction::runtime {

/// The continuous system, the indicators and the residuals of invariants after it, made once parameters have their
/// values: those are constants of the graph. Explicit code and linear equations for one unknown, x = -r(0) / r', are
/// nodes of it. What is not straight line code (implicit blocks, function calls, code that jumps) stands between stages
/// and works on slots.
class SystemGraph {
 public:
  /// @param slots with the values of parameters
  SystemGraph(const Program& program, const double* slots);

  /// Code that runs after stage k of the graph's stages.
  struct Barrier {
    Slice code;  // the block, the call or the range with jumps
    struct Input {
      Slot slot;
      Node node;
    };
    std::vector<Input> inputs;  // slots that it reads and the graph computes
    std::vector<Node> outputs;  // leaves of stage k + 1
  };

  const Program& program() const { return program_; }
  const SsaGraph& graph() const { return graph_; }
  const std::vector<Barrier>& barriers() const { return barriers_; }
  /// A linear equation for one unknown has no solution of its own where `doubt` is not 0.
  struct Doubt {
    Node divisor, doubt;
  };
  const std::vector<Doubt>& doubts() const { return doubts_; }
  /// Further nodes, for what is derived from the system's.
  Node Apply(OpCode op, Node a, Node b, Node c) { return graph_.Apply(op, a, b, c); }
  Node Constant(double value) { return graph_.Constant(value); }
  /// The value of a slot after the whole system.
  Node NodeOf(Slot slot);
  /// True if the continuous system or the indicators compute it.
  bool IsComputed(Slot slot) const { return kind_of_[static_cast<size_t>(slot)] == SlotKind::kComputed; }
  /// The number of a state by its slot; -1: none.
  int32_t StateOf(Slot slot) const { return state_of_[static_cast<size_t>(slot)]; }
  /// Shapes of all nodes there are now.
  const NodeShapes& Shapes() {
    shapes_.Extend(graph_);
    return shapes_;
  }

 private:
  void Execute(Range range);
  void ExecuteStraight(const Instruction& instruction);
  void SolveScalar(const BlockCode& block);
  void Stop(Slice code, const std::vector<Range>& ranges);
  static bool IsScalarLinear(const Program& program, const BlockCode& block);

  const Program& program_;
  const double* slots_;
  SsaGraph graph_;
  std::vector<SlotKind> kind_of_;
  std::vector<Node> node_of_;  // kNoNode: not computed yet
  std::vector<int32_t> state_of_;
  NodeShapes shapes_;
  std::vector<Barrier> barriers_;
  std::vector<Doubt> doubts_;
};

/// Values that follow from time and states alone, by stage 0 of a kernel.
struct StraightCode {
  Kernel& kernel;
  std::vector<int32_t> states;         // index of each state among the leaves, kNoSlot: none reads it
  int32_t time;                        // of time, likewise
  const std::vector<int32_t>& wanted;  // of what is wanted
};

/// Computes chosen values of the continuous system.
/// The members beyond the usual number are tables of the stages, made once.
class SystemKernel {
 public:
  /// @param slots where Store puts the wanted values; none: nowhere
  SystemKernel(SystemGraph& graph, const std::vector<Node>& wanted, std::vector<Slot> slots = {});

  /// Takes over what is held between events; to be called after each event. @returns whether anything changed
  bool Refresh(const double* slots);

  /// Finds out ahead of the first event what follows from what is held.
  void PrepareRefresh();
  /// The same where at most `touched` slots have other values since.
  bool RefreshTouched(const double* slots, std::span<const Slot> touched);

  /// @param x all states, nx
  /// @param slots, solver for what the graph does not hold
  /// @returns false if the solver of blocks has to look closer: the whole system is to be solved
  bool Run(double t, const double* x, double* slots, SystemSolver& solver);

  /// True if values() are those of t and x, to the bit, with what is held now.
  bool IsAt(double t, const double* x) const;

  /// Straight-line code of the wanted values over time and states. @returns nothing where they need more than that
  std::optional<StraightCode> AsStraightCode();

  /// Slice of the system that computes a few values, on values of its own.
  struct Part {
    Kernel::Slice slice;
    std::vector<int32_t> states;  // that it reads, ascending
    std::vector<int32_t> at;      // which leaves of the slice they are
    int32_t time_at = kNoSlot;    // likewise, of time
  };
  /// @returns nothing if they need more than straight-line code. @param wanted indices into values()
  std::optional<Part> MakePart(const std::vector<int32_t>& wanted);
  /// Computes them alone; values() stay as they are.
  /// @param x only states of the part are read
  /// @returns as Run
  bool Run(const Part& part, double t, const double* x) {
    double* const leaves = kernel_.LeavesOf(part.slice);
    if (part.time_at != kNoSlot) leaves[part.time_at] = t;
    for (size_t i = 0; i < part.at.size(); ++i) leaves[part.at[i]] = x[part.states[i]];
    kernel_.RunSlice(part.slice);
    return is_sound_;
  }
  /// The k-th wanted value of the part run last.
  double ValueOf(const Part& part, size_t k) const { return kernel_.ValueOf(part.slice, k); }

  /// Puts the wanted values into their slots. @returns whether all are finite
  bool Store(double* slots) const;

  /// States that Run reads, ascending.
  const std::vector<int32_t>& states() const { return state_numbers_; }

  const double* values() const { return kernel_.values(); }
  /// Index into values() of the k-th wanted value.
  const std::vector<int32_t>& wanted() const { return wanted_; }
  size_t operation_count() const { return kernel_.operation_count(); }

 private:
  struct Barrier {
    const Slice* code = nullptr;  // none: not needed here
    std::vector<Kernel::Leaf> inputs;
  };
  static std::vector<Node> Roots(SystemGraph& graph, const std::vector<Node>& wanted, std::vector<char>& needed);

  const Program& program_;
  std::vector<char> needed_;  // by barrier
  std::vector<Node> roots_;
  Kernel kernel_;
  std::vector<Barrier> barriers_;
  std::vector<int32_t> wanted_;
  std::vector<Slot> wanted_slots_;
  std::vector<int32_t> state_numbers_;
  struct Copy {
    int32_t state, stride, index, count;
  };
  std::vector<Copy> state_copies_;                     // of every stride-th state from one on
  std::vector<int32_t> held_doubts_, varying_doubts_;  // indices
  std::vector<char> is_held_doubt_;                    // by index; none if there are none
  bool is_always_unsound_ = false;
  bool is_sound_ = true;  // no held doubt
  int32_t time_index_ = kNoSlot;
  std::vector<std::vector<Kernel::Leaf>> loads_;  // per stage, besides time and states
  bool is_simple_ = false;                        // one stage of time and states, without doubts
  void CopyStates(const double* x, double* values) const;
  bool fresh_ = true;
  bool ran_ = false;  // as a whole, and no value has changed since
  void CheckDoubts();
  void CheckDoubtsAfter(int32_t leaf);
  std::span<const int32_t> DoubtsAfter(int32_t leaf);
  std::vector<int32_t> held_leaf_of_slot_;  // kNoSlot: none; made by PrepareRefresh
  std::vector<int32_t> changed_leaves_;
  std::vector<std::pair<int32_t, int32_t>> doubts_after_;  // by leaf, in found_doubts_; -1: not asked yet
  std::vector<int32_t> found_doubts_;
};

}  // namespace stiction::runtime
