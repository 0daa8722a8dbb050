// SPDX-License-Identifier: BSD-3-Clause
// "Integrates" a model without states: only time advances.
#pragma once

#include "runtime/integrate/integrator.h"

namespace stiction::runtime {

/// Steps begin small after each event and grow fivefold, so that the crossing search sees every time scale of the
/// inputs before steps grow past it.
class Stateless : public Integrator {
 public:
  explicit Stateless(ContinuousSystem& system) : system_(system) {}

  std::optional<IntegrationFailure> Reset(double t) override;
  std::optional<IntegrationFailure> Step(double limit) override;
  void Interpolate(double, double*) const override {}

 private:
  ContinuousSystem& system_;
  double h_ = 0;
};

}  // namespace stiction::runtime
