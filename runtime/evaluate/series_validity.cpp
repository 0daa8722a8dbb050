// How far the coefficients of a KernelSeries tell of the solution: what stands still, what is a polynomial, what is
// flat here and bends further on.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "runtime/evaluate/kernel_series.h"
#include "runtime/evaluate/polynomial_roots.h"

namespace stiction::runtime {
namespace {

// Of the place where a function ends to be flat.
constexpr double kPartOfStep = 1e-6;
constexpr double kNoise = 1e-9;

constexpr double kFlatTanh = 20;    // less than a unit in the last place remains
constexpr double kInfinite = 711;   // exp, cosh and sinh of that are
constexpr double kMostChange = 16;  // of an argument in a step

bool IsProduct(SeriesRule rule) { return rule == SeriesRule::kProduct || rule == SeriesRule::kSquare; }

/// The operands of a sum that vary; kNoSlot: none.
std::pair<int32_t, int32_t> Summands(const SeriesOperation& at) {
  switch (at.rule) {
    case SeriesRule::kScale:
      return {at.b, kNoSlot};
    case SeriesRule::kDivideBy:
      return {at.a, kNoSlot};
    case SeriesRule::kChoose:
      return {at.b, at.c};
    default:
      return {at.a, at.b};
  }
}

}  // namespace

KernelSeries::Flat KernelSeries::FlatAbout(Rule rule, double argument) {
  constexpr double kExp = -40;  // less than a unit in the last place of 1 remains
  if (rule == Rule::kExp) {
    if (argument < kExp) return {1, kExp};
    return argument > kInfinite ? Flat{-1, kInfinite} : Flat{};
  }
  const double end = rule == Rule::kTanh ? kFlatTanh : kInfinite;
  if (argument > end) return {-1, end};
  return argument < -end ? Flat{1, -end} : Flat{};
}

void KernelSeries::FindDoubts(const std::vector<int32_t>& wanted) {
  const auto count = static_cast<size_t>(kernel_.value_count());
  std::vector<char> is_read(count, 0);  // by what is wanted, through sums
  for (const int32_t index : wanted) is_read[static_cast<size_t>(index)] = 1;
  for (auto at = operations_.all().rbegin(); at != operations_.all().rend(); ++at) {
    if (!IsSum(at->rule) || is_read[static_cast<size_t>(at->dst)] == 0) continue;
    const auto [a, b] = Summands(*at);
    for (const int32_t index : {a, b}) {
      if (index != kNoSlot) is_read[static_cast<size_t>(index)] = 1;
    }
  }
  // A sum of what is known: leaves, sines of lines, and functions that are gone; a product of two; anything else.
  enum class Kind : uint8_t { kSum, kProduct, kElse };
  std::vector<Kind> kind(count, Kind::kSum);
  may_have_defect_.resize(count, 0);
  const auto kind_of = [&](int32_t index) { return index == kNoSlot ? Kind::kSum : kind[static_cast<size_t>(index)]; };
  const auto has_defect = [&](int32_t index) {
    return index != kNoSlot && may_have_defect_[static_cast<size_t>(index)] != 0;
  };
  using Answer = Doubt::Answer;
  for (const Operation& at : operations_.all()) {
    const auto own = static_cast<size_t>(at.dst);
    if (IsSum(at.rule)) {
      const auto [a, b] = Summands(at);
      kind[own] = std::max(kind_of(a), kind_of(b));
      if (!has_defect(a) && !has_defect(b)) continue;
    } else {
      Answer answer = Answer::kNone;
      if (at.rule == Rule::kSinOfLine || at.rule == Rule::kCosOfLine) {
        answer = Answer::kKnown;
      } else if ((at.rule == Rule::kExp || at.rule == Rule::kTanh) && kind_of(at.a) != Kind::kElse) {
        answer = Answer::kGone;
      } else if (IsProduct(at.rule) && kind_of(at.a) == Kind::kSum && kind_of(at.b) == Kind::kSum) {
        kind[own] = Kind::kProduct;
        if (is_read[own] == 0) answer = Answer::kDefect;
      } else {
        kind[own] = Kind::kElse;
      }
      doubts_.push_back({at, answer});
      if (kind[own] != Kind::kProduct) continue;
    }
    may_have_defect_[own] = 1;
    with_defect_.push_back(at);
  }
  if (!with_defect_.empty()) defects_.resize(count, 0.0);
}

// The bound of Defect, for each value that may have one.
void KernelSeries::FindDefects(int last, double step) {
  if (with_defect_.empty()) return;
  std::array<double, kHighestOrder + 1> powers{1};
  for (int k = 1; k <= last; ++k) powers[static_cast<size_t>(k)] = powers[static_cast<size_t>(k) - 1] * step;
  const auto term = [&](int k, int32_t index) {
    const auto order = static_cast<size_t>(k);
    return std::fabs(orders_[order][index]) * powers[order];
  };
  const double* const v0 = orders_[0];
  const auto of = [&](int32_t index) { return defects_[static_cast<size_t>(index)]; };
  for (const Operation& at : with_defect_) {
    double& own = defects_[static_cast<size_t>(at.dst)];
    switch (at.rule) {
      case Rule::kProduct:
      case Rule::kSquare: {
        const int32_t other = at.rule == Rule::kSquare ? at.a : at.b;
        double high = 0;  // terms of one above last - k
        own = 0;
        for (int k = 1; k <= last; ++k) own += term(k, other) * (high += term(last + 1 - k, at.a));
        break;
      }
      case Rule::kScale:
        own = std::fabs(v0[at.a]) * of(at.b);
        break;
      case Rule::kDivideBy:
        own = of(at.a) / std::fabs(v0[at.b]);
        break;
      case Rule::kChoose:
        own = v0[at.a] != 0 ? of(at.b) : of(at.c);
        break;
      case Rule::kAdd:
      case Rule::kSubtract:
        own = of(at.a) + of(at.b);
        break;
      default:
        own = of(at.a);
        break;
    }
  }
}

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
  return std::ranges::none_of(doubts_, [&](const Doubt& doubt) {
    const Operation& at = doubt.at;
    return IsProduct(at.rule) ? Varies(at.dst, degree + 1, last) : HasVaryingOperand(at, last);
  });
}

