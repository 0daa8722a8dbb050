// How far the coefficients of a KernelSeries tell of the solution: what stands still, what is a polynomial, what is
// flat here and bends further on.
#include <algorithm>
#include <cmath>

#include "runtime/evaluate/kernel_series.h"
#include "runtime/evaluate/polynomial_roots.h"

namespace stiction::runtime {
namespace {

/// Where a function is flat, or infinite, about an argument.
struct Flat {
  double side = 0;  // 1: below the end, -1: above; 0: it is not
  double end = 0;
};

// Of the place where a function ends to be flat.
constexpr double kPartOfStep = 1e-6;
constexpr double kNoise = 1e-9;

Flat FlatAbout(SeriesRule rule, double argument) {
  constexpr double kExp = -40, kTanh = 20;  // less than a unit in the last place remains
  constexpr double kInfinite = 711;         // exp, cosh and sinh of that are
  if (rule == SeriesRule::kExp) {
    if (argument < kExp) return {1, kExp};
    return argument > kInfinite ? Flat{-1, kInfinite} : Flat{};
  }
  const double end = rule == SeriesRule::kTanh ? kTanh : kInfinite;
  if (argument > end) return {-1, end};
  return argument < -end ? Flat{1, -end} : Flat{};
}

}  // namespace

// What moves with one other value alone is known by that one.
void KernelSeries::FindFollowers() {
  const int32_t never = kernel_.value_count();
  moves_.resize(static_cast<size_t>(never) + 1);
  std::vector<int32_t> source(static_cast<size_t>(never), never);
  if (time_ != kNoSlot) {
    moves_[static_cast<size_t>(time_)] = 1;
    source[static_cast<size_t>(time_)] = time_;
  }
  const auto source_of = [&](int32_t index) { return index == kNoSlot ? never : source[static_cast<size_t>(index)]; };
  for (const Operation& at : operations_.all()) {
    const int32_t a = source_of(at.a), b = source_of(at.b), c = source_of(at.c);
    int32_t& own = source[static_cast<size_t>(at.dst)];
    if (at.rule == Rule::kScale || at.rule == Rule::kChoose) {
      const int32_t otherwise = at.rule == Rule::kChoose ? c : never;
      if (b == never && otherwise == never) continue;
      own = at.dst;
      followers_.push_back({Follower::Kind::kChosen, at.dst, b, otherwise, at.a});
      continue;
    }
    if (at.rule == Rule::kProduct && (a != never || b != never)) {
      own = at.dst;
      followers_.push_back({Follower::Kind::kProduct, at.dst, a, b, at.a, at.b});
      continue;
    }
    for (const int32_t of : {a, b, c}) {
      if (of == never || of == own) continue;
      if (own != never) {
        followers_.push_back({Follower::Kind::kEither, at.dst, own, of});
        own = at.dst;
      } else {
        own = of;
      }
    }
  }
  for (const IntegralRun& run : integrals_) {
    for (int32_t i = 0; i < run.count; ++i) {
      if (const int32_t of = source_of(run.rate + i); of != never) sources_of_rates_.push_back(of);
    }
  }
}

inline bool KernelSeries::Moves(const Follower& at) const {
  const bool a = moves_[static_cast<size_t>(at.a)] != 0, b = moves_[static_cast<size_t>(at.b)] != 0;
  const double* const values = orders_[0];
  switch (at.kind) {
    case Follower::Kind::kChosen:
      return values[at.first] != 0 ? a : b;
    case Follower::Kind::kProduct:
      return (a && (b || values[at.second] != 0)) || (b && values[at.first] != 0);
    default:
      return a || b;
  }
}

bool KernelSeries::StandsStill() {
  for (const IntegralRun& run : integrals_) {
    const double* const rates = orders_[0] + run.rate;
    for (int32_t i = 0; i < run.count; ++i) {
      if (rates[i] != 0) return false;
    }
  }
  if (moves_.empty()) FindFollowers();
  for (const Follower& at : followers_) moves_[static_cast<size_t>(at.value)] = Moves(at) ? 1 : 0;
  for (const int32_t source : sources_of_rates_) {
    if (moves_[static_cast<size_t>(source)] != 0) return false;
  }
  return true;
}

bool KernelSeries::IsPolynomial(int degree, int last) const {
  return std::ranges::none_of(nonlinear_, [&](const Operation& at) {
    const bool is_product = at.rule == Rule::kProduct || at.rule == Rule::kSquare;
    return is_product ? Varies(at.dst, degree + 1, last) : HasVaryingOperand(at, last);
  });
}

double KernelSeries::InSight(int last, double step) const {
  for (const Operation& at : flattening_) step = InSight(at, last, step);
  return step;
}

double KernelSeries::InSight(const Operation& at, int last, double step) const {
  constexpr double kMostChange = 16;
  Polynomial change;
  change.order = last;
  double largest = 0;
  for (int k = last; k > 0; --k) {
    const double c = std::fabs(orders_[static_cast<size_t>(k)][at.a]);
    change.coefficients[static_cast<size_t>(k)] = c;
    largest = (largest + c) * step;
  }
  if (!(largest > kMostChange) || !std::isfinite(largest)) return step;
  const double flat = FlatUntil(at, last, step);
  if (flat == step) return step;
  const auto end = FirstAbove(change, step, kMostChange, {kPartOfStep * step, kNoise});
  return end ? std::max(flat, end->s) : step;
}

// How far into the step the function stays flat or infinite; 0: it is not.
double KernelSeries::FlatUntil(const Operation& at, int last, double step) const {
  constexpr double kKnown = 0.5;  // the last terms of an argument whose further ones do not matter
  constexpr double kRest = 4;     // what the further ones are at most, in last ones
  const double from = orders_[0][at.a];
  const Flat flat = FlatAbout(at.rule, from);
  if (flat.side == 0) return 0;
  Polynomial ahead;
  ahead.order = last;
  double power = 1, rest = 0;
  for (int k = 1; k <= last; ++k) {
    const double c = ahead.coefficients[static_cast<size_t>(k)] = flat.side * orders_[static_cast<size_t>(k)][at.a];
    power *= step;
    if (k + 1 >= last) rest += std::fabs(c) * power;
  }
  const double distance = flat.side * (flat.end - from);
  const auto until = [&](double limit, double change) {
    const auto end = FirstAbove(ahead, limit, change, {kPartOfStep * step, kNoise});
    return end ? end->s : limit;
  };
  if (rest <= kKnown) return until(step, distance);
  const double known = step * std::pow(kKnown / rest, 1.0 / (last - 1));
  const double afar = distance - kRest * rest;  // where what is not known does not matter, for all of the step
  return std::max(until(known, distance), afar > 0 ? until(step, afar) : 0);
}

bool KernelSeries::WantsProof(int last) const {
  return std::ranges::any_of(nonlinear_, [&](const Operation& at) {
    if (at.rule == Rule::kSinOfLine || at.rule == Rule::kCosOfLine) return false;
    if (at.rule == Rule::kProduct) return Varies(at.a, 1, last) && Varies(at.b, 1, last);
    return HasVaryingOperand(at, last);
  });
}

bool KernelSeries::HasVaryingOperand(const Operation& at, int last) const {
  return Varies(at.a, 1, last) || (at.b != kNoSlot && Varies(at.b, 1, last));
}

bool KernelSeries::Varies(int32_t index, int first, int last) const {
  for (int k = first; k <= last; ++k) {
    if (orders_[static_cast<size_t>(k)][index] != 0) return true;
  }
  return false;
}

}  // namespace stiction::runtime
