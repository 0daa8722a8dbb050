// SPDX-License-Identifier: BSD-3-Clause
// Tables over time: Modelica.Blocks.Types.ExternalCombiTimeTable.
#pragma once

#include <string>
#include <variant>

#include "runtime/external/curves.h"
#include "runtime/external/last_interval.h"
#include "runtime/external/provided.h"

namespace stiction::runtime {

/// The begin of a table over time, and the times at which it asks for events. Times in the unit of the table's first
/// column.
struct TimeTableOptions {
  double start_time = 0;  // before it every output is 0
  double shift_time = 0;  // of the table's abscissae
  TimeEvents events = TimeEvents::kAlways;
};

/// y_k(t) for each of the columns, 0 for t < startTime. An abscissa that stands twice is a discontinuity; there the
/// value is the left limit until the event is handled and the right limit from then on.
///
/// t within some units of rounding of a node counts as the node: the model scales its time back and forth.
class TimeTable : public ExternalObject {
 public:
  /// @param columns  of the table, from 1
  /// @returns the table, or a sentence as Table1D::Make
  static ConstructedObject Make(const Matrix& table, std::span<const int> columns, const TableOptions& options,
                                const TimeTableOptions& time_options);

  std::string Name() const override { return options_.name; }

  /// @param column  position in the columns asked for, from 0
  /// @param next_event, pre_next_event  the event that comes next as the model holds it, and its left limit: if they
  /// are
  ///   equal and t has reached them, the event is not handled yet, and it is the left limit that is wanted
  std::variant<Jet, std::string> Evaluate(size_t column, double t, double next_event, double pre_next_event) const;

  /// The next time after t at which the curves are not smooth, as TimeEvents wants them told; the largest double if
  /// none.
  double NextEvent(double t) const;

  size_t count() const { return curves_.count(); }
  /// Of the abscissae, without shift.
  double minimum() const { return curves_.x().front(); }
  double maximum() const { return curves_.x().back(); }

 private:
  // The table shifted by a number of periods, a piece of it; or outside of it all.
  struct Place {
    double shift = 0;  // t - shift is the abscissa
    size_t piece = 0;
    int outside = 0;  // -1 before the table, 1 beyond
  };

  TimeTable(Curves curves, TableOptions options, TimeTableOptions time_options)
      : curves_(std::move(curves)), options_(std::move(options)), time_(time_options) {}

  bool Reached(double t, double event) const;
  Place RightOf(double t) const;
  Place LeftOf(double t) const;
  double PeriodShift(double period_number) const;
  double EventInTable(double t) const;

  Curves curves_;
  TableOptions options_;
  TimeTableOptions time_;
  std::vector<double> events_;  // abscissae with an event, increasing
  LastInterval last_;
};

}  // namespace stiction::runtime
