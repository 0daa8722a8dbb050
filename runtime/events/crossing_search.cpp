#include "runtime/events/crossing_search.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <limits>

#include "runtime/evaluate/relation.h"
#include "runtime/evaluate/vector_clones.h"

namespace stiction::runtime {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxDepth = 12;           // thirds of thirds: to 2e-6 of a step
constexpr int kFinePoints = 8;          // per third, where the interpolant is looked at
constexpr double kErrorOfCubic = 0.25;  // |third difference| times this bounds the interpolation error, generously
constexpr double kTrustedError = 0.02;  // error relative to the excess that a full step may have
constexpr double kNoiseUlps = 16;
constexpr double kBeyondZone = 1 + 1e-6;
constexpr double kTieFactor = 4 * std::numeric_limits<double>::epsilon();  // as TieWidth
constexpr size_t kMostKernels = 8;  // relations that flip at once; more are evaluated with the whole system
constexpr int kMaxRounds = 32;      // of relations found to flip earlier still

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

/// Smallest time difference that a search resolves at t.
double TimeResolution(double t) { return 4 * DBL_EPSILON * std::max(std::abs(t), 1e-6); }

STICTION_VECTOR_CLONES void MeasureAll(const double* __restrict left, const double* __restrict right,
                                       const double* __restrict sign, double zone_factor, size_t count,
                                       double* __restrict excess, double* __restrict tie, double* __restrict zone) {
  for (size_t k = 0; k < count; ++k) {
    const double l = std::fabs(left[k]), r = std::fabs(right[k]);
    const double size = l < r ? r : l;
    excess[k] = sign[k] * (left[k] - right[k]);
    tie[k] = kTieFactor * size;
    zone[k] = zone_factor * (size < 1.0 ? 1.0 : size);
  }
}

/// Arms what is beyond the zone on its held side, and remembers the largest excesses.
STICTION_VECTOR_CLONES void Advance(const double* __restrict excess, const double* __restrict zone, size_t count,
                                    double* __restrict armed, double* __restrict excursion) {
  for (size_t k = 0; k < count; ++k) {
    const double size = std::fabs(excess[k]);
    excursion[k] = excursion[k] < size ? size : excursion[k];
    armed[k] = excess[k] < -zone[k] ? 1.0 : armed[k];
  }
}

/// Whether anything is above zero.
STICTION_VECTOR_CLONES bool AnyPositive(const double* values, size_t count) {
  size_t positive = 0;
  for (size_t k = 0; k < count; ++k) positive += values[k] > 0 ? 1 : 0;
  return positive != 0;
}

/// far[k] := the excess stays below its threshold whatever its cubic and its error estimate do between the points: in
/// terms of their range the second differences are at most 2 each and the error estimate 1. The threshold is at least 0
/// for an armed relation and nearly its zone for another.
STICTION_VECTOR_CLONES void MarkFar(const double* __restrict p0, const double* __restrict p1,
                                    const double* __restrict p2, const double* __restrict p3,
                                    const double* __restrict zone, const double* __restrict armed, size_t count,
                                    double* __restrict far) {
  for (size_t k = 0; k < count; ++k) {
    const double low01 = p0[k] < p1[k] ? p0[k] : p1[k], high01 = p0[k] < p1[k] ? p1[k] : p0[k];
    const double low23 = p2[k] < p3[k] ? p2[k] : p3[k], high23 = p2[k] < p3[k] ? p3[k] : p2[k];
    const double low = low01 < low23 ? low01 : low23, high = high01 < high23 ? high23 : high01;
    const double threshold = armed[k] != 0 ? 0.0 : 0.5 * zone[k];
    far[k] = high + 6 * (high - low) < threshold ? 1.0 : 0.0;
  }
}

/// How much the excesses bend over the points relative to their size, per watched relation; see UpdateStepCap.
STICTION_VECTOR_CLONES void MeasureBends(const double* __restrict p0, const double* __restrict p1,
                                         const double* __restrict p2, const double* __restrict p3,
                                         const double* __restrict tie0, const double* __restrict tie1,
                                         const double* __restrict tie2, const double* __restrict tie3,
                                         const double* __restrict zone0, double zone_factor, size_t count,
                                         double* __restrict worst) {
  for (size_t k = 0; k < count; ++k) {
    const double a0 = std::fabs(p0[k]), a1 = std::fabs(p1[k]), a2 = std::fabs(p2[k]), a3 = std::fabs(p3[k]);
    const double a01 = a0 < a1 ? a1 : a0, a23 = a2 < a3 ? a3 : a2;
    const double a = a01 < a23 ? a23 : a01;
    const double size = a < zone0[k] ? zone0[k] : a;
    const double t01 = tie0[k] < tie1[k] ? tie1[k] : tie0[k], t23 = tie2[k] < tie3[k] ? tie3[k] : tie2[k];
    const double noise = kNoiseUlps * (t01 < t23 ? t23 : t01);
    const double third = std::fabs(p3[k] - 3 * p2[k] + 3 * p1[k] - p0[k]);
    const double b1 = std::fabs(p2[k] - 2 * p1[k] + p0[k]), b2 = std::fabs(p3[k] - 2 * p2[k] + p1[k]);
    const double bend = b1 < b2 ? b2 : b1;
    const double by_third = (third - noise) / size;
    const double by_bend = bend * bend * zone_factor / (zone0[k] * (size < bend ? bend : size));
    worst[k] = by_third < by_bend ? by_bend : by_third;
  }
}

}  // namespace

