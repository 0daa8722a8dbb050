// SPDX-License-Identifier: BSD-3-Clause
// The reason why a run stops before its end.
#pragma once

#include <string>

#include "runtime/events/iterate/event_iteration.h"
#include "runtime/integrate/integrator.h"
#include "runtime/model/continuous_system.h"
#include "runtime/simulate/simulate.h"

namespace stiction::runtime {

/// Writes it into the report: a reason, and a message with the time.
class RunFailure {
 public:
  /// @pre both outlive this
  RunFailure(ContinuousSystem& system, SimulationReport& report) : system_(system), report_(report) {}

  /// Of what happened at t [s]. @returns false
  bool Report(Reason reason, double t, const std::string& message);
  bool Report(double t, const SolveError& error);
  bool Report(double t, const EventFailure& failure);
  /// @param integrator that failed, for the equation that asks for its smallest steps
  bool Report(double t, const IntegrationFailure& failure, Integrator& integrator);

 private:
  ContinuousSystem& system_;
  SimulationReport& report_;
};

}  // namespace stiction::runtime
