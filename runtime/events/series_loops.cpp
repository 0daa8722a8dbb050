#include "runtime/events/series_loops.h"

#include <algorithm>
#include <cmath>

#include "runtime/evaluate/vector_clones.h"
#include "runtime/events/lanes.h"

namespace stiction::runtime {
namespace {

/// kCount times kLanes values, in registers.
template <size_t kCount>
[[gnu::always_inline]] inline void MeasureLanes(const double* const* coefficients, int order, const double* powers,
                                                size_t index, size_t position, const SeriesRanges& ranges) {
  Lanes end[kCount], radius[kCount];
#pragma GCC unroll 8
  for (size_t j = 0; j < kCount; ++j) {
    LoadLanes(coefficients[0] + index + j * kLanes, end[j]);
    radius[j] = Lanes{};
    StoreLanes(end[j], ranges.begin + position + j * kLanes);
  }
  const int doubled = order - 2;
  for (int k = 1; k <= order; ++k) {
    const double* const c = coefficients[k] + index;
    const double power = powers[k], weight = k > doubled ? 2.0 : 1.0;
#pragma GCC unroll 8
    for (size_t j = 0; j < kCount; ++j) {
      Lanes term;
      LoadLanes(c + j * kLanes, term);
      term *= power;
      end[j] += term;
      radius[j] += weight * (term < 0 ? -term : term);
    }
  }
#pragma GCC unroll 8
  for (size_t j = 0; j < kCount; ++j) {
    StoreLanes(end[j], ranges.end + position + j * kLanes);
    StoreLanes(radius[j], ranges.radius + position + j * kLanes);
  }
}

void MeasureOne(const double* const* coefficients, int order, const double* powers, size_t index, size_t position,
                const SeriesRanges& ranges) {
  double end = ranges.begin[position] = coefficients[0][index], radius = 0;
  for (int k = 1; k <= order; ++k) {
    const double term = coefficients[k][index] * powers[k];
    end += term;
    radius += (k > order - 2 ? 2.0 : 1.0) * std::fabs(term);
  }
  ranges.end[position] = end;
  ranges.radius[position] = radius;
}

}  // namespace

STICTION_VECTOR_CLONES void MeasureSeries(const double* const* coefficients, int order, const double* powers,
                                          size_t index, size_t count, size_t position, const SeriesRanges& ranges) {
  constexpr size_t kFew = kLanes, kMany = 4 * kLanes;
  size_t i = 0;
  for (; i + kMany <= count; i += kMany) MeasureLanes<4>(coefficients, order, powers, index + i, position + i, ranges);
  for (; i + kFew <= count; i += kFew) MeasureLanes<1>(coefficients, order, powers, index + i, position + i, ranges);
  for (; i < count; ++i) MeasureOne(coefficients, order, powers, index + i, position + i, ranges);
}

// Most are clear at the first look, four at a time.
STICTION_VECTOR_CLONES size_t FindUnclear(const double* radius, const int32_t* left_of, const int32_t* right_of,
                                          const int32_t* relations, const double* excess, const double* zone,
                                          const double* armed, size_t count, size_t* unclear) {
  size_t found = 0;
  const auto radius_of = [&](size_t k) { return radius[left_of[relations[k]]] + radius[right_of[relations[k]]]; };
  const auto look_at = [&](size_t k, double r) {
    const bool is_clear = excess[k] + r <= 0 || (armed[k] == 0 && std::fabs(excess[k]) + r <= zone[k]);
    if (!is_clear) unclear[found++] = k;
  };
  size_t k = 0;
  for (; k + kLanes <= count; k += kLanes) {
    const Lanes both = {radius_of(k), radius_of(k + 1), radius_of(k + 2), radius_of(k + 3)};
    Lanes e;
    LoadLanes(excess + k, e);
    const Masks is_clear = e + both <= 0;
    if ((is_clear[0] & is_clear[1] & is_clear[2] & is_clear[3]) != 0) continue;
    for (size_t j = 0; j < kLanes; ++j) look_at(k + j, both[j]);
  }
  for (; k < count; ++k) look_at(k, radius_of(k));
  return found;
}

}  // namespace stiction::runtime
