#include "runtime/events/crossing_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <limits>
#include <utility>

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
constexpr size_t kMostKernels = 8;      // relations that are evaluated one by one; more than that and than
constexpr size_t kPartialShare = 16;    // this part of all are evaluated with the whole system
constexpr double kBendsBetween = 2;     // second differences at thirds that an excess may rise between them
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

/// The same from where the operands are in an array of values.
STICTION_VECTOR_CLONES void MeasureFrom(const double* __restrict values, const int32_t* __restrict left_of,
                                        const int32_t* __restrict right_of, const int32_t* __restrict relations,
                                        const double* __restrict sign, double zone_factor, size_t count,
                                        double* __restrict excess, double* __restrict tie, double* __restrict zone) {
  for (size_t k = 0; k < count; ++k) {
    const int32_t relation = relations[k];
    const double left = values[left_of[relation]], right = values[right_of[relation]];
    const double l = std::fabs(left), r = std::fabs(right);
    const double size = l < r ? r : l;
    excess[k] = sign[k] * (left - right);
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

/// At a restart: arms what is beyond its zone on either side. @returns how many are not, and whether some excess is
/// above zero
struct Arming {
  size_t unarmed = 0, positive = 0;
};
STICTION_VECTOR_CLONES Arming Rearm(const double* __restrict excess, const double* __restrict zone, size_t count,
                                    double* __restrict armed, double* __restrict excursion, double* __restrict reach) {
  size_t unarmed = 0, positive = 0;
  for (size_t k = 0; k < count; ++k) {
    const double size = std::fabs(excess[k]);
    excursion[k] = excursion[k] < size ? size : excursion[k];
    reach[k] = 0;
    armed[k] = size > zone[k] ? 1.0 : 0.0;
    unarmed += size > zone[k] ? 0 : 1;
    positive += excess[k] > 0 ? 1 : 0;
  }
  return {unarmed, positive};
}

/// What the values at the ends of a step and at two stages of it tell, at 0, 0.3, 0.8 and 1 of the step: which excesses
/// stay below their thresholds whatever the cubic through them does (the third difference counts for
/// what a stage is off the solution), and how much each bends relative to its size (as MeasureBends).
STICTION_VECTOR_CLONES void SurveyAll(const double* __restrict p0, const double* __restrict gap1,
                                      const double* __restrict gap2, const double* __restrict p3,
                                      const double* __restrict sign, const double* __restrict tie,
                                      const double* __restrict zone, const double* __restrict armed, double zone_factor,
                                      size_t count, double* __restrict far, double* __restrict bends) {
  for (size_t k = 0; k < count; ++k) {
    const double p1 = sign[k] * gap1[k], p2 = sign[k] * gap2[k];
    const double low01 = p0[k] < p1 ? p0[k] : p1, high01 = p0[k] < p1 ? p1 : p0[k];
    const double low23 = p2 < p3[k] ? p2 : p3[k], high23 = p2 < p3[k] ? p3[k] : p2;
    const double low = low01 < low23 ? low01 : low23, high = high01 < high23 ? high23 : high01;
    const double threshold = (1 - armed[k]) * 0.5 * zone[k];  // without a branch, as all here: for the vector units
    // Differences as of points at thirds, by divided differences.
    const double d01 = (p1 - p0[k]) * (1 / 0.3), d12 = (p2 - p1) * (1 / 0.5), d23 = (p3[k] - p2) * (1 / 0.2);
    const double dd1 = (d12 - d01) * (1 / 0.8), dd2 = (d23 - d12) * (1 / 0.7);
    const double a1 = std::fabs(dd1), a2 = std::fabs(dd2);
    const double bend = 2.0 / 9 * (a1 < a2 ? a2 : a1);
    const double third = 2.0 / 9 * std::fabs(dd2 - dd1);
    // What falls from its threshold on does not come back.
    const double steepest01 = d01 < d12 ? d12 : d01, steepest = steepest01 < d23 ? d23 : steepest01;
    const double turn01 = std::fabs(d12 - d01), turn12 = std::fabs(d23 - d12);
    const double turn = turn01 < turn12 ? turn12 : turn01;
    const double margin = kBendsBetween * bend + third;
    const double rest = threshold - high;         // > 0: below it
    const double downwards = -(steepest + turn);  // > 0: falls all the way
    const double gate = threshold < p0[k] ? -1.0 : kInfinity;
    const double fall = downwards < gate ? downwards : gate;
    const double clear = rest - margin;
    const double sure = clear < fall ? fall : clear;
    far[k] = sure > 0 ? 1.0 : 0.0;
    const double below = -low;
    const double largest = below < high ? high : below;
    const double size = largest < zone[k] ? zone[k] : largest;
    // The larger of (third - noise) / size and bend^2 zone_factor / (zone max(size, bend)), with one division.
    const double largest_size = size < bend ? bend : size;
    const double a = (third - kNoiseUlps * tie[k]) * zone[k] * largest_size, b = bend * bend * zone_factor * size;
    bends[k] = (a < b ? b : a) / (size * zone[k] * largest_size);
  }
}

STICTION_VECTOR_CLONES size_t CountOnes(const double* values, size_t count) {
  size_t ones = 0;
  for (size_t k = 0; k < count; ++k) ones += values[k] != 0 ? 1 : 0;
  return ones;
}

/// The largest, or 0. As integers, doubles above 0 are in the same order and the others are not above 0: there the
/// order of a loop does not matter to the compiler.
STICTION_VECTOR_CLONES double Largest(const double* values, size_t count) {
  int64_t largest = 0;
  for (size_t k = 0; k < count; ++k) {
    const auto value = std::bit_cast<int64_t>(values[k]);
    largest = value > largest ? value : largest;
  }
  return std::bit_cast<double>(largest);
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
    const double threshold = (1 - armed[k]) * 0.5 * zone[k];
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
  kernel_is_of_.assign(count, 0);
  position_of_.assign(count, -1);
  workspaces_.resize(kMaxDepth + 1);
}

double CrossingSearch::SignOf(int32_t index) const {
  const RelationInfo& relation = system_.program().relations[static_cast<size_t>(index)];
  const bool true_above = relation.op == OpCode::kGt || relation.op == OpCode::kGe;
  return true_above != (system_.slots()[relation.value] != 0) ? 1.0 : -1.0;
}

void CrossingSearch::Add(int32_t relation) {
  const auto i = static_cast<size_t>(relation);
  if (position_of_[i] >= 0 || system_.program().relations[i].kind != RelationInfo::Kind::kState) return;
  position_of_[i] = static_cast<int32_t>(watched_.size());
  watched_.push_back(relation);
  sign_.push_back(SignOf(relation));
  armed_.push_back(armed_of_[i]);
  reach_.push_back(reach_of_[i]);
  excursion_.push_back(excursion_of_[i]);
}

// The last one takes its place.
void CrossingSearch::Remove(int32_t relation) {
  const auto i = static_cast<size_t>(relation);
  if (position_of_[i] < 0) return;
  const auto k = static_cast<size_t>(std::exchange(position_of_[i], -1));
  armed_of_[i] = armed_[k];
  reach_of_[i] = reach_[k];
  excursion_of_[i] = excursion_[k];
  if (watched_[k] != watched_.back()) position_of_[static_cast<size_t>(watched_.back())] = static_cast<int32_t>(k);
  watched_[k] = watched_.back();
  watched_.pop_back();
  for (Values* values : {&sign_, &armed_, &reach_, &excursion_}) {
    (*values)[k] = values->back();
    values->pop_back();
  }
}

// Chooses what to watch from now on.
void CrossingSearch::Watch(const HeldChanges* changes) {
  const Program& program = system_.program();
  const double* const slots = system_.slots();
  ++restarts_;
  if (relevance_ == nullptr) {
    relevance_ = std::make_unique<Relevance>(program, slots);
    relevance_->Update(slots);
    for (size_t i = 0; i < program.relations.size(); ++i) {
      if (relevance_->IsRelevant(static_cast<int32_t>(i))) Add(static_cast<int32_t>(i));
    }
    system_.WatchFor(&watched_);
  } else {
    if (changes == nullptr) {
      relevance_->Update(slots);
    } else {
      relevance_->Update(slots, changes->pres);
    }
    for (const int32_t relation : relevance_->changed()) {
      relevance_->IsRelevant(relation) ? Add(relation) : Remove(relation);
    }
    if (changes == nullptr) {
      for (size_t k = 0; k < watched_.size(); ++k) sign_[k] = SignOf(watched_[k]);
    } else {
      for (const int32_t relation : changes->relations) {
        const int32_t k = position_of_[static_cast<size_t>(relation)];
        if (k >= 0) sign_[static_cast<size_t>(k)] = SignOf(relation);
      }
    }
  }
  left_.resize(watched_.size());
  right_side_.resize(watched_.size());
}

void CrossingSearch::Resize(Sample& sample) const {
  if (sample.excess.size() == watched_.size()) return;
  for (Values* values : {&sample.excess, &sample.tie, &sample.zone}) values->resize(watched_.size());
}

void CrossingSearch::CopyScope(const Sample& from, Sample& to) const {
  to.t = from.t;
  to.is_refined = from.is_refined;
  to.held = from.held;
  Resize(to);
  for (const size_t k : scope_) {
    to.excess[k] = from.excess[k];
    to.tie[k] = from.tie[k];
    to.zone[k] = from.zone[k];
  }
}

void CrossingSearch::Take(double t, Sample& sample) {
  sample.t = t;
  sample.is_refined = refined_;
  Resize(sample);
  sample.held.clear();
  const IndicatorValues at = system_.Indicators();
  MeasureFrom(at.values, at.left, at.right, watched_.data(), sign_.data(), zone_factor_, watched_.size(),
              sample.excess.data(), sample.tie.data(), sample.zone.data());
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
  } else if (kernel_is_of_[i] != restarts_) {
    kernel->Refresh(system_.slots());
  }
  kernel_is_of_[i] = restarts_;
  return *kernel;
}

bool CrossingSearch::TakePart(const DenseOutput& step, double t, const std::vector<size_t>& firing, Sample& sample,
                              CrossingResult& result) {
  if (firing.empty() || (!is_partial_ && firing.size() > kMostKernels)) return TakeAt(step, t, sample, result);
  sample.t = t;
  sample.is_refined = refined_;
  sample.held.clear();
  Resize(sample);
  for (const size_t k : firing) {
    if (const std::vector<int32_t>* const states = system_.StatesOfOperands(watched_[k])) {
      step.InterpolateSome(t, *states, x_.data());
      const auto operands = system_.OperandsAt(watched_[k], t, x_.data());
      if (!operands || !std::isfinite(operands->left - operands->right)) return TakeAt(step, t, sample, result);
      Measure(k, operands->left, operands->right, sample);
      continue;
    }
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

bool CrossingSearch::TakeScope(const DenseOutput& step, double t, Sample& sample, CrossingResult& result) {
  return is_partial_ ? TakePart(step, t, scope_, sample, result) : TakeAt(step, t, sample, result);
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
  return std::any_of(scope_.begin(), scope_.end(), [&](size_t k) { return sample.excess[k] > Threshold(sample, k); });
}

size_t CrossingSearch::CountFlipped(const Sample& sample) const { return CountFlipped(sample, scope_); }

size_t CrossingSearch::CountFlipped(const Sample& sample, const std::vector<size_t>& among) const {
  return static_cast<size_t>(
      std::count_if(among.begin(), among.end(), [&](size_t k) { return sample.excess[k] > Threshold(sample, k); }));
}

Crossing CrossingSearch::CrossingAt(const Sample& sample) const {
  Crossing crossing;
  crossing.time = sample.t;
  crossing.held = sample.held;
  for (const size_t k : scope_) {
    if (sample.excess[k] > Threshold(sample, k)) crossing.relations.push_back(watched_[k]);
  }
  std::sort(crossing.relations.begin(), crossing.relations.end());
  return crossing;
}

void CrossingSearch::Accept(const Sample& sample) {
  for (const size_t k : scope_) {
    excursion_[k] = std::max(excursion_[k], std::fabs(sample.excess[k]));
    if (sample.excess[k] >= -sample.zone[k]) continue;
    armed_[k] = 1;
    reach_[k] = 0;
  }
}

void CrossingSearch::AcceptAll(const Sample& sample) {
  Advance(sample.excess.data(), sample.zone.data(), watched_.size(), armed_.data(), excursion_.data());
  if (!any_reach_) return;
  any_reach_ = false;
  for (size_t k = 0; k < watched_.size(); ++k) {
    if (sample.excess[k] < -sample.zone[k]) reach_[k] = 0;
    any_reach_ = any_reach_ || reach_[k] != 0;
  }
}

double CrossingSearch::ExcursionOverZone(int32_t relation) const {
  const int32_t k = position_of_[static_cast<size_t>(relation)];
  return k < 0 ? 0 : excursion_[static_cast<size_t>(k)] / last_.zone[static_cast<size_t>(k)];
}

void CrossingSearch::Restart(double t, const Crossing* last, const HeldChanges* changes) {
  Watch(changes);
  refined_ = false;
  Take(t, last_);
  step_cap_ = kInfinity;
  any_reach_ = false;
  fired_.clear();
  for (size_t i = 0; last != nullptr && i < last->relations.size(); ++i) {
    const auto k = static_cast<size_t>(position_of_[static_cast<size_t>(last->relations[i])]);
    if (k < watched_.size()) fired_.push_back({k, armed_[k], reach_[k]});
  }
  const Arming arming =
      Rearm(last_.excess.data(), last_.zone.data(), watched_.size(), armed_.data(), excursion_.data(), reach_.data());
  for (const Fired& one : fired_) {
    const size_t k = one.k;
    const double excess = last_.excess[k];
    const double size = last_.tie[k] / TieWidth(1, 0);  // of the operands
    const double near = kNearTie * size;
    if (one.armed != 0 && excess > 0 && excess <= std::max(last_.zone[k], kSmallJump * size)) {
      // Search and event iteration disagree in the last digits: stay armed, a little further out. If they do again, it
      // is a tie of the mixed solver, or a jump that it waits to pass; a few digits at a time would then bring the same
      // event again and again.
      reach_[k] = one.reach == 0 ? 8 * excess : std::max(8 * excess, 2 * near);
      armed_[k] = 1;
      any_reach_ = true;
      continue;
    }
    excursion_[k] = 0;
  }
  unarmed_.clear();
  for (size_t k = 0; arming.unarmed > 0 && k < watched_.size(); ++k) {
    if (armed_[k] == 0) unarmed_.push_back(k);
  }
  flipped_now_ = !last_.held.empty();
  for (size_t k = 0; arming.positive > 0 && k < watched_.size() && !flipped_now_; ++k) {
    flipped_now_ = last_.excess[k] > Threshold(last_, k);
  }
}

std::optional<Crossing> CrossingSearch::FlippedNow() {
  if (!flipped_now_) return std::nullopt;
  LookAtAll();
  return CrossingAt(last_);
}

std::optional<Crossing> CrossingSearch::FlippedAt(double t) {
  Sample sample;
  LookAtAll();
  Take(t, sample);
  if (!Flipped(sample)) return std::nullopt;
  return CrossingAt(sample);
}

void CrossingSearch::LookAtAll() {
  is_partial_ = false;
  scope_.resize(watched_.size());
  for (size_t k = 0; k < scope_.size(); ++k) scope_[k] = k;
}

bool CrossingSearch::IsFar(size_t k, const Points& points) const {
  double far = 0;
  MarkFar(&points[0]->excess[k], &points[1]->excess[k], &points[2]->excess[k], &points[3]->excess[k],
          &points[0]->zone[k], &armed_[k], 1, &far);
  return far != 0;
}

// Those for which Suspicious has to look closer somewhere.
void CrossingSearch::FindNear(const Points& points, std::vector<size_t>& near) {
  const size_t count = watched_.size();
  near.clear();
  if (is_partial_) {
    for (const size_t k : scope_) {
      if (!IsFar(k, points)) near.push_back(k);
    }
    return;
  }
  MarkFar(points[0]->excess.data(), points[1]->excess.data(), points[2]->excess.data(), points[3]->excess.data(),
          points[0]->zone.data(), armed_.data(), count, left_.data());
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

// A block that has just broken away: its speed leaves 0 slowly at first, on the side on which it is to stay.
bool CrossingSearch::FallsFromTie(size_t k, const double* slope) const {
  const int32_t left = system_.LeftState(watched_[k]), right = system_.RightState(watched_[k]);
  if (slope == nullptr || std::min(left, right) == ContinuousSystem::kComputedOperand) return false;
  const double p0 = last_.excess[k], p1 = sign_[k] * system_.probe(0).gap[k];
  const double p2 = sign_[k] * system_.probe(1).gap[k], p3 = right_.excess[k];
  const auto slope_of = [&](int32_t state) { return state >= 0 ? slope[state] : 0.0; };
  return p0 <= 0 && p1 < p0 && p2 < p1 && p3 < p2 && sign_[k] * (slope_of(left) - slope_of(right)) <= 0;
}

// From the probes of a step: whom to look at closer, and how far the next step may go.
void CrossingSearch::Survey(const DenseOutput& step) {
  const size_t count = watched_.size();
  SurveyAll(last_.excess.data(), system_.probe(0).gap.data(), system_.probe(1).gap.data(), right_.excess.data(),
            sign_.data(), right_.tie.data(), last_.zone.data(), armed_.data(), zone_factor_, count, left_.data(),
            right_side_.data());
  const double worst = Largest(right_side_.data(), count);
  const double factor = worst > 0 ? std::cbrt(kTrustedProbes / worst) : kInfinity;
  step_cap_ = std::max((right_.t - last_.t) * std::clamp(factor, 0.2, 5.0), 1e6 * TimeResolution(right_.t));
  const size_t near_count = count - CountOnes(left_.data(), count);
  if (near_count > std::max(kMostKernels, count / kPartialShare)) return LookAtAll();
  is_partial_ = true;
  scope_.clear();
  const double* const slope = step.SlopeAtBegin();
  size_t seen = 0;
  for (size_t k = 0; k < count && seen < near_count; ++k) {
    if (left_[k] != 0) continue;
    ++seen;
    if (!FallsFromTie(k, slope)) scope_.push_back(k);
  }
}

// Whether all that are in question flip and, as the probes tell, rise all the way, so that each crosses once.
bool CrossingSearch::OnlyRises() const {
  return is_partial_ && std::all_of(scope_.begin(), scope_.end(), [&](size_t k) {
           const double p0 = last_.excess[k], p1 = sign_[k] * system_.probe(0).gap[k];
           const double p2 = sign_[k] * system_.probe(1).gap[k], p3 = right_.excess[k];
           const double d01 = (p1 - p0) / 0.3, d12 = (p2 - p1) / 0.5, d23 = (p3 - p2) / 0.2;
           const double bend = std::max(std::fabs(d12 - d01), std::fabs(d23 - d12));
           return p3 > Threshold(right_, k) && std::min({d01, d12, d23}) > bend;
         });
}

CrossingResult CrossingSearch::Search(DenseOutput& step, double t) {
  CrossingResult result;
  flipped_now_ = false;
  if (watched_.empty() && system_.program().held.empty()) {
    step_cap_ = kInfinity;
    return result;
  }
  refined_ = tried_to_refine_ = false;
  step_end_ = t;
  Take(t, right_);
  was_surveyed_ = step.HasProbes() && system_.program().held.empty();
  if (was_surveyed_) {
    Survey(step);
  } else {
    LookAtAll();
  }
  const bool is_quiet = is_partial_ && scope_.empty();
  if (was_surveyed_ && !is_quiet && OnlyRises()) {
    refined_ = step.Refine();
    Locate(step, last_, right_, result);
  } else if (is_quiet || !SearchInterval(step, last_, right_, 0, nullptr, result)) {
    AcceptAll(right_);
    std::swap(last_, right_);
  }
  return result;
}

double CrossingSearch::LeavesZoneAt(const double* slope) const {
  const auto slope_of = [&](int32_t state) { return state >= 0 ? slope[state] : 0.0; };
  double soonest = kInfinity;
  for (const size_t k : unarmed_) {
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
  LookAtAll();
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
      if (!TakeScope(step, b.t, b, result)) return true;
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
    if (!TakeScope(step, left.t + width * static_cast<double>(i + 1) / 3, work.inner[i], result)) return true;
  }
  if (depth == 0 && !was_surveyed_) UpdateStepCap(points);
  FindNear(points, work.near);
  if (is_partial_) {
    work.errors.resize(watched_.size());
    for (const size_t k : scope_) work.errors[k] = kInfinity;
  } else {
    work.errors.assign(watched_.size(), kInfinity);
  }
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
  Values& scale = scale_;
  scale.clear();
  for (const size_t k : firing) scale.push_back(std::max(right.excess[k] - left.excess[k], DBL_MIN));
  t_below = left.t;
  t_above = right.t;
  // In the method's terms: (t1, f1) is the latest point, (t2, f2) the other end, (t3, f3) the one dropped last.
  double t1 = t_above, f1 = Distance(right, firing, scale);
  double t2 = t_below, f2 = Distance(left, firing, scale);
  double t3 = t2, f3 = f2;
  double fraction = 0.5;
  const double resolution = TimeResolution(right.t);
  Sample& sample = between_;
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
    for (const size_t k : firing) {
      if (f <= 0) excursion_[k] = std::max(excursion_[k], std::fabs(sample.excess[k]));
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

bool CrossingSearch::Locate(const DenseOutput& step, const Sample& left, const Sample& right, CrossingResult& result) {
  CopyScope(right, above_);
  double before = left.t;
  for (int round = 0; round < kMaxRounds; ++round) {
    firing_.clear();
    for (size_t i = 0; i < scope_.size() && above_.held.empty(); ++i) {
      const size_t k = scope_[i];
      if (above_.excess[k] > Threshold(above_, k)) firing_.push_back(k);
    }
    double t_below, t_above;
    std::swap(above_, end_);
    if (!Narrow(step, left, end_, firing_, t_below, t_above, result)) return true;
    if (t_above == end_.t) {
      CopyScope(end_, above_);
    } else if (!TakeScope(step, t_above, above_, result)) {
      return true;
    }
    const bool others = !above_.held.empty() || CountFlipped(above_) > CountFlipped(above_, firing_);
    if (others && t_below > left.t) {
      if (!TakeScope(step, t_below, below_, result)) return true;
      if (Flipped(below_)) {  // another one, earlier
        std::swap(above_, below_);
        continue;
      }
    }
    // The whole system may see the flip some digits later than its parts do.
    before = t_below;
    double further = TimeResolution(t_above);
    for (double t = t_above; t < end_.t && !Flipped(above_); further *= 2) {
      before = t;
      t += further;
      if (t >= end_.t) {
        CopyScope(end_, above_);
      } else if (!TakeScope(step, t, above_, result)) {
        return true;
      }
    }
    break;
  }
  Accept(left);
  result.crossing = CrossingAt(above_);
  result.crossing->before = before;
  return true;
}

}  // namespace stiction::runtime
