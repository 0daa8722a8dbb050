// SPDX-License-Identifier: BSD-3-Clause
// Taylor's method: the series of the solution itself, of whatever order pays. Explicit, one step, so a restart after an
// event costs nothing, and events are roots of polynomials. For models that are smooth between events and not stiff.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "runtime/integrate/event_spacing.h"
#include "runtime/integrate/explicit_integrator.h"
#include "runtime/integrate/state_scales.h"
#include "runtime/integrate/taylor/series_search.h"
#include "runtime/integrate/taylor/state_series.h"

namespace stiction::runtime {

/// x(t0 + s) = sum_k x_k s^k, x_{k+1} = f_k / (k + 1), with f_k from StateSeries. Order and step by the
/// last coefficients (Jorba and Zou 2005, doi 10.1080/10586458.2005.10128904): with |x_k| = max_i |x_k,i| /
/// (kToleranceOfStep * tolerance * (size_i + |x_i|)) the step h of order k is the largest with
///
///   |x_k| h^k <= 1 and |x_{k-1}| h^(k-1) <= 1
///
/// and the order grows while h grows faster than the cost, or until h is as long as it may be.
/// The interfaces of an integrator and of a step that searches itself set the number of methods.
class Taylor : public ExplicitIntegrator, private ExpandedStep {
 public:
  /// True if the model is smooth between events, and what the derivatives and relations need has series.
  static bool IsPossible(ContinuousSystem& system);
  /// @pre IsPossible(system)
  Taylor(ContinuousSystem& system, double tolerance);

  /// @pre ContinuousSystem::Refresh was called after the last event
  std::optional<IntegrationFailure> Reset(double t) override;
  /// @post the system was evaluated last at previous_time(), not at time()
  std::optional<IntegrationFailure> Step(double limit) override;
  void Interpolate(double t, double* x) const override;
  void InterpolateSome(double t, const std::vector<int32_t>& states, double* x) const override;
  OwnSearch SearchItself(WatchedRelations& watched, ZeroCrossingSampler& sampler, double& end,
                         CrossingResult& result) override;
  const StepSeries& Series() const override { return series_; }
  bool ExtendSeries(int order) override;
  void Shorten(double t) override;
  bool HoldsAt(double t) override;
  bool GoOnFrom(const double* x, std::optional<IntegrationFailure>& failure) override;
  const StateErrors* Errors() const override { return &scales_.errors(); }
  StateScales* scales() override { return &scales_; }
  bool IsStiff() const override { return stiffness_.is_stiff; }
  double next_step() const override { return width_; }
  void TakeOver(double step) override;
  void WatchStiffness(int steps) override { watched_steps_ = steps; }
  double Reach() const override { return stiffness_.reach / stiffness_.count; }

  /// Order of the last step.
  int order() const { return order_; }
  /// Fixed steps of size h and order, without error control, for tests; 0: the usual control.
  void UseFixedStep(double h, int order) {
    fixed_step_ = h;
    fixed_order_ = order;
  }

 private:
  using Vector = std::vector<double>;
  static constexpr int kHighestOrder = KernelSeries::kHighestOrder - 1;

  DenseOutput& Dense() override { return *this; }
  double Defect(int32_t index) override;
  bool AnyDefects() const override { return states_.of_kernel().defects().MayHaveAny(); }
  std::optional<IntegrationFailure> Begin(double t);
  std::optional<IntegrationFailure> BeginAtEnd();
  double Expand(double longest);
  bool Measure(int k);
  double LogStep(int k) const;
  int Drop(double log_excess) const;
  double LongestInSight() const;
  double Trusted(double allowed);
  double WithOthers(double h);
  bool IsInDoubt() const { return is_doubtful_ || wants_proof_; }
  bool MayHide(double step) const;
  bool IsExact();
  bool IsProved();
  bool IsProvedAt(double t);
  // Out of the way of a step.
  [[gnu::cold]] std::optional<IntegrationFailure> NoStep(double h) const;
  [[gnu::cold]] std::optional<IntegrationFailure> GiveUp(double h);
  void TestStiffness(double h, bool is_limited_else);
  void CountNonstiff();
  void ForgetStiffness();

  ContinuousSystem& system_;
  StateSeries states_;
  double tolerance_;
  StateScales scales_;
  Vector slope_;
  Vector x_;                                          // at previous_time_, after Begin
  Vector x_end_;                                      // scratch
  std::array<double, kHighestOrder + 1> log_size_{};  // of each |x_k|, base 2
  int order_ = 0;
  int likely_order_ = 0;    // what the last step would have taken without looking further
  int first_measured_ = 0;  // order of log_size_, of the last step
  StepSeries series_;
  std::unique_ptr<SeriesSearch> search_;  // made when first asked
  EventSpacing spacing_{2};
  bool wants_proof_ = false;  // its defects tell too little of the step
  bool is_doubtful_ = false;  // the last terms are suspiciously small
  bool is_exact_ = false;     // though they are: the series is the solution, at all times
  bool has_defects_ = false;  // those of the step, of all values, are found
  bool begun_ = false;        // x_ is at time_
  double width_ = 0;          // of the last step
  double fixed_step_ = 0;
  int fixed_order_ = 0;
  struct Stiffness {
    bool is_stiff = false;
    int count = 0, nonstiff = 0;
    int ahead = 0;  // steps whose last coefficients grow as before a singularity
    double reach = 0, span = 0;
  };
  Stiffness stiffness_, stiffness_before_;  // now, and before the last step
  int watched_steps_ = 15;
  bool was_cut_ = false;         // the last step
  double after_cut_ = HUGE_VAL;  // no step longer than that, after one that was
};

}  // namespace stiction::runtime
