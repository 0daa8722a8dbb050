// SPDX-License-Identifier: BSD-3-Clause
// Outcome of solvers of blocks besides the solution, and what they are told.
#pragma once

#include <string>
#include <vector>

#include "runtime/program/program.h"

namespace stiction::runtime {

/// Counts over a whole run; the JSON report's `mixed` (command-line contract).
struct SolveStatistics {
  long linear_solves = 0, newton_iterations = 0;
  long mixed_solves = 0, fixed_point = 0, pivoting = 0, path_following = 0, enumeration = 0, least_norm = 0,
       unsolved = 0;
  long mixed_trials = 0;  // configurations solved, some of them again, until one was consistent

  SolveStatistics& operator-=(const SolveStatistics& other);
};

enum class SolveFailure {
  kSingular,            // a linear block has no solution (residual check failed)
  kNotConverged,        // Newton's method
  kNotFinite,           // a value became infinite or NaN (division by zero, logarithm of a negative number)
  kMixedBlockUnsolved,  // no consistent mode
  kFunctionFailed       // an assertion inside a function
};

/// Why a solve failed, in sentences for the modeller with names and "file:line:column" places.
struct SolveError {
  SolveFailure failure;
  std::string message;
};

class RealPart;

/// A least-norm solution that is to be told if it stays.
struct LeastNormNote {
  RealPart* part;
  std::string text;
};
using LeastNormNotes = std::vector<LeastNormNote>;

/// A left limit, or a relation, that the event iteration has changed.
struct ValueChange {
  Slot slot;
  double before, after;
};
using ValueChanges = std::vector<ValueChange>;

/// A relation that was accepted on a side that its operands contradict, by no more than rounding errors.
struct AcceptedRounding {
  int32_t relation;  // of Program::relations
  double size;       // |left - right|
};

}  // namespace stiction::runtime
