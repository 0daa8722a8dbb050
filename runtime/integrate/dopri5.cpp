// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/dopri5.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>

#include "runtime/integrate/vector_loops.h"

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

// Nodes of Refine, and the integrals of their Lagrange polynomials: int_0^s l_j = sum_m of_power[m - 1][j] s^m.
constexpr double kNodes[] = {0, 1.0 / 3, 1.0 / 2, 2.0 / 3, 1};
struct Integrals {
  std::array<std::array<double, 5>, 5> of_power{};
};
constexpr Integrals MakeIntegrals() {
  Integrals integrals;
  for (size_t j = 0; j < 5; ++j) {
    std::array<double, 5> polynomial{1, 0, 0, 0, 0};
    double scale = 1;
    size_t degree = 0;
    for (size_t i = 0; i < 5; ++i) {
      if (i == j) continue;
      scale *= kNodes[j] - kNodes[i];
      ++degree;
      for (size_t m = degree; m > 0; --m) polynomial[m] = polynomial[m - 1] - kNodes[i] * polynomial[m];
      polynomial[0] *= -kNodes[i];
    }
    for (size_t m = 0; m < 5; ++m) integrals.of_power[m][j] = polynomial[m] / scale / static_cast<double>(m + 1);
  }
  return integrals;
}
constexpr Integrals kIntegrals = MakeIntegrals();

constexpr double kMaxDefect = 100;  // of the slope inside a step, times its width, in tolerances of a step

constexpr double kSafety = 0.9;
constexpr double kMinFactor = 0.2;
constexpr double kMaxFactor = 5;
constexpr double kBeta = 0.04;  // of the PI control
constexpr double kErrorExponent = 0.2 - 0.75 * kBeta;
// Of |h lambda|, lambda the largest eigenvalue: a motion that takes part in the solution is resolved by steps of less.
// The method is stable up to 3.25, but errors that a stiff component makes of a smooth solution keep it below.
constexpr double kResolved = 1;
constexpr int kNonstiffSteps = 6;
// Inside a step of a larger scaled error than this an event is placed on refined dense output.
constexpr double kErrorToRefine = 0.02;
const double kLogLeastError = std::log(1e-4);

}  // namespace

Dopri5::Dopri5(ContinuousSystem& system, double tolerance)
    : system_(system), tolerance_(kToleranceOfStep * tolerance), scales_(system, tolerance_) {
  const size_t nx = system.state_count();
  for (Vector* vector : {&x_, &x_new_, &x_stage_, &trial_, &slope_, &defect_}) vector->resize(nx);
  for (Vector& stage : k_) stage.resize(nx);
  rise_.resize(nx);
  log_old_error_ = kLogLeastError;
}

std::optional<IntegrationFailure> Dopri5::Reset(double t) {
  spacing_.Restart(t);
  previous_time_ = time_ = t;
  system_.GetStates(x_.data());
  log_old_error_ = kLogLeastError;
  rejected_last_ = false;
  if (auto error = system_.Derivatives(t, x_.data(), k_[0].data())) return IntegrationFailure{std::move(error), {}};
  if (scales_.Begin(t, x_.data(), k_[0].data(), longest_step_)) {
    if (auto error = system_.Derivatives(t, x_.data(), k_[0].data())) return IntegrationFailure{std::move(error), {}};
  }
  return std::nullopt;
}

void Dopri5::TakeOver(double step) {
  h_ = step;
  stiff_ = false;
  stiff_count_ = nonstiff_count_ = 0;
  stiff_reach_ = 0;
}

// Hairer, Norsett, Wanner I, II.4: a step at which an explicit Euler step changes x and f by about 1 % of their scale.
// States near zero count as a tenth of their nominal value: after an event that set one to 1e-17 the step would be as
// small.
double Dopri5::InitialStep(double limit, std::optional<SolveError>& error) {
  const size_t nx = x_.size();
  double size = 0.1 / tolerance_, slope = 0;
  for (size_t i = 0; i < nx; ++i) {
    const double scale = scales_.absolute()[i] + tolerance_ * std::abs(x_[i]);
    size = std::max(size, std::abs(x_[i]) / scale);
    slope = std::max(slope, std::abs(k_[0][i]) / scale);
  }
  const double span = limit - time_;
  double h0 = slope * span < 1e-10 * size ? 1e-6 * span : 0.01 * size / slope;
  h0 = std::min({h0, span, longest_step_});
  for (size_t i = 0; i < nx; ++i) trial_[i] = x_[i] + h0 * k_[0][i];
  error = system_.Derivatives(time_ + h0, trial_.data(), k_[1].data());
  if (error) return h0;
  double bend = 0;
  for (size_t i = 0; i < nx; ++i) {
    const double scale = scales_.absolute()[i] + tolerance_ * std::abs(x_[i]);
    bend = std::max(bend, std::abs(k_[1][i] - k_[0][i]) / scale / h0);
  }
  const double steepest = std::max(slope, bend);
  const double h1 = steepest * h0 <= 1e-15 ? 1e-3 * h0 : std::pow(0.01 / steepest, 0.2);
  return std::min({100 * h0, h1, span, longest_step_});
}

