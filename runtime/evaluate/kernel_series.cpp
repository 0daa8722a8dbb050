#include "runtime/evaluate/kernel_series.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include "runtime/evaluate/kernel_loops.h"
#include "runtime/evaluate/sine.h"
#include "runtime/evaluate/vector_clones.h"
#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

constexpr int32_t kNotPolynomial = 1 << 20;

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

}  // namespace

std::vector<char> KernelSeries::Varying(const Kernel& kernel) {
  int32_t count = 0;
  for (const Kernel::Leaf& leaf : kernel.stage_leaves(0)) count = std::max(count, leaf.index + 1);
  for (const Instruction& at : kernel.stage(0).code)
    count = std::max({count, at.dst + 1, at.a + 1, at.b + 1, at.c + 1});
  std::vector<char> varies(static_cast<size_t>(count), 0);
  for (const Kernel::Leaf& leaf : kernel.stage_leaves(0)) varies[static_cast<size_t>(leaf.index)] = 1;
  for (const Instruction& at : kernel.stage(0).code) varies[static_cast<size_t>(at.dst)] = 1;
  return varies;
}

KernelSeries::Rule KernelSeries::RuleOf(const Instruction& i, const std::vector<char>& varies) {
  const auto is_varying = [&](int32_t operand) {
    return operand != kNoSlot && varies[static_cast<size_t>(operand)] != 0;
  };
  switch (i.op) {
    case OpCode::kCopy:
      return Rule::kCopy;
    case OpCode::kNeg:
      return Rule::kNegate;
    case OpCode::kAdd:
      return Rule::kAdd;
    case OpCode::kSub:
      return Rule::kSubtract;
    case OpCode::kMul:
      return is_varying(i.a) && is_varying(i.b) ? Rule::kProduct : Rule::kScale;
    case OpCode::kDiv:
      return is_varying(i.b) ? Rule::kQuotient : Rule::kDivideBy;
    case OpCode::kSelect:
      return is_varying(i.a) ? Rule::kNone : Rule::kChoose;
    case OpCode::kSquare:
      return Rule::kSquare;
    case OpCode::kReciprocal:
      return Rule::kReciprocal;
    case OpCode::kSqrt:
      return Rule::kSqrt;
    case OpCode::kPow:
      return is_varying(i.b) ? Rule::kNone : Rule::kPower;
    case OpCode::kExp:
      return Rule::kExp;
    case OpCode::kLog:
      return Rule::kLog;
    case OpCode::kLog10:
      return Rule::kLog10;
    case OpCode::kSin:
      return Rule::kSin;
    case OpCode::kCos:
      return Rule::kCos;
    case OpCode::kSinh:
      return Rule::kSinh;
    case OpCode::kCosh:
      return Rule::kCosh;
    case OpCode::kTan:
      return Rule::kTan;
    case OpCode::kTanh:
      return Rule::kTanh;
    case OpCode::kAtan:
      return Rule::kAtan;
    default:
      return Rule::kNone;
  }
}

bool KernelSeries::IsPossible(const Kernel& kernel) {
  const std::vector<char> varies = Varying(kernel);
  const std::vector<Instruction>& code = kernel.stage(0).code;
  return std::none_of(code.begin(), code.end(),
                      [&](const Instruction& at) { return RuleOf(at, varies) == Rule::kNone; });
}

