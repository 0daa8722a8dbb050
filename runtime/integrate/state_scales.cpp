#include "runtime/integrate/state_scales.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace stiction::runtime {
namespace {

constexpr double kOverLargest = 20;  // size of a state without a nominal value, over the largest that it was
constexpr double kRounding = 1e-15;  // least tolerance, relative to the largest
constexpr double kNoisesOfStep = 8;  // rounding errors of a step, in those of its derivative
constexpr double kWorthwhile = 2;    // growth of a size at which it is taken over
constexpr double kPerturbations[] = {3, -5, 7};  // of the states, in units of the last place
constexpr double kNothing = 1e-290;              // what only tells that a state has left 0 (StateTies)
constexpr double kWidthsAhead = 10;              // that a look ahead goes at most in one step
constexpr int kStepsAhead = 6;

}  // namespace

StateScales::StateScales(ContinuousSystem& system, double tolerance) : system_(system), tolerance_(tolerance) {
  const std::vector<StateInfo>& states = system.program().states;
  const size_t nx = states.size();
  for (Vector* vector : {&largest_, &ahead_, &noise_, &sizes_, &trial_, &slope_}) vector->assign(nx, 0.0);
  for (size_t i = 0; i < nx; ++i) {
    const double nominal = states[i].nominal == kNoSlot ? 0 : std::abs(system.slots()[states[i].nominal]);
    const bool is_declared = nominal > 0 && std::isfinite(nominal);
    sizes_[i] = is_declared ? nominal : 1;
    if (!is_declared) undeclared_.push_back(i);
    absolute_.push_back(tolerance * sizes_[i]);
  }
}

bool StateScales::Begin(double t, const double* x, const double* f, double reach) {
  if (undeclared_.empty()) return false;
  const double ahead = width_ > 0 ? std::min(kWidthsAhead * width_, reach) : reach;
  bool is_unknown = false;
  for (const size_t i : undeclared_) {
    if (std::isfinite(x[i])) largest_[i] = std::max(largest_[i], std::abs(x[i]));
    ahead_[i] = 0;
    // It has hardly moved yet, or leaves where it was for long.
    is_unknown = is_unknown || largest_[i] <= kNothing ||
                 (kOverLargest * largest_[i] < 1 && std::abs(f[i]) * ahead > kOverLargest * largest_[i]);
  }
  // Rounding errors change little from one mode to the other: fewer and fewer looks.
  ++resets_;
  const bool looks = (resets_ & (resets_ - 1)) == 0;
  if (looks) FindNoise(t, x, f);
  if (is_unknown || looks) LookAhead(t, x, f, ahead);
  for (const size_t i : undeclared_) sizes_[i] = 0;
  Update();
  return is_unknown || looks;
}

bool StateScales::Accept(const double* x, double h) {
  width_ = std::max(h, 0.5 * width_);
  bool has_grown = false;
  for (const size_t i : undeclared_) {
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

bool StateScales::Update() {
  bool has_changed = false;
  for (const size_t i : undeclared_) {
    const double seen = largest_[i] <= kNothing ? 0.0 : largest_[i];
    const double least = std::max(kRounding * seen, kNoisesOfStep * noise_[i] * width_) / tolerance_;
    const double size = std::max(std::min(1.0, kOverLargest * std::max(seen, ahead_[i])), least);
    if (!(size > kWorthwhile * sizes_[i]) && sizes_[i] > 0) continue;
    sizes_[i] = size > 0 ? size : 1;  // it does not move: nothing is known of it
    absolute_[i] = tolerance_ * sizes_[i];
    has_changed = true;
  }
  return has_changed;
}

// By steps of Euler's method: a state whose derivative is 0 as well moves after the second, and so on.
void StateScales::LookAhead(double t, const double* x, const double* f, double h) {
  if (!(h > 0 && std::isfinite(h))) return;
  std::copy_n(x, trial_.size(), trial_.begin());
  std::copy_n(f, slope_.size(), slope_.begin());
  for (int step = 1; step <= kStepsAhead; ++step) {
    for (size_t i = 0; i < trial_.size(); ++i) trial_[i] += h * slope_[i];
    for (const size_t i : undeclared_) {
      const double reach = std::abs(trial_[i] - x[i]);
      if (std::isfinite(reach)) ahead_[i] = std::max(ahead_[i], reach);
    }
    if (step == kStepsAhead || system_.Derivatives(t + step * h, trial_.data(), slope_.data())) break;
  }
  system_.tape().ClearFailure();
  time_ahead_ = kStepsAhead * h;
}

void StateScales::FindNoise(double t, const double* x, const double* f) {
  for (const double ulps : kPerturbations) {
    for (size_t i = 0; i < trial_.size(); ++i) trial_[i] = x[i] * (1 + (i % 2 == 0 ? ulps : -ulps) * DBL_EPSILON);
    if (system_.Derivatives(t, trial_.data(), slope_.data())) return system_.tape().ClearFailure();
    for (const size_t i : undeclared_) {
      const double noise = std::abs(slope_[i] - f[i]);
      if (std::isfinite(noise)) noise_[i] = std::max(noise_[i], noise);
    }
  }
}

}  // namespace stiction::runtime
