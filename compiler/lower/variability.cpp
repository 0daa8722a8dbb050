#include "compiler/lower/variability.h"

#include <algorithm>

#include "compiler/symbolic/rewrite.h"

namespace stiction {

using ir::Op;
using ir::Variability;

Variability VariabilityAnalysis::Of(ir::ExprId e) {
  if (const auto found = known_.find(e); found != known_.end()) return found->second;
  symbolic::ForEachNode(context_.pool(), e, [this](ir::ExprId id) {
    if (!known_.contains(id)) known_.emplace(id, OfNode(context_.pool()[id]));
  });
  return known_.at(e);
}

Variability VariabilityAnalysis::OfNode(const ir::ExprNode& node) {
  switch (node.op) {
    case Op::kVariable:
      return context_.At(ir::VariableId(node.payload)).variability;
    case Op::kTime:
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
  for (const ir::ExprId arg : node.args) most = std::max(most, known_.at(arg));
  return most;
}

}  // namespace stiction
