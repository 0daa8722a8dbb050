#include "compiler/lower/time_definitions.h"

namespace stiction {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

void TimeDefinitions::Find(const std::vector<ir::FlatEquation>& equations) {
  found_.assign(context_.dae.variables.size(), kNone);
  first_reader_.assign(context_.dae.variables.size(), kNone);
  for (const ir::FlatEquation& equation : equations) {
    if (equation.kind != ir::FlatEquation::Kind::kEquality || equation.assigned_in_when) continue;
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

const TimeDefinitions::Definition* TimeDefinitions::Of(VariableId v) const {
  const bool is_found = v.index() < found_.size() && found_[v.index()] != kNone;  // derivatives were made later
  return is_found ? &candidates_[static_cast<size_t>(found_[v.index()])].definition : nullptr;
}

bool TimeDefinitions::IsContinuousUnknown(VariableId v) const {
  const ir::DaeVariable& variable = context_.At(v);
  return variable.variability == ir::Variability::kContinuous && variable.type == ScalarType::kReal &&
         context_.IsUnknown(v);
}

void TimeDefinitions::Consider(const ir::FlatEquation& equation, ExprId side, ExprId other) {
  if (!IsVariable(context_.pool(), side)) return;
  const VariableId v(context_.pool()[side].payload);
  if (!IsContinuousUnknown(v) || !FindOperands(other)) return;
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
        if (IsContinuousUnknown(v)) {
          operands_.push_back(v);
        } else if (context_.At(v).variability == ir::Variability::kContinuous) {
          return false;
        }
        continue;
      }
      case Op::kDer:
      case Op::kDelay:
      case Op::kNoEvent:
      case Op::kCall:
      case Op::kCallPartial:
        return false;
      default:
        break;
    }
    // Held between events, whatever it reads.
    const bool is_held = node.type == ScalarType::kBoolean || node.type == ScalarType::kString ||
                         node.op == Op::kSign || node.op == Op::kDivInt || node.op == Op::kCeil ||
                         node.op == Op::kFloor || node.op == Op::kIntegerFloor;
    if (is_held) continue;
    for (const ExprId arg : node.args) {
      if (seen.Insert(arg)) open.push_back(arg);
    }
  }
  return true;
}

}  // namespace stiction
