// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/hybrid_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "runtime/initialize/initialize.h"
#include "runtime/simulate/cpu_clock.h"
#include "runtime/support/time_resolution.h"

namespace stiction::runtime {
namespace {

std::optional<std::string> FindContradiction(const SimulationOptions& options) {
  const double start = options.start_time, stop = options.stop_time;
  if (!(stop >= start) || !std::isfinite(stop - start))
    return fmt::format("the stop time {} must not be before the start time {}", stop, start);
  if (!(options.tolerance > 0)) return fmt::format("the tolerance {} must be positive", options.tolerance);
  return std::nullopt;
}

}  // namespace

HybridRun::HybridRun(const Program& program, const SimulationOptions& options)
    : program_(program),
      options_(options),
      slots_(program.initial_slots),
      tape_(program),
      delays_(program, slots_.data(), tape_),
      system_(program, slots_.data(), tape_, report_.solves),
      projection_(system_, options.tolerance),
      failure_(system_, report_),
      rows_(program, options, system_, projection_, report_, failure_),
      time_events_(program, tape_),
      scales_(program, slots_.data(), options.tolerance),
      search_(system_, scales_),
      stepper_(options, rows_.interval(), system_, search_),
      handler_(system_, report_.solves, search_, scales_, options.on_event != nullptr),
      chattering_(program, options.stop_time - options.start_time),
      rebounds_(program, system_, search_, options.start_time),
      log_(program, slots_.data(), options.on_event),
      x_(program.states.size()) {
  if (!projection_.empty()) handler_.iteration().Use(&projection_);
  if (!program_.jumps.empty()) handler_.iteration().Use(&system_);
  handler_.iteration().UseNoise([this](int32_t relation) { return scales_.RoundingErrorsOf(relation); });
}

SimulationResult HybridRun::Run() {
  report_.unknowns = program_.equation_count;
  report_.states = static_cast<long>(program_.states.size());
  report_.time_reached = options_.start_time;
  if (auto unknown = rows_.Begin()) {
    report_.reason = Reason::kUnknownSignal;
    report_.message = *unknown;
  } else if (auto contradiction = FindContradiction(options_)) {
    failure_.Report(Reason::kInitialization, time(), *contradiction);
  } else {
    const double begin = CpuSeconds();
    const bool initialized = Initialize();
    const double middle = CpuSeconds();
    report_.seconds_initialize = middle - begin;
    while (initialized && Advance()) {
    }
    if (report_.terminated && report_.reason == Reason::kNone) EndAt(time());
    report_.seconds_simulate = CpuSeconds() - middle;
  }
  std::optional<Linearization> linearization;
  if (options_.linearized && report_.reason == Reason::kNone) linearization = LinearizeHere();
  Trajectory trajectory = rows_.Finish();
  TakeNotes();
  report_.steps = stepper_.choice().steps();
  report_.method = stepper_.choice().Description();
  report_.success = report_.reason == Reason::kNone;
  return {std::move(report_), std::move(trajectory), std::move(linearization)};
}

std::optional<Linearization> HybridRun::LinearizeHere() {
  if (integrator().time() > integrator().previous_time()) {
    integrator().Interpolate(time(), x_.data());
  } else {
    system_.GetStates(x_.data());
  }
  tape_.ClearFailure();
  if (system_.Evaluate(time(), x_.data())) return std::nullopt;
  return Linearize(program_, tape_, slots_, time(), *options_.linearized);
}

bool HybridRun::Initialize() {
  const double t = time();
  if (auto failure = runtime::Initialize(program_, slots_.data(), t, options_.tolerance, tape_, report_.solves,
                                         report_.notes, log_.initial_solves())) {
    const bool mixed = failure->failure == SolveFailure::kMixedBlockUnsolved;
    if (mixed) log_.Report(t, EventKind::kStart, nullptr, {}, failure->message);
    return failure_.Report(mixed ? Reason::kMixedBlockUnsolved : Reason::kInitialization, t, failure->message);
  }
  if (auto bad_delay = delays_.Start(t, options_.stop_time))
    return failure_.Report(Reason::kInitialization, t, *bad_delay);
  if (!delays_.empty()) system_.Use(&delays_);
  if (!ActAtStart()) return false;
  if (auto bad_sample = time_events_.Start(t, options_.stop_time, slots_.data()))
    return failure_.Report(Reason::kInitialization, t, *bad_sample);
  if (!PassEvent(t, nullptr, EventKind::kStart, EventExtent::kWhole)) return false;
  if (auto contradiction = stepper_.Start(t)) return failure_.Report(Reason::kIntegrator, t, *contradiction);
  stepper_.Limit(LongestStep());
  if (!report_.terminated) {
    if (!RestartAt(t, nullptr)) return false;
    // All that the run takes besides its values is made before it begins.
    rows_.Prepare();
    if (!program_.relations.empty() || !program_.samples.empty()) system_.PrepareRefresh();
  }
  return rows_.WriteStart(t) && !report_.terminated;
}

// The actions under `when initial()` or in an initial section.
bool HybridRun::ActAtStart() {
  if (program_.initial == kNoSlot) return true;
  slots_[program_.initial] = 1;
  EventEffects effects;
  handler_.iteration().ActAtStart(effects);
  const bool goes_on = rows_.Check(time(), std::nullopt) && TakeMessages(effects, time());
  slots_[program_.initial] = 0;
  if (goes_on && report_.terminated) rows_.Add(time());
  return goes_on && !report_.terminated;
}

bool HybridRun::Advance() {
  if (options_.interrupted != nullptr && options_.interrupted->load())
    return failure_.Report(Reason::kInterrupted, time(), "interrupted");
  if (rows_.failed()) return failure_.Report(Reason::kOutput, time(), "the result can no longer be written");
  if (options_.on_progress) {
    const double step = integrator().time() - integrator().previous_time();
    options_.on_progress({time(), report_.state_events + report_.time_events, step});
  }
  if (std::exchange(leaves_instant_, false)) return LeaveInstant();
  if (auto now = search_.FlippedNow(integrator())) return HandleEvent(time(), &*now, false);
  if (time() >= options_.stop_time) {
    Finish();
    return false;
  }
  if (const auto stall = stepper_.FindStall(time())) return failure_.Report(time(), *stall, integrator());
  return Step();
}

bool HybridRun::Step() {
  stepper_.Limit(LongestStep());
  StepOutcome step = stepper_.Step(std::min({options_.stop_time, next_time_event_, pause_}));
  switch (step.kind) {
    case StepOutcome::Kind::kStepped:
      return EndStep(step.found);
    case StepOutcome::Kind::kEdge:
      return CrossEdge(*step.found.crossing);
    case StepOutcome::Kind::kOtherMethod:
      return GoOnWithOther(step.failure);
    case StepOutcome::Kind::kInstant:
      integrator().Interpolate(time(), x_.data());
      tape_.ClearFailure();
      if (const auto error = system_.Evaluate(time(), x_.data())) return failure_.Report(time(), *error);
      instant_ = stepper_.Instant();
      return LeaveInstant();
    case StepOutcome::Kind::kFailed:
      break;
  }
  return failure_.Report(time(), *step.failure, integrator());
}

// Goes on with the event found in the step, or at its end.
bool HybridRun::EndStep(CrossingResult& found) {
  if (found.error) return failure_.Report(found.error_time, *found.error);
  const double t = found.crossing ? found.crossing->time : integrator().time();
  if (!projection_.empty()) HoldWhatRests();
  const bool time_event = t >= next_time_event_;
  if (!rebounds_.empty() && IsReboundLost(t)) return false;
  if (!rows_.WriteGridBefore(t, integrator()) || !Remember(t)) return false;
  // Beyond an event the step means nothing; what it violates there is not the model's fault.
  if (!program_.assertions.empty() && !found.crossing && !rows_.CheckAt(t, integrator())) return false;
  report_.time_reached = t;
  const bool wants_event = TellStep(t);
  if (found.crossing || time_event || wants_event)
    return HandleEvent(t, found.crossing ? &*found.crossing : nullptr, time_event);
  if (t >= options_.stop_time) return true;
  const auto change = stepper_.AfterStep();
  if (change.happened) return GoOnWithOther(change.failure);
  return projection_.empty() || KeepInvariants();
}

// @returns whether an event is wanted
bool HybridRun::TellStep(double t) {
  if (!options_.on_step) return false;
  integrator().Interpolate(t, x_.data());
  return options_.on_step(t, x_.data());
}

// What did not move in the step to the last digit is at rest, and stays there.
void HybridRun::HoldWhatRests() {
  std::vector<double> begin(x_.size());
  integrator().Interpolate(integrator().previous_time(), begin.data());
  integrator().Interpolate(integrator().time(), x_.data());
  std::vector<char> held(x_.size());
  for (size_t i = 0; i < held.size(); ++i) held[i] = begin[i] == x_[i];
  projection_.Hold(std::move(held));
  const StateScales* const scales = integrator().scales();
  if (scales == nullptr) return;
  std::vector<double> sizes(x_.size(), 0);
  for (size_t i = 0; i < sizes.size(); ++i) sizes[i] = scales->IsKnown(i) ? scales->sizes()[i] : 0;
  projection_.Measure(sizes);
}

// After a step without an event.
bool HybridRun::KeepInvariants() {
  constexpr double kDrift = 0.1;  // of the tolerance, of what a step begins with
  const double t = integrator().time();
  integrator().Interpolate(t, x_.data());
  const std::optional<double> violation = projection_.Violation(t, x_.data());
  if (violation && *violation <= kDrift) return true;
  if (!violation || !projection_.Project(t, x_.data())) {
    return failure_.Report(
        Reason::kIntegrator, t,
        "the states have left these constraints, and no point near by satisfies them:" + projection_.Unsatisfied());
  }
  std::optional<IntegrationFailure> failure;
  if (!integrator().GoOnFrom(x_.data(), failure)) {
    system_.SetPoint(t, x_.data());
    failure = integrator().Reset(t);
  }
  return !failure || failure_.Report(t, *failure, integrator());
}

bool HybridRun::IsReboundLost(double t) {
  integrator().Interpolate(t, x_.data());
  const auto loss = rebounds_.FindLoss(t, x_.data());
  if (!loss) return false;
  const auto accumulation = chattering_.Accumulation(loss->relation, 1);
  return !failure_.Report(Reason::kChattering, loss->time, accumulation ? *accumulation : loss->message);
}

// @param failure of the other integrator to be reset at the time reached
bool HybridRun::GoOnWithOther(const std::optional<IntegrationFailure>& failure) {
  const std::string& note = stepper_.choice().note();
  if (!note.empty()) report_.notes.push_back(note);
  return !failure || failure_.Report(time(), *failure, integrator());
}

// The event a moment later, where the search for the mode sees on which side each relation is.
bool HybridRun::LeaveInstant() {
  stepper_.NoteInstantLeft();
  tape_.ClearFailure();
  system_.GetStates(x_.data());
  std::vector<double> slope;
  for (const StateInfo& state : program_.states) slope.push_back(slots_[state.derivative]);
  const double t = time() + instant_;
  for (size_t i = 0; i < x_.size(); ++i) x_[i] += instant_ * slope[i];
  system_.SetPoint(t, x_.data());
  report_.time_reached = t;
  return EnterRightLimit(t, nullptr, EventKind::kInstant, EventExtent::kWhole);
}

// @pre the slots hold the states beyond it
bool HybridRun::CrossEdge(Crossing& edge) {
  system_.GetStates(x_.data());
  tape_.ClearFailure();
  const double before = edge.before;
  if (!rows_.WriteGridBefore(before, integrator()) || !rows_.Write(before, integrator())) return false;
  if (!Remember(before)) return false;
  system_.SetPoint(edge.time, x_.data());
  report_.time_reached = edge.time;
  return EnterRightLimit(edge.time, &edge, EventKind::kState, EventExtent::kWhole);
}

// Adds the step, up to t, to the past of delayed expressions.
// @post where there are some, the slots are those of t
bool HybridRun::Remember(double t) {
  const double begin = delays_.empty() ? t : delays_.end();
  if (t <= begin) return true;
  std::vector<double> x(x_.size());
  DelayLines::Samples samples;
  samples[0] = delays_.last();
  for (int k = 1; k <= 3; ++k) {
    const double at = k == 3 ? t : begin + (t - begin) * k / 3;
    integrator().Interpolate(at, x.data());
    if (auto error = system_.Evaluate(at, x.data())) return failure_.Report(at, *error);
    samples[static_cast<size_t>(k)] = delays_.Current();
  }
  delays_.Append(t, samples);
  return true;
}

// @param crossing what fired; afterwards what of it was confirmed, and what fired besides
bool HybridRun::HandleEvent(double t, Crossing* crossing, bool time_event) {
  if (crossing != nullptr) search_.NoteScalesOf(*crossing);
  // Right after another event at the same time there is no dense output: the slots hold the states of the left limit.
  if (t > integrator().previous_time() && integrator().time() > integrator().previous_time()) {
    if (!rows_.WriteLeftLimit(t, integrator(), crossing, x_.data())) return false;
  } else {
    system_.GetStates(x_.data());
  }
  if (!projection_.empty()) {
    static_cast<void>(projection_.Project(t, x_.data()));
    system_.SetPoint(t, x_.data());
  }
  const EventKind kind = time_event ? EventKind::kTime : EventKind::kState;
  if (!time_event && crossing != nullptr && crossing->held.empty() && handler_.iteration().slices().is_possible())
    return EnterRightLimit(t, crossing, kind, EventExtent::kDownstream);
  // The whole left limit, as far as it can be computed.
  if (system_.Evaluate(t, x_.data())) tape_.ClearFailure();
  if (crossing != nullptr && !program_.reinits.empty()) rebounds_.NoteLeftLimit();
  return EnterRightLimit(t, crossing, kind, EventExtent::kWhole);
}

bool HybridRun::EnterRightLimit(double t, Crossing* crossing, EventKind kind, EventExtent extent) {
  rows_.SkipGridTo(t);
  ++(kind == EventKind::kTime ? report_.time_events : report_.state_events);
  if (auto message = chattering_.OnEvent(t, crossing, search_, slots_.data()))
    return failure_.Report(Reason::kChattering, t, *message);
  delays_.Arrive(t);
  delays_.SetValues(t);
  if (!PassEvent(t, crossing, kind, extent)) return false;
  if (report_.terminated) {
    rows_.Add(t);
    return false;
  }
  const bool has_reinit = !handler_.effects().causes.empty();
  if (has_reinit || !handler_.changes().pres.empty()) chattering_.NoteEffect();
  if (extent == EventExtent::kDownstream) {
    handler_.Refresh();
    rows_.RefreshTouched(handler_.iteration().touched());
    return RestartAt(t, crossing, &handler_.changes()) && rows_.WriteRightLimit(t, x_.data());
  }
  if (crossing != nullptr && !program_.reinits.empty()) rebounds_.Follow(t, *crossing, has_reinit);
  integrator().ForgetStep(kind != EventKind::kState || has_reinit);
  return RestartAt(t, crossing) && rows_.WriteSlots(t);
}

// The event iteration, and what it has to report.
bool HybridRun::PassEvent(double t, Crossing* crossing, EventKind kind, EventExtent extent) {
  std::vector<int32_t> ticks;
  if (extent == EventExtent::kWhole && kind != EventKind::kEnd) ticks = time_events_.TakeTicks(t);
  SetZones(t, kind);
  const auto failure = handler_.Handle(extent, t, x_, crossing, std::move(ticks));
  log_.Report(t, kind, crossing, handler_.effects(), failure ? std::string_view(failure->Text()) : "");
  if (failure) return failure_.Report(t, *failure);
  leaves_instant_ = kind != EventKind::kEnd && handler_.iteration().TookLeastNorm() && ContradictsItselfAfter(t);
  if (!leaves_instant_) handler_.iteration().Confirm();
  return TakeMessages(handler_.effects(), t);
}

// A mode of more constraints than unknowns may agree with its equations at the time of an event only: both diodes of a
// commutation conduct while their voltages are the same. Soon after that contradicts what counts as solved.
bool HybridRun::ContradictsItselfAfter(double t) {
  if (program_.jumps.empty() || stepper_.left_instant()) return false;
  const std::vector<double> slots = slots_;
  bool contradicts = false;
  for (const double factor : {1.0, 100.0}) {
    instant_ = factor * stepper_.Instant();
    if (contradicts || t + instant_ >= options_.stop_time) break;
    std::vector<double> x(x_.size());
    for (size_t i = 0; i < x.size(); ++i) {
      x[i] = slots[program_.states[i].slot] + instant_ * slots[program_.states[i].derivative];
    }
    const auto error = system_.Evaluate(t + instant_, x.data());
    contradicts = error && error->failure == SolveFailure::kSingular;
    tape_.ClearFailure();
    slots_ = slots;
    if (contradicts) break;
  }
  system_.Refresh();
  return contradicts;
}

// A jump within the tolerance of a state is an error of its integration. So is an impulse that, spread over the run so
// far, at the start over what times can differ by, would leave a relation within its zone.
void HybridRun::SetZones(double t, EventKind kind) {
  if (program_.jumps.empty() && program_.impulses.empty()) return;
  for (const JumpInfo& jump : program_.jumps) {
    const auto state = static_cast<size_t>(jump.state);
    double size = std::fabs(slots_[program_.states[state].slot]);
    const StateScales* scales = kind == EventKind::kStart ? nullptr : integrator().scales();
    if (scales != nullptr && scales->IsKnown(state)) size = std::max(size, scales->sizes()[state]);
    slots_[jump.zone] = scales_.zone_factor() * size;
  }
  const double resolution = DBL_EPSILON * (options_.stop_time - options_.start_time);
  for (size_t i = 0; i < program_.relations.size(); ++i) {
    const RelationInfo& relation = program_.relations[i];
    if (relation.impulse == kNoSlot) continue;
    const double zone = scales_.ZoneOf(static_cast<int32_t>(i), slots_[relation.left], slots_[relation.right]);
    slots_[relation.tie_zone] = kind == EventKind::kStart ? 0 : zone;
    slots_[relation.impulse_zone] = zone * std::max(t - options_.start_time, resolution);
  }
}

// Of when-clauses.
bool HybridRun::TakeMessages(const EventEffects& effects, double t) {
  if (!rows_.TakeViolations(effects.violations, t)) return false;
  if (effects.termination) {
    report_.terminated = true;
    report_.message = fmt::format("terminated by the model at t = {:.12g} s: {}", t, *effects.termination);
  }
  return true;
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
  projection_.Refresh();
  if (leaves_instant_) return true;
  if (auto failure = stepper_.Restart(t)) return failure_.Report(t, *failure, integrator());
  // The search is not to fire what the event has just accepted.
  for (const auto& [relation, size] : handler_.iteration().TakeAcceptedRoundings()) scales_.NoteNoise(relation, size);
  search_.Restart(t, crossing, changes);
  return true;
}

double HybridRun::NextTimeEvent(double t) {
  const double time_event = time_events_.Next(t, slots_.data()), arrival = delays_.Next(t);
  // Of two that are simultaneous but for rounding the later one.
  const double first = std::min(arrival, time_event), second = std::max(arrival, time_event);
  return second <= first + SimultaneousWithin(first) ? second : first;
}

// The row at the stop time, and the end.
bool HybridRun::Finish() {
  const double stop = options_.stop_time;
  if (integrator().time() > integrator().previous_time() && !rows_.Write(stop, integrator())) return false;
  if (program_.terminal == kNoSlot) return true;
  system_.GetStates(x_.data());
  if (auto error = system_.Evaluate(stop, x_.data())) return failure_.Report(stop, *error);
  return EndAt(stop);
}

// The event iteration with terminal() true (MLS 3.7.5), after `terminate` too.
// @pre all values at t are in the slots and recorded
bool HybridRun::EndAt(double t) {
  if (program_.terminal == kNoSlot || slots_[program_.terminal] != 0) return true;
  const std::vector<double> before = slots_;
  slots_[program_.terminal] = 1;
  if (!PassEvent(t, nullptr, EventKind::kEnd, EventExtent::kWhole)) return false;
  const auto changed = [&](const VariableInfo& signal) { return slots_[signal.slot] != before[signal.slot]; };
  if (std::ranges::any_of(rows_.signals(), changed)) rows_.Add(t);
  return rows_.Check(t, std::nullopt);
}

void HybridRun::TakeNotes() {
  for (const auto& notes : {system_.TakeNotes(), handler_.iteration().TakeNotes(), tape_.Warnings()}) {
    for (const std::string& note : notes) {
      if (std::ranges::find(report_.notes, note) == report_.notes.end()) report_.notes.push_back(note);
    }
  }
}

}  // namespace stiction::runtime
