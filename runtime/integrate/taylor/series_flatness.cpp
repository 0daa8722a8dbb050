// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/series_flatness.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numbers>

namespace stiction::runtime {
namespace {

using Rule = SeriesRule;

// Of the place where a function ends to be flat.
constexpr double kPartOfStep = 1e-6;
constexpr double kNoise = 1e-9;
constexpr double kCoefficientRounding = 8 * DBL_EPSILON;  // of a coefficient

constexpr double kInfinite = 711;  // exp, cosh and sinh of that are
constexpr double kMaxChange = 16;  // of an argument in a step

/// Range about an argument in which a function is flat, or infinite.
struct Flat {
  double side = 0;  // 1: below the end, -1: above; 0: it is not
  double end = 0;
};

/// The change of an argument over a step.
struct Argument {
  Polynomial ahead;
  double rest = 0;  // size of the terms that it does not have
};

Flat FlatAbout(Rule rule, double argument) {
  if (rule == Rule::kExp) {
    if (argument < kFlatExp) return {1, kFlatExp};
    return argument > kInfinite ? Flat{-1, kInfinite} : Flat{};
  }
  const double end = rule == Rule::kTanh ? kFlatTanh : kInfinite;
  if (argument > end) return {-1, end};
  return argument < -end ? Flat{1, -end} : Flat{};
}

RootResolution ResolutionIn(const SeriesStep& in) { return {kPartOfStep * in.step, kNoise}; }

/// First point in [0, limit] at which the polynomial exceeds the threshold, else `limit`.
double Until(const SeriesStep& in, const Polynomial& p, double limit, double threshold) {
  const auto end = FirstAbove(p, limit, threshold, ResolutionIn(in));
  return end ? end->s : limit;
}

Argument ArgumentOf(const SeriesStep& in, int32_t index, double side, double step) {
  constexpr double kRest = 2;  // what follows the last two terms, in their sum, as if each were half the one before
  Argument argument;
  argument.ahead.order = in.last;
  double power = 1;
  for (int k = 1; k <= in.last; ++k) {
    const double c = in.Coefficient(k, index);
    argument.ahead.coefficients[static_cast<size_t>(k)] = side * c;
    power *= step;
    if (k + 1 >= in.last) argument.rest += kRest * std::fabs(c) * power;
  }
  argument.rest += in.Defect(index);
  return argument;
}

// Bound of the error of the argument due to rounding of its coefficients.
double Digits(const SeriesStep& in, int32_t index, const Polynomial& ahead, double step) {
  double sum = 0;
  for (auto k = static_cast<size_t>(in.last); k > 0; --k) sum = (sum + std::fabs(ahead.coefficients[k])) * step;
  return kCoefficientRounding * (std::fabs(in.Coefficient(0, index)) + sum);
}

// exp(a + b s + ...) = e^a (1 + b s + ...): where e^a is not 0 the terms, up to the highest order, must be nothing
// though the argument falls: no more than those about the end of what is flat, where the argument may vary as well.
// With d the sum of the sizes in the argument they are less than 2 e^a d^n / n! for d > 2 n.
double TermsAreNothingUntil(const SeriesStep& in, const SeriesOperation& of, double distance, const Polynomial& sizes) {
  if (of.rule != Rule::kExp || in.Coefficient(0, of.dst) == 0) return in.step;
  const double log_factorial = LogFactorial(kHighestSeriesOrder);
  const double most = std::exp((distance + kMaxChange - std::numbers::ln2 + log_factorial) / kHighestSeriesOrder);
  if (!(most > 2 * kHighestSeriesOrder)) return 0;
  return Until(in, sizes, in.step, most);
}

// Part of the step in which the argument stays on its side.
double FlatUntil(const SeriesStep& in, const SeriesOperation& of, const Flat& flat) {
  constexpr double kHarmless = 0.5;   // rest of an argument
  constexpr double kOfDigits = 0.25;  // of the distance that rounding errors may take
  Argument argument = ArgumentOf(in, of.a, flat.side, in.step);
  Polynomial sizes = argument.ahead;
  for (double& c : sizes.coefficients) c = std::fabs(c);
  const double room = flat.side * (flat.end - in.Coefficient(0, of.a));
  double limit = Until(in, sizes, in.step, kOfDigits / kCoefficientRounding * room);
  const double distance = room - Digits(in, of.a, sizes, limit);
  if (!(distance > 0)) return 0;
  limit = std::min(limit, TermsAreNothingUntil(in, of, distance, sizes));
  const auto whatever_its_way = [&] { return Until(in, sizes, in.step, distance); };
  if (limit < in.step) argument = ArgumentOf(in, of.a, flat.side, limit);
  if (argument.rest <= kHarmless) {
    const double flat_until = Until(in, argument.ahead, limit, distance);
    return limit < in.step ? std::max(flat_until, whatever_its_way()) : flat_until;
  }
  // The furthest of three: the rest is harmless, or smaller than the distance, or the argument may go either way.
  const double known = limit * std::pow(kHarmless / argument.rest, 1.0 / (in.last - 1));
  const double afar = argument.rest < distance ? Until(in, argument.ahead, limit, distance - argument.rest) : 0;
  return std::max({whatever_its_way(), Until(in, argument.ahead, known, distance), afar});
}

}  // namespace

double InSight(const SeriesStep& in, const SeriesOperation& of) {
  Polynomial change;
  change.order = in.last;
  double largest = 0;
  for (int k = in.last; k > 0; --k) {
    const double c = std::fabs(in.Coefficient(k, of.a));
    change.coefficients[static_cast<size_t>(k)] = c;
    largest = (largest + c) * in.step;
  }
  if (!(largest > kMaxChange) || !std::isfinite(largest)) return in.step;
  const Flat here = FlatAbout(of.rule, in.Coefficient(0, of.a));
  const double flat = here.side != 0 ? FlatUntil(in, of, here) : 0;
  return flat == in.step ? flat : std::max(flat, Until(in, change, in.step, kMaxChange));
}

double MostOf(const SeriesStep& in, int32_t index, double sign) {
  const Argument argument = ArgumentOf(in, index, sign, in.step);
  const double digits = Digits(in, index, argument.ahead, in.step);
  if (!std::isfinite(digits + argument.rest)) return HUGE_VAL;
  return sign * in.Coefficient(0, index) + UpperBound(argument.ahead, in.step) + argument.rest + digits;
}

}  // namespace stiction::runtime
