// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/crossing_search.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>
#include <utility>

#include "runtime/program/relation.h"
#include "runtime/support/append.h"
#include "runtime/support/perturbation.h"

namespace stiction::runtime {
namespace {

constexpr int kMaxDoubts = 8;
constexpr double kSmall = 1e-9;  // beside states and time: worth a look whether it is rounding errors
constexpr int kInARow = 3;  // changes of a held value that were not for good, or steps that a relation made shorter
// Far enough that the search saw one side of the event there, near enough that it is no other event.
constexpr double kUlpsBeside[] = {-3000, -1000, -300, 300, 1000, 3000};

constexpr double kAhead = 1e-3;     // of a step, in which relations within their zones may still flip together
constexpr double kMostUlps = 1000;  // of time

}  // namespace

CrossingSearch::CrossingSearch(ContinuousSystem& system, RelationScales& scales)
    : system_(system),
      watched_(system, scales),
      sampler_(system, watched_),
      by_samples_(system, watched_, sampler_),
      x_(system.state_count()),
      undecided_in_a_row_(system.program().held.size(), 0) {}

const WatchedRelations::Positions& CrossingSearch::All() {
  all_.resize(watched_.count());
  std::iota(all_.begin(), all_.end(), size_t{0});
  return all_;
}

double CrossingSearch::ExcursionOverZone(int32_t relation) {
  const int32_t k = watched_.PositionOf(relation);
  if (k < 0) return 0;
  const double zone = last_.zone[static_cast<size_t>(k)];
  return zone > 0 ? watched_.Excursion(relation) / zone : kInfinity;
}

void CrossingSearch::NoteScalesOf(const Crossing& crossing) {
  for (const int32_t relation : crossing.relations) {
    watched_.NoteScaleOf(relation);
  }
}

void CrossingSearch::Restart(double t, const Crossing* last, const HeldChanges* changes) {
  by_samples_.ForgetStepCap();
  watched_.Choose(changes);
  watched_.Take(t, last_);
  flipped_now_ = watched_.Arm(last_, last);
}

// The point where the states are those of the step. Beyond a flip the system may fail.
void CrossingSearch::Evaluate(const DenseOutput& step, double t) {
  step.Interpolate(t, x_.data());
  static_cast<void>(system_.EvaluateIndicators(t, x_.data()));
}

std::optional<Crossing> CrossingSearch::FlippedNow(const DenseOutput& step) {
  if (!flipped_now_) return std::nullopt;
  const WatchedRelations::Positions& scope = All();
  for (int i = 0; i < kMaxDoubts && flipped_now_; ++i) {
    Crossing crossing = watched_.CrossingAt(scope, last_);
    const KeptSlots kept(system_, kept_slots_);
    bool is_doubted = false;
    for (const int32_t relation : crossing.relations) {
      if (!NotesNoise(step, last_.t, relation)) continue;
      is_doubted = true;
      const auto k = static_cast<size_t>(watched_.PositionOf(relation));
      last_.zone[k] = std::max(last_.zone[k], watched_.zone_floor()[k]);
    }
    Evaluate(step, last_.t);
    if (!is_doubted) return crossing;
    flipped_now_ = watched_.AnyFlipped(scope, last_);
  }
  return std::nullopt;
}

std::optional<Crossing> CrossingSearch::FlippedAt(double t) {
  ZeroCrossingSample sample;
  watched_.Take(t, sample);
  if (!watched_.AnyFlipped(All(), sample)) return std::nullopt;
  return watched_.CrossingAt(all_, sample);
}

std::optional<Crossing> CrossingSearch::FlippedBeyondNoise(double t, const DenseOutput& here) {
  watched_.Take(t, last_);
  flipped_now_ = watched_.AnyFlipped(All(), last_);
  return FlippedNow(here);
}

void CrossingSearch::LookForNoise(double t, const DenseOutput& here) {
  const KeptSlots kept(system_, kept_slots_);
  for (const int32_t relation : watched_.relations()) NotesNoise(here, t, relation);
}

void CrossingSearch::ReadIndicators(double t, double* indicators) {
  watched_.Take(t, last_);
  const Program& program = system_.program();
  const double* const slots = system_.slots();
  double* next = indicators;
  for (const RelationInfo& relation : program.relations) *next++ = -FlipDirection(relation, slots[relation.value] != 0);
  for (size_t k = 0; k < watched_.count(); ++k) {
    const double beyond = last_.g[k] - watched_.Threshold(last_, k);
    // Exactly at what it has to exceed it is still on its side.
    const bool is_above = watched_.sign()[k] < 0;
    indicators[watched_.relations()[k]] = !is_above ? beyond : beyond == 0 ? DBL_MIN : -beyond;
  }
  std::fill_n(next, program.held.size(), -1.0);
  for (const int32_t held : last_.held) next[held] = 1;
}

void CrossingSearch::PutOffFlipped(double t) {
  watched_.Take(t, last_);
  watched_.PutOffFlipped(last_);
}

void CrossingSearch::Accept(double t) {
  watched_.Take(t, last_);
  watched_.AcceptAll(last_);
}

CrossingResult CrossingSearch::Search(DenseOutput& step, double t) {
  watched_.MuteNone();
  CrossingResult result = SearchOnce(step, t);
  for (int i = 0; i < kMaxDoubts && result.crossing && FindNoise(step, t, *result.crossing); ++i) {
    Evaluate(step, t);  // looking for noise has evaluated the system elsewhere
    result = SearchOnce(step, t);
  }
  if (!result.crossing && !result.error) DoubtStepCap(step, t);
  if (result.crossing && result.crossing->held.empty()) JoinSimultaneous(step, t, *result.crossing);
  return result;
}

bool CrossingSearch::IsWithinRounding(const Crossing& crossing) const {
  constexpr double kLastPlaces = 4;
  const auto is_near = [&](int32_t relation) {
    const int32_t at = watched_.PositionOf(relation);
    if (at < 0) return false;
    const auto k = static_cast<size_t>(at);
    const RelationInfo& sides = system_.program().relations[static_cast<size_t>(relation)];
    const double size = std::fabs(system_.slots()[sides.left]) + std::fabs(system_.slots()[sides.right]);
    return std::fabs(watched_.Threshold(last_, k) - last_.g[k]) <= kLastPlaces * DBL_EPSILON * size;
  };
  return !crossing.relations.empty() && std::ranges::all_of(crossing.relations, is_near);
}

void CrossingSearch::JoinSimultaneous(const DenseOutput& step, double end, Crossing& crossing) {
  const double t = crossing.time, ahead = std::min(end, t + kAhead * (t - last_.t));
  if (!(ahead > t) || watched_.count() == crossing.relations.size()) return;
  ZeroCrossingSample here, there;
  Evaluate(step, t);
  watched_.Take(t, here);
  nearly_.clear();
  for (size_t k = 0; k < watched_.count(); ++k) {
    if (watched_.armed()[k] != 0 && !watched_.HasFlipped(here, k) && here.g[k] >= -here.zone[k]) nearly_.push_back(k);
  }
  if (nearly_.empty()) return;
  Evaluate(step, ahead);
  watched_.Take(ahead, there);
  std::erase_if(nearly_, [&](size_t k) { return !watched_.HasFlipped(there, k); });
  double last = t;
  for (const size_t k : nearly_) {
    const double threshold = watched_.Threshold(here, k);
    last = std::max(last, t + (ahead - t) * (threshold - here.g[k]) / (there.g[k] - here.g[k]));
  }
  // It may be a little later than a straight line tells, or put off by rounding errors.
  for (double late = 1e-3; !nearly_.empty() && late < 1; late *= 4) {
    const double at = last + late * (last - t) + late * kMostUlps * DBL_EPSILON * std::fabs(t);
    if (at > ahead) return;
    Evaluate(step, at);
    watched_.Take(at, there);
    if (!std::ranges::all_of(nearly_, [&](size_t k) { return watched_.HasFlipped(there, k); })) continue;
    crossing = watched_.CrossingAt(All(), there);
    return;
  }
}

void CrossingSearch::DoubtStepCap(const DenseOutput& step, double t) {
  if (by_samples_.narrowing() < 0) {
    narrowed_ = 0;
    return;
  }
  if (++narrowed_ < kInARow) return;
  narrowed_ = 0;
  const KeptSlots kept(system_, kept_slots_);
  const int32_t relation = watched_.relations()[static_cast<size_t>(by_samples_.narrowing())];
  if (NotesNoise(step, t, relation)) by_samples_.ForgetStepCap();
  Evaluate(step, t);
}

// Only where the difference of the sides has been all but nothing beside what there is: rounding errors of a difference
// that has been larger than they since the last flip do not make it flip. What is sharp is known to leave its tie,
// however near: that it has not been far from it yet tells nothing.
bool CrossingSearch::NotesNoise(const DenseOutput& step, double t, int32_t relation) {
  const int32_t at = watched_.PositionOf(relation);
  if (at < 0 || watched_.IsSharp(relation) || !MayBeNoise(step, relation)) return false;
  step.Interpolate(t, x_.data());
  double largest = std::fabs(t);
  for (const double x : x_) largest = std::max(largest, std::fabs(x));
  if (!(watched_.Excursion(relation) < kSmall * largest)) return false;
  const auto k = static_cast<size_t>(at);
  // The rounding errors of a load that grows with time are small only for the moment.
  const double noise = std::max(SpreadAt(step, t, k), SpreadAt(step, t + reach_, k));
  if (noise == 0 || !std::isfinite(noise) || !watched_.IsWithinNoise(k, noise)) return false;
  watched_.NoteNoise(k, noise);
  return true;
}

bool CrossingSearch::FindNoise(const DenseOutput& step, double end, const Crossing& crossing) {
  bool has_found = false;
  for (const int32_t relation : crossing.relations) has_found = NotesNoise(step, crossing.time, relation) || has_found;
  for (const int32_t held : crossing.held) {
    int& in_a_row = undecided_in_a_row_[static_cast<size_t>(held)];
    in_a_row = IsForGood(step, crossing.time, end, held) ? 0 : in_a_row + 1;
    if (in_a_row < kInARow) continue;
    watched_.Mute(held);
    has_found = true;
  }
  return has_found;
}

// A computed operand has rounding errors; a state has them where it is nothing else.
bool CrossingSearch::MayBeNoise(const DenseOutput& step, int32_t relation) const {
  if (system_.program().relations[static_cast<size_t>(relation)].keeps_off_tie) return false;
  const int32_t left = system_.LeftState(relation), right = system_.RightState(relation);
  if (std::min(left, right) == ContinuousSystem::kComputedOperand) return true;
  const StateErrors* const errors = step.Errors();
  const auto is_noise = [&](int32_t state) { return state >= 0 && errors->rounding[static_cast<size_t>(state)] > 0; };
  return errors != nullptr && (is_noise(left) || is_noise(right));
}

// A function may compare what is equal: then rounding errors decide its result from one time to the next.
bool CrossingSearch::IsForGood(const DenseOutput& step, double t, double end, int32_t held) {
  const HeldInfo& info = system_.program().held[static_cast<size_t>(held)];
  for (const double ulps : kUlpsBeside) {
    const double at = t + ulps * DBL_EPSILON * std::fabs(t);
    if (at <= last_.t || at >= end) continue;
    step.Interpolate(at, x_.data());
    if (system_.EvaluateIndicators(at, x_.data())) {
      system_.tape().ClearFailure();
      continue;
    }
    const IndicatorValues values = system_.Indicators();
    const bool is_new = values.values[values.current[held]] != system_.slots()[info.value];
    if (is_new != (ulps > 0)) return false;
  }
  return true;
}

// By how much g changes when time and states do in their last places. Those of states are of their sizes, to which the
// error of a step is relative.
// @pre x_ holds the states
double CrossingSearch::SpreadAt(const DenseOutput& step, double t, size_t k) {
  const StateErrors* const errors = step.Errors();
  double least = kInfinity, most = -kInfinity;
  ZeroCrossingSample sample;
  for (const double ulps : {0.0, 3.0, -3.0, 7.0, -7.0, 5.0}) {
    perturbed_ = x_;
    for (size_t i = 0; i < x_.size(); ++i) {
      const double sign = PerturbationSign(i, static_cast<uint64_t>(std::fabs(ulps))) * (ulps < 0 ? -1 : 1);
      const double size = std::max(std::fabs(x_[i]), errors != nullptr ? errors->sizes[i] : 0.0);
      perturbed_[i] += sign * std::fabs(ulps) * DBL_EPSILON * size;
      if (errors != nullptr && ulps != 0) perturbed_[i] += sign * errors->rounding[i];
    }
    if (system_.EvaluateIndicators(t * (1 + ulps * DBL_EPSILON), perturbed_.data())) {
      system_.tape().ClearFailure();
      return 0;
    }
    watched_.Take(t, sample);
    least = std::min(least, sample.g[k]);
    most = std::max(most, sample.g[k]);
  }
  return most - least;
}

CrossingResult CrossingSearch::SearchOnce(DenseOutput& step, double& t) {
  CrossingResult result;
  flipped_now_ = false;
  if (watched_.count() == 0 && system_.program().held.empty()) {
    by_samples_.ForgetStepCap();
    return result;
  }
  const OwnSearch own = step.SearchItself(watched_, sampler_, t, result);
  if (own == OwnSearch::kDone) by_samples_.ForgetStepCap();
  if (result.crossing || result.error) return result;
  if (own != OwnSearch::kNone) Evaluate(step, t);
  watched_.Take(t, right_);
  if (own == OwnSearch::kDone) {
    watched_.AcceptAll(right_);
  } else {
    result = by_samples_.Search(step, last_, right_);
  }
  if (!result.crossing && !result.error) std::swap(last_, right_);
  return result;
}

}  // namespace stiction::runtime