double KernelSeries::InSight(int last, double step) {
  if (!flattening_.empty()) FindDefects(last, step);
  for (const Operation& at : flattening_) step = InSight(at, last, step);
  return step;
}

double KernelSeries::InSight(const Operation& at, int last, double step) const {
  Polynomial change;
  change.order = last;
  double largest = 0;
  for (int k = last; k > 0; --k) {
    const double c = std::fabs(orders_[static_cast<size_t>(k)][at.a]);
    change.coefficients[static_cast<size_t>(k)] = c;
    largest = (largest + c) * step;
  }
  if (!(largest > kMostChange) || !std::isfinite(largest)) return step;
  const Flat here = FlatAbout(at.rule, orders_[0][at.a]);
  const double flat = here.side != 0 ? FlatUntil(at, here, last, step) : 0;
  if (flat == step) return step;
  const auto end = FirstAbove(change, step, kMostChange, {kPartOfStep * step, kNoise});
  return end ? std::max(flat, end->s) : step;
}

KernelSeries::Argument KernelSeries::ArgumentOf(const Operation& at, double side, int last, double step) const {
  constexpr double kRest = 2;  // what follows the last two terms, in their sum, as if each were half the one before
  Argument argument;
  argument.ahead.order = last;
  double power = 1;
  for (int k = 1; k <= last; ++k) {
    const double c = orders_[static_cast<size_t>(k)][at.a];
    argument.ahead.coefficients[static_cast<size_t>(k)] = side * c;
    power *= step;
    if (k + 1 >= last) argument.rest += kRest * std::fabs(c) * power;
  }
  if (MayHaveDefect(at.a)) argument.rest += Defect(at.a);
  return argument;
}