KernelSeries::KernelSeries(Kernel& kernel, int32_t time, std::vector<Integral> integrals)
    : kernel_(kernel), is_batched_(kernel.stage(0).is_batched), time_(time), integrals_(std::move(integrals)) {
  for (const Integral& at : integrals_) {
    if (!integral_runs_.empty() && integral_runs_.back().integral + integral_runs_.back().count == at.integral &&
        integral_runs_.back().rate + integral_runs_.back().count == at.rate) {
      ++integral_runs_.back().count;
    } else {
      integral_runs_.push_back({at.integral, at.rate, 1});
    }
  }
  const std::vector<char> varies = Varying(kernel);
  std::vector<int32_t> degree(varies.size(), 0);
  for (const Kernel::Leaf& leaf : kernel.stage_leaves(0)) {
    degree[static_cast<size_t>(leaf.index)] = leaf.index == time ? 1 : kNotPolynomial;
  }
  size_t beside = 0;
  for (const Instruction& at : kernel.stage(0).code) {
    Operation operation{RuleOf(at, varies), kNotPolynomial, at.dst, at.a, at.b, at.c, kNoSlot};
    RT_CHECK(operation.rule != Rule::kNone, "no series of operation {}", static_cast<int>(at.op));
    const auto degree_of = [&](int32_t operand) { return degree[static_cast<size_t>(operand)]; };
    switch (operation.rule) {
      case Rule::kCopy:
      case Rule::kNegate:
      case Rule::kDivideBy:
        operation.degree = degree_of(at.a);
        break;
      case Rule::kAdd:
      case Rule::kSubtract:
        operation.degree = std::max(degree_of(at.a), degree_of(at.b));
        break;
      case Rule::kScale:
        if (varies[static_cast<size_t>(at.a)] != 0) std::swap(operation.a, operation.b);
        operation.degree = degree_of(operation.b);
        break;
      case Rule::kChoose:
        operation.degree = std::max(degree_of(at.b), degree_of(at.c));
        break;
      case Rule::kSin:
        if (degree_of(at.a) <= 1) operation.rule = Rule::kSinOfLine;
        break;
      case Rule::kCos:
        if (degree_of(at.a) <= 1) operation.rule = Rule::kCosOfLine;
        break;
      default:
        break;
    }
    degree[static_cast<size_t>(at.dst)] = operation.degree;
    const bool is_linear = operation.rule <= Rule::kChoose || operation.rule == Rule::kSinOfLine ||
                           operation.rule == Rule::kCosOfLine || operation.degree <= 1;
    wants_proof_ = wants_proof_ || !is_linear;
    if (operation.rule >= Rule::kSin) operation.beside = static_cast<int32_t>(beside++);
    operations_.push_back(operation);
  }
  const int32_t first = kernel.Append(beside);
  for (Operation& operation : operations_) {
    if (operation.beside != kNoSlot) operation.beside += first;
  }
  orders_[0] = kernel.values();
  std::copy_if(operations_.begin(), operations_.end(), std::back_inserter(beyond_time_),
               [](const Operation& operation) { return operation.degree > 1; });
  Segmentize();
  for (const Segment& segment : segments_) {
    const Operation& at = operations_[static_cast<size_t>(segment.first)];
    if (at.beside == kNoSlot) continue;
    const bool is_run_of_sines = segment.is_affine && (segment.rule == Rule::kSin || segment.rule == Rule::kSinOfLine);
    const bool runs_batched = is_batched_ && kernel.stage(0).native == nullptr;
    if (!(is_run_of_sines && runs_batched && kernel.WantCosines(at.dst, segment.count, at.beside)))
      with_beside_.push_back(segment);
  }
  if (kernel.stage(0).native) {
    first_line_ = CompileLine(operations_);
    line_ = CompileLine(beyond_time_);
  }
}

