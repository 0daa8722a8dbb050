// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/initialize/initialize.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/blocks/explain.h"

namespace stiction::runtime {
namespace {

std::optional<InitializationFailure> FunctionFailed(const Tape& tape) {
  if (!tape.failure()) return std::nullopt;
  return InitializationFailure{SolveFailure::kFunctionFailed,
                               fmt::format("{} ({})", tape.failure()->message, tape.failure()->place)};
}

std::optional<InitializationFailure> CheckParameters(const Program& program, const double* slots) {
  for (const VariableInfo& variable : program.variables) {
    if (variable.kind != VariableKind::kParameter || std::isfinite(slots[variable.slot])) continue;
    return InitializationFailure{
        SolveFailure::kNotFinite,
        fmt::format("parameter `{}` is not a finite number but {} ({})\n  hint: its value divides "
                    "by zero or takes a function outside its domain",
                    variable.name, slots[variable.slot], variable.declaration().place)};
  }
  return std::nullopt;
}

std::optional<InitializationFailure> CheckRedundantEquations(const Program& program, double* slots, double tolerance,
                                                             Tape& tape) {
  tape.Run(program.initial_checks, slots);
  if (auto failed = FunctionFailed(tape)) return failed;
  for (const CheckInfo& check : program.checks) {
    const double residual = slots[check.residual];
    if (std::abs(residual) <= tolerance) continue;
    return InitializationFailure{
        std::nullopt,
        fmt::format("the start values contradict an equation of the model: {} is off by {:.6g}\n  hint: there "
                    "are more fixed start values or initial equations than the model has freedom for; "
                    "remove one, or make them agree",
                    Describe(program, check.equation), residual)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<InitializationFailure> Initialize(const Program& program, double* slots, double time, double tolerance,
                                                Tape& tape, SolveStatistics& statistics,
                                                std::vector<std::string>& notes, std::vector<MixedOutcome>* outcomes) {
  std::copy(program.initial_slots.begin(), program.initial_slots.end(), slots);
  if (program.time != kNoSlot) slots[program.time] = time;
  if (program.initial != kNoSlot) slots[program.initial] = 1;
  tape.ClearFailure();
  tape.Run(program.parameters, slots);
  if (auto failed = FunctionFailed(tape)) return failed;
  if (auto failed = CheckParameters(program, slots)) return failed;
  tape.Run(program.starts, slots);
  if (auto failed = FunctionFailed(tape)) return failed;
  for (const StartInfo& start : program.starts_of) slots[start.variable] = slots[start.start];
  for (const PreInfo& pre : program.pres) slots[pre.pre] = slots[pre.variable];

  SystemSolver solver(program, program.initial_system, tape, statistics);
  solver.TellMixedTo(outcomes);
  tape.ClearFailure();
  if (auto error = solver.Solve(slots)) return InitializationFailure{error->failure, error->message};
  for (std::string& note : solver.TakeNotes()) notes.push_back(std::move(note));
  // The checks have no scale of their own.
  if (auto failed = CheckRedundantEquations(program, slots, std::max(1e-6, tolerance), tape)) return failed;
  if (program.initial != kNoSlot) slots[program.initial] = 0;
  return std::nullopt;
}

}  // namespace stiction::runtime