// @param checked whether each derivative is looked at: else one that is not finite shows in the error of the step
std::optional<SolveError> Dopri5::Stages(double h, bool checked) {
  const size_t nx = x_.size();
  const double* k[kStages];
  for (int j = 0; j < kStages; ++j) k[j] = k_[j].data();
  const auto evaluate = [&](int stage, const Vector& x) {
    const double t = time_ + kC[stage] * h;
    double* const f = k_[stage].data();
    return checked ? system_.Derivatives(t, x.data(), f) : system_.DerivativesUnchecked(t, x.data(), f);
  };
  for (int stage = 1; stage < kStages - 1; ++stage) {
    Vector& x = stage == kStages - 2 ? x_stage_ : trial_;
    AddStages(x_.data(), h, k, kA[stage], stage, x.data(), nx);
    if (auto error = evaluate(stage, x)) return error;
    if (stage == 2 || stage == 3) system_.TakeProbe(stage - 2, time_ + kC[stage] * h);
  }
  // The second stage has no weight in the result.
  const double* weighted[] = {k[0], k[2], k[3], k[4], k[5]};
  const double* a = kA[kStages - 1];
  const double weights[] = {a[0], a[2], a[3], a[4], a[5]};
  AddStages(x_.data(), h, weighted, weights, 5, x_new_.data(), nx);
  return evaluate(kStages - 1, x_new_);
}

double Dopri5::ScaledError(double h) {
  const double* weighted[] = {k_[0].data(), k_[2].data(), k_[3].data(), k_[4].data(), k_[5].data(), k_[6].data()};
  const double weights[] = {kE[0], kE[2], kE[3], kE[4], kE[5], kE[6]};
  return LargestError(weighted, weights, h, scales_.absolute().data(), tolerance_, x_.data(), x_new_.data(), x_.size());
}

const Dopri5::Combination& Dopri5::At(double t) const {
  if (t != combination_time_) combination_ = MakeCombination(t);
  combination_time_ = t;
  return combination_;
}

// After a step k_[6] is f at its beginning and k_[0] at its end, x_new_ is x at its beginning.
Dopri5::Combination Dopri5::MakeCombination(double t) const {
  const double s = (t - previous_time_) / step_;
  Combination at;
  if (!is_refined_) {
    // Of order 4; the weights of the end of the step in its cubic part, and those of the continuous extension.
    const double r = 1 - s;
    const double of_end = s * s * (3 - 2 * s), of_bend = s * s * r * r;
    const double* const b = kA[kStages - 1];
    at.f = {k_[6].data(), k_[2].data(), k_[3].data(), k_[4].data(), k_[5].data(), k_[0].data()};
    at.weight = {b[0] * of_end + kD[0] * of_bend + s * r * r,
                 b[2] * of_end + kD[2] * of_bend,
                 b[3] * of_end + kD[3] * of_bend,
                 b[4] * of_end + kD[4] * of_bend,
                 b[5] * of_end + kD[5] * of_bend,
                 kD[6] * of_bend - s * s * r};
    return at;
  }
  const double s5 = s * s * s * s * s;
  at.f = {k_[6].data(), inner_[0].data(), inner_[1].data(), inner_[2].data(), k_[0].data(), rise_.data()};
  for (size_t j = 0; j < 5; ++j) {
    double integral = 0, whole = 0;
    for (size_t m = 5; m-- > 0;) {
      integral = (integral + kIntegrals.of_power[m][j]) * s;
      whole += kIntegrals.of_power[m][j];
    }
    at.weight[j] = integral - s5 * whole;
  }
  at.weight[5] = s5;
  return at;
}

