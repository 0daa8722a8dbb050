#include "runtime/events/crossing_search.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace stiction::runtime {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kBeyondZone = 1 + 1e-6;
constexpr int kMostDoubts = 8;
constexpr double kBeforeDoubt = 0.5;

}  // namespace

CrossingSearch::CrossingSearch(ContinuousSystem& system, double tolerance)
    : system_(system),
      watched_(system, tolerance),
      sampler_(system, watched_),
      by_samples_(system, watched_, sampler_),
      by_series_(system, watched_, sampler_, tolerance),
      x_(system.state_count()) {}

const WatchedRelations::Scope& CrossingSearch::All() {
  all_.resize(watched_.count());
  std::iota(all_.begin(), all_.end(), size_t{0});
  return all_;
}

double CrossingSearch::ExcursionOverZone(int32_t relation) const {
  const int32_t k = watched_.PositionOf(relation);
  return k < 0 ? 0 : watched_.Excursion(relation) / last_.zone[static_cast<size_t>(k)];
}

void CrossingSearch::Restart(double t, const Crossing* last, const HeldChanges* changes) {
  watched_.Choose(changes);
  watched_.Take(t, last_);
  by_samples_.ForgetStepCap();
  flipped_now_ = watched_.Arm(last_, last);
}

std::optional<Crossing> CrossingSearch::FlippedNow() {
  if (!flipped_now_) return std::nullopt;
  return watched_.CrossingAt(All(), last_);
}

std::optional<Crossing> CrossingSearch::FlippedAt(double t) {
  ExcessSample sample;
  watched_.Take(t, sample);
  if (!watched_.AnyFlipped(All(), sample)) return std::nullopt;
  return watched_.CrossingAt(all_, sample);
}

CrossingResult CrossingSearch::Search(DenseOutput& step, double t) {
  flipped_now_ = false;
  if (watched_.count() == 0 && system_.program().held.empty()) {
    by_samples_.ForgetStepCap();
    return {};
  }
  if (step.Series() != nullptr) {
    if (system_.program().held.empty()) {
      by_samples_.ForgetStepCap();
      right_.t = t;
      if (auto result = SearchSeries(step)) {
        if (!result->crossing && !result->error) std::swap(last_, right_);
        return *std::move(result);
      }
      t = right_.t;
    }
    step.Interpolate(t, x_.data());
    static_cast<void>(system_.EvaluateIndicators(t, x_.data()));  // beyond a flip the system may fail
  }
  watched_.Take(t, right_);
  CrossingResult result = by_samples_.Search(step, last_, right_);
  if (!result.crossing && !result.error) std::swap(last_, right_);
  return result;
}

// An event counts where the series holds; else the step ends well before it.
std::optional<CrossingResult> CrossingSearch::SearchSeries(DenseOutput& step) {
  std::optional<CrossingResult> result = by_series_.Search(step, last_, right_);
  for (int i = 0; i < kMostDoubts && result && result->crossing && !step.HoldsAt(result->crossing->time); ++i) {
    const double begin = step.Series()->begin;
    const double t = begin + kBeforeDoubt * (result->crossing->time - begin);
    if (!(t > begin)) break;
    step.Shorten(t);
    right_.t = t;
    result = by_series_.Search(step, last_, right_);
  }
  return result;
}

double CrossingSearch::LeavesZoneAt(const double* slope) const {
  const auto slope_of = [&](int32_t state) { return state >= 0 ? slope[state] : 0.0; };
  double soonest = kInfinity;
  for (size_t k = 0; k < watched_.count(); ++k) {
    if (watched_.armed()[k] != 0) continue;
    const int32_t left = system_.LeftState(watched_.relations()[k]),
                  right = system_.RightState(watched_.relations()[k]);
    if (std::min(left, right) == ContinuousSystem::kComputedOperand) continue;
    const double rise = watched_.sign()[k] * (slope_of(left) - slope_of(right));
    if (rise <= 0) continue;
    // A little beyond, so that the relation has its other value for whoever computes its sides in another order.
    soonest = std::min(soonest, last_.t + (kBeyondZone * last_.zone[k] - last_.excess[k]) / rise);
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
