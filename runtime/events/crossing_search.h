// Finds the first time in an accepted step at which a held relation (or a held integer part) no longer has its held
// value.
//
// Each watched relation has an excess e(t) = +-(left - right), positive where the relation would have the other value.
// It *flips* when e exceeds a threshold:
//
//   armed     threshold TieWidth(left, right): the first representable difference that counts
//   unarmed   threshold zone = 0.01 tolerance max(1, |left|, |right|)
//
// After an event a relation with |e| <= zone is unarmed; it becomes armed once e < -zone. So an exact tie never fires,
// a relation that starts at zero does not fire on rounding errors (friction-theory 7, traps 3 to 5), and a tangential
// departure from the held side is still seen at the first representable difference (R34).
//
// No crossing is stepped over: within a step each excess is sampled at thirds and interpolated by the cubic; where the
// interpolant plus its error estimate reaches the threshold, the third is searched by itself (evaluations only, no
// integrator steps). A one-step method has seen the relations at its stages on the way (Probe): what stays far from its
// threshold there and at the ends, by a multiple of its range, is not sampled. The same error estimate, relative to the
// size of the excess, caps the next step: with all states constant an integrator would let its step grow past whole
// periods of an input (trap 2, R31).
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/events/continuous_system.h"
#include "runtime/events/dense_output.h"
#include "runtime/events/relevance.h"
#include "runtime/program/program.h"

namespace stiction::runtime {

/// The relations that flip first, and when.
struct Crossing {
  double time = 0;                 // right end of the bracket: evaluated there, the relations do have their other value
  double before = 0;               // left end of the bracket: the last time at which they were seen to hold
  std::vector<int32_t> relations;  // of Program::relations, ascending
  std::vector<int32_t> held;       // of Program::held, ascending
};

/// The outcome of a search.
struct CrossingResult {
  std::optional<Crossing> crossing;
  std::optional<SolveError> error;  // the continuous system could not be solved at a sample
  double error_time = 0;
};

/// What an event changed; of Program::relations and Program::pres.
struct HeldChanges {
  std::vector<int32_t> relations, pres;
};

/// Searches one step after the other.
class CrossingSearch {
 public:
  /// @param tolerance relative tolerance of the simulation; scales the zone
  CrossingSearch(ContinuousSystem& system, double tolerance);

  /// Begins at t after an event (or the start).
  /// @param last the event just handled, if it came from this search
  /// @param changes what may have changed since the last restart; null: everything
  /// @pre the system was evaluated last at t
  void Restart(double t, const Crossing* last, const HeldChanges* changes = nullptr);

  /// Whether a relation is off its held side already where the search stands (right after Restart).
  std::optional<Crossing> FlippedNow();

  /// Whether a relation is off its held side at the point evaluated last, at t. The continuous system may have failed
  /// there: what could not be computed counts as unchanged.
  std::optional<Crossing> FlippedAt(double t);

  /// Searches (last sample, t]. Without a crossing the search then stands at t, else where it stood.
  /// @param step dense output over that interval; refined when there is a crossing
  /// @pre the system was evaluated last at t
  CrossingResult Search(DenseOutput& step, double t);

  /// When the first relation between states that is now within its zone leaves it towards its other value, if all went
  /// on as it does now; infinite if none does. Right after Restart.
  /// @param slope derivatives of the states there, nx
  double LeavesZoneAt(const double* slope) const;

  /// The same as Search for the step to where a relation has left its zone: unless others flip too, that is the event.
  CrossingResult Look(DenseOutput& step, double t);

  /// Largest next step at which the interpolation of the excesses can be trusted [s]; infinite if nothing is watched.
  double step_cap() const { return step_cap_; }

  /// Largest |left - right| of a relation since it flipped last, over its zone: small means that it hovers.
  double ExcursionOverZone(int32_t relation) const;

 private:
  using Values = std::vector<double>;
  struct Sample {
    double t = 0;
    bool is_refined = false;    // taken from a refined dense output
    Values excess;              // per watched relation
    Values tie, zone;           // thresholds, likewise
    std::vector<int32_t> held;  // held values that differ from their current one
  };

  using Points = std::array<Sample*, 4>;  // at 0, 1/3, 2/3, 1 of an interval
  /// What one interval of the search needs; kept from search to search.
  struct Workspace {
    std::array<Sample, 2> inner;
    Values errors;             // per watched relation that is near
    std::vector<size_t> near;  // those that may flip in the interval
  };

