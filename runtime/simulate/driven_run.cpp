// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/driven_run.h"

#include <algorithm>
#include <utility>

#include "runtime/support/time_resolution.h"

namespace stiction::runtime {

namespace {

/// The states where they are now, and their sizes as a method sees them that would begin there.
class Standing : public DenseOutput {
 public:
  Standing(std::vector<double> x, const StateErrors* errors) : x_(std::move(x)), errors_(errors) {}
  void Interpolate(double, double* x) const override { std::ranges::copy(x_, x); }
  const StateErrors* Errors() const override { return errors_; }

 private:
  std::vector<double> x_;
  const StateErrors* errors_;
};

}  // namespace

bool DrivenRun::Start() {
  report_.unknowns = program_.equation_count;
  report_.states = static_cast<long>(program_.states.size());
  report_.time_reached = options_.start_time;
  if (auto unknown = rows_.Begin()) return failure_.Report(Reason::kUnknownSignal, time(), *unknown);
  return Initialize();
}

bool DrivenRun::GoOnFrom(const RunState& state) {
  report_.time_reached = state.time;
  if (auto unknown = rows_.Begin()) return failure_.Report(Reason::kUnknownSignal, time(), *unknown);
  // Makes the external objects.
  tape_.Run(program_.parameters, slots_.data());
  slots_ = state.slots;
  if (auto bad = delays_.Start(state.time, options_.stop_time))
    return failure_.Report(Reason::kInitialization, time(), *bad);
  if (auto bad = time_events_.Start(state.time, options_.stop_time, slots_.data()))
    return failure_.Report(Reason::kInitialization, time(), *bad);
  time_events_.GoOnFrom(state.next_ticks);
  if (auto contradiction = stepper_.Start(state.time))
    return failure_.Report(Reason::kIntegrator, time(), *contradiction);
  stepper_.Limit(LongestStep());
  system_.GetStates(x_.data());
  if (!RestartAt(state.time, nullptr)) return false;
  rows_.SkipGridTo(state.time);
  return true;
}

RunState DrivenRun::State() { return {time(), slots_, time_events_.next_ticks()}; }

DrivenRun::Reached DrivenRun::StepTo(double t, bool until_event) {
  pause_ = t;
  const auto events = [&] { return report_.state_events + report_.time_events; };
  const long before = events();
  while (time() < t) {
    if (!Advance()) return Reached::kEnd;
    if (until_event && events() != before && time() < t) return Reached::kEvent;
  }
  return Reached::kTime;
}

bool DrivenRun::PutValues() {
  if (integrator().time() > integrator().previous_time()) {
    integrator().Interpolate(time(), x_.data());
  } else {
    system_.GetStates(x_.data());
  }
  const auto error = system_.Evaluate(time(), x_.data());
  return !error || failure_.Report(time(), *error);
}

bool DrivenRun::TakeInputs() {
  system_.Refresh();
  return PutValues() && EnterRightLimit(time(), nullptr, EventKind::kTime, EventExtent::kWhole);
}

void DrivenRun::SetPoint(double t, const double* x) {
  report_.time_reached = t;
  system_.SetPoint(t, x);
}

std::optional<SolveError> DrivenRun::Evaluate() {
  tape_.ClearFailure();
  system_.GetStates(x_.data());
  return system_.Evaluate(time(), x_.data());
}

std::optional<SolveError> DrivenRun::Derivatives(double* xdot) {
  tape_.ClearFailure();
  system_.GetStates(x_.data());
  return system_.Derivatives(time(), x_.data(), xdot);
}

bool DrivenRun::DifferentiateByStates(const double* direction, double* along) {
  if (!jacobian_) jacobian_ = std::make_unique<StateJacobian>(program_, Form::kOde, tape_);
  tape_.ClearFailure();
  if (!jacobian_->Compute(slots_.data(), entries_)) return false;
  std::fill_n(along, program_.states.size(), 0.0);
  for (size_t column = 0; column < program_.states.size(); ++column) {
    for (int64_t k = jacobian_->column_begin()[column]; k < jacobian_->column_begin()[column + 1]; ++k) {
      const auto entry = static_cast<size_t>(k);
      along[jacobian_->row_of()[entry]] += entries_[entry] * direction[column];
    }
  }
  return true;
}

std::optional<SolveError> DrivenRun::Indicators(double* indicators) {
  tape_.ClearFailure();
  system_.GetStates(x_.data());
  if (auto error = system_.EvaluateIndicators(time(), x_.data())) return error;
  search_.ReadIndicators(time(), indicators);
  return std::nullopt;
}

bool DrivenRun::CompleteStep() {
  constexpr double kDrift = 0.1;  // of the tolerance, of what a step begins with
  tape_.ClearFailure();
  system_.GetStates(x_.data());
  if (std::exchange(is_first_step_, false)) search_.LookForNoise(time(), Standing(x_, integrator().Errors()));
  if (!system_.EvaluateIndicators(time(), x_.data())) search_.Accept(time());
  system_.NoteSolution();
  if (projection_.empty()) return false;
  const std::optional<double> violation = projection_.Violation(time(), x_.data());
  return !violation || *violation > kDrift;
}

bool DrivenRun::Update(bool inputs_changed) {
  constexpr int kMostAtOnce = 100;  // events that follow each other without time
  if (!HandleAt(inputs_changed)) return false;
  for (int i = 0; i < kMostAtOnce; ++i) {
    auto now = search_.FlippedNow(integrator());
    if (!now) break;
    if (!HandleEvent(time(), &*now, false)) return false;
  }
  leaves_instant_ = false;
  is_first_step_ = true;
  system_.GetStates(x_.data());
  search_.LookForNoise(time(), Standing(x_, integrator().Errors()));
  if (!system_.EvaluateIndicators(time(), x_.data())) search_.PutOffFlipped(time());
  if (const auto error = Evaluate()) return failure_.Report(time(), *error);
  return true;
}

bool DrivenRun::HandleAt(bool inputs_changed) {
  const double t = time();
  tape_.ClearFailure();
  system_.GetStates(x_.data());
  std::optional<Crossing> crossing;
  if (!system_.EvaluateIndicators(t, x_.data()))
    crossing = search_.FlippedBeyondNoise(t, Standing(x_, integrator().Errors()));
  if (crossing) crossing->before = t;
  system_.SetPoint(t, x_.data());
  const bool time_event = t >= next_time_event_ - SimultaneousWithin(t);
  if (crossing || time_event) {
    if (!inputs_changed) return HandleEvent(t, crossing ? &*crossing : nullptr, time_event);
    if (system_.Evaluate(t, x_.data())) tape_.ClearFailure();
    return EnterRightLimit(t, crossing ? &*crossing : nullptr, EventKind::kState, EventExtent::kWhole);
  }
  if (!projection_.empty() && projection_.Project(t, x_.data())) system_.SetPoint(t, x_.data());
  return !inputs_changed || TakeInputs();
}

}  // namespace stiction::runtime
