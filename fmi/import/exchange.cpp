// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/import/exchange.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "fmi/import/exchange_program.h"
#include "fmi/import/values.h"
#include "runtime/program/verify.h"
#include "runtime/support/time_resolution.h"

namespace stiction::fmi {
namespace {

using Kind = ExchangeLayout::Place::Kind;

Exchange* current = nullptr;

}  // namespace

/// What the program calls: its locals are the inputs, then the outputs.
struct Exchange::Calls {
  template <class Act>
  static int Try(const char** message, const Act& act) {
    try {
      act(*current);
      return 0;
    } catch (const ImportFailure& failure) {
      current->message_ = failure.message;
      *message = current->message_.c_str();
      return 1;
    }
  }

  static int Derivatives(double* locals, void**, const char** message) {
    return Try(message, [&](Exchange& e) {
      const size_t nx = e.x_.size();
      double* const outputs = locals + nx + 2;
      e.SetPoint(locals[0], locals + 1);
      e.instance_.GetDerivatives({outputs, nx});
      e.instance_.GetIndicators({outputs + nx, e.indicator_count_});
    });
  }
  static int Along(double* locals, void**, const char** message) {
    return Try(message, [&](Exchange& e) {
      const size_t nx = e.x_.size();
      e.DifferentiateAlong(locals[0], locals + 1, locals + nx + 2, locals + 2 * nx + 2);
    });
  }
  static int Values(double* locals, void**, const char** message) {
    return Try(message, [&](Exchange& e) {
      e.SetPoint(locals[0], locals + 1);
      e.continuous_.Get(e.instance_, locals + e.x_.size() + 2);
    });
  }
  static int Event(double* locals, void**, const char** message) {
    return Try(message, [&](Exchange& e) {
      const size_t nx = e.x_.size(), nz = e.indicator_count_;
      e.PassEvent(locals[0], locals + 1, {locals + 1 + nx, nz});
      double* const outputs = locals + nx + nz + 2;
      outputs[0] = e.epoch_;
      outputs[1] = e.next_time_;
    });
  }
  static int Outcome(double* locals, void**, const char**) {
    double* outputs = locals + 1;
    *outputs++ = current->states_changed_ ? 1 : 0;
    *outputs++ = current->terminates_ ? 1 : 0;
    outputs = std::copy(current->x_.begin(), current->x_.end(), outputs);
    std::copy(current->values_.begin(), current->values_.end(), outputs);
    return 0;
  }
};

std::variant<std::unique_ptr<Exchange>, std::string> Exchange::Make(ImportedInstance& instance,
                                                                    const ImportedModel& model,
                                                                    const ImportSetup& setup) {
  try {
    auto exchange = std::unique_ptr<Exchange>(new Exchange(instance, model, setup));
    exchange->Initialize();
    return exchange;
  } catch (const ImportFailure& failure) {
    return failure.message;
  }
}

Exchange::Exchange(ImportedInstance& instance, const ImportedModel& model, const ImportSetup& setup)
    : instance_(instance),
      model_(model),
      setup_(setup),
      x_(model.states.size()),
      nominals_(model.states.size(), 1.0),
      inputs_(model, setup.inputs) {
  current = this;
}

Exchange::~Exchange() { current = nullptr; }

// An array counts once.
std::vector<uint32_t> Exchange::ReferencesOf(const std::vector<size_t>& variables) const {
  std::vector<uint32_t> references;
  for (const size_t v : variables) {
    if (model_.variables[v].element == 0) references.push_back(model_.variables[v].reference);
  }
  return references;
}

void Exchange::Initialize() {
  SetFromTexts(instance_, model_, setup_.settings);
  instance_.EnterInitialization(setup_.start_time, setup_.stop_time, setup_.tolerance);
  inputs_.SetAll(instance_, setup_.start_time, false);
  instance_.ExitInitialization();
  event_time_ = setup_.start_time;
  is_settling_ = true;
  SettleEvents(setup_.start_time);
  if (terminates_) throw ImportFailure{"the FMU ends the run at its start"};
  instance_.GetStates(x_);
  instance_.GetNominals(nominals_);
  indicator_count_ = instance_.IndicatorCount();
  held_.assign(indicator_count_, 0);
  largest_.assign(x_.size(), 0);
  ExchangeLayout layout;
  layout.name = model_.name;
  layout.states = x_;
  layout.nominals = nominals_;
  layout.indicator_count = indicator_count_;
  layout.next_time = next_time_;
  layout.equation_count = static_cast<int32_t>(model_.variables.size());
  std::map<size_t, size_t> state_of, derivative_of;
  for (size_t i = 0; i < model_.states.size(); ++i) {
    state_of.emplace(model_.states[i], i);
    derivative_of.emplace(model_.derivatives[i], i);
    layout.state_names.push_back(model_.variables[model_.states[i]].name);
  }
  state_references_ = ReferencesOf(model_.states);
  derivative_references_ = ReferencesOf(model_.derivatives);
  std::vector<size_t> fixed, continuous, discrete;
  for (const size_t v : ShownVariables(model_)) {
    const ImportedVariable& variable = model_.variables[v];
    layout.variables.push_back(ShownAs(variable));
    const auto put = [&](Kind kind, std::vector<size_t>& list) {
      layout.places.push_back({kind, list.size()});
      list.push_back(v);
    };
    if (const auto state = state_of.find(v); state != state_of.end()) {
      layout.places.push_back({Kind::kState, state->second});
    } else if (const auto derivative = derivative_of.find(v); derivative != derivative_of.end()) {
      layout.places.push_back({Kind::kDerivative, derivative->second});
    } else if (variable.IsContinuous()) {
      put(Kind::kContinuous, continuous);
    } else {
      const bool is_fixed = variable.IsFixed();
      put(is_fixed ? Kind::kFixed : Kind::kDiscrete, is_fixed ? fixed : discrete);
    }
  }
  layout.fixed.resize(fixed.size());
  Selection(model_, fixed).Get(instance_, layout.fixed.data());
  continuous_ = Selection(model_, continuous);
  discrete_ = Selection(model_, discrete);
  values_.resize(discrete.size());
  discrete_.Get(instance_, values_.data());
  layout.discretes = values_;
  layout.continuous_count = continuous.size();
  program_ =
      MakeExchangeProgram(layout, {Calls::Derivatives, Calls::Along, Calls::Values, Calls::Event, Calls::Outcome});
  runtime::Verify(program_);
  instance_.EnterContinuousTimeMode();
}

// In event mode, at t.
void Exchange::SettleEvents(double t) {
  const ImportedEvent event = fmi::SettleEvents(instance_);
  states_changed_ = event.states_changed;
  terminates_ = event.terminates || asks_for_end_;
  // All values of a run are finite.
  constexpr double kNever = std::numeric_limits<double>::max();
  next_time_ = std::min({event.next_time.value_or(kNever), setup_.inputs.NextEvent(t), kNever});
}

void Exchange::SetPoint(double t, const double* x) {
  const size_t nx = x_.size();
  if (has_point_ && point_time_ == t && std::equal(x, x + nx, point_states_.begin())) return;
  has_point_ = false;
  instance_.SetTime(t);
  instance_.SetStates({x, nx});
  inputs_.SetContinuous(instance_, t, t > event_time_);
  point_time_ = t;
  point_states_.assign(x, x + nx);
  for (size_t i = 0; i < nx; ++i) largest_[i] = std::max(largest_[i], std::abs(x[i]));
  has_point_ = true;
}

void Exchange::DifferentiateAlong(double t, const double* x, const double* direction, double* along) {
  const size_t nx = x_.size();
  SetPoint(t, x);
  if (model_.exchange->gives_derivatives)
    return instance_.Differentiate(derivative_references_, state_references_, {direction, nx}, {along, nx});
  // A difference, over the root of the rounding errors of the states as large as they are, or were.
  double longest = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < nx; ++i) {
    const double size = nominals_[i] != 1 ? nominals_[i] : largest_[i] > 0 ? std::min(largest_[i], 1.0) : 1;
    if (direction[i] != 0) longest = std::min(longest, size / std::abs(direction[i]));
  }
  std::fill_n(along, nx, 0.0);
  if (!std::isfinite(longest)) return;
  const double h = 1.5e-8 * longest;
  std::vector<double> here(nx), there(nx), moved(x, x + nx);
  instance_.GetDerivatives(here);
  for (size_t i = 0; i < nx; ++i) moved[i] += h * direction[i];
  SetPoint(t, moved.data());
  instance_.GetDerivatives(there);
  for (size_t i = 0; i < nx; ++i) along[i] = (there[i] - here[i]) / h;
}

