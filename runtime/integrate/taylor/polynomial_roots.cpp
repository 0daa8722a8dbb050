// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/polynomial_roots.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace stiction::runtime {
namespace {

constexpr int kRootIterations = 100;  // more than bisection takes
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
constexpr size_t kMaxHalvings = 64;

/// A polynomial on [low, high] in Bernstein's form.
struct Bernstein {
  double low, high;
  size_t order;
  std::array<double, Polynomial::kMaxOrder + 1> b;
};

// From b_i = c_i end^i / (n over i) by sums of neighbours.
Bernstein ToBernstein(const Polynomial& p, double end) {
  Bernstein form{0, end, static_cast<size_t>(p.order), {}};
  const size_t n = form.order;
  double scale = 1;
  for (size_t i = 0; i <= n; ++i) {
    form.b[i] = p.coefficients[i] * scale;
    scale *= end * static_cast<double>(i + 1) / static_cast<double>(n - i);
  }
  for (size_t begin = 1; begin <= n; ++begin) {
    for (size_t i = n; i >= begin; --i) form.b[i] += form.b[i - 1];
  }
  return form;
}

double LargestSize(const Bernstein& form) {
  double largest = 0;
  for (size_t i = 0; i <= form.order; ++i) largest = std::max(largest, std::fabs(form.b[i]));
  return largest;
}

// De Casteljau's triangle: its edges are the halves. @returns the left one; `part` is the right one then
Bernstein Halve(Bernstein& part) {
  Bernstein left{part.low, 0.5 * (part.low + part.high), part.order, {}};
  part.low = left.high;
  for (size_t done = 0; done <= part.order; ++done) {
    left.b[done] = part.b[0];
    for (size_t i = 0; i + done < part.order; ++i) part.b[i] = 0.5 * (part.b[i] + part.b[i + 1]);
  }
  return left;
}

/// Signs of the coefficients relative to a limit.
struct Signs {
  int changes = 0;
  size_t first_above = 0;  // the first that is, if any
};
Signs SignsOf(const Bernstein& form, double limit) {
  Signs signs;
  for (size_t i = 1; i <= form.order; ++i) {
    if ((form.b[i] > limit) != (form.b[i - 1] > limit) && signs.changes++ == 0) signs.first_above = i;
  }
  return signs;
}

// The root of p - threshold in [low, high], which p crosses once.
Root RootIn(const Polynomial& p, double low, double high, double guess, double threshold, double resolution) {
  double s = guess, last_move = high - low, slope = 0;
  for (int i = 0; i < kRootIterations; ++i) {
    const Polynomial::ValueAndSlope here = p.At(s);
    slope = here.slope;
    const double f = here.value - threshold;
    (f > 0 ? high : low) = s;
    const double next = s - f / slope, move = std::abs(next - s);
    // The next move would be about move^2 (move / last_move^2).
    const bool converges = i > 0 && move * move * move <= 0.25 * resolution * last_move * last_move;
    if ((converges && move < last_move) || move <= 0.25 * resolution) return {std::clamp(next, low, high), slope};
    const bool is_inside = next > low && next < high && 2 * move < last_move;
    s = is_inside ? next : 0.5 * (low + high);
    last_move = is_inside ? move : high - low;
    if (high - low <= resolution) break;
  }
  return {s, slope};
}

// The same for a threshold below the limit, which p crosses once. From between the two it may fall before it rises.
Root RootIn(const Polynomial& p, const Bernstein& part, double guess, double threshold, double limit,
            double resolution) {
  if (p.ValueAt(part.low) < threshold) return RootIn(p, part.low, part.high, guess, threshold, resolution);
  const Root reached = RootIn(p, part.low, part.high, guess, limit, resolution);
  const double middle = 0.5 * (part.low + reached.s);
  if (p.ValueAt(middle) >= threshold) return reached;
  return RootIn(p, middle, reached.s, reached.s, threshold, resolution);
}

// Intersection of the line through the coefficients with the limit.
double GuessIn(const Bernstein& part, size_t first_above, double limit) {
  const double above = part.b[first_above] - limit, below = limit - part.b[first_above - 1];
  return part.low + (part.high - part.low) * (static_cast<double>(first_above) - above / (above + below)) /
                        static_cast<double>(part.order);
}

}  // namespace

double Polynomial::ValueAt(double s) const { return At(s).value; }

Polynomial::ValueAndSlope Polynomial::At(double s) const {
  double value = coefficients[static_cast<size_t>(order)], slope = 0;
  for (auto i = static_cast<size_t>(order); i-- > 0;) {
    slope = slope * s + value;
    value = value * s + coefficients[i];
  }
  return {value, slope};
}

double Polynomial::LargestAtQuarters(double end) const {
  return std::max({std::fabs(ValueAt(0.25 * end)), std::fabs(ValueAt(0.5 * end)), std::fabs(ValueAt(0.75 * end))});
}

void Polynomial::Shift(double s) {
  double* const c = coefficients.data();
  for (int begin = 0; begin < order; ++begin) {
    for (int i = order - 1; i >= begin; --i) c[i] += s * c[i + 1];
  }
}

double UpperBound(const Polynomial& p, double end) {
  const Bernstein form = ToBernstein(p, end);
  return *std::max_element(form.b.begin(), form.b.begin() + p.order + 1) + kRounding * LargestSize(form);
}

std::optional<Root> FirstAbove(const Polynomial& p, double end, double threshold, const RootResolution& resolution) {
  std::array<Bernstein, kMaxHalvings> parts;  // the last is the first in time
  parts[0] = ToBernstein(p, end);
  const double limit = threshold + resolution.noise + 2 * kRounding * LargestSize(parts[0]);
  for (size_t count = 1; count > 0;) {
    Bernstein& part = parts[count - 1];
    if (part.b[0] > limit) return Root{part.low, p.At(part.low).slope};
    const Signs signs = SignsOf(part, limit);
    if (signs.changes == 1) {
      return RootIn(p, part, GuessIn(part, signs.first_above, limit), threshold, limit, resolution.s);
    }
    const bool is_divisible = part.high - part.low > resolution.s && count < kMaxHalvings;
    if (signs.changes == 0 || !is_divisible) {
      --count;
      continue;
    }
    parts[count] = Halve(part);
    ++count;
  }
  return std::nullopt;
}

}  // namespace stiction::runtime
