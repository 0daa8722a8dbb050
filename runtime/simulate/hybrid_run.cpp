// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/hybrid_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "runtime/initialize/initialize.h"
#include "runtime/simulate/cpu_clock.h"
#include "runtime/simulate/step_demand.h"
#include "runtime/support/time_resolution.h"

namespace stiction::runtime {
namespace {

Reason ReasonOf(SolveFailure failure) {
  switch (failure) {
    case SolveFailure::kSingular:
      return Reason::kSingular;
    case SolveFailure::kNotConverged:
      return Reason::kNotConverged;
    case SolveFailure::kNotFinite:
      return Reason::kNotFinite;
    case SolveFailure::kMixedBlockUnsolved:
      return Reason::kMixedBlockUnsolved;
    case SolveFailure::kFunctionFailed:
      return Reason::kAssertion;
  }
  return Reason::kNotConverged;
}

// No step longer than this part of the whole, nor than the output interval: a pulse of an input that no relation
// watches should not be stepped over.
constexpr double kLongestStep = 1.0 / 500;
// How far ahead the event is looked for that a step could not reach, in units of the last place of t.
constexpr double kFarthestEdge = 4096;
// So many steps that take no more than this part of the whole are no progress.
constexpr long kManySteps = 100000;
constexpr double kSpanOfManySteps = 1e-9;

}  // namespace

HybridRun::HybridRun(const Program& program, const SimulationOptions& options)
    : program_(program),
      options_(options),
      tolerance_(options.tolerance),
      slots_(program.initial_slots),
      tape_(program),
      delays_(program, slots_.data(), tape_),
      system_(program, slots_.data(), tape_, report_.solves),
      events_(program, slots_.data(), tape_, report_.solves),
      time_events_(program, tape_),
      scales_(program, slots_.data(), options.tolerance),
      search_(system_, scales_),
      ties_(program, scales_),
      scoped_(program, slots_.data(), system_, events_, search_, ties_, options.on_event != nullptr),
      whole_(program, slots_, tape_, report_.solves, events_, ties_),
      chattering_(program, options.stop_time - options.start_time),
      rebounds_(program, system_, search_, options.start_time),
      log_(program),
      recorder_(program, options.sink),
      rows_(program, system_, recorder_.signals()),
      grid_(options.start_time, options.stop_time, options.interval),
      assertions_(program, slots_.data(), tape_, report_.notes),
      bounds_(program, slots_.data(), tape_, options.tolerance, report_.notes),
      choice_(system_, options),
      x_(program.states.size()) {
  events_.TracePasses(options.on_event != nullptr);
  time_of_many_ = options.start_time;
}

HybridRun::~HybridRun() = default;

SimulationResult HybridRun::Run() {
  report_.unknowns = program_.equation_count;
  report_.states = static_cast<long>(program_.states.size());
  time_ = options_.start_time;
  if (auto unknown = recorder_.Choose(options_.signals)) {
    report_.reason = Reason::kUnknownSignal;
    report_.message = *unknown;
  } else if (!(options_.stop_time >= options_.start_time) || !std::isfinite(options_.stop_time - options_.start_time)) {
    Fail(Reason::kInitialization, time_,
         fmt::format("the stop time {} must not be before the start time {}", options_.stop_time, options_.start_time));
  } else if (!(options_.tolerance > 0)) {
    Fail(Reason::kInitialization, time_, fmt::format("the tolerance {} must be positive", options_.tolerance));
  } else {
    const double begin = CpuSeconds();
    const bool initialized = Initialize();
    const double middle = CpuSeconds();
    report_.seconds_initialize = middle - begin;
    if (initialized) {
      while (Advance() == Progress::kGoesOn) {
      }
    }
    if (report_.terminated && report_.reason == Reason::kNone) EndAt(time_);
    report_.seconds_simulate = CpuSeconds() - middle;
  }
  TakeNotes();
  report_.time_reached = time_;
  report_.steps = choice_.steps();
  report_.method = choice_.Description();
  report_.success = report_.reason == Reason::kNone;
  return {std::move(report_), recorder_.Take()};
}

bool HybridRun::Initialize() {
  if (auto failure = runtime::Initialize(program_, slots_.data(), time_, tolerance_, tape_, report_.solves,
                                         report_.notes, options_.on_event ? &initial_solves_ : nullptr)) {
    const bool mixed = failure->failure == SolveFailure::kMixedBlockUnsolved;
    if (mixed) TellEvent(time_, EventKind::kStart, nullptr, {}, failure->message);
    return Fail(mixed ? Reason::kMixedBlockUnsolved : Reason::kInitialization, time_, failure->message);
  }
  if (auto bad_delay = delays_.Start(time_, options_.stop_time))
    return Fail(Reason::kInitialization, time_, *bad_delay);
  if (!delays_.empty()) system_.Use(&delays_);
  if (!ActAtStart()) return false;
  if (auto bad_sample = time_events_.Start(time_, options_.stop_time, slots_.data()))
    return Fail(Reason::kInitialization, time_, *bad_sample);
  EventEffects effects;
  std::optional<Crossing> none;
  if (!RunEventIteration(time_, EventKind::kStart, none, effects)) return false;
  if (!ChooseIntegrator()) return false;
  if (!effects.termination) {
    if (!RestartAt(time_, nullptr)) return false;
    Prepare();
  }
  if (const auto outside = bounds_.Start()) return Fail(Reason::kAssertion, time_, *outside);
  recorder_.Record(time_, slots_.data());
  grid_.Advance();
  return CheckAssertions(time_) && !report_.terminated;
}

// What the run takes besides its values is made before it begins.
void HybridRun::Prepare() {
  rows_.Prepare();
  if (!program_.relations.empty() || !program_.samples.empty()) system_.PrepareRefresh();
}

bool HybridRun::ChooseIntegrator() {
  if (auto contradiction = choice_.Start(time_)) return Fail(Reason::kIntegrator, time_, *contradiction);
  integrator_ = &choice_.current();
  LimitStep();
  return true;
}

void HybridRun::LimitStep() {
  const double reach = std::max(grid_.interval(), kLongestStep * (options_.stop_time - options_.start_time));
  search_.SetReach(reach);
  integrator_->LimitStep(std::min({search_.step_cap(), delays_.Shortest(), rebounds_.LongestStep(time_)}), reach);
}

// @pre another integrator was chosen at time_
bool HybridRun::GoOnWithOther(const IntegratorChoice::Change& change) {
  integrator_ = &choice_.current();
  changed_method_ = true;
  if (!choice_.note().empty()) report_.notes.push_back(choice_.note());
  return change.failure ? Fail(time_, *change.failure) : true;
}

// @param changes what may have changed since the last restart, which system_ and rows_ have taken over; null:
// everything
bool HybridRun::RestartAt(double t, const Crossing* crossing, const HeldChanges* changes) {
  if (!delays_.empty()) delays_.Jump(t);
  if (!delays_.empty() || !time_events_.empty()) next_time_event_ = NextTimeEvent(t);
  if (changes == nullptr) {
    system_.Refresh();
    rows_.Refresh();
  }
  if (auto failure = integrator_->Reset(t)) return Fail(t, *failure);
  // The search is not to fire what the event has just accepted.
  for (const auto& [relation, size] : events_.TakeAcceptedRoundings()) scales_.NoteNoise(relation, size);
  search_.Restart(t, crossing, changes);
  changed_method_ = false;
  return true;
}

double HybridRun::NextTimeEvent(double t) {
  const double time_event = time_events_.Next(t, slots_.data()), arrival = delays_.Next(t);
  // Of two that are simultaneous but for rounding the later one.
  const double first = std::min(arrival, time_event), second = std::max(arrival, time_event);
  return second <= first + SimultaneousWithin(first) ? second : first;
}

HybridRun::Progress HybridRun::Advance() {
  if (options_.interrupted != nullptr && options_.interrupted->load()) {
    Fail(Reason::kInterrupted, time_, "interrupted");
    return Progress::kEnded;
  }
  if (recorder_.failed()) {
    Fail(Reason::kOutput, time_, "the result can no longer be written");
    return Progress::kEnded;
  }
  if (options_.on_progress) {
    const double step = integrator_->time() - integrator_->previous_time();
    options_.on_progress({time_, report_.state_events + report_.time_events, step});
  }
  if (auto now = search_.FlippedNow(*integrator_)) {
    if (!HandleEvent(time_, &*now, false)) return Progress::kEnded;
    return Progress::kGoesOn;
  }
  if (time_ >= options_.stop_time) {
    Finish();
    return Progress::kEnded;
  }
  if (IsWithoutPace()) return Progress::kEnded;
  const double limit = std::min(options_.stop_time, next_time_event_);
  if (!IntegrateStep(limit)) return Progress::kEnded;
  return Progress::kGoesOn;
}

// One step of the integrator, and the event in it or at its end.
bool HybridRun::IntegrateStep(double limit) {
  LimitStep();
  CrossingResult found;
  auto failure = integrator_->Step(limit);
  if (!failure) {
    found = search_.Search(*integrator_, integrator_->time());
    failure = ConfirmByStep(found);
  }
  if (failure) {
    if (const auto edge = FindEdge()) return CrossEdge(*edge);
    if (const auto change = choice_.AfterFailure(*failure); change.happened) return GoOnWithOther(change);
    if (HoldsForAnInstant(*failure, limit)) return LeaveInstant();
    return Fail(time_, *failure);
  }
  return EndStep(found);
}

// The time of a crossing that the dense output does not tell well enough, by steps that end there: until one begins to
// agree with its own dense output, or the crossing is beyond its end.
std::optional<IntegrationFailure> HybridRun::ConfirmByStep(CrossingResult& found) {
  constexpr int kMaxSteps = 12;
  constexpr double kAgreement = 1e-3;  // of the step
  for (int i = 0; i < kMaxSteps && found.crossing; ++i) {
    const double begin = integrator_->previous_time(), t = found.crossing->time;
    std::optional<IntegrationFailure> failure;
    if (!(t - begin > kFarthestEdge * DBL_EPSILON * std::abs(t)) || t >= integrator_->time()) break;
    const bool is_rough = integrator_->IsRoughInside() && search_.IsComputed(*found.crossing);
    if (!is_rough && integrator_->HoldsAt(t)) break;
    if (!integrator_->Redo(t, failure)) break;
    if (failure) return failure;
    found = search_.Search(*integrator_, integrator_->time());
    if (found.crossing && t - found.crossing->time <= kAgreement * (t - begin)) break;
  }
  return std::nullopt;
}

// What was found in the step, or what comes at its end.
bool HybridRun::EndStep(CrossingResult& found) {
  if (found.error) return Fail(found.error_time, *found.error);
  left_instant_ = changed_method_ = false;
  const double reached = integrator_->time();
  const double t = found.crossing ? found.crossing->time : reached;
  const bool time_event = t >= next_time_event_;
  if (!rebounds_.empty() && IsReboundLost(t)) return false;
  if (!RecordGridBefore(t)) return false;
  if (!RememberUntil(t)) return false;
  // Beyond an event the step means nothing; what it violates there is not the model's fault.
  if (!program_.assertions.empty() && !found.crossing) {
    integrator_->Interpolate(t, x_.data());
    if (auto error = rows_.Evaluate(t, x_.data())) return Fail(t, *error);
    if (!CheckAssertions(t)) return false;
  }
  time_ = t;
  if (found.crossing || time_event) return HandleEvent(t, found.crossing ? &*found.crossing : nullptr, time_event);
  if (t >= options_.stop_time) return true;
  if (const auto change = choice_.AfterStep(); change.happened) return GoOnWithOther(change);
  return true;
}

bool HybridRun::IsReboundLost(double t) {
  integrator_->Interpolate(t, x_.data());
  const auto loss = rebounds_.FindLoss(t, x_.data());
  if (!loss) return false;
  const auto accumulation = chattering_.Accumulation(loss->relation, 1);
  return !Fail(Reason::kChattering, loss->time, accumulation ? *accumulation : loss->message);
}

// Grid times before t; t itself too unless an event there brings its own rows (the caller of HandleEvent).
bool HybridRun::RecordGridBefore(double t) {
  while (grid_.Next() < t - SimultaneousWithin(t)) {
    const double row = grid_.Next();
    integrator_->Interpolate(row, x_.data());
    if (!RecordAt(row, x_.data())) return false;
    grid_.Advance();
  }
  return true;
}

bool HybridRun::RecordAt(double t, const double* x) { return Record(t, rows_.Evaluate(t, x)); }

bool HybridRun::Record(double t, const std::optional<SolveError>& error) {
  if (error) return Fail(t, *error);
  if (!CheckAssertions(t)) return false;
  recorder_.Record(t, slots_.data());
  time_ = t;
  return true;
}

// What delayed expressions were from where their past ends to t, a time of the last step.
// @post the slots are those of t
bool HybridRun::RememberDelayed(double t) {
  const double begin = delays_.end();
  if (t <= begin) return true;
  DelayLines::Samples samples;
  samples[0] = delays_.last();
  for (int k = 1; k <= 3; ++k) {
    const double at = k == 3 ? t : begin + (t - begin) * k / 3;
    integrator_->Interpolate(at, x_.data());
    if (auto error = system_.Evaluate(at, x_.data())) return Fail(at, *error);
    samples[static_cast<size_t>(k)] = delays_.Current();
  }
  delays_.Append(t, samples);
  return true;
}

// The held branch of an `if` may not be computable beyond the event that ends it (sqrt(x) while x > 0): then no step
// reaches the event, and they shrink to nothing before it. A few units in the last place further along the slope a
// relation flips: that is the event.
// @post with an edge the slots hold the states beyond it
std::optional<Crossing> HybridRun::FindEdge() {
  const double t = integrator_->time();
  if (t <= integrator_->previous_time() && !changed_method_) return std::nullopt;
  const size_t nx = system_.state_count();
  std::vector<double> slope(nx), beyond(nx);
  integrator_->Interpolate(t, x_.data());
  if (system_.Derivatives(t, x_.data(), slope.data())) return std::nullopt;
  const double unit = DBL_EPSILON * std::max(std::abs(t), kEarliest);
  for (double ahead = 4 * unit; ahead <= kFarthestEdge * unit; ahead *= 2) {
    for (size_t i = 0; i < nx; ++i) beyond[i] = x_[i] + ahead * slope[i];
    tape_.ClearFailure();
    static_cast<void>(system_.Evaluate(t + ahead, beyond.data()));
    if (auto edge = search_.FlippedAt(t + ahead)) {
      edge->before = t;
      return edge;
    }
  }
  return std::nullopt;
}

// A mode may agree with the equations at one instant only: two ideal diodes at the very zero of their voltage both
// conduct, and a moment later that is a contradiction. No relation flips then, for nothing can be computed.
bool HybridRun::HoldsForAnInstant(const IntegrationFailure& failure, double limit) const {
  const bool contradicts = failure.error && failure.error->failure == SolveFailure::kSingular;
  const bool is_at_restart = integrator_->time() <= integrator_->previous_time();
  return contradicts && is_at_restart && !left_instant_ && time_ + Instant() < limit;
}

double HybridRun::Instant() const {
  constexpr double kInstant = 1e-10;  // of the whole
  return kInstant * (options_.stop_time - options_.start_time);
}

// The event a moment later, where the search for the mode sees on which side each relation is.
bool HybridRun::LeaveInstant() {
  left_instant_ = true;
  tape_.ClearFailure();
  integrator_->Interpolate(time_, x_.data());
  std::vector<double> slope(x_.size());
  if (const auto error = system_.Derivatives(time_, x_.data(), slope.data())) return Fail(time_, *error);
  const double t = time_ + Instant();
  for (size_t i = 0; i < x_.size(); ++i) x_[i] += Instant() * slope[i];
  system_.SetPoint(t, x_.data());
  time_ = t;
  return EnterRightLimit(t, nullptr, EventKind::kInstant);
}

bool HybridRun::CrossEdge(const Crossing& edge) {
  std::vector<double> beyond(system_.state_count());
  system_.GetStates(beyond.data());
  tape_.ClearFailure();
  if (!RecordGridBefore(edge.before)) return false;
  integrator_->Interpolate(edge.before, x_.data());
  if (!RecordAt(edge.before, x_.data()) || !RememberUntil(edge.before)) return false;
  system_.SetPoint(edge.time, beyond.data());
  time_ = edge.time;
  return EnterRightLimit(edge.time, &edge, EventKind::kState);
}

// The row before an event; where the held branch ends exactly there, from the other end of the bracket.
bool HybridRun::RecordLeftLimit(double t, const Crossing* crossing) {
  integrator_->Interpolate(t, x_.data());
  const auto error = rows_.Evaluate(t, x_.data());
  if (!error || crossing == nullptr) return Record(t, error);
  tape_.ClearFailure();
  std::vector<double> before(x_.size());
  integrator_->Interpolate(crossing->before, before.data());
  if (!RecordAt(crossing->before, before.data())) return false;
  system_.SetPoint(t, x_.data());
  return true;
}

// @param crossing what fired; afterwards what of it was confirmed, and what fired besides
bool HybridRun::HandleEvent(double t, Crossing* crossing, bool time_event) {
  if (crossing != nullptr) search_.NoteScalesOf(*crossing);
  // Right after another event at the same time there is no dense output: the slots hold the states of the left limit.
  if (t > integrator_->previous_time() && integrator_->time() > integrator_->previous_time()) {
    if (!RecordLeftLimit(t, crossing)) return false;
  } else {
    system_.GetStates(x_.data());
  }
  if (!time_event && crossing != nullptr && crossing->held.empty() && events_.CanScope()) {
    return PassScopedEvent(t, *crossing);
  }
  // The whole left limit, as far as it can be computed.
  if (system_.Evaluate(t, x_.data())) tape_.ClearFailure();
  if (crossing != nullptr && !program_.reinits.empty()) rebounds_.NoteLeftLimit();
  return EnterRightLimit(t, crossing, time_event ? EventKind::kTime : EventKind::kState);
}

bool HybridRun::PassScopedEvent(double t, Crossing& crossing) {
  while (grid_.Next() <= t + SimultaneousWithin(t) && grid_.Next() < options_.stop_time) grid_.Advance();
  ++report_.state_events;
  if (auto message = chattering_.OnEvent(t, &crossing, search_, slots_.data())) {
    return Fail(Reason::kChattering, t, *message);
  }
  if (const auto failure = scoped_.Pass(t, x_, crossing)) {
    const std::string& message = failure->error ? failure->error->message : failure->message;
    TellEvent(t, EventKind::kState, &crossing, scoped_.effects(), message);
    return failure->error ? Fail(t, *failure->error) : Fail(Reason::kChattering, t, failure->message);
  }
  events_.Confirm();
  if (!scoped_.changes().pres.empty()) chattering_.NoteEffect();
  TellEvent(t, EventKind::kState, &crossing, scoped_.effects(), {});
  scoped_.Refresh();
  rows_.RefreshTouched(events_.touched());
  if (!RestartAt(t, &crossing, &scoped_.changes())) return false;
  return Record(t, rows_.EvaluateInPlace(t, x_.data()));
}

bool HybridRun::EnterRightLimit(double t, const Crossing* crossing, EventKind kind) {
  while (grid_.Next() <= t + SimultaneousWithin(t) && grid_.Next() < options_.stop_time) grid_.Advance();
  ++(kind == EventKind::kTime ? report_.time_events : report_.state_events);
  if (auto message = chattering_.OnEvent(t, crossing, search_, slots_.data()))
    return Fail(Reason::kChattering, t, *message);
  delays_.Arrive(t);
  delays_.SetValues(t);
  EventEffects effects;
  std::optional<Crossing> confirmed;
  if (crossing != nullptr) confirmed = *crossing;
  if (!RunEventIteration(t, kind, confirmed, effects)) return false;
  if (effects.termination) {
    recorder_.Record(t, slots_.data());
    return false;
  }
  if (!effects.reinits.empty() || !effects.discretes.empty()) chattering_.NoteEffect();
  if (confirmed && !program_.reinits.empty()) rebounds_.Follow(t, *confirmed, !effects.reinits.empty());
  integrator_->ForgetStep();
  if (!RestartAt(t, confirmed ? &*confirmed : nullptr)) return false;
  if (!CheckAssertions(t)) return false;
  recorder_.Record(t, slots_.data());
  return true;
}

// @param crossing what fired; afterwards what of it holds with the states at their ties
bool HybridRun::RunEventIteration(double t, EventKind kind, std::optional<Crossing>& crossing, EventEffects& effects) {
  if (kind != EventKind::kEnd) effects.ticks = time_events_.TakeTicks(t);
  const auto failure = whole_.Pass(crossing, effects);
  const Crossing* fired = crossing ? &*crossing : nullptr;
  if (failure) {
    TellEvent(t, kind, fired, effects, failure->error ? failure->error->message : failure->message);
    return failure->error ? Fail(t, *failure->error) : Fail(Reason::kChattering, t, failure->message);
  }
  events_.Confirm();
  TellEvent(t, kind, fired, effects, "");
  initial_solves_.clear();
  return Tell(effects, t);
}

// What when-clauses tell.
bool HybridRun::Tell(const EventEffects& effects, double t) {
  if (const auto failure = assertions_.Take(effects.violations, t)) return Fail(failure->reason, t, failure->message);
  if (effects.termination) {
    report_.terminated = true;
    report_.message = fmt::format("terminated by the model at t = {:.12g} s: {}", t, *effects.termination);
  }
  return true;
}

// What stands under `when initial()` or in an initial section.
bool HybridRun::ActAtStart() {
  if (program_.initial == kNoSlot) return true;
  slots_[program_.initial] = 1;
  EventEffects effects;
  events_.ActAtStart(effects);
  const bool goes_on = CheckAssertions(time_) && Tell(effects, time_);
  slots_[program_.initial] = 0;
  if (goes_on && report_.terminated) recorder_.Record(time_, slots_.data());
  return goes_on && !report_.terminated;
}

// The start is told even if it changes nothing: it tells which elements stick, and why.
void HybridRun::TellEvent(double t, EventKind kind, const Crossing* crossing, const EventEffects& effects,
                          std::string_view failure) {
  if (!options_.on_event) return;
  EventRecord record = log_.Describe(t, kind, crossing, effects, slots_.data(), initial_solves_);
  record.failure = failure;
  const bool starts = kind == EventKind::kStart && !record.elements.empty();
  if (starts || effects.changed() || !record.fired.empty() || !failure.empty()) options_.on_event(record);
}

// The row at the stop time, and the end.
bool HybridRun::Finish() {
  const double stop = options_.stop_time;
  if (integrator_->time() > integrator_->previous_time()) {
    integrator_->Interpolate(stop, x_.data());
    if (!RecordAt(stop, x_.data())) return false;
  }
  if (program_.terminal == kNoSlot) return true;
  system_.GetStates(x_.data());
  if (auto error = system_.Evaluate(stop, x_.data())) return Fail(stop, *error);
  return EndAt(stop);
}

// The event iteration with terminal() true (MLS 3.7.5), after `terminate` too.
// @pre all values at t are in the slots and recorded
bool HybridRun::EndAt(double t) {
  if (program_.terminal == kNoSlot || slots_[program_.terminal] != 0) return true;
  const std::vector<double> before = slots_;
  slots_[program_.terminal] = 1;
  EventEffects effects;
  std::optional<Crossing> none;
  if (!RunEventIteration(t, EventKind::kEnd, none, effects)) return false;
  const auto changed = [&](const VariableInfo& signal) { return slots_[signal.slot] != before[signal.slot]; };
  if (std::ranges::any_of(recorder_.signals(), changed)) recorder_.Record(t, slots_.data());
  return CheckAssertions(t);
}

bool HybridRun::CheckAssertions(double t) {
  bounds_.Check(t);
  const auto failure = assertions_.Check(t);
  return failure ? Fail(failure->reason, t, failure->message) : true;
}

void HybridRun::TakeNotes() {
  bounds_.Finish();
  for (const std::vector<std::string>& notes : {system_.TakeNotes(), events_.TakeNotes(), tape_.Warnings()}) {
    for (const std::string& note : notes) {
      if (std::ranges::find(report_.notes, note) == report_.notes.end()) report_.notes.push_back(note);
    }
  }
}

bool HybridRun::Fail(Reason reason, double t, const std::string& message) {
  report_.reason = reason;
  report_.message = fmt::format("simulation stopped at t = {:.12g} s: {}", t, message);
  return false;
}

bool HybridRun::Fail(double t, const SolveError& error) {
  // The failure of the function that stopped the solution is the last one that the tape saw.
  const bool is_external =
      error.failure == SolveFailure::kFunctionFailed && tape_.failure() && tape_.failure()->is_external;
  return Fail(is_external ? Reason::kExternalFunctionFailed : ReasonOf(error.failure), t, error.message);
}

bool HybridRun::Fail(double t, const IntegrationFailure& failure) {
  if (failure.error) return Fail(t, *failure.error);
  return Fail(Reason::kIntegrator, t, WithStepDemand(failure.message));
}

// The equation stands before the hint.
std::string HybridRun::WithStepDemand(std::string message) {
  integrator_->Interpolate(integrator_->time(), x_.data());
  const StateScales* const scales = integrator_->scales();
  const std::span<const double> sizes = scales == nullptr ? std::span<const double>() : scales->sizes();
  const std::string demand = DescribeStepDemand(system_, integrator_->time(), x_.data(), sizes);
  return message.insert(std::min(message.find("\n  hint: "), message.size()), demand);
}

// Steps so small that they lead nowhere.
bool HybridRun::IsWithoutPace() {
  const long steps = choice_.steps();
  if (steps - steps_of_many_ < kManySteps) return false;
  steps_of_many_ = steps;
  const double advance = time_ - std::exchange(time_of_many_, time_);
  const double span = options_.stop_time - options_.start_time;
  if (!(advance < kSpanOfManySteps * span)) return false;
  return !Fail(Reason::kIntegrator, time_,
               WithStepDemand(fmt::format(
                   "steps without progress: {} of them took {:.3g} s of {:.3g} s\n  hint: something is faster than "
                   "that by many orders of magnitude; check its parameters and units, or let it follow at once",
                   kManySteps, advance, span)));
}

}  // namespace stiction::runtime
