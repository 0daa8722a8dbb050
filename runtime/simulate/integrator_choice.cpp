#include "runtime/simulate/integrator_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "runtime/integrate/dopri5.h"
#include "runtime/integrate/ida.h"
#include "runtime/integrate/stateless.h"

namespace stiction::runtime {
namespace {

// Steps of the implicit method that have to agree that the model is no longer stiff. Where the explicit one finds it
// stiff again at once, twice as many the next time.
constexpr int kLeastPatience = 20, kGreatestPatience = 640;
constexpr long kAtOnce = 60;  // steps of the explicit method
constexpr size_t kMostPhases = 6;  // told one by one

}  // namespace

IntegratorChoice::IntegratorChoice(ContinuousSystem& system, const SimulationOptions& options)
    : system_(system), options_(options), patience_(kLeastPatience), x_(system.state_count()) {}

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
  if (is_dae && (options_.method == Method::kDopri5 || options_.method == Method::kRodas)) {
    return fmt::format("{} integrates the ODE form only\n  hint: use ida for the DAE form", Name(options_.method));
  }
  if (options_.method == Method::kIda || is_dae) {
    begin(std::make_unique<Ida>(system_, options_.form, options_.tolerance), "ida");
    may_solve_inside_ = is_dae;
  } else if (options_.method == Method::kRodas) {
    begin(std::make_unique<Rodas>(system_, options_.tolerance), "rodas");
  } else {
    begin(std::make_unique<Dopri5>(system_, options_.tolerance), "dopri5");
    may_switch_ = options_.method == Method::kAuto;
  }
  return std::nullopt;
}

IntegratorChoice::Change IntegratorChoice::GoOnWith(Integrator& next, std::string name) {
  const double t = current_->time();
  steps_before_ += current_->steps() - steps_at_change_;
  if (current_ == implicit_.get()) implicit_time_ += t - phases_.back().begin;
  current_->Interpolate(t, x_.data());
  system_.SetPoint(t, x_.data());
  current_ = &next;
  steps_at_change_ = next.steps();
  phases_.push_back({std::move(name), t});
  return {true, next.Reset(t)};
}

IntegratorChoice::Change IntegratorChoice::AfterStep() {
  if (!may_switch_) return {};
  const bool is_implicit = current_ == implicit_.get();
  if (current_->IsStiff() == is_implicit) return {};
  note_.clear();
  if (is_implicit) {
    first_->TakeOver(current_->next_step());
    return GoOnWith(*first_, "dopri5");
  }
  if (!implicit_) {
    implicit_ = std::make_unique<Rodas>(system_, options_.tolerance);
  } else {
    const bool at_once = current_->steps() - steps_at_change_ < kAtOnce;
    patience_ = at_once ? std::min(2 * patience_, kGreatestPatience) : kLeastPatience;
  }
  implicit_->WatchStiffness(patience_);
  implicit_->TakeOver(current_->next_step());
  return GoOnWith(*implicit_, "rodas");
}

IntegratorChoice::Change IntegratorChoice::AfterFailure(const IntegrationFailure& failure) {
  if (!failure.is_singular || !may_solve_inside_) return {};
  may_solve_inside_ = false;
  const double t = current_->time();
  note_ = fmt::format("from t = {} s on in the ODE form: in the DAE form the equations are singular here", t);
  inside_ = std::make_unique<Ida>(system_, Form::kOde, options_.tolerance);
  return GoOnWith(*inside_, "in the ODE form");
}

std::string IntegratorChoice::Description() const {
  if (phases_.empty()) return {};
  std::string text = phases_.front().name;
  const size_t told = phases_.size() <= kMostPhases ? phases_.size() : kMostPhases - 2;
  for (size_t i = 1; i < told; ++i) text += fmt::format(", {} from {:.6g} s", phases_[i].name, phases_[i].begin);
  if (told == phases_.size()) return text;
  double implicit_time = implicit_time_;
  if (current_ == implicit_.get()) implicit_time += current_->time() - phases_.back().begin;
  const double span = current_->time() - phases_.front().begin;
  return text + fmt::format(" and so on: {} changes, rodas for {:.2g} % of the time", phases_.size() - 1,
                            span > 0 ? 100 * implicit_time / span : 0.0);
}

}  // namespace stiction::runtime