// How far into the step the argument stays on its side.
double KernelSeries::FlatUntil(const Operation& at, const Flat& flat, int last, double step) const {
  constexpr double kHarmless = 0.5;  // rest of an argument
  const double distance = flat.side * (flat.end - orders_[0][at.a]);
  const auto until = [&](const Polynomial& ahead, double limit, double change) {
    const auto end = FirstAbove(ahead, limit, change, {kPartOfStep * step, kNoise});
    return end ? end->s : limit;
  };
  Polynomial sizes = ArgumentOf(at, flat.side, last, step).ahead;
  for (double& c : sizes.coefficients) c = std::fabs(c);
  const double whatever_its_way = until(sizes, step, distance);
  if (whatever_its_way == step) return step;
  const double limit = TermsAreNothingUntil(at, distance, sizes, step);
  const Argument argument = ArgumentOf(at, flat.side, last, limit);
  if (argument.rest <= kHarmless) return std::max(whatever_its_way, until(argument.ahead, limit, distance));
  // Where the rest is harmless, or far from the end.
  const double known = limit * std::pow(kHarmless / argument.rest, 1.0 / (last - 1));
  const double afar = argument.rest < distance ? until(argument.ahead, limit, distance - argument.rest) : 0;
  return std::max({whatever_its_way, until(argument.ahead, known, distance), afar});
}

// exp(a + b s + ...) = e^a (1 + b s + ...): where e^a is not 0 the terms, up to the highest order, must be nothing
// though the argument falls: no more than those about the end of what is flat, where the argument may vary as well.
// With d the sum of the sizes in the argument they are less than 2 e^a d^n / n! for d > 2 n.
double KernelSeries::TermsAreNothingUntil(const Operation& at, double distance, const Polynomial& sizes,
                                          double step) const {
  if (at.rule != Rule::kExp || orders_[0][at.dst] == 0) return step;
  const double log_factorial = std::lgamma(kHighestOrder + 1.0);
  const double most = std::exp((distance + kMostChange - std::numbers::ln2 + log_factorial) / kHighestOrder);
  if (!(most > 2 * kHighestOrder)) return 0;
  const auto end = FirstAbove(sizes, step, most, {kPartOfStep * step, kNoise});
  return end ? end->s : step;
}

// Whether the function stays 0, 1 or -1 to the last digit throughout the step, and so does all that it is a factor of.
bool KernelSeries::IsGone(const Operation& at, int last, double step) const {
  constexpr double kVanishing = -690;  // exp of that is 0 beside anything
  const double from = orders_[0][at.a];
  const Flat flat =
      at.rule == Rule::kExp ? Flat{orders_[0][at.dst] == 0 ? 1.0 : 0, kVanishing} : FlatAbout(at.rule, from);
  if (flat.side == 0) return false;
  const Argument argument = ArgumentOf(at, flat.side, last, step);
  const double distance = flat.side * (flat.end - from) - argument.rest;
  return distance > 0 && !FirstAbove(argument.ahead, step, distance, {kPartOfStep * step, kNoise});
}

bool KernelSeries::Matters(const Operation& at, int last) const {
  if (at.rule == SeriesRule::kProduct) return Varies(at.a, 1, last) && Varies(at.b, 1, last);
  return HasVaryingOperand(at, last);
}

bool KernelSeries::WantsProof(int last, double step) {
  FindDefects(last, step);
  return std::ranges::any_of(doubts_, [&](const Doubt& doubt) {
    using Answer = Doubt::Answer;
    const bool is_told = doubt.answer == Answer::kKnown || doubt.answer == Answer::kDefect;
    if (is_told || !Matters(doubt.at, last)) return false;
    if (doubt.answer == Answer::kNone) return true;
    return !IsGone(doubt.at, last, step);
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
