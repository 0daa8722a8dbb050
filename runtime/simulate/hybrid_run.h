// SPDX-License-Identifier: BSD-3-Clause
// One run of a Program: the state of the hybrid step and its parts.
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/events/iterate/chattering.h"
#include "runtime/events/iterate/event_iteration.h"
#include "runtime/events/iterate/rebounds.h"
#include "runtime/events/iterate/state_ties.h"
#include "runtime/events/locate/crossing_search.h"
#include "runtime/events/locate/time_events.h"
#include "runtime/execute/tape.h"
#include "runtime/integrate/integrator.h"
#include "runtime/model/continuous_system.h"
#include "runtime/results/recorder.h"
#include "runtime/simulate/assertion_watch.h"
#include "runtime/simulate/bounds_watch.h"
#include "runtime/simulate/event_log.h"
#include "runtime/simulate/integrator_choice.h"
#include "runtime/simulate/output_grid.h"
#include "runtime/simulate/row_evaluation.h"
#include "runtime/simulate/scoped_event.h"
#include "runtime/simulate/simulate.h"
#include "runtime/simulate/whole_event.h"

namespace stiction::runtime {

/// The hybrid step. With x-, x+ the left and right limits at an event:
///
///   (t, x+) consistent; limit := min(stop, next time event)
///   integrate one step to at most limit; search it for crossings            -> (t', x-), an event or not
///   rows of the output grid before t', by dense output
///   at an event: row (t', x-); event iteration x- -> x+; row (t', x+); restart the integrator
class HybridRun {
 public:
  HybridRun(const Program& program, const SimulationOptions& options);
  ~HybridRun();

  /// Everything, from initialization to the end. Once.
  SimulationResult Run();

 private:
  enum class Progress { kGoesOn, kEnded };

  bool Initialize();
  void Prepare();
  Progress Advance();
  bool IntegrateStep(double limit);
  std::optional<IntegrationFailure> ConfirmByStep(CrossingResult& found);
  bool EndStep(CrossingResult& found);
  bool IsReboundLost(double t);
  bool IsWithoutPace();
  bool RecordGridBefore(double t);
  bool RecordAt(double t, const double* x);
  bool Record(double t, const std::optional<SolveError>& error);
  bool RememberUntil(double t) { return delays_.empty() || RememberDelayed(t); }
  bool RememberDelayed(double t);
  bool RecordLeftLimit(double t, const Crossing* crossing);
  std::optional<Crossing> FindEdge();
  bool HoldsForAnInstant(const IntegrationFailure& failure, double limit) const;
  double Instant() const;
  bool LeaveInstant();
  bool CrossEdge(const Crossing& edge);
  bool HandleEvent(double t, Crossing* crossing, bool time_event);
  bool PassScopedEvent(double t, Crossing& crossing);
  bool EnterRightLimit(double t, const Crossing* crossing, EventKind kind);
  bool RunEventIteration(double t, EventKind kind, std::optional<Crossing>& crossing, EventEffects& effects);
  void TellEvent(double t, EventKind kind, const Crossing* crossing, const EventEffects& effects,
                 std::string_view failure);
  bool RestartAt(double t, const Crossing* crossing, const HeldChanges* changes = nullptr);
  double NextTimeEvent(double t);
  bool Finish();
  bool EndAt(double t);
  bool ChooseIntegrator();
  void LimitStep();
  bool GoOnWithOther(const IntegratorChoice::Change& change);
  bool CheckAssertions(double t);
  bool Tell(const EventEffects& effects, double t);
  bool ActAtStart();
  void TakeNotes();

  bool Fail(Reason reason, double t, const std::string& message);
  bool Fail(double t, const SolveError& error);
  bool Fail(double t, const IntegrationFailure& failure);
  std::string WithStepDemand(std::string message);

  const Program& program_;
  const SimulationOptions& options_;
  double tolerance_;
  std::vector<double> slots_;
  Tape tape_;
  SimulationReport report_;
  DelayLines delays_;
  ContinuousSystem system_;
  EventIteration events_;
  TimeEvents time_events_;
  RelationScales scales_;
  CrossingSearch search_;
  StateTies ties_;
  ScopedEvent scoped_;
  WholeEvent whole_;
  ChatteringDetector chattering_;
  Rebounds rebounds_;
  EventLog log_;
  std::vector<MixedOutcome> initial_solves_;  // for the log of the start
  Recorder recorder_;
  RowEvaluation rows_;
  OutputGrid grid_;
  AssertionWatch assertions_;
  BoundsWatch bounds_;
  IntegratorChoice choice_;
  Integrator* integrator_ = nullptr;  // the current one of choice_
  double next_time_event_ = std::numeric_limits<double>::infinity();
  bool left_instant_ = false;    // no step since
  bool changed_method_ = false;  // no step yet since
  long steps_of_many_ = 0;       // at the last look at the pace, and when:
  double time_of_many_;
  double time_ = 0;  // reached; all before it is recorded
  std::vector<double> x_;
};

}  // namespace stiction::runtime
