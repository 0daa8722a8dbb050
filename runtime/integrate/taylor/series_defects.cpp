// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/series_defects.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <iterator>
#include <limits>

#include "runtime/program/program.h"

namespace stiction::runtime {
namespace {

using Rule = SeriesRule;

constexpr double kUnknown = std::numeric_limits<double>::infinity();
// Least size of a value: a smaller one has lost digits, and its coefficients with it.
constexpr double kMinSize = 1e-280;
// Of an inverse, relative, and of tanh: further on their bounds are not worth more than none.
constexpr double kMaxRelative = 0.5, kMaxOfTanh = 0.1;

}  // namespace

SeriesDefects::SeriesDefects(const std::vector<SeriesOperation>& operations, const std::vector<int32_t>& rates,
                             const std::vector<int32_t>& others, int32_t count) {
  // True for the values, and for all that they are computed from.
  const auto reached_by = [&](const std::vector<int32_t>& values) {
    std::vector<char> is_read(static_cast<size_t>(count), 0);
    for (const int32_t index : values) is_read[static_cast<size_t>(index)] = 1;
    for (auto at = operations.rbegin(); at != operations.rend(); ++at) {
      if (is_read[static_cast<size_t>(at->dst)] == 0) continue;
      for (const int32_t operand : {at->a, at->b, at->c}) {
        if (operand != kNoSlot) is_read[static_cast<size_t>(operand)] = 1;
      }
    }
    return is_read;
  };
  const std::vector<char> for_rates = reached_by(rates), for_others = reached_by(others);
  may_have_.resize(static_cast<size_t>(count), 0);
  terms_at_.resize(static_cast<size_t>(count), kNoSlot);
  const auto may_have = [&](int32_t index) { return index != kNoSlot && may_have_[static_cast<size_t>(index)] != 0; };
  for (const SeriesOperation& at : operations) {
    const bool is_for_rates = for_rates[static_cast<size_t>(at.dst)] != 0;
    if (!is_for_rates && for_others[static_cast<size_t>(at.dst)] == 0) continue;
    if (Flattens(at.rule)) (is_for_rates ? flattening_rates_ : flattening_others_).push_back(at);
    // Of a line that is known no digit is lost, so its series ends as those of the states do.
    const bool has_own = !IsSum(at.rule) && !IsOfLine(at.rule);
    if (!has_own && !may_have(at.a) && !may_have(at.b) && !may_have(at.c)) continue;
    may_have_[static_cast<size_t>(at.dst)] = 1;
    if (has_own) {
      for (const int32_t index : {at.a, at.b, at.dst, at.beside}) {
        if (index == kNoSlot || terms_at_[static_cast<size_t>(index)] != kNoSlot) continue;
        terms_at_[static_cast<size_t>(index)] = static_cast<int32_t>(has_terms_.size());
        has_terms_.push_back(0);
      }
    }
    (is_for_rates ? of_rates_ : of_others_).push_back(at);
  }
  std::ranges::copy_if(others, std::back_inserter(others_), may_have);
  terms_.resize(has_terms_.size());
  if (!of_rates_.empty() || !of_others_.empty()) defects_.resize(static_cast<size_t>(count), 0.0);
}

void SeriesDefects::Find(const double* const* orders, int last, double step) {
  if (defects_.empty()) return;
  step_ = {orders, last, step, &defects_};
  has_rates_ = grow_with_step_ = true;
  for (size_t k = 1; k <= static_cast<size_t>(last); ++k) powers_[k] = powers_[k - 1] * step;
  std::ranges::fill(has_terms_, 0);
  FindEach(of_rates_);
}

void SeriesDefects::FindAll(const double* const* orders, int last, double step) {
  const bool is_same = has_rates_ && step_.orders == orders && step_.last == last && step_.step == step;
  if (!is_same) Find(orders, last, step);
  FindEach(of_others_);
}

void SeriesDefects::FindEach(const std::vector<SeriesOperation>& operations) {
  for (const SeriesOperation& at : operations) {
    const double defect = DefectOf(at);
    defects_[static_cast<size_t>(at.dst)] = defect >= 0 ? defect : kUnknown;  // NaN is unknown
  }
}

bool SeriesDefects::KnowsOthers() const {
  return std::ranges::all_of(others_, [&](int32_t index) { return Of(index) < kUnknown; });
}

double SeriesDefects::InSight(const std::vector<SeriesOperation>& flattening, double step) const {
  SeriesStep in = step_;
  for (const SeriesOperation& at : flattening) {
    in.step = step;
    step = runtime::InSight(in, at);
  }
  return step;
}

const SeriesDefects::Terms& SeriesDefects::TermsOf(int32_t index) {
  const auto at = static_cast<size_t>(terms_at_[static_cast<size_t>(index)]);
  Terms& terms = terms_[at];
  if (has_terms_[at] != 0) return terms;
  has_terms_[at] = 1;
  terms.size[0] = std::fabs(step_.orders[0][index]);
  terms.sum = 0;
  for (int k = 1; k <= step_.last; ++k) {
    const double size = std::fabs(step_.orders[k][index]) * powers_[static_cast<size_t>(k)];
    terms.size[static_cast<size_t>(k)] = size;
    terms.sum += size;
  }
  return terms;
}

// T(u, v)
double SeriesDefects::Lacking(const Terms& u, const Terms& v) const {
  double high = 0, lacking = 0;  // high: terms of u above n - k
  const auto n = static_cast<size_t>(step_.last);
  for (size_t k = 1; k <= n; ++k) {
    high += u.size[n + 1 - k];
    lacking += v.size[k] * high;
  }
  return lacking;
}

// step max u', at most
double SeriesDefects::Rise(int32_t index) const {
  double rise = 0;
  for (int k = 1; k <= step_.last; ++k) {
    rise += k * std::max(step_.orders[k][index], 0.0) * powers_[static_cast<size_t>(k)];
  }
  return rise;
}

// step max |u'|, at most
double SeriesDefects::Swing(const Terms& u) const {
  double swing = 0;
  for (int k = 1; k <= step_.last; ++k) swing += k * u.size[static_cast<size_t>(k)];
  return swing;
}

// By how much the terms above n of y' = g y + ... grow until the end of the step, at most, with `exponent` the step
// times the largest g: the mean of exp(exponent (1 - x)) weighted by m x^(m - 1), which falls with m, for m = n + 1.
// There 1 - x <= -log(x); or the integral goes on beyond x = 1.
double SeriesDefects::Growth(double exponent) const {
  const double m = step_.last + 1;
  if (exponent < m - 1) return m / (m - exponent);
  return std::exp(exponent - std::max(m * std::log(exponent) - LogFactorial(step_.last + 1), 0.0));
}

double SeriesDefects::DefectOf(const SeriesOperation& at) {
  switch (at.rule) {
    case Rule::kProduct:
    case Rule::kSquare:
      return OfProduct(at);
    case Rule::kQuotient:
    case Rule::kReciprocal:
      return OfQuotient(at);
    default:
      return IsSum(at.rule) ? OfSum(at) : OfFunction(at);
  }
}

double SeriesDefects::OfSum(const SeriesOperation& at) const {
  const auto of = [&](int32_t index) { return defects_[static_cast<size_t>(index)]; };
  const double* const v0 = step_.orders[0];
  switch (at.rule) {
    case Rule::kAdd:
    case Rule::kSubtract:
      return of(at.a) + of(at.b);
    case Rule::kScale:
      return v0[at.a] != 0 ? std::fabs(v0[at.a]) * of(at.b) : 0;
    case Rule::kDivideBy:
      return of(at.a) / std::fabs(v0[at.b]);
    case Rule::kChoose:
      return v0[at.a] != 0 ? of(at.b) : of(at.c);
    default:
      return of(at.a);
  }
}

double SeriesDefects::OfProduct(const SeriesOperation& at) {
  const Terms& u = TermsOf(at.a);
  const double of_u = Of(at.a);
  if (at.rule == Rule::kSquare) return Lacking(u, u) + (of_u > 0 ? (2 * u.all() + of_u) * of_u : 0);
  const Terms& v = TermsOf(at.b);
  const double of_v = Of(at.b);
  // A factor that is 0 throughout leaves nothing of the other one.
  if (u.all() + of_u == 0 || v.all() + of_v == 0) return 0;
  return Lacking(u, v) + u.all() * of_v + v.all() * of_u + of_u * of_v;
}

// With q b - a = r the value differs from q by (defect of a + r + |q| defect of b) / |b| at most; with y a - 1 = r,
// |1 / a| <= |y| / (1 - |r|).
double SeriesDefects::OfQuotient(const SeriesOperation& at) {
  const Terms &y = TermsOf(at.dst), &a = TermsOf(at.a);
  const double of_a = Of(at.a);
  if (at.rule == Rule::kQuotient) {
    const Terms& b = TermsOf(at.b);
    const double of_b = Of(at.b), least = b.size[0] - b.sum - of_b;
    const double change = Lacking(b, y) + of_a + (of_b > 0 ? y.all() * of_b : 0);
    return least > kMinSize ? change / least : (change == 0 && b.sum == 0 ? 0 : kUnknown);
  }
  if (a.sum == 0 && of_a == 0) return 0;
  const double lacking = Lacking(a, y);
  if (!(lacking <= kMaxRelative && y.size[0] > kMinSize)) return kUnknown;
  const double inverse = y.all() / (1 - lacking), shift = of_a * inverse;
  return shift <= kMaxRelative ? lacking * inverse + inverse * shift / (1 - shift) : kUnknown;
}

double SeriesDefects::OfFunction(const SeriesOperation& at) {
  const Terms& u = TermsOf(at.a);
  const double of_u = Of(at.a);
  if (u.sum == 0 && of_u == 0) return 0;
  const Terms& y = TermsOf(at.dst);
  const double least = u.size[0] - u.sum - of_u;
  switch (at.rule) {
    case Rule::kSqrt: {  // (value - y) (value + y) is what y^2 lacks and the defect of u
      const double least_root = y.size[0] - y.sum, change = Lacking(y, y) + of_u;
      return least_root > 0 && least_root * least_root > change ? change / least_root : kUnknown;
    }
    case Rule::kExp:
      return OfExp(at, u, y);
    case Rule::kLog:
    case Rule::kLog10: {  // u y' = u' + r, and so the error is that of r / u
      if (!(least > 0)) return kUnknown;
      return Lacking(u, y) / least - std::log1p(-of_u / (least + of_u)) / LogOfBase(at.rule);
    }
    case Rule::kSin:
    case Rule::kCos:  // both turn with u, without growing
      return Lacking(u, y) + Lacking(u, TermsOf(at.beside)) + of_u;
    case Rule::kSinh:
    case Rule::kCosh: {  // the larger error of both grows with |u'|
      const Terms& beside = TermsOf(at.beside);
      const double own = Growth(Swing(u)) * (Lacking(u, y) + Lacking(u, beside));
      return own + (y.all() + beside.all() + 2 * own) * std::expm1(of_u);
    }
    case Rule::kTanh:
      return OfTanh(at, u, y);
    case Rule::kAtan: {  // y' (1 + u^2) = u' + r, and the series of 1 + u^2 lacks what u^2 does
      const double of_square = Lacking(u, u);
      if (!(of_square <= kMaxRelative)) return kUnknown;
      return (Lacking(y, TermsOf(at.beside)) + u.sum * of_square) / kMaxRelative + of_u;
    }
    case Rule::kPower:
      return OfPower(at, u, y);
    default:
      return kUnknown;
  }
}

double SeriesDefects::OfExp(const SeriesOperation& at, const Terms& u, const Terms& y) {
  if (step_.orders[0][at.a] < kFlatExp) {  // what is nothing throughout is as near to its series as both are to 0
    const double most = MostOf(step_, at.a, 1);
    if (most < kFlatExp + 1) {
      grow_with_step_ = false;
      return std::exp(most) + y.all();
    }
  }
  if (!(y.size[0] > kMinSize)) return kUnknown;
  const double own = Growth(Rise(at.a)) * Lacking(u, y);
  const double of_u = Of(at.a);
  return of_u > 0 ? own + (y.all() + own) * std::expm1(of_u) : own;
}

// y' = (1 - y^2) u' + r, and the series of 1 - y^2 lacks what y^2 does. The difference e from tanh(u) has
// e' = -u' (y + tanh(u)) e - ..., where |y + tanh(u)| <= 2 + |e|. Of 1 - tanh(u)^2 all digits may be lost where it is
// small, and what is lost there grows with it.
double SeriesDefects::OfTanh(const SeriesOperation& at, const Terms& u, const Terms& y) {
  const Terms& beside = TermsOf(at.beside);
  if (const double from = step_.orders[0][at.a]; std::fabs(from) > kFlatTanh) {
    const double most = MostOf(step_, at.a, from > 0 ? -1 : 1);
    if (most < 1 - kFlatTanh) {
      grow_with_step_ = false;
      return 2 * std::exp(2 * most) + y.sum;
    }
  }
  const double exponent = (2 + kMaxOfTanh) * Swing(u);
  const double lost = DBL_EPSILON * u.sum * std::min(1 / beside.size[0], std::exp(exponent));
  const double own = Growth(exponent) * (Lacking(u, beside) + u.sum * Lacking(y, y));
  if (lost > own) grow_with_step_ = false;
  return own + lost <= kMaxOfTanh ? own + lost + Of(at.a) : kUnknown;
}

// u y' = p u' y + r, whose solution grows as u^p does.
double SeriesDefects::OfPower(const SeriesOperation& at, const Terms& u, const Terms& y) const {
  const double p = std::fabs(step_.orders[0][at.b]), most = u.all(), least = u.size[0] - u.sum, of_u = Of(at.a);
  if (!(least > of_u && least > kMinSize)) return kUnknown;
  const double own = std::pow(most / least, p) * std::max(1.0, p) * Lacking(u, y) / least;
  return of_u > 0 ? own + (y.all() + own) * std::expm1(-p * std::log1p(-of_u / least)) : own;
}

}  // namespace stiction::runtime
