// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/model/instance.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "fmi/model/load_program.h"
#include "fmi/model/start_values.h"
#include "runtime/support/time_resolution.h"

namespace stiction::fmi {

using runtime::DrivenRun;
using runtime::kNoSlot;
using runtime::Slot;

std::variant<std::unique_ptr<Instance>, std::string> Instance::Load(const std::string& resources,
                                                                    const std::string& token, bool is_stepped) {
  auto loaded = LoadProgram(resources, token);
  if (auto* const wrong = std::get_if<std::string>(&loaded)) return std::move(*wrong);
  auto& program = std::get<runtime::Program>(loaded);
  if (std::string wrong = WhyNotExchanged(program, !is_stepped); !wrong.empty()) return wrong;
  return std::unique_ptr<Instance>(new Instance(std::move(program), is_stepped));
}

Instance::Instance(runtime::Program program, bool is_stepped)
    : program_(std::move(program)),
      exposed_(Expose(program_, SeparateStartValues(program_))),
      is_stepped_(is_stepped),
      given_constants_(program_.initial_slots),
      x_(program_.states.size()),
      indicators_(program_.relations.size() + program_.held.size()) {
  options_.signals.emplace();
  options_.sink = &no_rows_;
  SetUp(program_.experiment.start_time.value_or(0), std::nullopt, std::nullopt);
}

void Instance::SetUp(double start_time, std::optional<double> stop_time, std::optional<double> tolerance) {
  const runtime::ExperimentInfo& experiment = program_.experiment;
  const double span = experiment.stop_time.value_or(1.0) - experiment.start_time.value_or(0.0);
  options_.start_time = start_time;
  options_.stop_time = start_time + (span > 0 ? span : 1.0);
  if (stop_time && *stop_time > start_time && std::isfinite(*stop_time)) options_.stop_time = *stop_time;
  options_.tolerance = experiment.tolerance.value_or(1e-6);
  if (tolerance && *tolerance > 0 && *tolerance < 1) options_.tolerance = *tolerance;
}

void Instance::MakeRun() {
  run_ = std::make_unique<DrivenRun>(program_, options_);
  values_stand_ = inputs_changed_ = inputs_are_new_ = false;
  notes_told_ = 0;
}

Outcome Instance::Start() {
  if (run_) return std::nullopt;
  MakeRun();
  if (!run_->Start()) {
    Outcome failed = Failed();
    run_.reset();
    return failed;
  }
  return std::nullopt;
}

void Instance::Reset() {
  run_.reset();
  program_.initial_slots = given_constants_;
  phase_ = Phase::kInstantiated;
}

Outcome Instance::ReadInputs() {
  if (std::exchange(inputs_are_new_, false)) run_->ReadInputs();
  return std::nullopt;
}

Outcome Instance::PutValues() {
  if (values_stand_) return std::nullopt;
  if (is_stepped_) {
    if (inputs_are_new_) run_->ReadInputs();
    inputs_are_new_ = false;
    if (!run_->PutValues()) return Failed();
  } else {
    ReadInputs();
    if (auto error = run_->Evaluate()) return Trouble{true, error->message};
  }
  values_stand_ = true;
  return std::nullopt;
}

Outcome Instance::Get(uint32_t reference, double& value) {
  const Exposed& variable = exposed_.variables[reference];
  if (variable.kind == Exposed::Kind::kTime) {
    value = time();
    return std::nullopt;
  }
  if (phase_ == Phase::kInstantiated || (phase_ == Phase::kInitialization && !run_ && variable.start != kNoSlot)) {
    if (variable.start == kNoSlot)
      return Trouble{false, fmt::format("`{}` has no value before initialization", variable.name)};
    value = program_.initial_slots[static_cast<size_t>(variable.start)];
    if (variable.negated) value = -value;
    return std::nullopt;
  }
  if (phase_ == Phase::kInitialization) {
    if (auto trouble = Start()) return trouble;
  }
  if (variable.kind == Exposed::Kind::kIndicator) {
    if (auto trouble = PutValues()) return trouble;
    if (auto error = run_->Indicators(indicators_.data())) return Trouble{true, error->message};
    value = indicators_[static_cast<size_t>(exposed_.indicators[static_cast<size_t>(variable.number)])];
    return std::nullopt;
  }
  if (auto trouble = PutValues()) return trouble;
  value = run_->slots()[variable.slot];
  if (variable.negated) value = -value;
  return std::nullopt;
}

Outcome Instance::Set(uint32_t reference, double value) {
  const Exposed& variable = exposed_.variables[reference];
  if (variable.negated) value = -value;
  if (phase_ == Phase::kInstantiated || phase_ == Phase::kInitialization) {
    if (variable.start == kNoSlot)
      return Trouble{false, fmt::format("`{}` cannot be set: its value follows from others, or was used up when the "
                                        "model was translated",
                                        variable.name)};
    program_.initial_slots[static_cast<size_t>(variable.start)] = value;
    run_.reset();
    return std::nullopt;
  }
  if (!variable.is_input)
    return Trouble{false, fmt::format("`{}` is no input: it cannot be set while the model runs", variable.name)};
  double& slot = run_->slots()[variable.slot];
  if (slot == value) return std::nullopt;
  slot = value;
  values_stand_ = false;
  inputs_changed_ = inputs_are_new_ = true;
  return std::nullopt;
}

Outcome Instance::SetTime(double t) {
  run_->GetStates(x_.data());
  run_->SetPoint(t, x_.data());
  values_stand_ = false;
  return std::nullopt;
}

Outcome Instance::SetStates(const double* x) {
  run_->SetPoint(time(), x);
  values_stand_ = false;
  return std::nullopt;
}

Outcome Instance::Derivatives(double* xdot) {
  ReadInputs();
  if (auto error = run_->Derivatives(xdot)) return Trouble{true, error->message};
  return std::nullopt;
}

Outcome Instance::Indicators(double* indicators) {
  ReadInputs();
  if (auto error = run_->Indicators(indicators_.data())) return Trouble{true, error->message};
  for (const int32_t i : exposed_.indicators) *indicators++ = indicators_[static_cast<size_t>(i)];
  return std::nullopt;
}

void Instance::Nominals(double* nominals) const {
  for (const runtime::StateInfo& state : program_.states) {
    const double declared = state.nominal == kNoSlot || !run_ ? 1 : std::abs(run_->slots()[state.nominal]);
    *nominals++ = declared > 0 && std::isfinite(declared) ? declared : 1;
  }
}

bool Instance::CompleteStep() {
  ReadInputs();
  return run_->CompleteStep();
}

Outcome Instance::Update(EventOutcome& outcome) {
  std::vector<double> before(x_.size());
  run_->GetStates(before.data());
  values_stand_ = false;
  if (is_stepped_) {
    if (std::exchange(inputs_changed_, false) && !run_->TakeInputs()) return Failed();
    inputs_are_new_ = false;
  } else {
    ReadInputs();
    if (!run_->Update(std::exchange(inputs_changed_, false)) && !run_->report().terminated) return Failed();
  }
  run_->GetStates(x_.data());
  outcome.states_changed = x_ != before;
  outcome.terminates = run_->report().terminated;
  outcome.next_event_time = run_->next_time_event();
  return std::nullopt;
}

Outcome Instance::Step(double t, double step, bool may_end_early, StepResult& result) {
  const double end = t + step;
  result.time = time();
  if (std::abs(t - time()) > 1e-9 * std::max(std::abs(step), std::abs(t)))
    return Trouble{false, fmt::format("the step begins at {} s, but the model is at {} s", t, time())};
  if (!(step >= 0) || !std::isfinite(end)) return Trouble{false, fmt::format("a step of {} s", step)};
  // Without a stop time the scales of the run grow with it.
  while (end > options_.stop_time + runtime::SimultaneousWithin(end))
    options_.stop_time += std::max(options_.stop_time - options_.start_time, step);
  values_stand_ = false;
  if (std::exchange(inputs_changed_, false) && !run_->TakeInputs() && !run_->report().terminated) return Failed();
  inputs_are_new_ = false;
  const auto reached = run_->report().terminated ? DrivenRun::Reached::kEnd
                                                 : run_->StepTo(std::min(end, options_.stop_time), may_end_early);
  result.time = time();
  result.terminates = run_->report().terminated;
  result.is_early = reached == DrivenRun::Reached::kEvent;
  if (reached == DrivenRun::Reached::kEnd && !result.terminates) return Failed();
  return std::nullopt;
}

Outcome Instance::End() {
  if (run_ && !run_->report().terminated && is_stepped_ && !run_->End()) return Failed();
  return std::nullopt;
}

// Whoever goes on after his state was taken goes on from it, as everybody does to whom it is given: with the same
// bytes.
Outcome Instance::Save(InstanceState& state) {
  if (!HasState(program_)) return Trouble{false, "this model has delays or C code, of which the state cannot be had"};
  state = {phase_,
           options_.start_time,
           options_.stop_time,
           options_.tolerance,
           program_.initial_slots,
           run_ != nullptr,
           inputs_changed_,
           {}};
  if (!run_) return std::nullopt;
  if (is_stepped_) {
    if (auto trouble = PutValues()) return trouble;
  }
  state.run = run_->State();
  return Restore(state);
}

Outcome Instance::Restore(const InstanceState& state) {
  if (state.constants.size() != program_.initial_slots.size() ||
      (state.is_started && state.run.slots.size() != program_.initial_slots.size()))
    return Trouble{false, "the state is one of another model"};
  phase_ = state.phase;
  options_.start_time = state.start_time;
  options_.stop_time = state.stop_time;
  options_.tolerance = state.tolerance;
  program_.initial_slots = state.constants;
  run_.reset();
  if (!state.is_started) return std::nullopt;
  MakeRun();
  if (!run_->GoOnFrom(state.run)) return Failed();
  inputs_changed_ = inputs_are_new_ = state.inputs_changed;
  return std::nullopt;
}

// Derivatives of states by states, from the equations.
bool Instance::DifferentiateExactly(const std::vector<uint32_t>& unknowns, const std::vector<uint32_t>& knowns,
                                    const double* seed, double* sensitivity) {
  const auto number_in = [](const std::vector<int32_t>& list, uint32_t reference) {
    return std::ranges::find(list, static_cast<int32_t>(reference)) - list.begin();
  };
  const auto count = static_cast<ptrdiff_t>(x_.size());
  std::vector<double> direction(x_.size(), 0.0), along(x_.size());
  for (size_t k = 0; k < knowns.size(); ++k) {
    const ptrdiff_t state = number_in(exposed_.state_of, knowns[k]);
    if (state == count) return false;
    direction[static_cast<size_t>(state)] = seed[k];
  }
  for (const uint32_t unknown : unknowns) {
    if (number_in(exposed_.derivative_of, unknown) == count) return false;
  }
  if (!run_->DifferentiateByStates(direction.data(), along.data())) return false;
  for (size_t u = 0; u < unknowns.size(); ++u)
    sensitivity[u] = along[static_cast<size_t>(number_in(exposed_.derivative_of, unknowns[u]))];
  return true;
}

Outcome Instance::Differentiate(const std::vector<uint32_t>& unknowns, const std::vector<uint32_t>& knowns,
                                const double* seed, double* sensitivity) {
  if (auto trouble = PutValues()) return trouble;
  if (DifferentiateExactly(unknowns, knowns, seed, sensitivity)) return std::nullopt;
  double* const slots = run_->slots();
  const std::vector<double> kept(slots, slots + program_.initial_slots.size());
  double longest = HUGE_VAL;  // that changes each known by no more than its size
  for (size_t k = 0; k < knowns.size(); ++k) {
    const double value = std::abs(kept[static_cast<size_t>(exposed_.variables[knowns[k]].slot)]);
    if (seed[k] != 0) longest = std::min(longest, (value > 0 ? value : 1) / std::abs(seed[k]));
  }
  std::fill_n(sensitivity, unknowns.size(), 0.0);
  if (longest == HUGE_VAL) return std::nullopt;
  const double h = std::cbrt(DBL_EPSILON) * longest;
  Outcome trouble;
  for (const double sign : {1.0, -1.0}) {
    for (size_t k = 0; k < knowns.size(); ++k) {
      const Exposed& known = exposed_.variables[knowns[k]];
      slots[known.slot] += (known.negated ? -sign : sign) * h * seed[k];
    }
    run_->ReadInputs();
    if (auto error = run_->Evaluate()) trouble = Trouble{true, error->message};
    for (size_t u = 0; u < unknowns.size(); ++u) {
      const Exposed& unknown = exposed_.variables[unknowns[u]];
      sensitivity[u] += (unknown.negated ? -sign : sign) * slots[unknown.slot] / (2 * h);
    }
    std::copy(kept.begin(), kept.end(), slots);
  }
  run_->ReadInputs();
  return trouble;
}

std::vector<std::string> Instance::TakeNotes() {
  if (!run_) return {};
  const std::vector<std::string>& notes = run_->report().notes;
  const size_t first = std::min(notes_told_, notes.size());
  notes_told_ = notes.size();
  return {notes.begin() + static_cast<ptrdiff_t>(first), notes.end()};
}

}  // namespace stiction::fmi
