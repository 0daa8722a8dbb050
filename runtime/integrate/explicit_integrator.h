// SPDX-License-Identifier: BSD-3-Clause
// Interface of the explicit methods for the choice of a method.
#pragma once

#include "runtime/integrate/integrator.h"

namespace stiction::runtime {

/// A method whose steps stability limits where a model is stiff.
class ExplicitIntegrator : public Integrator {
 public:
  /// Sets the number of steps that have to agree that the model is stiff (15).
  virtual void WatchStiffness(int steps) = 0;
  /// |h lambda| of those steps, lambda the largest eigenvalue, on average. @pre IsStiff()
  virtual double Reach() const = 0;
};

}  // namespace stiction::runtime
