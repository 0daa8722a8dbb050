// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/transports.h"

#include <fmt/format.h>

#include <algorithm>

namespace stiction::runtime {
namespace {

using Kind = ExternalArgument::Kind;
constexpr Kind kParameters[] = {Kind::kObject, Kind::kInteger, Kind::kInteger, Kind::kReal};

std::string Moved(std::span<const ExternalArgument> arguments, std::span<double> results) {
  const auto* transports = dynamic_cast<const Transports*>(arguments[0].object);
  if (transports == nullptr) return "`stiction_moved` is there for spatialDistribution() only";
  results[0] = transports->ValueAt(static_cast<size_t>(arguments[1].number), static_cast<int>(arguments[2].number),
                                   arguments[3].number);
  return {};
}

}  // namespace

std::vector<ProvidedFunction> ProvidedTransports() { return {{"stiction_moved", kParameters, 1, Moved, nullptr}}; }

std::string Transports::Add(std::span<const double> points, std::span<const double> values, double x) {
  Contents contents;
  if (points.front() != 0 || points.back() != 1 || !std::is_sorted(points.begin(), points.end())) {
    return "the initial points of spatialDistribution() must go from 0 to 1 in ascending order (MLS 3.7.4.2)";
  }
  for (size_t k = 1; k < points.size(); ++k) {
    const std::array<double, 2> at{points[k - 1] - x, points[k] - x}, value{values[k - 1], values[k]};
    Enter(contents, false, at, value);
  }
  pipes_.push_back(std::move(contents));
  return {};
}

void Transports::Append(size_t pipe, const Step& step) {
  Contents& contents = pipes_[pipe];
  Trim(contents, -step.x[0], 1 - step.x[0]);
  std::array<double, 4> at{};
  const bool ascends = std::is_sorted(step.x.begin(), step.x.end());
  const bool descends = std::is_sorted(step.x.rbegin(), step.x.rend());
  const bool is_distinct = step.x[0] != step.x[1] && step.x[1] != step.x[2] && step.x[2] != step.x[3];
  if ((ascends || descends) && is_distinct) {
    for (size_t k = 0; k < at.size(); ++k) at[k] = (ascends ? 0 : 1) - step.x[k];
    Enter(contents, ascends, at, ascends ? step.in0 : step.in1);
    return;
  }
  for (size_t k = 1; k < at.size(); ++k) {
    const bool forward = step.x[k] > step.x[k - 1];
    const double end = forward ? 0 : 1;
    const std::array<double, 4>& in = forward ? step.in0 : step.in1;
    Trim(contents, -step.x[k - 1], 1 - step.x[k - 1]);
    const std::array<double, 2> ends{end - step.x[k - 1], end - step.x[k]}, values{in[k - 1], in[k]};
    Enter(contents, forward, ends, values);
  }
}

void Transports::Enter(Contents& contents, bool at_left, std::span<const double> at, std::span<const double> values) {
  Segment segment;
  segment.low = std::min(at.front(), at.back());
  segment.high = std::max(at.front(), at.back());
  if (segment.low == segment.high) return;
  segment.count = static_cast<int>(at.size());
  std::copy(at.begin(), at.end(), segment.at.begin());
  std::copy(values.begin(), values.end(), segment.value.begin());
  if (at_left) {
    contents.push_front(segment);
  } else {
    contents.push_back(segment);
  }
}

void Transports::Trim(Contents& contents, double low, double high) {
  while (contents.size() > 1 && contents.front().high <= low) contents.pop_front();
  while (contents.size() > 1 && contents.back().low >= high) contents.pop_back();
  contents.front().low = std::max(contents.front().low, low);
  contents.back().high = std::min(contents.back().high, high);
}

// Newton's divided differences, so that what does not change stays exact.
double Transports::ValueOf(const Segment& segment, double at) {
  at = std::clamp(at, segment.low, segment.high);
  std::array<double, 4> difference = segment.value;
  const auto count = static_cast<size_t>(segment.count);
  for (size_t order = 1; order < count; ++order) {
    for (size_t k = count - 1; k >= order; --k) {
      difference[k] = (difference[k] - difference[k - 1]) / (segment.at[k] - segment.at[k - order]);
    }
  }
  double value = difference[count - 1];
  for (size_t k = count - 1; k-- > 0;) value = difference[k] + (at - segment.at[k]) * value;
  return value;
}

double Transports::ValueAt(size_t pipe, int end, double x) const {
  if (pipe >= pipes_.size()) return 0;
  const Contents& contents = pipes_[pipe];
  const double at = end - x;
  auto segment = std::lower_bound(contents.begin(), contents.end(), at,
                                  [](const Segment& s, double place) { return s.high < place; });
  if (segment == contents.end()) --segment;
  return ValueOf(*segment, at);
}

}  // namespace stiction::runtime
