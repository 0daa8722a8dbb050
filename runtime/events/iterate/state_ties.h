// SPDX-License-Identifier: BSD-3-Clause
// States whose value at a crossing is known exactly: where a relation compares a state with what does not vary, such as
// v > 0, the crossing is the time at which the two are equal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/events/locate/crossing_search.h"
#include "runtime/program/program.h"
#include "runtime/support/append.h"

namespace stiction::runtime {

/// Finds such states (docs/decisions/0008).
class StateTies {
 public:
  /// A state that is at its tie now.
  struct Tie {
    int32_t state = -1;   // of Program::states
    Slot slot = kNoSlot;  // of the state
    Slot other = kNoSlot;
    double sign = 1;                                                               // the tie is at sign * slots[other]
    bool is_left = true;                                                           // the state is, of the relation
    double Value(const double* slots) const { return sign * slots[other] + 0.0; }  // never -0
  };

  /// @param scales a state is taken for tied within twice the zone of the relation. Outlives this
  StateTies(const Program& program, const RelationScales& scales);

  /// The ties of relations that fired and, as written, have at the tie the value they take now: `v > 0` becomes false
  /// at v = 0, `h < 0` does not become true at h = 0. One per state, in the order of the relations.
  /// @pre the slots hold the left limit, relations their held values
  void FindTies(const Crossing& crossing, const double* slots, std::vector<Tie>& ties) const;
  /// That of one relation; null: none.
  const Tie* TieAt(int32_t relation, const double* slots) const;

  /// The relations that flip with states at their ties.
  struct ExactCrossing {
    std::vector<int32_t> relations;  // without those that, as written, do not flip at the tie
    std::vector<int32_t> flipped;    // those of them that do
  };
  void FindExact(const std::vector<Tie>& ties, const Crossing& crossing, const double* slots,
                 ExactCrossing& exact) const;

  /// A state that is exactly at the tie of a relation and leaves it at once, where the relation flips.
  struct Departure {
    int32_t relation = -1;
    int32_t state = -1;
    double value = 0;  // of the state right after
  };
  /// Departures from ties of the relations given, in their order.
  /// @param derivative of a state: what it is now, if that is known
  /// @pre the slots hold the point and the values of relations and discrete variables there
  template <class Derivative>
  void FindDepartures(std::span<const int32_t> relations, const double* slots, const Derivative& derivative,
                      std::vector<Departure>& departures) const {
    departures.clear();
    int32_t asked = -1;
    std::optional<double> slope;  // of that state
    for (const int32_t index : relations) {
      const Tie& tie = tie_of_[static_cast<size_t>(index)];
      if (tie.state < 0 || slots[tie.slot] != tie.Value(slots)) continue;
      if (asked != tie.state) slope = derivative(tie.state);
      asked = tie.state;
      if (slope && *slope != 0 && FlipsWhenLeaving(index, *slope, slots))
        Append(departures, Departure{index, tie.state, Beyond(tie.Value(slots), *slope)});
    }
  }

 private:
  bool FlipsWhenLeaving(int32_t relation, double slope, const double* slots) const;
  static double Beyond(double tie, double slope);
  bool FlipsAtTie(int32_t relation, const double* slots) const;
  bool IsTied(int32_t relation, const std::vector<Tie>& ties, const double* slots) const;

  const Program& program_;
  const RelationScales& scales_;
  std::vector<Tie> tie_of_;  // per relation; without a state: none
};

}  // namespace stiction::runtime
