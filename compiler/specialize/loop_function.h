// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <vector>

#include "compiler/expand/local_variable.h"
#include "compiler/ir/instances/instance_tree.h"

namespace stiction::flatten {

/// A loop as a function: where the number of its turns is known during the simulation only, it cannot be written as one
/// expression for each variable.
struct LoopFunction {
  ir::FunctionInstance function;
  /// In the order of its inputs: whole variables, `time`, iterators around the loop.
  std::vector<ir::BoundPtr> arguments;
  /// In the order of its outputs: whole variables; of a reduction none.
  std::vector<ir::BoundPtr> targets;
};

/// The loop of an algorithm of a model.
/// @param first_index the first of the iterators of a for-statement that belongs to the function; those before are
/// arguments
/// @throws ExpansionError for what cannot be part of a function
LoopFunction MakeLoopFunction(const ir::InstanceTree& tree, const ir::BoundStatement& loop, size_t first_index);

/// The sum, product, minimum or maximum of a comprehension or of a slice such as `x[1:n]`.
/// @param locals of the function that the call stands in; null: of none
/// @returns nothing for a call over something else
/// @throws ExpansionError for what cannot be part of a function
std::optional<LoopFunction> MakeReduction(const ir::InstanceTree& tree, const std::vector<LocalVariable>* locals,
                                          const ir::BoundExpression& call);

}  // namespace stiction::flatten
