#include "runtime/events/crossing_search.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <limits>

#include "runtime/evaluate/relation.h"

namespace stiction::runtime {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kMaxDepth = 12;           // thirds of thirds: to 2e-6 of a step
constexpr int kFinePoints = 8;          // per third, where the interpolant is looked at
constexpr double kErrorOfCubic = 0.25;  // |third difference| times this bounds the interpolation error, generously
constexpr double kTrustedError = 0.02;  // error relative to the excess that a full step may have
constexpr double kNoiseUlps = 16;
constexpr size_t kMostSlices = 8;  // relations that flip at once; more are evaluated with the whole system
constexpr int kMaxRounds = 32;     // of relations found to flip earlier still

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

}  // namespace

CrossingSearch::CrossingSearch(ContinuousSystem& system, double tolerance)
    : system_(system), zone_factor_(1e-2 * tolerance), step_cap_(kInfinity), x_(system.state_count()) {
  const std::vector<RelationInfo>& relations = system.program().relations;
  for (size_t i = 0; i < relations.size(); ++i) {
    if (relations[i].kind == RelationInfo::Kind::kState) watched_.push_back(static_cast<int32_t>(i));
  }
  armed_.assign(watched_.size(), 0);
  reach_.assign(watched_.size(), 0.0);
  excursion_.assign(watched_.size(), 0.0);
  slices_.resize(watched_.size());
  workspaces_.resize(kMaxDepth + 1);
}

void CrossingSearch::Take(double t, Sample& sample) {
  const Program& program = system_.program();
  double* slots = system_.slots();
  system_.tape().Run(program.indicators, slots);
  sample.t = t;
  sample.excess.resize(watched_.size());
  sample.tie.resize(watched_.size());
  sample.zone.resize(watched_.size());
  sample.held.clear();
  for (size_t k = 0; k < watched_.size(); ++k) Measure(k, sample);
  for (size_t i = 0; i < program.held.size(); ++i) {
    if (slots[program.held[i].current] != slots[program.held[i].value]) sample.held.push_back(static_cast<int32_t>(i));
  }
}

void CrossingSearch::Measure(size_t k, Sample& sample) const {
  const double* slots = system_.slots();
  const RelationInfo& relation = system_.program().relations[watched_[k]];
  const double left = slots[relation.left];
  const double right = slots[relation.right];
  const bool true_above = relation.op == OpCode::kGt || relation.op == OpCode::kGe;
  const bool held = slots[relation.value] != 0;
  const double g = left - right;
  sample.excess[k] = true_above != held ? g : -g;
  sample.tie[k] = TieWidth(left, right);
  sample.zone[k] = zone_factor_ * std::max({1.0, std::abs(left), std::abs(right)});
}

const Slice& CrossingSearch::SliceOf(size_t k) {
  if (!slices_[k]) {
    const Program& program = system_.program();
    const RelationInfo& relation = program.relations[watched_[k]];
    slices_[k] = SliceFor(program, program.continuous_system, program.indicators, {relation.left, relation.right});
  }
  return *slices_[k];
}

bool CrossingSearch::TakePart(const StateInterpolant& x_of_t, double t, const std::vector<size_t>& firing,
                              Sample& sample, CrossingResult& result) {
  if (firing.empty() || firing.size() > kMostSlices) return TakeAt(x_of_t, t, sample, result);
  sample.t = t;
  sample.excess.resize(watched_.size());
  sample.tie.resize(watched_.size());
  sample.zone.resize(watched_.size());
  x_of_t(t, x_.data());
  for (const size_t k : firing) {
    auto error = system_.Evaluate(t, x_.data(), SliceOf(k));
    Measure(k, sample);
    if (error && !(sample.excess[k] > Threshold(sample, k))) {
      result.error = std::move(error);
      result.error_time = t;
      return false;
    }
  }
  return true;
}

bool CrossingSearch::TakeAt(const StateInterpolant& x_of_t, double t, Sample& sample, CrossingResult& result) {
  x_of_t(t, x_.data());
  auto error = system_.Evaluate(t, x_.data());
  Take(t, sample);
  // Beyond a flip the held branch may not be computable (sqrt(x) while x > 0): the flip is what counts.
  if (!error || Flipped(sample)) return true;
  result.error = std::move(error);
  result.error_time = t;
  return false;
}

