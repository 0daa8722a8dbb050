#include "runtime/solve/state_series.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "runtime/evaluate/vector_clones.h"

namespace stiction::runtime {
namespace {

STICTION_VECTOR_CLONES void EvaluatePolynomials(const double* const* c, int order, ptrdiff_t first, double s,
                                                double* __restrict x, size_t n) {
  constexpr size_t kWide = 8;
  size_t i = 0;
  for (; i + kWide <= n; i += kWide) {
    double sum[kWide];
    for (size_t j = 0; j < kWide; ++j) sum[j] = c[order][first + static_cast<ptrdiff_t>(i + j)];
    for (int k = order; k-- > 0;) {
      const double* const ck = c[k] + first + i;
      for (size_t j = 0; j < kWide; ++j) sum[j] = sum[j] * s + ck[j];
    }
    for (size_t j = 0; j < kWide; ++j) x[i + j] = sum[j];
  }
  for (; i < n; ++i) {
    double sum = c[order][first + static_cast<ptrdiff_t>(i)];
    for (int k = order; k-- > 0;) sum = sum * s + c[k][first + static_cast<ptrdiff_t>(i)];
    x[i] = sum;
  }
}

STICTION_VECTOR_CLONES void InvertScales(const double* x, const double* absolute, double relative, size_t n,
                                         double* __restrict inverse) {
  for (size_t i = 0; i < n; ++i) inverse[i] = 1 / (absolute[i] + relative * std::fabs(x[i]));
}

/// The larger of `largest` and the largest |x[i]| inverse[i], in terms of bits: doubles that are not negative are in
/// the order of their bits, NaN above all.
STICTION_VECTOR_CLONES int64_t LargestBits(const double* x, const double* inverse, size_t n, int64_t largest) {
  for (size_t i = 0; i < n; ++i) {
    const auto size = std::bit_cast<int64_t>(std::fabs(x[i]) * inverse[i]);
    largest = size > largest ? size : largest;
  }
  return largest;
}

}  // namespace

std::vector<SeriesIntegral> StateSeries::Integrals(Kernel& kernel, const std::vector<int32_t>& states,
                                                   const std::vector<int32_t>& rates) {
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
  values_.resize(nx);
  std::vector<SeriesIntegral> integrals;
  for (size_t j = 0; j < nx; ++j) {
    const int32_t index = at(order_[j]);
    if (!runs_.empty() && runs_.back().index + runs_.back().count == index) {
      ++runs_.back().count;
    } else {
      runs_.push_back({index, static_cast<int32_t>(j), 1});
    }
    integrals.push_back({index, rates[static_cast<size_t>(order_[j])]});
  }
  return integrals;
}

StateSeries::StateSeries(Kernel& kernel, const std::vector<int32_t>& states, const std::vector<int32_t>& rates,
                         int32_t time, const std::vector<int32_t>& wanted)
    : series_(kernel, time, wanted, Integrals(kernel, states, rates)) {}

double StateSeries::SizeOf(int k) const {
  const double* const x = series_.Orders()[k];
  int64_t largest = 0;
  for (const Run& run : runs_) {
    largest = LargestBits(x + run.index, inverse_scale_.data() + run.first, static_cast<size_t>(run.count), largest);
  }
  return std::bit_cast<double>(largest);
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
  for (const Run& run : runs_) {
    InvertScales(values + run.index, absolute_.data() + run.first, relative_, static_cast<size_t>(run.count),
                 inverse_scale_.data() + run.first);
  }
}

void StateSeries::Evaluate(int order, double s, double* x) {
  for (const Run& run : runs_) {
    EvaluatePolynomials(series_.Orders(), order, run.index, s, values_.data() + run.first,
                        static_cast<size_t>(run.count));
  }
  for (size_t j = 0; j < order_.size(); ++j) x[order_[j]] = values_[j];
}

void StateSeries::Evaluate(int order, double s, const std::vector<int32_t>& states, double* x) const {
  const double* const* const c = series_.Orders();
  for (const int32_t state : states) {
    const int32_t at = at_[static_cast<size_t>(state)];
    double sum = c[order][at];
    for (int k = order; k-- > 0;) sum = sum * s + c[k][at];
    x[state] = sum;
  }
}

double StateSeries::SlopeError(int order, double s, const double* rates) const {
  const double* const* const c = series_.Orders();
  double largest = 0;
  for (size_t j = 0; j < order_.size(); ++j) {
    const int32_t state = order_[j], at = at_[static_cast<size_t>(state)];
    double slope = order * c[order][at];
    for (int k = order - 1; k > 0; --k) slope = slope * s + k * c[k][at];
    const double error = std::fabs(slope - rates[state]) * inverse_scale_[j];
    if (!(error <= largest)) largest = error;
    if (std::isnan(error)) return error;
  }
  return largest;
}

}  // namespace stiction::runtime
