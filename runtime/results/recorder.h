// SPDX-License-Identifier: BSD-3-Clause
// Records the chosen signals of a running simulation: into a Trajectory, or into a sink.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/program/program.h"
#include "runtime/results/row_sink.h"
#include "runtime/results/trajectory.h"

namespace stiction::runtime {

/// Collects rows. The signals are fixed by Choose.
class Recorder {
 public:
  /// @param sink gets the rows; null: the trajectory gets them
  explicit Recorder(const Program& program, RowSink* sink = nullptr) : program_(program), sink_(sink) {}

  /// Chooses what to record: the named variables in the order given ("time" is always there), or all but
  /// Strings.
  /// @returns nothing on success, else a sentence that says which signal cannot be recorded, and why
  std::optional<std::string> Choose(const std::optional<std::vector<std::string>>& names);

  /// Appends one row with the values now in `slots`.
  /// @pre time is not less than that of the last row
  void Record(double time, const double* slots);

  const std::vector<VariableInfo>& signals() const { return trajectory_.signals; }

  /// True if the sink lost rows.
  bool failed() const { return sink_ != nullptr && sink_->failed(); }

  /// With a sink, only the signals.
  const Trajectory& trajectory() const { return trajectory_; }
  Trajectory Take() { return std::move(trajectory_); }

 private:
  struct Negation {
    size_t column;
    bool of_boolean;
  };
  void Begin();

  const Program& program_;
  RowSink* sink_;
  Trajectory trajectory_;
  std::vector<Slot> columns_;        // of the signals
  std::vector<Negation> negations_;  // of those whose slot has the negative
  std::vector<double> row_;
  std::optional<double> last_time_;
};

}  // namespace stiction::runtime
