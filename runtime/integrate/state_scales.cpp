// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/state_scales.h"

#include <algorithm>
#include <cfenv>
#include <cfloat>
#include <cmath>

#include "runtime/support/perturbation.h"
#include "runtime/support/rounding_direction.h"
#include "runtime/support/time_resolution.h"

namespace stiction::runtime {
namespace {

constexpr double kRounding = 1e-15;       // least tolerance, relative to the largest
constexpr double kResolutionsOfTime = 4;  // of a step
constexpr double kGoodPart = 1e-6;        // of a state: what changes by more in no time has become steep
constexpr double kSmallPart = 1e-3;       // of a state: rounding errors that are less do not make it steep
constexpr double kDrifts = 30;            // a state within so many times its rounding errors may be nothing else
constexpr double kNoisesOfStep = 4;       // rounding errors of a step, in those of its derivative all one way
constexpr uint64_t kFewFailures = 4;      // of steps after a start: they are no reason to doubt
constexpr uint64_t kManyFailures = 16;    // after which they are looked for again, as states grow
constexpr double kShrunken = 1e-3;        // a step that has failed down to that, of those before, may have hit on noise
constexpr double kWorthwhile = 2;         // growth of a size at which it is taken over
constexpr double kGrowthOfWidth = 10;     // of steps that what is nothing but rounding errors must not keep short
constexpr int kDirections[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
constexpr double kUlpsOfStages = 8;   // rounding errors of the states in the stages of a step
constexpr int kSamples = 4;           // of the signs of perturbations
constexpr double kWidthsAhead = 10;   // that a look ahead goes at most in one step
constexpr double kReachAhead = 1e-3;  // of a long step, that one of a look ahead goes
constexpr int kStepsAhead = 6;
constexpr double kShortening = 0.1;         // of a look ahead
constexpr double kResolutionsAhead = 1000;  // that it goes at least, in those of time
constexpr int kTurns = 2;                   // of a slope, one after the other, beyond a time constant
constexpr double kSteadiness = 0.5;         // a slope that turns round and is so much less steep comes to rest
constexpr double kNoisesOfSlope = 100;      // by which a slope has to change

}  // namespace

StateScales::StateScales(ContinuousSystem& system, double tolerance, double strictest)
    : system_(system), tolerance_(tolerance), strictest_(strictest) {
  const std::vector<StateInfo>& states = system.program().states;
  const size_t nx = states.size();
  for (Vector* vector : {&largest_, &ahead_, &noise_, &carried_, &drift_, &errors_.sizes, &errors_.rounding, &damping_,
                         &steepest_, &steepness_now_, &sizes_, &trial_, &slope_, &other_slope_}) {
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
  bool is_unknown = false, is_noise_unknown = false;
  for (const size_t i : undeclared_) {
    if (std::isfinite(x[i])) largest_[i] = std::max(largest_[i], std::abs(x[i]));
    ahead_[i] = 0;
    steepest_[i] = steepness_now_[i] = std::abs(f[i]);
    // It has hardly moved yet, or leaves where it was for long.
    const bool leaves = largest_[i] < 1 && std::abs(f[i]) * ahead > largest_[i];
    if (largest_[i] > kNothing && !leaves) continue;
    is_unknown = true;
    is_noise_unknown = is_noise_unknown || noise_[i] == 0;  // while it was at rest it had none
  }
  const bool looks = LooksAtNoise() || is_noise_unknown;
  ++resets_;
  failures_ = 0;
  looks_at_ = kFewFailures;
  reach_ = std::isfinite(reach) ? reach : 0;
  horizon_ = std::max(horizon_, reach_);
  resolution_ = kResolutionsOfTime * TimeResolution(t);
  const bool looks_ahead = looks || is_unknown;
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
  bool has_grown = width_ > kWorthwhile * width_of_sizes_;
  for (const size_t i : undeclared_) {
    drift_[i] = std::hypot(drift_[i], ErrorIn(width_, i));
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
  failures_ += failures;
  if (failures_ < looks_at_ || undeclared_.empty()) return false;
  looks_at_ = failures_ + std::min(failures_, kManyFailures);
  // By chance a derivative may have none at t: two equal forces cancel exactly there.
  if (h < kShrunken * width_) FindNoiseAt(t + h, x);
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
  width_of_sizes_ = width_;
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
    // they have added up to, or would in a long step: a state that has just left zero is not resolved before. Else the
    // function has become steep, and the step is to fail.
    const double own_noise = OwnErrorIn(width_, i);
    const double drift = drift_[i] + ErrorIn(std::max(width_, horizon_), i);
    const bool is_noise = seen < kDrifts * drift;
    const double rounding = is_noise ? ErrorIn(width_, i) : own_noise < kSmallPart * seen ? own_noise : 0;
    const double of_longer_step = kGrowthOfWidth * own_noise / strictest_;
    const double forgiven_noise =
        is_noise ? std::max(rounding, std::min(of_longer_step, OwnErrorIn(horizon_, i))) : rounding;
    const double least = std::max({kRounding * seen, forgiven_noise, forgiven}) / tolerance_;
    const double size = std::max(std::min(1.0, far), least);
    errors_.rounding[i] = rounding > tolerance_ * far ? rounding : 0;
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
  while (!TryAhead(t, x, f, h) && h > kResolutionsAhead * TimeResolution(t)) h *= kShortening;
  time_ahead_ = kStepsAhead * h;
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

// In the other directions of rounding (IEEE 754, 4.3): each operation shows its own rounding errors, and those of a
// system of equations show as well.
void StateScales::FindNoiseAt(double t, const double* x) {
  if (system_.Derivatives(t, x, slope_.data())) return system_.tape().ClearFailure();
  for (const int direction : kDirections) {
    bool has_failed = false;
    {
      const RoundingDirection rounding(direction);
      has_failed = system_.Derivatives(t, x, other_slope_.data()).has_value();
    }
    if (has_failed) return system_.tape().ClearFailure();
    for (const size_t i : undeclared_) NoteNoise(i, std::abs(other_slope_[i] - slope_[i]));
  }
}

// A derivative has the rounding errors of the states: those of the last place in the difference of two equal speeds,
// and those of a speed that is nothing else in the position beside it.
void StateScales::CarryNoise(double t, const double* x) {
  if (system_.Derivatives(t, x, slope_.data())) return system_.tape().ClearFailure();
  const auto note = [&](bool takes_all) {
    if (system_.Derivatives(t, trial_.data(), other_slope_.data())) return system_.tape().ClearFailure();
    for (const size_t i : undeclared_) {
      const double change = std::abs(other_slope_[i] - slope_[i]);
      if ((takes_all || errors_.rounding[i] == 0) && std::isfinite(change)) carried_[i] = std::max(carried_[i], change);
    }
  };
  for (int k = 0; k < kSamples; ++k, ++samples_) {
    for (size_t i = 0; i < trial_.size(); ++i)
      trial_[i] = x[i] * (1 + PerturbationSign(i, samples_) * kUlpsOfStages * DBL_EPSILON);
    note(true);
  }
  if (std::all_of(errors_.rounding.begin(), errors_.rounding.end(), [](double error) { return error == 0; })) return;
  for (size_t i = 0; i < trial_.size(); ++i) trial_[i] = x[i] + PerturbationSign(i, 0) * errors_.rounding[i];
  note(false);
}

double StateScales::OwnErrorIn(double width, size_t state) const {
  return kNoisesOfStep * noise_[state] * Remembered(width, state);
}

double StateScales::ErrorIn(double width, size_t state) const {
  return OwnErrorIn(width, state) + carried_[state] * Remembered(width, state);
}

double StateScales::Remembered(double width, size_t state) const {
  return damping_[state] * width > 1 ? 1 / damping_[state] : width;
}

}  // namespace stiction::runtime
