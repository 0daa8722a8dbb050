// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/event_stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>
#include <vector>

namespace stiction::runtime {
namespace {

// No step longer than this part of the whole, nor than the output interval: a pulse of an input that no relation
// watches should not be stepped over.
constexpr double kLongestStep = 1.0 / 500;
// Reach of the search for an event that a step could not reach, in units of the last place of t.
constexpr double kFarthestEdge = 4096;
// So many steps that take no more than this part of the whole are no progress.
constexpr long kManySteps = 100000;
constexpr double kSpanOfManySteps = 1e-9;

}  // namespace

EventStepper::EventStepper(const SimulationOptions& options, double interval, ContinuousSystem& system,
                           CrossingSearch& search)
    : options_(options),
      reach_(std::max(interval, kLongestStep * (options.stop_time - options.start_time))),
      system_(system),
      search_(search),
      choice_(system, options),
      time_of_many_(options.start_time) {}

std::optional<IntegrationFailure> EventStepper::Restart(double t) {
  changed_method_ = false;
  restart_ = t;
  choice_.NoteEvent();
  system_.NoteSolution();
  return integrator().Reset(t);
}

void EventStepper::Limit(double longest) {
  search_.SetReach(reach_);
  integrator().LimitStep(std::min(search_.step_cap(), longest), reach_);
}

StepOutcome EventStepper::Step(double limit) {
  using Kind = StepOutcome::Kind;
  CrossingResult found;
  auto failure = integrator().Step(limit);
  if (!failure) {
    system_.NoteSolution();
    found = search_.Search(integrator(), integrator().time());
    failure = ConfirmByStep(found);
  }
  if (!failure) {
    left_instant_ = false;
    changed_method_ = false;
    return {Kind::kStepped, std::move(found), {}};
  }
  if (auto edge = FindEdge()) return {Kind::kEdge, {std::move(edge), {}, 0}, {}};
  if (auto change = choice_.AfterFailure(*failure); change.happened) {
    changed_method_ = true;
    return {Kind::kOtherMethod, {}, std::move(change.failure)};
  }
  const bool is_instant = HoldsForAnInstant(*failure, limit);
  return {is_instant ? Kind::kInstant : Kind::kFailed, {}, std::move(failure)};
}

IntegratorChoice::Change EventStepper::AfterStep() {
  auto change = choice_.AfterStep();
  changed_method_ = change.happened;
  return change;
}

// The time of a crossing that the dense output does not give well enough, by steps that end there: until one begins to
// agree with its own dense output, or the crossing is beyond its end. Where it is nearer than numbers can tell, where
// the next step finds it right beyond that end, or steps find one again and again and come no further, rounding errors
// tell the two apart, and it is there.
std::optional<IntegrationFailure> EventStepper::ConfirmByStep(CrossingResult& found) {
  constexpr int kMaxSteps = 12;
  constexpr double kAgreement = 1e-3;  // of the step
  Integrator& step = integrator();
  const double refuted = std::exchange(refuted_, 0);
  const double distance = found.crossing ? found.crossing->time - step.previous_time() : 0;
  if (refuted == 0) first_refuted_ = step.previous_time();
  if (distance <= kAgreement * refuted || refutations_ > kMaxSteps) {
    refutations_ = 0;
    return std::nullopt;
  }
  for (int i = 0; i < kMaxSteps && found.crossing; ++i) {
    const double begin = step.previous_time(), t = found.crossing->time;
    std::optional<IntegrationFailure> failure;
    if (!(t - begin > kFarthestEdge * DBL_EPSILON * std::abs(t)) || t >= step.time()) break;
    if (step.HoldsAt(t) || search_.IsWithinRounding(*found.crossing)) break;
    if (!step.Redo(t, failure)) break;
    if (failure) return failure;
    found = search_.Search(step, step.time());
    if (found.crossing && t - found.crossing->time <= kAgreement * (t - begin)) break;
  }
  if (!found.crossing) refuted_ = distance;
  refutations_ = refuted_ > 0 && step.time() - first_refuted_ < Instant() ? refutations_ + 1 : 0;
  return std::nullopt;
}

// The held branch of an `if` may not be computable beyond the event that ends it (sqrt(x) while x > 0): then no step
// reaches the event, and they shrink to nothing before it. A few units in the last place further along the slope a
// relation flips: that is the event.
std::optional<Crossing> EventStepper::FindEdge() {
  const double t = integrator().time();
  if (t <= integrator().previous_time() && !changed_method_) return std::nullopt;
  const size_t nx = system_.state_count();
  std::vector<double> x(nx), slope(nx), beyond(nx);
  integrator().Interpolate(t, x.data());
  if (system_.Derivatives(t, x.data(), slope.data())) return std::nullopt;
  const double unit = DBL_EPSILON * std::max(std::abs(t), kEarliest);
  for (double ahead = 4 * unit; ahead <= kFarthestEdge * unit; ahead *= 2) {
    for (size_t i = 0; i < nx; ++i) beyond[i] = x[i] + ahead * slope[i];
    system_.tape().ClearFailure();
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
bool EventStepper::HoldsForAnInstant(const IntegrationFailure& failure, double limit) {
  const bool contradicts = failure.error && failure.error->failure == SolveFailure::kSingular;
  const double t = integrator().time();
  return contradicts && !left_instant_ && t - restart_ <= Instant() && t + Instant() < limit;
}

double EventStepper::Instant() const {
  constexpr double kInstant = 1e-10;  // of the whole
  return kInstant * Span();
}

std::optional<IntegrationFailure> EventStepper::FindStall(double t) {
  const long steps = choice_.steps();
  if (steps - steps_of_many_ < kManySteps) return std::nullopt;
  steps_of_many_ = steps;
  const double advance = t - std::exchange(time_of_many_, t);
  if (!(advance < kSpanOfManySteps * Span())) return std::nullopt;
  return IntegrationFailure{
      {},
      fmt::format("steps without progress: {} of them took {:.3g} s of {:.3g} s\n  hint: something is faster than that "
                  "by many orders of magnitude; check its parameters and units, or let it follow at once",
                  kManySteps, advance, Span())};
}

}  // namespace stiction::runtime
