// SPDX-License-Identifier: BSD-3-Clause
// The solution inside one step, as event search sees it.
#pragma once

#include <cstdint>
#include <vector>

namespace stiction::runtime {

class WatchedRelations;
class ZeroCrossingSampler;
struct CrossingResult;

/// Outcome of a step that was to search itself.
enum class OwnSearch : uint8_t {
  kNone,    // the method has none, and has evaluated the system at the end of the step
  kFailed,  // not here: the step is to be searched by samples
  kDone
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

  /// True if the method took probes of the system inside the step (ContinuousSystem::TakeProbe).
  virtual bool HasProbes() const { return false; }

  /// Derivatives of the states at the beginning of the step, nx; null if the method does not keep them.
  virtual const double* SlopeAtBegin() const { return nullptr; }

  /// Searches the step for the first flip of a watched relation by what the method knows of it besides Interpolate.
  /// @param end of the step, and perhaps an earlier one afterwards: the step then ends there
  /// @param result empty; gets the crossing, or an error
  virtual OwnSearch SearchItself(WatchedRelations& /*watched*/, ZeroCrossingSampler& /*sampler*/, double& /*end*/,
                                 CrossingResult& /*result*/) {
    return OwnSearch::kNone;
  }
  /// True if the dense output still agrees with the model at t, which lies in the step: a function that is flat where
  /// the method has looked may bend near an event.
  virtual bool HoldsAt(double /*t*/) { return true; }

  /// Error estimates of the states; null if there are none.
  virtual const StateErrors* Errors() const { return nullptr; }

  /// Makes Interpolate as exact inside the step as the step is at its end, for more evaluations. An event will be
  /// there.
  /// @returns whether Interpolate gives other values now
  virtual bool Refine() { return false; }
};

}  // namespace stiction::runtime
