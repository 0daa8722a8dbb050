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

/// The initial system, solved at once or along the path of homotopy.
class InitialSolution {
 public:
  InitialSolution(const Program& program, double* slots, Tape& tape, SolveStatistics& statistics,
                  std::vector<std::string>& notes, std::vector<MixedOutcome>* outcomes)
      : program_(program), slots_(slots), tape_(tape), statistics_(statistics), notes_(notes), outcomes_(outcomes) {}

  /// From the start values in the slots.
  std::optional<SolveError> Find() {
    if (program_.homotopy == kNoSlot || !Searches()) return Solve(false);
    const std::vector<double> start = Slots();
    const std::optional<SolveError> stuck = FollowPath();
    if (!stuck) return std::nullopt;
    Take(start);
    std::optional<SolveError> error = Solve(false);
    const std::string path = fmt::format("the path from the simplified equations {} lambda = {:.4g}: {}",
                                         reached_ ? "ends at" : "does not begin at", reached_.value_or(0),
                                         stuck->message.substr(0, stuck->message.find('\n')));
    if (error) {
      error->message += "\n  homotopy    " + path;
    } else {
      notes_.push_back("the start was found without homotopy: " + path);
    }
    return error;
  }

 private:
  static constexpr double kFirstStep = 0.1, kLeastStep = 1e-4;

  /// True if the solution may depend on where its search begins.
  bool Searches() const {
    return std::ranges::any_of(program_.initial_system.blocks, [](const BlockCode& block) {
      return block.kind == BlockCode::Kind::kNonlinear || block.kind == BlockCode::Kind::kMixed;
    });
  }

  std::vector<double> Slots() const { return {slots_, slots_ + program_.initial_slots.size()}; }
  void Take(const std::vector<double>& values) { std::copy(values.begin(), values.end(), slots_); }

  /// Each solution is the guess of the next one: Newton's first step from there is along the tangent of the path. (A
  /// secant through two solutions leads to other branches where the path is bent.)
  /// @returns why it ends before lambda = 1; nothing if it does not
  std::optional<SolveError> FollowPath() {
    slots_[program_.homotopy] = 0;
    if (auto error = Solve(false)) return error;
    reached_ = 0;
    std::vector<double> solution = Slots();
    double step = kFirstStep;
    int successes = 0;
    while (*reached_ < 1) {
      // The last step must not be a rounding error.
      const double next = *reached_ + step > 1 - kLeastStep ? 1 : *reached_ + step;
      slots_[program_.homotopy] = next;
      if (auto error = Solve(true)) {
        Take(solution);
        step /= 2;
        successes = 0;
        if (step < kLeastStep) return error;
        continue;
      }
      reached_ = next;
      solution = Slots();
      if (++successes < 2) continue;
      step *= 2;
      successes = 0;
    }
    return std::nullopt;
  }

  /// What is told of the solution is told at the end only.
  std::optional<SolveError> Solve(bool keeps_guesses) {
    const bool is_end = program_.homotopy == kNoSlot || slots_[program_.homotopy] == 1;
    const size_t told = outcomes_ != nullptr ? outcomes_->size() : 0;
    SystemSolver solver(program_, program_.initial_system, tape_, statistics_);
    if (is_end) solver.TellMixedTo(outcomes_);
    if (keeps_guesses) solver.KeepGuesses();
    tape_.ClearFailure();
    if (auto error = solver.Solve(slots_)) {
      if (keeps_guesses && outcomes_ != nullptr) outcomes_->resize(told);
      return error;
    }
    if (!is_end) return std::nullopt;
    for (std::string& note : solver.TakeNotes()) notes_.push_back(std::move(note));
    return std::nullopt;
  }

  const Program& program_;
  double* slots_;
  Tape& tape_;
  SolveStatistics& statistics_;
  std::vector<std::string>& notes_;
  std::vector<MixedOutcome>* outcomes_;
  std::optional<double> reached_;  // lambda of the last solution on the path
};

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

  InitialSolution solution(program, slots, tape, statistics, notes, outcomes);
  if (auto error = solution.Find()) return InitializationFailure{error->failure, error->message};
  if (auto failed = CheckRedundantEquations(program, slots, std::max(1e-6, tolerance), tape)) return failed;
  if (program.initial != kNoSlot) slots[program.initial] = 0;
  return std::nullopt;
}

}  // namespace stiction::runtime
