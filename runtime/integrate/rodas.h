// SPDX-License-Identifier: BSD-3-Clause
// Rodas5P: linearly implicit, one step, so a restart after an event costs nothing. For models that are stiff.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "runtime/integrate/integrator.h"
#include "runtime/integrate/iteration_matrix.h"
#include "runtime/integrate/ode_jacobian.h"
#include "runtime/integrate/state_scales.h"

namespace stiction::runtime {

/// The Rosenbrock-Wanner method of Steinebach (2023, doi 10.1007/s10543-023-00967-x) of order 5(4) with dense output of
/// order 4 and the predictive step control of Gustafsson (Hairer and Wanner II, 1996, IV.8): eight evaluations of f,
/// one of its Jacobian, one factorisation and eight solutions a step, no iteration. A step is accepted when
///
///   max_i |k_8,i| / (0.3 tolerance (size_i + max(|x_i|, |x_i new|))) <= 1
/// The interface of an integrator sets the number of methods; the members are the vectors of the stages.
class Rodas : public Integrator {
 public:
  Rodas(ContinuousSystem& system, double tolerance);

  std::optional<IntegrationFailure> Reset(double t) override;
  std::optional<IntegrationFailure> Step(double limit) override;
  void Interpolate(double t, double* x) const override;
  void InterpolateSome(double t, const std::vector<int32_t>& states, double* x) const override;
  bool HoldsAt(double t) override;
  const StateErrors* Errors() const override { return &scales_.errors(); }
  StateScales* scales() override { return &scales_; }
  bool Redo(double limit, std::optional<IntegrationFailure>& failure) override;
  bool GoOnFrom(const double* x, std::optional<IntegrationFailure>& failure) override;
  /// The step is long beside what an event may wake.
  void ForgetStep(bool /*leaps*/) override { h_ = 0; }
  bool IsStiff() const override { return stiff_; }
  double next_step() const override { return h_; }
  void TakeOver(double step) override;

  /// Sets the number of steps that have to agree that the model is no longer stiff; 0: none can (the default).
  /// @param reach |h lambda| of the steps an explicit method would make, lambda the largest eigenvalue
  void WatchStiffness(int steps, double reach) {
    watched_steps_ = steps;
    reach_ = reach;
  }

  /// Fixed steps of size h without error control, for tests of the order; 0: the usual control.
  void UseFixedStep(double h) { fixed_step_ = h; }

  long factorizations() const { return matrix_ ? matrix_->factorizations() : 0; }

 private:
  using Vector = std::vector<double>;

  std::optional<SolveError> ComputeJacobian(double limit);
  double InitialStep(double limit) const;
  std::optional<SolveError> Stages(double h);
  double Scaled(const Vector& errors) const;
  std::optional<SolveError> ErrorInside(double begin, double s, double& error);
  /// @returns the scaled error of a step of h from here, where there is no `error`
  double TryStep(double h, std::optional<SolveError>& error);
  double NextStep(double h, double wanted, double error, bool first_try);
  void PrepareInterpolation(double h);
  void EstimateSpectralRadius(double h);
  void ObserveStiffness(double h);

  ContinuousSystem& system_;
  double tolerance_;
  StateScales scales_;
  std::unique_ptr<OdeJacobian> jacobian_;
  std::unique_ptr<IterationMatrix> matrix_;
  Vector x_, x_new_, x_stage_, f_, f_new_, residual_;
  std::array<Vector, 8> k_;
  double step_ = 0;                      // size of the last step
  std::array<Vector, 5> polynomial_;     // x in the last step: coefficients of powers of (t - previous time) / step_
  double h_ = 0;                         // next step, kept over events; 0: to be chosen
  double old_step_ = 0, old_error_ = 0;  // of the last accepted step; 0: none since the restart
  double fixed_step_ = 0;
  bool has_jacobian_ = false;  // at time_
  bool is_linear_ = false;     // the Jacobian was the same as in the step before
  Vector old_jacobian_;
  // Of the spectral radius, by power iteration over the steps
  Vector direction_, image_;
  double log_growth_ = 0, explicit_steps_ = 0, reach_ = 1;
  int watched_steps_ = 0, seen_steps_ = 0;
  bool stiff_ = true;
};

}  // namespace stiction::runtime
