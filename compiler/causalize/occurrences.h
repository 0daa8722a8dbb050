// SPDX-License-Identifier: BSD-3-Clause
// The variables and derivatives that an expression depends on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/ir/causal/causal_model.h"

namespace stiction {

/// The leaves of an expression whose values a simulation computes, each list ascending and distinct. What stands behind
/// a held relation is no occurrence.
struct Occurrences {
  std::vector<ir::VariableId> variables;
  std::vector<ir::VariableId> pre;  // under pre()
  std::vector<ir::RelationId> relations;
  std::vector<int32_t> held;  // indices of Dae::held_values
  bool reads_time = false;    // time, initial(), terminal() or a sample's tick
};

/// The occurrences in all expressions given. @param found what was in it goes, its memory is used again
void FindOccurrences(const ir::ExprPool& pool, std::span<const ir::ExprId> expressions, Occurrences& found);
Occurrences FindOccurrences(const ir::ExprPool& pool, ir::ExprId expression);

}  // namespace stiction
