// Searches a step for the first flip by the Taylor series of the excesses: by proof, not by samples.
//
// Within a step each excess is a polynomial. First the sizes of its terms show, for most relations, that it stays where
// it is; one sum over the terms shows it for most of the others; for the rest polynomial_roots.h finds the first root
// or proves that there is none. What the series leaves out is judged by its last two terms: where they say that it
// matters, the series gets more orders, or the step an earlier end.
//
// The series of a computed operand ends one order before that of the states, so its root is corrected by what the
// system gives there: at the time of a crossing the relations do have their other value.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/events/continuous_system.h"
#include "runtime/events/dense_output.h"
#include "runtime/events/excess_sampler.h"
#include "runtime/events/polynomial_roots.h"
#include "runtime/events/series_loops.h"
#include "runtime/events/watched_relations.h"

namespace stiction::runtime {

/// Searches one step after the other.
class SeriesSearch {
 public:
  /// @param tolerance relative tolerance of the simulation
  /// @pre all outlive this
  SeriesSearch(ContinuousSystem& system, WatchedRelations& watched, ExcessSampler& sampler, double tolerance);

  /// The first crossing in a step.
  /// @param step may end earlier afterwards
  /// @param end where the step ends, also afterwards
  /// @pre step.Series() is not null; Program::held is empty
  /// @returns nothing if a relation has no series here: the step is to be searched by samples
  std::optional<CrossingResult> Search(DenseOutput& step, double& end);

  /// Relations that may be off their held sides after an event, those aside that it concerns itself. Before it chooses
  /// what to watch.
  /// @param values of the kernel at that point
  void FindSuspects(const double* values, std::vector<int32_t>& relations);
  /// After a restart. @param concerned relations whose values, sides or arms may be new; null: all
  void Follow(const std::vector<int32_t>* concerned);
  /// The zone of a relation at the beginning of the step searched last.
  double ZoneOf(int32_t relation) const;

 private:
  using Values = std::vector<double>;

  /// Values that are side by side in the coefficients and in the ranges.
  struct Run {
    int32_t index, position, count;
    int32_t watched = 0;  // how often a watched relation compares one of them
  };
  /// A relation that may flip.
  struct Near {
    size_t k = 0;
    Polynomial excess;  // over the part of the step that is gone
    double tie = 0, zone = 0;
    double noise = 0;  // rounding errors
    bool is_computed = false;
    double top = 0;      // it stays below that, or where it begins
    double soonest = 0;  // part of the step: it flips nowhere before. Of those sorted by time
  };
  struct Candidate {
    size_t k;
    double time, before;
  };

  void FindOperands();
  void Count(int32_t relation, int32_t by);
  void Concern(int32_t relation);
  void UpdateRanges();
  void UpdateRange(size_t position);
  void LookAt(int32_t relation);
  void NoteExtremes(size_t position);
  bool IsComputed(int32_t relation) const;
  bool IsPair(int32_t relation) const;
  void ArmWithin(size_t k);
  void FollowWatched(const StepSeries& series);
  void Measure(const StepSeries& series);
  bool CollectNear(const StepSeries& series);
  bool Load(const StepSeries& series, size_t k, Near& near) const;
  static double Rest(const Near& near);
  static bool StaysBelow(const Near& near);
  static double Soonest(const Near& near);
  void SortByTime();
  double TrustedPart(const Near& near) const;
  enum class Trust : uint8_t { kTrusted, kShortened, kNoSeries };
  bool Extend(DenseOutput& step, int order);
  Trust MakeTrusted(DenseOutput& step, Near& near, double& end);
  Trust MakeAllTrusted(DenseOutput& step, double& end);
  std::optional<double> FirstFlip(const Near& near, double end, double resolution);
  bool Place(const DenseOutput& step, Near& near, double end, std::optional<Candidate>& placed, CrossingResult& result);
  void NoteExcursion(const Near& near, double end);
  bool Conclude(const DenseOutput& step, CrossingResult& result);

  ContinuousSystem& system_;
  WatchedRelations& watched_;
  ExcessSampler& sampler_;
  double tolerance_;
  bool found_operands_ = false;
  std::vector<Run> runs_;                                // of operands that vary
  std::vector<int32_t> left_position_, right_position_;  // by relation
  std::vector<int32_t> left_run_, right_run_;            // likewise, -1: held
  std::vector<std::vector<int32_t>> relations_at_;       // by position; where both sides vary, by none
  std::vector<int32_t> pairs_;                           // watched relations both of whose sides vary
  std::vector<int32_t> outside_;                         // positions
  std::vector<int32_t> stale_;                           // positions whose low_ and high_ are to be found anew
  std::vector<char> is_stale_;                           // by position
  bool all_are_stale_ = true;
  struct Held {
    int32_t index, position;
  };
  std::vector<Held> held_operands_;
  int32_t first_held_ = 0;                 // position
  std::vector<int32_t> bounded_position_;  // by relation: of the side that varies while the other is held; -1: none
  int64_t seen_restarts_ = 0;
  int32_t watched_computed_ = 0;  // relations
  Values begin_, end_, radius_;   // by position
  // Likewise: while it is within, no watched relation that compares it with what is held flips, nor does a restart arm
  // or disarm one.
  Values low_, high_;
  Values least_, most_;  // likewise: extremes since NoteExtremes
  SeriesRanges Ranges() {
    return {begin_.data(), end_.data(), radius_.data(), low_.data(), high_.data(), least_.data(), most_.data()};
  }
  std::vector<size_t> unclear_;  // of the watched relations, those that may flip as far as the radii tell
  size_t unclear_count_ = 0;
  std::array<double, Polynomial::kMostOrder + 1> powers_;
  std::vector<Near> near_;               // of the unclear ones
  std::vector<size_t> by_time_, below_;  // of near_: that may flip, and that a closer look shows to stay below
  int useful_order_ = 0;                 // at which a series that was too short could be trusted last
  Polynomial negated_;
  std::vector<Candidate> candidates_;
  WatchedRelations::Scope wanted_;
  ExcessSample sample_;
};

}  // namespace stiction::runtime
