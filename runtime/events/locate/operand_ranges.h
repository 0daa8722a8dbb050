// SPDX-License-Identifier: BSD-3-Clause
// Where the operands of watched relations may be without a flip, and which of them a step takes further.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/events/locate/dense_output.h"
#include "runtime/events/locate/extent.h"
#include "runtime/events/locate/series_loops.h"
#include "runtime/events/locate/watched_relations.h"
#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// Each operand that varies and is compared with what is held has a range [low, high]: within it no watched relation
/// flips, nor does a restart arm or disarm one (docs/decisions/0020).
class OperandRanges {
 public:
  /// @pre both outlive this
  OperandRanges(ContinuousSystem& system, WatchedRelations& watched);

  /// Finds the operands ahead of the first step that has a series.
  void Prepare() {
    if (!found_operands_) FindOperands();
  }
  /// Of these relations values, sides or arms may be new; null: of all. After a restart.
  void Concern(const std::vector<int32_t>* relations);
  /// Relations that may be off their held sides after an event, those aside that it concerns itself. Before it chooses
  /// what to watch.
  /// @param values of the kernel at that point
  void FindSuspects(const double* values, std::vector<int32_t>& relations);

  /// Takes over what is watched, and the values of what is held. At each step, before Measure.
  void Begin(const StepSeries& series);
  /// How many watched relations compare an operand that is no state.
  int32_t watched_computed() const { return watched_computed_; }
  /// Takes over where the operands begin and how far they may go in the step.
  /// @param step its series, and powers of its width, 0 to the order, are to stay as long as it is looked at
  void Measure(DenseOutput& step, const double* powers);
  /// Of the step measured last: a watched relation that flips by what the ends of the step tell, the first one by that
  /// and by its slope.
  std::optional<size_t> Likely() const;
  /// The watched relations that may flip in the part s of it, or be armed and flip, as far as the terms tell; also
  /// those whose series are not finite.
  /// @param placed one that need not be looked at again
  const std::vector<size_t>& Suspects(double s, std::optional<size_t> placed);
  /// Takes over where operands are in the middle of it that may leave their ranges. Where nothing flips.
  void NoteMiddle();
  /// Of the step measured last: all values of g at its end t.
  void TakeEnd(double t, ZeroCrossingSample& sample);
  /// Takes over where the operands of a relation that flips have been.
  void NoteExtremesOf(int32_t relation);
  /// The zone of a watched relation at its beginning.
  double ZoneOf(int32_t relation) const;
  /// How far a side of a relation may move in it.
  double LeftRadius(int32_t relation) const { return RadiusAt(left_position_[static_cast<size_t>(relation)]); }
  double RightRadius(int32_t relation) const { return RadiusAt(right_position_[static_cast<size_t>(relation)]); }

  /// Arms a watched relation that was beyond its zone inside of the step.
  void ArmWithin(size_t k);
  /// Arms one whose g at the beginning of the step is beyond its zone.
  void ArmIfBeyond(size_t k, double g, double zone) {
    if (watched_.armed()[k] == 0 && g < -zone) ArmWithin(k);
  }
  bool IsComputed(int32_t relation) const { return SidesOf(relation).is_computed; }

 private:
  using Values = std::vector<double>;

  /// Values that are side by side in the coefficients and in the ranges.
  struct Run {
    int32_t index, position, count;
    int32_t watched = 0;  // how often a watched relation compares one of them
  };
  struct Held {
    int32_t index, position;
  };
  /// What a relation compares.
  struct Sides {
    int32_t left_run = -1, right_run = -1;  // -1: held
    int32_t bounded = -1;                   // position of the side that varies while the other is held; -1: none
    bool is_computed = false;               // one of them is no state
    bool IsPair() const { return left_run >= 0 && right_run >= 0; }
  };

  void FindOperands();
  void FindRelationsAt(size_t position_count);
  const Sides& SidesOf(int32_t relation) const { return sides_[static_cast<size_t>(relation)]; }
  void Count(int32_t relation, int32_t by);
  void Concern(int32_t relation);
  std::span<const int32_t> RelationsAt(size_t position) const {
    const auto begin = relations_at_.begin();
    return {begin + relations_begin_[position], begin + relations_begin_[position + 1]};
  }
  void TakeReadersOf(int32_t position, std::vector<int32_t>& relations) const;
  void AddDefects(DenseOutput& step, Found& outside);
  void UpdateRanges();
  void UpdateRange(size_t position);
  LeadingTerms TermsOf(size_t position) const;
  /// Calls visit(k, is_left, side) for each watched relation that compares the value with a side that is held.
  template <class Visit>
  void ForRelationsOf(size_t position, const Visit& visit) const;
  bool IsAllOutside(size_t k) const;
  void LookAtOutside(double s, std::optional<size_t> placed);
  void LookAtRelationsOf(size_t position, const Extent& extent, std::optional<size_t> placed);
  void LookAtPair(int32_t relation, double s);
  void TakeIfUnclear(size_t k, const Extent& g);
  double SoonestOf(size_t position) const;
  double SoonestOfPair(int32_t relation) const;
  void NoteExtremes(size_t position);
  double RadiusAt(int32_t position) const { return radius_[static_cast<size_t>(position)]; }
  SeriesRanges Ranges() {
    return {begin_.data(), end_.data(), radius_.data(), low_.data(), high_.data(), least_.data(), most_.data()};
  }

  ContinuousSystem& system_;
  WatchedRelations& watched_;
  bool found_operands_ = false;
  int64_t seen_restarts_ = 0;
  int32_t watched_computed_ = 0;
  std::vector<Run> runs_;  // of operands that vary
  std::vector<Held> held_operands_;
  std::vector<int32_t> with_defect_;  // positions whose series may have one
  // By relation
  std::vector<int32_t> left_position_, right_position_;
  std::vector<Sides> sides_;
  std::vector<int32_t> pairs_;  // watched relations both of whose sides vary
  // By position: what varies first, then what is held
  int32_t first_held_ = 0;
  std::vector<int32_t> index_of_;  // in the coefficients
  Values begin_, end_, radius_;
  Values low_, high_;
  Values least_, most_;                                  // extremes since NoteExtremes, at least
  std::vector<int32_t> relations_at_, relations_begin_;  // the former by the latter; where both sides vary, none
  std::vector<int32_t> watched_at_;                      // how many of these are watched
  std::vector<char> is_stale_;                           // low_ and high_ are to be found anew
  std::vector<int32_t> stale_, outside_;                 // positions, with room for one more
  size_t stale_count_ = 0;
  bool all_are_stale_ = true;
  // Of the step
  const StepSeries* series_ = nullptr;
  const double* powers_ = nullptr;
  size_t outside_count_ = 0;
  Values extent_low_, extent_high_;  // by number in outside_
  std::vector<size_t> suspects_;
};

}  // namespace stiction::runtime
