// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/lower/effects.h"

#include <set>

#include "compiler/symbolic/build.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {

using ir::ExprId;
using ir::Op;

namespace {

class ImpureSearch {
 public:
  explicit ImpureSearch(LowerContext& context) : context_(context) {}

  bool Function(int32_t function) {
    if (!seen_.insert(function).second) return false;
    const ir::Function& called = context_.dae.functions[static_cast<size_t>(function)];
    return called.is_impure || Body(called.body);
  }

 private:
  bool Calls(ExprId e) {
    bool found = false;
    if (!e) return false;
    symbolic::ForEachNode(context_.pool(), e, [&](ExprId id) {
      const ir::ExprNode& node = context_.pool()[id];
      if (node.op == Op::kCall) found = found || Function(node.payload);
    });
    return found;
  }

  bool Body(const ir::FunctionBody& body) {
    for (const ir::FunctionStatement& statement : body) {
      if (Calls(statement.value)) return true;
      for (const ExprId condition : statement.conditions) {
        if (Calls(condition)) return true;
      }
      for (const ir::FunctionBody& inner : statement.bodies) {
        if (Body(inner)) return true;
      }
    }
    return false;
  }

  LowerContext& context_;
  std::set<int32_t> seen_;
};

}  // namespace

bool IsEffect(const ir::ExprPool& pool, const std::vector<ir::Function>& functions, ExprId condition) {
  return condition && pool[condition].op == Op::kCall &&
         functions[static_cast<size_t>(pool[condition].payload)].is_effect;
}

ExprId Guarded(LowerContext& context, ExprId guard, ExprId condition) {
  ir::ExprPool& pool = context.pool();
  if (!IsEffect(pool, context.dae.functions, condition)) {
    return symbolic::Or(pool, symbolic::Not(pool, guard), condition);
  }
  ir::ExprNode call = pool[condition];
  call.args[0] = symbolic::And(pool, guard, call.args[0]);
  return pool.Make(std::move(call));
}

bool IsImpure(LowerContext& context, ExprId effect) {
  return ImpureSearch(context).Function(context.pool()[effect].payload);
}

}  // namespace stiction
