// The model between events as the integrators see it: xdot = f(t, x), relations and discrete variables held.
#pragma once

#include <optional>
#include <vector>

#include "runtime/evaluate/tape.h"
#include "runtime/events/delay_lines.h"
#include "runtime/program/program.h"
#include "runtime/solve/system_solver.h"

namespace stiction::runtime {

/// Evaluates the continuous system on one array of slots, which it shares with the event iteration.
class ContinuousSystem {
 public:
  /// @param slots array of program.initial_slots.size() doubles; outlives this
  ContinuousSystem(const Program& program, double* slots, Tape& tape, SolveStatistics& statistics);

  const Program& program() const { return program_; }
  double* slots() { return slots_; }
  Tape& tape() { return tape_; }
  size_t state_count() const { return program_.states.size(); }

  /// From now on SetPoint puts the delayed values of its time into their slots. @pre `delays` outlives this
  void Use(DelayLines* delays) { delays_ = delays; }

  /// The states now in the slots, nx.
  void GetStates(double* x) const;

  /// Puts t and x into the slots, without solving anything.
  void SetPoint(double t, const double* x);

  /// Solves the continuous system at t and x; all slots are then those of this point.
  std::optional<SolveError> Evaluate(double t, const double* x);

  /// Only a part of it, with the indicators that are in it; all other slots are left.
  std::optional<SolveError> Evaluate(double t, const double* x, const Slice& slice);

  /// xdot := f(t, x), nx. Of the algebraic variables only those are computed that derivatives, indicators or assertions
  /// need.
  std::optional<SolveError> Derivatives(double t, const double* x, double* xdot);

  /// For the DAE form: explicit blocks are run, the unknowns of implicit blocks are as they stand in the slots.
  /// @param residuals as many as implicit_unknowns()
  std::optional<SolveError> Residuals(double t, const double* x, double* residuals);

  /// Slots of the unknowns of linear and nonlinear blocks, in block order.
  const std::vector<Slot>& implicit_unknowns() const { return implicit_unknowns_; }

  /// Notes of the solver for the user, each once.
  std::vector<std::string> TakeNotes() { return solver_.TakeNotes(); }

  long evaluations() const { return evaluations_; }

 private:
  const Program& program_;
  double* slots_;
  Tape& tape_;
  SystemSolver solver_;
  std::vector<Slot> implicit_unknowns_;
  std::optional<Slice> dynamics_;  // what derivatives and indicators need; nothing if assertions may need all
  DelayLines* delays_ = nullptr;
  long evaluations_ = 0;
};

}  // namespace stiction::runtime
