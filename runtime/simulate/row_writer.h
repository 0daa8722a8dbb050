// SPDX-License-Identifier: BSD-3-Clause
// The rows of a result while the run goes on.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runtime/events/locate/crossing.h"
#include "runtime/integrate/integrator.h"
#include "runtime/model/continuous_system.h"
#include "runtime/results/recorder.h"
#include "runtime/simulate/assertion_watch.h"
#include "runtime/simulate/bounds_watch.h"
#include "runtime/simulate/output_grid.h"
#include "runtime/simulate/row_evaluation.h"
#include "runtime/simulate/run_failure.h"

namespace stiction::runtime {

/// Writes them: at the times of the output grid, and at events the left and the right limit. At each the assertions and
/// bounds of the model are checked. A bool returned is false where a failure was reported.
class RowWriter {
 public:
  /// @pre all outlive this
  RowWriter(const Program& program, const SimulationOptions& options, ContinuousSystem& system, Projection& projection,
            SimulationReport& report, RunFailure& failure);

  /// @returns which signal of the options is unknown, if one is
  std::optional<std::string> Begin() { return recorder_.Choose(options_.signals); }
  /// See RowEvaluation.
  void Prepare() { evaluation_.Prepare(); }
  void Refresh() { evaluation_.Refresh(); }
  void RefreshTouched(const std::vector<Slot>& touched) { evaluation_.RefreshTouched(touched); }

  /// @pre the slots hold the initial values at t
  bool WriteStart(double t);
  /// Those of the grid before t, which the last step reached; t itself is left to what happens there.
  bool WriteGridBefore(double t, const DenseOutput& step);
  /// At t, which the last step reached.
  bool Write(double t, const DenseOutput& step);
  /// The same before an event; where what is held ends exactly there, from the other end of the bracket.
  /// @param crossing what fired, if something did
  /// @post x and the slots are the states at t
  bool WriteLeftLimit(double t, const DenseOutput& step, const Crossing* crossing, double* x);
  /// Of an event that leaves the row as it was nothing is computed. @pre t and x stand in the slots
  bool WriteRightLimit(double t, const double* x) { return Check(t, evaluation_.EvaluateInPlace(t, x)) && Add(t); }
  /// @pre the slots hold all values at t
  bool WriteSlots(double t) { return Check(t, std::nullopt) && Add(t); }
  /// The last one, where `terminate` ended the run: unchecked.
  bool Add(double t);
  /// Times of the grid up to t: an event there brings its own rows.
  void SkipGridTo(double t);

  /// Checks what is checked of a row, without writing one.
  bool CheckAt(double t, const DenseOutput& step);
  bool Check(double t, const std::optional<SolveError>& error);
  bool TakeViolations(const std::vector<EventEffects::Violation>& violations, double t);

  double interval() const { return grid_.interval(); }
  const std::vector<VariableInfo>& signals() const { return recorder_.signals(); }
  bool failed() const { return recorder_.failed(); }
  Trajectory Finish();

 private:
  bool Report(double t, const std::optional<AssertionFailure>& failure);

  ContinuousSystem& system_;
  SimulationReport& report_;
  RunFailure& failure_;
  const SimulationOptions& options_;
  Recorder recorder_;
  RowEvaluation evaluation_;
  OutputGrid grid_;
  AssertionWatch assertions_;
  BoundsWatch bounds_;
  std::vector<double> x_;
};

}  // namespace stiction::runtime
