// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/integrate/taylor/series_operations.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "runtime/program/check.h"

namespace stiction::runtime {
namespace {

using Rule = SeriesRule;

constexpr int32_t kNotPolynomial = 1 << 20;

std::vector<char> Varying(const Kernel& kernel) {
  std::vector<char> varies(static_cast<size_t>(kernel.value_count()), 0);
  for (const Kernel::Leaf& leaf : kernel.stage_leaves(0)) varies[static_cast<size_t>(leaf.index)] = 1;
  for (const Instruction& at : kernel.stage(0).code) varies[static_cast<size_t>(at.dst)] = 1;
  return varies;
}

Rule RuleOf(const Instruction& i, const std::vector<char>& varies) {
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
    case OpCode::kPow:
      return is_varying(i.b) ? Rule::kNone : Rule::kPower;
    default:
      break;
  }
#define STICTION_UNARY_FUNCTION(id, name, failure, value, derivative, formal, result, continuity, unit, series) \
  if (i.op == OpCode::k##id) return Rule::series;
#include "runtime/operators/operators.def"
  return Rule::kNone;
}

}  // namespace

bool SeriesOperations::Exist(const Kernel& kernel) {
  const std::vector<char> varies = Varying(kernel);
  const std::vector<Instruction>& code = kernel.stage(0).code;
  return std::none_of(code.begin(), code.end(),
                      [&](const Instruction& at) { return RuleOf(at, varies) == Rule::kNone; });
}

SeriesOperations::SeriesOperations(Kernel& kernel, int32_t time) {
  const std::vector<char> varies = Varying(kernel);
  degree_.resize(varies.size(), 0);
  for (const Kernel::Leaf& leaf : kernel.stage_leaves(0)) {
    degree_[static_cast<size_t>(leaf.index)] = leaf.index == time ? 1 : kNotPolynomial;
  }
  size_t beside = 0;
  for (const Instruction& at : kernel.stage(0).code) {
    SeriesOperation operation{RuleOf(at, varies), at.dst, at.a, at.b, at.c, kNoSlot};
    RT_CHECK(operation.rule != Rule::kNone, "no series of operation {}", static_cast<int>(at.op));
    const bool is_of_line = at.a != kNoSlot && degree_[static_cast<size_t>(at.a)] <= 1;
    if (operation.rule == Rule::kScale && varies[static_cast<size_t>(at.a)] != 0) std::swap(operation.a, operation.b);
    if (operation.rule == Rule::kSin && is_of_line) operation.rule = Rule::kSinOfLine;
    if (operation.rule == Rule::kCos && is_of_line) operation.rule = Rule::kCosOfLine;
    degree_[static_cast<size_t>(at.dst)] = DegreeOf(operation);
    if (HasBeside(operation.rule)) operation.beside = static_cast<int32_t>(beside++);
    all_.push_back(operation);
  }
  const int32_t first = kernel.Append(beside);
  for (SeriesOperation& operation : all_) {
    if (operation.beside != kNoSlot) operation.beside += first;
  }
}

int32_t SeriesOperations::DegreeOf(const SeriesOperation& at) const {
  const auto of = [&](int32_t operand) { return degree_[static_cast<size_t>(operand)]; };
  switch (at.rule) {
    case Rule::kCopy:
    case Rule::kNegate:
    case Rule::kDivideBy:
      return of(at.a);
    case Rule::kAdd:
    case Rule::kSubtract:
      return std::max(of(at.a), of(at.b));
    case Rule::kScale:
      return of(at.b);
    case Rule::kChoose:
      return std::max(of(at.b), of(at.c));
    default:
      return kNotPolynomial;
  }
}

// By index: values whose coefficients are read elsewhere or at other orders.
std::vector<char> SeriesOperations::MustStand(int order, const std::vector<int32_t>& wanted) const {
  std::vector<char> stands(degree_.size(), 0);
  const auto keep = [&](int32_t index) {
    if (index != kNoSlot) stands[static_cast<size_t>(index)] = 1;
  };
  for (const int32_t index : wanted) keep(index);
  for (const SeriesOperation& at : all_) {
    if (IsSum(at.rule)) continue;
    if (IsOfLine(at.rule) && order > 1) {  // the slope is that of order 1
      keep(at.dst);
      continue;
    }
    for (const int32_t index : {at.dst, at.a, at.b, at.c}) keep(index);
  }
  return stands;
}

SeriesOperations::OfOrder SeriesOperations::From(int order, const std::vector<int32_t>& wanted,
                                                 const std::vector<SeriesIntegral>& integrals) const {
  std::vector<char> lives = MustStand(order, wanted);
  std::vector<int32_t> same(degree_.size());  // index of a value with the same coefficients
  for (size_t i = 0; i < same.size(); ++i) same[i] = static_cast<int32_t>(i);
  const auto is_zero = [&](int32_t index) { return degree_[static_cast<size_t>(index)] < order; };
  const auto resolve = [&](int32_t& index) {
    if (index != kNoSlot) index = same[static_cast<size_t>(index)];
  };
  std::vector<SeriesOperation> operations;
  for (SeriesOperation at : all_) {
    if (is_zero(at.dst)) continue;
    const bool adds = at.rule == Rule::kAdd || at.rule == Rule::kSubtract;
    if (adds && is_zero(at.b)) {
      at.rule = Rule::kCopy;
      at.b = kNoSlot;
    } else if (adds && is_zero(at.a)) {
      at.rule = at.rule == Rule::kAdd ? Rule::kCopy : Rule::kNegate;
      at.a = std::exchange(at.b, kNoSlot);
    }
    if (IsSum(at.rule)) {
      for (int32_t* const operand : {&at.a, &at.b, &at.c}) resolve(*operand);
    }
    if (at.rule == Rule::kCopy) same[static_cast<size_t>(at.dst)] = at.a;
    operations.push_back(at);
  }
  OfOrder result;
  for (SeriesIntegral at : integrals) {
    if (is_zero(at.rate)) continue;
    resolve(at.rate);
    lives[static_cast<size_t>(at.rate)] = 1;
    result.integrals.push_back(at);
  }
  for (auto at = operations.rbegin(); at != operations.rend(); ++at) {
    if (lives[static_cast<size_t>(at->dst)] == 0) continue;
    for (const int32_t operand : {at->a, at->b, at->c}) {
      if (operand != kNoSlot) lives[static_cast<size_t>(operand)] = 1;
    }
    result.operations.push_back(*at);
  }
  std::reverse(result.operations.begin(), result.operations.end());
  return result;
}

double LogFactorial(int k) {
  static const auto of = [] {
    std::array<double, kHighestSeriesOrder + 2> logs{};
    for (size_t i = 2; i < logs.size(); ++i) logs[i] = logs[i - 1] + std::log(static_cast<double>(i));
    return logs;
  }();
  return of[static_cast<size_t>(k)];
}

std::vector<SeriesSegment> Segmentize(const std::vector<SeriesOperation>& operations) {
  std::vector<SeriesSegment> segments;
  const size_t count = operations.size();
  for (size_t begin = 0, end = 0; begin < count; begin = end) {
    end = begin + 1;
    const SeriesOperation& first = operations[begin];
    SeriesSegment segment{first.rule, true, static_cast<int32_t>(begin), 1, 0, 0, 0};
    const auto follows = [&](size_t i) {
      const SeriesOperation &x = operations[i - 1], &y = operations[i];
      return y.rule == first.rule && y.dst == x.dst + 1 && y.a - x.a == segment.stride_a &&
             y.b - x.b == segment.stride_b && y.c - x.c == segment.stride_c;
    };
    if (end < count) {
      const SeriesOperation& second = operations[end];
      segment.stride_a = second.a - first.a;
      segment.stride_b = second.b - first.b;
      segment.stride_c = second.c - first.c;
      while (end < count && follows(end)) ++end;
    }
    constexpr size_t kShortestRun = 4;
    if (end - begin < kShortestRun) end = begin + 1;
    segment.count = static_cast<int32_t>(end - begin);
    // Single ones together.
    if (segment.count == 1 && !segments.empty() && !segments.back().is_affine && segments.back().rule == first.rule) {
      ++segments.back().count;
      continue;
    }
    segment.is_affine = segment.count > 1;
    segments.push_back(segment);
  }
  return segments;
}

}  // namespace stiction::runtime
