// SPDX-License-Identifier: BSD-3-Clause
// What moves with the unknowns of a loop.
#pragma once

#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/ir/causal/causal_model.h"

namespace stiction::emit {

/// The relations that compare a variable with a bound, and the explicit blocks behind a loop by which a bound depends
/// on the unknowns of the loop.
class MovingValues {
 public:
  MovingValues(const ir::Dae& dae, const ir::BlockSystem& system);

  using Bound = std::pair<ir::RelationId, ir::ExprId>;
  /// Relations between the variable itself and another value, with that value.
  const std::vector<Bound>& BoundsOf(ir::VariableId variable) const;

  /// The blocks that have to run again for the value of `e` where the unknowns of system.blocks[loop] change.
  /// @returns none if it does not depend on them, or not by explicit blocks behind the loop alone
  std::set<size_t> BlocksFor(ir::ExprId e, size_t loop) const;

 private:
  const ir::ExprPool& pool_;
  const ir::BlockSystem& system_;
  std::unordered_map<ir::VariableId, size_t> block_of_;
  std::unordered_map<ir::VariableId, std::vector<Bound>> bounds_;
};

}  // namespace stiction::emit
