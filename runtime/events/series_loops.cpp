#include "runtime/events/series_loops.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/evaluate/lanes.h"
#include "runtime/evaluate/vector_clones.h"

namespace stiction::runtime {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Most are inside. @param first lane that counts
[[gnu::always_inline]] inline void NoteOutside(const Masks& is_inside, size_t position, Found& outside,
                                               size_t first = 0) {
  if ((is_inside[0] & is_inside[1] & is_inside[2] & is_inside[3]) != 0) return;
  for (size_t j = first; j < kLanes; ++j) {
    if (is_inside[j] == 0) outside.numbers[outside.count++] = static_cast<int32_t>(position + j);
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
  const int alone = order < kCompared ? order : order - kCompared;
  for (int k = 1; k <= alone; ++k) {
    const Terms of = terms(k);
    const double weight = k > order - 2 ? 2.0 : 1.0;
#pragma GCC unroll 8
    for (size_t j = 0; j < kCount; ++j) {
      of.AddTo(j, end[j], size);
      radius[j] += weight * size;
    }
  }
  if (alone < order) {
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
    NoteOutside((begin - radius[j] >= low) & (begin + radius[j] <= high), at, outside, first_new);
  }
}

void MeasureOne(const double* const* coefficients, int order, const double* powers, size_t index, size_t position,
                const SeriesRanges& ranges, Found& outside) {
  const double begin = coefficients[0][index];
  double end = begin, radius = 0;
  for (int k = 1; k <= order; ++k) {
    const double term = coefficients[k][index] * powers[k];
    end += term;
    radius += (k > order - 2 ? 2.0 : 1.0) * std::fabs(term);
  }
  const auto larger_of_two = [&](int k) {
    return std::max(std::fabs(coefficients[k][index] * powers[k]),
                    std::fabs(coefficients[k + 1][index] * powers[k + 1]));
  };
  if (order >= kCompared && larger_of_two(order - 2) > larger_of_two(order - 4)) radius = kInfinity;
  ranges.begin[position] = begin;
  ranges.least[position] = std::min(ranges.least[position], begin);
  ranges.most[position] = std::max(ranges.most[position], begin);
  ranges.end[position] = end;
  ranges.radius[position] = radius;
  const bool is_inside = begin - radius >= ranges.low[position] && begin + radius <= ranges.high[position];
  if (!is_inside) outside.numbers[outside.count++] = static_cast<int32_t>(position);
}

}  // namespace

STICTION_VECTOR_CLONES void MeasureSeries(const double* const* coefficients, int order, const double* powers,
                                          size_t index, size_t count, size_t position, const SeriesRanges& ranges,
                                          Found& outside) {
  constexpr size_t kFew = kLanes, kMany = 4 * kLanes;
  size_t i = 0;
  for (; i + kMany <= count; i += kMany) {
    MeasureLanes<4>(coefficients, order, powers, index + i, position + i, ranges, outside);
  }
  for (; i + kFew <= count; i += kFew) {
    MeasureLanes<1>(coefficients, order, powers, index + i, position + i, ranges, outside);
  }
  if (i < count && count >= kFew) {  // the last lanes, some of them again
    const size_t last = count - kFew;
    MeasureLanes<1>(coefficients, order, powers, index + last, position + last, ranges, outside, i - last);
    return;
  }
  for (; i < count; ++i) MeasureOne(coefficients, order, powers, index + i, position + i, ranges, outside);
}

STICTION_VECTOR_CLONES TermSums LoadTerms(const double* const* coefficients, int order, size_t left,
                                          const size_t* right, double sign, const double* powers, double* terms) {
  const auto count = static_cast<size_t>(order) + 1;
  if (right == nullptr) {
    for (size_t k = 1; k < count; ++k) terms[k] = coefficients[k][left];
  } else {
    for (size_t k = 1; k < count; ++k) terms[k] = coefficients[k][left] - coefficients[k][*right];
  }
  TermSums sums;
  const auto add = [&](size_t k) {
    terms[k] *= sign * powers[k];
    sums.sizes += std::fabs(terms[k]);
    sums.rise += k > 1 && !(terms[k] > 0) ? 0.0 : terms[k];
  };
  size_t k = 1;
  for (; k < std::min(count, size_t{2}); ++k) add(k);
  Lanes sizes = {}, rises = {};
  for (; k + kLanes <= count; k += kLanes) {
    Lanes term, power;
    LoadLanes(terms + k, term);
    LoadLanes(powers + k, power);
    term *= sign * power;
    StoreLanes(term, terms + k);
    rises += term > 0 ? term : Lanes{};
    TakeSizes(term);
    sizes += term;
  }
  sums.sizes += (sizes[0] + sizes[1]) + (sizes[2] + sizes[3]);
  sums.rise += (rises[0] + rises[1]) + (rises[2] + rises[3]);
  for (; k < count; ++k) add(k);
  return sums;
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
    NoteOutside((value >= least) & (value <= most), position + i, outside);
  }
  for (; i < count; ++i) {
    const bool is_inside = values[i] >= low[i] && values[i] <= high[i];
    if (!is_inside) outside.numbers[outside.count++] = static_cast<int32_t>(position + i);
  }
}

}  // namespace stiction::runtime
