// States whose value at a crossing is known exactly: where a relation compares a state with what does not vary, such as
// v > 0, the crossing is the time at which the two are equal.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/events/crossing_search.h"
#include "runtime/program/program.h"

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

  /// @param tolerance relative tolerance of the simulation; a state is taken for tied within twice its zone (see
  /// CrossingSearch)
  StateTies(const Program& program, double tolerance);

  /// The ties of relations that fired and, as written, have at the tie the value they take now: `v > 0` becomes false
  /// at v = 0, `h < 0` does not become true at h = 0. One per state, in the order of the relations.
  /// @pre the slots hold the left limit, relations their held values
  std::vector<Tie> At(const Crossing& crossing, const double* slots) const;

  /// A crossing as it is with states at their ties.
  struct ExactCrossing {
    Crossing crossing;             // without the relations that, as written, do not flip at the tie
    std::vector<int32_t> flipped;  // those of it that do
  };
  ExactCrossing With(const std::vector<Tie>& ties, const Crossing& crossing, const double* slots) const;

  /// A state that is exactly at the tie of some relations and leaves it at once, and where it is right after.
  struct Departure {
    int32_t state = -1;
    double value = 0;
    std::vector<int32_t> relations;  // that flip, in the order given
  };
  /// Departures from ties of the relations given.
  /// @param derivative of a state: what it is now, if that can be told
  /// @pre the slots hold the point and the values of relations and discrete variables there
  template <class Derivative>
  std::vector<Departure> Departures(const std::vector<int32_t>& relations, const double* slots,
                                    const Derivative& derivative) const {
    std::vector<Departure> departures;
    int32_t asked = -1;
    std::optional<double> slope;  // of that state
    for (const int32_t index : relations) {
      const std::optional<Tie>& tie = tie_of_[static_cast<size_t>(index)];
      if (!tie || slots[tie->slot] != tie->Value(slots)) continue;
      if (asked != tie->state) slope = derivative(tie->state);
      asked = tie->state;
      if (slope && *slope != 0 && FlipsWhenLeaving(index, *slope, slots))
        AddDeparture(index, *slope, slots, departures);
    }
    return departures;
  }

 private:
  bool FlipsWhenLeaving(int32_t relation, double slope, const double* slots) const;
  void AddDeparture(int32_t relation, double slope, const double* slots, std::vector<Departure>& departures) const;
  bool FlipsAtTie(int32_t relation, const double* slots) const;

  const Program& program_;
  double zone_factor_;
  std::vector<std::optional<Tie>> tie_of_;  // per relation
};

}  // namespace stiction::runtime