// The derivative of MakeCombination by s.
Dopri5::Combination Dopri5::SlopeAt(double s) const {
  Combination at = MakeCombination(previous_time_ + s * step_);
  if (!is_refined_) {
    const double r = 1 - s, of_end = 6 * s * r, of_bend = 2 * s * r * (r - s);
    const double* const b = kA[kStages - 1];
    at.weight = {b[0] * of_end + kD[0] * of_bend + r * (r - 2 * s),
                 b[2] * of_end + kD[2] * of_bend,
                 b[3] * of_end + kD[3] * of_bend,
                 b[4] * of_end + kD[4] * of_bend,
                 b[5] * of_end + kD[5] * of_bend,
                 kD[6] * of_bend + s * (s - 2 * r)};
  } else {
    const double slope_of_s5 = 5 * s * s * s * s;
    for (size_t j = 0; j < 5; ++j) {
      double slope = 0, whole = 0;
      for (size_t m = 5; m-- > 0;) {
        slope = slope * s + static_cast<double>(m + 1) * kIntegrals.of_power[m][j];
        whole += kIntegrals.of_power[m][j];
      }
      at.weight[j] = slope - slope_of_s5 * whole;
    }
    at.weight[5] = slope_of_s5;
  }
  return at;
}

// True if the slope of the dense output is that of the model: a step may pass over a peak that none of its stages
// meets, and an event in there is not where the step has it.
bool Dopri5::HoldsAt(double t) {
  const double s = (t - previous_time_) / step_;
  if (!(s > 0 && s < 1)) return true;
  const size_t nx = x_.size();
  Interpolate(t, trial_.data());
  if (system_.Derivatives(t, trial_.data(), slope_.data())) return false;
  const Combination at = SlopeAt(s);
  AddStages(slope_.data(), -1, at.f.data(), at.weight.data(), kCombined, defect_.data(), nx);
  const double* const defect[] = {defect_.data(), defect_.data(), defect_.data(),
                                  defect_.data(), defect_.data(), defect_.data()};
  const double once[] = {1, 0, 0, 0, 0, 0};
  return LargestError(defect, once, step_, scales_.absolute().data(), tolerance_, x_new_.data(), x_.data(), nx) <=
         kMaxDefect;
}

bool Dopri5::Redo(double limit, std::optional<IntegrationFailure>& failure) {
  std::swap(x_, x_new_);
  std::swap(k_[0], k_[6]);
  time_ = previous_time_;
  h_ = limit - time_;
  spacing_.TakeBack();
  --steps_;
  failure = Step(limit);
  return true;
}

bool Dopri5::GoOnFrom(const double* x, std::optional<IntegrationFailure>& failure) {
  std::copy_n(x, x_.size(), x_.begin());
  if (auto error = system_.Derivatives(time_, x_.data(), k_[0].data()))
    failure = IntegrationFailure{std::move(error), {}};
  return true;
}

// X = x0 + the integral of the polynomial through f at five points, three of them on the continuous extension: their
// errors of order h^5 enter times h, as the error of the quadrature does. The end stays where the step put it. Where
// the error of the step is far below the tolerance the continuous extension is good enough.
bool Dopri5::Refine() {
  if (is_refined_ || error_of_step_ <= kErrorToRefine) return false;
  const size_t nx = x_.size();
  for (size_t j = 0; j < 3; ++j) {
    inner_[j].resize(nx);
    const double t = previous_time_ + kNodes[j + 1] * step_;
    Interpolate(t, trial_.data());
    if (system_.Derivatives(t, trial_.data(), inner_[j].data())) return false;
  }
  for (size_t i = 0; i < nx; ++i) rise_[i] = (x_[i] - x_new_[i]) / step_;
  is_refined_ = true;
  ForgetCombination();
  return true;
}

void Dopri5::Interpolate(double t, double* x) const {
  if (t == time_) {
    std::copy(x_.begin(), x_.end(), x);
    return;
  }
  const Combination& at = At(t);
  AddStages(x_new_.data(), step_, at.f.data(), at.weight.data(), kCombined, x, x_.size());
}

void Dopri5::InterpolateSome(double t, const std::vector<int32_t>& states, double* x) const {
  if (t == time_) {
    for (const int32_t i : states) x[i] = x_[static_cast<size_t>(i)];
    return;
  }
  const Combination& at = At(t);
  for (const int32_t i : states) {
    double sum = 0;
    for (int j = 0; j < kCombined; ++j) sum += at.weight[static_cast<size_t>(j)] * at.f[static_cast<size_t>(j)][i];
    x[i] = x_new_[static_cast<size_t>(i)] + step_ * sum;
  }
}