// A pass of the event iteration of the run: the first of an event takes the model to its next epoch, in the others all
// is as it was then.
void Exchange::PassEvent(double t, const double* x, std::span<const double> relations) {
  if (!failure_.empty()) throw ImportFailure{failure_};
  const bool is_later = is_settling_ && t == event_time_;
  const bool has_flipped = !std::ranges::equal(relations, held_);
  const bool is_due = t >= next_time_ - runtime::SimultaneousWithin(t);
  if (!is_later && (has_flipped || is_due || wants_event_)) {
    SetPoint(t, x);
    instance_.EnterEventMode();
    inputs_.SetAll(instance_, t, false);
    SettleEvents(t);
    if (states_changed_) {
      instance_.GetStates(x_);
    } else {
      std::copy_n(x, x_.size(), x_.begin());
    }
    discrete_.Get(instance_, values_.data());
    if (!terminates_) instance_.EnterContinuousTimeMode();
    wants_event_ = false;
    // It is there already. One that ends the run stays in event mode, where nobody may set states.
    point_time_ = event_time_ = t;
    point_states_ = x_;
    has_point_ = true;
    is_settling_ = true;
    ++epoch_;
  }
  held_.assign(relations.begin(), relations.end());
}

void Exchange::AddTo(runtime::SimulationOptions& options) {
  if (!model_.exchange->needs_completed_step) return;
  options.on_step = [this](double t, const double* x) {
    try {
      SetPoint(t, x);
      const ImportedInstance::Completed completed = instance_.CompleteStep();
      asks_for_end_ = asks_for_end_ || completed.terminates;
      wants_event_ = completed.enters_event_mode || completed.terminates;
    } catch (const ImportFailure& failure) {
      failure_ = failure.message;  // told by the event
      wants_event_ = true;
    }
    return wants_event_;
  };
}

std::string Exchange::Finish() {
  try {
    instance_.Terminate();
  } catch (const ImportFailure& failure) {
    return failure.message;
  }
  return {};
}

}  // namespace stiction::fmi
