// Bounds of a series over a part of a step, from its first terms and the sum of the sizes of the others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace stiction::runtime {

/// The value over the part s of a step is the sum of terms[i] s^i, i = 0 to 4, and of what is in size at most
/// terms[5] s^5.
using LeadingTerms = std::array<double, 6>;

/// The coefficients in Bernstein's form of the sum of a[i] s^i on [0, 1]: the sum is within their range.
inline std::array<double, 6> BernsteinForm(const std::array<double, 6>& a) {
  return {a[0],
          a[0] + 0.2 * a[1],
          a[0] + 0.4 * a[1] + 0.1 * a[2],
          a[0] + 0.6 * a[1] + 0.3 * a[2] + 0.1 * a[3],
          a[0] + 0.8 * a[1] + 0.6 * a[2] + 0.4 * a[3] + 0.2 * a[4],
          a[0] + a[1] + a[2] + a[3] + a[4] + a[5]};
}

struct Extent {
  double low, high;
};

/// Where the value is over [0, s]. Not finite where a term is not.
inline Extent ExtentWithin(const LeadingTerms& terms, double s) {
  LeadingTerms scaled;
  double power = 1;
  for (size_t i = 0; i < terms.size(); ++i, power *= s) scaled[i] = terms[i] * power;
  const double rest = scaled[5];
  scaled[5] = 0;
  const std::array<double, 6> b = BernsteinForm(scaled);
  const double low = std::min(std::min(b[0], b[1]), std::min(std::min(b[2], b[3]), b[4]));
  const double high = std::max(std::max(b[0], b[1]), std::max(std::max(b[2], b[3]), b[4]));
  return {std::min(b[5] - rest, low), std::max(b[5] + rest, high)};
}

/// Where the value is at s.
inline Extent ExtentAt(const LeadingTerms& terms, double s) {
  double value = 0, power = 1;
  for (size_t i = 0; i < 5; ++i, power *= s) value += terms[i] * power;
  return {value - terms[5] * power, value + terms[5] * power};
}

}  // namespace stiction::runtime
