// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/state_series.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "runtime/support/lanes.h"
#include "runtime/support/vector_clones.h"

namespace stiction::runtime {
namespace {

constexpr int32_t kLongRun = 8;  // values; shorter ones are evaluated by twos

/// The sum of term(k) s^k, k = 0 to order, by even and odd powers: two chains of half the length. The same bits whether
/// a Value is one number or several side by side.
template <class Value, class Term>
[[gnu::always_inline]] inline Value SumOfPowers(int order, double s, const Term& term) {
  if (order == 0) return term(0);
  const double square = s * s;
  Value first = term(order), second = term(order - 1);
  int k = order - 2;
  for (; k > 0; k -= 2) {
    first = first * square + term(k);
    second = second * square + term(k - 1);
  }
  if (k < 0) return second + first * s;
  first = first * square + term(0);
  return first + second * s;
}

/// Two numbers that may stand anywhere: what an order takes besides is shared.
struct Two {
  double a, b;
  Two operator*(double s) const { return {a * s, b * s}; }
  Two operator+(const Two& other) const { return {a + other.a, b + other.b}; }
};

void EvaluateTwo(const double* const* c, int order, size_t a, size_t b, double s, double& sum_a, double& sum_b) {
  const Two sum = SumOfPowers<Two>(
      order, s, [&](int k) __attribute__((always_inline)) {
        const double* const ck = c[k];
        return Two{ck[a], ck[b]};
      });
  sum_a = sum.a;
  sum_b = sum.b;
}

/// Their derivatives by s.
void SlopesOfTwo(const double* const* c, int order, size_t a, size_t b, double s, double& slope_a, double& slope_b) {
  const Two sum = SumOfPowers<Two>(
      order - 1, s, [&](int k) __attribute__((always_inline)) {
        const double* const ck = c[k + 1];
        const double factor = k + 1;
        return Two{factor * ck[a], factor * ck[b]};
      });
  slope_a = sum.a;
  slope_b = sum.b;
}

/// kCount times kLanes numbers.
template <size_t kCount>
struct LaneBlock {
  Lanes lanes[kCount];
  [[gnu::always_inline]] LaneBlock operator*(double s) const {
    LaneBlock product;
#pragma GCC unroll 4
    for (size_t j = 0; j < kCount; ++j) product.lanes[j] = lanes[j] * s;
    return product;
  }
  [[gnu::always_inline]] LaneBlock operator+(const LaneBlock& other) const {
    LaneBlock sum;
#pragma GCC unroll 4
    for (size_t j = 0; j < kCount; ++j) sum.lanes[j] = lanes[j] + other.lanes[j];
    return sum;
  }
};

/// x[i stride] := sum of c[k][at + i] s^k for kCount times kLanes values, in registers.
template <size_t kCount>
[[gnu::always_inline]] inline void EvaluateLanes(const double* const* c, int order, size_t at, double s, double* x,
                                                 ptrdiff_t stride) {
  const auto sum = SumOfPowers<LaneBlock<kCount>>(
      order, s, [&](int k) __attribute__((always_inline)) {
        const double* const ck = c[k] + at;
        LaneBlock<kCount> term;
#pragma GCC unroll 4
        for (size_t j = 0; j < kCount; ++j) LoadLanes(ck + j * kLanes, term.lanes[j]);
        return term;
      });
#pragma GCC unroll 4
  for (size_t j = 0; j < kCount; ++j) {
    double* const to = x + static_cast<ptrdiff_t>(j * kLanes) * stride;
    if (stride == 1) {
      StoreLanes(sum.lanes[j], to);
      continue;
    }
#pragma GCC unroll 4
    for (size_t lane = 0; lane < kLanes; ++lane) to[static_cast<ptrdiff_t>(lane) * stride] = sum.lanes[j][lane];
  }
}

/// The last ones end with the last number, and have some numbers again where n is no multiple. @pre n >= kLongRun
STICTION_VECTOR_CLONES void EvaluatePolynomials(const double* const* c, int order, size_t first, double s, double* x,
                                                ptrdiff_t stride, size_t n) {
  constexpr size_t kFew = 2, kMany = 4;
  static_assert(kFew * kLanes == kLongRun);
  const auto to = [&](size_t i) { return x + static_cast<ptrdiff_t>(i) * stride; };
  size_t i = 0;
  for (; i + kMany * kLanes <= n; i += kMany * kLanes) EvaluateLanes<kMany>(c, order, first + i, s, to(i), stride);
  for (; i < n; i += kFew * kLanes) {
    const size_t at = std::min(i, n - kFew * kLanes);
    EvaluateLanes<kFew>(c, order, first + at, s, to(at), stride);
  }
}

[[gnu::always_inline]] inline double InverseScale(double x, double absolute, double relative) {
  return 1 / (absolute + relative * std::fabs(x));
}

STICTION_VECTOR_CLONES void InvertScales(const double* x, const double* absolute, double relative, size_t n,
                                         double* __restrict inverse) {
  for (size_t i = 0; i < n; ++i) inverse[i] = InverseScale(x[i], absolute[i], relative);
}

/// The larger of `largest` and the largest |x[i]| inverse[i], in terms of bits: doubles that are not negative are in
/// the order of their bits, NaN above all. @pre n >= kLongRun
STICTION_VECTOR_CLONES int64_t LargestBits(const double* x, const double* inverse, size_t n, int64_t largest) {
  constexpr size_t kCount = 2;
  static_assert(kCount * kLanes == kLongRun);
  Masks most[kCount] = {};
  const auto look_at = [&](size_t i) {
#pragma GCC unroll 2
    for (size_t j = 0; j < kCount; ++j) {
      Lanes value, scale;
      LoadLanes(x + i + j * kLanes, value);
      LoadLanes(inverse + i + j * kLanes, scale);
      value *= scale;
      const auto size = reinterpret_cast<Masks>(value) & std::numeric_limits<int64_t>::max();
      most[j] = size > most[j] ? size : most[j];
    }
  };
  for (size_t i = 0; i + kLongRun < n; i += kLongRun) look_at(i);
  look_at(n - kLongRun);
  for (const Masks& each : most) {
    for (size_t lane = 0; lane < kLanes; ++lane) largest = std::max(largest, each[lane]);
  }
  return largest;
}

}  // namespace

std::vector<SeriesIntegral> StateSeries::Integrals(Kernel& kernel, const std::vector<int32_t>& states,
                                                   const std::vector<int32_t>& wanted) {
  const size_t nx = states.size();
  at_ = states;
  for (size_t i = 0; i < nx; ++i) {
    if (states[i] == kNoSlot) added_.push_back(static_cast<int32_t>(i));
    order_.push_back(static_cast<int32_t>(i));
  }
  int32_t next = kernel.Append(added_.size());
  for (const int32_t state : added_) at_[static_cast<size_t>(state)] = next++;
  const auto at = [&](int32_t state) { return at_[static_cast<size_t>(state)]; };
  std::sort(order_.begin(), order_.end(), [&](int32_t a, int32_t b) { return at(a) < at(b); });
  inverse_scale_.resize(nx);
  std::vector<SeriesIntegral> integrals;
  for (size_t j = 0; j < nx; ++j) {
    const int32_t state = order_[j], index = at(state);
    Run* const last = runs_.empty() ? nullptr : &runs_.back();
    if (last != nullptr && last->count == 1) last->stride = state - last->state;
    if (last != nullptr && last->index + last->count == index && last->state + last->count * last->stride == state) {
      ++last->count;
    } else {
      runs_.push_back({index, static_cast<int32_t>(j), 1, state, 1});
    }
    integrals.push_back({index, wanted[static_cast<size_t>(order_[j])]});
  }
  for (const Run& run : runs_) {
    for (int32_t i = 0; i < run.count && run.count < kLongRun; ++i) {
      singles_.push_back({run.index + i, run.first + i, run.state + i * run.stride});
    }
  }
  std::erase_if(runs_, [](const Run& run) { return run.count < kLongRun; });
  return integrals;
}

StateSeries::StateSeries(Kernel& kernel, const std::vector<int32_t>& states, const std::vector<int32_t>& wanted,
                         int32_t time)
    : series_(kernel, time, {wanted.begin() + static_cast<ptrdiff_t>(states.size()), wanted.end()},
              Integrals(kernel, states, wanted)) {
  for (size_t j = 0; j < order_.size(); ++j) {
    const int32_t rate = wanted[static_cast<size_t>(order_[j])];
    if (series_.defects().MayHave(rate)) with_defect_.push_back({rate, static_cast<int32_t>(j)});
  }
  std::vector<char> is_new(static_cast<size_t>(kernel.value_count()), 1);
  for (const int32_t index : at_) is_new[static_cast<size_t>(index)] = 0;
  for (size_t i = states.size(); i < wanted.size(); ++i) {
    if (std::exchange(is_new[static_cast<size_t>(wanted[i])], 0) != 0) computed_.push_back(wanted[i]);
  }
}

const double* const* StateSeries::End(int k) {
  double* const last = series_.Coefficients(k);
  for (const int32_t index : computed_) last[index] = 0;
  return series_.Orders();
}

double StateSeries::Defect(int order, double s) {
  const SeriesDefects& defects = series_.FindDefects(order - 1, s);
  double largest = 0;
  for (const Rate& at : with_defect_) {
    largest = std::max(largest, defects.Of(at.index) * inverse_scale_[static_cast<size_t>(at.number)]);
  }
  return largest * s / (order + 1);
}

double StateSeries::SizeOf(int k) const {
  const double *const x = series_.Orders()[k], *const inverse = inverse_scale_.data();
  int64_t largest = 0;
  for (const Single& at : singles_) {
    const double size = std::fabs(x[at.index]) * inverse[at.number];
    largest = std::max(std::bit_cast<int64_t>(size), largest);
  }
  for (const Run& run : runs_) {
    largest = LargestBits(x + run.index, inverse + run.first, static_cast<size_t>(run.count), largest);
  }
  return std::bit_cast<double>(largest);
}

bool StateSeries::LargestGrows(int k) const {
  constexpr double kOneMotion = 0.25;  // of the lambda that two of them tell, at least, that of the two before
  const double* const* const c = series_.Orders() + k;
  double largest = -1;
  int32_t at = 0;
  const auto look_at = [&](int32_t index, int32_t number) {
    const double size = std::fabs(c[0][index]) * inverse_scale_[static_cast<size_t>(number)];
    if (size > largest) {
      largest = size;
      at = index;
    }
  };
  for (const Single& one : singles_) look_at(one.index, one.number);
  for (const Run& run : runs_) {
    for (int32_t i = 0; i < run.count; ++i) look_at(run.index + i, run.first + i);
  }
  const double last = c[0][at], middle = c[-1][at], first = c[-2][at];
  return last * middle > 0 && first * middle > 0 && (k - 1) * middle * middle >= kOneMotion * k * last * first;
}

bool StateSeries::HasDecayed(int order, double s, double part) const {
  const double* const* const c = series_.Orders();
  std::array<double, KernelSeries::kHighestOrder + 1> powers{1};
  for (int k = 1; k <= order; ++k) powers[static_cast<size_t>(k)] = powers[static_cast<size_t>(k) - 1] * s;
  const auto has_decayed = [&](int32_t index) {
    const auto term = [&](int k) { return std::fabs(c[k][index]) * powers[static_cast<size_t>(k)]; };
    const double last = std::max(term(order), term(order - 1));
    int k = 1;
    while (k < order - 1 && !(last <= part * term(k))) ++k;
    return k < order - 1 || last == 0;
  };
  return std::ranges::all_of(singles_, [&](const Single& at) { return has_decayed(at.index); }) &&
         std::ranges::all_of(runs_, [&](const Run& run) {
           int32_t i = 0;
           while (i < run.count && has_decayed(run.index + i)) ++i;
           return i == run.count;
         });
}

void StateSeries::MeasureBy(const std::vector<double>& absolute, double relative) {
  absolute_.clear();
  for (const int32_t state : order_) absolute_.push_back(absolute[static_cast<size_t>(state)]);
  relative_ = relative;
}

void StateSeries::Begin(const double* x) {
  series_.Begin();
  double* const values = series_.Coefficients(0);
  for (const int32_t state : added_) values[at_[static_cast<size_t>(state)]] = x[state];
  double* const inverse = inverse_scale_.data();
  for (const Single& at : singles_) {
    inverse[at.number] = InverseScale(values[at.index], absolute_[static_cast<size_t>(at.number)], relative_);
  }
  for (const Run& run : runs_) {
    InvertScales(values + run.index, absolute_.data() + run.first, relative_, static_cast<size_t>(run.count),
                 inverse + run.first);
  }
}

void StateSeries::Evaluate(int order, double s, double* x) const {
  const double* const* const c = series_.Orders();
  for (const Run& run : runs_) {
    EvaluatePolynomials(c, order, static_cast<size_t>(run.index), s, x + run.state, run.stride,
                        static_cast<size_t>(run.count));
  }
  size_t i = 0;
  for (; i + 2 <= singles_.size(); i += 2) {
    const Single &one = singles_[i], &other = singles_[i + 1];
    EvaluateTwo(c, order, static_cast<size_t>(one.index), static_cast<size_t>(other.index), s, x[one.state],
                x[other.state]);
  }
  if (i < singles_.size()) {
    x[singles_[i].state] = ValueAt(c, order, static_cast<size_t>(singles_[i].index), s);
  }
}

void StateSeries::Evaluate(int order, double s, const std::vector<int32_t>& states, double* x) const {
  const double* const* const c = series_.Orders();
  const auto index_of = [&](int32_t state) { return static_cast<size_t>(at_[static_cast<size_t>(state)]); };
  size_t i = 0;
  for (; i + 2 <= states.size(); i += 2) {
    const int32_t one = states[i], other = states[i + 1];
    EvaluateTwo(c, order, index_of(one), index_of(other), s, x[one], x[other]);
  }
  if (i < states.size()) x[states[i]] = ValueAt(c, order, index_of(states[i]), s);
}

double StateSeries::ValueAt(const double* const* c, int order, size_t at, double s) {
  return SumOfPowers<double>(order, s, [&](int k) { return c[k][at]; });
}

double StateSeries::SlopeError(int order, double s, const double* rates) const {
  double largest = 0;
  for (size_t i = 0; i < order_.size(); i += 2) {
    const size_t two[] = {i, std::min(i + 1, order_.size() - 1)};
    const auto state = [&](size_t j) { return static_cast<size_t>(order_[two[j]]); };
    const auto index = [&](size_t j) { return static_cast<size_t>(at_[state(j)]); };
    double slope[2];
    SlopesOfTwo(series_.Orders(), order, index(0), index(1), s, slope[0], slope[1]);
    for (size_t j = 0; j < 2; ++j) {
      const double error = std::fabs(slope[j] - rates[state(j)]) * inverse_scale_[two[j]];
      if (!(error <= largest)) largest = error;
      if (std::isnan(error)) return error;
    }
  }
  return largest;
}

}  // namespace stiction::runtime
