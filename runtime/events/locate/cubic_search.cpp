// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/cubic_search.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "runtime/events/locate/crossing.h"
#include "runtime/events/locate/zero_crossing_loops.h"
#include "runtime/support/time_resolution.h"

namespace stiction::runtime {
namespace {

constexpr int kMaxDepth = 12;           // thirds of thirds: to 2e-6 of a step
constexpr int kFinePoints = 8;          // per third, where the interpolant is looked at
constexpr double kErrorOfCubic = 0.25;  // |third difference| times this bounds the interpolation error, generously
constexpr double kTrustedError = 0.02;  // error relative to g that a full step may have
constexpr size_t kMaxKernels = 8;       // relations that are evaluated one by one; more than that and than
constexpr size_t kPartialShare = 16;    // this part of all are evaluated with the whole system
constexpr double kTrustedProbes = 0.1;  // as kTrustedError, where stages of a step were looked at
constexpr int kMaxRounds = 32;          // of relations found to flip earlier still

/// The cubic through p at 0, 1/3, 2/3, 1, at s in thirds (0 <= s <= 3); Newton's form.
double Cubic(const std::array<double, 4>& p, double s) {
  const double d1 = p[1] - p[0];
  const double d2 = p[2] - 2 * p[1] + p[0];
  const double d3 = p[3] - 3 * p[2] + 3 * p[1] - p[0];
  return p[0] + s * (d1 + (s - 1) / 2 * (d2 + (s - 2) / 3 * d3));
}

double ThirdDifference(const std::array<double, 4>& p) { return std::abs(p[3] - 3 * p[2] + 3 * p[1] - p[0]); }

/// The larger of the two.
double SecondDifference(const std::array<double, 4>& p) {
  return std::max(std::abs(p[2] - 2 * p[1] + p[0]), std::abs(p[3] - 2 * p[2] + p[1]));
}

}  // namespace

CubicSearch::CubicSearch(ContinuousSystem& system, WatchedRelations& watched, ZeroCrossingSampler& sampler)
    : system_(system), watched_(watched), sampler_(sampler), workspaces_(kMaxDepth + 1) {}

void CubicSearch::LookAtAll() {
  is_partial_ = false;
  scope_.resize(watched_.count());
  for (size_t k = 0; k < scope_.size(); ++k) scope_[k] = k;
}

bool CubicSearch::IsFar(size_t k, const Points& points) const {
  double far = 0;
  MarkFar(&points[0]->g[k], &points[1]->g[k], &points[2]->g[k], &points[3]->g[k], &points[0]->zone[k],
          &watched_.armed()[k], 1, &far);
  return far != 0;
}

// Those for which Suspicious has to look closer somewhere.
void CubicSearch::FindNear(const Points& points, Positions& near) {
  const size_t count = watched_.count();
  near.clear();
  if (is_partial_) {
    for (const size_t k : scope_) {
      if (!IsFar(k, points)) near.push_back(k);
    }
    return;
  }
  MarkFar(points[0]->g.data(), points[1]->g.data(), points[2]->g.data(), points[3]->g.data(), points[0]->zone.data(),
          watched_.armed().data(), count, far_.data());
  for (size_t k = 0; k < count; ++k) {
    if (far_[k] == 0) near.push_back(k);
  }
}

// Error estimate of the cubic through the points. Its third difference tells, except where g is even about the middle;
// there the fourth difference counts, about the second one squared over the range. Both fall by 27 or more when an
// interval is divided by 3, if g is smooth: `inherited` is the estimate of the whole interval.
double CubicSearch::InterpolationError(size_t k, const Points& points, const Values* inherited) const {
  const std::array<double, 4> p = {points[0]->g[k], points[1]->g[k], points[2]->g[k], points[3]->g[k]};
  const double noise = kNoiseUlps * std::max(points[0]->tie[k], points[3]->tie[k]);
  const double range = std::max({p[0], p[1], p[2], p[3]}) - std::min({p[0], p[1], p[2], p[3]});
  const double bend = SecondDifference(p);
  double even = range > 0 ? bend * bend / range : 0;
  if (inherited != nullptr) even = std::min(even, (*inherited)[k] / (27 * kErrorOfCubic));
  return kErrorOfCubic * std::max(0.0, std::max(ThirdDifference(p), even) - noise);
}

// True if relation k may flip in a third of the interval without its value at the end of the third showing that.
bool CubicSearch::IsSuspicious(size_t k, const Points& points, size_t third, double error) const {
  const ZeroCrossingSample& b = *points[third + 1];
  const double threshold = watched_.Threshold(*points[third], k);
  std::array<double, 4> p;
  double peak = -kInfinity;
  double size = 0;
  for (size_t i = 0; i < 4; ++i) {
    p[i] = points[i]->g[k];
    peak = std::max(peak, p[i]);
    size = std::max({size, std::abs(p[i]), points[i]->zone[k]});
  }
  const double bend = std::abs(p[2] - 2 * p[1] + p[0]) + std::abs(p[3] - 2 * p[2] + p[1]);
  const double noise = kNoiseUlps * std::max(points[third]->tie[k], b.tie[k]);
  const bool flips = b.g[k] > watched_.Threshold(b, k);
  if (!flips && peak + bend + error < threshold) return false;
  double before = p[third];
  double highest = -kInfinity;
  double fine_bend = 0;
  double previous_rise = 0;
  for (int i = 1; i <= kFinePoints; ++i) {
    const double s = static_cast<double>(i) / kFinePoints;
    const double value = i == kFinePoints ? p[third + 1] : Cubic(p, static_cast<double>(third) + s);
    const double rise = value - before;
    if (flips) {
      if (rise < error * 4 / kFinePoints - noise) return true;
    } else {
      if (i < kFinePoints) highest = std::max(highest, value + error * 4 * s * (1 - s));
      if (i > 1) fine_bend = std::max(fine_bend, std::abs(rise - previous_rise));
    }
    before = value;
    previous_rise = rise;
  }
  if (flips) return false;
  // An extremum that the fine points straddle; one within rounding of the threshold is a tie, not a crossing.
  const double overshoot = fine_bend / 8;
  const double ends = std::max(p[third], p[third + 1]);
  const double bound = highest + overshoot;
  return bound > threshold + noise && bound > ends;
}

void CubicSearch::UpdateStepCap(const Points& points) {
  const double width = points[3]->t - points[0]->t;
  const auto& [p0, p1, p2, p3] = points;
  MeasureBends(p0->g.data(), p1->g.data(), p2->g.data(), p3->g.data(), p0->tie.data(), p1->tie.data(), p2->tie.data(),
               p3->tie.data(), p0->zone.data(), watched_.zone_factor(), watched_.count(), far_.data());
  double worst = 0;
  for (size_t k = 0; k < watched_.count(); ++k) worst = std::max(worst, far_[k]);
  const double factor = worst > 0 ? std::cbrt(kTrustedError / worst) : kInfinity;
  SetStepCap(factor, width, points[3]->t, far_);
}

void CubicSearch::SetStepCap(double factor, double width, double t, const Values& bends) {
  step_cap_ = std::max(width * std::clamp(factor, 0.2, 5.0), 1e6 * TimeResolution(t));
  narrowing_ = factor < 1 ? std::max_element(bends.begin(), bends.end()) - bends.begin() : -1;
}

// A block that has just broken away: its speed leaves 0 slowly at first, on the side on which it is to stay.
bool CubicSearch::FallsFromTie(size_t k, const double* slope, const ZeroCrossingSample& left,
                               const ZeroCrossingSample& right) const {
  const int32_t left_state = system_.LeftState(watched_.relations()[k]),
                right_state = system_.RightState(watched_.relations()[k]);
  if (slope == nullptr || std::min(left_state, right_state) == ContinuousSystem::kComputedOperand) return false;
  const double p0 = left.g[k], p1 = watched_.sign()[k] * system_.probe(0).gap[k];
  const double p2 = watched_.sign()[k] * system_.probe(1).gap[k], p3 = right.g[k];
  const auto slope_of = [&](int32_t state) { return state >= 0 ? slope[state] : 0.0; };
  return p0 <= 0 && p1 < p0 && p2 < p1 && p3 < p2 &&
         watched_.sign()[k] * (slope_of(left_state) - slope_of(right_state)) <= 0;
}

// From the probes of a step: whom to look at closer, and how far the next step may go.
void CubicSearch::Survey(const DenseOutput& step, const ZeroCrossingSample& left, const ZeroCrossingSample& right) {
  const size_t count = watched_.count();
  SurveyAll(left.g.data(), system_.probe(0).gap.data(), system_.probe(1).gap.data(), right.g.data(),
            watched_.sign().data(), right.tie.data(), left.zone.data(), watched_.armed().data(), watched_.zone_factor(),
            count, far_.data(), bends_.data());
  const double worst = Largest(bends_.data(), count);
  const double factor = worst > 0 ? std::cbrt(kTrustedProbes / worst) : kInfinity;
  SetStepCap(factor, right.t - left.t, right.t, bends_);
  const size_t near_count = count - CountOnes(far_.data(), count);
  if (near_count > std::max(kMaxKernels, count / kPartialShare)) return LookAtAll();
  is_partial_ = true;
  scope_.clear();
  const double* const slope = step.SlopeAtBegin();
  size_t seen = 0;
  for (size_t k = 0; k < count && seen < near_count; ++k) {
    if (far_[k] != 0) continue;
    ++seen;
    if (!FallsFromTie(k, slope, left, right)) scope_.push_back(k);
  }
}

// True if all relations in question flip and, as the probes tell, rise all the way, so that each crosses once.
bool CubicSearch::OnlyRises(const ZeroCrossingSample& left, const ZeroCrossingSample& right) const {
  return is_partial_ && std::ranges::all_of(scope_, [&](size_t k) {
           const double p0 = left.g[k], p1 = watched_.sign()[k] * system_.probe(0).gap[k];
           const double p2 = watched_.sign()[k] * system_.probe(1).gap[k], p3 = right.g[k];
           const double d01 = (p1 - p0) / 0.3, d12 = (p2 - p1) / 0.5, d23 = (p3 - p2) / 0.2;
           const double bend = std::max(std::fabs(d12 - d01), std::fabs(d23 - d12));
           return p3 > watched_.Threshold(right, k) && std::min({d01, d12, d23}) > bend;
         });
}

bool CubicSearch::TakeScope(const DenseOutput& step, double t, ZeroCrossingSample& sample, CrossingResult& result) {
  const bool is_taken = is_partial_ ? sampler_.TakePart(step, t, scope_, sample, result)
                                    : sampler_.TakeAll(step, t, scope_, sample, result);
  sample.is_refined = refined_;
  return is_taken;
}

CrossingResult CubicSearch::Search(DenseOutput& step, ZeroCrossingSample& left, ZeroCrossingSample& right) {
  CrossingResult result;
  refined_ = tried_to_refine_ = false;
  begin_ = &left;
  step_end_ = right.t;
  far_.resize(watched_.count());
  bends_.resize(watched_.count());
  was_surveyed_ = step.HasProbes() && system_.program().held.empty();
  if (was_surveyed_) {
    Survey(step, left, right);
  } else {
    LookAtAll();
  }
  const bool is_quiet = is_partial_ && scope_.empty();
  if (was_surveyed_ && !is_quiet && OnlyRises(left, right)) {
    refined_ = step.Refine();
    Locate(step, left, right, result);
  } else if (is_quiet || !SearchInterval(step, left, right, 0, nullptr, result)) {
    watched_.AcceptAll(right);
  }
  return result;
}

bool CubicSearch::SearchInterval(DenseOutput& step, ZeroCrossingSample& left, ZeroCrossingSample& right, int depth,
                                 const Values* inherited, CrossingResult& result) {
  const double width = right.t - left.t;
  Workspace& work = workspaces_[static_cast<size_t>(depth)];
  const Points points = {&left, &work.inner[0], &work.inner[1], &right};
  // A method of lower order inside a step than at its end is made as exact there before an event is placed.
  const auto locate = [&](ZeroCrossingSample& a, ZeroCrossingSample& b) {
    if (!tried_to_refine_) refined_ = step.Refine();
    tried_to_refine_ = true;
    if (refined_ && !b.is_refined && b.t < step_end_) {
      if (!TakeScope(step, b.t, b, result)) return true;
      if (!watched_.AnyFlipped(scope_, b)) return false;
    }
    if (!refined_ || a.is_refined || a.t == begin_->t) return Locate(step, a, b, result);
    if (!TakeScope(step, a.t, a, result)) return true;
    return watched_.AnyFlipped(scope_, a) ? LocateBefore(step, a, result) : Locate(step, a, b, result);
  };
  if (width <= 8 * TimeResolution(right.t)) {
    if (watched_.AnyFlipped(scope_, right) && locate(left, right)) return true;
    watched_.Accept(scope_, right);
    return false;
  }
  for (size_t i = 0; i < 2; ++i) {
    if (!TakeScope(step, left.t + width * static_cast<double>(i + 1) / 3, work.inner[i], result)) return true;
  }
  if (depth == 0 && !was_surveyed_) UpdateStepCap(points);
  FindNear(points, work.near);
  if (is_partial_) {
    work.errors.resize(watched_.count());
    for (const size_t k : scope_) work.errors[k] = kInfinity;
  } else {
    work.errors.assign(watched_.count(), kInfinity);
  }
  for (const size_t k : work.near) work.errors[k] = InterpolationError(k, points, inherited);
  for (size_t third = 0; third < 3; ++third) {
    ZeroCrossingSample& a = *points[third];
    ZeroCrossingSample& b = *points[third + 1];
    const bool suspicious =
        std::ranges::any_of(work.near, [&](size_t k) { return IsSuspicious(k, points, third, work.errors[k]); });
    if (suspicious && depth < kMaxDepth) {
      if (SearchInterval(step, a, b, depth + 1, &work.errors, result)) return true;
    } else if (watched_.AnyFlipped(scope_, b)) {
      if (locate(a, b)) return true;
    }
    watched_.Accept(scope_, b);
  }
  return false;
}

// > 0 where one of `firing` has flipped: the largest g over its threshold, scaled.
double CubicSearch::Distance(const ZeroCrossingSample& sample, const Positions& firing, const Values& scale) const {
  if (firing.empty()) return sample.held.empty() ? -1.0 : 1.0;
  double distance = -kInfinity;
  for (size_t i = 0; i < firing.size(); ++i) {
    const size_t k = firing[i];
    distance = std::max(distance, (sample.g[k] - watched_.Threshold(sample, k)) / scale[i]);
  }
  return distance;
}

// Chandrupatla's method (1997, doi 10.1016/S0965-9978(96)00051-8) on the distance.
bool CubicSearch::Narrow(const DenseOutput& step, const ZeroCrossingSample& left, const ZeroCrossingSample& right,
                         const Positions& firing, double& t_below, double& t_above, CrossingResult& result) {
  Values& scale = scale_;
  scale.clear();
  for (const size_t k : firing) scale.push_back(std::max(right.g[k] - left.g[k], DBL_MIN));
  t_below = left.t;
  t_above = right.t;
  // In the method's terms: (t1, f1) is the latest point, (t2, f2) the other end, (t3, f3) the one dropped last.
  double t1 = t_above, f1 = Distance(right, firing, scale);
  double t2 = t_below, f2 = Distance(left, firing, scale);
  double t3 = t2, f3 = f2;
  double fraction = 0.5;
  const double resolution = TimeResolution(right.t);
  ZeroCrossingSample& sample = between_;
  const bool by_parts = !firing.empty() && (is_partial_ || firing.size() <= kMaxKernels);
  while (t_above - t_below > resolution) {
    double t = t1 + fraction * (t2 - t1);
    // Half a resolution inside the bracket: once the root is found from one side, this closes it from the other.
    t = std::clamp(t, t_below + resolution / 2, t_above - resolution / 2);
    if (!(t > t_below && t < t_above)) break;
    const bool is_taken = by_parts ? sampler_.TakePart(step, t, firing, sample, result)
                                   : sampler_.TakeAll(step, t, scope_, sample, result);
    if (!is_taken) return false;
    const double f = Distance(sample, firing, scale);
    const bool same_side = (f > 0) == (f1 > 0);
    if (same_side) {
      t3 = t1;
      f3 = f1;
    } else {
      t3 = t2;
      f3 = f2;
      t2 = t1;
      f2 = f1;
    }
    t1 = t;
    f1 = f;
    (f > 0 ? t_above : t_below) = t;
    for (const size_t k : firing) {
      if (f <= 0) watched_.NoteExcursion(k, std::fabs(sample.g[k]));
    }
    const double xi = (t1 - t2) / (t3 - t2);
    const double phi = (f1 - f2) / (f3 - f2);
    fraction = 0.5;
    if (phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi) {
      fraction = f1 / (f2 - f1) * f3 / (f2 - f3) + (t3 - t1) / (t2 - t1) * f1 / (f3 - f1) * f2 / (f3 - f2);
    }
    const double least = resolution / 2 / std::abs(t2 - t1);
    fraction = std::isfinite(fraction) && least < 0.5 ? std::clamp(fraction, least, 1 - least) : 0.5;
  }
  return true;
}

// It is near the sample: outputs before and after refinement differ by little. From the beginning of the step the same
// relation may have crossed before.
bool CubicSearch::LocateBefore(const DenseOutput& step, const ZeroCrossingSample& flipped, CrossingResult& result) {
  for (double part = 1.0 / 256; part < 1; part *= 2) {
    if (!TakeScope(step, flipped.t - part * (flipped.t - begin_->t), earlier_, result)) return true;
    if (!watched_.AnyFlipped(scope_, earlier_)) return Locate(step, earlier_, flipped, result);
  }
  return Locate(step, *begin_, flipped, result);
}

bool CubicSearch::Locate(const DenseOutput& step, const ZeroCrossingSample& left, const ZeroCrossingSample& right,
                         CrossingResult& result) {
  watched_.Copy(scope_, right, above_);
  double before = left.t;
  for (int round = 0; round < kMaxRounds; ++round) {
    firing_.clear();
    for (size_t i = 0; i < scope_.size() && above_.held.empty(); ++i) {
      const size_t k = scope_[i];
      if (above_.g[k] > watched_.Threshold(above_, k)) firing_.push_back(k);
    }
    double t_below, t_above;
    std::swap(above_, end_);
    if (!Narrow(step, left, end_, firing_, t_below, t_above, result)) return true;
    if (t_above == end_.t) {
      watched_.Copy(scope_, end_, above_);
    } else if (!TakeScope(step, t_above, above_, result)) {
      return true;
    }
    const bool others =
        !above_.held.empty() || watched_.CountFlipped(scope_, above_) > watched_.CountFlipped(firing_, above_);
    if (others && t_below > left.t) {
      if (!TakeScope(step, t_below, below_, result)) return true;
      if (watched_.AnyFlipped(scope_, below_)) {  // another one, earlier
        std::swap(above_, below_);
        continue;
      }
    }
    // The whole system may see the flip some digits later than its parts do.
    before = t_below;
    double further = TimeResolution(t_above);
    for (double t = t_above; t < end_.t && !watched_.AnyFlipped(scope_, above_); further *= 2) {
      before = t;
      t += further;
      if (t >= end_.t) {
        watched_.Copy(scope_, end_, above_);
      } else if (!TakeScope(step, t, above_, result)) {
        return true;
      }
    }
    break;
  }
  watched_.Accept(scope_, left);
  result.crossing = watched_.CrossingAt(scope_, above_);
  result.crossing->before = before;
  return true;
}

}  // namespace stiction::runtime
