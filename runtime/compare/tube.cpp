#include "runtime/compare/tube.h"

#include <algorithm>
#include <cmath>
#include <deque>

#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

double Interpolate(std::span<const double> times, std::span<const double> values, double t) {
  const auto after = static_cast<size_t>(std::lower_bound(times.begin(), times.end(), t) - times.begin());
  if (after == times.size()) return values.back();
  if (after == 0 || times[after] == t) return values[after];
  const double share = (t - times[after - 1]) / (times[after] - times[after - 1]);
  return values[after - 1] + (values[after] - values[after - 1]) * share;
}

}  // namespace

TubeSize SizeOfTube(std::span<const double> times, std::span<const double> values, double tolerance, double nominal) {
  RT_CHECK(!times.empty() && times.size() == values.size(), "{} times, {} values", times.size(), values.size());
  constexpr double kLeastTime = 1e-12;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  TubeSize size;
  size.time = tolerance * std::max({times.back() - times.front(), std::abs(times.front()), kLeastTime});
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
  size_t next = 0;
  for (const double t : at) {
    const double begin = std::max(t - half_width, times.front());
    const double end = std::min(t + half_width, times.back());
    for (; next < times.size() && times[next] <= end; ++next) {
      while (!upper.empty() && values[upper.back()] <= values[next]) upper.pop_back();
      while (!lower.empty() && values[lower.back()] >= values[next]) lower.pop_back();
      upper.push_back(next);
      lower.push_back(next);
    }
    while (!upper.empty() && times[upper.front()] < begin) upper.pop_front();
    while (!lower.empty() && times[lower.front()] < begin) lower.pop_front();
    const double left = Interpolate(times, values, begin);
    const double right = Interpolate(times, values, end);
    double least = std::min(left, right);
    double most = std::max(left, right);
    if (!lower.empty()) least = std::min(least, values[lower.front()]);
    if (!upper.empty()) most = std::max(most, values[upper.front()]);
    range.emplace_back(least, most);
  }
  return range;
}

}  // namespace stiction::runtime
