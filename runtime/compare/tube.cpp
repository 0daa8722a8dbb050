// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/compare/tube.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>

#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

// On the straight line from point `after` - 1 to point `after`.
double Between(std::span<const double> times, std::span<const double> values, size_t after, double t) {
  const double share = (t - times[after - 1]) / (times[after] - times[after - 1]);
  return values[after - 1] + (values[after] - values[after - 1]) * share;
}

}  // namespace

TubeSize SizeOfTube(std::span<const double> times, std::span<const double> values, double tolerance, double nominal) {
  RT_CHECK(!times.empty() && times.size() == values.size(), "{} times, {} values", times.size(), values.size());
  constexpr double kMinTime = 1e-12;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  TubeSize size;
  size.time = tolerance * std::max({times.back() - times.front(), std::abs(times.front()), kMinTime});
  size.value = tolerance * std::max({*most - *least, std::abs(*least), nominal});
  return size;
}

std::vector<std::pair<double, double>> SlidingRange(std::span<const double> times, std::span<const double> values,
                                                    double half_width, std::span<const double> at) {
  RT_CHECK(!times.empty() && times.size() == values.size(), "{} times, {} values", times.size(), values.size());
  // Points of the window whose value none of the later ones exceeds (goes below): the first is the extreme.
  std::deque<size_t> upper;
  std::deque<size_t> lower;
  std::vector<std::pair<double, double>> range;
  range.reserve(at.size());
  size_t first = 0;  // point at or after the begin of the window
  size_t next = 0;   // point after its end
  for (const double t : at) {
    const double begin = std::clamp(t - half_width, times.front(), times.back());
    const double end = std::clamp(t + half_width, times.front(), times.back());
    for (; next < times.size() && times[next] <= end; ++next) {
      while (!upper.empty() && values[upper.back()] <= values[next]) upper.pop_back();
      while (!lower.empty() && values[lower.back()] >= values[next]) lower.pop_back();
      upper.push_back(next);
      lower.push_back(next);
    }
    while (times[first] < begin) ++first;
    while (!upper.empty() && upper.front() < first) upper.pop_front();
    while (!lower.empty() && lower.front() < first) lower.pop_front();
    double least = std::numeric_limits<double>::infinity();
    double most = -least;
    const auto include = [&](double value) {
      least = std::min(least, value);
      most = std::max(most, value);
    };
    if (!lower.empty()) include(values[lower.front()]);
    if (!upper.empty()) include(values[upper.front()]);
    if (times[first] > begin) include(Between(times, values, first, begin));
    if (times[next - 1] < end) include(Between(times, values, next, end));
    range.emplace_back(least, most);
  }
  return range;
}

}  // namespace stiction::runtime
