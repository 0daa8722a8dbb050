// SPDX-License-Identifier: BSD-3-Clause
// Values that several blocks of a system read and none of them determines. Were they computed within the first block
// that needs them, all others would depend on that block.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "compiler/ir/causal/causal_model.h"
#include "compiler/support/paged_id_map.h"

namespace stiction::emit {

class SharedValues {
 public:
  /// @param skips_branches of a choice whose branches run only where they are chosen
  SharedValues(const ir::ExprPool& pool, std::function<bool(ir::ExprId)> skips_branches)
      : pool_(pool), skips_branches_(std::move(skips_branches)) {}

  /// The next block in order of evaluation.
  /// @param values all that its code computes
  /// @param sums those whose terms tell their rounding errors
  void Add(const ir::Block& block, const std::vector<ir::ExprId>& values, const std::vector<ir::ExprId>& sums);

  /// Ascending: what is computed before a block, as it does not depend on it and others read it, too, or as it is a
  /// call. Not the terms of sums, nor truth values and whole numbers: what opens a gate is seen by the block behind it.
  /// Each block computes these anew.
  /// @pre all blocks were added
  std::vector<ir::ExprId> Before(size_t block) const;
  /// Ascending: all that a block computes and that does not depend on it.
  const std::vector<ir::ExprId>& Independent(size_t block) const { return blocks_[block].independent; }

 private:
  struct OfBlock {
    std::vector<ir::ExprId> independent, movable;  // ascending
  };

  void Own(const ir::Block& block);
  void Visit(const std::vector<ir::ExprId>& values);
  bool DependsOnBlock(const ir::ExprNode& node) const;
  void MarkSums(const std::vector<ir::ExprId>& sums);
  bool IsMovable(ir::ExprId e) const;
  int32_t Now() const { return static_cast<int32_t>(blocks_.size()); }
  bool Has(ir::ExprId e, int32_t flag) const;
  void Set(ir::ExprId e, int32_t flag);

  const ir::ExprPool& pool_;
  std::function<bool(ir::ExprId)> skips_branches_;
  std::vector<OfBlock> blocks_;
  // The number of a block, from 1, that determines it.
  PagedIdMap<ir::VariableId, int32_t, 0> block_of_variable_;
  PagedIdMap<ir::RelationId, int32_t, 0> block_of_relation_;
  std::vector<int32_t> block_of_held_;
  PagedIdMap<ir::ExprId, int32_t, 0> state_;  // the last block that reads it, and what it is there
  PagedIdMap<ir::ExprId, int32_t, 0> user_;   // the first block that reads it; kSeveral
  std::vector<ir::ExprId> visited_;           // in the present block
};

}  // namespace stiction::emit
