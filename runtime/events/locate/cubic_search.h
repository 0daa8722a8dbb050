// SPDX-License-Identifier: BSD-3-Clause
// Searches a step for the first flip by samples of the values of g.
//
// No crossing is stepped over: within a step each g is sampled at thirds and interpolated by the cubic; where the
// interpolant plus its error estimate reaches the threshold, the third is searched by itself (evaluations only, no
// integrator steps). A one-step method has seen the relations at its stages on the way (Probe): what stays far from its
// threshold there and at the ends, by a multiple of its range, is not sampled. The same error estimate, relative to the
// size of g, caps the next step: with all states constant an integrator would let its step grow past whole
// periods of an input.
#pragma once

#include <array>
#include <limits>
#include <vector>

#include "runtime/events/locate/dense_output.h"
#include "runtime/events/locate/watched_relations.h"
#include "runtime/events/locate/zero_crossing_sampler.h"
#include "runtime/model/continuous_system.h"

namespace stiction::runtime {

/// Searches one step after the other.
/// The members beyond the usual number are working memory that each search uses again.
class CubicSearch {
 public:
  /// @pre all outlive this
  CubicSearch(ContinuousSystem& system, WatchedRelations& watched, ZeroCrossingSampler& sampler);

  /// The first crossing in (left.t, right.t]. Without one the watched relations have taken over both samples.
  /// @param left, right all values of g at the ends of the step
  CrossingResult Search(DenseOutput& step, ZeroCrossingSample& left, ZeroCrossingSample& right);

  /// Largest next step at which the interpolation of the values of g can be trusted [s]; infinite if nothing is known.
  double step_cap() const { return step_cap_; }
  /// The watched relation that asks for a shorter step than the last one; negative if none does.
  ptrdiff_t narrowing() const { return narrowing_; }
  void ForgetStepCap() {
    step_cap_ = std::numeric_limits<double>::infinity();
    narrowing_ = -1;
  }

 private:
  using Values = std::vector<double>;
  using Positions = WatchedRelations::Positions;
  using Points = std::array<ZeroCrossingSample*, 4>;  // at 0, 1/3, 2/3, 1 of an interval
  /// Working memory for one interval of the search; kept from search to search.
  struct Workspace {
    std::array<ZeroCrossingSample, 2> inner;
    Values errors;   // per watched relation that is near
    Positions near;  // those that may flip in the interval
  };

  void LookAtAll();
  bool OnlyRises(const ZeroCrossingSample& left, const ZeroCrossingSample& right) const;
  void Survey(const DenseOutput& step, const ZeroCrossingSample& left, const ZeroCrossingSample& right);
  bool FallsFromTie(size_t k, const double* slope, const ZeroCrossingSample& left,
                    const ZeroCrossingSample& right) const;
  /// A sample of the relations in question.
  bool TakeScope(const DenseOutput& step, double t, ZeroCrossingSample& sample, CrossingResult& result);
  void FindNear(const Points& points, Positions& near);
  bool IsFar(size_t k, const Points& points) const;
  double InterpolationError(size_t k, const Points& points, const Values* inherited) const;
  bool IsSuspicious(size_t k, const Points& points, size_t third, double error) const;
  void UpdateStepCap(const Points& points);
  /// @returns true if the search is over: a crossing or an error is in `result`
  bool SearchInterval(DenseOutput& step, ZeroCrossingSample& left, ZeroCrossingSample& right, int depth,
                      const Values* inherited, CrossingResult& result);
  /// The same as Locate where the crossing lies before a sample.
  bool LocateBefore(const DenseOutput& step, const ZeroCrossingSample& flipped, CrossingResult& result);
  bool Locate(const DenseOutput& step, const ZeroCrossingSample& left, const ZeroCrossingSample& right,
              CrossingResult& result);
  /// Narrows a bracket of the time at which the first of `firing` flips (any held value, if there is none) down to the
  /// resolution. @returns false on an error
  bool Narrow(const DenseOutput& step, const ZeroCrossingSample& left, const ZeroCrossingSample& right,
              const Positions& firing, double& t_below, double& t_above, CrossingResult& result);
  double Distance(const ZeroCrossingSample& sample, const Positions& firing, const Values& scale) const;

  ContinuousSystem& system_;
  WatchedRelations& watched_;
  ZeroCrossingSampler& sampler_;
  Positions scope_;                                 // those that may flip in the step that is searched
  bool was_surveyed_ = false;                       // the step cap is from probes
  bool is_partial_ = false;                         // they are not all, and computed one by one
  bool refined_ = false, tried_to_refine_ = false;  // the dense output of this step
  const ZeroCrossingSample* begin_ = nullptr;       // of the step
  double step_end_ = 0;
  void SetStepCap(double factor, double width, double t, const Values& bends);

  double step_cap_ = std::numeric_limits<double>::infinity();
  ptrdiff_t narrowing_ = -1;
  std::vector<Workspace> workspaces_;                 // per depth
  ZeroCrossingSample above_, below_, end_, between_;  // of Locate
  Positions firing_;                                  // likewise
  ZeroCrossingSample earlier_;                        // of LocateBefore
  Values scale_;                                      // of Narrow
  Values far_, bends_;                                // of the loops over all relations
};

}  // namespace stiction::runtime