CrossingSearch::CrossingSearch(ContinuousSystem& system, double tolerance)
    : system_(system), zone_factor_(1e-2 * tolerance), step_cap_(kInfinity), x_(system.state_count()) {
  const size_t count = system.program().relations.size();
  armed_of_.assign(count, 0.0);
  reach_of_.assign(count, 0.0);
  excursion_of_.assign(count, 0.0);
  kernel_of_.resize(count);
  kernel_is_fresh_.assign(count, 0);
  workspaces_.resize(kMaxDepth + 1);
}

// Chooses what to watch from now on.
void CrossingSearch::Watch() {
  const Program& program = system_.program();
  const double* const slots = system_.slots();
  for (size_t k = 0; k < watched_.size(); ++k) {
    const auto relation = static_cast<size_t>(watched_[k]);
    armed_of_[relation] = armed_[k];
    reach_of_[relation] = reach_[k];
    excursion_of_[relation] = excursion_[k];
  }
  const bool first = relevance_ == nullptr;
  if (first) relevance_ = std::make_unique<Relevance>(program, slots);
  if (relevance_->Update(slots) || first) {
    watched_.clear();
    for (size_t i = 0; i < program.relations.size(); ++i) {
      if (program.relations[i].kind == RelationInfo::Kind::kState && relevance_->IsRelevant(static_cast<int32_t>(i))) {
        watched_.push_back(static_cast<int32_t>(i));
      }
    }
  }
  const size_t count = watched_.size();
  for (Values* values : {&sign_, &armed_, &reach_, &excursion_, &left_, &right_side_}) values->resize(count);
  for (size_t k = 0; k < count; ++k) {
    const auto i = static_cast<size_t>(watched_[k]);
    const RelationInfo& relation = program.relations[i];
    const bool true_above = relation.op == OpCode::kGt || relation.op == OpCode::kGe;
    sign_[k] = true_above != (slots[relation.value] != 0) ? 1.0 : -1.0;
    armed_[k] = armed_of_[i];
    reach_[k] = reach_of_[i];
    excursion_[k] = excursion_of_[i];
  }
  std::fill(kernel_is_fresh_.begin(), kernel_is_fresh_.end(), 0);
}

void CrossingSearch::Take(double t, Sample& sample) {
  const size_t count = watched_.size();
  sample.t = t;
  sample.is_refined = refined_;
  sample.excess.resize(count);
  sample.tie.resize(count);
  sample.zone.resize(count);
  sample.held.clear();
  const IndicatorValues at = system_.Indicators();
  for (size_t k = 0; k < count; ++k) {
    left_[k] = at.values[at.left[watched_[k]]];
    right_side_[k] = at.values[at.right[watched_[k]]];
  }
  MeasureAll(left_.data(), right_side_.data(), sign_.data(), zone_factor_, count, sample.excess.data(),
             sample.tie.data(), sample.zone.data());
  const Program& program = system_.program();
  for (size_t i = 0; i < program.held.size(); ++i) {
    if (at.values[at.current[i]] != system_.slots()[program.held[i].value]) {
      sample.held.push_back(static_cast<int32_t>(i));
    }
  }
}

