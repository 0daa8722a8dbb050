#include "runtime/integrate/state_scales.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "runtime/events/time_resolution.h"

namespace stiction::runtime {
namespace {

constexpr double kRounding = 1e-15;       // least tolerance, relative to the largest
constexpr double kResolutionsOfTime = 4;  // of a step
constexpr double kGoodPart = 1e-6;
constexpr double kDrifts = 30;
constexpr double kNoisesOfStep = 8;  // rounding errors of a step, in those of its derivative
constexpr uint64_t kFewFailures = 4;
constexpr double kWorthwhile = 2;                // growth of a size at which it is taken over
constexpr double kPerturbations[] = {3, -5, 7};  // of the states, in units of the last place
constexpr double kNothing = 1e-120;              // no quantity is meant: it may grow from there as fast as it likes
constexpr double kWidthsAhead = 10;              // that a look ahead goes at most in one step
constexpr double kReachAhead = 1e-3;
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
  for (Vector* vector : {&largest_, &ahead_, &noise_, &carried_, &drift_, &errors_.sizes, &errors_.rounding, &steepest_,
                         &sizes_, &trial_, &slope_, &other_slope_}) {
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
    steepest_[i] = std::abs(f[i]);
    // It has hardly moved yet, or leaves where it was for long.
    is_unknown = is_unknown || largest_[i] <= kNothing || (largest_[i] < 1 && std::abs(f[i]) * ahead > largest_[i]);
  }
  const bool looks = LooksAtNoise();
  ++resets_;
  failures_ = 0;
  reach_ = std::isfinite(reach) ? reach : 0;
  if (looks) FindNoise(t, x);
  if (is_unknown || looks) LookAhead(t, x, f, ahead);
  resolution_ = kResolutionsOfTime * TimeResolution(t);
  for (const size_t i : undeclared_) sizes_[i] = 0;
  Update();
  return is_unknown || looks;
}

bool StateScales::Accept(const double* x, double h) {
  width_ = std::max(h, 0.5 * width_);
  bool has_grown = false;
  for (const size_t i : undeclared_) {
    drift_[i] += ErrorOfStep(i);
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
  FindNoise(t, x);
  return true;
}

bool StateScales::Reject(double t, const double* x, uint64_t failures) {
  const uint64_t before = failures_;
  failures_ += failures;
  if (failures_ < kFewFailures || std::bit_width(failures_) == std::bit_width(before) || undeclared_.empty())
    return false;
  FindNoise(t, x);
  return true;
}

bool StateScales::Update() {
  bool has_changed = false;
  for (const size_t i : undeclared_) {
    const double seen = largest_[i] <= kNothing ? 0.0 : largest_[i];
    // What changes by a good part of itself in what times differ by grows without bound: it is not forgiven.
    const double far = seen < 1 ? std::max(seen, ahead_[i]) : seen, unresolved = steepest_[i] * resolution_;
    const double forgiven = unresolved < kGoodPart * far ? unresolved : 0;
    // Rounding errors are many beside a state that is nothing else, or few: else they are those of a steep function.
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
      if (std::isfinite(slope_[i])) steepest_[i] = std::max(steepest_[i], std::abs(slope_[i]));
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
  FindNoiseAt(t, x);
  if (reach_ > 0) FindNoiseAt(t + reach_, x);  // a load that grows with time has small ones only now
  Update();
  CarryNoise(t, x);
  Update();
}

void StateScales::FindNoiseAt(double t, const double* x) {
  if (system_.Derivatives(t, x, slope_.data())) return system_.tape().ClearFailure();
  for (const double ulps : kPerturbations) {
    for (size_t i = 0; i < trial_.size(); ++i) trial_[i] = x[i] * (1 + (i % 2 == 0 ? ulps : -ulps) * DBL_EPSILON);
    if (system_.Derivatives(t * (1 + ulps * DBL_EPSILON), trial_.data(), other_slope_.data())) {
      return system_.tape().ClearFailure();
    }
    for (const size_t i : undeclared_) NoteNoise(i, std::abs(other_slope_[i] - slope_[i]));
  }
}

// What depends on a state that is nothing but rounding errors has them as well: the position beside such a speed.
void StateScales::CarryNoise(double t, const double* x) {
  bool is_any = false;
  for (size_t i = 0; i < trial_.size(); ++i) {
    trial_[i] = x[i] + (i % 2 == 0 ? errors_.rounding[i] : -errors_.rounding[i]);
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
  return (kNoisesOfStep * noise_[state] + carried_[state]) * width_;
}

}  // namespace stiction::runtime
