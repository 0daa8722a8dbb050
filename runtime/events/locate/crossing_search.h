// SPDX-License-Identifier: BSD-3-Clause
// Finds the first time in an accepted step at which a held relation (or a held integer part) no longer has its held
// value. What counts as that is in watched_relations.h; a step searches itself where the method can
// (DenseOutput::SearchItself), else it is searched by samples (cubic_search.h).
#pragma once

#include <algorithm>
#include <optional>

#include "runtime/events/locate/crossing.h"
#include "runtime/events/locate/cubic_search.h"
#include "runtime/events/locate/dense_output.h"
#include "runtime/events/locate/watched_relations.h"
#include "runtime/events/locate/zero_crossing_loops.h"
#include "runtime/events/locate/zero_crossing_sampler.h"
#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// Searches one step after the other. It is the front door of all that is watched between events, hence the number of
/// its methods.
class CrossingSearch {
 public:
  /// @param scales of the zones; outlives this
  CrossingSearch(ContinuousSystem& system, RelationScales& scales);

  /// Begins at t after an event (or the start).
  /// @param last the event just handled, if it came from this search
  /// @param changes what may have changed since the last restart; null: everything
  /// @pre the system was evaluated last at t
  void Restart(double t, const Crossing* last, const HeldChanges* changes = nullptr);

  /// Relations off their held side already where the search stands (right after Restart).
  std::optional<Crossing> FlippedNow(const DenseOutput& step);

  /// Relations off their held side at the point evaluated last, at t. The continuous system may have failed there: what
  /// could not be computed counts as unchanged.
  std::optional<Crossing> FlippedAt(double t);
  /// The same, but for what rounding errors decide. @param here gives the states of the point, at any time
  std::optional<Crossing> FlippedBeyondNoise(double t, const DenseOutput& here);

  /// Looks for relations whose difference is nothing but rounding errors at t before one of them fires: where nobody
  /// searches steps that could tell. @post the system was evaluated elsewhere
  void LookForNoise(double t, const DenseOutput& here);

  /// Event indicators of FMI: by relation left - right, shifted by what it has to be beyond, so that it is above zero
  /// or not as the relation is held, until it flips; constant of what is not watched. Then by held value -1 where it
  /// stands, else 1. At the point evaluated last, at t.
  void ReadIndicators(double t, double* indicators);
  /// The event at the point evaluated last, at t, is over: what has not flipped there is on its held side, and flips
  /// further out.
  void PutOffFlipped(double t);
  /// The point evaluated last, at t, is one of the solution: relations that are beyond their zones are armed.
  void Accept(double t);

  /// Searches (last sample, t]. Without a crossing the search then stands at the end of the step, else where it stood.
  /// @param step dense output over that interval; refined when there is a crossing, and one that searches itself may
  /// end before t afterwards
  /// @pre the system was evaluated last at t, unless the step searches itself
  CrossingResult Search(DenseOutput& step, double t);

  /// True if the sides of the relations of a crossing come from where the search stands to it by no more than the last
  /// places of their operands: no step can tell the two apart.
  bool IsWithinRounding(const Crossing& crossing) const;

  /// Largest next step at which the interpolation of the values of g can be trusted [s]; infinite if nothing is watched
  /// or if the last step has searched itself.
  double step_cap() const { return by_samples_.step_cap(); }
  /// Sets the reach of a long step [s].
  void SetReach(double reach) { reach_ = reach; }

  /// Largest |left - right| of a relation since it flipped last, over its zone: small means that it hovers; infinite if
  /// it has no zone. Of a relation that has just flipped.
  double ExcursionOverZone(int32_t relation);

  /// See WatchedRelations.
  void FindBehindGates(const std::vector<int32_t>& relations, std::vector<int32_t>& behind) const {
    watched_.FindBehindGates(relations, behind);
  }

  /// Lets the scales know how far the operands of relations that have just flipped have been.
  void NoteScalesOf(const Crossing& crossing);
  /// Largest |left - right| of a relation since it flipped last. Of a relation that has just flipped.
  double Excursion(int32_t relation) const { return watched_.Excursion(relation); }

  /// The zone of a relation whose sides are these.
  double ZoneAt(int32_t relation, double left, double right) const { return watched_.ZoneAt(relation, left, right); }
  /// See watched_relations.h.
  void Sharpen(int32_t relation, bool is_sharp) { watched_.Sharpen(relation, is_sharp); }
  bool IsSharp(int32_t relation) const { return watched_.IsSharp(relation); }
  bool IsWatched(int32_t relation) const { return watched_.PositionOf(relation) >= 0; }

 private:
  const WatchedRelations::Positions& All();
  void Evaluate(const DenseOutput& step, double t);
  /// @param t end of the step, perhaps an earlier one afterwards
  CrossingResult SearchOnce(DenseOutput& step, double& t);
  /// Computed operands whose difference is not known to be more than rounding errors: their zones are then wider.
  /// @returns whether there were some
  bool FindNoise(const DenseOutput& step, double end, const Crossing& crossing);
  bool NotesNoise(const DenseOutput& step, double t, int32_t relation);
  /// Puts off the crossing until relations that are about to flip, and within their zones already, have flipped, too:
  /// which of them is the first, errors below the tolerance decide. @param end of the step
  void JoinSimultaneous(const DenseOutput& step, double end, Crossing& crossing);
  /// The same of a relation that asks for ever shorter steps.
  void DoubtStepCap(const DenseOutput& step, double t);
  double SpreadAt(const DenseOutput& step, double t, size_t k);
  bool MayBeNoise(const DenseOutput& step, int32_t relation) const;
  /// True if the value that is held there is new for good after t, and was not there before.
  bool IsForGood(const DenseOutput& step, double t, double end, int32_t held);

  ContinuousSystem& system_;
  WatchedRelations watched_;
  ZeroCrossingSampler sampler_;
  CubicSearch by_samples_;
  std::vector<double> x_, perturbed_, kept_slots_;
  std::vector<int> undecided_in_a_row_;  // by Program::held: its last changes that were not for good
  ZeroCrossingSample last_, right_;
  WatchedRelations::Positions all_, nearly_;
  double reach_ = 0;          // of a long step [s]
  int narrowed_ = 0;          // steps in succession
  bool flipped_now_ = false;  // at the last restart some was off its held side
};

}  // namespace stiction::runtime