void CrossingSearch::Measure(size_t k, double left, double right, Sample& sample) const {
  MeasureAll(&left, &right, &sign_[k], zone_factor_, 1, &sample.excess[k], &sample.tie[k], &sample.zone[k]);
}

SystemKernel& CrossingSearch::KernelOf(size_t k) {
  const auto i = static_cast<size_t>(watched_[k]);
  std::unique_ptr<SystemKernel>& kernel = kernel_of_[i];
  if (!kernel) {
    const RelationInfo& relation = system_.program().relations[i];
    kernel = system_.MakeKernel({relation.left, relation.right});
  } else if (!kernel_is_fresh_[i]) {
    kernel->Refresh(system_.slots());
  }
  kernel_is_fresh_[i] = 1;
  return *kernel;
}

bool CrossingSearch::TakePart(const DenseOutput& step, double t, const std::vector<size_t>& firing, Sample& sample,
                              CrossingResult& result) {
  if (firing.empty() || firing.size() > kMostKernels) return TakeAt(step, t, sample, result);
  sample.t = t;
  sample.held.clear();
  sample.excess.resize(watched_.size());
  sample.tie.resize(watched_.size());
  sample.zone.resize(watched_.size());
  for (const size_t k : firing) {
    SystemKernel& kernel = KernelOf(k);
    step.InterpolateSome(t, kernel.states(), x_.data());
    const bool is_sound = system_.Run(kernel, t, x_.data());
    const double left = kernel.values()[kernel.wanted()[0]];
    const double right = kernel.values()[kernel.wanted()[1]];
    if (!is_sound || !std::isfinite(left - right)) return TakeAt(step, t, sample, result);
    Measure(k, left, right, sample);
  }
  return true;
}

bool CrossingSearch::TakeAt(const DenseOutput& step, double t, Sample& sample, CrossingResult& result) {
  step.Interpolate(t, x_.data());
  auto error = system_.EvaluateIndicators(t, x_.data());
  Take(t, sample);
  // Beyond a flip the held branch may not be computable (sqrt(x) while x > 0): the flip is what counts.
  if (!error || Flipped(sample)) return true;
  result.error = std::move(error);
  result.error_time = t;
  return false;
}

double CrossingSearch::Threshold(const Sample& sample, size_t k) const {
  return armed_[k] != 0 ? std::max(reach_[k], sample.tie[k]) : std::max(sample.zone[k], sample.tie[k]);
}

bool CrossingSearch::Flipped(const Sample& sample) const {
  if (!sample.held.empty()) return true;
  if (!AnyPositive(sample.excess.data(), watched_.size())) return false;
  for (size_t k = 0; k < watched_.size(); ++k) {
    if (sample.excess[k] > Threshold(sample, k)) return true;
  }
  return false;
}

size_t CrossingSearch::CountFlipped(const Sample& sample) const {
  size_t count = 0;
  for (size_t k = 0; k < watched_.size(); ++k) count += sample.excess[k] > Threshold(sample, k) ? 1 : 0;
  return count;
}

size_t CrossingSearch::CountFlipped(const Sample& sample, const std::vector<size_t>& among) const {
  return static_cast<size_t>(
      std::count_if(among.begin(), among.end(), [&](size_t k) { return sample.excess[k] > Threshold(sample, k); }));
}

Crossing CrossingSearch::CrossingAt(const Sample& sample) const {
  Crossing crossing;
  crossing.time = sample.t;
  crossing.held = sample.held;
  for (size_t k = 0; k < watched_.size(); ++k) {
    if (sample.excess[k] > Threshold(sample, k)) crossing.relations.push_back(watched_[k]);
  }
  return crossing;
}

void CrossingSearch::Accept(const Sample& sample) {
  Advance(sample.excess.data(), sample.zone.data(), watched_.size(), armed_.data(), excursion_.data());
  if (!any_reach_) return;
  any_reach_ = false;
  for (size_t k = 0; k < watched_.size(); ++k) {
    if (sample.excess[k] < -sample.zone[k]) reach_[k] = 0;
    any_reach_ = any_reach_ || reach_[k] != 0;
  }
}

