// SPDX-License-Identifier: BSD-3-Clause
// Chattering: events that follow each other without progress, which would never reach the stop time.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/events/locate/crossing_search.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// Watches for events without progress:
///
/// - A relation that flips 200 times in a row, and at a pace of 20 000 in the whole span, without its sides ever having
///   been further apart than 10 zones (see CrossingSearch) only hovers, and the crossing search would go on for ever.
/// - Events crowd: 100 at one time, 1000 within 1e-8 of the whole span, 100 000 within 1e-4 of it.
///
/// The report depends on whether they accumulate ("Zeno"): a relation's flips come to an end where whole cycles of them
/// shrink geometrically, in time, in how far its sides go apart and in how fast, with a reinit or a changed discrete
/// variable in each (docs/decisions/0009).
class ChatteringDetector {
 public:
  ChatteringDetector(const Program& program, double span);

  /// @param crossing what fired; nothing for a time event
  /// @param slots at the left limit: relations have the values that they held
  /// @returns the message for the modeller if there is no progress: the cycle of relations, and a way out
  std::optional<std::string> OnEvent(double t, const Crossing* crossing, CrossingSearch& search, const double* slots);

  /// After the last event, if a state was set or a discrete variable changed.
  void NoteEffect();

  /// The message for the modeller if the flips of the relation accumulate and their end has come.
  /// @param least flips that must have continued the series
  std::optional<std::string> Accumulation(int32_t relation, int32_t least) const;

 private:
  static constexpr int kFlips = 8;

  struct Flip {
    double time = 0;
    double excursion = 0;     // before it: how far the sides of the relation have been apart
    bool has_effect = false;  // of its event
  };
  /// Cycles of two flips, to one side and back, that shrink.
  struct Series {
    int32_t continued = 0;      // by so many flips in a row
    double factor = 0;          // of the periods
    double begin = 0, end = 0;  // [s]
  };
  struct Flips {
    int32_t hovering = 0;       // in a row
    double hovering_since = 0;  // [s]
    int64_t count = 0;
    Flip last[kFlips];       // latest first
    int32_t continuing = 0;  // in a row, the series
    Series series;           // the last one that counts
  };
  /// All that fired at one event: relations with their new value, and held integer parts.
  struct Firing {
    double time = 0;
    std::vector<std::pair<int32_t, bool>> relations;
    std::vector<int32_t> held;
    bool IsLike(const Firing& other) const { return relations == other.relations && held == other.held; }
  };

  /// Notes one more flip. @returns whether the relation hovers
  bool Hovers(Flips& flips, double t, double excursion, bool is_near) const;
  static void Continue(Flips& flips);
  static bool ContinuesSeries(const Flips& flips);
  bool IsWithoutPace(double t);
  /// Notes what fired. @returns whether events crowd
  bool IsCrowded(double t, const Crossing* crossing, const double* slots);
  /// The event `back` events before the last one. @pre back < noted_
  const Firing& Past(size_t back) const;
  size_t CycleLength() const;
  std::string Describe(const Firing& firing, const char* heading) const;
  std::optional<std::string> AnyAccumulation() const;
  std::string DescribeCycle(double t) const;

  const Program& program_;
  double span_;
  std::vector<Flips> flips_;    // per relation
  std::vector<int32_t> fired_;  // relations of the last event
  double last_time_ = -std::numeric_limits<double>::infinity();
  int64_t events_ = 0;
  double time_of_many_ = -std::numeric_limits<double>::infinity();  // of the last of so many of them
  size_t watches_for_ = 0;       // so many more events, after one that hovered or followed closely
  size_t noted_ = 0;             // so many events in a row
  std::vector<Firing> firings_;  // the last of them, a ring
};

}  // namespace stiction::runtime
