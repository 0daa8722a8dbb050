// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/variability.h"

#include <algorithm>
#include <vector>

namespace stiction {

using ir::Op;
using ir::Variability;

Variability VariabilityAnalysis::Of(ir::ExprId e) {
  if (known_.Contains(e)) return known_.At(e);
  const ir::ExprPool& pool = context_.pool();
  std::vector<ir::ExprId> stack{e};
  while (!stack.empty()) {
    const ir::ExprId id = stack.back();
    const size_t before = stack.size();
    for (const ir::ExprId arg : pool[id].args) {
      if (!known_.Contains(arg)) stack.push_back(arg);
    }
    if (stack.size() > before) continue;
    stack.pop_back();
    known_.Insert(id, OfNode(pool[id]));
  }
  return known_.At(e);
}

Variability VariabilityAnalysis::OfNode(const ir::ExprNode& node) {
  switch (node.op) {
    case Op::kVariable:
      return context_.At(ir::VariableId(node.payload)).variability;
    case Op::kTime:
    case Op::kDelayed:
      return Variability::kContinuous;
    case Op::kPre:
    case Op::kInitial:
    case Op::kTerminal:
    case Op::kRelation:
    case Op::kSampleTick:
    case Op::kHeld:
      return Variability::kDiscrete;
    default:
      break;
  }
  Variability most = Variability::kConstant;
  for (const ir::ExprId arg : node.args) most = std::max(most, known_.At(arg));
  return most;
}

}  // namespace stiction
