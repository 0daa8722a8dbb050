// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/kernel_series.h"

#include <cmath>
#include <utility>

#include "runtime/execute/kernel_loops.h"
#include "runtime/execute/sine.h"
#include "runtime/program/check.h"
#include "runtime/support/vector_clones.h"

namespace stiction::runtime {
namespace {

/// s := factor slope c_below, c := -factor slope s_below
[[gnu::always_inline]] inline void TurnLoop(double* __restrict s, double* __restrict c, const double* s_below,
                                            const double* c_below, const double* slope, ptrdiff_t stride, double factor,
                                            ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; ++i) {
    const double turn = slope[i * stride] * factor;
    s[i] = turn * c_below[i];
    c[i] = -turn * s_below[i];
  }
}

constexpr int32_t kLongRunOfIntegrals = 8;  // of integrals

STICTION_VECTOR_CLONES void ScaleLoop(double* __restrict to, const double* from, double factor, ptrdiff_t n) {
  for (ptrdiff_t i = 0; i < n; ++i) to[i] = from[i] * factor;
}

std::vector<int32_t> RatesOf(const std::vector<SeriesIntegral>& integrals) {
  std::vector<int32_t> rates;
  for (const SeriesIntegral& at : integrals) rates.push_back(at.rate);
  return rates;
}

}  // namespace

// sum of a_j b_{k-j}, j = first to last; two sums, for one waits for each of its additions
inline double KernelSeries::SumOfProducts(int32_t a, int32_t b, int k, int first, int last) const {
  const double* const* const of = orders_.data();
  double even = 0, odd = 0;
  int j = first;
  for (; j < last; j += 2) {
    even += of[j][a] * of[k - j][b];
    odd += of[j + 1][a] * of[k - j - 1][b];
  }
  if (j == last) even += of[j][a] * of[k - j][b];
  return even + odd;
}

// sum of a_j a_{k-j}, j = 0 to k
inline double KernelSeries::SumOfSquares(int32_t a, int k) const {
  const double half = SumOfProducts(a, a, k, 0, (k - 1) / 2);
  const double middle = k % 2 == 0 ? orders_[static_cast<size_t>(k / 2)][a] : 0;
  return 2 * half + middle * middle;
}

// sum of j a_j g_{k-j} / k, j = 1 to last: the coefficient of u where u' = a' g
inline double KernelSeries::SumOfWeighted(int32_t a, int32_t g, int k, int last) const {
  const double* const* const of = orders_.data();
  double even = 0, odd = 0, weight = 1;
  int j = 1;
  for (; j < last; j += 2) {
    even += weight * of[j][a] * of[k - j][g];
    odd += (weight + 1) * of[j + 1][a] * of[k - j - 1][g];
    weight += 2;
  }
  if (j == last) even += weight * of[j][a] * of[k - j][g];
  return (even + odd) / k;
}

// Longer than a screen: one case for each recurrence.
void KernelSeries::ApplyNonlinear(const Operation& at, int k) {
  double* const v = orders_[static_cast<size_t>(k)];
  const double* const v0 = orders_[0];
  double& u = v[at.dst];
  switch (at.rule) {
    case Rule::kProduct:
      u = SumOfProducts(at.a, at.b, k, 0, k);
      return;
    case Rule::kSquare:
      u = SumOfSquares(at.a, k);
      return;
    case Rule::kQuotient:
      u = (v[at.a] - SumOfProducts(at.b, at.dst, k, 1, k)) / v0[at.b];
      return;
    case Rule::kReciprocal:
      u = -SumOfProducts(at.a, at.dst, k, 1, k) / v0[at.a];
      return;
    case Rule::kSqrt:
      u = (v[at.a] - SumOfProducts(at.dst, at.dst, k, 1, k - 1)) / (2 * v0[at.dst]);
      return;
    case Rule::kPower: {
      double sum = 0;
      for (int j = 0; j < k; ++j) {
        sum += (v0[at.b] * (k - j) - j) * orders_[static_cast<size_t>(k - j)][at.a] *
               orders_[static_cast<size_t>(j)][at.dst];
      }
      u = sum / (k * v0[at.a]);
      return;
    }
    case Rule::kExp:
      u = SumOfWeighted(at.a, at.dst, k, k);
      return;
    case Rule::kLog:
    case Rule::kLog10:
      u = (v[at.a] / LogOfBase(at.rule) - SumOfWeighted(at.dst, at.a, k, k - 1)) / v0[at.a];
      return;
    case Rule::kSin:
      u = SumOfWeighted(at.a, at.beside, k, k);
      v[at.beside] = -SumOfWeighted(at.a, at.dst, k, k);
      return;
    case Rule::kCos:
      u = -SumOfWeighted(at.a, at.beside, k, k);
      v[at.beside] = SumOfWeighted(at.a, at.dst, k, k);
      return;
    case Rule::kSinh:
    case Rule::kCosh:
      u = SumOfWeighted(at.a, at.beside, k, k);
      v[at.beside] = SumOfWeighted(at.a, at.dst, k, k);
      return;
    case Rule::kTan:
    case Rule::kTanh:
      u = SumOfWeighted(at.a, at.beside, k, k);
      v[at.beside] = SumOfSquares(at.dst, k);
      if (at.rule == Rule::kTanh) v[at.beside] = -v[at.beside];
      return;
    case Rule::kAtan:
      v[at.beside] = SumOfSquares(at.a, k);
      u = (v[at.a] - SumOfWeighted(at.dst, at.beside, k, k - 1)) / v0[at.beside];
      return;
    case Rule::kCopy:
    case Rule::kNegate:
    case Rule::kAdd:
    case Rule::kSubtract:
    case Rule::kScale:
    case Rule::kDivideBy:
    case Rule::kChoose:
    case Rule::kSinOfLine:
    case Rule::kCosOfLine:
    case Rule::kNone:
      return;  // linear in the coefficients of the order: Apply
  }
}

