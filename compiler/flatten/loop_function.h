// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "compiler/ir/instances/instance_tree.h"

namespace stiction::flatten {

/// A loop of an algorithm of a model as a function: where the number of its turns is known during the simulation only,
/// the algorithm cannot be written as one expression for each variable.
struct LoopFunction {
  ir::FunctionInstance function;
  std::vector<ir::BoundPtr>
      arguments;                      // in the order of its inputs: whole variables, `time`, iterators around the loop
  std::vector<ir::BoundPtr> targets;  // in the order of its outputs: whole variables
};

/// @param first_index the first of the iterators of a for-statement that belongs to the function; those before are
/// arguments
/// @throws ExpansionError for what cannot be part of a function
LoopFunction MakeLoopFunction(const ir::InstanceTree& tree, const ir::BoundStatement& loop, size_t first_index);

}  // namespace stiction::flatten
