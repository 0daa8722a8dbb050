// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/report/signal_view.h"

#include <algorithm>
#include <cmath>

namespace stiction::runtime {
namespace {

// Of the half-height of the tube: what may be lost of a curve.
constexpr double kReduction = 0.05;

bool AreFinite(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
}

// Times at which the tube may bend.
std::vector<double> TubeTimes(const std::vector<double>& times, double half_width) {
  std::vector<double> at;
  at.reserve(3 * times.size());
  for (const double t : times) {
    for (const double shifted : {t - half_width, t, t + half_width}) {
      at.push_back(std::clamp(shifted, times.front(), times.back()));
    }
  }
  std::sort(at.begin(), at.end());
  at.erase(std::unique(at.begin(), at.end()), at.end());
  return at;
}

void AddTube(const std::vector<double>& times, const std::vector<double>& values, const TubeSize& size,
             SignalView& view) {
  const std::vector<double> at = TubeTimes(times, size.time);
  const auto range = SlidingRange(times, values, size.time, at);
  std::vector<double> lower;
  std::vector<double> upper;
  for (const auto& [least, most] : range) {
    lower.push_back(least - size.value);
    upper.push_back(most + size.value);
  }
  view.lower = ReduceCurve(at, lower, kReduction * size.value);
  view.upper = ReduceCurve(at, upper, kReduction * size.value);
}

void AddViolations(const std::vector<double>& reference_times, const std::vector<double>& reference,
                   const std::vector<double>& times, const std::vector<double>& values, const TubeSize& size,
                   SignalView& view) {
  std::vector<double> within;
  std::vector<double> of_result;
  for (size_t row = 0; row < times.size(); ++row) {
    if (times[row] < reference_times.front() || times[row] > reference_times.back()) continue;
    within.push_back(times[row]);
    of_result.push_back(values[row]);
  }
  const auto range = SlidingRange(reference_times, reference, size.time, within);
  bool open = false;
  for (size_t row = 0; row < within.size(); ++row) {
    const bool outside =
        of_result[row] > range[row].second + size.value || of_result[row] < range[row].first - size.value;
    if (outside && !open) view.violations.emplace_back(within[row], within[row]);
    if (outside) view.violations.back().second = within[row];
    open = outside;
  }
}

void AddWrongSwitches(const SwitchComparison& switches, SignalView& view) {
  for (const SwitchDifference& difference : switches.differences) {
    switch (difference.kind) {
      case SwitchDifference::Kind::kLate:
        view.violations.push_back(std::minmax(difference.reference_time, difference.result_time));
        break;
      case SwitchDifference::Kind::kMissing:
        view.violations.emplace_back(difference.reference_time, difference.reference_time + difference.duration);
        break;
      case SwitchDifference::Kind::kExtra:
        view.violations.emplace_back(difference.result_time, difference.result_time + difference.duration);
        break;
      case SwitchDifference::Kind::kBrief:
        break;
    }
  }
}

}  // namespace

SignalView ViewOf(const ResultTable& reference, const ResultTable& result, const SignalVerdict& verdict) {
  SignalView view;
  const auto in_reference = reference.Find(verdict.name);
  const auto in_result = result.Find(verdict.name);
  const double distance = kReduction * verdict.size.value;
  std::vector<double> expected;
  std::vector<double> found;
  if (in_reference) {
    expected = reference.Values(*in_reference);
    view.reference = ReduceCurve(reference.times, expected, distance);
  }
  if (in_result) {
    found = result.Values(*in_result);
    view.result = ReduceCurve(result.times, found, distance);
  }
  if (verdict.is_discrete) {
    AddWrongSwitches(verdict.switches, view);
  } else if (verdict.size.value > 0 && !expected.empty() && AreFinite(expected)) {
    AddTube(reference.times, expected, verdict.size, view);
    if (!found.empty()) AddViolations(reference.times, expected, result.times, found, verdict.size, view);
  }
  return view;
}

}  // namespace stiction::runtime
