// SPDX-License-Identifier: BSD-3-Clause
// One run of a Program.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "runtime/events/iterate/chattering.h"
#include "runtime/events/iterate/rebounds.h"
#include "runtime/events/locate/crossing_search.h"
#include "runtime/events/locate/time_events.h"
#include "runtime/execute/tape.h"
#include "runtime/model/continuous_system.h"
#include "runtime/simulate/event_handler.h"
#include "runtime/simulate/event_log.h"
#include "runtime/simulate/event_stepper.h"
#include "runtime/simulate/row_writer.h"
#include "runtime/simulate/run_failure.h"
#include "runtime/simulate/simulate.h"

namespace stiction::runtime {

/// The hybrid step. With x-, x+ the left and right limits at an event:
///
///   (t, x+) consistent; limit := min(stop, next time event)
///   integrate one step to at most limit; search it for crossings            -> (t', x-), an event or not
///   rows of the output grid before t', by dense output
///   at an event: row (t', x-); event iteration x- -> x+; row (t', x+); restart the integrator
///
/// A bool returned is false where the run ends, by a failure that was reported or by `terminate`. The members
/// beyond the usual number are the parts of a run, which only meet here, and are made in this order; the methods are
/// one for each line above and for each question of a driver.
class HybridRun {
 public:
  HybridRun(const Program& program, const SimulationOptions& options);

  /// Everything, from initialization to the end. Once.
  SimulationResult Run();

 protected:
  std::optional<Linearization> LinearizeHere();
  bool Initialize();
  bool ActAtStart();
  bool Advance();
  bool Step();
  bool EndStep(CrossingResult& found);
  bool TellStep(double t);
  void HoldWhatRests();
  bool KeepInvariants();
  bool GoOnWithOther(const std::optional<IntegrationFailure>& failure);
  bool LeaveInstant();
  bool ContradictsItselfAfter(double t);
  bool CrossEdge(Crossing& edge);
  bool HandleEvent(double t, Crossing* crossing, bool time_event);
  bool EnterRightLimit(double t, Crossing* crossing, EventKind kind, EventExtent extent);
  bool PassEvent(double t, Crossing* crossing, EventKind kind, EventExtent extent);
  void SetZones(double t, EventKind kind);
  bool TakeMessages(const EventEffects& effects, double t);
  bool RestartAt(double t, const Crossing* crossing, const HeldChanges* changes = nullptr);
  double NextTimeEvent(double t);
  double LongestStep() { return std::min(delays_.Shortest(), rebounds_.LongestStep(time())); }
  bool IsReboundLost(double t);
  bool Remember(double t);
  bool Finish();
  bool EndAt(double t);
  void TakeNotes();
  /// Reached; all before it is recorded.
  double time() const { return report_.time_reached; }
  Integrator& integrator() { return stepper_.integrator(); }

  const Program& program_;
  const SimulationOptions& options_;
  std::vector<double> slots_;
  Tape tape_;
  SimulationReport report_;
  DelayLines delays_;
  ContinuousSystem system_;
  Projection projection_;
  RunFailure failure_;
  RowWriter rows_;
  TimeEvents time_events_;
  RelationScales scales_;
  CrossingSearch search_;
  EventStepper stepper_;
  EventHandler handler_;
  ChatteringDetector chattering_;
  Rebounds rebounds_;
  EventLog log_;
  double next_time_event_ = kInfinity;
  double pause_ = kInfinity;     // no step goes beyond it [s]
  double instant_ = 0;           // after which it is left [s]
  bool leaves_instant_ = false;  // the mode agrees with the equations at the time reached only
  std::vector<double> x_;
};

}  // namespace stiction::runtime
