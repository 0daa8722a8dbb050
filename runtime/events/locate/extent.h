// SPDX-License-Identifier: BSD-3-Clause
// Bounds of a series over a part of a step, from its first terms and the sum of the sizes of the others.
#pragma once

#include <array>
#include <cstddef>

namespace stiction::runtime {

constexpr size_t kLeadingTerms = 6;

/// The value over the part s of a step is the sum of terms[i] s^i, i = 0 to 4, and of what is in size at most
/// terms[5] s^5.
using LeadingTerms = std::array<double, kLeadingTerms>;

/// Where the value is over [0, s], of a number or of several side by side: within the range of the coefficients in
/// Bernstein's form. Not finite where a term is not.
template <class Value>
[[gnu::always_inline]] inline void FindExtent(const std::array<Value, kLeadingTerms>& terms, double s, Value& low,
                                              Value& high) {
  const double square = s * s, cube = square * s, fourth = square * square;
  const Value a0 = terms[0], a1 = terms[1] * s, a2 = terms[2] * square, a3 = terms[3] * cube, a4 = terms[4] * fourth,
              rest = terms[5] * (fourth * s), end = a0 + a1 + a2 + a3 + a4;
  low = end - rest;
  high = end + rest;
  for (const Value& b : {a0, a0 + 0.2 * a1, a0 + 0.4 * a1 + 0.1 * a2, a0 + 0.6 * a1 + 0.3 * a2 + 0.1 * a3,
                         a0 + 0.8 * a1 + 0.6 * a2 + 0.4 * a3 + 0.2 * a4}) {
    low = b < low ? b : low;
    high = high < b ? b : high;
  }
}

struct Extent {
  double low, high;
};

inline Extent ExtentWithin(const LeadingTerms& terms, double s) {
  Extent extent;
  FindExtent(terms, s, extent.low, extent.high);
  return extent;
}

/// Where the value is at s.
inline Extent ExtentAt(const LeadingTerms& terms, double s) {
  double value = 0, power = 1;
  for (size_t i = 0; i < 5; ++i, power *= s) value += terms[i] * power;
  return {value - terms[5] * power, value + terms[5] * power};
}

}  // namespace stiction::runtime
