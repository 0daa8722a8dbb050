// SPDX-License-Identifier: BSD-3-Clause
// Searches a step for the first flip by the Taylor series of the values of g: by proof, not by samples.
//
// Within a step each g is a polynomial. First the sizes of its terms show, for most relations, that it stays where
// it is. For the others polynomial_roots.h finds the first root or proves that there is none, the one first that is
// likely to flip first: the rest are of interest up to there only. What the series leaves out is judged by its last two
// terms: where they say that it matters, the series gets more orders, or the step an earlier end.
//
// The series of a computed operand ends one order before that of the states, so its root is corrected by what the
// system gives there: at the time of a crossing the relations do have their other value.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/events/locate/dense_output.h"
#include "runtime/events/locate/watched_relations.h"
#include "runtime/events/locate/zero_crossing_sampler.h"
#include "runtime/integrate/taylor/polynomial_roots.h"
#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// The Taylor series of a step: of every value of the kernel, about the beginning of the step. Those of constants and
/// of what is held are 0 beyond the value.
struct StepSeries {
  double begin = 0;                             // time
  double width = 0;                             // of the step [s]
  int order = 0;                                // coefficients 0 to order
  const double* const* coefficients = nullptr;  // [k][index]: of (t - begin)^k, index as in IndicatorValues
};

/// The step that is searched.
class ExpandedStep {
 public:
  virtual ~ExpandedStep() = default;
  virtual const StepSeries& Series() const = 0;
  virtual DenseOutput& Dense() = 0;
  /// Adds orders to the series, up to this one. @returns whether it has more than before
  virtual bool ExtendSeries(int order) = 0;
  /// Bound of the distance of a value from its series in the step, due to the terms that the series of its operations
  /// lack; infinite where unknown. @param index as that of coefficients
  virtual double Defect(int32_t /*index*/) { return 0; }
  /// True if some value may have one.
  virtual bool AnyDefects() const { return false; }
  /// Ends the step at t, before its end.
  virtual void Shorten(double t) = 0;
};

/// Searches one step after the other. The members beyond the usual number are columns by watched relation.
class SeriesSearch {
 public:
  /// @param tolerance of a step
  /// @pre all outlive this
  SeriesSearch(ContinuousSystem& system, WatchedRelations& watched, ZeroCrossingSampler& sampler, double tolerance);

  /// See DenseOutput::SearchItself. @pre Program::held is empty
  OwnSearch Search(ExpandedStep& step, double& end, CrossingResult& result);

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
    double rise = 0, sizes = 0;  // sums of the terms that rise, and of all sizes, from order 1 on
  };
  struct Candidate {
    size_t k;
    double time, before;
  };

  /// Outcome of a step, or of one relation in it.
  enum class Outcome : uint8_t { kDone, kChanged, kNoSeries, kFailed };

  void FindPowers(const StepSeries& series);
  bool Load(ExpandedStep& step, size_t k, Near& near) const;
  static double Rest(const Near& near);
  static bool Grows(const Near& near);
  bool StaysClear(const Near& near) const;
  static double LikelyFlip(const Near& near);
  double TrustedPart(const Near& near) const;
  Outcome MakeTrusted(ExpandedStep& step, Near& near, double needed, double& end);
  Outcome SearchOnce(ExpandedStep& step, double& end, CrossingResult& result);
  void MeasureAll(const StepSeries& series);
  bool StaysFar(ExpandedStep& step, size_t k, bool any_defects) const;
  Outcome FindSuspects(ExpandedStep& step);
  Outcome PlaceAll(ExpandedStep& step, double& end, CrossingResult& result);
  Outcome PlaceNext(ExpandedStep& step, size_t k, double& until, double& end, CrossingResult& result);
  std::optional<Root> FirstFlip(const Near& near, double end, double resolution);
  static bool MayFlipBy(const Near& near, double part);
  bool Place(ExpandedStep& step, Near& near, double end, std::optional<Candidate>& placed, CrossingResult& result);
  void NoteExcursion(const Near& near, double end);
  bool Conclude(ExpandedStep& step, CrossingResult& result);

  ContinuousSystem& system_;
  WatchedRelations& watched_;
  ZeroCrossingSampler& sampler_;
  double tolerance_;
  std::array<double, Polynomial::kMaxOrder + 1> powers_{};  // of the width of the step
  Near near_;
  // By watched relation
  std::vector<int32_t> left_, right_;           // indices of operands
  std::vector<double> sizes_;                   // sum of the sizes of the terms of g, from order 1 on
  std::array<std::vector<double>, 3> largest_;  // [2]: of the last two that computed operands have; [1]: of two before
  int useful_order_ = 0;                        // at which a series that was too short could be trusted last
  Polynomial negated_;
  struct Suspect {
    double at;  // where it is likely to flip, as a part of the step
    size_t k;
  };
  std::vector<Suspect> suspects_;
  std::vector<Candidate> candidates_;
  WatchedRelations::Positions wanted_;
  ZeroCrossingSample sample_;
};

}  // namespace stiction::runtime
