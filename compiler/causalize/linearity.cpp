// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/causalize/linearity.h"

#include <algorithm>

#include "compiler/support/id_map.h"
#include "compiler/symbolic/walk.h"

namespace stiction {
namespace {

constexpr int kNonlinear = 2;

int Degree(const ir::ExprNode& node, const std::vector<int>& args) {
  int highest = 0;
  for (const int degree : args) highest = std::max(highest, degree);
  if (highest == 0) return 0;
  switch (node.op) {
    case ir::Op::kAdd:
    case ir::Op::kSub:
    case ir::Op::kNeg:
    case ir::Op::kToReal:
    case ir::Op::kNoEvent:
    case ir::Op::kSmooth:
    case ir::Op::kHomotopy:
      return highest;
    case ir::Op::kMul:
      return std::min(args[0] + args[1], kNonlinear);
    case ir::Op::kDiv:
      return args[1] == 0 ? highest : kNonlinear;
    case ir::Op::kIf:
      return args[0] == 0 ? highest : kNonlinear;
    default:
      return kNonlinear;
  }
}

}  // namespace

bool AreLinear(const ir::ExprPool& pool, const std::vector<std::pair<ir::ExprId, ir::ExprId>>& equations,
               std::span<const ir::VariableId> unknowns) {
  IdMap<ir::VariableId, bool> is_unknown;
  for (const ir::VariableId v : unknowns) is_unknown.Insert(v, true);
  IdMap<ir::ExprId, int> degree;  // 0 of what is not in it
  const auto degree_of = [&](ir::ExprId id) {
    const int* found = degree.Find(id);
    return found ? *found : 0;
  };
  std::vector<int> args;
  for (const auto& [left, right] : equations) {
    for (const ir::ExprId side : {left, right}) {
      symbolic::ForEachNode(pool, side, [&](ir::ExprId id) {
        const ir::ExprNode& node = pool[id];
        args.clear();
        for (const ir::ExprId arg : node.args) args.push_back(degree_of(arg));
        const bool leaf = node.op == ir::Op::kVariable && is_unknown.Contains(ir::VariableId(node.payload));
        const int own = leaf ? 1 : Degree(node, args);
        if (own > 0) degree.Insert(id, own);
      });
      if (degree_of(side) == kNonlinear) return false;
    }
  }
  return true;
}

}  // namespace stiction