double CrossingSearch::ExcursionOverZone(int32_t relation) const {
  const auto found = std::lower_bound(watched_.begin(), watched_.end(), relation);
  if (found == watched_.end() || *found != relation) return 0;
  const auto k = static_cast<size_t>(found - watched_.begin());
  return excursion_[k] / last_.zone[k];
}

void CrossingSearch::Restart(double t, const Crossing* last) {
  Watch();
  refined_ = false;
  Take(t, last_);
  step_cap_ = kInfinity;
  any_reach_ = false;
  for (size_t k = 0; k < watched_.size(); ++k) {
    const bool fired =
        last != nullptr && std::binary_search(last->relations.begin(), last->relations.end(), watched_[k]);
    const double excess = last_.excess[k];
    const double size = last_.tie[k] / TieWidth(1, 0);  // of the operands
    const double near = kNearTie * size;
    if (fired && armed_[k] != 0 && excess > 0 && excess <= std::max(last_.zone[k], kSmallJump * size)) {
      // Search and event iteration disagree in the last digits: stay armed, a little further out. If they do again, it
      // is a tie of the mixed solver, or a jump that it waits to pass; a few digits at a time would then bring the same
      // event again and again.
      reach_[k] = reach_[k] == 0 ? 8 * excess : std::max(8 * excess, 2 * near);
      any_reach_ = true;
      continue;
    }
    if (fired) excursion_[k] = 0;
    reach_[k] = 0;
    armed_[k] = std::abs(excess) > last_.zone[k] ? 1.0 : 0.0;
  }
}

std::optional<Crossing> CrossingSearch::FlippedNow() const {
  if (!Flipped(last_)) return std::nullopt;
  return CrossingAt(last_);
}

std::optional<Crossing> CrossingSearch::FlippedAt(double t) {
  Sample sample;
  Take(t, sample);
  if (!Flipped(sample)) return std::nullopt;
  return CrossingAt(sample);
}

// Those for which Suspicious has to look closer somewhere.
void CrossingSearch::FindNear(const Points& points, std::vector<size_t>& near) {
  const size_t count = watched_.size();
  MarkFar(points[0]->excess.data(), points[1]->excess.data(), points[2]->excess.data(), points[3]->excess.data(),
          points[0]->zone.data(), armed_.data(), count, left_.data());
  near.clear();
  for (size_t k = 0; k < count; ++k) {
    if (left_[k] == 0) near.push_back(k);
  }
}

// How far the cubic through the points may be off. Its third difference tells, except where the excess is even about
// the middle; there the fourth difference counts, about the second one squared over the range. Both fall by 27 or more
// when an interval is divided by 3, if the excess is smooth: `inherited` is the estimate of the whole interval.
double CrossingSearch::InterpolationError(size_t k, const Points& points, const Values* inherited) const {
  const std::array<double, 4> p = {points[0]->excess[k], points[1]->excess[k], points[2]->excess[k],
                                   points[3]->excess[k]};
  const double noise = kNoiseUlps * std::max(points[0]->tie[k], points[3]->tie[k]);
  const double range = std::max({p[0], p[1], p[2], p[3]}) - std::min({p[0], p[1], p[2], p[3]});
  const double bend = SecondDifference(p);
  double even = range > 0 ? bend * bend / range : 0;
  if (inherited != nullptr) even = std::min(even, (*inherited)[k] / (27 * kErrorOfCubic));
  return kErrorOfCubic * std::max(0.0, std::max(ThirdDifference(p), even) - noise);
}

