// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/emit/shared_values.h"

#include <algorithm>

namespace stiction::emit {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;

namespace {

constexpr int32_t kSeveral = -1;
// What an expression is in the block in which it was visited last.
constexpr int32_t kVisited = 1, kOwn = 2, kAlways = 4, kSum = 8, kFlags = 16;

}  // namespace

bool SharedValues::Has(ExprId e, int32_t flag) const {
  const int32_t state = state_[e];
  return state / kFlags == Now() && (state & flag) != 0;
}

void SharedValues::Set(ExprId e, int32_t flag) {
  const int32_t state = state_[e];
  const int32_t of_block = Now() * kFlags;
  state_.Set(e, state >= of_block ? state | flag : of_block | flag);
}

void SharedValues::Own(const ir::Block& block) {
  for (const ir::VariableId v : block.unknowns) block_of_variable_.Set(v, Now());
  for (const ir::RelationId relation : block.relations) block_of_relation_.Set(relation, Now());
  for (const int32_t held : block.held) {
    if (block_of_held_.size() <= static_cast<size_t>(held)) block_of_held_.resize(static_cast<size_t>(held) + 1, 0);
    block_of_held_[static_cast<size_t>(held)] = Now();
  }
}

bool SharedValues::DependsOnBlock(const ExprNode& node) const {
  switch (node.op) {
    case Op::kVariable:
      return block_of_variable_[ir::VariableId(node.payload)] == Now();
    case Op::kRelation:
      return block_of_relation_[ir::RelationId(node.payload)] == Now();
    case Op::kHeld:
      return static_cast<size_t>(node.payload) < block_of_held_.size() &&
             block_of_held_[static_cast<size_t>(node.payload)] == Now();
    default:
      return std::ranges::any_of(node.args, [this](ExprId arg) { return Has(arg, kOwn); });
  }
}

// What runs always first; then the branches, of which one runs.
void SharedValues::Visit(const std::vector<ExprId>& values) {
  visited_.clear();
  std::vector<ExprId> open, branches;
  const auto walk = [&](ExprId from, int32_t flags) {
    open.push_back(from);
    while (!open.empty()) {
      const ExprId e = open.back();
      open.pop_back();
      if (Has(e, kVisited)) continue;
      Set(e, kVisited | flags);
      visited_.push_back(e);
      const ExprNode& node = pool_[e];
      const bool skips = skips_branches_(e);
      for (size_t i = 0; i < node.args.size(); ++i) {
        const bool is_branch = skips && (node.op == Op::kHomotopy ? i == 0 : i > 0);
        (is_branch ? branches : open).push_back(node.args[i]);
      }
    }
  };
  for (const ExprId value : values) walk(value, kAlways);
  while (!branches.empty()) {
    const ExprId branch = branches.back();
    branches.pop_back();
    walk(branch, 0);
  }
  std::ranges::sort(visited_);  // arguments first
}

void SharedValues::MarkSums(const std::vector<ExprId>& sums) {
  std::vector<ExprId> open = sums;
  while (!open.empty()) {
    const ExprId e = open.back();
    open.pop_back();
    const Op op = pool_[e].op;
    if ((op != Op::kAdd && op != Op::kSub && op != Op::kNeg) || Has(e, kSum)) continue;
    Set(e, kSum);
    open.insert(open.end(), pool_[e].args.begin(), pool_[e].args.end());
  }
}

bool SharedValues::IsMovable(ExprId e) const {
  const ExprNode& node = pool_[e];
  if (!Has(e, kAlways) || Has(e, kSum) || node.type != ir::ScalarType::kReal) return false;
  return node.op != Op::kToReal && node.op != Op::kNoEvent && node.op != Op::kSmooth;
}

void SharedValues::Add(const ir::Block& block, const std::vector<ExprId>& values, const std::vector<ExprId>& sums) {
  OfBlock& of_block = blocks_.emplace_back();
  Own(block);
  Visit(values);
  MarkSums(sums);
  const bool is_alone = block.kind != ir::BlockKind::kExplicit;
  for (const ExprId e : visited_) {
    const ExprNode& node = pool_[e];
    if (DependsOnBlock(node)) Set(e, kOwn);
    if (node.args.empty() || Has(e, kOwn)) continue;
    const int32_t user = user_[e];
    if (user != Now()) user_.Set(e, user == 0 ? Now() : kSeveral);
    if (!is_alone) continue;
    of_block.independent.push_back(e);
    if (IsMovable(e)) of_block.movable.push_back(e);
  }
}

std::vector<ExprId> SharedValues::Before(size_t block) const {
  std::vector<ExprId> before;
  for (const ExprId e : blocks_[block].movable) {
    const Op op = pool_[e].op;
    if (user_[e] == kSeveral || op == Op::kCall || op == Op::kCallPartial) before.push_back(e);
  }
  return before;
}

}  // namespace stiction::emit