double CrossingSearch::Threshold(const Sample& sample, size_t k) const {
  return armed_[k] ? std::max(reach_[k], sample.tie[k]) : std::max(sample.zone[k], sample.tie[k]);
}

bool CrossingSearch::Flipped(const Sample& sample) const {
  if (!sample.held.empty()) return true;
  for (size_t k = 0; k < watched_.size(); ++k) {
    if (sample.excess[k] > Threshold(sample, k)) return true;
  }
  return false;
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
  for (size_t k = 0; k < watched_.size(); ++k) {
    excursion_[k] = std::max(excursion_[k], std::abs(sample.excess[k]) / sample.zone[k]);
    if (sample.excess[k] < -sample.zone[k]) {
      armed_[k] = 1;
      reach_[k] = 0;
    }
  }
}

double CrossingSearch::ExcursionOverZone(int32_t relation) const {
  const auto found = std::lower_bound(watched_.begin(), watched_.end(), relation);
  return excursion_[found - watched_.begin()];
}

void CrossingSearch::Restart(double t, const Crossing* last) {
  Take(t, last_);
  step_cap_ = kInfinity;
  for (size_t k = 0; k < watched_.size(); ++k) {
    const bool fired =
        last != nullptr && std::binary_search(last->relations.begin(), last->relations.end(), watched_[k]);
    const double excess = last_.excess[k];
    const double near = kNearTie / TieWidth(1, 0) * last_.tie[k];  // of the operands' size
    if (fired && armed_[k] && excess > 0 && excess <= std::max(last_.zone[k], near)) {
      // The event iteration takes it for a tie: stay armed, further out. A few digits at a time would bring the same
      // event again and again.
      reach_[k] = std::max(8 * excess, 2 * near);
      continue;
    }
    if (fired) excursion_[k] = 0;
    reach_[k] = 0;
    armed_[k] = std::abs(excess) > last_.zone[k];
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

// How far the cubic through the points may be off, per relation. Its third difference tells, except where the excess is
// even about the middle; there the fourth difference counts, about the second one squared over the range. Both fall by
// 27 or more when an interval is divided by 3, if the excess is smooth: `inherited` is the estimate of the whole
// interval.
void CrossingSearch::InterpolationErrors(const Points& points, const std::vector<double>* inherited,
                                         std::vector<double>& errors) const {
  errors.resize(watched_.size());
  for (size_t k = 0; k < watched_.size(); ++k) {
    const std::array<double, 4> p = {points[0]->excess[k], points[1]->excess[k], points[2]->excess[k],
                                     points[3]->excess[k]};
    const double noise = kNoiseUlps * std::max(points[0]->tie[k], points[3]->tie[k]);
    const double range = std::max({p[0], p[1], p[2], p[3]}) - std::min({p[0], p[1], p[2], p[3]});
    const double bend = SecondDifference(p);
    double even = range > 0 ? bend * bend / range : 0;
    if (inherited != nullptr) even = std::min(even, (*inherited)[k] / (27 * kErrorOfCubic));
    errors[k] = kErrorOfCubic * std::max(0.0, std::max(ThirdDifference(p), even) - noise);
  }
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
  double worst = 0;
  for (size_t k = 0; k < watched_.size(); ++k) {
    std::array<double, 4> p;
    double size = points[0]->zone[k];
    double noise = 0;
    for (size_t i = 0; i < 4; ++i) {
      p[i] = points[i]->excess[k];
      size = std::max(size, std::abs(p[i]));
      noise = std::max(noise, kNoiseUlps * points[i]->tie[k]);
    }
    worst = std::max(worst, (ThirdDifference(p) - noise) / size);
    const double bend = SecondDifference(p);
    worst = std::max(worst, bend * bend / (points[0]->zone[k] / zone_factor_) / std::max(size, bend));
  }
  const double factor = worst > 0 ? std::cbrt(kTrustedError / worst) : kInfinity;
  step_cap_ = std::max(width * std::clamp(factor, 0.2, 5.0), 1e6 * TimeResolution(points[3]->t));
}

CrossingResult CrossingSearch::Search(const StateInterpolant& x_of_t, double t) {
  CrossingResult result;
  if (watched_.empty() && system_.program().held.empty()) return result;
  Take(t, right_);
  if (!SearchInterval(x_of_t, last_, right_, 0, nullptr, result)) std::swap(last_, right_);
  return result;
}

bool CrossingSearch::SearchInterval(const StateInterpolant& x_of_t, const Sample& left, const Sample& right, int depth,
                                    const std::vector<double>* inherited, CrossingResult& result) {
  const double width = right.t - left.t;
  Workspace& work = workspaces_[static_cast<size_t>(depth)];
  const Points points = {&left, &work.inner[0], &work.inner[1], &right};
  if (width <= 8 * TimeResolution(right.t)) {
    if (Flipped(right)) return Locate(x_of_t, left, right, result);
    Accept(right);
    return false;
  }
  if (!TakeAt(x_of_t, left.t + width / 3, work.inner[0], result)) return true;
  if (!TakeAt(x_of_t, left.t + 2 * width / 3, work.inner[1], result)) return true;
  if (depth == 0) UpdateStepCap(points);
  InterpolationErrors(points, inherited, work.errors);
  for (size_t third = 0; third < 3; ++third) {
    const Sample& a = *points[third];
    const Sample& b = *points[third + 1];
    bool suspicious = false;
    for (size_t k = 0; k < watched_.size() && !suspicious; ++k) {
      suspicious = Suspicious(k, points, third, work.errors[k]);
    }
    if (suspicious && depth < kMaxDepth) {
      if (SearchInterval(x_of_t, a, b, depth + 1, &work.errors, result)) return true;
    } else if (Flipped(b)) {
      return Locate(x_of_t, a, b, result);
    }
    Accept(b);
  }
  return false;
}

CrossingResult CrossingSearch::SearchEnd(const StateInterpolant& x_of_t, double t) {
  CrossingResult result;
  Take(t, right_);
  if (Flipped(right_)) {
    Locate(x_of_t, last_, right_, result);
  } else {
    Accept(right_);
    std::swap(last_, right_);
  }
  return result;
}

// > 0 where one of `firing` has flipped: the largest excess over its threshold, scaled.
double CrossingSearch::Distance(const Sample& sample, const std::vector<size_t>& firing,
                                const std::vector<double>& scale) const {
  if (firing.empty()) return sample.held.empty() ? -1.0 : 1.0;
  double distance = -kInfinity;
  for (size_t i = 0; i < firing.size(); ++i) {
    const size_t k = firing[i];
    distance = std::max(distance, (sample.excess[k] - Threshold(sample, k)) / scale[i]);
  }
  return distance;
}

// Chandrupatla's method (1997, doi 10.1016/S0965-9978(96)00051-8) on the distance.
bool CrossingSearch::Narrow(const StateInterpolant& x_of_t, const Sample& left, const Sample& right,
                            const std::vector<size_t>& firing, double& t_below, double& t_above,
                            CrossingResult& result) {
  std::vector<double> scale;
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
    if (!TakePart(x_of_t, t, firing, sample, result)) return false;
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

bool CrossingSearch::Locate(const StateInterpolant& x_of_t, const Sample& left, const Sample& right,
                            CrossingResult& result) {
  Sample above = right;
  double before = left.t;
  for (int round = 0; round < kMaxRounds; ++round) {
    std::vector<size_t> firing;
    for (size_t k = 0; k < watched_.size() && above.held.empty(); ++k) {
      if (above.excess[k] > Threshold(above, k)) firing.push_back(k);
    }
    double t_below, t_above;
    const Sample end = std::move(above);
    if (!Narrow(x_of_t, left, end, firing, t_below, t_above, result)) return true;
    if (t_below > left.t) {
      if (!TakeAt(x_of_t, t_below, above, result)) return true;
      if (Flipped(above)) continue;  // another one, earlier
    }
    // The whole system may see the flip some digits later than its parts do.
    double further = TimeResolution(t_above);
    before = t_below;
    above = end;
    for (double t = t_above; t < end.t; t += further, further *= 2) {
      Sample sample;
      if (!TakeAt(x_of_t, t, sample, result)) return true;
      if (!Flipped(sample)) {
        before = t;
        continue;
      }
      above = std::move(sample);
      break;
    }
    break;
  }
  Accept(left);
  result.crossing = CrossingAt(above);
  result.crossing->before = before;
  return true;
}

}  // namespace stiction::runtime
