// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/delay_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "runtime/support/time_resolution.h"

namespace stiction::runtime {
namespace {

/// Smaller differences at an event are rounding errors, not jumps.
constexpr double kSmallestJump = 1e-10;

}  // namespace

std::optional<std::string> DelayLines::Start(double t, double stop_time) {
  lines_.assign(program_.delays.size(), {});
  end_ = t;
  last_ = Current();
  for (size_t i = 0; i < lines_.size(); ++i) {
    const DelayInfo& info = program_.delays[i];
    if (info.is_of_transport) {
      lines_[i].delay = std::numeric_limits<double>::infinity();
      continue;
    }
    const double delay = slots_[info.time], longest = slots_[info.longest];
    if (!(delay > 0) || !std::isfinite(delay)) {
      return fmt::format(
          "the delay time of delay() is {} s ({}): it must be finite and positive, or 0 by a value known at "
          "compile time",
          delay, info.place);
    }
    if (delay > longest) {
      return fmt::format("the delay time {} s of delay() is longer than its delayMax, {} s ({})", delay, longest,
                         info.place);
    }
    // No step may be longer than the delay.
    if ((stop_time - t) / delay > kMaxPeriods) {
      return fmt::format(
          "the delay time {} s of delay() ({}) is far too short: {:.3g} steps up to t = {} s; at most "
          "{:.0e} are possible",
          delay, info.place, (stop_time - t) / delay, stop_time, kMaxPeriods);
    }
    lines_[i].delay = delay;
    lines_[i].pieces = {Piece{last_[i], t, {}}, Piece{last_[i], std::nullopt, {}}};
  }
  SetValues(t);
  return StartTransports();
}

std::optional<std::string> DelayLines::StartTransports() {
  longest_step_ = std::numeric_limits<double>::infinity();
  for (const TransportInfo& info : program_.transports) {
    const auto first = static_cast<size_t>(info.first), count = static_cast<size_t>(info.point_count);
    const std::span<const double> given(last_);
    std::string wrong =
        transports_.Add(given.subspan(first + 3, count), given.subspan(first + 3 + count, count), given[first + 2]);
    if (!wrong.empty()) return fmt::format("{} ({})", wrong, program_.delays[first].place);
  }
  return std::nullopt;
}

void DelayLines::AppendTransports(double duration, const Samples& samples) {
  constexpr double kLongestWay = 0.25;  // of a pipe, in one step
  longest_step_ = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < program_.transports.size(); ++i) {
    const auto first = static_cast<size_t>(program_.transports[i].first);
    Transports::Step step{};
    for (size_t k = 0; k < samples.size(); ++k) {
      step.in0[k] = samples[k][first];
      step.in1[k] = samples[k][first + 1];
      step.x[k] = samples[k][first + 2];
    }
    transports_.Append(i, step);
    const double way = std::abs(step.x[3] - step.x[0]);
    if (way > 0) longest_step_ = std::min(longest_step_, duration * kLongestWay / way);
  }
}

std::vector<double> DelayLines::Current() {
  tape_.Run(program_.delay_code, slots_);
  std::vector<double> current;
  for (const DelayInfo& info : program_.delays) current.push_back(slots_[info.current]);
  return current;
}

void DelayLines::SetValues(double t) {
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (program_.delays[i].is_of_transport) continue;
    slots_[program_.delays[i].value] = ValueAt(lines_[i].pieces.front(), t - lines_[i].delay);
  }
}

double DelayLines::ValueAt(const Piece& piece, double t) {
  if (piece.segments.empty()) return piece.value;
  auto segment = std::lower_bound(piece.segments.begin(), piece.segments.end(), t,
                                  [](const Segment& s, double time) { return s.end < time; });
  if (segment == piece.segments.end()) --segment;
  // The cubic through the values at u = 0, 1, 2, 3; in differences, so that what does not change stays exact.
  const double u = 3 * (t - segment->begin) / (segment->end - segment->begin);
  const std::array<double, 4>& v = segment->values;
  const double first = v[1] - v[0], second = v[2] - 2 * v[1] + v[0], third = v[3] - 3 * v[2] + 3 * v[1] - v[0];
  return v[0] + u * (first + (u - 1) * (second / 2 + (u - 2) * third / 6));
}

double DelayLines::Shortest() const {
  double shortest = longest_step_;
  for (const Line& line : lines_) shortest = std::min(shortest, line.delay);
  return shortest;
}

double DelayLines::Next(double t) const {
  double next = std::numeric_limits<double>::infinity();
  for (const Line& line : lines_) {
    if (line.pieces.empty()) continue;
    if (line.pieces.front().end) next = std::min(next, std::max(t, *line.pieces.front().end + line.delay));
  }
  return next;
}

void DelayLines::Arrive(double t) {
  for (Line& line : lines_) {
    if (line.pieces.empty()) continue;
    while (line.pieces.front().end && *line.pieces.front().end + line.delay <= t + SimultaneousWithin(t)) {
      line.pieces.pop_front();
    }
    std::deque<Segment>& segments = line.pieces.front().segments;
    while (segments.size() > 1 && segments.front().end < t - line.delay) segments.pop_front();
  }
}

void DelayLines::Append(double t, const Samples& samples) {
  if (t <= end_) return;
  AppendTransports(t - end_, samples);
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].pieces.empty()) continue;
    Segment segment{end_, t, {}};
    for (size_t k = 0; k < samples.size(); ++k) segment.values[k] = samples[k][i];
    std::deque<Segment>& read = lines_[i].pieces.front().segments;
    lines_[i].pieces.back().segments.push_back(segment);
    // Drops the segments that no step reads any more.
    while (read.size() > 1 && read.front().end < t - 2 * lines_[i].delay) read.pop_front();
  }
  end_ = t;
  last_ = samples.back();
}

void DelayLines::Jump(double t) {
  const std::vector<double> now = Current();
  for (size_t i = 0; i < lines_.size(); ++i) {
    Line& line = lines_[i];
    if (line.pieces.empty()) continue;
    if (std::abs(now[i] - last_[i]) <= kSmallestJump * std::max(1.0, std::abs(last_[i]))) continue;
    if (line.pieces.back().segments.empty() && line.pieces.size() > 1) {
      // A second jump at the same time.
      line.pieces.back().value = now[i];
      continue;
    }
    line.pieces.back().end = t;
    line.pieces.push_back({now[i], std::nullopt, {}});
  }
  last_ = now;
}

}  // namespace stiction::runtime
