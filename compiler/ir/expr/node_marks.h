// SPDX-License-Identifier: BSD-3-Clause
// Marks of the nodes visited by a walk over expressions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "compiler/support/ids.h"

namespace stiction::ir {

using ExprId = Id<struct ExprTag>;

/// A set of nodes of one pool. Starting anew costs nothing, so that many short walks share the memory of one mark a
/// node.
class NodeMarks {
 public:
  /// Forgets all marks. @param nodes the size of the pool: the ids that may be marked from here on
  void Restart(size_t nodes) {
    if (mark_.size() < nodes) mark_.resize(std::max(nodes, 2 * mark_.size()), 0);
    if (++now_ == 0) {
      std::fill(mark_.begin(), mark_.end(), 0);
      now_ = 1;
    }
  }
  /// @returns whether the node was not marked
  bool Insert(ExprId id) {
    uint32_t& mark = mark_[id.index()];
    if (mark == now_) return false;
    mark = now_;
    return true;
  }
  /// Memory for the ids that a walk has found; no walk finds anything in it.
  std::vector<ExprId>& list() { return list_; }

 private:
  std::vector<uint32_t> mark_;
  uint32_t now_ = 0;
  std::vector<ExprId> list_;
};

}  // namespace stiction::ir
