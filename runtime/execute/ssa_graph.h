// SPDX-License-Identifier: BSD-3-Clause
// Straight-line code as a graph of values: what is the same is one node, what is constant is folded.
#pragma once

#include <cstdint>
#include <vector>

#include "runtime/program/program.h"
#include "runtime/support/flat_set.h"

namespace stiction::runtime {

using Node = int32_t;
constexpr Node kNoNode = -1;

/// True if the order of the operands does not matter.
inline bool IsCommutative(OpCode op) { return op == OpCode::kAdd || op == OpCode::kMul; }

/// When a node may change.
enum class Rank : uint8_t {
  kConstant,  // never
  kHeld,      // at events
  kVarying    // with time and states
};

struct SsaNode {
  OpCode op = OpCode::kCopy;  // of a leaf: kCopy without operands
  Node a = kNoNode, b = kNoNode, c = kNoNode;
  Slot slot = kNoSlot;  // of a leaf: what it stands for
  double value = 0;     // kConstant
  Rank rank = Rank::kConstant;
  int32_t stage = 0;       // the first stage of the computation in which it is known
  bool is_finite = false;  // whenever states and time are
  bool is_leaf() const { return slot != kNoSlot; }
};

/// Nodes are numbered so that operands come first. Simplifies by identities that hold exactly in floating-point
/// arithmetic for finite values (the sign of a zero aside), so that the value of a node is the value of the code it was
/// made from.
class SsaGraph {
 public:
  Node Constant(double value);
  /// The value of a slot that no code of the graph computes. One node for each slot and stage.
  Node Leaf(Slot slot, Rank rank, int32_t stage);
  /// @pre op is a scalar operation (ExecuteScalar)
  Node Apply(OpCode op, Node a, Node b = kNoNode, Node c = kNoNode);

  /// From now on a choice that is held between events is a factor and a summand where that gives the same value:
  /// `if c then x - f else x + f` is x + g, `if c then x else 0` is g x. What is held is computed after events only.
  /// @pre no infinite or invalid value is behind a choice unless the graph says so (SsaNode::is_finite)
  void SplitHeldChoices() { splits_choices_ = true; }
  /// Makes room for so many operations.
  void Reserve(size_t count) {
    nodes_.reserve(count);
    found_.Reserve(count);
  }
  /// Tells that the node is neither 0 nor invalid in a value that is used.
  void MarkNonzero(Node node) { nonzero_.Insert(node); }

  const std::vector<SsaNode>& nodes() const { return nodes_; }
  const SsaNode& operator[](Node node) const { return nodes_[static_cast<size_t>(node)]; }

 private:
  struct Key {
    OpCode op;
    Node a, b, c;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    uint64_t operator()(const Key& key) const;
  };

  bool IsConstant(Node node, double value) const;
  bool IsNegation(Node node) const;
  /// An existing or simpler node for the operation, if there is one.
  Node Simplified(OpCode op, Node a, Node b, Node c);
  Node SimplifiedSum(OpCode op, Node a, Node b);
  Node SimplifiedProduct(OpCode op, Node a, Node b);
  Node Add(SsaNode node);
  bool IsFinite(const SsaNode& node) const;

  /// base * scale + offset, exactly: scale is -1, 0 or 1, and scale and offset are held.
  struct Affine {
    Node base = kNoNode, scale = kNoNode, offset = kNoNode;
  };
  bool IsUnitScale(Node node) const;
  Affine AffineOf(Node node);
  Node SplitChoice(Node condition, Node b, Node c);

  std::vector<SsaNode> nodes_;
  FlatMap<Key, Node, KeyHash> found_;
  FlatMap<uint64_t, Node> constants_;  // by bits
  FlatMap<int64_t, Node> leaves_;      // by stage and slot
  FlatSet<Node> nonzero_;
  bool splits_choices_ = false;
};

}  // namespace stiction::runtime
