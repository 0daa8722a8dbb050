// Writes a line of what its guards and the slots that it writes need.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/solve/line_graph.h"
#include "runtime/solve/straight_line.h"

namespace stiction::runtime {

class LineEmission {
 public:
  using Guard = StraightLine::Guard;

  /// All of the code but what the line relies on. Guards that others imply are left out.
  /// @param guards in the order of the decisions; operands are nodes
  /// @param written node of each slot written
  StraightLine::Code Emit(LineGraph& graph, const std::vector<Guard>& guards, const std::vector<int32_t>& written);
  /// Slots of what the last code loads, in this order.
  const std::vector<Slot>& loads() const { return loads_; }

 private:
  // Marks of nodes.
  static constexpr uint8_t kNeeded = 1;
  static constexpr uint8_t kNeededLate = 2;   // by what settles whether a residual is small, if by nothing else
  static constexpr uint8_t kFinite = 4;       // because something computed of it is
  static constexpr uint8_t kFoundFinite = 8;  // by a guard

  using Node = LineGraph::Node;
  void Mark(const std::vector<Guard>& guards, const std::vector<int32_t>& written);
  void MarkNode(int32_t node, uint8_t marks) {
    if (node >= 0) graph_->nodes()[static_cast<size_t>(node)].marks |= marks;
  }
  void MarkOperands(const Node& node, uint8_t marks) {
    for (const int32_t operand : {node.a, node.b, node.c}) MarkNode(operand, marks);
  }
  /// Those without which it is not finite.
  void MarkFinite(const Node& node);
  bool IsImplied(const Guard& guard) const {
    return guard.kind == Guard::Kind::kFinite && guard.expected && (graph_->At(guard.a).marks & kFinite) != 0;
  }
  /// No value that passes the guards makes it infinite or NaN.
  bool IsFinite(int32_t node) const;
  /// Likewise a sum of absolute values is one of numbers, of which none is NaN.
  bool IsSize(int32_t node) const;
  bool ZeroSuffices(const Guard& guard) const;

  /// Numbers constants and what is loaded.
  void EmitInputs(StraightLine::Code& code);
  void EmitOperations(StraightLine::Code& code);
  void EmitGuard(Guard guard, StraightLine::Code& code);
  /// For one guard alone, after what is emitted so far. @pre IsMissing(node)
  void EmitLate(int32_t node);
  bool IsMissing(int32_t node) const { return node >= 0 && index_of_[static_cast<size_t>(node)] < 0; }
  int32_t Index(int32_t node) const { return node < 0 ? 0 : index_of_[static_cast<size_t>(node)]; }
  Instruction Numbered(int32_t node) {
    const Node& operation = graph_->At(node);
    const int32_t index = index_of_[static_cast<size_t>(node)] = next_index_++;
    return {operation.op, index, Index(operation.a), Index(operation.b), Index(operation.c)};
  }

  LineGraph* graph_ = nullptr;
  std::vector<int32_t> index_of_;  // by node, -1: none yet
  int32_t next_index_ = 0;
  size_t number_count_ = 0, operation_count_ = 0;
  std::vector<Slot> loads_;
  std::vector<Instruction> late_;
  std::vector<int32_t> computed_late_;  // nodes
};

}  // namespace stiction::runtime
