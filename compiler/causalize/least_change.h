// SPDX-License-Identifier: BSD-3-Clause
// Initial values that are not determined but chosen: the nearest to the start values.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "compiler/causalize/initial_problem.h"

namespace stiction {

/// Finds the blocks of the sorted initial system that have many solutions, and lets chosen start values go over to them
/// as guesses.
/// @param declared the number of initial equations of the model, with those of parameters
/// @param sort sorts the initial system anew, with these ties
/// @errors warns InitialUnderdetermined
void FindLeastChanges(InitialProblem& problem, size_t declared,
                      const std::function<void(const std::vector<BlockTie>&)>& sort);

}  // namespace stiction
