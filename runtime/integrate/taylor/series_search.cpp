// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/series_search.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <utility>

#include "runtime/events/locate/zero_crossing_loops.h"
#include "runtime/integrate/taylor/kernel_series.h"
#include "runtime/program/relation.h"
#include "runtime/support/append.h"
#include "runtime/support/time_resolution.h"

namespace stiction::runtime {
namespace {

static_assert(KernelSeries::kHighestOrder <= Polynomial::kMaxOrder);

constexpr size_t kMayFollow = 4;        // relations that flip as a consequence
constexpr double kTrustedRest = 100;    // of a computed operand, in tolerances of a step
constexpr double kStepSafety = 0.9;     // of a step that ends where a series can be trusted
constexpr double kPartThatGrows = 0.5;  // of a step that is left where terms that are small still grow
constexpr double kShortestPart = 1e-3;  // of a step that is left of it
constexpr double kPartOfDefect = 0.25;  // of a step that is left where a defect is too large
constexpr int kMaxEnds = 64;            // of one step
constexpr int kMoreOrders = 2;
// Least order that shows the behaviour of a computed operand which is level at the beginning of the step.
constexpr int kMinOrderOfComputed = 5;
constexpr double kOverheadInOrders = 3;  // of a step, in orders: see Taylor
constexpr int kMaxPlacings = 64;
constexpr int kMaxDoubts = 8;
constexpr double kBeforeDoubt = 0.5;  // of the way to an event in doubt
constexpr int kMaxCorrections = 4;
constexpr double kTogether = 2;      // resolutions in which relations flip at the same event
constexpr double kSlack = 1e-9;      // of a step: how far beyond the first flip others are looked for
constexpr double kNearMove = 1e-2;   // of a step: where the slope of g still tells
constexpr double kSameSlope = 1e-6;  // of a step: where it is the same
constexpr double kLevel = 1000;      // resolutions

}  // namespace

SeriesSearch::SeriesSearch(ContinuousSystem& system, WatchedRelations& watched, ZeroCrossingSampler& sampler,
                           double tolerance)
    : system_(system), watched_(watched), sampler_(sampler), tolerance_(tolerance) {}

void SeriesSearch::FindPowers(const StepSeries& series) {
  powers_[0] = 1;
  for (size_t n = 1; n <= static_cast<size_t>(series.order); ++n) powers_[n] = powers_[n - 1] * series.width;
}

// @returns whether it is finite
bool SeriesSearch::Load(ExpandedStep& step, size_t k, Near& near) const {
  const StepSeries& series = step.Series();
  const int32_t relation = watched_.relations()[k];
  const auto i = static_cast<size_t>(relation);
  const auto left = static_cast<size_t>(system_.LeftIndices()[i]);
  const auto right = static_cast<size_t>(system_.RightIndices()[i]);
  const double sign = watched_.sign()[k];
  const double l = series.coefficients[0][left], r = series.coefficients[0][right];
  const ZeroCrossing g = MeasureOne(l, r, sign, watched_.zone_factor(), watched_.zone_floor()[k]);
  near.k = k;
  near.g.order = series.order;
  near.g.coefficients[0] = g.value;
  double sizes = 0, rise = 0, left_sizes = 0, right_sizes = 0;
  for (int n = 1; n <= series.order; ++n) {
    const double left_term = series.coefficients[n][left] * powers_[static_cast<size_t>(n)],
                 right_term = series.coefficients[n][right] * powers_[static_cast<size_t>(n)];
    const double term = sign * (left_term - right_term);
    near.g.coefficients[static_cast<size_t>(n)] = term;
    sizes += std::fabs(term);
    rise += n == 1 ? term : std::max(term, 0.0);
    left_sizes += std::fabs(left_term);
    right_sizes += std::fabs(right_term);
  }
  near.sizes = sizes;
  near.rise = rise;
  near.zone = g.zone;
  near.size = g.zone > 0 ? g.zone / watched_.zone_factor() : sizes;
  near.noise = g.tie + 4 * DBL_EPSILON * (std::fabs(g.value) + sizes) + DBL_MIN;
  // The tie where both sides meet.
  near.tie = TieWidth(std::max({std::fabs(l) - left_sizes, std::fabs(r) - right_sizes, 0.0}), 0);
  near.is_computed =
      std::min(system_.LeftState(relation), system_.RightState(relation)) == ContinuousSystem::kComputedOperand;
  near.defect = 0;
  if (near.is_computed) {
    const double defect = step.Defect(static_cast<int32_t>(left)) + step.Defect(static_cast<int32_t>(right));
    if (std::isfinite(defect)) near.defect = defect;
  }
  return std::isfinite(g.value + sizes);
}

// Estimate of the terms missing in the series of a computed operand: the defects of its operations and, for the series
// that they are computed from, the last terms of its own. The series of a state is as exact as the step.
double SeriesSearch::Rest(const Near& near) {
  if (!near.is_computed) return 0;
  double rest = 0;
  for (int k = std::max(near.g.order - 2, 1); k < near.g.order; ++k) {
    rest += std::fabs(near.g.coefficients[static_cast<size_t>(k)]);
  }
  return rest + near.defect;
}

// True if the last terms of a computed operand are larger than those before: larger ones may follow.
bool SeriesSearch::Grows(const Near& near) {
  if (!near.is_computed || near.g.order < kMinOrderOfComputed) return false;
  const auto larger_of_two = [&](int k) {
    const double* const c = near.g.coefficients.data() + k;
    return std::max(std::fabs(c[0]), std::fabs(c[1]));
  };
  return larger_of_two(near.g.order - 2) > larger_of_two(near.g.order - 4);
}

// It does not rise above its tie, or it is not armed and stays within its zone.
bool SeriesSearch::StaysClear(const Near& near) const {
  if (Grows(near)) return false;
  const double begin = near.g.coefficients[0], rest = Rest(near);
  const bool is_quiet = watched_.armed()[near.k] == 0 && std::fabs(begin) + near.sizes + rest <= near.zone;
  return is_quiet || (begin <= 0 && begin + std::max(near.rise, 0.0) + rest <= 0);
}

// Root of the parabola through its ends.
double SeriesSearch::LikelyFlip(const Near& near) {
  const double begin = near.g.coefficients[0], end = near.g.ValueAt(1);
  return begin < 0 && end > 0 ? RootOfParabola(begin, near.g.coefficients[1], end) : begin < 0 ? 1 : 0;
}

// The part of the step in which the rest is small beside the operands, not beside the terms of the series, which may be
// far larger where a wave goes through many periods in a step; 1: all of it.
double SeriesSearch::TrustedPart(const Near& near) const {
  const double rest = Rest(near);
  const double allowed = kTrustedRest * tolerance_ * near.size;
  if (rest <= allowed) return Grows(near) ? kPartThatGrows : 1;
  const double part = std::pow(allowed / rest, 1.0 / std::max(near.g.order - 2, 1));
  // A large defect shrinks faster than any power: it is found anew before the next part is.
  return near.defect > 0.5 * rest ? std::max(part, kPartOfDefect) : part;
}

// Gives the series more orders while that pays, and ends the step where they are not enough. What was placed with fewer
// orders is to be placed anew.
// @param needed part of the step
SeriesSearch::Outcome SeriesSearch::MakeTrusted(ExpandedStep& step, Near& near, double needed, double& end) {
  double part = TrustedPart(near);
  if (part >= needed) return Outcome::kDone;
  const auto gain_of = [](double gone, int order) { return std::log(gone / (order + kOverheadInOrders)); };
  double gain = gain_of(part, near.g.order);
  int losses = 0;
  while (part < needed && losses < 2) {
    const int order = near.g.order;
    if (!step.ExtendSeries(std::max(order + kMoreOrders, useful_order_ - 1))) break;
    FindPowers(step.Series());
    if (!Load(step, near.k, near)) return Outcome::kNoSeries;
    part = TrustedPart(near);
    const double gain_now = gain_of(part, near.g.order);
    losses = gain_now <= gain ? losses + 1 : 0;
    gain = std::max(gain, gain_now);
  }
  if (part >= needed) {
    useful_order_ = near.g.order;
    return candidates_.empty() ? Outcome::kDone : Outcome::kChanged;
  }
  const StepSeries& series = step.Series();
  end = series.begin + series.width * std::max(kStepSafety * part, kShortestPart);
  step.Shorten(end);
  return Outcome::kChanged;
}

// The first root in [0, end] of the step; marks a relation as armed that is so on the way.
std::optional<Root> SeriesSearch::FirstFlip(const Near& near, double end, double resolution) {
  const Polynomial& p = near.g;
  const RootResolution fine = {resolution, near.noise};
  const bool is_armed = watched_.armed()[near.k] != 0;
  const double reach = is_armed ? watched_.reach()[near.k] : near.zone;
  const std::optional<Root> above = FirstAbove(p, end, near.tie, fine);
  if (reach == 0 || !above) return above;
  if (p.ValueAt(0.5 * above->s) < -near.zone) {  // was armed before it came back
    watched_.ArmWithin(near.k);
    return above;
  }
  negated_.order = p.order;
  for (size_t i = 0; i < p.coefficients.size(); ++i) negated_.coefficients[i] = -p.coefficients[i];
  const std::optional<Root> arming = FirstAbove(negated_, end, near.zone, fine);
  const std::optional<Root> flip = FirstAbove(p, arming ? arming->s : end, std::max(reach, near.tie), fine);
  if (flip || !arming) return flip;
  negated_ = p;
  negated_.Shift(arming->s);
  const std::optional<Root> after = FirstAbove(negated_, end - arming->s, near.tie, fine);
  if (!after) return std::nullopt;
  watched_.ArmWithin(near.k);
  return Root{arming->s + after->s, after->slope};
}

// A series that leaves something out may come to its root a little later than the system does.
bool SeriesSearch::MayFlipBy(const Near& near, double part) {
  if (!near.is_computed || part >= 1) return false;
  const double rest = Rest(near) * std::pow(part, near.g.order - 2);
  return near.g.coefficients[0] <= 0 && near.g.ValueAt(part) + rest > near.tie;
}

// The first crossing of one relation that the system confirms, in the part of the step up to `end`: Newton's method
// with the slope of the polynomial; halving where only rounding errors are left; another root where the polynomial is
// off by more than its slope tells.
// @returns false on an error, which is in `result`
bool SeriesSearch::Place(ExpandedStep& step, Near& near, double end, std::optional<Candidate>& placed,
                         CrossingResult& result) {
  const StepSeries& series = step.Series();
  const double part = (end - series.begin) / series.width;
  std::optional<Root> root = FirstFlip(near, part, TimeResolution(end) / series.width);
  if (!root && MayFlipBy(near, part)) root = {part, near.g.At(part).slope};
  if (!root) return true;
  double t = series.begin + root->s * series.width;
  const double resolution = TimeResolution(t);
  const double first = std::min(series.begin + resolution, end);
  t += 0.5 * resolution;
  ZeroCrossing here;
  std::optional<double> low, high;  // seen not to have flipped, and to have
  double further = resolution;
  int corrections = 0;
  for (int i = 0; i < kMaxPlacings; ++i) {
    t = std::clamp(t, first, end);
    if (!sampler_.TakeOne(step.Dense(), t, near.k, here, result)) return false;
    const double reach = watched_.armed()[near.k] != 0 ? watched_.reach()[near.k] : here.zone;
    const double f = here.value - std::max(reach, here.tie);
    const bool has_flipped = f > 0, is_noise = has_flipped && f <= 2 * near.noise;
    (has_flipped ? high : low) = t;
    const double s = (t - series.begin) / series.width;
    if (std::fabs(s - root->s) > kSameSlope) root = {s, near.g.At(s).slope};
    const double slope = root->slope / series.width;
    const bool rises = slope > 0;
    const double move = rises ? -f / slope : 0;
    const bool is_level = move < -kLevel * resolution;  // there the time of a rounding error is long
    if (has_flipped && (t <= first || (is_noise && !low && !is_level))) break;
    if (has_flipped && rises && move >= -resolution) break;
    if (low && high && (is_noise || !has_flipped)) {
      if (*high - *low <= resolution) break;
      t = 0.5 * (*low + *high);
    } else if (!has_flipped && t >= end) {
      return true;
    } else if (rises && std::fabs(move) <= kNearMove * series.width) {
      t += has_flipped ? move + 0.5 * resolution : std::max(move + 0.5 * resolution, further);
      if (!has_flipped) further *= 2;
    } else {
      if (++corrections > kMaxCorrections) break;
      near.g.coefficients[0] += here.value - near.g.ValueAt(s);
      root = FirstFlip(near, part, resolution / series.width);
      if (!root) break;
      t = series.begin + root->s * series.width + 0.5 * resolution;
    }
  }
  if (high) placed = {near.k, *high, std::max(low && *low < *high ? *low : series.begin, *high - resolution)};
  return true;
}

// A value of g that is small at both ends may have been large in between: what hovers does not. One that comes back
// from beyond its zone was larger before.
void SeriesSearch::NoteExcursion(const Near& near, double end) {
  if (near.g.coefficients[0] < -near.zone && near.g.coefficients[1] >= 0) return;
  watched_.NoteExcursion(near.k, near.g.LargestAtQuarters(end));
}

// The crossing at the first of the candidates, with those that flip within the resolution of it.
bool SeriesSearch::Conclude(ExpandedStep& step, CrossingResult& result) {
  if (candidates_.size() == 1) {
    const Candidate& only = candidates_.front();
    Crossing& crossing = result.crossing.emplace();
    crossing.relations.reserve(kMayFollow);
    crossing.time = only.time;
    crossing.before = only.before;
    crossing.relations.push_back(watched_.relations()[only.k]);
    return true;
  }
  const auto is_earlier = [](const Candidate& a, const Candidate& b) { return a.time < b.time; };
  const Candidate first = *std::min_element(candidates_.begin(), candidates_.end(), is_earlier);
  const double latest = first.time + kTogether * TimeResolution(first.time);
  wanted_.clear();
  double time = first.time;
  for (const Candidate& candidate : candidates_) {
    if (candidate.time > latest) continue;
    wanted_.push_back(candidate.k);
    time = std::max(time, candidate.time);
  }
  if (wanted_.size() > 1 && !sampler_.TakePart(step.Dense(), time, wanted_, sample_, result)) return false;
  Crossing crossing;
  crossing.time = time;
  crossing.before = first.before;
  for (const size_t k : wanted_) {
    if (k == first.k || watched_.HasFlipped(sample_, k)) crossing.relations.push_back(watched_.relations()[k]);
  }
  std::sort(crossing.relations.begin(), crossing.relations.end());
  result.crossing = std::move(crossing);
  return true;
}

// @param until no relation is of interest that flips later
SeriesSearch::Outcome SeriesSearch::PlaceNext(ExpandedStep& step, size_t k, double& until, double& end,
                                              CrossingResult& result) {
  const StepSeries& series = step.Series();
  if (!Load(step, k, near_)) return Outcome::kNoSeries;
  if (near_.is_computed) {
    const Outcome trust = MakeTrusted(step, near_, (until - series.begin) / series.width, end);
    if (trust != Outcome::kDone) return trust;
  }
  std::optional<Candidate> placed;
  if (!Place(step, near_, until, placed, result)) return Outcome::kFailed;
  NoteExcursion(near_, ((placed ? placed->time : until) - series.begin) / series.width);
  if (placed) {
    Append(candidates_, *placed);
    until = std::min(until, placed->time + kSlack * series.width);
  }
  return Outcome::kDone;
}

// Sizes of the terms of all g, order by order as they stand in memory: for most g they suffice to show that it stays on
// its side.
void SeriesSearch::MeasureAll(const StepSeries& series) {
  const size_t count = watched_.count();
  sizes_.assign(count, 0.0);
  for (std::vector<double>& largest : largest_) largest.assign(count, 0.0);
  left_.resize(count);
  right_.resize(count);
  for (size_t k = 0; k < count; ++k) {
    const auto relation = static_cast<size_t>(watched_.relations()[k]);
    left_[k] = system_.LeftIndices()[relation];
    right_[k] = system_.RightIndices()[relation];
  }
  for (int n = 1; n <= series.order; ++n) {
    const double* const c = series.coefficients[n];
    const double power = powers_[static_cast<size_t>(n)];
    double* const largest = largest_[n == series.order       ? 0
                                     : n >= series.order - 2 ? 2
                                     : n >= series.order - 4 ? 1
                                                             : 0]
                                .data();
    for (size_t k = 0; k < count; ++k) {
      const double size = std::fabs(c[left_[k]] - c[right_[k]]) * power;
      sizes_[k] += size;
      largest[k] = std::max(largest[k], size);
    }
  }
}

// Test of StaysClear by sizes alone.
bool SeriesSearch::StaysFar(ExpandedStep& step, size_t k, bool any_defects) const {
  const double* const values = step.Series().coefficients[0];
  const double begin = watched_.sign()[k] * (values[left_[k]] - values[right_[k]]);
  double move = sizes_[k] + 2 * largest_[2][k];
  if (any_defects) move += step.Defect(left_[k]) + step.Defect(right_[k]);
  if (largest_[2][k] > largest_[1][k]) return false;
  return begin + move <= 0 || (watched_.armed()[k] == 0 && std::fabs(begin) + move <= watched_.zone_floor()[k]);
}

// Those that may flip in the step, in the order in which they are likely to.
SeriesSearch::Outcome SeriesSearch::FindSuspects(ExpandedStep& step) {
  MeasureAll(step.Series());
  const bool any_defects = step.AnyDefects();
  suspects_.clear();
  for (size_t k = 0; k < watched_.count(); ++k) {
    if (StaysFar(step, k, any_defects)) continue;
    if (!Load(step, k, near_)) return Outcome::kNoSeries;
    if (!StaysClear(near_)) Append(suspects_, {LikelyFlip(near_), k});
  }
  std::ranges::stable_sort(suspects_, {}, &Suspect::at);
  return Outcome::kDone;
}

SeriesSearch::Outcome SeriesSearch::PlaceAll(ExpandedStep& step, double& end, CrossingResult& result) {
  const StepSeries& series = step.Series();
  FindPowers(series);
  candidates_.clear();
  double until = end;
  Outcome outcome = FindSuspects(step);
  for (size_t i = 0; i < suspects_.size() && outcome == Outcome::kDone; ++i) {
    outcome = PlaceNext(step, suspects_[i].k, until, end, result);
  }
  return outcome;
}

SeriesSearch::Outcome SeriesSearch::SearchOnce(ExpandedStep& step, double& end, CrossingResult& result) {
  Outcome outcome = Outcome::kChanged;
  for (int ends = 0; ends < kMaxEnds && outcome == Outcome::kChanged; ++ends) {
    outcome = PlaceAll(step, end, result);
  }
  if (outcome == Outcome::kDone && !candidates_.empty()) Conclude(step, result);
  return outcome;
}

// An event counts where the series holds; else the step ends well before it.
OwnSearch SeriesSearch::Search(ExpandedStep& step, double& end, CrossingResult& result) {
  const bool any_computed = std::ranges::any_of(watched_.relations(), [&](int32_t relation) {
    return std::min(system_.LeftState(relation), system_.RightState(relation)) == ContinuousSystem::kComputedOperand;
  });
  if (any_computed && step.Series().order < kMinOrderOfComputed) step.ExtendSeries(kMinOrderOfComputed);
  Outcome outcome = SearchOnce(step, end, result);
  for (int i = 0; i < kMaxDoubts && result.crossing && !step.Dense().HoldsAt(result.crossing->time); ++i) {
    const double begin = step.Series().begin;
    end = begin + kBeforeDoubt * (result.crossing->time - begin);
    if (!(end > begin)) break;
    step.Shorten(end);
    result = {};
    outcome = SearchOnce(step, end, result);
  }
  return outcome == Outcome::kDone || outcome == Outcome::kFailed ? OwnSearch::kDone : OwnSearch::kFailed;
}

}  // namespace stiction::runtime
