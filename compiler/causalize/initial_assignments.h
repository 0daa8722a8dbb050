// SPDX-License-Identifier: BSD-3-Clause
// Initial values of discrete variables and of parameters of discrete type.
#pragma once

#include <cstddef>
#include <vector>

#include "compiler/causalize/initial_problem.h"

namespace stiction {

struct InitialAssignments {
  struct Given {
    ir::ExprId value;
    bool is_pre = false;  // of pre(v), before events at the start
  };
  std::vector<char> is_assignment;      // by initial equation: no equation of Real unknowns
  std::vector<Given> given;             // by variable: its initial value, if it is discrete and has one
  std::vector<MatchedUnknown> matched;  // what the initial system computes
};

/// Initial equations of discrete variables are assignments: to a free parameter, or to pre(v) as its start value. Of
/// several for one variable the first is, after its fixed start value; one of pre(v) before one of v, which an event
/// at the start may change. The others are checked.
/// @param declared the number of initial equations that may be assignments: the first ones
/// @errors NotYetSupported, DiscreteEquationNotSolvable, InitialValuesContradict
InitialAssignments AssignDiscreteInitially(InitialProblem& problem, size_t declared);

}  // namespace stiction
