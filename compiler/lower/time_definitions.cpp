// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/time_definitions.h"

#include <algorithm>

namespace stiction {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::VariableId;

void TimeDefinitions::Find(const std::vector<ir::FlatEquation>& equations) {
  found_.assign(context_.dae.variables.size(), kNone);
  first_reader_.assign(context_.dae.variables.size(), kNone);
  is_of_when_.assign(context_.dae.variables.size(), 0);
  for (const ir::FlatEquation& equation : equations) {
    for (const ir::FlatBranch& branch : equation.branches) MarkAssigned(branch.body);
    if (equation.assigned_in_when) is_of_when_[static_cast<size_t>(context_.pool()[equation.left].payload)] = 1;
  }
  for (const ir::FlatEquation& equation : equations) {
    if (equation.kind != ir::FlatEquation::Kind::kEquality || equation.assigned_in_when || equation.partition >= 0) {
      continue;
    }
    Consider(equation, equation.left, equation.right);
    Consider(equation, equation.right, equation.left);
  }
  std::vector<int32_t> ready;
  for (size_t i = 0; i < candidates_.size(); ++i) {
    if (candidates_[i].open == 0) ready.push_back(static_cast<int32_t>(i));
  }
  for (size_t next = 0; next < ready.size(); ++next) {
    const size_t variable = candidates_[static_cast<size_t>(ready[next])].variable.index();
    if (found_[variable] != kNone) continue;
    found_[variable] = ready[next];
    for (int32_t r = first_reader_[variable]; r != kNone; r = readers_[static_cast<size_t>(r)].next) {
      const int32_t reader = readers_[static_cast<size_t>(r)].candidate;
      if (--candidates_[static_cast<size_t>(reader)].open == 0) ready.push_back(reader);
    }
  }
}

void TimeDefinitions::MarkAssigned(const std::vector<ir::FlatEquation>& body) {
  for (const ir::FlatEquation& equation : body) {
    for (const ir::FlatBranch& branch : equation.branches) MarkAssigned(branch.body);
    if (equation.kind == ir::FlatEquation::Kind::kEquality && IsVariable(context_.pool(), equation.left)) {
      is_of_when_[static_cast<size_t>(context_.pool()[equation.left].payload)] = 1;
    }
  }
}

const TimeDefinitions::Definition* TimeDefinitions::Of(VariableId v) const {
  const bool is_found = v.index() < found_.size() && found_[v.index()] != kNone;  // derivatives were made later
  return is_found ? &candidates_[static_cast<size_t>(found_[v.index()])].definition : nullptr;
}

bool TimeDefinitions::IsKnown(ExprId e) {
  return FindOperands(e) && std::ranges::all_of(operands_, [this](VariableId v) { return found_[v.index()] != kNone; });
}

void TimeDefinitions::Consider(const ir::FlatEquation& equation, ExprId side, ExprId other) {
  const ir::ExprPool& pool = context_.pool();
  if (pool[side].op == Op::kNot) side = pool[side].args[0];
  if (!IsVariable(pool, side)) return;
  const VariableId v(pool[side].payload);
  if (!context_.IsUnknown(v) || is_of_when_[v.index()] != 0 || !FindOperands(other)) return;
  const auto number = static_cast<int32_t>(candidates_.size());
  candidates_.push_back({v, {other, &equation}, static_cast<int>(operands_.size())});
  for (const VariableId operand : operands_) {
    int32_t& first = first_reader_[operand.index()];
    readers_.push_back({number, first});
    first = static_cast<int32_t>(readers_.size() - 1);
  }
}

bool TimeDefinitions::FindOperands(ExprId e) {
  const ir::ExprPool& pool = context_.pool();
  ir::NodeMarks& seen = pool.marks();
  seen.Restart(pool.size());
  seen.Insert(e);
  std::vector<ExprId>& open = seen.list();
  open.assign(1, e);
  operands_.clear();
  while (!open.empty()) {
    const ExprNode& node = pool[open.back()];
    open.pop_back();
    switch (node.op) {
      case Op::kVariable: {
        const VariableId v(node.payload);
        if (context_.IsFixedInTime(v) || is_of_when_[v.index()] != 0) continue;
        if (!context_.IsUnknown(v)) return false;
        operands_.push_back(v);
        continue;
      }
      case Op::kDer:
      case Op::kDelay:
      case Op::kTransport:
      case Op::kNoEvent:
      case Op::kCall:
      case Op::kCallPartial:
        return false;
      default:
        break;
    }
    for (const ExprId arg : node.args) {
      if (seen.Insert(arg)) open.push_back(arg);
    }
  }
  return true;
}

}  // namespace stiction
