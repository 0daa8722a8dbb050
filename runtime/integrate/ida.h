// SPDX-License-Identifier: BSD-3-Clause
// SUNDIALS IDA: variable-order, variable-step BDF with a sparse direct solver. For stiff models, and for the DAE form.
#pragma once

#include <memory>

#include "runtime/integrate/integrator.h"
#include "runtime/model/state_jacobian.h"

namespace stiction::runtime {

/// Integrates (Hindmarsh et al. 2005, doi 10.1145/1089014.1089020)
///
///   ODE form   0 = xdot - f(t, x)
///   DAE form   0 = xdot - f(t, x, y),  0 = r(t, x, y)     y: unknowns of the implicit blocks, not in the error test
///
/// with KLU on the exact sparse Jacobian, at a tenth of kToleranceOfStep of the tolerance. The rest follows from what
/// IDA does not know: no step beyond the limit (stop time), a first step of our own (IDA's would be a thousandth of the
/// distance to the limit, however far that is), and a greatest step.
class Ida : public Integrator {
 public:
  Ida(ContinuousSystem& system, Form form, double tolerance);
  ~Ida() override;

  std::optional<IntegrationFailure> Reset(double t) override;
  std::optional<IntegrationFailure> Step(double limit) override;
  void Interpolate(double t, double* x) const override;
  const StateErrors* Errors() const override;
  StateScales* scales() override;

 private:
  bool LeaveSharedLoads();

  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace stiction::runtime
