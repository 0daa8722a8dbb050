// SPDX-License-Identifier: BSD-3-Clause
// The assertions of a model while it runs.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/events/iterate/event_iteration.h"
#include "runtime/execute/tape.h"
#include "runtime/program/program.h"
#include "runtime/simulate/simulate.h"

namespace stiction::runtime {

/// The reason for which a run ends at its assertions.
struct AssertionFailure {
  Reason reason = Reason::kAssertion;
  std::string message;
};

/// Watches them (MLS 8.3.7). One of level warning that is violated is reported once until it holds again, and
/// in all so often that nobody is flooded.
class AssertionWatch {
 public:
  /// @param notes gets the warnings
  /// @pre all outlive this
  AssertionWatch(const Program& program, double* slots, Tape& tape, std::vector<std::string>& notes);

  /// Those of equations.
  /// @param t [s]; @pre the slots hold a consistent point there
  /// @returns why the run ends, if it does
  std::optional<AssertionFailure> Check(double t) {
    if (program_.assertions.empty()) return std::nullopt;
    return CheckAll(t);
  }
  /// The same of those that when-clauses found violated at t [s].
  std::optional<AssertionFailure> Take(const std::vector<EventEffects::Violation>& violations, double t);

 private:
  std::optional<AssertionFailure> CheckAll(double t);
  std::optional<AssertionFailure> Violated(size_t assertion, const std::string& message, double t);

  const Program& program_;
  double* slots_;
  Tape& tape_;
  std::vector<std::string>& notes_;
  std::set<size_t> warned_;             // assertions of level warning that are violated, and reported
  std::vector<int> warnings_reported_;  // how often each assertion was
};

}  // namespace stiction::runtime
