// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/series/polynomial_roots.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "runtime/support/lanes.h"
#include "runtime/support/vector_clones.h"

namespace stiction::runtime {
namespace {

constexpr int kRootIterations = 100;  // more than bisection takes
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
constexpr size_t kMaxHalvings = 64;
constexpr double kBeyondGuess = 1.25;
constexpr size_t kCount = Polynomial::kMaxOrder + 1;

constexpr size_t kPadded = (kCount + kLanes - 1) / kLanes * kLanes;

/// [i][j] = (j over i), columns side by side.
using Binomials = std::array<std::array<double, kPadded>, kCount>;
constexpr Binomials AllBinomials() {
  Binomials all{};
  for (size_t j = 0; j < kPadded; ++j) {
    double binomial = 1;
    for (size_t i = 0; i <= j && i < kCount; ++i) {
      all[i][j] = binomial;
      binomial = binomial * static_cast<double>(j - i) / static_cast<double>(i + 1);
    }
  }
  return all;
}
constexpr Binomials kBinomials = AllBinomials();
/// 1 / (n over i), [n][i]; 0 for i > n
constexpr Binomials InverseBinomials() {
  Binomials inverse{};
  for (size_t n = 0; n < kCount; ++n) {
    for (size_t i = 0; i <= n; ++i) inverse[n][i] = 1 / kBinomials[i][n];
  }
  return inverse;
}
constexpr Binomials kInverseBinomials = InverseBinomials();

using Coefficients = std::array<double, kPadded>;

[[gnu::always_inline]] inline Polynomial::ValueAndSlope Evaluate(const Polynomial& p, double s) {
  const double square = s * s, step = square * square;
  Lanes power = {1, s, square, square * s}, number = {0, 1, 2, 3}, value = {}, slope = {}, term;
  for (int i = 0; i <= p.order; i += static_cast<int>(kLanes)) {
    LoadLanes(p.coefficients.data() + i, term);
    term *= power;
    power *= step;
    value += term;
    slope += number * term;
    number += static_cast<double>(kLanes);
  }
  return {SumOf(value), s > 0 ? SumOf(slope) / s : p.coefficients[1]};
}

/// out[j] := sum over i of (j over i) in[i], for i and j up to the order.
/// @returns the largest |out[j]|
[[gnu::always_inline]] inline double MultiplyInLanes(const double* in, size_t order, double* __restrict out) {
  Lanes largest = {};
  for (size_t j = 0; j <= order; j += kLanes) {
    Lanes even = {}, odd = {}, column;
    const size_t last = std::min(order, j + kLanes - 1);
    size_t i = 0;
    for (; i + 1 <= last; i += 2) {
      LoadLanes(&kBinomials[i][j], column);
      even += column * in[i];
      LoadLanes(&kBinomials[i + 1][j], column);
      odd += column * in[i + 1];
    }
    if (i <= last) {
      LoadLanes(&kBinomials[i][j], column);
      even += column * in[i];
    }
    Lanes sum = even + odd;
    StoreLanes(sum, out + j);
    TakeSizes(sum);
    for (size_t lane = 0; lane < kLanes; ++lane) sum[lane] = j + lane <= order ? sum[lane] : 0;
    largest = largest < sum ? sum : largest;
  }
  return std::max(std::max(largest[0], largest[1]), std::max(largest[2], largest[3]));
}

STICTION_VECTOR_CLONES void MultiplyByBinomials(const double* in, size_t order, double* __restrict out) {
  MultiplyInLanes(in, order, out);
}

/// Bernstein's form on [0, end]. @returns the size of its largest coefficient
STICTION_VECTOR_CLONES double ToBernstein(const double* coefficients, size_t order, double end,
                                          double* __restrict out) {
  alignas(Lanes) double scaled[kPadded];
  const double square = end * end;
  Lanes power = {1, end, square, square * end};
  for (size_t i = 0; i <= order; i += kLanes) {
    Lanes c, inverse;
    LoadLanes(coefficients + i, c);
    LoadLanes(&kInverseBinomials[order][i], inverse);
    StoreLanes(c * inverse * power, scaled + i);
    power *= square * square;
  }
  return MultiplyInLanes(scaled, order, out);
}

/// A polynomial on [low, high].
struct Bernstein {
  double low, high;
  size_t order;
  Coefficients b;
};

// What de Casteljau's triangle ends with: on the left b_j := sum over i of (j over i) b_i / 2^j, on the right the same
// from the other end.
void Halve(Bernstein& part, Bernstein& left) {
  const size_t order = part.order;
  const double middle = 0.5 * (part.low + part.high);
  left.low = part.low;
  left.high = part.low = middle;
  left.order = order;
  MultiplyByBinomials(part.b.data(), order, left.b.data());
  Coefficients mirrored, right;
  for (size_t i = 0; i <= order; ++i) mirrored[i] = part.b[order - i];
  MultiplyByBinomials(mirrored.data(), order, right.data());
  double power = 1;
  for (size_t i = 0; i <= order; ++i) {
    left.b[i] *= power;
    part.b[order - i] = right[i] * power;
    power *= 0.5;
  }
}

/// How the coefficients lie to a limit.
struct Signs {
  int changes = 0;
  size_t first_above = 0;  // the first that is, if any
};
Signs SignsOf(const Bernstein& form, double limit) {
  Signs signs;
  bool is_above = form.b[0] > limit;
  for (size_t i = 1; i <= form.order; ++i) {
    const bool is_next_above = form.b[i] > limit;
    if (is_next_above == is_above) continue;
    if (signs.changes++ == 0) signs.first_above = i;
    is_above = is_next_above;
  }
  return signs;
}

// The root of p - threshold in [low, high], which p crosses once.
STICTION_VECTOR_CLONES Root RootIn(const Polynomial& p, double low, double high, double guess, double threshold,
                                   double resolution) {
  double s = guess, last_move = high - low, slope = 0;
  for (int i = 0; i < kRootIterations; ++i) {
    const Polynomial::ValueAndSlope here = Evaluate(p, s);
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
Root RootIn(const Polynomial& p, double low, double high, double guess, double threshold, double limit,
            double resolution) {
  const double begin = low == 0 ? p.coefficients[0] : p.ValueAt(low);
  if (begin < threshold) return RootIn(p, low, high, guess, threshold, resolution);
  const Root reached = RootIn(p, low, high, guess, limit, resolution);
  const double middle = 0.5 * (low + reached.s);
  if (p.ValueAt(middle) >= threshold) return reached;
  return RootIn(p, middle, reached.s, reached.s, threshold, resolution);
}

constexpr size_t kLeading = 2 * kLanes;

/// Columns of the matrix that takes coefficients of order kLeading - 1 to Bernstein's form on [0, 1].
constexpr auto kLeadingColumns = [] {
  std::array<std::array<double, kLeading>, kLeading> columns{};
  for (size_t i = 0; i < kLeading; ++i) {
    for (size_t j = 0; j < kLeading; ++j) columns[i][j] = kBinomials[i][j] * kInverseBinomials[kLeading - 1][i];
  }
  return columns;
}();

/// Bernstein's form of the first terms of a polynomial on [0, end], and what the others sum up to at its end.
struct LeadingForm {
  std::array<double, kLeading> b;
  unsigned above;               // bit j: b[j] is above the limit
  double limit;                 // threshold, noise and rounding errors of b
  double top;                   // the polynomial is at most that
  double rises = 0, falls = 0;  // sums of those > 0, and < 0
  double bend = 0;              // sum of (i - kLeading + 1) |term i|
};

/// @param threshold and noise included
STICTION_VECTOR_CLONES void FindLeadingForm(const Polynomial& p, double end, double threshold, LeadingForm& form) {
  const double* const c = p.coefficients.data();
  const double square = end * end, step = square * square;
  Lanes power = {1, end, square, square * end}, term, size;
  alignas(Lanes) double terms[kLeading];
  LoadLanes(c, term);
  term *= power;
  power *= step;
  StoreLanes(term, terms);
  TakeSizes(term);
  LoadLanes(c + kLanes, size);
  size *= power;
  StoreLanes(size, terms + kLanes);
  TakeSizes(size);
  form.limit = threshold + 2 * kRounding * SumOf(term + size);
  Lanes early = {}, late = {}, column;
#pragma GCC unroll 8
  for (size_t i = 0; i < kLeading; ++i) {
    LoadLanes(kLeadingColumns[i].data(), column);
    if (i < kLanes) early += column * terms[i];
    LoadLanes(kLeadingColumns[i].data() + kLanes, column);
    late += column * terms[i];
  }
  StoreLanes(early, form.b.data());
  StoreLanes(late, form.b.data() + kLanes);
  Lanes rises = {}, falls = {}, bend = {}, weight = {1, 2, 3, 4};
  for (int i = kLeading; i <= p.order; i += static_cast<int>(kLanes)) {
    power *= step;
    LoadLanes(c + i, term);
    term *= power;
    rises += term > 0 ? term : Lanes{};
    falls += term > 0 ? Lanes{} : term;
    TakeSizes(term);
    bend += weight * term;
    weight += static_cast<double>(kLanes);
  }
  form.rises = SumOf(rises);
  form.falls = SumOf(falls);
  form.bend = SumOf(bend);
  const Masks bits = ((early > form.limit) & Masks{1, 2, 4, 8}) | ((late > form.limit) & Masks{16, 32, 64, 128});
  form.above = static_cast<unsigned>((bits[0] | bits[1]) | (bits[2] | bits[3]));
  early = early < late ? late : early;
  form.top = std::max(std::max(std::max(early[0], early[1]), std::max(early[2], early[3])), late[3] + form.rises);
}

// The number of leading coefficients that are not above the limit, if the polynomial crosses it once: the others are
// above it, and the terms left out do not outweigh that. With n = kLeading - 1 and b_i <= 0 for i < j, b_i > 0 else,
//
//   p / (s^(j-1) (1 - s)^(n-j+1)) = sum of (n over i) b_i w^(i-j+1) + r(s) w^(n-j+1),   w = s / (1 - s)
//
// where s^n r(s) is what is left out. It rises with w if (n - j + 1) (b_n + r) + s (1 - s) r' >= 0, where |r'| is at
// most the bend, and s (1 - s) a quarter.
std::optional<size_t> CrossesOnce(const LeadingForm& form) {
  const auto j = static_cast<size_t>(std::countr_zero(form.above));
  const bool is_once = j > 0 && form.above + (1u << j % kLeading) == 1u << kLeading;
  if (!is_once) return std::nullopt;
  const double least = form.b.back() + form.falls - form.limit;
  if (!(static_cast<double>(kLeading - j) * least >= 0.25 * form.bend)) return std::nullopt;
  return j;
}

// Where the line through the coefficients crosses the limit.
double GuessBetween(const double* b, size_t first_above, double limit, size_t order) {
  const double above = b[first_above] - limit, below = limit - b[first_above - 1];
  return (static_cast<double>(first_above) - above / (above + below)) / static_cast<double>(order);
}

// By halving, in Bernstein's form of all terms.
std::optional<Root> FirstByHalving(const Polynomial& p, double end, double threshold,
                                   const RootResolution& resolution) {
  std::array<Bernstein, kMaxHalvings> parts;  // the last is the first in time
  size_t count = 1;
  parts[0].low = 0;
  parts[0].high = end;
  parts[0].order = static_cast<size_t>(p.order);
  const double largest = ToBernstein(p.coefficients.data(), parts[0].order, end, parts[0].b.data());
  const double limit = threshold + resolution.noise + kRounding * largest;
  while (count > 0) {
    Bernstein& part = parts[count - 1];
    if (part.b[0] > limit) return Root{part.low, p.At(part.low).slope};
    const Signs signs = SignsOf(part, limit);
    if (signs.changes == 1) {
      const double guess =
          part.low + (part.high - part.low) * GuessBetween(part.b.data(), signs.first_above, limit, part.order);
      return RootIn(p, part.low, part.high, guess, threshold, limit, resolution.s);
    }
    const bool is_divisible = part.high - part.low > resolution.s && count < kMaxHalvings;
    if (signs.changes == 0 || !is_divisible) {
      --count;
      continue;
    }
    Halve(part, parts[count]);
    ++count;
  }
  return std::nullopt;
}

// Members that are compiled twice would differ from their declarations elsewhere: free functions are.
STICTION_VECTOR_CLONES Polynomial::ValueAndSlope ValueAndSlopeAt(const Polynomial& p, double s) {
  return Evaluate(p, s);
}

STICTION_VECTOR_CLONES double LargestSizeAtQuarters(const Polynomial& p, double end) {
  const Lanes s = Lanes{0.25, 0.5, 0.75, 0.75} * end;
  Lanes value = Lanes{} + p.coefficients[static_cast<size_t>(p.order)];
  for (auto i = static_cast<size_t>(p.order); i-- > 0;) value = value * s + p.coefficients[i];
  TakeSizes(value);
  return std::max(std::max(value[0], value[1]), value[2]);
}

}  // namespace

double Polynomial::ValueAt(double s) const {
  double even = 0, odd = 0;
  const double square = s * s;
  int i = order;
  if (i % 2 == 0) even = coefficients[static_cast<size_t>(i--)];
  for (; i > 0; i -= 2) {
    odd = odd * square + coefficients[static_cast<size_t>(i)];
    even = even * square + coefficients[static_cast<size_t>(i - 1)];
  }
  return even + s * odd;
}

Polynomial::ValueAndSlope Polynomial::At(double s) const { return ValueAndSlopeAt(*this, s); }

double Polynomial::LargestAtQuarters(double end) const { return LargestSizeAtQuarters(*this, end); }

void Polynomial::Shift(double s) {
  double* const c = coefficients.data();
  for (int begin = 0; begin < order; ++begin) {
    for (int i = order - 1; i >= begin; --i) c[i] += s * c[i + 1];
  }
}

double UpperBound(const Polynomial& p, double end) {
  Coefficients b;
  const auto order = static_cast<size_t>(p.order);
  const double largest = ToBernstein(p.coefficients.data(), order, end, b.data());
  return *std::max_element(b.begin(), b.begin() + p.order + 1) + kRounding * largest;
}

std::optional<Root> FirstAbove(const Polynomial& p, double end, double threshold, const RootResolution& resolution) {
  LeadingForm form;
  for (double until = end; until > 0;) {
    FindLeadingForm(p, until, threshold + resolution.noise, form);
    if (until == end && form.top <= threshold + resolution.noise) return std::nullopt;
    if (const std::optional<size_t> above = CrossesOnce(form)) {
      const double guess = until * GuessBetween(form.b.data(), *above, form.limit, kLeading - 1);
      return RootIn(p, 0, until, guess, threshold, form.limit, resolution.s);
    }
    // On the way to a little beyond the root of the parabola it may do so once.
    const double begin = p.coefficients[0] - threshold, last = form.b.back() + form.rises + form.falls - threshold;
    if (until < end || !(begin < 0 && last > 0)) break;
    until = kBeyondGuess * end * RootOfParabola(begin, p.coefficients[1] * end, last);
    if (until >= end) break;
  }
  return FirstByHalving(p, end, threshold, resolution);
}

}  // namespace stiction::runtime
