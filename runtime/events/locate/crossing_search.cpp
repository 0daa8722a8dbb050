// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/crossing_search.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>
#include <utility>

#include "runtime/support/append.h"
#include "runtime/support/perturbation.h"

namespace stiction::runtime {
namespace {

constexpr size_t kFew = 4;  // relations
constexpr double kBeyondZone = 1 + 1e-6;
constexpr int kMaxDoubts = 8;
constexpr double kBeforeDoubt = 0.5;
constexpr double kSmall = 1e-9;  // beside states and time: worth a look whether it is rounding errors
constexpr int kInARow = 3;  // changes of a held value that were not for good, or steps that a relation made shorter
// Far enough that the search saw one side of the event there, near enough that it is no other event.
constexpr double kUlpsBeside[] = {-3000, -1000, -300, 300, 1000, 3000};

}  // namespace

CrossingSearch::CrossingSearch(ContinuousSystem& system, RelationScales& scales, double tolerance)
    : system_(system),
      watched_(system, scales),
      sampler_(system, watched_),
      by_samples_(system, watched_, sampler_),
      ranges_(system, watched_),
      by_series_(system, watched_, ranges_, sampler_, tolerance),
      x_(system.state_count()),
      undecided_in_a_row_(system.program().held.size(), 0) {}

const WatchedRelations::Scope& CrossingSearch::All() {
  TakeAll(all_);
  return all_;
}

void CrossingSearch::TakeAll(WatchedRelations::Scope& scope) const {
  scope.resize(watched_.count());
  std::iota(scope.begin(), scope.end(), size_t{0});
}

double CrossingSearch::Excursion(int32_t relation) {
  if (watched_.PositionOf(relation) < 0) return 0;
  ranges_.NoteExtremesOf(relation);
  return watched_.Excursion(relation);
}

double CrossingSearch::ExcursionOverZone(int32_t relation) {
  const int32_t k = watched_.PositionOf(relation);
  if (k < 0) return 0;
  ranges_.NoteExtremesOf(relation);
  const double zone = last_is_whole_ ? last_.zone[static_cast<size_t>(k)] : ranges_.ZoneOf(relation);
  return zone > 0 ? watched_.Excursion(relation) / zone : kInfinity;
}

void CrossingSearch::NoteScalesOf(const Crossing& crossing) {
  for (const int32_t relation : crossing.relations) {
    ranges_.NoteExtremesOf(relation);
    watched_.NoteScaleOf(relation);
  }
}

void CrossingSearch::Restart(double t, const Crossing* last, const HeldChanges* changes) {
  by_samples_.ForgetStepCap();
  const double* const values = system_.KernelValues();
  if (searched_series_ && changes != nullptr && values != nullptr) return RestartSome(t, last, *changes, values);
  watched_.Choose(changes);
  watched_.Take(t, last_);
  last_is_whole_ = true;
  searched_series_ = false;
  flipped_now_ = watched_.Arm(last_, last);
  ranges_.Concern(nullptr);
}

// What no event concerns stays as it is, while its operands are where they may be. Of a few relations it costs less to
// look at all than to find out which.
void CrossingSearch::RestartSome(double t, const Crossing* last, const HeldChanges& changes, const double* values) {
  if (watched_.count() <= kFew) {
    watched_.Choose(&changes);
    TakeAll(suspects_);
    ranges_.Concern(nullptr);
  } else {
    FindSuspects(last, changes, values);
  }
  flipped_now_ =
      watched_.Arm(suspects_, values, system_.LeftIndices().data(), system_.RightIndices().data(), t, last, last_);
  last_is_whole_ = searched_series_ = false;
}

void CrossingSearch::FindSuspects(const Crossing* last, const HeldChanges& changes, const double* values) {
  ranges_.FindSuspects(values, suspect_relations_);
  watched_.Choose(&changes);
  const std::vector<int32_t>* const of_event[] = {&suspect_relations_, &watched_.added(), &changes.relations,
                                                  last != nullptr ? &last->relations : nullptr};
  if (is_suspect_.size() < watched_.count()) is_suspect_.resize(watched_.count());
  suspects_.clear();
  for (const std::vector<int32_t>* const relations : of_event) {
    if (relations == nullptr) continue;
    ranges_.Concern(relations);
    for (const int32_t relation : *relations) {
      const int32_t k = watched_.PositionOf(relation);
      if (k < 0 || is_suspect_[static_cast<size_t>(k)] != 0) continue;
      is_suspect_[static_cast<size_t>(k)] = 1;
      Append(suspects_, static_cast<size_t>(k));
    }
  }
  for (const size_t k : suspects_) is_suspect_[k] = 0;
}

// The point where the states are those of the step. Beyond a flip the system may fail.
void CrossingSearch::Evaluate(const DenseOutput& step, double t) {
  step.Interpolate(t, x_.data());
  static_cast<void>(system_.EvaluateIndicators(t, x_.data()));
}

std::optional<Crossing> CrossingSearch::FlippedNow(const DenseOutput& step) {
  if (!flipped_now_) return std::nullopt;
  const WatchedRelations::Scope& scope = last_is_whole_ ? All() : suspects_;
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

CrossingResult CrossingSearch::Search(DenseOutput& step, double t) {
  watched_.MuteNone();
  CrossingResult result = SearchOnce(step, t);
  for (int i = 0; i < kMaxDoubts && result.crossing && FindNoise(step, t, *result.crossing); ++i) {
    const StepSeries* const series = step.Series();  // which may have been shortened
    if (series == nullptr) Evaluate(step, t);        // looking for noise has evaluated the system elsewhere
    result = SearchOnce(step, series != nullptr ? series->begin + series->width : t);
  }
  if (!result.crossing && !result.error) DoubtStepCap(step, t);
  return result;
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
  ranges_.NoteExtremesOf(relation);
  step.Interpolate(t, x_.data());
  double largest = std::fabs(t);
  for (const double x : x_) largest = std::max(largest, std::fabs(x));
  if (!(watched_.Excursion(relation) < kSmall * largest)) return false;
  const double noise = NoiseAt(step, t, static_cast<size_t>(at));
  if (noise == 0 || !std::isfinite(noise) || !watched_.IsWithinNoise(static_cast<size_t>(at), noise)) return false;
  return watched_.NoteNoise(static_cast<size_t>(at), noise);
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

// What is computed has errors; a state has them where it is nothing else.
bool CrossingSearch::MayBeNoise(const DenseOutput& step, int32_t relation) const {
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

// By how much it changes when time and states do in their last places. Those of states are of their sizes, to which the
// error of a step is relative; the rounding errors of a load that grows with time are small only for the moment.
// @pre x_ holds the states
double CrossingSearch::NoiseAt(const DenseOutput& step, double t, size_t k) {
  return std::max(SpreadAt(step, t, k), SpreadAt(step, t + reach_, k));
}

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

CrossingResult CrossingSearch::SearchOnce(DenseOutput& step, double t) {
  CrossingResult result;
  flipped_now_ = false;
  const bool nothing_is_held = system_.program().held.empty();
  const bool watches_nothing = watched_.count() == 0 && nothing_is_held;
  const bool has_series = step.Series() != nullptr && nothing_is_held;
  if (watches_nothing || has_series) by_samples_.ForgetStepCap();
  if (watches_nothing) return result;
  searched_series_ = has_series && SearchSeries(step, t, result);
  if (!searched_series_) {
    SearchSamples(step, t, result);
  } else if (!result.crossing && !result.error) {
    last_is_whole_ = false;
    last_.t = t;
  }
  return result;
}

void CrossingSearch::SearchSamples(DenseOutput& step, double t, CrossingResult& result) {
  const bool is_evaluated = step.Series() == nullptr && last_is_whole_;
  if (!last_is_whole_) {
    Evaluate(step, last_.t);
    watched_.Take(last_.t, last_);
    watched_.AcceptAll(last_);
    last_is_whole_ = true;
  }
  if (!is_evaluated) Evaluate(step, t);
  watched_.Take(t, right_);
  ranges_.Concern(nullptr);  // samples arm relations too
  result = by_samples_.Search(step, last_, right_);
  if (!result.crossing && !result.error) std::swap(last_, right_);
}

// An event counts where the series holds; else the step ends well before it.
bool CrossingSearch::SearchSeries(DenseOutput& step, double& t, CrossingResult& result) {
  bool has_series = by_series_.Search(step, t, result);
  for (int i = 0; i < kMaxDoubts && has_series && result.crossing && !step.HoldsAt(result.crossing->time); ++i) {
    const double begin = step.Series()->begin;
    t = begin + kBeforeDoubt * (result.crossing->time - begin);
    if (!(t > begin)) break;
    step.Shorten(t);
    result = {};
    has_series = by_series_.Search(step, t, result);
  }
  return has_series;
}

double CrossingSearch::LeavesZoneAt(const double* slope) const {
  const auto slope_of = [&](int32_t state) { return state >= 0 ? slope[state] : 0.0; };
  double soonest = kInfinity;
  if (!last_is_whole_) return soonest;
  for (size_t k = 0; k < watched_.count(); ++k) {
    if (watched_.armed()[k] != 0) continue;
    const int32_t left = system_.LeftState(watched_.relations()[k]),
                  right = system_.RightState(watched_.relations()[k]);
    if (std::min(left, right) == ContinuousSystem::kComputedOperand) continue;
    const double rise = watched_.sign()[k] * (slope_of(left) - slope_of(right));
    if (rise <= 0) continue;
    // A little beyond, so that the relation has its other value for whoever computes its sides in another order.
    soonest = std::min(soonest, last_.t + (kBeyondZone * last_.zone[k] - last_.g[k]) / rise);
  }
  return soonest;
}

CrossingResult CrossingSearch::Look(DenseOutput& step, double t) {
  watched_.Take(t, right_);
  bool only_leaving = right_.held.empty();
  for (size_t k = 0; k < watched_.count() && only_leaving; ++k) {
    only_leaving = watched_.armed()[k] == 0 || !watched_.HasFlipped(right_, k);
  }
  if (!only_leaving || !watched_.AnyFlipped(All(), right_)) return Search(step, t);
  CrossingResult result;
  result.crossing = watched_.CrossingAt(all_, right_);
  result.crossing->before = last_.t;
  return result;
}

}  // namespace stiction::runtime
