// SPDX-License-Identifier: BSD-3-Clause
// Dormand-Prince 5(4): explicit, one step, so a restart after an event costs nothing. For models that are not stiff.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "runtime/integrate/event_spacing.h"
#include "runtime/integrate/explicit_integrator.h"
#include "runtime/integrate/state_scales.h"

namespace stiction::runtime {

/// The pair of Dormand and Prince (1980, doi 10.1016/0771-050X(80)90013-3) with the continuous extension of order 4,
/// the PI step control, the initial step and the stiffness test of Hairer, Norsett and Wanner, Solving Ordinary
/// Differential Equations I (1993, doi 10.1007/978-3-540-78862-1), II.4 to II.6, and II (1996) IV.2. A step is accepted
/// when
///
///   max_i |error_i| / (kToleranceOfStep * tolerance * (size_i + max(|x_i|, |x_i new|))) <= 1
/// The interface of an integrator sets the number of methods; the members are the vectors of the stages.
class Dopri5 : public ExplicitIntegrator {
 public:
  Dopri5(ContinuousSystem& system, double tolerance);

  /// @pre ContinuousSystem::Refresh was called after the last event
  std::optional<IntegrationFailure> Reset(double t) override;
  std::optional<IntegrationFailure> Step(double limit) override;
  void Interpolate(double t, double* x) const override;
  void InterpolateSome(double t, const std::vector<int32_t>& states, double* x) const override;
  bool HasProbes() const override { return has_probes_; }
  const double* SlopeAtBegin() const override { return k_[6].data(); }
  bool HoldsAt(double t) override;
  const StateErrors* Errors() const override { return &scales_.errors(); }
  StateScales* scales() override { return &scales_; }
  bool Redo(double limit, std::optional<IntegrationFailure>& failure) override;
  bool Refine() override;
  bool GoOnFrom(const double* x, std::optional<IntegrationFailure>& failure) override;
  /// Stability keeps the step below what is fast, whatever equations hold.
  void ForgetStep(bool leaps) override { h_ = leaps ? 0 : h_; }
  bool IsStiff() const override { return stiff_; }
  double next_step() const override { return h_; }
  void TakeOver(double step) override;

  void WatchStiffness(int steps) override { watched_steps_ = steps; }
  double Reach() const override { return stiff_reach_ / stiff_count_; }

  /// Fixed steps of size h without error control, for tests of the order; 0: the usual control.
  void UseFixedStep(double h) { fixed_step_ = h; }

 private:
  using Vector = std::vector<double>;

  /// x(t) = x at the beginning of the step + step * sum of weight * f, at one time.
  static constexpr int kCombined = 6;
  struct Combination {
    std::array<const double*, kCombined> f;
    std::array<double, kCombined> weight;
  };

  double InitialStep(double limit, std::optional<SolveError>& error);
  std::optional<SolveError> Stages(double h, bool checked);
  double ScaledError(double h);
  const Combination& At(double t) const;
  Combination MakeCombination(double t) const;
  Combination SlopeAt(double s) const;
  void TestStiffness(double h);
  /// What was tried becomes the last step.
  void TakeStep(double h, double end, double error);

  ContinuousSystem& system_;
  double tolerance_;
  StateScales scales_;
  Vector x_, x_new_, x_stage_, trial_;  // after a step x_new_ is x at its beginning
  std::array<Vector, 7> k_;             // stages; k_[0] = f(t, x) on entry, k_[6] = f(t + h, x_new); then exchanged
  std::array<Vector, 3> inner_;         // f at the inner nodes of Refine
  Vector slope_, defect_;               // working memory of HoldsAt
  Vector rise_;                         // (x - x at the beginning) / step_, where the dense output needs it
  bool is_refined_ = false;             // the dense output
  mutable Combination combination_;     // of the time asked for last
  mutable double combination_time_ = std::numeric_limits<double>::quiet_NaN();
  void ForgetCombination() { combination_time_ = std::numeric_limits<double>::quiet_NaN(); }
  bool has_probes_ = false;
  double step_ = 0;           // size of the last step
  double error_of_step_ = 0;  // of the last step, scaled
  double h_ = 0;              // next step, kept over events; 0: to be chosen
  EventSpacing spacing_{2.5};
  double log_old_error_ = 0;
  double fixed_step_ = 0;
  bool rejected_last_ = false;
  bool stiff_ = false;
  int stiff_count_ = 0, nonstiff_count_ = 0, watched_steps_ = 15;
  double stiff_reach_ = 0;
};

}  // namespace stiction::runtime