// |f(x_new) - f(stage 6)| / |x_new - stage 6| approximates the dominant eigenvalue: both stages are at t + h.
void Dopri5::TestStiffness(double h) {
  double numerator = 0, denominator = 0;
  for (size_t i = 0; i < x_.size(); ++i) {
    numerator += (k_[6][i] - k_[5][i]) * (k_[6][i] - k_[5][i]);
    denominator += (x_new_[i] - x_stage_[i]) * (x_new_[i] - x_stage_[i]);
  }
  const double reach = denominator > 0 ? h * std::sqrt(numerator / denominator) : 0;
  if (reach > kResolved) {
    nonstiff_count_ = 0;
    stiff_reach_ += reach;
    if (++stiff_count_ == watched_steps_) stiff_ = true;
  } else if (++nonstiff_count_ == kNonstiffSteps) {
    stiff_count_ = 0;
    stiff_reach_ = 0;
  }
}

void Dopri5::TakeStep(double h, double end, double error) {
  previous_time_ = time_;
  time_ = end;
  step_ = h;
  error_of_step_ = error;
  is_refined_ = false;
  ForgetCombination();
  has_probes_ = true;
  spacing_.Step();
  std::swap(x_, x_new_);
  std::swap(k_[0], k_[6]);
}

std::optional<IntegrationFailure> Dopri5::Step(double limit) {
  std::optional<SolveError> error;
  if (h_ == 0) h_ = fixed_step_ > 0 ? fixed_step_ : InitialStep(limit, error);
  double h = std::min(h_, longest_step_);
  // Events that follow each other ever faster say nothing of how small a step has to be.
  const double least = LeastStep(time_);
  if (fixed_step_ == 0) h = std::max(std::min(h, spacing_.Longest()), 2 * least);
  const double wanted = std::min(h_, longest_step_);
  bool checked = false;
  while (true) {
    const FittedStep fitted = FitStep(h, limit - time_, fixed_step_ == 0);
    const bool to_limit = fitted.to_limit;
    h = fitted.h;
    if (!to_limit && h <= least) {
      if (error) return IntegrationFailure{std::move(error), {}};
      return HoweverSmallTheStep("the error test fails", fmt::format("dopri5, step {:.3g} s", h));
    }
    error = Stages(h, checked);
    if (error) {
      rejected_last_ = true;
      if (h <= least) return IntegrationFailure{std::move(error), {}};
      h /= 4;
      continue;
    }
    const double error_now = ScaledError(h);
    if (!std::isfinite(error_now) && !checked) {
      checked = true;  // the solver of blocks tells which equation is at fault, if one is
      continue;
    }
    const double scaled = fixed_step_ > 0 ? 0.0 : error_now;
    const double log_error = std::log(scaled);
    double factor = kMaxFactor;
    if (scaled > 0) {
      factor = kSafety * std::exp(kBeta * log_old_error_ - kErrorExponent * log_error);
      factor = std::clamp(factor, kMinFactor, kMaxFactor);
    }
    if (!(scaled <= 1)) {
      rejected_last_ = true;
      if (std::isfinite(scaled)) scales_.Reject(time_, x_.data(), h);
      h *=
          std::isfinite(scaled) ? std::clamp(kSafety / std::pow(scaled, kErrorExponent), kMinFactor, 0.95) : kMinFactor;
      continue;
    }
    const bool was_rejected = rejected_last_;
    if (was_rejected) factor = std::min(factor, 1.0);
    rejected_last_ = false;
    log_old_error_ = std::max(log_error, kLogLeastError);
    TestStiffness(h);
    TakeStep(h, to_limit ? limit : time_ + h, error_now);
    // A step that a limit cut short says nothing against a longer one.
    h_ = fixed_step_ > 0 ? fixed_step_ : std::max(h * factor, factor >= 1 && !was_rejected ? wanted : 0.0);
    scales_.Accept(x_.data(), step_);
    if (scales_.LookAgain(time_, x_.data())) {
      if (auto failure = system_.Derivatives(time_, x_.data(), k_[0].data()))
        return IntegrationFailure{std::move(failure), {}};
    }
    ++steps_;
    return std::nullopt;
  }
}

}  // namespace stiction::runtime
