// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/taylor.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace stiction::runtime {
namespace {

constexpr int kMinOrder = 3, kUsualOrder = 10;
// Of a step, in evaluations: what it costs besides its orders, and with proof.
constexpr double kOverhead = 3, kOverheadOfProof = 12;
constexpr double kSafety = 0.9;
// A mode that limits the step though the solution hardly holds it: its amplitude in units of the tolerance is below.
constexpr double kLogAmplitude = 1;
constexpr int kNonstiffSteps = 6;
constexpr double kMuchLonger = 8;  // a step than the mean of those that were limited so: they were a layer, now passed
constexpr int kStepsToPass = 30;   // to singularities ahead
// Errors of the slope times the step, in units of the tolerance of a step, at which a series is trusted. That of the
// last term is about its order.
constexpr double kTrusted = 10;
// A series whose last terms allow a step 2^this times as long may have its large terms still ahead.
constexpr double kLogDoubt = 3;
// The last terms of a long step, in parts of the largest one: those of what is too small to count as yet may grow all
// the while. In tolerances of a step where that is more.
constexpr double kDecayed = 3e-5, kDecayedTolerances = 3;
// Of what its defects may add to a step, in tolerances of it, and how much of a step is worth to be proved that way.
constexpr double kMaxDefect = 1, kWorthwhile = 0.6;
constexpr double kAfterCut = 4;                       // of what is left of a step that was cut short, to the next one
constexpr double kGrowth = 16;                        // of a long step, to the next one
constexpr int kMaxDegree = 4;                         // of a solution that is looked at whether it is a polynomial
constexpr double kProvedParts[] = {0.5, 0.25, 0.75};  // of a step, besides its end
constexpr int kMaxAttempts = 4;  // of a step; more tell that the solution is not as smooth as its series

/// To 0.01; of 0 about -1023.
double RoughLog2(double value) {
  const auto bits = std::bit_cast<uint64_t>(value);
  const double m = std::bit_cast<double>((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
  return static_cast<double>(static_cast<int>(bits >> 52 & 0x7ff) - 1023) + (2 - m / 3) * m - 5.0 / 3;
}

StateSeries SeriesOf(const StraightCode& code) { return {code.kernel, code.states, code.wanted, code.time}; }

}  // namespace

bool Taylor::IsPossible(ContinuousSystem& system) {
  const auto code = system.AsStraightCode();
  return code && KernelSeries::IsPossible(code->kernel);
}

Taylor::Taylor(ContinuousSystem& system, double tolerance)
    : system_(system),
      states_(SeriesOf(*system.AsStraightCode())),
      tolerance_(kToleranceOfStep * tolerance),
      scales_(system, tolerance_) {
  states_.MeasureBy(scales_.absolute(), tolerance_);
  for (Vector* vector : {&slope_, &x_, &x_end_}) vector->resize(system.state_count());
  // The order that costs least where nothing but the tolerance limits a step (Jorba and Zou).
  states_.Reserve(std::clamp(static_cast<int>(1 - std::log(tolerance_) / 2), kMinOrder, kHighestOrder));
}

std::optional<IntegrationFailure> Taylor::Reset(double t) {
  after_cut_ = HUGE_VAL;
  was_cut_ = false;
  spacing_.Restart(t);
  system_.GetStates(x_.data());
  previous_time_ = t;
  if (auto failure = Begin(t)) return failure;
  system_.ReadDerivatives(slope_.data());
  if (!scales_.Begin(t, x_.data(), slope_.data(), longest_step_)) return std::nullopt;
  states_.MeasureBy(scales_.absolute(), tolerance_);
  return Begin(t);
}

// @pre x_ holds the states at t
std::optional<IntegrationFailure> Taylor::Begin(double t) {
  time_ = t;
  if (auto error = system_.EvaluateIndicators(t, x_.data())) return IntegrationFailure{std::move(error), {}};
  begun_ = true;
  return std::nullopt;
}

bool Taylor::GoOnFrom(const double* x, std::optional<IntegrationFailure>& failure) {
  std::copy_n(x, x_.size(), x_.begin());
  failure = BeginAtEnd();
  return true;
}

// @pre x_ is the end of the last step
std::optional<IntegrationFailure> Taylor::BeginAtEnd() {
  const bool has_changed = scales_.Accept(x_.data(), width_), looked = scales_.LookAgain(time_, x_.data());
  if (has_changed || looked) states_.MeasureBy(scales_.absolute(), tolerance_);
  return Begin(time_);
}

void Taylor::TakeOver(double /*step*/) {
  stiffness_.is_stiff = false;
  ForgetStiffness();
}

// log2 of the step that order k allows.
double Taylor::LogStep(int k) const {
  const auto i = static_cast<size_t>(k);
  return -std::max(log_size_[i] / k, log_size_[i - 1] / (k - 1));
}

// @returns whether it is finite
bool Taylor::Measure(int k) {
  const double size = states_.SizeOf(k);
  log_size_[static_cast<size_t>(k)] = RoughLog2(size);
  return std::isfinite(size);
}

// By how much a lower order would have done, where this one allows more than the longest step. Where nothing moves at
// all the sizes of coefficients tell nothing.
int Taylor::Drop(double log_excess) const {
  if (log_excess > kLogDoubt) return 0;
  return static_cast<int>(std::max(log_excess - 1, 0.0) / 4 * order_);
}

// Coefficients up to an order that allows a step of `longest` or that pays no more. @returns the step
double Taylor::Expand(double longest) {
  const bool is_fixed = fixed_step_ > 0;
  is_doubtful_ = is_exact_ = false;
  states_.Begin(x_.data());
  // The order changes by little from step to step: the sizes of lower ones tell nothing.
  order_ = is_fixed ? fixed_order_ : std::max(kMinOrder, likely_order_ - 1);
  first_measured_ = std::max(order_ - 1, 1);
  states_.Expand(1, order_ - 1);
  if (!Measure(first_measured_)) return 0;
  if (is_fixed) return Measure(order_) ? fixed_step_ : 0;
  const double log_longest = RoughLog2(longest), overhead = wants_proof_ ? kOverheadOfProof : kOverhead;
  double gain = -HUGE_VAL, log_step;
  int losses = 0;
  while (true) {
    if (!Measure(order_)) return 0;
    log_step = LogStep(order_);
    if (log_step >= log_longest) {
      likely_order_ = order_ - Drop(log_step - log_longest);
      break;
    }
    const double gain_now = log_step - RoughLog2(order_ + overhead);
    losses = gain_now <= gain ? losses + 1 : 0;
    if (losses == 0) {
      gain = gain_now;
      likely_order_ = order_;
    }
    if (losses == 2 || order_ == kHighestOrder) break;
    states_.Expand(order_++);
  }
  is_doubtful_ = MayHide(longest);
  is_exact_ = is_doubtful_ && IsExact();
  if (is_exact_) is_doubtful_ = false;
  return log_step >= log_longest ? longest : kSafety * std::exp2(log_step);
}

// A series whose last terms allow a far longer step.
bool Taylor::MayHide(double step) const { return LogStep(order_) > RoughLog2(step) + kLogDoubt; }

// True if the series is the solution itself, up to functions that want proof anyway: constant, or a polynomial.
bool Taylor::IsExact() {
  KernelSeries& kernel = states_.of_kernel();
  if (kernel.StandsStill()) return true;
  int degree = order_;
  while (degree > 0 && states_.SizeOf(degree) == 0) --degree;
  if (degree == order_ || degree > kMaxDegree) return false;
  const int last = std::max(order_ - 1, 2 * degree);
  states_.Expand(order_, last);
  for (int k = order_ + 1; k <= last + 1; ++k) {
    if (states_.SizeOf(k) != 0) return false;
  }
  return kernel.IsPolynomial(degree, last);
}

// lambda from the last coefficients; the amplitude of its mode is that of x_q = amplitude lambda^q / q!. A singularity
// ahead makes such coefficients too, until it is passed: they tell nothing, but where there is no end of them, as with
// a layer that steps leap over from either side.
void Taylor::TestStiffness(double h, bool is_limited_else) {
  if (fixed_step_ > 0) return;
  if (stiffness_.count > 0 && h * stiffness_.count > kMuchLonger * stiffness_.span) return ForgetStiffness();
  if (is_limited_else) return CountNonstiff();
  if (order_ - 2 < first_measured_ && !Measure(order_ - 2)) return;
  const auto q = static_cast<size_t>(order_);
  const double log_lambda =
      0.5 * (log_size_[q] - log_size_[q - 2] + std::log2(static_cast<double>(order_) * (order_ - 1)));
  if (!(log_size_[q] - order_ * log_lambda + LogFactorial(order_) * std::numbers::log2e < kLogAmplitude))
    return CountNonstiff();
  if (states_.LargestGrows(order_) && ++stiffness_.ahead <= kStepsToPass) return;
  stiffness_.nonstiff = 0;
  stiffness_.span += h;
  stiffness_.reach += h * std::exp2(log_lambda);
  if (++stiffness_.count == watched_steps_) stiffness_.is_stiff = true;
}

void Taylor::CountNonstiff() {
  if (++stiffness_.nonstiff == kNonstiffSteps) ForgetStiffness();
}

void Taylor::ForgetStiffness() {
  const bool is_stiff = stiffness_.is_stiff;
  stiffness_ = {};
  stiffness_.is_stiff = is_stiff;
}

std::optional<IntegrationFailure> Taylor::NoStep(double h) const {
  IntegrationFailure failure{
      std::nullopt,
      fmt::format("the solution has no series here (taylor, order {}, step {:.3g} s)\n  hint: use dopri5 for a "
                  "solution that is not smooth between events",
                  order_, h)};
  failure.has_no_series = true;
  return failure;
}

std::optional<IntegrationFailure> Taylor::GiveUp(double h) {
  time_ = previous_time_;
  if (auto error = system_.Derivatives(time_, x_.data(), slope_.data()))  // tells which equation is not finite
    return IntegrationFailure{std::move(error), {}};
  return NoStep(h);
}

// A step like the last one if that wanted proof, as this one will; also where events come faster than that, and most of
// a long step would be thrown away.
double Taylor::LongestInSight() const {
  if (wants_proof_ || 2 * spacing_.mean() < longest_step_) return longest_step_;
  return std::clamp(kGrowth * width_, longest_step_, longest_seen_step_);
}

// A step of at most this length: one in which the defects prove the series, or else one whose end is in sight, which
// wants to be proved at points.
double Taylor::Trusted(double allowed) {
  const auto proved = [&](double step) {
    const double defect = states_.Defect(order_, step);
    if (defect <= kMaxDefect) return step;
    const double shorter = step * std::pow(kMaxDefect / defect, 1.0 / (order_ + 1));
    if (!(shorter >= kWorthwhile * step)) return 0.0;
    const bool is_known = states_.of_kernel().defects().GrowWithStep();
    return is_known || states_.Defect(order_, shorter) <= kMaxDefect ? shorter : 0;
  };
  wants_proof_ = false;
  double h = proved(allowed);
  if (h > 0 || allowed == 0) return h;
  const double in_sight = states_.of_kernel().defects().InSight(allowed);
  if (in_sight < allowed) {
    // The order that pays where a function is flat tells nothing of where it bends.
    likely_order_ = std::min(likely_order_, kUsualOrder);
    h = proved(in_sight);
  }
  wants_proof_ = h == 0;
  return wants_proof_ ? in_sight : h;
}

// Nor may what relations read beside the rates hide: further than usual their defects are known, and what is flat to
// all digits is in sight.
double Taylor::WithOthers(double h) {
  KernelSeries& kernel = states_.of_kernel();
  const SeriesDefects& defects = kernel.defects();
  if (h > longest_step_ && defects.HasOthers() && !kernel.FindAllDefects(order_ - 1, h).KnowsOthers())
    h = longest_step_;
  if (!defects.AnyFlattensForOthers()) return h;
  return kernel.FindAllDefects(order_ - 1, h).InSightOfOthers(h);
}

std::optional<IntegrationFailure> Taylor::Step(double limit) {
  if (!begun_) {
    Interpolate(time_, x_.data());
    if (auto failure = BeginAtEnd()) return failure;
  }
  if (!system_.in_kernel()) return NoStep(0);
  const double least = LeastStep(time_);
  // Events that follow each other ever faster say nothing of how small a step has to be.
  const double remaining = limit - time_, likely = std::min(remaining, std::max(spacing_.Longest(), 2 * least));
  after_cut_ *= was_cut_ ? 1 : kAfterCut;
  was_cut_ = false;
  const double longest = std::min({likely, LongestInSight(), after_cut_});
  const double allowed = Expand(longest);
  double h = allowed;
  if (is_exact_) {
    wants_proof_ = false;
    h = WithOthers(std::min({likely, longest_exact_step_, after_cut_}));
  } else if (fixed_step_ == 0) {
    h = WithOthers(Trusted(allowed));
  }
  const double decayed = std::max(kDecayed, kDecayedTolerances * tolerance_);
  if (h > longest_step_ && !is_exact_ && (IsInDoubt() || !states_.HasDecayed(order_, h, decayed))) {
    h = longest_step_;
    if (wants_proof_ && states_.Defect(order_, h) <= kMaxDefect) {
      wants_proof_ = false;
      is_doubtful_ = is_doubtful_ || (MayHide(h) && !IsExact());
    }
  }
  // Not by its last terms: it is as long as it may be, or as far as functions are in sight.
  const bool is_limited_else = allowed == longest || h == longest_step_ || h < kWorthwhile * allowed;
  previous_time_ = time_;
  for (int attempt = 0;; ++attempt, h /= 4) {
    const FittedStep fitted = FitStep(h, remaining, fixed_step_ == 0);
    const bool to_limit = fitted.to_limit;
    h = fitted.h;
    time_ = to_limit ? limit : previous_time_ + h;
    const bool is_step = h > 0 && (to_limit || h > least) && attempt < kMaxAttempts;
    if (!is_step) return GiveUp(h);
    series_ = {previous_time_, time_ - previous_time_, order_, nullptr};
    if (fixed_step_ > 0 || IsProved()) break;
  }
  begun_ = has_defects_ = false;
  width_ = series_.width;
  stiffness_before_ = stiffness_;
  TestStiffness(width_, is_limited_else);
  series_.coefficients = states_.End(order_);
  spacing_.Step();
  ++steps_;
  return std::nullopt;
}

bool Taylor::IsProved() {
  if (!IsInDoubt()) return true;
  return IsProvedAt(time_) && std::all_of(std::begin(kProvedParts), std::end(kProvedParts), [&](double part) {
           return IsProvedAt(previous_time_ + part * series_.width);
         });
}

// Linear operations do not bend near an event: their series is proved in the step and at its end, if at all.
bool Taylor::HoldsAt(double t) { return !wants_proof_ || IsProvedAt(t); }

// The slope of the series is what the model says there, or none was in doubt.
bool Taylor::IsProvedAt(double t) {
  if (!IsInDoubt()) return true;
  const double s = t - previous_time_;
  states_.Evaluate(order_, s, x_end_.data());
  if (system_.Derivatives(t, x_end_.data(), slope_.data())) return false;
  return states_.SlopeError(order_, s, slope_.data()) * s <= kTrusted;
}

bool Taylor::ExtendSeries(int order) {
  const int before = order_;
  const double log_width = std::log2(series_.width);
  for (const int last = std::min(order, kHighestOrder); order_ < last; ++order_) {
    states_.Expand(order_);
    // Nor may a series that holds only as far as it went until now.
    const double size = states_.SizeOf(order_ + 1);
    if (!std::isfinite(size) || RoughLog2(size) + (order_ + 1) * log_width > std::log2(kTrusted)) break;
  }
  has_defects_ = false;
  series_.order = order_;
  series_.coefficients = states_.End(order_);
  return order_ > before;
}

OwnSearch Taylor::SearchItself(WatchedRelations& watched, ZeroCrossingSampler& sampler, double& end,
                               CrossingResult& result) {
  if (!system_.program().held.empty()) return OwnSearch::kFailed;
  if (!search_) search_ = std::make_unique<SeriesSearch>(system_, watched, sampler, tolerance_);
  return search_->Search(*this, end, result);
}

double Taylor::Defect(int32_t index) {
  KernelSeries& kernel = states_.of_kernel();
  if (!kernel.defects().MayHave(index)) return 0;
  if (!has_defects_) kernel.FindAllDefects(order_ - 1, series_.width);
  has_defects_ = true;
  return kernel.defects().Of(index);
}

// The next step is likely to be shortened as well. A cut tells nothing of stiffness, nor of where events are.
void Taylor::Shorten(double t) {
  has_defects_ = false;
  if (!was_cut_) spacing_.TakeBack();
  was_cut_ = true;
  stiffness_ = stiffness_before_;
  after_cut_ = kAfterCut * (t - previous_time_);
  time_ = t;
  series_.width = width_ = t - previous_time_;
}

void Taylor::Interpolate(double t, double* x) const {
  if (begun_) {  // no step yet since
    std::copy(x_.begin(), x_.end(), x);
  } else {
    states_.Evaluate(order_, t - previous_time_, x);
  }
}

// @pre there was a step
void Taylor::InterpolateSome(double t, const std::vector<int32_t>& states, double* x) const {
  states_.Evaluate(order_, t - previous_time_, states, x);
}

}  // namespace stiction::runtime
