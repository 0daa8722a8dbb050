// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/report/curve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "runtime/program/check.h"

namespace stiction::runtime {

// A cone of slopes is opened at the last point taken and narrowed by every further one, until one lies outside.
Curve ReduceCurve(std::span<const double> times, std::span<const double> values, double distance) {
  RT_CHECK(times.size() == values.size(), "{} times, {} values", times.size(), values.size());
  constexpr double kAny = std::numeric_limits<double>::infinity();
  Curve curve;
  CurvePoint last;  // looked at, not yet taken
  double least = -kAny;
  double most = kAny;
  bool pending = false;
  const auto take = [&](const CurvePoint& point) {
    curve.push_back(point);
    least = -kAny;
    most = kAny;
    pending = false;
  };
  for (size_t row = 0; row < times.size(); ++row) {
    const CurvePoint point{times[row], values[row]};
    if (!std::isfinite(point.v)) continue;
    if (curve.empty()) {
      take(point);
      continue;
    }
    const CurvePoint before = pending ? last : curve.back();
    if (point.t <= before.t) {
      if (point.v == before.v) continue;
      if (pending) take(last);
      take(point);
      continue;
    }
    const auto slope_to = [&](double v) { return (v - curve.back().v) / (point.t - curve.back().t); };
    const double slope = slope_to(point.v);
    if (slope < least || slope > most) take(last);
    least = std::max(least, slope_to(point.v - distance));
    most = std::min(most, slope_to(point.v + distance));
    last = point;
    pending = true;
  }
  if (pending) take(last);
  return curve;
}

Curve ReducePath(std::span<const double> xs, std::span<const double> ys, double distance_x, double distance_y) {
  RT_CHECK(xs.size() == ys.size(), "{} abscissae, {} ordinates", xs.size(), ys.size());
  Curve path;
  std::optional<CurvePoint> last;  // passed over
  for (size_t row = 0; row < xs.size(); ++row) {
    const CurvePoint point{xs[row], ys[row]};
    if (!std::isfinite(point.t) || !std::isfinite(point.v)) continue;
    const bool is_near = !path.empty() && std::abs(point.t - path.back().t) <= distance_x &&
                         std::abs(point.v - path.back().v) <= distance_y;
    if (is_near) {
      last = point;
      continue;
    }
    if (last) path.push_back(*std::exchange(last, std::nullopt));
    path.push_back(point);
  }
  if (last) path.push_back(*last);
  return path;
}

Curve StepCurve(std::span<const double> times, std::span<const double> values) {
  RT_CHECK(times.size() == values.size(), "{} times, {} values", times.size(), values.size());
  Curve curve;
  for (size_t row = 0; row < times.size(); ++row) {
    if (!std::isfinite(values[row])) continue;
    const bool changes = curve.empty() || values[row] != curve.back().v;
    if (changes && !curve.empty()) curve.push_back({times[row], curve.back().v});
    if (changes) curve.push_back({times[row], values[row]});
  }
  if (!curve.empty() && curve.back().t < times.back()) curve.push_back({times.back(), curve.back().v});
  return curve;
}

std::pair<double, double> RangeOf(const Curve& curve) {
  if (curve.empty()) return {0, 0};
  const auto [least, most] = std::minmax_element(curve.begin(), curve.end(),
                                                 [](const CurvePoint& a, const CurvePoint& b) { return a.v < b.v; });
  return {least->v, most->v};
}

std::vector<double> EventTimesOf(std::span<const double> times) {
  std::vector<double> events;
  for (size_t row = 1; row < times.size(); ++row) {
    if (times[row] == times[row - 1] && (events.empty() || events.back() != times[row])) events.push_back(times[row]);
  }
  return events;
}

}  // namespace stiction::runtime