std::unique_ptr<NativeLine> KernelSeries::CompileLine(const std::vector<Operation>& operations) const {
  using Array = NativeLine::Array;
  using Kind = NativeLine::Kind;
  std::vector<NativeLine::Operation> line;
  for (const Operation& at : operations) {
    NativeLine::Operation& to = line.emplace_back(NativeLine::Operation{Kind::kOther, at.dst, {}, {}, {}});
    to.a.index = std::max(at.a, 0);
    to.b.index = std::max(at.b, 0);
    to.c.index = std::max(at.c, 0);
    to.what = &at;
    switch (at.rule) {
      case Rule::kCopy:
        to.kind = Kind::kCopy;
        break;
      case Rule::kNegate:
        to.kind = Kind::kNegate;
        break;
      case Rule::kAdd:
        to.kind = Kind::kAdd;
        break;
      case Rule::kSubtract:
        to.kind = Kind::kSubtract;
        break;
      case Rule::kScale:
        to.kind = Kind::kMultiply;
        to.a.array = Array::kHeld;
        break;
      case Rule::kDivideBy:
        to.kind = Kind::kDivide;
        to.b.array = Array::kHeld;
        break;
      case Rule::kChoose:
        to.kind = Kind::kChoose;
        to.a.array = Array::kHeld;
        break;
      case Rule::kSinOfLine:
      case Rule::kCosOfLine:
        to.kind = Kind::kTurn;
        to.a.array = Array::kSlopes;
        to.b = {Array::kBelow, at.beside};
        to.c = {Array::kBelow, at.dst};
        to.beside = at.beside;
        to.negates_factor = at.rule == Rule::kCosOfLine;
        break;
      default:
        break;
    }
  }
  for (const Integral& at : integrals_) {
    NativeLine::Operation& to = line.emplace_back(NativeLine::Operation{Kind::kIntegrate, at.integral, {}, {}, {}});
    to.a.index = at.rate;
  }
  return NativeLine::Compile(line, [](const void* what, void* argument) {
    const auto& [series, k] = *static_cast<const std::pair<KernelSeries*, int>*>(argument);
    series->ApplyNonlinear(*static_cast<const Operation*>(what), k);
  });
}

// Runs of equal rules and strides; the results of the kernel's operations stand side by side anyway.
void KernelSeries::Segmentize() {
  const size_t count = operations_.size();
  const auto kind = [&](size_t i) { return std::pair(operations_[i].rule, operations_[i].degree); };
  for (size_t begin = 0, end = 0; begin < count; begin = end) {
    end = begin + 1;
    const Operation& first = operations_[begin];
    Segment segment{first.rule, true, first.degree, static_cast<int32_t>(begin), 1, 0, 0, 0};
    const auto follows = [&](size_t i) {
      const Operation &x = operations_[i - 1], &y = operations_[i];
      return kind(i) == kind(begin) && y.dst == x.dst + 1 && y.a - x.a == segment.stride_a &&
             y.b - x.b == segment.stride_b && y.c - x.c == segment.stride_c;
    };
    if (end < count) {
      const Operation& second = operations_[end];
      segment.stride_a = second.a - first.a;
      segment.stride_b = second.b - first.b;
      segment.stride_c = second.c - first.c;
      while (end < count && follows(end)) ++end;
    }
    constexpr size_t kShortestRun = 4;
    if (end - begin < kShortestRun) end = begin + 1;
    segment.count = static_cast<int32_t>(end - begin);
    // Single ones together.
    if (segment.count == 1 && !segments_.empty() && !segments_.back().is_affine &&
        segments_.back().rule == first.rule && segments_.back().degree == first.degree) {
      ++segments_.back().count;
      continue;
    }
    segment.is_affine = segment.count > 1;
    segments_.push_back(segment);
  }
}

void KernelSeries::MakeOrder(int k) {
  RT_CHECK(k > 0 && k <= kHighestOrder, "order {}", k);
  coefficients_.emplace_back(static_cast<size_t>(kernel_.value_count()), 0.0);
  orders_[static_cast<size_t>(k)] = coefficients_.back().data();
}

void KernelSeries::KeepValues() {
  if (is_kept_) return;
  kept_.assign(kernel_.values(), kernel_.values() + kernel_.value_count());
  orders_[0] = kept_.data();
  is_kept_ = true;
}

void KernelSeries::Begin() {
  is_kept_ = false;
  double* const v = orders_[0] = kernel_.values();
  if (time_ != kNoSlot) Coefficients(1)[time_] = 1;
  Integrate(0);
  for (const Segment& segment : with_beside_) BeginBeside(segment, v);
}