KernelSeries::KernelSeries(Kernel& kernel, int32_t time, const std::vector<int32_t>& wanted,
                           const std::vector<SeriesIntegral>& integrals)
    : kernel_(kernel),
      is_batched_(kernel.stage(0).is_batched),
      time_(time),
      operations_(kernel, time),
      defects_(operations_.all(), RatesOf(integrals), wanted, kernel.value_count()),
      integrals_(RunsOf(integrals)),
      first_(PlanFor(1, wanted, integrals)),
      further_(PlanFor(2, wanted, integrals)) {
  orders_[0] = kernel.values();
  const std::vector<Operation>& all = operations_.all();
  for (const SeriesSegment& segment : Segmentize(all)) {
    const Operation& at = all[static_cast<size_t>(segment.first)];
    if (at.beside == kNoSlot) continue;
    const bool is_run_of_sines = segment.is_affine && (segment.rule == Rule::kSin || segment.rule == Rule::kSinOfLine);
    if (is_run_of_sines && is_batched_ && kernel.WantCosines(at.dst, segment.count, at.beside)) continue;
    with_beside_.insert(with_beside_.end(), &at, &at + segment.count);
  }
}

std::vector<KernelSeries::IntegralRun> KernelSeries::RunsOf(const std::vector<SeriesIntegral>& integrals) {
  std::vector<IntegralRun> runs;
  for (const SeriesIntegral& at : integrals) {
    if (!runs.empty() && runs.back().integral + runs.back().count == at.integral &&
        runs.back().rate + runs.back().count == at.rate) {
      ++runs.back().count;
    } else {
      runs.push_back({at.integral, at.rate, 1});
    }
  }
  return runs;
}

KernelSeries::Plan KernelSeries::PlanFor(int order, const std::vector<int32_t>& wanted,
                                         const std::vector<SeriesIntegral>& integrals) const {
  SeriesOperations::OfOrder of_order = operations_.From(order, wanted, integrals);
  Plan plan{std::move(of_order.operations), {}, RunsOf(of_order.integrals)};
  plan.segments = Segmentize(plan.operations);
  return plan;
}

void KernelSeries::Reserve(int k) {
  constexpr size_t kFew = 32768;  // numbers: room for all orders is made at once
  const bool is_small = OrderStride() * static_cast<size_t>(kHighestOrder) <= kFew;
  MakeOrders(is_small ? kHighestOrder : k);
}

// In doubles. Whole cache lines, an odd number of them: one value's coefficients would share a set of the cache else.
size_t KernelSeries::OrderStride() const {
  constexpr size_t kLine = 8;
  return ((static_cast<size_t>(kernel_.value_count()) + kLine - 1) / kLine | 1) * kLine;
}

void KernelSeries::MakeOrders(int k) {
  RT_CHECK(k > 0 && k <= kHighestOrder, "order {}", k);
  if (k <= made_) return;
  const size_t stride = OrderStride();
  std::vector<double>& block = coefficients_.emplace_back(stride * static_cast<size_t>(k - made_), 0.0);
  for (double* order = block.data(); made_ < k; order += stride) orders_[static_cast<size_t>(++made_)] = order;
}

void KernelSeries::Begin() {
  defects_.Forget();
  values_.assign(kernel_.values(), kernel_.values() + kernel_.value_count());
  double* const v = orders_[0] = values_.data();
  if (time_ != kNoSlot) Coefficients(1)[time_] = 1;
  Integrate(integrals_, 0);
  for (const Operation& at : with_beside_) BeginBeside(at, v);
}

