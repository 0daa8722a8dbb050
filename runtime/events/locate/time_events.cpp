// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/time_events.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/support/time_resolution.h"

namespace stiction::runtime {

std::optional<std::string> TimeEvents::Start(double t, double stop_time, double* slots) {
  tape_.Run(program_.thresholds, slots);
  starts_.clear();
  intervals_.clear();
  next_.clear();
  for (const SampleInfo& sample : program_.samples) {
    const double start = slots[sample.start];
    const double interval = slots[sample.interval];
    if (!(interval > 0) || !std::isfinite(start)) {
      return fmt::format("sample(start = {}, interval = {}) ({}) needs a finite start and a positive interval", start,
                         interval, sample.place);
    }
    const double periods = (stop_time - std::max(t, start)) / interval;
    if (periods > kMaxPeriods) {
      return fmt::format(
          "sample(start = {}, interval = {}) ({}) has {:.3g} events up to t = {} s; at most {:.0e} are "
          "possible",
          start, interval, sample.place, periods, stop_time, kMaxPeriods);
    }
    starts_.push_back(start);
    intervals_.push_back(interval);
    const double skipped = std::ceil((t - SimultaneousWithin(t) - start) / interval);
    constexpr double kLargestExact = 9007199254740992.0;  // 2^53
    if (!(skipped < kLargestExact)) {
      return fmt::format("sample(start = {}, interval = {}) ({}) has too many events before t = {} s", start, interval,
                         sample.place, t);
    }
    next_.push_back(skipped > 0 ? static_cast<int64_t>(skipped) : 0);
    const size_t i = starts_.size() - 1;
    if (next_[i] > 0 && TickTime(i) - interval >= t - SimultaneousWithin(t)) --next_[i];
  }
  return std::nullopt;
}

std::vector<int32_t> TimeEvents::TakeTicks(double t) {
  std::vector<int32_t> ticks;
  for (size_t i = 0; i < next_.size(); ++i) {
    if (TickTime(i) > t + SimultaneousWithin(t)) continue;
    ticks.push_back(static_cast<int32_t>(i));
    while (TickTime(i) <= t + SimultaneousWithin(t)) ++next_[i];
  }
  return ticks;
}

double TimeEvents::Next(double t, double* slots) {
  if (thresholds_.empty() && next_.empty()) return std::numeric_limits<double>::infinity();
  tape_.Run(program_.thresholds, slots);
  std::vector<double> times;
  for (const Slot slot : thresholds_) {
    const double threshold = slots[slot];
    if (std::isfinite(threshold) && threshold > t) times.push_back(threshold);
  }
  for (size_t i = 0; i < next_.size(); ++i) times.push_back(TickTime(i));
  if (times.empty()) return std::numeric_limits<double>::infinity();
  const double first = *std::min_element(times.begin(), times.end());
  double last = first;
  for (double time : times) {
    if (time <= first + SimultaneousWithin(first)) last = std::max(last, time);
  }
  return last;
}

}  // namespace stiction::runtime
