#include "runtime/integrate/state_scales.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace stiction::runtime {
namespace {

constexpr double kOverLargest = 10;       // size of a state without a nominal value, over the largest that it was
constexpr double kRounding = 1e-15;       // least tolerance, relative to the largest
constexpr double kNoisesOfStep = 8;       // rounding errors of a step, in those of its derivative
constexpr double kWorthwhile = 2;         // growth of a size at which it is taken over
constexpr double kPerturbation = 4;       // of the states, in units of the last place

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
  bool is_unknown = false;
  for (const size_t i : undeclared_) {
    if (std::isfinite(x[i])) largest_[i] = std::max(largest_[i], std::abs(x[i]));
    ahead_[i] = 0;
    is_unknown = is_unknown || largest_[i] == 0;
  }
  if (is_unknown) LookAhead(t, x, f, width_ > 0 ? width_ : reach);
  // Rounding errors change little from one mode to the other: fewer and fewer looks.
  ++resets_;
  const bool looks_at_noise = (resets_ & (resets_ - 1)) == 0;
  if (looks_at_noise) FindNoise(t, x, f);
  for (const size_t i : undeclared_) sizes_[i] = 0;
  Update();
  return is_unknown || looks_at_noise;
}

bool StateScales::Accept(const double* x, double h) {
  width_ = h;
  bool has_grown = false;
  for (const size_t i : undeclared_) {
    const double size = std::abs(x[i]);
    if (size <= largest_[i]) continue;
    largest_[i] = size;
    has_grown = true;
  }
  return has_grown && Update();
}

bool StateScales::Update() {
  bool has_changed = false;
  for (const size_t i : undeclared_) {
    const double largest = std::max(largest_[i], ahead_[i]);
    const double least = std::max(kRounding * largest, kNoisesOfStep * noise_[i] * width_) / tolerance_;
    const double size = std::max(std::min(1.0, kOverLargest * largest), least);
    if (!(size > kWorthwhile * sizes_[i]) && sizes_[i] > 0) continue;
    sizes_[i] = size > 0 ? size : 1;  // it does not move: nothing is known of it
    absolute_[i] = tolerance_ * sizes_[i];
    has_changed = true;
  }
  return has_changed;
}

// Two steps of Euler's method tell how far a state at 0 comes, whose derivative may be 0 as well.
void StateScales::LookAhead(double t, const double* x, const double* f, double h) {
  if (!(h > 0 && std::isfinite(h))) return;
  for (size_t i = 0; i < trial_.size(); ++i) trial_[i] = x[i] + h * f[i];
  if (system_.Derivatives(t + h, trial_.data(), slope_.data())) return system_.tape().ClearFailure();
  for (const size_t i : undeclared_) {
    const double reach = h * std::max(std::abs(f[i]), std::abs(slope_[i]));
    if (largest_[i] == 0 && std::isfinite(reach)) ahead_[i] = reach;
  }
}

void StateScales::FindNoise(double t, const double* x, const double* f) {
  for (size_t i = 0; i < trial_.size(); ++i) {
    trial_[i] = x[i] * (1 + (i % 2 == 0 ? kPerturbation : -kPerturbation) * DBL_EPSILON);
  }
  if (system_.Derivatives(t, trial_.data(), slope_.data())) return system_.tape().ClearFailure();
  for (const size_t i : undeclared_) {
    const double noise = std::abs(slope_[i] - f[i]);
    if (std::isfinite(noise)) noise_[i] = std::max(noise_[i], noise);
  }
}

}  // namespace stiction::runtime
