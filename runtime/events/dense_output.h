// The solution inside one step, as event search sees it.
#pragma once

#include <cstdint>
#include <vector>

namespace stiction::runtime {

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

  /// Makes Interpolate as exact inside the step as the step is at its end, for more evaluations. An event will be
  /// there.
  /// @returns whether Interpolate gives other values now
  virtual bool Refine() { return false; }
};

}  // namespace stiction::runtime