// The value of the function that is computed with another.
void KernelSeries::BeginBeside(const Operation& at, double* v) {
  const double a = v[at.a], u = v[at.dst];
  double& beside = v[at.beside];
  switch (at.rule) {
    case Rule::kSin:
    case Rule::kSinOfLine:
      beside = Cosine(a);
      break;
    case Rule::kCos:
    case Rule::kCosOfLine:
      beside = Sine(a);
      break;
    case Rule::kSinh:
      beside = std::cosh(a);
      break;
    case Rule::kCosh:
      beside = std::sinh(a);
      break;
    case Rule::kTan:
      beside = 1 + u * u;
      break;
    case Rule::kTanh:
      beside = 1 - u * u;
      break;
    default:
      beside = 1 + a * a;
      break;
  }
}

// Longer than a screen: one case for each operation.
inline void KernelSeries::Apply(const Operation& at, int k, double* v, const double* v0) {
  double& u = v[at.dst];
  switch (at.rule) {
    case Rule::kCopy:
      u = v[at.a];
      return;
    case Rule::kNegate:
      u = -v[at.a];
      return;
    case Rule::kAdd:
      u = v[at.a] + v[at.b];
      return;
    case Rule::kSubtract:
      u = v[at.a] - v[at.b];
      return;
    case Rule::kScale:
      u = v0[at.a] * v[at.b];
      return;
    case Rule::kDivideBy:
      u = v[at.a] / v0[at.b];
      return;
    case Rule::kChoose:
      u = v0[at.a] != 0 ? v[at.b] : v[at.c];
      return;
    case Rule::kSinOfLine:
    case Rule::kCosOfLine: {
      const double* const below = orders_[static_cast<size_t>(k - 1)];
      const double factor = (at.rule == Rule::kSinOfLine ? 1.0 : -1.0) / k;
      const double turn = orders_[1][at.a] * factor;
      u = turn * below[at.beside];
      v[at.beside] = -turn * below[at.dst];
      return;
    }
    default:
      return ApplyNonlinear(at, k);
  }
}

void KernelSeries::Run(int first, int last) {
  if (last < first) return;
  Coefficients(last + 1);
  for (int k = first; k <= last; ++k) {
    const Plan& plan = k == 1 ? first_ : further_;
    if (is_batched_) {
      RunSegments(plan, k);
    } else {
      double* const v = orders_[static_cast<size_t>(k)];
      const double* const v0 = orders_[0];
      for (const Operation& at : plan.operations) Apply(at, k, v, v0);
    }
    Integrate(plan.integrals, k);
  }
}

void KernelSeries::Integrate(const std::vector<IntegralRun>& runs, int k) {
  const double* const rates = orders_[static_cast<size_t>(k)];
  double* const integrals = Coefficients(k + 1);
  const double factor = 1.0 / (k + 1);
  for (const IntegralRun& run : runs) {
    const double* const from = rates + run.rate;
    double* const to = integrals + run.integral;
    if (run.count >= kLongRunOfIntegrals) {
      ScaleLoop(to, from, factor, run.count);
      continue;
    }
    for (int32_t i = 0; i < run.count; ++i) to[i] = from[i] * factor;
  }
}

STICTION_VECTOR_CLONES void KernelSeries::RunSegments(const Plan& plan, int k) {
  double* const v = orders_[static_cast<size_t>(k)];
  const double* const v0 = orders_[0];
  for (const SeriesSegment& s : plan.segments) {
    const Operation* const first = plan.operations.data() + s.first;
    const ptrdiff_t n = s.count;
    double* const d = v + first->dst;
    switch (s.is_affine ? s.rule : Rule::kNone) {
      case Rule::kAdd:
        AddLoop(d, v + first->a, v + first->b, s.stride_a, s.stride_b, n);
        break;
      case Rule::kSubtract:
        SubLoop(d, v + first->a, v + first->b, s.stride_a, s.stride_b, n);
        break;
      case Rule::kNegate:
        NegLoop(d, v + first->a, s.stride_a, n);
        break;
      case Rule::kScale:
        MulLoop(d, v0 + first->a, v + first->b, s.stride_a, s.stride_b, n);
        break;
      case Rule::kDivideBy:
        DivLoop(d, v + first->a, v0 + first->b, s.stride_a, s.stride_b, n);
        break;
      case Rule::kChoose:
        SelectLoop(d, v0 + first->a, v + first->b, v + first->c, s.stride_a, s.stride_b, s.stride_c, n);
        break;
      case Rule::kSinOfLine:
      case Rule::kCosOfLine: {
        // The sine's derivative is the cosine times the slope, the cosine's minus that.
        const double* const below = orders_[static_cast<size_t>(k - 1)];
        const double factor = (s.rule == Rule::kSinOfLine ? 1.0 : -1.0) / k;
        TurnLoop(d, v + first->beside, below + first->dst, below + first->beside, orders_[1] + first->a, s.stride_a,
                 factor, n);
        break;
      }
      default:
        for (ptrdiff_t i = 0; i < n; ++i) Apply(first[i], k, v, v0);
        break;
    }
  }
}

}  // namespace stiction::runtime
