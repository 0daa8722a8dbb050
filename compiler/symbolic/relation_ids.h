// SPDX-License-Identifier: BSD-3-Clause
// Relations by what they compare.
#pragma once

#include "compiler/ir/expr/expr.h"
#include "compiler/support/id_map.h"

namespace stiction::symbolic {

/// Gives relations that hold together one id: `a > b` and `b < a` are the same relation.
class RelationIds {
 public:
  explicit RelationIds(ir::ExprPool& pool) : pool_(pool) {}

  /// The id of `left op right`, which becomes `id` if it had none. @pre op is a relation
  ir::RelationId Insert(ir::Op op, ir::ExprId left, ir::ExprId right, ir::RelationId id) {
    // One form stands for both; its node is the key.
    const bool is_mirrored = right < left || (right == left && ir::Mirrored(op) < op);
    const ir::ExprId node = is_mirrored ? pool_.Binary(ir::Mirrored(op), right, left) : pool_.Binary(op, left, right);
    return *ids_.Insert(node, id).first;
  }

 private:
  ir::ExprPool& pool_;
  IdMap<ir::ExprId, ir::RelationId> ids_;
};

}  // namespace stiction::symbolic
