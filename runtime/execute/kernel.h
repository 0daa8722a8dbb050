// SPDX-License-Identifier: BSD-3-Clause
// Executable form of an SsaGraph: what is needed of it, sorted so that equal operations run in tight loops.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/execute/held_code.h"
#include "runtime/execute/ssa_graph.h"
#include "runtime/support/flat_set.h"

namespace stiction::runtime {

/// Executor of a part of a kernel. Both give the same bits.
enum class Executor : uint8_t {
  kByShape,   // what suits: batched if runs are long
  kThreaded,  // one operation after the other
  kBatched    // nodes sorted by level and operation, runs of equal operations as loops
};

/// Shapes of nodes: equal shapes mean equal operations on operands of equal shapes, up to the values of constants. The
/// instance tells nodes of one shape apart: the first slot in the highest rank they depend on.
struct NodeShapes {
  /// Takes in the nodes that the graph has got since the last call.
  void Extend(const SsaGraph& graph);
  uint64_t Shape(Node node) const { return shape[static_cast<size_t>(node)]; }
  std::vector<uint64_t> shape;
  std::vector<int64_t> instance;
};

/// Computes the roots of a graph on an array of values of its own. A computation has parts: what is held between events
/// first, then one part for each stage; between stages the caller sets what the next one reads.
/// One method for each way to run a part and for each step of the construction, hence their number.
class Kernel {
 public:
  /// @param roots nodes whose values are wanted
  /// @param shapes of the graph
  Kernel(const SsaGraph& graph, const NodeShapes& shapes, const std::vector<Node>& roots, int32_t stage_count,
         Executor executor = Executor::kByShape);

  /// Index into values() of a root or leaf; kNoSlot if it is not needed.
  int32_t IndexOf(Node node) const;
  double* values() { return values_.data(); }
  const double* values() const { return values_.data(); }
  int32_t value_count() const { return static_cast<int32_t>(values_.size()); }

  struct Leaf {
    Slot slot;
    int32_t index;
  };
  /// Leaves of rank kHeld: the caller sets them before RunHeld.
  const std::vector<Leaf>& held_leaves() const { return held_leaves_; }
  /// Varying leaves of a stage: the caller sets them before RunStage.
  const std::vector<Leaf>& stage_leaves(int32_t stage) const { return stage_leaves_[static_cast<size_t>(stage)]; }

  void RunHeld() { Run(held_); }
  /// Finds out what follows from which leaf; else the first call of one of these does.
  void PrepareHeld() { ByLeaf(); }
  /// The same where only these leaves have changed since, indices into values(): what follows from them.
  void RunHeldAfter(const std::vector<int32_t>& changed) { ByLeaf().RunAfter(changed, values_.data()); }
  /// Code with all that follows from one of them, in order.
  std::span<const Instruction> HeldCodeWith(int32_t leaf) { return ByLeaf().After(leaf); }
  void RunStage(int32_t stage) { Run(stages_[static_cast<size_t>(stage)]); }

  /// Slice of stage 0 that some values follow from, on values of its own: those of the kernel stay as they are. Its
  /// values are those of `held` first, those of `leaves` then, and what is computed of them.
  struct Slice {
    /// Slices of equal elements have one in common.
    struct Code {
      std::vector<Instruction> instructions;  // in order, over the values of the slice
      std::vector<int32_t> wanted;            // where the values are that were asked for
      bool operator==(const Code&) const = default;
    };
    std::shared_ptr<const Code> code;
    std::vector<int32_t> held;    // indices into values() of what the code reads besides leaves, ascending
    std::vector<int32_t> leaves;  // likewise of leaves of the stage: the caller sets them
  };
  /// @param wanted indices into values()
  Slice SliceOf(const std::vector<int32_t>& wanted);
  /// Leaves of a slice, to be set before RunSlice.
  double* LeavesOf(const Slice& slice) { return slice_values_.data() + slice.held.size(); }
  void RunSlice(const Slice& slice);
  /// The k-th wanted value of the slice run last.
  double ValueOf(const Slice& slice, size_t k) const {
    return slice_values_[static_cast<size_t>(slice.code->wanted[k])];
  }

  /// `count` equal operations on values; those of a run have results side by side.
  struct Segment {
    OpCode op;
    bool is_affine;  // operand i of the run is at first + i * stride; else in indices_
    int32_t count;
    int32_t dst;
    int32_t a = 0, b = 0, c = 0;                       // first operands, or where their indices begin
    int32_t stride_a = 0, stride_b = 0, stride_c = 0;  // of an affine run
    int32_t beside = kNoSlot;                          // of sines: where the cosines go, if they are wanted
  };
  struct Part {
    bool is_batched = false;
    std::vector<Instruction> code;  // over indices of values
    std::vector<Segment> segments;
  };
  const Part& stage(int32_t number) const { return stages_[static_cast<size_t>(number)]; }
  /// Operands of segments that are not affine.
  const std::vector<int32_t>& indices() const { return indices_; }
  /// From now on the cosines of a run of sines of stage 0 are computed with them. @pre the stage is batched
  /// @param dst index of the first sine @param beside index of the first cosine
  /// @returns whether there is such a run
  bool WantCosines(int32_t dst, int32_t count, int32_t beside);
  /// Makes room for further values, 0 now. @returns the index of the first
  int32_t Append(size_t count);

  /// Operations that each RunStage executes, for all stages together.
  size_t operation_count() const;

 private:
  /// The same code as one made before, if there is one.
  std::shared_ptr<const Slice::Code> Shared(Slice::Code code);
  void Schedule(const SsaGraph& graph, const std::vector<Node>& nodes, const NodeShapes& shapes, Executor executor,
                Part& part);
  void AppendSegments(const std::vector<Instruction>& level, Part& part);
  void Run(const Part& part);
  HeldCode& ByLeaf() {
    if (!by_leaf_) by_leaf_.emplace(held_.code, values_.size());
    return *by_leaf_;
  }

  FlatMap<Node, int32_t> index_of_;
  std::vector<double> values_;
  std::vector<int32_t> indices_;
  std::vector<Leaf> held_leaves_;
  std::vector<std::vector<Leaf>> stage_leaves_;
  Part held_;
  std::vector<Part> stages_;
  std::vector<int32_t> producer_;  // of each value in stage 0, < 0: none; made when first wanted
  std::vector<double> slice_values_;
  std::vector<int32_t> slice_places_;  // by index, kNoSlot but while a slice is made
  std::vector<int32_t> slice_found_, slice_numbers_;
  std::vector<std::shared_ptr<const Slice::Code>> slice_codes_;
  std::optional<HeldCode> by_leaf_;  // of the part that is held, made when first wanted
};

}  // namespace stiction::runtime
