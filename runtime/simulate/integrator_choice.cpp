// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/integrator_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/integrate/dopri5.h"
#include "runtime/integrate/ida.h"
#include "runtime/integrate/stateless.h"
#include "runtime/integrate/taylor/taylor.h"

namespace stiction::runtime {
namespace {

// Steps that have to agree on a change. After a change that was taken back at once, twice as many the next time.
constexpr int kExplicitSteps = 15, kImplicitSteps = 20;
constexpr int kMaxPatience = 32;  // times as many
constexpr long kAtOnce = 60;      // steps of the explicit method
constexpr size_t kMaxPhases = 6;  // described one by one

// Of ida, where others make many steps from one event to the next.
constexpr long kStepsToTrial = 2000;                              // they make before it is tried,
constexpr long kStepsToNextTrial = 100;                           // where it was better the time before,
constexpr long kMaxStepsToTrial = 64 * kStepsToTrial;             // and where it was worse time and again
constexpr double kStepsSaved = 20000;                             // they would make up to the end, at least
constexpr long kTrialSteps = 400;                                 // of ida, the first half of which raise its order
constexpr long kLongStretch = 200;                                // from event to event: restarts of ida cost little
constexpr double kBetterThanExplicit = 10, kBetterThanRodas = 3;  // with as many evaluations

int Doubled(int patience) { return std::min(2 * patience, kMaxPatience); }

}  // namespace

IntegratorChoice::IntegratorChoice(ContinuousSystem& system, const SimulationOptions& options)
    : system_(system), options_(options), x_(system.state_count()), steps_to_trial_(kStepsToTrial) {}

std::optional<std::string> IntegratorChoice::Start(double t) {
  const bool is_dae = options_.form == Form::kDae;
  const auto begin = [&](std::unique_ptr<Integrator> integrator, const char* name) {
    first_ = std::move(integrator);
    current_ = first_.get();
    phases_.push_back({name, t});
  };
  if (system_.state_count() == 0) {
    begin(std::make_unique<Stateless>(system_), "none: the model has no states");
    return std::nullopt;
  }
  const bool is_of_ode =
      options_.method == Method::kDopri5 || options_.method == Method::kTaylor || options_.method == Method::kRodas;
  if (is_dae && is_of_ode) {
    return fmt::format("{} integrates the ODE form only\n  hint: use ida for the DAE form", Name(options_.method));
  }
  if (options_.method == Method::kIda || is_dae) {
    begin(std::make_unique<Ida>(system_, options_.form, options_.tolerance), "ida");
    may_solve_inside_ = is_dae;
  } else if (options_.method == Method::kRodas) {
    begin(std::make_unique<Rodas>(system_, options_.tolerance), "rodas");
  } else {
    const bool has_series = options_.method != Method::kDopri5 && Taylor::IsPossible(system_);
    if (options_.method == Method::kTaylor && !has_series) {
      return "taylor needs a model that is smooth between events: no function calls, systems of equations, delays or "
             "noEvent in what the derivatives depend on\n  hint: use auto or dopri5";
    }
    std::unique_ptr<ExplicitIntegrator> method;
    if (has_series) {
      method = std::make_unique<Taylor>(system_, options_.tolerance);
      explicit_name_ = "taylor";
    } else {
      method = std::make_unique<Dopri5>(system_, options_.tolerance);
      explicit_name_ = "dopri5";
    }
    if (options_.method == Method::kAuto) explicit_ = method.get();
    begin(std::move(method), explicit_name_);
  }
  return std::nullopt;
}

void IntegratorChoice::BeginPhase(Integrator& next, std::string name, double t) {
  steps_before_ += current_->steps() - steps_at_change_;
  if (current_ == implicit_.get()) implicit_time_ += t - begin_;
  if (current_ == multistep_.get()) multistep_time_ += t - begin_;
  current_ = &next;
  steps_at_change_ = next.steps();
  if (phases_.size() < kMaxPhases) phases_.push_back({std::move(name), t});
  ++changes_;
  begin_ = t;
}

IntegratorChoice::Change IntegratorChoice::GoOnWith(Integrator& next, std::string name, bool must) {
  const double t = current_->time();
  current_->Interpolate(t, x_.data());
  system_.SetPoint(t, x_.data());
  next.TakeLimits(*current_);
  std::optional<IntegrationFailure> failure = next.Reset(t);
  // At an edge of where the model can be computed the one that has come here knows best.
  if (failure && !must) return {};
  if (current_ == multistep_.get() || &next == multistep_.get()) steps_here_ = 0;
  BeginPhase(next, std::move(name), t);
  return {true, std::move(failure)};
}

IntegratorChoice::Change IntegratorChoice::AfterStep() {
  if (explicit_ == nullptr) return {};
  ++steps_here_;
  ++steps_since_event_;
  if (current_ == multistep_.get()) return JudgeMultistep();
  const bool is_implicit = current_ == implicit_.get();
  if (current_->IsStiff() == is_implicit) return TryMultistep();
  const long steps = current_->steps() - steps_at_change_;
  if (is_implicit) {
    const bool at_once = steps <= kImplicitSteps * implicit_patience_;
    explicit_patience_ = at_once ? Doubled(explicit_patience_) : 1;
    explicit_->WatchStiffness(kExplicitSteps * explicit_patience_);
    explicit_->TakeOver(implicit_->next_step());
    return GoOnWith(*explicit_, explicit_name_, false);
  }
  if (!implicit_) {
    implicit_ = std::make_unique<Rodas>(system_, options_.tolerance);
  } else {
    const bool at_once = steps <= kAtOnce * explicit_patience_;
    implicit_patience_ = at_once ? Doubled(implicit_patience_) : 1;
  }
  implicit_->WatchStiffness(kImplicitSteps * implicit_patience_, explicit_->Reach());
  implicit_->TakeOver(explicit_->next_step());
  return GoOnWith(*implicit_, "rodas", false);
}

void IntegratorChoice::NoteEvent() {
  const bool was_long = steps_since_event_ >= kLongStretch;
  steps_since_event_ = 0;
  if (was_long) return;
  steps_here_ = 0;
  if (current_ != multistep_.get() || replaced_ == nullptr) return;
  replaced_->TakeLimits(*current_);
  replaced_->TakeOver(0);
  BeginPhase(*replaced_, replaced_ == explicit_ ? explicit_name_ : "rodas", multistep_->time());
}

double IntegratorChoice::RateSince(const Progress& begin) const {
  const Progress now = Reached();
  return (now.time - begin.time) / static_cast<double>(std::max(1L, now.evaluations - begin.evaluations));
}

// Weights of errors that are far too small, or derivatives that depend on fast components by more than first order, cut
// the steps of one-step methods short, whose stages do not lie on the solution.
IntegratorChoice::Change IntegratorChoice::TryMultistep() {
  if (steps_here_ <= steps_to_trial_ / 2) half_way_ = Reached();
  if (steps_here_ < steps_to_trial_ || dynamic_cast<Taylor*>(current_) != nullptr) return {};  // that has series
  const double t = current_->time();
  const long steps = steps_here_ - steps_to_trial_ / 2;
  const double step = (t - half_way_.time) / static_cast<double>(steps);
  steps_here_ = 0;
  if (options_.stop_time - t < kStepsSaved * step) return {};
  rate_ = RateSince(half_way_) * (current_ == explicit_ ? kBetterThanExplicit : kBetterThanRodas);
  if (!multistep_) multistep_ = std::make_unique<Ida>(system_, Form::kOde, options_.tolerance);
  replaced_ = current_;
  return GoOnWith(*multistep_, "ida", false);
}

IntegratorChoice::Change IntegratorChoice::JudgeMultistep() {
  if (steps_here_ <= kTrialSteps / 2) half_way_ = Reached();
  if (steps_here_ != kTrialSteps) return {};
  if (RateSince(half_way_) >= rate_) {
    steps_to_trial_ = kStepsToNextTrial;
    return {};
  }
  return GoBack();
}

IntegratorChoice::Change IntegratorChoice::GoBack() {
  steps_to_trial_ = std::min(2 * std::max(steps_to_trial_, kStepsToTrial), kMaxStepsToTrial);
  replaced_->TakeOver(0);
  return GoOnWith(*replaced_, replaced_ == explicit_ ? explicit_name_ : "rodas", true);
}

IntegratorChoice::Change IntegratorChoice::AfterFailure(const IntegrationFailure& failure) {
  if (current_ == multistep_.get() && replaced_ != nullptr) return GoBack();
  if (failure.has_no_series && current_ == explicit_) {
    dopri5_ = std::make_unique<Dopri5>(system_, options_.tolerance);
    explicit_ = dopri5_.get();
    explicit_name_ = "dopri5";
    note_.clear();
    return GoOnWith(*explicit_, explicit_name_, true);
  }
  if (!failure.is_singular || !may_solve_inside_) return {};
  may_solve_inside_ = false;
  const double t = current_->time();
  note_ = fmt::format("from t = {} s on in the ODE form: in the DAE form the equations are singular here", t);
  inside_ = std::make_unique<Ida>(system_, Form::kOde, options_.tolerance);
  return GoOnWith(*inside_, "in the ODE form", true);
}

std::string IntegratorChoice::Description() const {
  if (phases_.empty()) return {};
  const bool shows_all = changes_ < static_cast<long>(kMaxPhases);
  std::string text = phases_.front().name;
  for (size_t i = 1; i < (shows_all ? phases_.size() : kMaxPhases - 2); ++i) {
    text += fmt::format(", {} from {:.6g} s", phases_[i].name, phases_[i].begin);
  }
  if (shows_all) return text;
  const double span = current_->time() - phases_.front().begin;
  const auto share = [&](const Integrator* of, double in_finished_phases) {
    const double time = in_finished_phases + (current_ == of ? current_->time() - begin_ : 0);
    return span > 0 ? 100 * time / span : 0.0;
  };
  text += fmt::format(" and so on: {} changes, rodas for {:.0f} %", changes_, share(implicit_.get(), implicit_time_));
  if (multistep_) text += fmt::format(" and ida for {:.0f} %", share(multistep_.get(), multistep_time_));
  return text + " of the time";
}

}  // namespace stiction::runtime
