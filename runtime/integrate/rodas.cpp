// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/rodas.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfloat>
#include <cmath>

#include "runtime/integrate/rodas_coefficients.h"
#include "runtime/integrate/vector_loops.h"

namespace stiction::runtime {
namespace {

using rodas::kStages;

// Of the tolerance asked for. Its errors at kToleranceOfStep were ten times smaller than those of the other methods.
constexpr double kToleranceOfRodasStep = 3 * kToleranceOfStep;
constexpr double kSafety = 0.9;
constexpr double kMinFactor = 0.2;
constexpr double kMaxFactor = 6;
constexpr double kErrorExponent = 0.2;
constexpr double kWorthless = 1.2;  // a step longer by less is not worth a factorisation
constexpr double kMinOldError = 0.01;
constexpr double kWorthTelling = 0.9;  // of the step wanted: a shorter one tells nothing of how errors change
// An explicit method would need that many steps for one of these: it is no dearer then.
constexpr double kNotStiff = 2;

void Add(const std::vector<double>& from, std::vector<double>& to) {
  for (size_t i = 0; i < to.size(); ++i) to[i] += from[i];
}

// c[0] + s (c[1] + s (c[2] + s (c[3] + s c[4])))
double Evaluate(const std::array<std::vector<double>, 5>& c, double s, size_t i) {
  return c[0][i] + s * (c[1][i] + s * (c[2][i] + s * (c[3][i] + s * c[4][i])));
}

}  // namespace

Rodas::Rodas(ContinuousSystem& system, double tolerance)
    : system_(system), tolerance_(kToleranceOfRodasStep * tolerance), scales_(system, tolerance_) {
  const size_t nx = system.state_count();
  for (Vector* vector : {&x_, &x_new_, &x_stage_, &f_, &f_new_, &residual_, &direction_, &image_}) vector->resize(nx);
  for (Vector& stage : k_) stage.resize(nx);
  for (Vector& coefficient : polynomial_) coefficient.resize(nx);
}

std::optional<IntegrationFailure> Rodas::Reset(double t) {
  previous_time_ = time_ = t;
  system_.Refresh();
  if (!jacobian_) {
    jacobian_ = std::make_unique<OdeJacobian>(system_);
    matrix_ = std::make_unique<IterationMatrix>(jacobian_->column_begin(), jacobian_->row_of());
  }
  jacobian_->Refresh();
  system_.GetStates(x_.data());
  old_step_ = 0;
  has_jacobian_ = is_linear_ = false;
  if (auto error = system_.Derivatives(t, x_.data(), f_.data())) return IntegrationFailure{std::move(error), {}};
  if (scales_.Begin(t, x_.data(), f_.data(), longest_step_)) {
    if (auto error = system_.Derivatives(t, x_.data(), f_.data())) return IntegrationFailure{std::move(error), {}};
  }
  return std::nullopt;
}

void Rodas::TakeOver(double step) {
  h_ = step;
  stiff_ = true;
  seen_steps_ = 0;
  log_growth_ = explicit_steps_ = 0;
}

std::optional<SolveError> Rodas::ComputeJacobian(double limit) {
  if (has_jacobian_) return std::nullopt;
  const double ahead = std::min({h_ > 0 ? h_ : limit - time_, limit - time_, longest_step_});
  if (auto error = jacobian_->Compute(time_, x_.data(), f_.data(), ahead, scales_)) return error;
  scales_.TakeJacobian(jacobian_->column_begin(), jacobian_->row_of(), jacobian_->values());
  has_jacobian_ = true;
  is_linear_ = jacobian_->values() == old_jacobian_;
  if (!is_linear_) old_jacobian_ = jacobian_->values();
  return std::nullopt;
}

// Hairer, Norsett, Wanner I, II.4, with x'' = J f + f_t. States near zero count as a tenth of their nominal value:
// after an event that set one to 1e-17 the step would be as small. At the tolerance of the other methods: what comes
// after an event may be short.
double Rodas::InitialStep(double limit) const {
  constexpr double kShare = kToleranceOfStep / kToleranceOfRodasStep;
  Vector bend(x_.size());
  jacobian_->Multiply(f_.data(), bend.data());
  double size = 0.1 / (kShare * tolerance_), slope = 0, curvature = 0;
  for (size_t i = 0; i < x_.size(); ++i) {
    const double scale = kShare * (scales_.absolute()[i] + tolerance_ * std::abs(x_[i]));
    size = std::max(size, std::abs(x_[i]) / scale);
    slope = std::max(slope, std::abs(f_[i]) / scale);
    curvature = std::max(curvature, std::abs(bend[i] + jacobian_->by_time()[i]) / scale);
  }
  const double span = std::min(limit - time_, longest_step_);
  const double h0 = std::min(slope * span < 1e-10 * size ? 1e-6 * span : 0.01 * size / slope, span);
  const double steepest = std::max(slope, curvature);
  const double h1 = steepest * h0 <= 1e-15 ? 1e-3 * h0 : std::pow(0.01 / steepest, 0.2);
  return std::min({100 * h0, h1, span});
}

std::optional<SolveError> Rodas::Stages(double h) {
  const size_t nx = x_.size();
  const double* k[kStages];
  for (int j = 0; j < kStages; ++j) k[j] = k_[j].data();
  const double* f = f_.data();
  const double one = 1;
  for (int i = 0; i < kStages; ++i) {
    if (i > 0) {
      if (i < 6) AddStages(x_.data(), 1, k, rodas::kA[i], i, x_stage_.data(), nx);
      if (i == 6) AddStages(x_stage_.data(), 1, k + 5, &one, 1, x_new_.data(), nx);
      if (i == 7) Add(k_[6], x_new_);
      const Vector& argument = i < 6 ? x_stage_ : x_new_;
      if (auto error = system_.Derivatives(time_ + rodas::kC[i] * h, argument.data(), f_new_.data())) return error;
      f = f_new_.data();
    }
    double* const stage = k_[i].data();
    if (i == 0) {
      std::copy_n(f, nx, stage);
    } else {
      AddStages(f, 1 / h, k, rodas::kCoupling[i], std::min(i, 6), stage, nx);
      if (i == kStages - 1) {
        const double last = rodas::kCoupling[i][6] / h;
        for (size_t n = 0; n < nx; ++n) stage[n] += last * k[6][n];
      }
    }
    if (rodas::kD[i] != 0 && jacobian_->depends_on_time()) {
      const double factor = rodas::kD[i] * h;
      const double* const by_time = jacobian_->by_time().data();
      for (size_t n = 0; n < nx; ++n) stage[n] += factor * by_time[n];
    }
    matrix_->Solve(stage);
  }
  Add(k_[kStages - 1], x_new_);
  return std::nullopt;
}

// @pre x_new_ is the end of the step
double Rodas::Scaled(const Vector& errors) const {
  double largest = 0, probe = 0;
  for (size_t i = 0; i < x_.size(); ++i) {
    const double scale = scales_.absolute()[i] + tolerance_ * std::max(std::abs(x_[i]), std::abs(x_new_[i]));
    const double error = std::abs(errors[i]) / scale;
    largest = std::max(largest, error);
    probe += error * 0.0;
  }
  return largest + probe;  // NaN if any is
}

// The dense output as a polynomial in s.
void Rodas::PrepareInterpolation(double h) {
  std::array<Vector, 5>& c = polynomial_;
  const auto sum = [&](const double* w, size_t i) {
    return w[0] * k_[0][i] + w[1] * k_[1][i] + w[2] * k_[2][i] + w[3] * k_[3][i] + w[4] * k_[4][i] + w[5] * k_[5][i] +
           w[6] * k_[6][i] + w[7] * k_[7][i];
  };
  for (size_t i = 0; i < x_.size(); ++i) {
    const double h1 = sum(rodas::kDense[0], i), h2 = sum(rodas::kDense[1], i), h3 = sum(rodas::kDense[2], i);
    c[0][i] = x_[i];
    c[1][i] = x_new_[i] - x_[i] + h1;
    c[2][i] = h2 - h1;
    c[3][i] = h3 - h2;
    c[4][i] = -h3;
  }
  step_ = h;
}

// The error of the dense output at s: W^-1 (x' - f(t, x)), which is -J^-1 times the residual where that is stiff, and a
// part of h times the residual where it is not. The error at the end says nothing of it: a stiff component is exact
// there however long the step.
// @pre the matrix is that of the step, step_ its width, x_new_ its other end
std::optional<SolveError> Rodas::ErrorInside(double begin, double s, double& error) {
  const size_t nx = x_.size();
  const std::array<Vector, 5>& c = polynomial_;
  for (size_t i = 0; i < nx; ++i) x_stage_[i] = Evaluate(c, s, i);
  if (auto failure = system_.Derivatives(begin + s * step_, x_stage_.data(), residual_.data())) return failure;
  for (size_t i = 0; i < nx; ++i) {
    const double slope = c[1][i] + s * (2 * c[2][i] + s * (3 * c[3][i] + s * 4 * c[4][i]));
    residual_[i] = slope / step_ - residual_[i];
  }
  matrix_->Solve(residual_.data());
  error = Scaled(residual_);
  return std::nullopt;
}

bool Rodas::GoOnFrom(const double* x, std::optional<IntegrationFailure>& failure) {
  std::copy_n(x, x_.size(), x_.begin());
  if (auto error = system_.Derivatives(time_, x_.data(), f_.data())) failure = IntegrationFailure{std::move(error), {}};
  return true;
}

// The method steps over fast decaying components, which its dense output has only roughly, in sizes that decide
// relations between small operands; and a step may pass over a peak that none of its stages meets. An event is at the
// end of a step.
bool Rodas::HoldsAt(double t) { return !(t > previous_time_ && t < time_); }

void Rodas::Interpolate(double t, double* x) const {
  if (t == time_) {
    std::copy(x_.begin(), x_.end(), x);
    return;
  }
  const double s = (t - previous_time_) / step_;
  for (size_t i = 0; i < x_.size(); ++i) x[i] = Evaluate(polynomial_, s, i);
}

void Rodas::InterpolateSome(double t, const std::vector<int32_t>& states, double* x) const {
  const double s = (t - previous_time_) / step_;
  for (const int32_t state : states) {
    const auto i = static_cast<size_t>(state);
    x[i] = t == time_ ? x_[i] : Evaluate(polynomial_, s, i);
  }
}

// @pre the last step was one of Step
bool Rodas::Redo(double limit, std::optional<IntegrationFailure>& failure) {
  std::swap(x_, x_new_);
  std::swap(f_, f_new_);
  time_ = previous_time_;
  h_ = limit - time_;
  has_jacobian_ = false;
  --steps_;
  failure = Step(limit);
  return true;
}

// J is multiplied twice a step onto a vector that goes on from step to step: lengths of complex pairs alternate, their
// product is the square of the modulus, on average.
void Rodas::EstimateSpectralRadius(double h) {
  double length = 0, largest = 0;
  for (const double value : direction_) largest = std::max(largest, std::abs(value));
  if (!(largest > 0 && std::isfinite(largest))) {
    for (size_t i = 0; i < direction_.size(); ++i) direction_[i] = 1 + 0.1 * static_cast<double>(i % 7);
    largest = 2;
  }
  double before = 0;
  for (double& value : direction_) {
    value /= largest;
    before += value * value;
  }
  jacobian_->Multiply(direction_.data(), image_.data());
  jacobian_->Multiply(image_.data(), direction_.data());
  for (const double value : direction_) length += value * value;
  const double least = 0.01 / h;  // what is slower does not matter
  const double growth = std::sqrt(std::sqrt(length / before));
  log_growth_ += std::log(growth > least ? growth : least);
}

// Sums up how many steps of an explicit method the steps of a window would have been.
void Rodas::ObserveStiffness(double h) {
  if (watched_steps_ == 0) return;
  EstimateSpectralRadius(h);
  ++seen_steps_;
  const double radius = std::exp(log_growth_ / seen_steps_);
  explicit_steps_ += std::max(1.0, h * radius / reach_);
  if (seen_steps_ < watched_steps_) return;
  stiff_ = !(explicit_steps_ <= kNotStiff * seen_steps_);
  seen_steps_ = 0;
  log_growth_ = explicit_steps_ = 0;
}

// @param wanted the step that was to be made; a limit may have cut it short
double Rodas::NextStep(double h, double wanted, double error, bool first_try) {
  const bool was_cut = first_try && h < kWorthTelling * wanted;
  double factor = error > 0 ? kSafety * std::pow(error, -kErrorExponent) : kMaxFactor;
  if (old_step_ > 0 && error > 0 && !was_cut) {
    const double predicted = kSafety * h / old_step_ * std::pow(old_error_ / (error * error), kErrorExponent);
    factor = std::min(factor, predicted);
  }
  factor = std::clamp(factor, kMinFactor, kMaxFactor);
  if (!first_try) factor = std::min(factor, 1.0);
  if (is_linear_ && factor >= 1 && factor <= kWorthless) factor = 1;
  if (!was_cut) {
    old_step_ = h;
    old_error_ = std::max(error, kMinOldError);
  }
  return factor * h;
}

double Rodas::TryStep(double h, std::optional<SolveError>& error) {
  error = Stages(h);
  if (error) return 0;
  const double scaled = fixed_step_ > 0 ? 0.0 : Scaled(k_[kStages - 1]);
  if (!(scaled <= 1)) return scaled;
  PrepareInterpolation(h);
  double inside = 0;
  if (fixed_step_ == 0) error = ErrorInside(time_, 0.5, inside);
  if (!error) error = system_.Derivatives(time_ + h, x_new_.data(), f_new_.data());
  return inside <= scaled ? scaled : inside;
}

std::optional<IntegrationFailure> Rodas::Step(double limit) {
  if (auto error = ComputeJacobian(limit)) return IntegrationFailure{std::move(error), {}};
  if (h_ == 0) h_ = fixed_step_ > 0 ? fixed_step_ : InitialStep(limit);
  std::optional<SolveError> error;
  const double least = LeastStep(time_);
  double h = std::max(std::min(h_, longest_step_), 2 * least);
  const double wanted = h;
  bool is_singular = false;
  for (bool first_try = true;; first_try = false) {
    const FittedStep fitted = FitStep(h, limit - time_, fixed_step_ == 0);
    const bool to_limit = fitted.to_limit;
    h = fitted.h;
    const bool is_least = h <= least;
    if (is_least && (!to_limit || !first_try)) {
      if (error) return IntegrationFailure{std::move(error), {}};
      return HoweverSmallTheStep(is_singular ? "the iteration matrix is singular" : "the error test fails",
                                 fmt::format("rodas, step {:.3g} s", h), is_singular);
    }
    is_singular = !matrix_->Factorize(1 / (rodas::kGamma * h), jacobian_->values());
    if (is_singular) {
      h /= 2;
      continue;
    }
    const double scaled = TryStep(h, error);
    if (error) {
      h /= 4;
      continue;
    }
    if (!(scaled <= 1)) {
      if (std::isfinite(scaled)) scales_.Reject(time_, x_.data(), h);
      h *= std::isfinite(scaled) ? std::clamp(kSafety * std::pow(scaled, -kErrorExponent), kMinFactor, 0.95)
                                 : kMinFactor;
      continue;
    }
    ObserveStiffness(h);
    const double next = NextStep(h, wanted, scaled, first_try);
    previous_time_ = time_;
    time_ = to_limit ? limit : time_ + h;
    std::swap(x_, x_new_);
    std::swap(f_, f_new_);
    has_jacobian_ = false;
    // A step that a limit cut short says nothing against a longer one.
    h_ = fixed_step_ > 0 ? fixed_step_ : std::max(next, next >= h && first_try ? wanted : 0.0);
    scales_.Accept(x_.data(), h);
    if (scales_.LookAgain(time_, x_.data())) {
      if (auto failure = system_.Derivatives(time_, x_.data(), f_.data()))
        return IntegrationFailure{std::move(failure), {}};
    }
    ++steps_;
    return std::nullopt;
  }
}

}  // namespace stiction::runtime