  void Watch(const HeldChanges* changes);
  void Add(int32_t relation);
  void Remove(int32_t relation);
  double SignOf(int32_t relation) const;
  void Take(double t, Sample& sample);
  void Resize(Sample& sample) const;
  void CopyScope(const Sample& from, Sample& to) const;
  void LookAtAll();
  bool OnlyRises() const;
  void Survey(const DenseOutput& step);
  bool FallsFromTie(size_t k, const double* slope) const;
  bool TakeAt(const DenseOutput& step, double t, Sample& sample, CrossingResult& result);
  /// The same for the relations in question.
  bool TakeScope(const DenseOutput& step, double t, Sample& sample, CrossingResult& result);
  double Threshold(const Sample& sample, size_t k) const;
  bool Flipped(const Sample& sample) const;
  size_t CountFlipped(const Sample& sample) const;
  size_t CountFlipped(const Sample& sample, const std::vector<size_t>& among) const;
  void Accept(const Sample& sample);
  void AcceptAll(const Sample& sample);
  void FindNear(const Points& points, std::vector<size_t>& near);
  bool IsFar(size_t k, const Points& points) const;
  double InterpolationError(size_t k, const Points& points, const Values* inherited) const;
  bool Suspicious(size_t k, const Points& points, size_t third, double error) const;
  void UpdateStepCap(const Points& points);
  /// @returns true if the search is over: a crossing or an error is in `result`
  bool SearchInterval(DenseOutput& step, Sample& left, Sample& right, int depth, const Values* inherited,
                      CrossingResult& result);
  bool Locate(const DenseOutput& step, const Sample& left, const Sample& right, CrossingResult& result);
  /// Narrows a bracket of the time at which the first of `firing` flips (any held value, if there is none) down to the
  /// resolution. @returns false on an error
  bool Narrow(const DenseOutput& step, const Sample& left, const Sample& right, const std::vector<size_t>& firing,
              double& t_below, double& t_above, CrossingResult& result);
  double Distance(const Sample& sample, const std::vector<size_t>& firing, const Values& scale) const;
  /// Computes the operands of relation k alone; made when first wanted.
  SystemKernel& KernelOf(size_t k);
  void Measure(size_t k, double left, double right, Sample& sample) const;
  /// A sample of `firing` only, from their parts of the system.
  bool TakePart(const DenseOutput& step, double t, const std::vector<size_t>& firing, Sample& sample,
                CrossingResult& result);
  Crossing CrossingAt(const Sample& sample) const;

  ContinuousSystem& system_;
  double zone_factor_;
  std::unique_ptr<Relevance> relevance_;  // made at the first restart
  std::vector<double> armed_of_;          // by relation: 1 if armed
  std::vector<double> reach_of_;
  std::vector<double> excursion_of_;
  std::vector<std::unique_ptr<SystemKernel>> kernel_of_;  // by relation
  std::vector<int64_t> kernel_is_of_;                     // the restart for which it was refreshed, likewise
  std::vector<int32_t> position_of_;                      // in watched_, -1: not there; likewise
  int64_t restarts_ = 0;
  // Of the relations of kind kState that are relevant now, the watched ones
  std::vector<int32_t> watched_;  // of Program::relations
  std::vector<double> sign_;      // of left - right where the relation has its other value
  std::vector<double> armed_;
  std::vector<double> reach_;      // least threshold, > 0 after a crossing that the event iteration took for a tie
  std::vector<double> excursion_;  // largest |left - right|
  bool any_reach_ = false;         // some reach is not 0
  std::vector<size_t> firing_;     // of Locate
  std::vector<size_t> unarmed_;    // those that were unarmed at the last restart
  bool flipped_now_ = false;       // some was off its held side there
  std::vector<size_t> scope_;      // those that may flip in the step that is searched
  bool was_surveyed_ = false;      // the step cap is from probes
  bool is_partial_ = false;        // they are not all, and computed one by one
  Sample last_, right_;
  Sample above_, below_, end_, between_;  // of Locate
  Values scale_;                          // of Narrow
  /// Of a restart: a relation that the event was about, as it was before.
  struct Fired {
    size_t k;
    double armed, reach;
  };
  std::vector<Fired> fired_;
  std::vector<Workspace> workspaces_;               // per depth
  bool refined_ = false, tried_to_refine_ = false;  // the dense output of this step
  double step_end_ = 0;
  double step_cap_;
  std::vector<double> x_, left_, right_side_;
};

}  // namespace stiction::runtime
