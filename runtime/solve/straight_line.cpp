#include "runtime/solve/straight_line.h"

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

bool Holds(const StraightLine::Guard& guard, const double* values) {
  using Kind = StraightLine::Guard::Kind;
  const double a = values[guard.a], b = values[guard.b];
  switch (guard.kind) {
    case Kind::kTruth:
      return (a != 0) == guard.expected;
    case Kind::kFinite:
      return std::isfinite(a) == guard.expected;
    case Kind::kAbove:
      return std::isfinite(a - b) && (a - b > TieWidth(a, b)) == guard.expected;
    case Kind::kBelow:
      return std::isfinite(a - b) && (a - b < -TieWidth(a, b)) == guard.expected;
    case Kind::kSmall:
      return (std::fabs(a) <= kResidualRounding * (b + std::fabs(values[guard.c]))) == guard.expected;
    case Kind::kEnd:
      break;
  }
  return true;
}

[[gnu::noinline]] void Execute(const Instruction* begin, const Instruction* end, double* values) {
  for (const Instruction* operation = begin; operation < end; ++operation) ExecuteSurelyScalar(*operation, values);
}

}  // namespace

bool StraightLine::Suits(const Slot* places, const double* slots) const {
  return AreSame(code_.fixed, places + first_write_ + code_.stored.size(), slots);
}

bool StraightLine::Fits(const Slot* places, const double* slots) const { return AreSame(code_.held, places, slots); }

bool StraightLine::Run(const Slot* places, const double* slots) {
  double* const values = code_.values.data();
  const Slot* from = places + code_.held.size();
  for (size_t k = code_.first_load; k < first_computed_; ++k) values[k] = slots[*from++];
  const Instruction* operation = code_.operations.data();
  const Instruction* const operations = operation;
  for (const Guard* guard = code_.guards.data();; ++guard) {
    for (const Instruction* const end = operations + guard->operations; operation < end; ++operation) {
      ExecuteSurelyScalar(*operation, values);
    }
    if (guard->kind == Guard::Kind::kEnd) return true;
    if (guard->kind == Guard::Kind::kSmall) {
      if (guard->zero_suffices && values[guard->a] == 0) continue;
      Execute(operations + guard->late_begin, operations + guard->late_end, values);
    }
    if (!Holds(*guard, values)) return false;
  }
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
