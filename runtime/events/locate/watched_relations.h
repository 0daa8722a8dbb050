// SPDX-License-Identifier: BSD-3-Clause
// The relations that are watched now, and from which value on each of them counts as flipped.
//
// Each watched relation has a zero-crossing function g(t) = +-(left - right), positive where the relation would have
// the other value. It *flips* when g exceeds a threshold:
//
//   armed     threshold TieWidth(left, right): the first representable difference that counts
//   unarmed   threshold zone: a hundredth of the tolerance of what is compared (relation_scales.h)
//
// After an event a relation with |g| <= zone is unarmed; it becomes armed once g < -zone. So an exact tie never fires,
// a relation that starts at zero does not fire on rounding errors, and a tangential departure from the held side is
// still seen at the first representable difference (docs/friction.md, section 7). A *sharp* relation is one that is
// known to move away from its tie, and is armed however near to it (rebounds.h). One whose operands keep off their tie
// by themselves, as event indicators of FMUs do, is always armed.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "runtime/events/locate/crossing.h"
#include "runtime/events/locate/relation_scales.h"
#include "runtime/events/locate/relevance.h"
#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// The values of g at one time.
struct ZeroCrossingSample {
  double t = 0;
  bool is_refined = false;        // taken from a refined dense output
  std::vector<double> g;          // per watched relation; elements beyond them mean nothing
  std::vector<double> tie, zone;  // thresholds, likewise
  std::vector<int32_t> held;      // held values that differ from their current one
};

/// Of the relations of kind kState those that are relevant now, and what is known of each: arrays of one element per
/// watched relation. Positions are indices into them.
/// One table, hence the number of its columns and of methods for all who search, arm or decide by them.
class WatchedRelations {
 public:
  using Values = std::vector<double>;
  using Positions = std::vector<size_t>;

  /// @param scales of the zones; learns from what is seen. Outlives this
  WatchedRelations(ContinuousSystem& system, RelationScales& scales);

  /// Chooses what to watch after an event.
  /// @param changes what may have changed; null: everything
  void Choose(const HeldChanges* changes);
  /// Arms the relations at the point where they begin anew. @param last the event before, if it came from the search
  /// @returns whether a relation is off its held side there
  /// @param here its zones are those from then on
  bool Arm(ZeroCrossingSample& here, const Crossing* last);
  /// Irrelevant relations of which a change of these may make relevant ones: to be decided with it.
  void FindBehindGates(const std::vector<int32_t>& relations, std::vector<int32_t>& behind) const;

  size_t count() const { return relations_.size(); }
  const std::vector<int32_t>& relations() const { return relations_; }
  const Values& sign() const { return sign_; }  // of left - right where the relation has its other value
  const Values& armed() const { return armed_; }
  const Values& reach() const { return reach_; }
  double zone_factor() const { return scales_.zone_factor(); }
  /// Of the zones, see MeasureOne. By watched relation.
  const Values& zone_floor() const { return zone_floor_; }
  int64_t restarts() const { return restarts_; }
  /// Makes room for all relations.
  void Resize(ZeroCrossingSample& sample) const;
  /// All values of g at the point that the system evaluated last.
  void Take(double t, ZeroCrossingSample& sample) const;
  /// g of one relation from its operands.
  void Measure(size_t k, double left, double right, ZeroCrossingSample& sample) const;
  static void Copy(const Positions& scope, const ZeroCrossingSample& from, ZeroCrossingSample& to);

  /// Threshold that g of relation k has to exceed at this sample.
  double Threshold(const ZeroCrossingSample& sample, size_t k) const {
    return std::max(armed_[k] != 0 ? reach_[k] : sample.zone[k], sample.tie[k]);
  }
  bool HasFlipped(const ZeroCrossingSample& sample, size_t k) const { return sample.g[k] > Threshold(sample, k); }
  /// True if a relation in the scope has flipped, or a held value has.
  bool AnyFlipped(const Positions& scope, const ZeroCrossingSample& sample) const;
  size_t CountFlipped(const Positions& scope, const ZeroCrossingSample& sample) const;
  /// Those in the scope that have flipped.
  Crossing CrossingAt(const Positions& scope, const ZeroCrossingSample& sample) const;

