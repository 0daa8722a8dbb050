// SPDX-License-Identifier: BSD-3-Clause
// The values that a row of the result shows, and that assertions and bounds ask for.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "runtime/model/continuous_system.h"
#include "runtime/model/projection.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Computes them, and nothing else of the continuous system, into its slots.
class RowEvaluation {
 public:
  /// @param signals of a row; everything outlives this
  RowEvaluation(const Program& program, ContinuousSystem& system, Projection& projection,
                const std::vector<VariableInfo>& signals)
      : program_(program), system_(system), projection_(projection), signals_(signals) {}

  /// Makes ahead of the first row what it takes to compute one. @pre ContinuousSystem::Refresh was called
  void Prepare() { FreshKernel(); }
  /// An event has set what is held. @pre ContinuousSystem::Refresh was called after the first one
  void Refresh() { is_fresh_ = false; }
  /// The same of an event that changed at most these slots.
  void RefreshTouched(const std::vector<Slot>& touched);

  /// Puts t, x and the values there into the slots. With invariants x is the point next to it on which they hold.
  std::optional<SolveError> Evaluate(double t, const double* x);
  /// The same where t and x stand in the slots: after an event that leaves the row as it was nothing is computed.
  std::optional<SolveError> EvaluateInPlace(double t, const double* x);

 private:
  SystemKernel& FreshKernel();
  std::vector<Slot> SlotsOfInterest() const;

  const Program& program_;
  ContinuousSystem& system_;
  Projection& projection_;
  std::vector<double> on_invariants_;  // the states of a row
  const std::vector<VariableInfo>& signals_;
  std::unique_ptr<SystemKernel> kernel_;  // made when first wanted
  bool is_fresh_ = false;                 // it knows what the last event changed
};

}  // namespace stiction::runtime
