// SPDX-License-Identifier: BSD-3-Clause
// Consistent values at the start: parameters, start values, then the initial system (MLS 8.6).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/execute/tape.h"
#include "runtime/model/system_solver.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// The reason why there is no consistent start.
struct InitializationFailure {
  std::optional<SolveFailure> failure;  // of the initial system; nothing: a parameter or a check failed
  std::string message;                  // names equations and variables with their places
};

/// Computes parameters and start values, then solves the initial system, once: pre values are unknowns or start values
/// in it. Setting pre(m) := m belongs to the event iteration that follows, in which initial() is false (MLS 8.6).
/// With homotopy (MLS 3.7.4.4) a system that is not linear is solved at lambda = 0 first and then, in steps, up to
/// lambda = 1; where that does not lead to the end, at lambda = 1 from the start values, which a note tells.
/// @param slots array of program.initial_slots.size() doubles; gets program.initial_slots first
/// @param time start time [s]
/// @param tolerance for equations that were not needed to solve the initial system and must hold anyway
/// @param notes gets what the user should know: least-norm solutions taken
/// @param outcomes gets how its mixed blocks were solved; nullptr: not asked
/// @post on success: initial() is false again; the event iteration at the start is still to come
std::optional<InitializationFailure> Initialize(const Program& program, double* slots, double time, double tolerance,
                                                Tape& tape, SolveStatistics& statistics,
                                                std::vector<std::string>& notes,
                                                std::vector<MixedOutcome>* outcomes = nullptr);

}  // namespace stiction::runtime
