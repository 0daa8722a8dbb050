// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/execute/ssa_graph.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "runtime/execute/operations.h"
#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

bool YieldsTruth(OpCode op) {
  return op == OpCode::kNot || (op >= OpCode::kLt && op <= OpCode::kNe) || op == OpCode::kAnd || op == OpCode::kOr;
}

}  // namespace

uint64_t SsaGraph::KeyHash::operator()(const Key& key) const {
  uint64_t hash = static_cast<uint64_t>(key.op);
  for (const Node operand : {key.a, key.b, key.c}) {
    hash = (hash ^ static_cast<uint32_t>(operand)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

Node SsaGraph::Add(SsaNode node) {
  node.is_finite = IsFinite(node);
  nodes_.push_back(node);
  return static_cast<Node>(nodes_.size() - 1);
}

bool SsaGraph::IsFinite(const SsaNode& node) const {
  if (node.is_leaf()) return node.stage == 0;
  if (node.rank == Rank::kConstant) return std::isfinite(node.value);
  const auto all = [&](std::initializer_list<Node> operands) {
    return std::all_of(operands.begin(), operands.end(),
                       [&](Node operand) { return operand == kNoNode || (*this)[operand].is_finite; });
  };
  switch (node.op) {
    case OpCode::kDiv:
      return nonzero_.Contains(node.b) && (*this)[node.a].is_finite;
    case OpCode::kCopy:
    case OpCode::kNeg:
    case OpCode::kAdd:
    case OpCode::kSub:
    case OpCode::kMul:
    case OpCode::kSelect:
    case OpCode::kAbs:
    case OpCode::kSign:
    case OpCode::kSquare:
    case OpCode::kSin:
    case OpCode::kCos:
    case OpCode::kAtan:
    case OpCode::kTanh:
    case OpCode::kMin:
    case OpCode::kMax:
      return all({node.a, node.b, node.c});
    default:
      return YieldsTruth(node.op);
  }
}

bool SsaGraph::IsUnitScale(Node node) const {
  const SsaNode& n = (*this)[node];
  if (n.rank == Rank::kConstant) return n.value == 0 || n.value == 1 || n.value == -1;
  return n.op == OpCode::kSelect && IsUnitScale(n.b) && IsUnitScale(n.c);
}

SsaGraph::Affine SsaGraph::AffineOf(Node node) {
  const SsaNode n = (*this)[node];
  const auto is_held = [&](Node operand) { return (*this)[operand].rank != Rank::kVarying; };
  if (n.rank != Rank::kVarying) return {kNoNode, Constant(0), node};
  if (!n.is_leaf()) {
    if (n.op == OpCode::kNeg) return {n.a, Constant(-1), Constant(0)};
    if (n.op == OpCode::kSub && is_held(n.b)) return {n.a, Constant(1), Apply(OpCode::kNeg, n.b)};
    if (n.op == OpCode::kSub && is_held(n.a)) return {n.b, Constant(-1), n.a};
    const auto scaled = [&](Node product, Node offset) -> Affine {
      const SsaNode p = (*this)[product];
      if (p.op == OpCode::kMul && !p.is_leaf()) {
        if (is_held(p.b) && IsUnitScale(p.b)) return {p.a, p.b, offset};
        if (is_held(p.a) && IsUnitScale(p.a)) return {p.b, p.a, offset};
      }
      return {product, Constant(1), offset};
    };
    if (n.op == OpCode::kAdd && is_held(n.b)) return scaled(n.a, n.b);
    if (n.op == OpCode::kAdd && is_held(n.a)) return scaled(n.b, n.a);
    if (n.op == OpCode::kMul) return scaled(node, Constant(0));
  }
  return {node, Constant(1), Constant(0)};
}

// @returns kNoNode where it is not the same or would not be less to compute
Node SsaGraph::SplitChoice(Node condition, Node b, Node c) {
  if ((*this)[condition].rank != Rank::kHeld) return kNoNode;
  if ((*this)[b].rank != Rank::kVarying && (*this)[c].rank != Rank::kVarying) return kNoNode;
  const Affine x = AffineOf(b), y = AffineOf(c);
  const Node base = x.base != kNoNode ? x.base : y.base;
  if (y.base != kNoNode && y.base != base) return kNoNode;
  for (const Node finite : {base, x.offset, y.offset}) {
    if (!(*this)[finite].is_finite) return kNoNode;
  }
  const Node scale = Apply(OpCode::kSelect, condition, x.scale, y.scale);
  const Node offset = Apply(OpCode::kSelect, condition, x.offset, y.offset);
  return Apply(OpCode::kAdd, Apply(OpCode::kMul, base, scale), offset);
}

Node SsaGraph::Constant(double value) {
  const auto [known, added] = constants_.Insert(std::bit_cast<uint64_t>(value), kNoNode);
  if (added) {
    SsaNode node;
    node.value = value;
    *known = Add(node);
  }
  return *known;
}

Node SsaGraph::Leaf(Slot slot, Rank rank, int32_t stage) {
  const auto [known, added] = leaves_.Insert((static_cast<int64_t>(stage) << 32) | slot, kNoNode);
  if (added) {
    SsaNode node;
    node.slot = slot;
    node.rank = rank;
    node.stage = stage;
    *known = Add(node);
  }
  return *known;
}

bool SsaGraph::IsConstant(Node node, double value) const {
  return node != kNoNode && (*this)[node].rank == Rank::kConstant && (*this)[node].value == value;
}

bool SsaGraph::IsNegation(Node node) const { return (*this)[node].op == OpCode::kNeg; }

Node SsaGraph::SimplifiedSum(OpCode op, Node a, Node b) {
  const bool subtracts = op == OpCode::kSub;
  if (IsConstant(b, 0)) return a;
  if (IsConstant(a, 0)) return subtracts ? Apply(OpCode::kNeg, b) : b;
  if (IsNegation(b)) return Apply(subtracts ? OpCode::kAdd : OpCode::kSub, a, (*this)[b].a);
  if (IsNegation(a)) {
    const Node inner = (*this)[a].a;
    return subtracts ? Apply(OpCode::kNeg, Apply(OpCode::kAdd, inner, b)) : Apply(OpCode::kSub, b, inner);
  }
  return kNoNode;
}

Node SsaGraph::SimplifiedProduct(OpCode op, Node a, Node b) {
  if (IsConstant(b, 1)) return a;
  if (IsConstant(b, -1)) return Apply(OpCode::kNeg, a);
  if (op == OpCode::kMul) {
    if (IsConstant(a, 1)) return b;
    if (IsConstant(a, -1)) return Apply(OpCode::kNeg, b);
    if (IsConstant(a, 0) || IsConstant(b, 0)) return Constant(0);
  }
  if (IsNegation(a)) return Apply(OpCode::kNeg, Apply(op, (*this)[a].a, b));
  if (IsNegation(b)) return Apply(OpCode::kNeg, Apply(op, a, (*this)[b].a));
  return kNoNode;
}

Node SsaGraph::Simplified(OpCode op, Node a, Node b, Node c) {
  switch (op) {
    case OpCode::kCopy:
      return a;
    case OpCode::kNeg:
      if (IsNegation(a)) return (*this)[a].a;
      if ((*this)[a].op == OpCode::kSub) return Apply(OpCode::kSub, (*this)[a].b, (*this)[a].a);
      return kNoNode;
    case OpCode::kAdd:
    case OpCode::kSub:
      return SimplifiedSum(op, a, b);
    case OpCode::kMul:
    case OpCode::kDiv:
      return SimplifiedProduct(op, a, b);
    case OpCode::kNot:
      return (*this)[a].op == OpCode::kNot && YieldsTruth((*this)[(*this)[a].a].op) ? (*this)[a].a : kNoNode;
    case OpCode::kAnd:
    case OpCode::kOr: {
      const double neutral = op == OpCode::kAnd ? 1 : 0;
      for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
        if ((*this)[one].rank != Rank::kConstant) continue;
        const bool is_neutral = ((*this)[one].value != 0) == (neutral != 0);
        if (!is_neutral) return Constant(1 - neutral);
        if (YieldsTruth((*this)[other].op)) return other;
      }
      return kNoNode;
    }
    case OpCode::kSelect:
      if (b == c) return b;
      if ((*this)[a].rank == Rank::kConstant) return (*this)[a].value != 0 ? b : c;
      return splits_choices_ ? SplitChoice(a, b, c) : kNoNode;
    default:
      return kNoNode;
  }
}

Node SsaGraph::Apply(OpCode op, Node a, Node b, Node c) {
  const auto rank_of = [&](Node node) { return node == kNoNode ? Rank::kConstant : (*this)[node].rank; };
  const Rank rank = std::max({rank_of(a), rank_of(b), rank_of(c)});
  if (rank == Rank::kConstant && op != OpCode::kCopy) {
    double values[4] = {};
    const Node operands[3] = {a, b, c};
    for (int i = 0; i < 3; ++i) {
      if (operands[i] != kNoNode) values[i] = (*this)[operands[i]].value;
    }
    RT_CHECK(ExecuteScalar({op, 3, 0, 1, 2}, values), "operation {} is not scalar", static_cast<int>(op));
    return Constant(values[3]);
  }
  if (const Node simpler = Simplified(op, a, b, c); simpler != kNoNode) return simpler;
  if (IsCommutative(op) && a > b) std::swap(a, b);
  const auto [known, is_new] = found_.Insert({op, a, b, c}, static_cast<Node>(nodes_.size()));
  if (!is_new) return *known;
  SsaNode node;
  node.op = op;
  node.a = a;
  node.b = b;
  node.c = c;
  node.rank = rank;
  for (const Node operand : {a, b, c}) {
    if (operand != kNoNode) node.stage = std::max(node.stage, (*this)[operand].stage);
  }
  return Add(node);
}

}  // namespace stiction::runtime
