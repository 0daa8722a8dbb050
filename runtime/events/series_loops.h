// Loops over the Taylor series of many values at once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace stiction::runtime {

/// What a series does in a step: arrays of one element per value.
struct SeriesRanges {
  double* begin;   // value at the beginning
  double* end;     // and at the end of the step
  double* radius;  // bounds |value - begin| in between: sum of |c_k| h^k, k >= 1, the last two terms twice for the rest
};

/// Ranges of `count` values that are side by side in the coefficients from `index` on, written from `position` on.
/// @param coefficients [k][index], k = 0 to order
/// @param powers h^k, k = 0 to order
void MeasureSeries(const double* const* coefficients, int order, const double* powers, size_t index, size_t count,
                   size_t position, const SeriesRanges& ranges);

/// Which of the watched relations may flip, or be armed and flip, as far as the radii tell; also those whose series are
/// not finite.
/// @param radius by operand
/// @param left_of, right_of where the radii have the sides of relations, by relation
/// @param excess, zone at the beginning of the step, armed; by watched relation
/// @param unclear room for all watched relations
/// @returns how many
size_t FindUnclear(const double* radius, const int32_t* left_of, const int32_t* right_of, const int32_t* relations,
                   const double* excess, const double* zone, const double* armed, size_t count, size_t* unclear);

}  // namespace stiction::runtime
