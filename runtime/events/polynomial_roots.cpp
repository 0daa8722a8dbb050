#include "runtime/events/polynomial_roots.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/evaluate/lanes.h"
#include "runtime/evaluate/vector_clones.h"
#include "runtime/events/extent.h"

namespace stiction::runtime {
namespace {

constexpr int kRootIterations = 100;  // more than bisection takes
constexpr double kRounding = 4 * std::numeric_limits<double>::epsilon();
constexpr size_t kMostHalvings = 64;
constexpr double kBeyondGuess = 1.25;
constexpr size_t kCount = Polynomial::kMostOrder + 1;

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
double RootIn(const Polynomial& p, double low, double high, double guess, double threshold, double resolution) {
  double s = guess, last_move = high - low;
  for (int i = 0; i < kRootIterations && high - low > resolution; ++i) {
    const auto [value, slope] = p.At(s);
    const double f = value - threshold;
    (f > 0 ? high : low) = s;
    const double next = s - f / slope, move = std::abs(next - s);
    // The next move would be about move^2 (move / last_move^2).
    const bool converges = i > 0 && move * move * move <= 0.25 * resolution * last_move * last_move;
    if ((converges && move < last_move) || move <= 0.25 * resolution) return std::clamp(next, low, high);
    const bool is_inside = next > low && next < high && 2 * move < last_move;
    s = is_inside ? next : 0.5 * (low + high);
    last_move = is_inside ? move : high - low;
  }
  return s;
}

// The same for a threshold below the limit, which p crosses once. From between the two it may fall before it rises.
double RootIn(const Polynomial& p, double low, double high, double guess, double threshold, double limit,
              double resolution) {
  if (p.ValueAt(low) < threshold) return RootIn(p, low, high, guess, threshold, resolution);
  const double reached = RootIn(p, low, high, guess, limit, resolution);
  const double middle = 0.5 * (low + reached);
  if (p.ValueAt(middle) >= threshold) return reached;
  return RootIn(p, middle, reached, reached, threshold, resolution);
}

/// Of p on [0, end].
struct Bounds {
  double top;   // p is at most that
  double rise;  // a lower bound of end times its slope
};

/// The least coefficient in Bernstein's form of order 4.
[[gnu::always_inline]] inline double LeastOfFive(const std::array<double, 5>& a) {
  const double b1 = a[0] + 0.25 * a[1], b2 = a[0] + 0.5 * a[1] + (1.0 / 6) * a[2],
               b3 = a[0] + 0.75 * a[1] + 0.5 * a[2] + 0.25 * a[3], b4 = a[0] + a[1] + a[2] + a[3] + a[4];
  return std::min(std::min(std::min(a[0], b1), std::min(b2, b3)), b4);
}

// The first terms as they are; of the others, to the power with which they begin, those that rise, or fall.
STICTION_VECTOR_CLONES Bounds BoundsOf(const double* c, size_t order, double end) {
  constexpr size_t kFirst = 5;
  std::array<double, kFirst + 1> terms{};
  double power = 1;
  for (size_t i = 0; i < std::min(kFirst, order + 1); ++i) {
    terms[i] = c[i] * power;
    power *= end;
  }
  double falling = 0;
  size_t i = kFirst;
  if (order + 1 >= kFirst + kLanes) {
    const double square = end * end;
    Lanes powers = {power, power * end, power * square, power * square * end}, number = {5, 6, 7, 8};
    Lanes rises = {}, falls = {};
    for (; i + kLanes <= order + 1; i += kLanes) {
      Lanes term;
      LoadLanes(c + i, term);
      term *= powers;
      rises += term > 0 ? term : Lanes{};
      falls += term > 0 ? Lanes{} : number * term;
      powers *= square * square;
      number += 4.0;
    }
    terms[kFirst] = (rises[0] + rises[1]) + (rises[2] + rises[3]);
    falling = (falls[0] + falls[1]) + (falls[2] + falls[3]);
    power = powers[0];
  }
  for (; i <= order; ++i) {
    const double term = c[i] * power;
    (term > 0 ? terms[kFirst] : falling) += term > 0 ? term : static_cast<double>(i) * term;
    power *= end;
  }
  const std::array<double, 6> form = BernsteinForm(terms);
  return {*std::max_element(form.begin(), form.end()),
          LeastOfFive({terms[1], 2 * terms[2], 3 * terms[3], 4 * terms[4], falling})};
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

Polynomial::ValueAndSlope Polynomial::At(double s) const {
  double even = 0, odd = 0, even_slope = 0, odd_slope = 0;
  const double square = s * s;
  int i = order;
  if (i % 2 == 0) {
    even = coefficients[static_cast<size_t>(i)];
    even_slope = i * even;
    --i;
  }
  // The slope is the sum of i c_i s^(i-1): odd i give even powers.
  for (; i > 0; i -= 2) {
    const double c = coefficients[static_cast<size_t>(i)], b = coefficients[static_cast<size_t>(i - 1)];
    odd = odd * square + c;
    even = even * square + b;
    odd_slope = odd_slope * square + i * c;
    if (i > 1) even_slope = even_slope * square + (i - 1) * b;
  }
  return {even + s * odd, odd_slope + s * even_slope};
}

void Polynomial::Shift(double s) {
  double* const c = coefficients.data();
  for (int begin = 0; begin < order; ++begin) {
    for (int i = order - 1; i >= begin; --i) c[i] += s * c[i + 1];
  }
}

std::optional<double> FirstAbove(const Polynomial& p, double end, double threshold, const RootResolution& resolution) {
  const Bounds bounds = BoundsOf(p.coefficients.data(), static_cast<size_t>(p.order), end);
  if (bounds.top <= threshold + resolution.noise) return std::nullopt;
  if (p.coefficients[0] < threshold) {
    const double begin = p.coefficients[0] - threshold, last = p.ValueAt(end) - threshold;
    const double guess = last > 0 ? end * RootOfParabola(begin, p.coefficients[1] * end, last) : end;
    if (bounds.rise > 0) {
      if (last <= resolution.noise) return std::nullopt;
      return RootIn(p, 0, end, guess, threshold, resolution.s);
    }
    // On the way to a little beyond there it may do nothing but rise.
    const double beyond = kBeyondGuess * guess;
    if (beyond < end && BoundsOf(p.coefficients.data(), static_cast<size_t>(p.order), beyond).rise > 0 &&
        p.ValueAt(beyond) > threshold + resolution.noise) {
      return RootIn(p, 0, beyond, guess, threshold, resolution.s);
    }
  }
  std::array<Bernstein, kMostHalvings> parts;  // the last is the first in time
  size_t count = 1;
  parts[0].low = 0;
  parts[0].high = end;
  parts[0].order = static_cast<size_t>(p.order);
  const double largest = ToBernstein(p.coefficients.data(), parts[0].order, end, parts[0].b.data());
  const double limit = threshold + resolution.noise + kRounding * largest;
  while (count > 0) {
    Bernstein& part = parts[count - 1];
    if (part.b[0] > limit) return part.low;
    const Signs signs = SignsOf(part, limit);
    if (signs.changes == 1) {
      const double above = part.b[signs.first_above] - limit, below = limit - part.b[signs.first_above - 1];
      const double place = static_cast<double>(signs.first_above) - above / (above + below);
      const double guess = part.low + (part.high - part.low) * place / static_cast<double>(part.order);
      return RootIn(p, part.low, part.high, guess, threshold, limit, resolution.s);
    }
    const bool is_divisible = part.high - part.low > resolution.s && count < kMostHalvings;
    if (signs.changes == 0 || !is_divisible) {
      --count;
      continue;
    }
    Halve(part, parts[count]);
    ++count;
  }
  return std::nullopt;
}

}  // namespace stiction::runtime
