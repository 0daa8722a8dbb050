// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/degrees.h"

#include <algorithm>

#include "compiler/support/id_map.h"
#include "compiler/symbolic/walk.h"

namespace stiction::symbolic {
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
               std::span<const ir::VariableId> unknowns,
               const std::vector<std::pair<ir::VariableId, ir::ExprId>>& assigned) {
  IdMap<ir::VariableId, int> degree_of_variable;
  for (const ir::VariableId v : unknowns) degree_of_variable.Insert(v, 1);
  IdMap<ir::ExprId, int> degree;  // 0 of what is not in it
  std::vector<int> args;
  const auto degree_of = [&](ir::ExprId e) {
    const int* found = degree.Find(e);
    return found ? *found : 0;
  };
  const auto find = [&](ir::ExprId e) {
    ForEachNode(pool, e, [&](ir::ExprId id) {
      const ir::ExprNode& node = pool[id];
      args.clear();
      for (const ir::ExprId arg : node.args) args.push_back(degree_of(arg));
      const int* variable =
          node.op == ir::Op::kVariable ? degree_of_variable.Find(ir::VariableId(node.payload)) : nullptr;
      const int own = variable ? *variable : Degree(node, args);
      if (own > 0) degree.Insert(id, own);
    });
    return degree_of(e);
  };
  for (const auto& [variable, value] : assigned) degree_of_variable.Insert(variable, find(value));
  return std::ranges::all_of(
      equations, [&](const auto& sides) { return find(sides.first) < kNonlinear && find(sides.second) < kNonlinear; });
}

}  // namespace stiction::symbolic
