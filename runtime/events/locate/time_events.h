// SPDX-License-Identifier: BSD-3-Clause
// The queue of time events: ticks of sample() and thresholds of relations in time alone. No search: the time is known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/execute/tape.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Tells the next time event. Tick k of sample(start, interval) is at start + k * interval, by multiplication
/// (MLS 3.7.5).
class TimeEvents {
 public:
  TimeEvents(const Program& program, Tape& tape) : program_(program), tape_(tape) {
    for (const RelationInfo& relation : program.relations) {
      if (relation.kind == RelationInfo::Kind::kTime) thresholds_.push_back(relation.threshold);
    }
  }

  /// Begins at `t`: ticks before it are skipped.
  /// @param stop_time the end of the run [s]
  /// @pre `slots` hold the solution of the initial system
  /// @returns nothing on success, else a sentence about a sample() whose interval is not positive or far too short,
  /// with its place
  std::optional<std::string> Start(double t, double stop_time, double* slots);

  /// True if there never is one.
  bool empty() const { return thresholds_.empty() && program_.samples.empty(); }

  /// Samples that tick at t, ascending; each is given once.
  std::vector<int32_t> TakeTicks(double t);

  /// The number of the next tick of each sample, and the same of a run that goes on from there. @pre Start was called
  const std::vector<int64_t>& next_ticks() const { return next_; }
  void GoOnFrom(std::vector<int64_t> next_ticks) { next_ = std::move(next_ticks); }

  /// Time of the next event strictly after t; infinite if there is none. Thresholds are computed anew from `slots`. Of
  /// events that are simultaneous but for rounding, the last counts, so that all have come.
  double Next(double t, double* slots);

 private:
  double TickTime(size_t sample) const {
    return starts_[sample] + static_cast<double>(next_[sample]) * intervals_[sample];
  }

  const Program& program_;
  Tape& tape_;
  std::vector<Slot> thresholds_;
  std::vector<double> starts_, intervals_;
  std::vector<int64_t> next_;  // number of each sample's next tick
};

}  // namespace stiction::runtime