// Whether relation k may do something in a third of the interval that its value at the end of the third does not tell.
bool CrossingSearch::Suspicious(size_t k, const Points& points, size_t third, double error) const {
  const Sample& b = *points[third + 1];
  const double threshold = Threshold(*points[third], k);
  std::array<double, 4> p;
  double peak = -kInfinity;
  double size = 0;
  for (size_t i = 0; i < 4; ++i) {
    p[i] = points[i]->excess[k];
    peak = std::max(peak, p[i]);
    size = std::max({size, std::abs(p[i]), points[i]->zone[k]});
  }
  const double bend = std::abs(p[2] - 2 * p[1] + p[0]) + std::abs(p[3] - 2 * p[2] + p[1]);
  const double noise = kNoiseUlps * std::max(points[third]->tie[k], b.tie[k]);
  const bool flips = b.excess[k] > Threshold(b, k);
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

void CrossingSearch::UpdateStepCap(const Points& points) {
  const double width = points[3]->t - points[0]->t;
  const auto& [p0, p1, p2, p3] = points;
  MeasureBends(p0->excess.data(), p1->excess.data(), p2->excess.data(), p3->excess.data(), p0->tie.data(),
               p1->tie.data(), p2->tie.data(), p3->tie.data(), p0->zone.data(), zone_factor_, watched_.size(),
               left_.data());
  double worst = 0;
  for (size_t k = 0; k < watched_.size(); ++k) worst = std::max(worst, left_[k]);
  const double factor = worst > 0 ? std::cbrt(kTrustedError / worst) : kInfinity;
  step_cap_ = std::max(width * std::clamp(factor, 0.2, 5.0), 1e6 * TimeResolution(points[3]->t));
}

CrossingResult CrossingSearch::Search(DenseOutput& step, double t) {
  CrossingResult result;
  if (watched_.empty() && system_.program().held.empty()) {
    step_cap_ = kInfinity;
    return result;
  }
  refined_ = tried_to_refine_ = false;
  step_end_ = t;
  Take(t, right_);
  if (!SearchInterval(step, last_, right_, 0, nullptr, result)) std::swap(last_, right_);
  return result;
}

double CrossingSearch::LeavesZoneAt(const double* slope) const {
  const auto slope_of = [&](int32_t state) { return state >= 0 ? slope[state] : 0.0; };
  double soonest = kInfinity;
  for (size_t k = 0; k < watched_.size(); ++k) {
    if (armed_[k] != 0) continue;
    const int32_t left = system_.LeftState(watched_[k]), right = system_.RightState(watched_[k]);
    if (std::min(left, right) == ContinuousSystem::kComputedOperand) continue;
    const double rise = sign_[k] * (slope_of(left) - slope_of(right));
    if (rise <= 0) continue;
    // A little beyond, so that the relation has its other value for whoever computes its sides in another order.
    soonest = std::min(soonest, last_.t + (kBeyondZone * last_.zone[k] - last_.excess[k]) / rise);
  }
  return soonest;
}

CrossingResult CrossingSearch::Look(DenseOutput& step, double t) {
  refined_ = false;
  Take(t, right_);
  bool only_leaving = right_.held.empty();
  for (size_t k = 0; k < watched_.size() && only_leaving; ++k) {
    only_leaving = armed_[k] == 0 || right_.excess[k] <= Threshold(right_, k);
  }
  if (!only_leaving || !Flipped(right_)) return Search(step, t);
  CrossingResult result;
  result.crossing = CrossingAt(right_);
  result.crossing->before = last_.t;
  return result;
}

bool CrossingSearch::SearchInterval(DenseOutput& step, Sample& left, Sample& right, int depth, const Values* inherited,
                                    CrossingResult& result) {
  const double width = right.t - left.t;
  Workspace& work = workspaces_[static_cast<size_t>(depth)];
  const Points points = {&left, &work.inner[0], &work.inner[1], &right};
  // What is exact at the end of a step and of lower order inside it is made as exact there before an event is placed.
  const auto locate = [&](const Sample& a, Sample& b) {
    if (!tried_to_refine_) refined_ = step.Refine();
    tried_to_refine_ = true;
    if (refined_ && !b.is_refined && b.t < step_end_) {
      if (!TakeAt(step, b.t, b, result)) return true;
      if (!Flipped(b)) return false;
    }
    return Locate(step, a, b, result);
  };
  if (width <= 8 * TimeResolution(right.t)) {
    if (Flipped(right) && locate(left, right)) return true;
    Accept(right);
    return false;
  }
  for (size_t i = 0; i < 2; ++i) {
    if (!TakeAt(step, left.t + width * static_cast<double>(i + 1) / 3, work.inner[i], result)) return true;
    if (depth == 0) step.Observe(work.inner[i].t);
  }
  if (depth == 0) UpdateStepCap(points);
  FindNear(points, work.near);
  work.errors.assign(watched_.size(), kInfinity);
  for (const size_t k : work.near) work.errors[k] = InterpolationError(k, points, inherited);
  for (size_t third = 0; third < 3; ++third) {
    const Sample& a = *points[third];
    Sample& b = *points[third + 1];
    const bool suspicious = std::any_of(work.near.begin(), work.near.end(),
                                        [&](size_t k) { return Suspicious(k, points, third, work.errors[k]); });
    if (suspicious && depth < kMaxDepth) {
      if (SearchInterval(step, *points[third], b, depth + 1, &work.errors, result)) return true;
    } else if (Flipped(b)) {
      if (locate(a, b)) return true;
    }
    Accept(b);
  }
  return false;
}

// > 0 where one of `firing` has flipped: the largest excess over its threshold, scaled.
double CrossingSearch::Distance(const Sample& sample, const std::vector<size_t>& firing, const Values& scale) const {
  if (firing.empty()) return sample.held.empty() ? -1.0 : 1.0;
  double distance = -kInfinity;
  for (size_t i = 0; i < firing.size(); ++i) {
    const size_t k = firing[i];
    distance = std::max(distance, (sample.excess[k] - Threshold(sample, k)) / scale[i]);
  }
  return distance;
}

// Chandrupatla's method (1997, doi 10.1016/S0965-9978(96)00051-8) on the distance.
bool CrossingSearch::Narrow(const DenseOutput& step, const Sample& left, const Sample& right,
                            const std::vector<size_t>& firing, double& t_below, double& t_above,
                            CrossingResult& result) {
  Values scale;
  for (const size_t k : firing) scale.push_back(std::max(right.excess[k] - left.excess[k], DBL_MIN));
  t_below = left.t;
  t_above = right.t;
  // In the method's terms: (t1, f1) is the latest point, (t2, f2) the other end, (t3, f3) the one dropped last.
  double t1 = t_above, f1 = Distance(right, firing, scale);
  double t2 = t_below, f2 = Distance(left, firing, scale);
  double t3 = t2, f3 = f2;
  double fraction = 0.5;
  const double resolution = TimeResolution(right.t);
  Sample sample;
  while (t_above - t_below > resolution) {
    double t = t1 + fraction * (t2 - t1);
    // Half a resolution inside the bracket: once the root is found from one side, this closes it from the other.
    t = std::clamp(t, t_below + resolution / 2, t_above - resolution / 2);
    if (!(t > t_below && t < t_above)) break;
    if (!TakePart(step, t, firing, sample, result)) return false;
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

bool CrossingSearch::Locate(const DenseOutput& step, const Sample& left, const Sample& right, CrossingResult& result) {
  Sample above = right;
  double before = left.t;
  for (int round = 0; round < kMaxRounds; ++round) {
    std::vector<size_t> firing;
    for (size_t k = 0; k < watched_.size() && above.held.empty(); ++k) {
      if (above.excess[k] > Threshold(above, k)) firing.push_back(k);
    }
    double t_below, t_above;
    const Sample end = std::move(above);
    if (!Narrow(step, left, end, firing, t_below, t_above, result)) return true;
    above = end;
    if (t_above < end.t && !TakeAt(step, t_above, above, result)) return true;
    const bool others = !above.held.empty() || CountFlipped(above) > CountFlipped(above, firing);
    if (others && t_below > left.t) {
      Sample below;
      if (!TakeAt(step, t_below, below, result)) return true;
      if (Flipped(below)) {  // another one, earlier
        above = std::move(below);
        continue;
      }
    }
    // The whole system may see the flip some digits later than its parts do.
    before = t_below;
    double further = TimeResolution(t_above);
    for (double t = t_above; t < end.t && !Flipped(above); further *= 2) {
      before = t;
      t += further;
      above = end;
      if (t < end.t && !TakeAt(step, t, above, result)) return true;
    }
    break;
  }
  Accept(left);
  result.crossing = CrossingAt(above);
  result.crossing->before = before;
  return true;
}

}  // namespace stiction::runtime