// The values of the functions that are computed with others.
void KernelSeries::BeginBeside(const Segment& segment, double* v) const {
  const Operation* const first = operations_.data() + segment.first;
  for (const Operation* at = first; at != first + segment.count; ++at) {
    const double a = v[at->a], u = v[at->dst];
    double& beside = v[at->beside];
    switch (at->rule) {
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
}

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

void KernelSeries::Run(int k) {
  double* const v = Coefficients(k);
  if (const NativeLine* const line = k == 1 ? first_line_.get() : line_.get()) {
    std::pair<KernelSeries*, int> argument(this, k);
    return line->Run({v, orders_[0], orders_[static_cast<size_t>(k - 1)], orders_[1], Coefficients(k + 1)}, 1.0 / k,
                     1.0 / (k + 1), &argument);
  }
  if (!is_batched_) {
    const double* const v0 = orders_[0];
    for (const Operation& at : k == 1 ? operations_ : beyond_time_) Apply(at, k, v, v0);
  } else {
    RunSegments(k);
  }
  Integrate(k);
}

STICTION_VECTOR_CLONES void KernelSeries::Integrate(int k) {
  if (integral_runs_.empty()) return;
  const double* const rates = orders_[static_cast<size_t>(k)];
  double* const integrals = Coefficients(k + 1);
  const double factor = 1.0 / (k + 1);
  for (const IntegralRun& run : integral_runs_) {
    const double* const from = rates + run.rate;
    double* const to = integrals + run.integral;
    for (int32_t i = 0; i < run.count; ++i) to[i] = from[i] * factor;
  }
}

STICTION_VECTOR_CLONES void KernelSeries::RunSegments(int k) {
  double* const v = orders_[static_cast<size_t>(k)];
  const double* const v0 = orders_[0];
  for (const Segment& s : segments_) {
    if (k > s.degree) continue;
    const Operation* const first = operations_.data() + s.first;
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

// sum of a_j b_{k-j}, j = first to last
double KernelSeries::SumOfProducts(int32_t a, int32_t b, int k, int first, int last) const {
  double sum = 0;
  for (int j = first; j <= last; ++j)
    sum += orders_[static_cast<size_t>(j)][a] * orders_[static_cast<size_t>(k - j)][b];
  return sum;
}

// sum of j a_j g_{k-j} / k, j = 1 to last: the coefficient of u where u' = a' g
double KernelSeries::SumOfWeighted(int32_t a, int32_t g, int k, int last) const {
  double sum = 0;
  for (int j = 1; j <= last; ++j) {
    sum += j * orders_[static_cast<size_t>(j)][a] * orders_[static_cast<size_t>(k - j)][g];
  }
  return sum / k;
}

void KernelSeries::ApplyNonlinear(const Operation& at, int k) {
  double* const v = orders_[static_cast<size_t>(k)];
  const double* const v0 = orders_[0];
  double& u = v[at.dst];
  switch (at.rule) {
    case Rule::kProduct:
      u = SumOfProducts(at.a, at.b, k, 0, k);
      return;
    case Rule::kSquare:
      u = SumOfProducts(at.a, at.a, k, 0, k);
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
      u = (v[at.a] - SumOfWeighted(at.dst, at.a, k, k - 1)) / v0[at.a];
      return;
    case Rule::kLog10:
      u = (v[at.a] / std::numbers::ln10 - SumOfWeighted(at.dst, at.a, k, k - 1)) / v0[at.a];
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
      v[at.beside] = SumOfProducts(at.dst, at.dst, k, 0, k);
      if (at.rule == Rule::kTanh) v[at.beside] = -v[at.beside];
      return;
    case Rule::kAtan:
      v[at.beside] = SumOfProducts(at.a, at.a, k, 0, k);
      u = (v[at.a] - SumOfWeighted(at.dst, at.beside, k, k - 1)) / v0[at.beside];
      return;
    default:
      return;
  }
}

}  // namespace stiction::runtime
