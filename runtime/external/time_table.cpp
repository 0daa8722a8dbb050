// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/time_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/external/check_table.h"

namespace stiction::runtime {
namespace {

// The distance up to which two times count as the same.
double Tolerance(double t, double shift) {
  return 8 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), std::abs(t - shift));
}

// The ends of a table are events whatever is asked for: there the curves have a kink at least.
std::vector<double> Events(const Curves& curves, const TableOptions& options, TimeEvents kind) {
  const std::span<const double> x = curves.x();
  if (x.size() == 1) return {};
  if (IsSpline(options.smoothness)) kind = TimeEvents::kNoTimeEvents;
  if (options.smoothness == Smoothness::kConstantSegments) kind = TimeEvents::kAlways;
  std::vector<double> events{x.front()};
  for (size_t i = 1; i + 1 < x.size(); ++i) {
    if (events.back() == x[i] || x[i] == x.back()) continue;
    const bool twice = x[i] == x[i + 1];
    if (kind == TimeEvents::kAlways || (kind == TimeEvents::kAtDiscontinuities && twice)) events.push_back(x[i]);
  }
  // The end of a period is the beginning of the next.
  if (options.extrapolation != Extrapolation::kPeriodic && x.back() > x.front()) events.push_back(x.back());
  return events;
}

}  // namespace

ConstructedObject TimeTable::Make(const Matrix& table, std::span<const int> columns, const TableOptions& options,
                                  const TimeTableOptions& time_options) {
  const bool repeats = !IsSpline(options.smoothness);
  if (std::string wrong = CheckTable(table, columns, options.name, repeats); !wrong.empty()) return wrong;
  const bool periodic = options.extrapolation == Extrapolation::kPeriodic && table.rows > 1;
  if (periodic && !(table(table.rows - 1, 0) > table(0, 0))) {
    return fmt::format("{}: all abscissae are {}, which gives no period to repeat it with", options.name, table(0, 0));
  }
  std::unique_ptr<TimeTable> made(new TimeTable(Curves(table, columns, options.smoothness), options, time_options));
  made->events_ = Events(made->curves_, options, time_options.events);
  return ConstructedObject(std::move(made));
}

bool TimeTable::Reached(double t, double event) const { return t >= event - Tolerance(event, time_.shift_time); }

double TimeTable::PeriodShift(double period_number) const {
  return time_.shift_time + period_number * (maximum() - minimum());
}

TimeTable::Place TimeTable::RightOf(double t) const {
  const std::span<const double> x = curves_.x();
  const double tolerance = Tolerance(t, time_.shift_time);
  Place place;
  place.shift = time_.shift_time;
  if (options_.extrapolation == Extrapolation::kPeriodic) {
    double number = std::floor((t - time_.shift_time - x.front()) / (x.back() - x.front()));
    // Rounding may have missed by one.
    if (t - PeriodShift(number) + tolerance < x.front()) number -= 1;
    if (t - PeriodShift(number) + tolerance >= x.back()) number += 1;
    place.shift = PeriodShift(number);
  }
  const double u = t - place.shift + tolerance;
  if (u < x.front()) {
    place.outside = -1;
  } else if (u >= x.back()) {
    place.outside = 1;
  } else {
    place.piece = last_.Find(x, u);
  }
  return place;
}

TimeTable::Place TimeTable::LeftOf(double t) const {
  const std::span<const double> x = curves_.x();
  const double tolerance = Tolerance(t, time_.shift_time);
  Place place = RightOf(t);
  if (place.outside < 0) return place;
  size_t node = place.outside > 0 ? x.size() - 1 : place.piece;
  if (t - place.shift - x[node] > tolerance) return place;  // between two nodes
  while (node > 0 && x[node - 1] == x[node]) --node;
  place.outside = 0;
  if (node == 0 && options_.extrapolation == Extrapolation::kPeriodic) {
    place.shift -= x.back() - x.front();
    node = x.size() - 1;
    while (x[node - 1] == x[node]) --node;
  }
  if (node == 0) {
    place.outside = -1;
  } else {
    place.piece = node - 1;
  }
  return place;
}

std::variant<Jet, std::string> TimeTable::Evaluate(size_t column, double t, double next_event,
                                                   double pre_next_event) const {
  const std::span<const double> x = curves_.x();
  const bool before_event = next_event == pre_next_event && Reached(t, next_event);
  const bool started = before_event ? !Reached(time_.start_time, next_event) : Reached(t, time_.start_time);
  if (!started) return Jet{};
  if (x.size() == 1) return Jet{curves_.Node(column, 0)};
  const Place place = before_event ? LeftOf(next_event) : RightOf(t);
  const double u = t - place.shift;
  if (place.outside == 0) return curves_.At(column, place.piece, u);
  const size_t edge = place.outside < 0 ? 0 : x.size() - 1;
  if (options_.extrapolation == Extrapolation::kLastTwoPoints) {
    return place.outside < 0 ? curves_.Before(column, u) : curves_.Beyond(column, u);
  }
  if (options_.extrapolation == Extrapolation::kNoExtrapolation &&
      std::abs(u - x[edge]) > Tolerance(t, time_.shift_time)) {
    return OutOfRange(options_.name, "time - shiftTime", u, x.front(), x.back());
  }
  return Jet{curves_.Node(column, edge)};
}

double TimeTable::EventInTable(double t) const {
  const double none = std::numeric_limits<double>::max();
  if (events_.empty()) return none;
  const auto next = [&](double shift) {
    const auto found =
        std::partition_point(events_.begin(), events_.end(), [&](double event) { return Reached(t, event + shift); });
    return found == events_.end() ? none : *found + shift;
  };
  if (options_.extrapolation != Extrapolation::kPeriodic) return next(time_.shift_time);
  const double number = std::floor((t - time_.shift_time - minimum()) / (maximum() - minimum()));
  for (const double period : {number - 1, number, number + 1, number + 2}) {
    if (const double event = next(PeriodShift(period)); event != none) return event;
  }
  return none;  // t is so large that periods are lost in its rounding
}

double TimeTable::NextEvent(double t) const {
  if (!Reached(t, time_.start_time)) return time_.start_time;
  return EventInTable(t);
}

}  // namespace stiction::runtime
