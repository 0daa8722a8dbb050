// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/events/locate/series_loops.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "runtime/events/locate/crossing.h"
#include "runtime/events/locate/extent.h"
#include "runtime/support/lanes.h"
#include "runtime/support/vector_clones.h"

namespace stiction::runtime {
namespace {

[[gnu::always_inline]] inline bool AllAreInside(const Masks& is_inside) {
  return (is_inside[0] & is_inside[1] & is_inside[2] & is_inside[3]) != 0;
}

// Without branches: which are inside is hard to foresee.
// @param first lane that counts
[[gnu::always_inline]] inline void NoteOutside(const Masks& is_inside, size_t position, Found& outside,
                                               size_t first = 0) {
  for (size_t j = first; j < kLanes; ++j) {
    outside.numbers[outside.count] = static_cast<int32_t>(position + j);
    outside.count += is_inside[j] == 0 ? 1 : 0;
  }
}

/// The terms of order k of some lanes.
struct Terms {
  const double* coefficients;
  double power;
  [[gnu::always_inline]] inline void AddTo(size_t j, Lanes& end, Lanes& size) const {
    LoadLanes(coefficients + j * kLanes, size);
    size *= power;
    end += size;
    TakeSizes(size);
  }
};

constexpr int kCompared = 5;  // orders at the end, the last of which computed operands do not have

/// kCount times kLanes values, in registers.
/// @param first_new lane that was not measured before
template <size_t kCount>
[[gnu::always_inline]] inline void MeasureLanes(const double* const* coefficients, int order, const double* powers,
                                                size_t index, size_t position, const SeriesRanges& ranges,
                                                Found& outside, size_t first_new = 0) {
  Lanes end[kCount], radius[kCount], size;
#pragma GCC unroll 8
  for (size_t j = 0; j < kCount; ++j) {
    LoadLanes(coefficients[0] + index + j * kLanes, end[j]);
    radius[j] = Lanes{};
    StoreLanes(end[j], ranges.begin + position + j * kLanes);
  }
  const auto terms = [&](int k) { return Terms{coefficients[k] + index, powers[k]}; };
  if (order < kCompared) {
    for (int k = 1; k <= order; ++k) {
      const Terms of = terms(k);
      const double weight = k > order - 2 ? 2.0 : 1.0;
      for (size_t j = 0; j < kCount; ++j) {
        of.AddTo(j, end[j], size);
        radius[j] += weight * size;
      }
    }
  } else {
    for (int k = 1; k <= order - kCompared; ++k) {
      const Terms of = terms(k);
#pragma GCC unroll 8
      for (size_t j = 0; j < kCount; ++j) {
        of.AddTo(j, end[j], size);
        radius[j] += size;
      }
    }
    Lanes early;
    const Terms first = terms(order - 4), second = terms(order - 3), third = terms(order - 2),
                fourth = terms(order - 1), last = terms(order);
#pragma GCC unroll 8
    for (size_t j = 0; j < kCount; ++j) {
      first.AddTo(j, end[j], early);
      radius[j] += early;
      second.AddTo(j, end[j], size);
      radius[j] += size;
      early = early < size ? size : early;
      third.AddTo(j, end[j], size);
      radius[j] += size;
      Lanes late = size;
      fourth.AddTo(j, end[j], size);
      radius[j] += 2 * size;
      late = late < size ? size : late;
      last.AddTo(j, end[j], size);
      radius[j] += 2 * size;
      radius[j] = late > early ? Lanes{} + kInfinity : radius[j];
    }
  }
#pragma GCC unroll 8
  for (size_t j = 0; j < kCount; ++j) {
    const size_t at = position + j * kLanes;
    Lanes begin, low, high, least, most;
    LoadLanes(ranges.begin + at, begin);
    LoadLanes(ranges.least + at, least);
    LoadLanes(ranges.most + at, most);
    StoreLanes(begin < least ? begin : least, ranges.least + at);
    StoreLanes(most < begin ? begin : most, ranges.most + at);
    LoadLanes(ranges.low + at, low);
    LoadLanes(ranges.high + at, high);
    StoreLanes(end[j], ranges.end + at);
    StoreLanes(radius[j], ranges.radius + at);
    const Masks is_inside = (begin - radius[j] >= low) & (begin + radius[j] <= high);
    if (kCount == 1 || !AllAreInside(is_inside)) NoteOutside(is_inside, at, outside, first_new);
  }
}

// One after the other: less code than by orders in lanes, and no slower.
[[gnu::noinline]] void MeasureOne(const double* const* coefficients, int order, const double* powers, size_t index,
                                  size_t position, const SeriesRanges& ranges, Found& outside) {
  const auto term = [&](int k) { return coefficients[k][index] * powers[k]; };
  const auto size = [&](int k) { return std::fabs(term(k)); };
  const double begin = coefficients[0][index];
  double end = begin, radius = 0;
  for (int k = 1; k <= order; ++k) {
    end += term(k);
    radius += size(k);
  }
  for (int k = std::max(order - 1, 1); k <= order; ++k) radius += size(k);
  const auto larger_of_two = [&](int k) { return std::max(size(k), size(k + 1)); };
  if (order >= kCompared && larger_of_two(order - 2) > larger_of_two(order - 4)) radius = kInfinity;
  ranges.begin[position] = begin;
  ranges.least[position] = std::min(ranges.least[position], begin);
  ranges.most[position] = std::max(ranges.most[position], begin);
  ranges.end[position] = end;
  ranges.radius[position] = radius;
  const bool is_inside = begin - radius >= ranges.low[position] && begin + radius <= ranges.high[position];
  if (!is_inside) outside.numbers[outside.count++] = static_cast<int32_t>(position);
}

/// At least kLanes values.
STICTION_VECTOR_CLONES void MeasureMany(const double* const* coefficients, int order, const double* powers,
                                        size_t index, size_t count, size_t position, const SeriesRanges& ranges,
                                        Found& outside) {
  constexpr size_t kMany = 4 * kLanes, kSome = 2 * kLanes;
  size_t i = 0;
  for (; i + kMany <= count; i += kMany) {
    MeasureLanes<4>(coefficients, order, powers, index + i, position + i, ranges, outside);
  }
  for (; i + kSome <= count; i += kSome) {
    MeasureLanes<2>(coefficients, order, powers, index + i, position + i, ranges, outside);
  }
  for (; i + kLanes <= count; i += kLanes) {
    MeasureLanes<1>(coefficients, order, powers, index + i, position + i, ranges, outside);
  }
  if (i == count) return;
  const size_t last = count - kLanes;  // some of them again
  MeasureLanes<1>(coefficients, order, powers, index + last, position + last, ranges, outside, i - last);
}

}  // namespace

STICTION_VECTOR_CLONES void FindPowers(double h, int order, double* powers) {
  const double square = h * h;
  Lanes power = {1, h, square, square * h};
  for (int k = 0; k <= order; k += static_cast<int>(kLanes)) {
    StoreLanes(power, powers + k);
    power *= square * square;
  }
  for (int k = order + 1; k < order + static_cast<int>(kLanes); ++k) powers[k] = 0;
}

void MeasureSeries(const double* const* coefficients, int order, const double* powers, size_t index, size_t count,
                   size_t position, const SeriesRanges& ranges, Found& outside) {
  if (count >= kLanes) return MeasureMany(coefficients, order, powers, index, count, position, ranges, outside);
  for (size_t i = 0; i < count; ++i) MeasureOne(coefficients, order, powers, index + i, position + i, ranges, outside);
}

TermSums LoadTerms(const double* const* coefficients, int order, size_t left, size_t right, double sign,
                   const double* powers, double* terms) {
  double sizes = 0, rises = 0;  // rises: of 2 max(0, term), without a branch
  for (int k = 1; k <= order; ++k) {
    const double* const of_order = coefficients[k];
    const double term = (of_order[left] - of_order[right]) * (sign * powers[k]), size = std::fabs(term);
    terms[k] = term;
    sizes += size;
    rises += term + size;
  }
  std::fill_n(terms + order + 1, 2 * kLanes, 0.0);
  return {sizes, 0.5 * rises + std::min(terms[1], 0.0)};
}

STICTION_VECTOR_CLONES void FindOutside(const double* values, const SeriesRanges& ranges, size_t position, size_t count,
                                        Found& outside) {
  const double *const low = ranges.low + position, *const high = ranges.high + position;
  size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    Lanes value, least, most;
    LoadLanes(values + i, value);
    LoadLanes(low + i, least);
    LoadLanes(high + i, most);
    const Masks is_inside = (value >= least) & (value <= most);
    if (!AllAreInside(is_inside)) NoteOutside(is_inside, position + i, outside);
  }
  for (; i < count; ++i) {
    const bool is_inside = values[i] >= low[i] && values[i] <= high[i];
    if (!is_inside) outside.numbers[outside.count++] = static_cast<int32_t>(position + i);
  }
}

