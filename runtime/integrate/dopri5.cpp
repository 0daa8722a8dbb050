#include "runtime/integrate/dopri5.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace stiction::runtime {
namespace {

constexpr int kStages = 7;
constexpr double kC[kStages] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
constexpr double kA[kStages][kStages - 1] = {{},
                                             {1.0 / 5},
                                             {3.0 / 40, 9.0 / 40},
                                             {44.0 / 45, -56.0 / 15, 32.0 / 9},
                                             {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                                             {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                                             {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
// Difference of the weights of order 5 and 4.
constexpr double kE[kStages] = {71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
// Of the continuous extension.
constexpr double kD[kStages] = {-12715105075.0 / 11282082432,  0,
                                87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                69997945.0 / 29380423};

constexpr double kSafety = 0.9;
constexpr double kLeastFactor = 0.2;
constexpr double kGreatestFactor = 5;
constexpr double kBeta = 0.04;  // of the PI control
constexpr double kErrorExponent = 0.2 - 0.75 * kBeta;
constexpr double kStabilityBoundary = 3.25;  // of |h lambda| on the negative real axis
constexpr int kStiffSteps = 15, kNonstiffSteps = 6;

}  // namespace

Dopri5::Dopri5(ContinuousSystem& system, double tolerance)
    : system_(system),
      tolerance_(kToleranceOfStep * tolerance),
      absolute_(AbsoluteTolerances(system.program(), system.slots(), tolerance_)) {
  const size_t nx = system.state_count();
  for (Vector* vector : {&x_, &x_new_, &x_stage_, &trial_}) vector->resize(nx);
  for (Vector& stage : k_) stage.resize(nx);
  for (Vector& term : interpolation_) term.resize(nx);
}

std::optional<IntegrationFailure> Dopri5::Reset(double t) {
  previous_time_ = time_ = t;
  system_.GetStates(x_.data());
  h_ = 0;
  old_error_ = 1e-4;
  rejected_last_ = false;
  if (auto error = system_.Derivatives(t, x_.data(), k_[0].data())) return IntegrationFailure{std::move(error), {}};
  return std::nullopt;
}

// Hairer, Norsett, Wanner I, II.4: a step at which an explicit Euler step changes x and f by about 1 % of their scale.
// States near zero count as a tenth of their nominal value: after an event that set one to 1e-17 the step would be as
// small.
double Dopri5::InitialStep(double limit, std::optional<SolveError>& error) {
  const size_t nx = x_.size();
  double size = 0.1 / tolerance_, slope = 0;
  for (size_t i = 0; i < nx; ++i) {
    const double scale = absolute_[i] + tolerance_ * std::abs(x_[i]);
    size = std::max(size, std::abs(x_[i]) / scale);
    slope = std::max(slope, std::abs(k_[0][i]) / scale);
  }
  const double span = limit - time_;
  double h0 = slope < 1e-10 ? 1e-6 : 0.01 * size / slope;
  h0 = std::min({h0, span, longest_step_});
  for (size_t i = 0; i < nx; ++i) trial_[i] = x_[i] + h0 * k_[0][i];
  error = system_.Derivatives(time_ + h0, trial_.data(), k_[1].data());
  if (error) return h0;
  double bend = 0;
  for (size_t i = 0; i < nx; ++i) {
    const double scale = absolute_[i] + tolerance_ * std::abs(x_[i]);
    bend = std::max(bend, std::abs(k_[1][i] - k_[0][i]) / scale / h0);
  }
  const double steepest = std::max(slope, bend);
  const double h1 = steepest <= 1e-15 ? std::max(1e-6, h0 * 1e-3) : std::pow(0.01 / steepest, 0.2);
  return std::min({100 * h0, h1, span, longest_step_});
}

std::optional<SolveError> Dopri5::Stages(double h) {
  const size_t nx = x_.size();
  for (int stage = 1; stage < kStages; ++stage) {
    Vector& x = stage == kStages - 1 ? x_new_ : stage == kStages - 2 ? x_stage_ : trial_;
    for (size_t i = 0; i < nx; ++i) {
      double sum = 0;
      for (int j = 0; j < stage; ++j) sum += kA[stage][j] * k_[j][i];
      x[i] = x_[i] + h * sum;
    }
    if (auto error = system_.Derivatives(time_ + kC[stage] * h, x.data(), k_[stage].data())) return error;
  }
  return std::nullopt;
}

double Dopri5::ScaledError(double h) const {
  double worst = 0;
  for (size_t i = 0; i < x_.size(); ++i) {
    double sum = 0;
    for (int j = 0; j < kStages; ++j) sum += kE[j] * k_[j][i];
    const double scale = absolute_[i] + tolerance_ * std::max(std::abs(x_[i]), std::abs(x_new_[i]));
    const double error = std::abs(h * sum) / scale;
    if (!(error <= worst)) worst = error;  // also takes NaN
  }
  return worst;
}

void Dopri5::PrepareInterpolation(double h) {
  for (size_t i = 0; i < x_.size(); ++i) {
    const double rise = x_new_[i] - x_[i];
    const double bend = h * k_[0][i] - rise;
    interpolation_[0][i] = x_[i];
    interpolation_[1][i] = rise;
    interpolation_[2][i] = bend;
    interpolation_[3][i] = rise - h * k_[6][i] - bend;
    double sum = 0;
    for (int j = 0; j < kStages; ++j) sum += kD[j] * k_[j][i];
    interpolation_[4][i] = h * sum;
  }
}

void Dopri5::Interpolate(double t, double* x) const {
  const double s = (t - previous_time_) / (time_ - previous_time_);
  for (size_t i = 0; i < x_.size(); ++i) {
    x[i] = interpolation_[0][i] +
           s * (interpolation_[1][i] +
                (1 - s) * (interpolation_[2][i] + s * (interpolation_[3][i] + (1 - s) * interpolation_[4][i])));
  }
}

// |f(x_new) - f(stage 6)| / |x_new - stage 6| approximates the dominant eigenvalue: both stages are at t + h.
void Dopri5::TestStiffness(double h) {
  double numerator = 0, denominator = 0;
  for (size_t i = 0; i < x_.size(); ++i) {
    numerator += (k_[6][i] - k_[5][i]) * (k_[6][i] - k_[5][i]);
    denominator += (x_new_[i] - x_stage_[i]) * (x_new_[i] - x_stage_[i]);
  }
  if (denominator > 0 && h * std::sqrt(numerator / denominator) > kStabilityBoundary) {
    nonstiff_count_ = 0;
    if (++stiff_count_ == kStiffSteps) stiff_ = true;
  } else if (++nonstiff_count_ == kNonstiffSteps) {
    stiff_count_ = 0;
  }
}

std::optional<IntegrationFailure> Dopri5::Step(double limit) {
  std::optional<SolveError> error;
  if (h_ == 0) h_ = fixed_step_ > 0 ? fixed_step_ : InitialStep(limit, error);
  double h = std::min(h_, longest_step_);
  while (true) {
    const double remaining = limit - time_;
    const bool to_limit = h * 1.01 >= remaining;
    if (to_limit) {
      h = remaining;
    } else if (h * 2 > remaining && fixed_step_ == 0) {
      h = remaining / 2;  // two even steps rather than one and a stump
    }
    if (!to_limit && h <= 16 * DBL_EPSILON * std::max(std::abs(time_), 1e-10)) {
      if (error) return IntegrationFailure{std::move(error), {}};
      return IntegrationFailure{
          std::nullopt,
          fmt::format("the error test fails however small the step (dopri5, step {:.3g} s)\n  hint: a solution "
                      "grows without bound here, or noEvent hides a discontinuity",
                      h)};
    }
    error = Stages(h);
    if (error) {
      ++rejected_steps_;
      rejected_last_ = true;
      if (h <= 16 * DBL_EPSILON * std::max(std::abs(time_), 1e-10)) return IntegrationFailure{std::move(error), {}};
      h /= 4;
      continue;
    }
    const double scaled = fixed_step_ > 0 ? 0.0 : ScaledError(h);
    double factor = kGreatestFactor;
    if (scaled > 0) {
      factor = kSafety * std::pow(old_error_, kBeta) / std::pow(scaled, kErrorExponent);
      factor = std::clamp(factor, kLeastFactor, kGreatestFactor);
    }
    if (!(scaled <= 1)) {
      ++rejected_steps_;
      rejected_last_ = true;
      h *= std::isfinite(scaled) ? std::clamp(kSafety / std::pow(scaled, kErrorExponent), kLeastFactor, 0.95)
                                 : kLeastFactor;
      continue;
    }
    if (rejected_last_) factor = std::min(factor, 1.0);
    rejected_last_ = false;
    old_error_ = std::max(scaled, 1e-4);
    TestStiffness(h);
    previous_time_ = time_;
    time_ = to_limit ? limit : time_ + h;
    PrepareInterpolation(h);
    std::swap(x_, x_new_);
    std::swap(k_[0], k_[6]);
    h_ = fixed_step_ > 0 ? fixed_step_ : h * factor;
    ++steps_;
    // Stage 7 was evaluated at the new point: the slots hold it, but at t + h in floating point.
    if (system_.program().time != kNoSlot) system_.slots()[system_.program().time] = time_;
    return std::nullopt;
  }
}

bool Dopri5::Shorten(double t) {
  // Step left the former point in the other halves of the swaps.
  std::swap(x_, x_new_);
  std::swap(k_[0], k_[6]);
  const double end = time_;
  time_ = previous_time_;
  const double h = t - time_;
  const bool failed = Stages(h).has_value();
  if (!failed) PrepareInterpolation(h);
  time_ = failed ? end : t;
  std::swap(x_, x_new_);
  std::swap(k_[0], k_[6]);
  if (system_.program().time != kNoSlot) system_.slots()[system_.program().time] = time_;
  return !failed;
}

}  // namespace stiction::runtime
