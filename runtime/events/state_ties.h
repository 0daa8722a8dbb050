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
    int32_t state = -1;  // of Program::states
    Slot other = kNoSlot;
    double sign = 1;                                                               // the tie is at sign * slots[other]
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

 private:
  bool FlipsAtTie(int32_t relation, const double* slots) const;

  const Program& program_;
  double zone_factor_;
  std::vector<std::optional<Tie>> tie_of_;  // per relation
};

}  // namespace stiction::runtime
