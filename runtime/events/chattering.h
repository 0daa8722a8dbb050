// Tells chattering: events that follow each other without progress, which would never reach the stop time.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/events/crossing_search.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Counts flips. A relation chatters when it flips 200 times in a row without its sides ever having been further apart
/// than 100 zones (see CrossingSearch): it only hovers, and the crossing search would go on for ever. Events accumulate
/// ("Zeno") when a relation's flips come at ever shorter periods until it hovers or is about to disappear in its zone
/// (docs/decisions/0009). Events that do
/// not advance time, or crowd within 1e-9 of the whole span, are the other signs.
class ChatteringDetector {
 public:
  ChatteringDetector(const Program& program, double span);

  /// @param crossing what fired; nothing for a time event
  /// @param slots at the left limit: relations have the values that they held
  /// @returns the message for the modeller if it is chattering: the cycle of relations, and a way out
  std::optional<std::string> OnEvent(double t, const Crossing* crossing, CrossingSearch& search, const double* slots);

 private:
  static constexpr int kFlips = 6;

  struct Flips {
    int32_t hovering = 0;            // in a row
    int32_t shrinking = 0;           // periods in a row
    double times[kFlips] = {};       // of the last flips, latest first
    double excursions[kFlips] = {};  // before each of them, in zones
    int64_t count = 0;
  };
  /// What fired at one event: relations with their new value, and held integer parts.
  struct Firing {
    double time = 0;
    std::vector<std::pair<int32_t, bool>> relations;
    std::vector<int32_t> held;
    bool IsLike(const Firing& other) const { return relations == other.relations && held == other.held; }
  };

  /// Notes one more flip. @returns whether the relation hovers
  bool Hovers(Flips& flips, double t, double excursion) const;
  bool Accumulates(const Flips& flips) const;
  /// Notes what fired. @returns whether events crowd
  bool IsCrowded(double t, const Crossing* crossing, const double* slots);
  /// The event `back` events before the last one. @pre back < noted_
  const Firing& Past(size_t back) const;
  size_t CycleLength() const;
  std::string Describe(const Firing& firing, const char* heading) const;
  std::string DescribeAccumulation(int32_t relation) const;
  std::string DescribeCycle(double t) const;

  const Program& program_;
  double span_;
  std::vector<Flips> flips_;  // per relation
  double last_time_ = -std::numeric_limits<double>::infinity();
  size_t watches_for_ = 0;       // so many more events, after one that hovered or followed closely
  size_t noted_ = 0;             // so many events in a row
  std::vector<Firing> firings_;  // the last of them, a ring
};

}  // namespace stiction::runtime
