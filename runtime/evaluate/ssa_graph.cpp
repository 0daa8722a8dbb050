#include "runtime/evaluate/ssa_graph.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "runtime/evaluate/operations.h"
#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

bool IsCommutative(OpCode op) { return op == OpCode::kAdd || op == OpCode::kMul; }

bool YieldsTruth(OpCode op) {
  return op == OpCode::kNot || (op >= OpCode::kLt && op <= OpCode::kNe) || op == OpCode::kAnd || op == OpCode::kOr;
}

}  // namespace

size_t SsaGraph::KeyHash::operator()(const Key& key) const {
  uint64_t hash = static_cast<uint64_t>(key.op);
  for (const Node operand : {key.a, key.b, key.c}) {
    hash = (hash ^ static_cast<uint32_t>(operand)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return hash;
}

Node SsaGraph::Add(SsaNode node) {
  nodes_.push_back(node);
  return static_cast<Node>(nodes_.size() - 1);
}

Node SsaGraph::Constant(double value) {
  const auto [entry, added] = constants_.emplace(std::bit_cast<uint64_t>(value), kNoNode);
  if (added) {
    SsaNode node;
    node.value = value;
    entry->second = Add(node);
  }
  return entry->second;
}

Node SsaGraph::Leaf(Slot slot, Rank rank, int32_t stage) {
  const auto [entry, added] = leaves_.emplace((static_cast<int64_t>(stage) << 32) | slot, kNoNode);
  if (added) {
    SsaNode node;
    node.slot = slot;
    node.rank = rank;
    node.stage = stage;
    entry->second = Add(node);
  }
  return entry->second;
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
      return kNoNode;
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
  const auto known = found_.find({op, a, b, c});
  if (known != found_.end()) return known->second;
  SsaNode node;
  node.op = op;
  node.a = a;
  node.b = b;
  node.c = c;
  node.rank = rank;
  for (const Node operand : {a, b, c}) {
    if (operand != kNoNode) node.stage = std::max(node.stage, (*this)[operand].stage);
  }
  const Node made = Add(node);
  found_.emplace(Key{op, a, b, c}, made);
  return made;
}

}  // namespace stiction::runtime
