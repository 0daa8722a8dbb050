// SPDX-License-Identifier: BSD-3-Clause
// Steps of the integrator, each up to the first event in it.
#pragma once

#include <optional>
#include <string>

#include "runtime/events/locate/crossing_search.h"
#include "runtime/integrate/integrator.h"
#include "runtime/model/continuous_system.h"
#include "runtime/simulate/integrator_choice.h"
#include "runtime/simulate/simulate.h"

namespace stiction::runtime {

/// The end of a step.
struct StepOutcome {
  enum class Kind {
    kStepped,      // there is a step, or the part of it up to a crossing
    kEdge,         // no step reaches the event that ends what is held; it is this crossing
    kOtherMethod,  // no step, but another method goes on, if it could be reset
    kInstant,      // no step, for the mode agrees with the equations at one instant only
    kFailed
  };
  Kind kind = Kind::kFailed;
  CrossingResult found;
  std::optional<IntegrationFailure> failure;
};

/// Makes one step after the other.
class EventStepper {
 public:
  /// @param interval of the output grid [s]
  /// @pre all outlive this
  EventStepper(const SimulationOptions& options, double interval, ContinuousSystem& system, CrossingSearch& search);

  /// @pre the slots hold the states at t
  /// @returns why there is no integrator: the options contradict each other
  std::optional<std::string> Start(double t) { return choice_.Start(t); }
  /// After the start or an event; the search is restarted by the caller.
  std::optional<IntegrationFailure> Restart(double t);
  /// No step longer than this [s].
  void Limit(double longest);

  /// To at most `limit`. @post with an edge, the slots hold the states beyond it
  StepOutcome Step(double limit);
  /// After a step without an event: see IntegratorChoice.
  IntegratorChoice::Change AfterStep();
  /// Steps so small that they lead nowhere, if they are. @param t reached
  std::optional<IntegrationFailure> FindStall(double t);

  Integrator& integrator() { return choice_.current(); }
  const IntegratorChoice& choice() const { return choice_; }
  /// The time for which a mode goes on that agrees with the equations at one instant only [s].
  double Instant() const;
  /// True after an instant was left, until there is a step that goes beyond one.
  bool left_instant() const { return left_instant_; }
  void NoteInstantLeft() { left_instant_ = true; }

 private:
  double Span() const { return options_.stop_time - options_.start_time; }
  std::optional<IntegrationFailure> ConfirmByStep(CrossingResult& found);
  std::optional<Crossing> FindEdge();
  bool HoldsForAnInstant(const IntegrationFailure& failure, double limit);

  const SimulationOptions& options_;
  double reach_;  // of a long step [s]
  ContinuousSystem& system_;
  CrossingSearch& search_;
  IntegratorChoice choice_;
  double restart_ = 0;  // the last one
  double refuted_ = 0;  // distance of a crossing that the step which ends there did not have, in the last step [s]
  double first_refuted_ = 0;     // when the first of them in a row began
  int refutations_ = 0;          // in a row, since then without progress
  bool left_instant_ = false;    // and since then no step beyond an instant
  bool changed_method_ = false;  // no step yet since
  long steps_of_many_ = 0;       // at the last look for a stall, and when:
  double time_of_many_;
};

}  // namespace stiction::runtime
