#include "runtime/solve/straight_line.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "runtime/evaluate/operations.h"
#include "runtime/evaluate/relation.h"

namespace stiction::runtime {
namespace {

bool AreSame(const std::vector<double>& values, const Slot* places, const double* slots) {
  for (const double value : values) {
    if (std::bit_cast<uint64_t>(slots[*places++]) != std::bit_cast<uint64_t>(value)) return false;
  }
  return true;
}

bool IsFinite(double value) { return value - value == 0; }

// No branches: which of the guards fail is of no interest.
bool IsAsDecided(double a, double b, bool is_above) {
  const double gap = a - b;
  return IsFinite(gap) & ((gap > TieWidth(a, b)) == is_above);
}

[[gnu::noinline]] void Execute(const Instruction* begin, const Instruction* end, double* values) {
  for (const Instruction* operation = begin; operation < end; ++operation) ExecuteSurelyScalar(*operation, values);
}

}  // namespace

StraightLine::StraightLine(Code code)
    : code_(std::move(code)),
      first_computed_(code_.values.size() - code_.operations.size()),
      first_write_(code_.held.size() + first_computed_ - code_.first_load) {
  using Kind = Guard::Kind;
  std::vector<Guard>& guards = code_.guards;
  for (Guard& guard : guards) {
    if (guard.kind != Kind::kBelow) continue;
    guard.kind = Kind::kAbove;
    std::swap(guard.a, guard.b);
  }
  std::ranges::sort(guards, {}, &Guard::kind);
  const auto end_of = [&](Kind kind) {
    return static_cast<size_t>(std::ranges::upper_bound(guards, kind, {}, &Guard::kind) - guards.begin());
  };
  truths_ = end_of(Kind::kTruth);
  finites_ = end_of(Kind::kFinite);
  aboves_ = end_of(Kind::kAbove);
}

bool StraightLine::Suits(const Slot* places, const double* slots) const {
  return AreSame(code_.fixed, places + first_write_ + code_.stored.size(), slots);
}

bool StraightLine::Fits(const Slot* places, const double* slots) const { return AreSame(code_.held, places, slots); }

bool StraightLine::Run(const Slot* places, const double* slots) {
  double* const values = code_.values.data();
  const Slot* from = places + code_.held.size();
  for (size_t k = code_.first_load; k < first_computed_; ++k) values[k] = slots[*from++];
  const Instruction* const operations = code_.operations.data();
  for (const Instruction *at = operations, *end = at + code_.at_once; at < end; ++at) ExecuteSurelyScalar(*at, values);
  const Guard* const guards = code_.guards.data();
  bool holds = true;
  size_t k = 0;
  for (; k < truths_; ++k) holds &= (values[guards[k].a] != 0) == guards[k].expected;
  for (; k < finites_; ++k) holds &= IsFinite(values[guards[k].a]) == guards[k].expected;
  for (; k < aboves_; ++k) holds &= IsAsDecided(values[guards[k].a], values[guards[k].b], guards[k].expected);
  if (!holds) return false;
  for (; k < code_.guards.size(); ++k) {
    const Guard& guard = guards[k];
    const double small = values[guard.a];
    if (guard.zero_suffices && small == 0) continue;
    Execute(operations + guard.late_begin, operations + guard.late_end, values);
    const double size = values[guard.b] + std::fabs(values[guard.c]);
    if ((std::fabs(small) <= kResidualRounding * size) != guard.expected) return false;
  }
  return true;
}

void StraightLine::Store(const Slot* places, double* slots, std::vector<double>* before) const {
  const Slot* const to = places + first_write_;
  const size_t count = code_.stored.size();
  if (before != nullptr) {
    if (before->size() < count) before->resize(count);
    double* const saved = before->data();
    for (size_t k = 0; k < count; ++k) saved[k] = slots[to[k]];
  }
  const double* const values = code_.values.data();
  const int32_t* const stored = code_.stored.data();
  for (size_t k = 0; k < count; ++k) slots[to[k]] = values[stored[k]];
}

}  // namespace stiction::runtime