  /// From the next restart on. An irrelevant relation may be sharp.
  void Sharpen(int32_t relation, bool is_sharp);
  bool IsSharp(int32_t relation) const { return is_sharp_[static_cast<size_t>(relation)] != 0; }

  /// Takes over where the values of g have been.
  void Accept(const Positions& scope, const ZeroCrossingSample& sample);
  void AcceptAll(const ZeroCrossingSample& sample);
  /// What has flipped at a point where an event is over flips further out.
  void PutOffFlipped(const ZeroCrossingSample& here);
  /// Arms one that was beyond its zone inside the step.
  void ArmWithin(size_t k) {
    armed_[k] = 1;
    reach_[k] = 0;
  }
  void NoteExcursion(size_t k, double size) { excursion_[k] = std::max(excursion_[k], size); }
  /// Largest |left - right| of a relation since it flipped last; 0 if it is not watched.
  double Excursion(int32_t relation) const;
  /// The zone of a relation whose sides are these.
  double ZoneAt(int32_t relation, double left, double right) const { return scales_.ZoneOf(relation, left, right); }
  /// Lets the scales know how far its operands have been.
  void NoteScaleOf(int32_t relation) { scales_.Note(relation, Excursion(relation)); }
  /// A held value is left as it is in the step to come: only rounding errors decide what it is. None is from the next
  /// MuteNone on.
  void Mute(int32_t held) { muted_.push_back(held); }
  void MuteNone() { muted_.clear(); }
  /// True if its difference was never beyond the zone that it has if rounding errors of this size are seen.
  bool IsWithinNoise(size_t k, double size) const { return excursion_[k] <= scales_.FloorWith(relations_[k], size); }
  /// Its difference is off by rounding errors of this size: within them nothing fires.
  void NoteNoise(size_t k, double size);
  /// Index of a relation; -1 if it is not watched.
  int32_t PositionOf(int32_t relation) const { return position_of_[static_cast<size_t>(relation)]; }

 private:
  void FindFired(const Crossing* last);
  void ArmFired(const ZeroCrossingSample& here);
  /// @param again it has been put off before, since it was on its side last
  void PutOff(size_t k, const ZeroCrossingSample& here, bool again);
  /// Takes over the size of the operands at a restart.
  void Learn(size_t k, const ZeroCrossingSample& here);
  void ArmSharp(size_t k, const ZeroCrossingSample& here) {
    if (here.g[k] < -here.tie[k]) armed_[k] = 1;
  }
  void Add(int32_t relation);
  void Remove(int32_t relation);
  double SignOf(int32_t relation) const;

  ContinuousSystem& system_;
  RelationScales& scales_;
  std::unique_ptr<Relevance> relevance_;  // made at the first restart
  int64_t restarts_ = 0;
  // By relation
  Values armed_of_, reach_of_, excursion_of_;
  std::vector<int32_t> position_of_;
  std::vector<char> is_sharp_;
  std::vector<int32_t> sharp_;     // those that are
  std::vector<int32_t> off_ties_;  // that keep off them
  std::vector<int32_t> added_;     // by the last Choose
  std::vector<int32_t> muted_;     // of Program::held
  // By watched relation, with room for all
  std::vector<int32_t> relations_;
  Values sign_;
  Values armed_;      // 1 if armed
  Values reach_;      // least threshold, > 0 after a crossing that the event iteration took for a tie
  Values excursion_;  // largest |left - right|
  Values zone_floor_;
  bool any_reach_ = false;
  Positions above_;  // of Arm: those whose g is above zero there
  /// Of a restart: a relation that the event was about, as it was before.
  struct Fired {
    size_t k;
    double armed, reach;
  };
  std::vector<Fired> fired_;
};

}  // namespace stiction::runtime
