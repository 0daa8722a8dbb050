// SPDX-License-Identifier: BSD-3-Clause
// The solution inside one step, as event search sees it.
#pragma once

#include <cstdint>
#include <vector>

namespace stiction::runtime {

/// The Taylor series of a step: of every value of the kernel, about the beginning of the step. Those of constants and
/// of what is held are 0 beyond the value.
struct StepSeries {
  double begin = 0;                             // time
  double width = 0;                             // of the step [s]
  int order = 0;                                // coefficients 0 to order
  const double* const* coefficients = nullptr;  // [k][index]: of (t - begin)^k, index as in IndicatorValues
};

struct StateErrors {
  std::vector<double> sizes;     // nx: a step is exact to its tolerance times these; 0 where a state has not moved
  std::vector<double> rounding;  // nx: of states that are nothing but rounding errors, what these may be; 0 for others
};

/// x(t) for t in the step just made.
class DenseOutput {
 public:
  virtual ~DenseOutput() = default;

  /// All states at t, nx.
  virtual void Interpolate(double t, double* x) const = 0;

  /// The same for some of them only: the other elements of x are left.
  virtual void InterpolateSome(double t, const std::vector<int32_t>& /*states*/, double* x) const { Interpolate(t, x); }

  /// Whether the method took probes of the system inside the step (ContinuousSystem::TakeProbe).
  virtual bool HasProbes() const { return false; }

  /// Derivatives of the states at the beginning of the step, nx; null if the method does not keep them.
  virtual const double* SlopeAtBegin() const { return nullptr; }

  /// The series of the step; null if the method has none.
  virtual const StepSeries* Series() const { return nullptr; }
  /// Adds orders to the series, up to this one. @returns whether it has more than before
  virtual bool ExtendSeries(int /*order*/) { return false; }
  /// How far a value may be from its series anywhere in the step for what the operations that compute it have besides;
  /// infinite where that is not known. @param index as that of coefficients. @pre Series() is not null
  virtual double Defect(int32_t /*index*/) { return 0; }
  /// Ends the step at t, before its end. @pre Series() is not null
  virtual void Shorten(double /*t*/) {}
  /// Whether the dense output still agrees with the model at t, which lies in the step: a function that is flat
  /// where the method has looked may bend near an event.
  virtual bool HoldsAt(double /*t*/) { return true; }

  /// What is known of how exact states are; null if nothing is.
  virtual const StateErrors* Errors() const { return nullptr; }

  /// Makes Interpolate as exact inside the step as the step is at its end, for more evaluations. An event will be
  /// there.
  /// @returns whether Interpolate gives other values now
  virtual bool Refine() { return false; }
};

}  // namespace stiction::runtime
