// SPDX-License-Identifier: BSD-3-Clause
// What a sweep keeps of each run: a few numbers, and for the plot a curve.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/named_event.h"
#include "runtime/program/program.h"
#include "runtime/report/curve.h"
#include "runtime/results/row_sink.h"

namespace stiction::cli {

/// The columns of the table behind status and time: of each signal its value at the end and, of Reals, the extrema,
/// then the times of events.
class SweepOutputs {
 public:
  struct Signal {
    std::string name, unit;
    bool is_discrete = false;  // no Real
    /// Names of its values, the first of them 0 of Booleans and 1 of enumerations.
    std::vector<std::string> literals;
    bool operator==(const Signal&) const = default;
  };

  /// @param observed names; none: the states
  /// @returns what is to be kept, or what is wrong
  static std::variant<SweepOutputs, std::string> Choose(const runtime::Program& program,
                                                        const std::vector<std::string>& observed,
                                                        const std::vector<std::string>& events);

  const std::vector<Signal>& signals() const { return signals_; }
  const std::vector<NamedEvent>& events() const { return events_; }
  std::vector<std::string> Columns() const;
  /// What a run has to record: the signals, then those of the events.
  std::vector<std::string> Recorded() const;

 private:
  std::vector<Signal> signals_;
  std::vector<NamedEvent> events_;
};

/// Takes the rows of a run and keeps what the outputs ask for.
class SweepSink : public runtime::RowSink {
 public:
  /// @param keeps_curves for the plot
  SweepSink(const SweepOutputs& outputs, bool keeps_curves);

  void Begin(const std::vector<runtime::VariableInfo>&, runtime::Slot) override {}
  void Row(double time, const double* values) override;
  bool failed() const override { return false; }

  /// By column; not a number where there is none: no row, an event that has not come.
  std::vector<double> Values() const;
  /// By signal, with as many points as the eye can tell.
  std::vector<runtime::Curve> Curves() const;

 private:
  struct Range {
    double end, min, max;
  };
  const SweepOutputs& outputs_;
  bool keeps_curves_;
  std::vector<Range> ranges_;  // by signal; empty before the first row
  std::vector<EventWatch> watches_;
  std::vector<double> times_;
  std::vector<std::vector<double>> rows_;  // by signal
};

}  // namespace stiction::cli
