// SPDX-License-Identifier: BSD-3-Clause
// Choice of the integration method: at the start, and anew while the model becomes stiff or ceases to be.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/integrate/explicit_integrator.h"
#include "runtime/integrate/rodas.h"
#include "runtime/model/continuous_system.h"
#include "runtime/simulate/simulate.h"

namespace stiction::runtime {

/// The integrators of one run (docs/decisions/0014, 0019, 0035). Method::kAuto begins with taylor where the model has a
/// series, else with dopri5, and goes on with rodas while the model is stiff. Where either of them makes very many
/// steps, ida is tried, and goes on if it comes much further with as many evaluations, over events too as long as these
/// are many steps apart. The DAE form goes on in the ODE form where its equations are singular.
/// The members beyond the usual number are what each method has made and reached, by which the next one is chosen.
class IntegratorChoice {
 public:
  IntegratorChoice(ContinuousSystem& system, const SimulationOptions& options);

  /// Makes the first integrator. @pre the slots hold the states at t
  /// @returns why there is none: the options contradict each other
  std::optional<std::string> Start(double t);

  /// @pre Start returned nothing
  Integrator& current() { return *current_; }

  /// Change to another integrator, which is then reset at the time of the one before; or the reason why that failed.
  struct Change {
    bool happened = false;
    std::optional<IntegrationFailure> failure;
  };
  /// After a step without an event: takes another method if the steps of the current one ask for it.
  Change AfterStep();

  /// At an event, before the current integrator is reset: what was seen up to there says nothing of what follows.
  void NoteEvent();

  /// After a failed step: forces that are not unique make the DAE form singular; in the ODE form the blocks share them.
  /// If the solution has no series, dopri5 goes on.
  Change AfterFailure(const IntegrationFailure& failure);

  long steps() const { return steps_before_ + (current_ != nullptr ? current_->steps() - steps_at_change_ : 0); }

  /// The methods that ran, for the report: "dopri5, rodas from 0.12 s, dopri5 from 0.8 s".
  std::string Description() const;

  /// A note for the user on the change that just happened; empty if the description says enough.
  const std::string& note() const { return note_; }

 private:
  void BeginPhase(Integrator& next, std::string name, double t);
  /// @param must whether the current one cannot go on
  Change GoOnWith(Integrator& next, std::string name, bool must);
  /// How far the current one comes.
  struct Progress {
    double time = 0;       // [s]
    long evaluations = 0;  // of the system
  };
  Progress Reached() const { return {current_->time(), system_.evaluations()}; }
  /// Time that it passes with one evaluation, since `begin` [s].
  double RateSince(const Progress& begin) const;
  Change TryMultistep();
  Change JudgeMultistep();
  /// From ida to the one that it has replaced.
  Change GoBack();

  ContinuousSystem& system_;
  const SimulationOptions& options_;
  std::unique_ptr<Integrator> first_;           // chosen at the start
  std::unique_ptr<Integrator> inside_;          // ida in the ODE form, after the DAE form
  std::unique_ptr<Rodas> implicit_;             // for stiff phases, made for the first
  std::unique_ptr<ExplicitIntegrator> dopri5_;  // where taylor cannot go on
  std::unique_ptr<Integrator> multistep_;       // ida, where others make too many steps
  Integrator* replaced_ = nullptr;              // by multistep_
  ExplicitIntegrator* explicit_ = nullptr;      // the one that changes places with implicit_, if any
  const char* explicit_name_ = "";
  Integrator* current_ = nullptr;
  bool may_solve_inside_ = false;  // from the DAE form to the ODE form, once
  struct Phase {
    std::string name;
    double begin = 0;
  };
  std::vector<Phase> phases_;  // the first ones
  long changes_ = 0;
  double begin_ = 0;                               // of the current phase [s]
  double implicit_time_ = 0, multistep_time_ = 0;  // in finished phases of implicit_, multistep_ [s]
  long steps_before_ = 0;                          // of finished phases
  long steps_at_change_ = 0;                       // what the current one had made before its phase
  int explicit_patience_ = 1, implicit_patience_ = 1;
  std::vector<double> x_;
  long steps_here_ = 0;  // of ida, or of the others, since they began or an event soon after the one before
  long steps_since_event_ = 0;
  long steps_to_trial_ = 0;  // after which ida is tried
  Progress half_way_;        // to the end of a trial, or to its beginning
  double rate_ = 0;          // of the one that was replaced
  std::string note_;
};

}  // namespace stiction::runtime
