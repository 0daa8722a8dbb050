// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/state_scales.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "runtime/support/perturbation.h"
#include "runtime/support/time_resolution.h"

namespace stiction::runtime {
namespace {

constexpr double kRounding = 1e-15;              // least tolerance, relative to the largest
constexpr double kResolutionsOfTime = 4;         // of a step
constexpr double kGoodPart = 1e-6;               // of a state: what changes by more in no time has become steep
constexpr double kDrifts = 30;                   // a state within so many times its rounding errors may be nothing else
constexpr double kNoisesOfStep = 32;             // rounding errors of a step, in those of its derivative
constexpr uint64_t kFewFailures = 4;             // of steps after a start: they are no reason to doubt
constexpr double kWorthwhile = 2;                // growth of a size at which it is taken over
constexpr double kPerturbations[] = {3, 7, 12};  // of the states, in units of the last place
constexpr double kWidthsAhead = 10;              // that a look ahead goes at most in one step
constexpr double kReachAhead = 1e-3;             // of a long step, that one of a look ahead goes
constexpr int kStepsAhead = 6;
constexpr double kShortening = 0.1;         // of a look ahead
constexpr double kResolutionsAhead = 1000;  // that it goes at least, in those of time
constexpr int kTurns = 2;                   // of a slope, one after the other, beyond a time constant
constexpr double kSteadiness = 0.5;         // a slope that turns round and is so much less steep comes to rest
constexpr double kNoisesOfSlope = 100;      // by which a slope has to change

}  // namespace

StateScales::StateScales(ContinuousSystem& system, double tolerance) : system_(system), tolerance_(tolerance) {
  const std::vector<StateInfo>& states = system.program().states;
  const size_t nx = states.size();
  for (Vector* vector : {&largest_, &ahead_, &noise_, &carried_, &drift_, &errors_.sizes, &errors_.rounding, &damping_,
                         &steepest_, &steepness_now_, &sizes_, &trial_, &slope_, &other_slope_, &less_}) {
    vector->assign(nx, 0.0);
  }
  for (size_t i = 0; i < nx; ++i) {
    const double nominal = states[i].nominal == kNoSlot ? 0 : std::abs(system.slots()[states[i].nominal]);
    const bool is_declared = nominal > 0 && std::isfinite(nominal);
    sizes_[i] = is_declared ? nominal : 1;
    errors_.sizes[i] = is_declared ? nominal : 0;
    if (!is_declared) undeclared_.push_back(i);
    absolute_.push_back(tolerance * sizes_[i]);
  }
}

bool StateScales::Begin(double t, const double* x, const double* f, double reach) {
  if (undeclared_.empty()) return false;
  const double ahead = kReachAhead * (width_ > 0 ? std::min(kWidthsAhead * width_, reach) : reach);
  bool is_unknown = false;
  for (const size_t i : undeclared_) {
    if (std::isfinite(x[i])) largest_[i] = std::max(largest_[i], std::abs(x[i]));
    ahead_[i] = 0;
    steepest_[i] = steepness_now_[i] = std::abs(f[i]);
    // It has hardly moved yet, or leaves where it was for long.
    const bool leaves = largest_[i] < 1 && std::abs(f[i]) * ahead > largest_[i];
    has_seen_motion_ = has_seen_motion_ || leaves;
    is_unknown = is_unknown || largest_[i] <= kNothing || leaves;
  }
  const bool looks = LooksAtNoise();
  ++resets_;
  failures_ = 0;
  reach_ = std::isfinite(reach) ? reach : 0;
  resolution_ = kResolutionsOfTime * TimeResolution(t);
  // A state that has not moved in the last look ahead may be one that never does.
  const bool looks_ahead = looks || (is_unknown && has_seen_motion_);
  if (looks_ahead) {
    if (looks) FindNoise(t, x);
    LookAhead(t, x, f, ahead);
  }
  for (const size_t i : undeclared_) sizes_[i] = 0;
  Update();
  return looks_ahead;
}

bool StateScales::Accept(const double* x, double h) {
  width_ = std::max(h, 0.5 * width_);
  bool has_grown = false;
  for (const size_t i : undeclared_) {
    drift_[i] = std::hypot(drift_[i], ErrorOfStep(i));
    const double size = std::abs(x[i]);
    if (size <= largest_[i]) continue;
    largest_[i] = size;
    has_grown = true;
  }
  if (time_ahead_ > 0 && (time_ahead_ -= h) <= 0) {
    for (const size_t i : undeclared_) ahead_[i] = sizes_[i] = 0;
    has_grown = true;
  }
  return has_grown && Update();
}

bool StateScales::LookAgain(double t, const double* x) {
  if (!std::has_single_bit(++steps_) || undeclared_.empty()) return false;
  resolution_ = kResolutionsOfTime * TimeResolution(t);
  FindNoise(t, x);
  return true;
}

bool StateScales::Reject(double t, const double* x, double h, uint64_t failures) {
  const uint64_t before = failures_;
  failures_ += failures;
  if (failures_ < kFewFailures || std::bit_width(failures_) == std::bit_width(before) || undeclared_.empty())
    return false;
  width_ = std::max(width_, h);
  FindNoise(t, x);
  return true;
}

void StateScales::TakeJacobian(const std::vector<int64_t>& column_begin, const std::vector<int64_t>& row_of,
                               const std::vector<double>& values) {
  for (const size_t i : undeclared_) {
    damping_[i] = 0;
    for (auto k = static_cast<size_t>(column_begin[i]); k < static_cast<size_t>(column_begin[i + 1]); ++k) {
      if (row_of[k] == static_cast<int64_t>(i) && std::isfinite(values[k])) damping_[i] = std::max(0.0, -values[k]);
    }
  }
}

bool StateScales::Update() {
  bool has_changed = false;
  for (const size_t i : undeclared_) {
    const double seen = largest_[i] <= kNothing ? 0.0 : largest_[i];
    // The change of a state between two times that differ in their last place cannot be resolved. If it is a good part
    // of the state, the state grows without bound, and the step is to fail.
    const double far = seen < 1 ? std::max(seen, ahead_[i]) : seen;
    const double unresolved = steepest_[i] * resolution_, unresolved_now = steepness_now_[i] * resolution_;
    const double forgiven = unresolved < kGoodPart * far        ? unresolved
                            : unresolved_now < kGoodPart * seen ? unresolved_now
                                                                : 0;
    // Rounding errors are allowed for where they are small beside the state, and where the state is no larger than what
    // they may have added up to. Else the function has become steep, and the step is to fail.
    const double noise = ErrorOfStep(i);
    const double forgiven_noise = noise < kGoodPart * seen || seen < kDrifts * (drift_[i] + noise) ? noise : 0;
    const double least = std::max({kRounding * seen, forgiven_noise, forgiven}) / tolerance_;
    const double size = std::max(std::min(1.0, far), least);
    errors_.rounding[i] = forgiven_noise > tolerance_ * far ? forgiven_noise : 0;
    if (!(size > kWorthwhile * sizes_[i]) && sizes_[i] > 0) continue;
    errors_.sizes[i] = size > kNothing ? size : 0;
    sizes_[i] = size > kNothing ? size : 1;
    absolute_[i] = tolerance_ * sizes_[i];
    has_changed = true;
  }
  return has_changed;
}

// By steps of Euler's method: a state whose derivative is 0 as well moves after the second, and so on. Where a slope
// turns round in each step, the step is beyond a time constant of the system, and says nothing of where it goes.
void StateScales::LookAhead(double t, const double* x, const double* f, double h) {
  if (!(h > 0 && std::isfinite(h))) return;
  const KeptSlots kept(system_, kept_slots_);
  has_seen_motion_ = false;
  while (!TryAhead(t, x, f, h) && h > kResolutionsAhead * TimeResolution(t)) h *= kShortening;
  time_ahead_ = kStepsAhead * h;
  for (const size_t i : undeclared_)
    has_seen_motion_ = has_seen_motion_ || (largest_[i] <= kNothing && ahead_[i] > kNothing);
}

bool StateScales::TryAhead(double t, const double* x, const double* f, double h) {
  const size_t nx = trial_.size();
  std::copy_n(x, nx, trial_.begin());
  std::copy_n(f, nx, slope_.begin());
  for (const size_t i : undeclared_) ahead_[i] = 0;
  turns_.assign(nx, 0);
  for (int step = 1; step <= kStepsAhead; ++step) {
    for (size_t i = 0; i < nx; ++i) trial_[i] += h * slope_[i];
    for (const size_t i : undeclared_) {
      const double reach = std::abs(trial_[i] - x[i]);
      if (std::isfinite(reach)) ahead_[i] = std::max(ahead_[i], reach);
    }
    if (step == kStepsAhead) break;
    other_slope_ = slope_;
    if (system_.Derivatives(t + step * h, trial_.data(), slope_.data())) {
      system_.tape().ClearFailure();
      break;
    }
    for (size_t i = 0; i < nx; ++i) {
      if (std::isfinite(slope_[i])) {
        steepest_[i] = std::max(steepest_[i], std::abs(slope_[i]));
        if (step == 1)
          steepness_now_[i] = std::max(std::abs(f[i]), std::abs(f[i] + (slope_[i] - f[i]) * (resolution_ / h)));
      }
      const double before = other_slope_[i], after = slope_[i];
      const bool turns = before * after < 0 && std::abs(after) > kSteadiness * std::abs(before) &&
                         std::abs(after - before) > kNoisesOfSlope * noise_[i];
      turns_[i] = turns ? turns_[i] + 1 : 0;
      if (turns_[i] == kTurns) return false;
    }
  }
  return true;
}

void StateScales::FindNoise(double t, const double* x) {
  const KeptSlots kept(system_, kept_slots_);
  FindNoiseAt(t, x);
  if (reach_ > 0) FindNoiseAt(t + reach_, x);  // those of a load that grows with time are small only for the moment
  Update();
  CarryNoise(t, x);
  Update();
}

// By second differences: what changes in proportion to a perturbation is the model's own.
void StateScales::FindNoiseAt(double t, const double* x) {
  const auto evaluate = [&](double ulps, uint64_t sample, Vector& slope) {
    for (size_t i = 0; i < trial_.size(); ++i)
      trial_[i] = x[i] * (1 + PerturbationSign(i, sample) * ulps * DBL_EPSILON);
    return !system_.Derivatives(t * (1 + ulps * DBL_EPSILON), trial_.data(), slope.data());
  };
  if (!evaluate(0, 0, slope_)) return system_.tape().ClearFailure();
  for (const double ulps : kPerturbations) {
    const auto sample = static_cast<uint64_t>(ulps);
    if (!evaluate(ulps, sample, other_slope_) || !evaluate(-ulps, sample, less_)) return system_.tape().ClearFailure();
    for (const size_t i : undeclared_) NoteNoise(i, std::abs(0.5 * (other_slope_[i] + less_[i]) - slope_[i]));
  }
}

// A value computed from a state that is nothing but rounding errors has them as well: the position beside such a speed.
void StateScales::CarryNoise(double t, const double* x) {
  bool is_any = false;
  for (size_t i = 0; i < trial_.size(); ++i) {
    trial_[i] = x[i] + PerturbationSign(i, 0) * errors_.rounding[i];
    is_any = is_any || errors_.rounding[i] > 0;
  }
  if (!is_any) return;
  if (system_.Derivatives(t, x, slope_.data()) || system_.Derivatives(t, trial_.data(), other_slope_.data())) {
    return system_.tape().ClearFailure();
  }
  for (const size_t i : undeclared_) {
    const double change = std::abs(other_slope_[i] - slope_[i]);
    if (errors_.rounding[i] == 0 && std::isfinite(change)) carried_[i] = std::max(carried_[i], change);
  }
}

double StateScales::ErrorOfStep(size_t state) const {
  const double width = damping_[state] * width_ > 1 ? 1 / damping_[state] : width_;
  return (kNoisesOfStep * noise_[state] + carried_[state]) * width;
}

}  // namespace stiction::runtime
