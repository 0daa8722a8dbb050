// SPDX-License-Identifier: BSD-3-Clause
// Rewriting expressions, and what occurs in them. Each shared node is visited once.
#pragma once

#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "compiler/ir/expr/expr.h"
#include "compiler/support/dense_id_map.h"
#include "compiler/support/id_map.h"
#include "compiler/symbolic/walk.h"

namespace stiction::symbolic {

/// Replaces subexpressions bottom-up. `replace` is asked for every node after its arguments were rewritten (the node is
/// not interned yet); nothing means: build it simplified.
template <class Done>
class BasicRewriter {
 public:
  using Replace = std::function<std::optional<ir::ExprId>(const ir::ExprNode& node)>;
  BasicRewriter(ir::ExprPool& pool, Replace replace) : pool_(pool), replace_(std::move(replace)) {}
  ir::ExprId operator()(ir::ExprId e);

 private:
  ir::ExprPool& pool_;
  Replace replace_;
  Done done_;
};

/// For single expressions, and for most expressions of a model.
using Rewriter = BasicRewriter<IdMap<ir::ExprId, ir::ExprId>>;
using ModelRewriter = BasicRewriter<DenseIdMap<ir::ExprId, ir::ExprId>>;

/// Replaces kVariable leaves. Replacements are not searched again.
ir::ExprId Substitute(ir::ExprPool& pool, ir::ExprId e,
                      const std::unordered_map<ir::VariableId, ir::ExprId>& replacement);

/// The actual expression of each homotopy (MLS 3.7.4.4).
ir::ExprId Actual(ir::ExprPool& pool, ir::ExprId e);

/// The variables that occur as kVariable (not those under kPre), ascending.
std::vector<ir::VariableId> Variables(const ir::ExprPool& pool, ir::ExprId e);
/// The relations that occur as kRelation, ascending.
std::vector<ir::RelationId> Relations(const ir::ExprPool& pool, ir::ExprId e);
bool Contains(const ir::ExprPool& pool, ir::ExprId e, ir::VariableId v);

}  // namespace stiction::symbolic
