// Dormand-Prince 5(4): explicit, one step, so a restart after an event costs nothing. For models that are not stiff.
#pragma once

#include <array>
#include <vector>

#include "runtime/integrate/integrator.h"

namespace stiction::runtime {

/// The pair of Dormand and Prince (1980, doi 10.1016/0771-050X(80)90013-3) with the continuous extension of order 4,
/// the PI step control, the initial step and the stiffness test of Hairer, Norsett and Wanner, Solving Ordinary
/// Differential Equations I (1993, doi 10.1007/978-3-540-78862-1), II.4 to II.6, and II (1996) IV.2. A step is accepted
/// when
///
///   max_i |error_i| / (kToleranceOfStep * tolerance * (nominal_i + max(|x_i|, |x_i new|))) <= 1
class Dopri5 : public Integrator {
 public:
  Dopri5(ContinuousSystem& system, double tolerance);

  std::optional<IntegrationFailure> Reset(double t) override;
  std::optional<IntegrationFailure> Step(double limit) override;
  void Interpolate(double t, double* x) const override;
  void InterpolateSome(double t, const std::vector<int32_t>& states, double* x) const override;
  void Observe(double t) override;
  bool Refine() override;
  bool Hop(double t) override;
  void ForgetStep() override { h_ = 0; }
  const double* Slope() const override { return k_[0].data(); }
  bool IsStiff() const override { return stiff_; }
  double next_step() const override { return h_; }
  void TakeOver(double step) override;

  /// How many steps have to agree that the model is stiff (15).
  void WatchStiffness(int steps) { watched_steps_ = steps; }
  /// |h lambda| of those steps, lambda the largest eigenvalue, on average. @pre IsStiff()
  double Reach() const { return stiff_reach_ / stiff_count_; }

  /// Fixed steps of size h without error control, for tests of the order; 0: the usual control.
  void UseFixedStep(double h) { fixed_step_ = h; }

 private:
  using Vector = std::vector<double>;

  double InitialStep(double limit, std::optional<SolveError>& error);
  std::optional<SolveError> Stages(double h);
  double ScaledError(double h) const;
  void PrepareInterpolation(double h);
  void TestStiffness(double h);

  ContinuousSystem& system_;
  double tolerance_;
  Vector absolute_;
  Vector x_, x_new_, x_stage_, trial_;
  std::array<Vector, 7> k_;              // stages; k_[0] = f(t, x) on entry, k_[6] = f(t + h, x_new)
  double step_ = 0;                      // size of the last step
  std::array<Vector, 6> polynomial_;     // x in the last step: coefficients of powers of (t - previous time) / step_
  std::array<double*, 6> coefficients_;  // their data
  Vector zero_;
  std::array<bool, 3> observed_{};  // f at the inner nodes of Refine is in k_[1] to k_[3]
  double h_ = 0;                    // next step, kept over events; 0: to be chosen
  double old_error_ = 1e-4;
  double fixed_step_ = 0;
  bool rejected_last_ = false;
  bool stiff_ = false;
  int stiff_count_ = 0, nonstiff_count_ = 0, watched_steps_ = 15;
  double stiff_reach_ = 0;
};

}  // namespace stiction::runtime
