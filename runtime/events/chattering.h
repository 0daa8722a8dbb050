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
/// than 100 zones (see CrossingSearch): it only hovers, and the crossing search would go on for ever. Events accumulate
/// ("Zeno") when a relation's flips come at ever shorter periods until it hovers. Events that do not advance time, or
/// crowd within 1e-9 of the whole span, are the other signs.
class ChatteringDetector {
 public:
  ChatteringDetector(const Program& program, double span);

  /// @param crossing what fired; nothing for a time event
  /// @returns the message for the modeller if it is chattering
  std::optional<std::string> OnEvent(double t, const Crossing* crossing, const CrossingSearch& search);

 private:
  struct Flips {
    int32_t hovering = 0;   // in a row
    int32_t shrinking = 0;  // periods in a row
    double excursion = 0;   // before the last flip, in zones
    double times[4] = {};   // of the last flips, latest first
    int64_t count = 0;
    int64_t last_event = -1;
  };

  bool Hovers(Flips& flips, double t, double excursion);
  std::string Describe() const;

  const Program& program_;
  double span_;
  std::vector<Flips> flips_;   // per relation
  std::vector<double> times_;  // of the last events, a ring
  int64_t events_ = 0;
};

}  // namespace stiction::runtime
