// Executable form of an SsaGraph: what is needed of it, sorted so that equal operations run in tight loops.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "runtime/evaluate/ssa_graph.h"

namespace stiction::runtime {

/// How a part of a kernel is run. Both give the same bits.
enum class Executor : uint8_t {
  kByShape,   // what suits: batched if runs are long
  kThreaded,  // one operation after the other
  kBatched    // nodes sorted by level and operation, runs of equal operations as loops
};

/// What nodes look like: equal shapes mean equal operations on operands of equal shapes, up to the values of constants.
/// The instance tells nodes of one shape apart: the first slot in the highest rank they depend on.
struct NodeShapes {
  /// Takes in the nodes that the graph has got since the last call.
  void Extend(const SsaGraph& graph);
  uint64_t Shape(Node node) const { return shape[static_cast<size_t>(node)]; }
  std::vector<uint64_t> shape;
  std::vector<int64_t> instance;
};

/// Computes the roots of a graph on an array of values of its own. A computation has parts: what is held between events
/// first, then one part for each stage; between stages the caller sets what the next one reads.
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

  struct Leaf {
    Slot slot;
    int32_t index;
  };
  /// Leaves of rank kHeld: the caller sets them before RunHeld.
  const std::vector<Leaf>& held_leaves() const { return held_leaves_; }
  /// Varying leaves of a stage: the caller sets them before RunStage.
  const std::vector<Leaf>& stage_leaves(int32_t stage) const { return stage_leaves_[static_cast<size_t>(stage)]; }

  void RunHeld() { Run(held_); }
  /// The same where only these leaves have changed since, indices into values(): what follows from them.
  void RunHeldAfter(const std::vector<int32_t>& changed);
  void RunStage(int32_t stage) { Run(stages_[static_cast<size_t>(stage)]); }

  /// What of stage 0 these values, indices into values(), follow from: its operations in order, and its leaves.
  struct Slice {
    std::vector<Instruction> code;
    std::vector<int32_t> leaves;  // ascending
  };
  Slice SliceOf(const std::vector<int32_t>& wanted);
  /// Computes them alone, in place: other values are then those of another point. @pre leaves are set
  void RunSlice(const Slice& slice);

  /// Operations that each RunStage executes, for all stages together.
  size_t operation_count() const;

 private:
  /// `count` equal operations on values; those of a run have results side by side.
  struct Segment {
    OpCode op;
    bool is_affine;  // operand i of the run is at first + i * stride; else in indices_
    int32_t count;
    int32_t dst;
    int32_t a = 0, b = 0, c = 0;                       // first operands, or where their indices begin
    int32_t stride_a = 0, stride_b = 0, stride_c = 0;  // of an affine run
  };
  struct Part {
    bool is_batched = false;
    std::vector<Instruction> code;  // over indices of values
    std::vector<Segment> segments;
  };

  void Schedule(const SsaGraph& graph, const std::vector<Node>& nodes, const NodeShapes& shapes, Executor executor,
                Part& part);
  void AppendSegments(const std::vector<Instruction>& level, Part& part);
  void Run(const Part& part);
  void FindReaders();
  const std::vector<Instruction>& DownstreamOf(int32_t leaf);
  void RunSegment(const Segment& segment);

  std::unordered_map<Node, int32_t> index_of_;
  std::vector<double> values_;
  std::vector<int32_t> indices_;
  std::vector<Leaf> held_leaves_;
  std::vector<std::vector<Leaf>> stage_leaves_;
  Part held_;
  std::vector<Part> stages_;
  std::vector<int32_t> producer_;  // of each value in stage 0, -1: none; made when first wanted
  // Of the part that is held: instructions by the index of an operand, made when first wanted.
  std::vector<int32_t> readers_, readers_begin_;
  std::unordered_map<int32_t, std::vector<Instruction>> downstream_;  // by leaf
};

}  // namespace stiction::runtime
