// SPDX-License-Identifier: BSD-3-Clause
// A run that is driven from outside, as exported models are: from one time to the next by its own method
// (Co-Simulation), or with the method of an importer, who says where the states are (Model Exchange).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/model/state_jacobian.h"
#include "runtime/simulate/hybrid_run.h"

namespace stiction::runtime {

/// All that a run needs to go on.
struct RunState {
  double time = 0;
  std::vector<double> slots;
  std::vector<int64_t> next_ticks;  // of TimeEvents
  bool operator==(const RunState&) const = default;
};

/// A bool returned is false where the run has ended: see report().
class DrivenRun : private HybridRun {
 public:
  /// @param options outlives this; its stop time is that of the scales and limits of the run
  DrivenRun(const Program& program, const SimulationOptions& options) : HybridRun(program, options) {}

  /// The initial values, and the event at the start.
  bool Start();
  /// Or those of another run of the same program. @pre there are no delays, nor external objects of others
  bool GoOnFrom(const RunState& state);
  /// @pre Update or a step has come to its end
  RunState State();

  double time() const { return HybridRun::time(); }
  double* slots() { return slots_.data(); }
  const SimulationReport& report() const { return report_; }

  /// By its own method.
  enum class Reached : uint8_t { kTime, kEvent, kEnd };
  /// @param until_event whether an event on the way ends the step
  Reached StepTo(double t, bool until_event);
  /// All slots are those of the time reached.
  bool PutValues();
  /// Inputs in the slots are no longer what they were, at the time reached.
  bool TakeInputs();

  /// By the method of an importer: where it is.
  void SetPoint(double t, const double* x);
  /// Continuous inputs in the slots are no longer what they were.
  void ReadInputs() { system_.Refresh(); }
  void GetStates(double* x) { system_.GetStates(x); }
  /// All slots are those of the point.
  std::optional<SolveError> Evaluate();
  /// @param xdot nx
  std::optional<SolveError> Derivatives(double* xdot);
  /// d xdot / d x times a direction, at the point that was evaluated last. @returns false if it cannot be had
  bool DifferentiateByStates(const double* direction, double* along);
  /// See CrossingSearch::ReadIndicators.
  std::optional<SolveError> Indicators(double* indicators);
  /// The point is one of the solution. @returns whether the states are to be brought back to constraints: by Update
  bool CompleteStep();
  /// Whatever happens at the point. @post the slots hold the right limit
  bool Update(bool inputs_changed);
  /// Infinite if there is none [s].
  double next_time_event() const { return next_time_event_; }

  /// terminal() becomes true.
  bool End() { return PutValues() && EndAt(time()); }

 private:
  bool HandleAt(bool inputs_changed);
  bool is_first_step_ = false;               // after an event
  std::unique_ptr<StateJacobian> jacobian_;  // made when first wanted
  std::vector<double> entries_;
};

}  // namespace stiction::runtime
