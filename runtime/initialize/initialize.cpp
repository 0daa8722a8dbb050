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

std::string ValueOf(const CheckInfo& check, double value) {
  if (!check.literals.empty()) {
    const auto index = static_cast<size_t>(check.literals.front() == "false" ? value : value - 1);
    if (index < check.literals.size()) return check.literals[index];
  }
  return fmt::format("{}", value);
}

InitializationFailure Contradiction(const Program& program, const CheckInfo& check, double left, double right) {
  const std::string equation = Describe(program, check.equation);
  if (check.discrete.empty()) {
    return {std::nullopt,
            fmt::format("the start values contradict an equation of the model: {} is off by {:.6g}\n  hint: there "
                        "are more fixed start values or initial equations than the model has freedom for; "
                        "remove one, or make them agree",
                        equation, left - right)};
  }
  return {std::nullopt,
          fmt::format("the initial values of `{}` contradict each other: in {} the left side is {}, the right side {}\n"
                      "  hint: fixed start values and initial equations give it more than one initial value, or an "
                      "event at the start changes it; remove one, or make them agree",
                      check.discrete, equation, ValueOf(check, left), ValueOf(check, right))};
}

std::optional<InitializationFailure> CheckRedundantEquations(const Program& program, double* slots, double tolerance,
                                                             Tape& tape) {
  tape.Run(program.initial_checks, slots);
  if (auto failed = FunctionFailed(tape)) return failed;
  for (const CheckInfo& check : program.checks) {
    const double left = slots[check.left], right = slots[check.right];
    const double allowed = check.size == kNoSlot ? 0 : tolerance * slots[check.size];
    if (!(std::abs(left - right) <= allowed)) return Contradiction(program, check, left, right);
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
  if (auto failed = CheckRedundantEquations(program, slots, std::max(1e-6, tolerance), tape)) return failed;
  if (program.initial != kNoSlot) slots[program.initial] = 0;
  return std::nullopt;
}

}  // namespace stiction::runtime
