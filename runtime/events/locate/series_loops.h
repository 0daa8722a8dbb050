// SPDX-License-Identifier: BSD-3-Clause
// Loops over the Taylor series of many values at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stiction::runtime {

/// What a series does in a step: arrays of one element per value.
struct SeriesRanges {
  double* begin;  // value at the beginning
  double* end;    // and at the end of the step
  // Bounds |value - begin| in between: sum of |c_k| h^k, k >= 1, the last two terms twice for the rest. Infinite where
  // the last terms but one are larger than those before: larger ones may follow.
  double* radius;
  const double *low, *high;  // where no relation that reads it flips
  double *least, *most;      // extremes of `begin` so far
};

/// Numbers that are found one after the other.
struct Found {
  int32_t* numbers;  // room for one more than all, in whole lanes
  size_t count = 0;
};

/// h^k, k = 0 to order, and three zeros. @param powers room for whole lanes and three more
void FindPowers(double h, int order, double* powers);

/// Ranges of `count` values that are side by side in the coefficients from `index` on, written from `position` on.
/// @param coefficients [k][index], k = 0 to order, order >= 1
/// @param powers from FindPowers
/// @param outside gets the positions of those that may leave [low, high]
void MeasureSeries(const double* const* coefficients, int order, const double* powers, size_t index, size_t count,
                   size_t position, const SeriesRanges& ranges, Found& outside);

/// Where values are within the part s of the step by the first terms and the radius (FindExtent).
/// @param index_of by position, in the coefficients
/// @param of their positions
/// @param low, high get them in that order; room for whole lanes
void FindExtents(const double* const* coefficients, int order, const double* powers, const int32_t* index_of,
                 const SeriesRanges& ranges, const Found& of, double s, double* low, double* high);

/// Which values are not in [low, high].
/// @param values `count` of them, ranges from `position` on
void FindOutside(const double* values, const SeriesRanges& ranges, size_t position, size_t count, Found& outside);

/// The terms of +-(left - right) over a step, and what they sum up to.
struct TermSums {
  double sizes = 0;  // sum of |term k|, k >= 1
  double rise = 0;   // sum of max(0, term k), k >= 2, and of term 1
};
/// @param powers as above
/// @param terms gets terms 1 to order, and eight zeros
TermSums LoadTerms(const double* const* coefficients, int order, size_t left, size_t right, double sign,
                   const double* powers, double* terms);

}  // namespace stiction::runtime
