// SPDX-License-Identifier: BSD-3-Clause
// Bounds of the distance of what a kernel computes from its own series, for the terms that these do not have.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "runtime/integrate/taylor/series_flatness.h"
#include "runtime/integrate/taylor/series_operations.h"

namespace stiction::runtime {

/// Let the leaves of a kernel be the polynomials of their coefficients. What it computes of them has more terms than
/// its series, which ends at the same order n; the defect of a value bounds, everywhere in a step, by how much it
/// differs: the remainder of a Taylor model (Berz and Makino 1998, doi 10.1023/A:1024467732637), as one number and
/// without rounding errors. The terms above n of a product u v are known:
///
///   T(u, v) = sum of |u_i| |v_j| step^(i + j), i + j > n, i <= n, j <= n
///
/// All else follows from products. The series of a quotient solves q b = a up to such terms, that of y = exp(u) solves
/// y' = u' y: the error of y, which grows as y does, is at most T(u, y) (n + 1) / (n + 1 - step max u'). A defect of an
/// operand adds what it makes there. Sums pass defects on.
///
/// They grow with the (n + 1)th power of the step at least. Where a function is flat to all digits, 0 or 1, its defect
/// is how far it is from that instead.
/// One method for each kind of operation, hence their number.
class SeriesDefects {
 public:
  /// @param operations in turn
  /// @param rates indices of the values whose defects Find finds
  /// @param others those of further ones
  /// @param count of values
  SeriesDefects(const std::vector<SeriesOperation>& operations, const std::vector<int32_t>& rates,
                const std::vector<int32_t>& others, int32_t count);

  /// Finds the defects of the rates in [0, step].
  /// @param orders coefficients of all values, [k][index], k = 0 to last
  void Find(const double* const* orders, int last, double step);
  /// And of the others. Those of the rates stay where Find was called for the same.
  void FindAll(const double* const* orders, int last, double step);

  /// The coefficients are new.
  void Forget() { has_rates_ = false; }

  /// The one that was found last, of a rate or one of the others; infinite, never NaN, where no bound was found.
  double Of(int32_t index) const { return defects_.empty() ? 0 : defects_[static_cast<size_t>(index)]; }
  /// True if those that were found last grow with that power of the step.
  bool GrowWithStep() const { return grow_with_step_; }
  /// True if any value may have one.
  bool MayHaveAny() const { return !defects_.empty(); }
  /// True if such a value may.
  bool MayHave(int32_t index) const { return !defects_.empty() && may_have_[static_cast<size_t>(index)] != 0; }

  /// True if any of the others may have one.
  bool HasOthers() const { return !others_.empty(); }
  /// True if there is a bound for each of them. @pre FindAll was called last
  bool KnowsOthers() const;

  /// Part of a step that the coefficients of rates describe: see InSight of a function.
  /// @pre Find was called last for these orders, and for that step or a longer one
  double InSight(double step) const { return InSight(flattening_rates_, step); }
  /// True if such a function is computed for the others alone.
  bool AnyFlattensForOthers() const { return !flattening_others_.empty(); }
  /// The same of these. @pre the same of FindAll
  double InSightOfOthers(double step) const { return InSight(flattening_others_, step); }

 private:
  /// |v_k| step^k of a value.
  struct Terms {
    std::array<double, kHighestSeriesOrder + 1> size;
    double sum;  // from k = 1 on
    double all() const { return size[0] + sum; }
  };

  const Terms& TermsOf(int32_t index);
  double Lacking(const Terms& u, const Terms& v) const;
  double Rise(int32_t index) const;
  double Swing(const Terms& u) const;
  double Growth(double exponent) const;
  double InSight(const std::vector<SeriesOperation>& flattening, double step) const;
  void FindEach(const std::vector<SeriesOperation>& operations);
  double DefectOf(const SeriesOperation& at);
  double OfSum(const SeriesOperation& at) const;
  double OfProduct(const SeriesOperation& at);
  double OfQuotient(const SeriesOperation& at);
  double OfFunction(const SeriesOperation& at);
  double OfExp(const SeriesOperation& at, const Terms& u, const Terms& y);
  double OfTanh(const SeriesOperation& at, const Terms& u, const Terms& y);
  double OfPower(const SeriesOperation& at, const Terms& u, const Terms& y) const;

  std::vector<SeriesOperation> of_rates_, of_others_;  // that have or pass on defects
  std::vector<SeriesOperation> flattening_rates_, flattening_others_;
  std::vector<int32_t> others_;  // that may have one
  std::vector<char> may_have_;   // by value
  std::vector<double> defects_;  // the same; empty if there are none
  SeriesStep step_;              // of the last Find
  bool has_rates_ = false;       // it found those of the rates
  bool grow_with_step_ = true;
  std::vector<int32_t> terms_at_;  // by value, of what is not linear
  std::vector<Terms> terms_;
  std::vector<char> has_terms_;  // of the last Find
  std::array<double, kHighestSeriesOrder + 1> powers_{1};
};

}  // namespace stiction::runtime
