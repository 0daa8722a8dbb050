// SPDX-License-Identifier: BSD-3-Clause
// Interface of integrators for event handling and simulation: restart, one step, dense output.
#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "runtime/events/locate/dense_output.h"
#include "runtime/integrate/state_scales.h"
#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// Why a step failed: the model cannot be evaluated however small the step, or the method gave up.
struct IntegrationFailure {
  std::optional<SolveError> error;
  std::string message;         // one sentence of the method
  bool is_singular = false;    // the iteration matrix of an implicit method
  bool has_no_series = false;  // another method may go on
};

/// A method gives up. @param what fails "however small the step" @param where "dopri5, step 1e-12 s"
IntegrationFailure HoweverSmallTheStep(const std::string& what, const std::string& where, bool is_singular = false);

/// Part of the tolerance asked for at which a method runs: what it tests is one step, and the errors of hundreds of
/// steps and restarts add up to the error of the run.
constexpr double kToleranceOfStep = 0.1;

/// Times count as that at least where the last place of one is meant [s].
constexpr double kEarliest = 1e-20;

/// The shortest step of a method at t [s]: one below the last place of t would stand still.
inline double LeastStep(double t) { return 16 * DBL_EPSILON * std::max(std::abs(t), kEarliest); }

/// The step h, where `remaining` is left: all of it, if h nearly reaches the end; two even steps rather than one and a
/// stump, if h may vary.
struct FittedStep {
  double h = 0;
  bool to_limit = false;
};
inline FittedStep FitStep(double h, double remaining, bool may_vary) {
  if (h * 1.01 >= remaining) return {remaining, true};
  return {h * 2 > remaining && may_vary ? remaining / 2 : h, false};
}

/// Integrates xdot = f(t, x) of a ContinuousSystem from event to event.
class Integrator : public DenseOutput {
 public:
  /// Starts anew at t from the states now in the slots of the system (after the start, an event, or another method).
  virtual std::optional<IntegrationFailure> Reset(double t) = 0;

  /// Makes one accepted step from time() to at most `limit`.
  /// @post previous_time() < time() <= limit; the system was evaluated last at time(). Interpolate gives x at times in
  /// [previous_time(), time()]
  virtual std::optional<IntegrationFailure> Step(double limit) = 0;

  /// Goes on from other states at time(), which differ by less than the error of a step. @param x nx
  /// @returns false if the method cannot but by Reset; nothing is changed then
  virtual bool GoOnFrom(const double* /*x*/, std::optional<IntegrationFailure>& /*failure*/) { return false; }

  /// Chooses the step after the next Reset anew, where the solution after the event need not be like the one before.
  /// @param leaps the states, or what moves them from outside, are others; else only other equations hold
  virtual void ForgetStep(bool /*leaps*/) {}

  /// Makes the last step again, shorter: from where it began to at most `limit`, inside of it.
  /// @returns false if the method cannot; nothing is changed then
  virtual bool Redo(double /*limit*/, std::optional<IntegrationFailure>& /*failure*/) { return false; }

  /// As far as the steps show: of an explicit method, whether they are limited by stability rather than by accuracy; of
  /// an implicit method, whether those of an explicit one would be.
  virtual bool IsStiff() const { return false; }

  /// The step that it would make next [s]; 0 if it is to be chosen.
  virtual double next_step() const { return 0; }

  /// Goes on where another method leaves off: before Reset, with a first step of about `step` [s], and without what was
  /// seen of stiffness so far.
  virtual void TakeOver(double /*step*/) {}

  /// Sizes of states, where the method measures by them.
  virtual StateScales* scales() { return nullptr; }

  /// Limits of the step are those of another method, and states have been as large as it has seen them.
  void TakeLimits(Integrator& other) {
    if (scales() != nullptr && other.scales() != nullptr) scales()->TakeHistory(*other.scales());
    longest_step_ = other.longest_step_;
    longest_seen_step_ = other.longest_seen_step_;
    longest_exact_step_ = other.longest_exact_step_;
  }

  double previous_time() const { return previous_time_; }
  double time() const { return time_; }
  long steps() const { return steps_; }

  /// No step longer than `longest` [s]; nor than `unseen`, where something brief may hide from the method. A method
  /// that knows of a step that nothing can goes up to kSeen times as far, and kExact times where it has the solution
  /// itself.
  void LimitStep(double longest, double unseen = std::numeric_limits<double>::infinity()) {
    longest_step_ = std::min(longest, unseen);
    longest_seen_step_ = std::min(longest, kSeen * unseen);
    longest_exact_step_ = std::min(longest, kExact * unseen);
  }

 protected:
  double previous_time_ = 0, time_ = 0;
  static constexpr double kSeen = 10, kExact = 100;
  double longest_step_ = std::numeric_limits<double>::infinity();
  double longest_seen_step_ = std::numeric_limits<double>::infinity();
  double longest_exact_step_ = std::numeric_limits<double>::infinity();
  long steps_ = 0;
};

}  // namespace stiction::runtime