STICTION_VECTOR_CLONES void FindExtents(const double* const* coefficients, int order, const double* powers,
                                        const int32_t* index_of, const SeriesRanges& ranges, const Found& of, double s,
                                        double* low, double* high) {
  for (size_t i = of.count; i % kLanes != 0; ++i) of.numbers[i] = of.numbers[of.count - 1];
  for (size_t first = 0; first < of.count; first += kLanes) {
    const int32_t* const at = of.numbers + first;
    const int32_t index[kLanes] = {index_of[at[0]], index_of[at[1]], index_of[at[2]], index_of[at[3]]};
    const auto gather = [&](const double* values, const int32_t* numbers, Lanes& to) {
      const Lanes gathered = {values[numbers[0]], values[numbers[1]], values[numbers[2]], values[numbers[3]]};
      to = gathered;
    };
    Lanes begin, rest, low_of, high_of, size, of_order[kLeadingTerms - 2];
    gather(ranges.begin, at, begin);
    gather(ranges.radius, at, rest);
#pragma GCC unroll 4
    for (int k = 1; k <= 4; ++k) {
      Lanes& term = of_order[k - 1];
      gather(coefficients[std::min(k, order)], index, term);
      term *= powers[k];
      size = term;
      TakeSizes(size);
      rest -= size;
    }
    rest = rest < 0 ? Lanes{} : rest;
    FindExtent({begin, of_order[0], of_order[1], of_order[2], of_order[3], rest}, s, low_of, high_of);
    StoreLanes(low_of, low + first);
    StoreLanes(high_of, high + first);
  }
}

}  // namespace stiction::runtime
