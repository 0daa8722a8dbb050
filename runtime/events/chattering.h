// Tells chattering: events that follow each other without progress, which would never reach the stop time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runtime/events/crossing_search.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Counts flips. A relation chatters when it flips 200 times in a row without its sides ever having been further apart
/// than 100 zones (see CrossingSearch): it only hovers, and the crossing search would go on for ever. Events that do not
/// advance time, or crowd within 1e-9 of the whole span, are the other signs (accumulation points, "Zeno").
class ChatteringDetector {
 public:
  ChatteringDetector(const Program& program, double span);

  /// @param crossing what fired; nothing for a time event
  /// @returns the message for the modeller if it is chattering
  std::optional<std::string> OnEvent(double t, const Crossing* crossing, const CrossingSearch& search);

 private:
  std::string Describe() const;

  const Program& program_;
  double span_;
  std::vector<int32_t> hovering_flips_;  // in a row, per relation
  std::vector<int64_t> recent_flips_;    // number of the event of its last flip, per relation
  std::vector<double> times_;            // of the last events, a ring
  int64_t events_ = 0;
};

}  // namespace stiction::runtime
