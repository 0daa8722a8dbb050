// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/functions.h"

#include "compiler/symbolic/rewrite.h"

namespace stiction {
namespace {

using ir::ExprId;
using ir::ExprNode;
using ir::Op;

void LowerBody(symbolic::Rewriter& rewrite, ir::FunctionBody& body) {
  const auto lower = [&rewrite](ExprId& e) {
    if (e) e = rewrite(e);
  };
  for (ir::FunctionStatement& statement : body) {
    // The value of kCallAssign stays the call that it is: the rewriting of arguments leaves the node's operator alone.
    lower(statement.value);
    lower(statement.target.index);
    for (ir::FunctionTarget& target : statement.targets) lower(target.index);
    for (ExprId& condition : statement.conditions) lower(condition);
    for (ir::FunctionBody& inner : statement.bodies) LowerBody(rewrite, inner);
  }
}

}  // namespace

void LowerFunction(ir::ExprPool& pool, ir::Function& function) {
  symbolic::Rewriter rewrite(pool, [](const ExprNode& node) -> std::optional<ExprId> {
    if (node.op == Op::kNoEvent) return node.args[0];
    if (node.op == Op::kSmooth) return node.args[1];
    return std::nullopt;
  });
  LowerBody(rewrite, function.body);
}

}  // namespace stiction
