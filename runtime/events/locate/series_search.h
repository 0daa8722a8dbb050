// SPDX-License-Identifier: BSD-3-Clause
// Searches a step for the first flip by the Taylor series of the values of g: by proof, not by samples.
//
// Within a step each g is a polynomial. First the sizes of its terms show, for most relations, that it stays where
// it is. Of the others the one that is likely to flip first is placed first: then the first terms and the sizes of the
// rest show of most that they do not flip before. For the rest polynomial_roots.h finds the first root or proves that
// there is none. What the series leaves out is judged by its last two terms: where they say that it matters, the series
// gets more orders, or the step an earlier end.
//
// The series of a computed operand ends one order before that of the states, so its root is corrected by what the
// system gives there: at the time of a crossing the relations do have their other value.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/events/locate/dense_output.h"
#include "runtime/events/locate/operand_ranges.h"
#include "runtime/events/locate/watched_relations.h"
#include "runtime/events/locate/zero_crossing_sampler.h"
#include "runtime/model/continuous_system.h"
#include "runtime/series/polynomial_roots.h"

namespace stiction::runtime {

/// Searches one step after the other.
class SeriesSearch {
 public:
  /// @param tolerance relative tolerance of the simulation
  /// @pre all outlive this
  SeriesSearch(ContinuousSystem& system, WatchedRelations& watched, OperandRanges& ranges, ZeroCrossingSampler& sampler,
               double tolerance);

  /// The first crossing in a step.
  /// @param step may end earlier afterwards
  /// @param end where the step ends, also afterwards
  /// @pre step.Series() is not null; Program::held is empty
  /// @param result empty; gets the crossing, or an error
  /// @returns false if a relation has no series here: the step is to be searched by samples
  bool Search(DenseOutput& step, double& end, CrossingResult& result);

 private:
  /// A relation that may flip.
  struct Near {
    size_t k = 0;
    Polynomial g;  // over the part of the step that is gone
    double tie = 0, zone = 0;
    double size = 0;    // of what is compared
    double noise = 0;   // rounding errors
    double defect = 0;  // of a computed operand, where it is known
    bool is_computed = false;
    double top = 0;  // it stays below that, or where it begins
  };
  struct Candidate {
    size_t k;
    double time, before;
  };

  /// What became of a step, or of one relation in it.
  enum class Outcome : uint8_t { kDone, kChanged, kNoSeries, kFailed };

  bool Load(DenseOutput& step, size_t k, Near& near) const;
  static double Rest(const Near& near);
  static bool Grows(const Near& near);
  static bool StaysBelow(const Near& near);
  double TrustedPart(const Near& near) const;
  Outcome MakeTrusted(DenseOutput& step, Near& near, double needed, double& end);
  Outcome PlaceAll(DenseOutput& step, double& end, CrossingResult& result);
  Outcome PlaceNext(DenseOutput& step, size_t k, double& until, double& end, CrossingResult& result);
  std::optional<Root> FirstFlip(const Near& near, double end, double resolution);
  static bool MayFlipBy(const Near& near, double part);
  bool Place(const DenseOutput& step, Near& near, double end, std::optional<Candidate>& placed, CrossingResult& result);
  void NoteExcursion(const Near& near, double end);
  bool Conclude(const DenseOutput& step, CrossingResult& result);

  ContinuousSystem& system_;
  WatchedRelations& watched_;
  OperandRanges& ranges_;
  ZeroCrossingSampler& sampler_;
  double tolerance_;
  std::array<double, Polynomial::kPadded> powers_{};  // of the width of the step
  Near near_;
  int useful_order_ = 0;  // at which a series that was too short could be trusted last
  Polynomial negated_;
  std::vector<Candidate> candidates_;
  WatchedRelations::Scope wanted_;
  ZeroCrossingSample sample_;
};

}  // namespace stiction::runtime
