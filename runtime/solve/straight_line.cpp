#include "runtime/solve/straight_line.h"

#include <cmath>

#include "runtime/evaluate/operations.h"
#include "runtime/evaluate/relation.h"

namespace stiction::runtime {

bool StraightLine::Fits(const double* slots) const {
  for (const Condition& condition : held_) {
    if (!condition.Holds(slots)) return false;
  }
  return true;
}

bool StraightLine::Run(const double* slots) {
  double* const values = code_->values.data();
  double* to = values + code_->first_load;
  for (const Slot slot : loads_) *to++ = slots[slot];
  for (const Step& step : code_->steps) {
    if (step.kind == Step::Kind::kOperation) {
      ExecuteScalar(step.operation, values);
      continue;
    }
    const double a = values[step.operation.a], b = values[step.operation.b];
    bool is_so = true;
    switch (step.kind) {
      case Step::Kind::kOperation:
        break;
      case Step::Kind::kTruth:
        is_so = a != 0;
        break;
      case Step::Kind::kFinite:
        is_so = std::isfinite(a);
        break;
      case Step::Kind::kAbove:
      case Step::Kind::kBelow:
        if (!std::isfinite(a - b)) return false;
        is_so = step.kind == Step::Kind::kAbove ? a - b > TieWidth(a, b) : a - b < -TieWidth(a, b);
        break;
      case Step::Kind::kSmall:
        is_so = std::fabs(a) <= kResidualRounding * (b + std::fabs(values[step.operation.c]));
        break;
    }
    if (is_so != step.expected) return false;
  }
  return true;
}

void StraightLine::Store(double* slots) const {
  const double* const values = code_->values.data();
  for (size_t k = 0; k < writes_.size(); ++k) slots[writes_[k]] = values[code_->stored[k]];
}

void StraightLine::Store(double* slots, std::vector<std::pair<Slot, double>>& undo) const {
  const size_t before = undo.size();
  undo.resize(before + writes_.size());
  std::pair<Slot, double>* saved = undo.data() + before;
  for (const Slot slot : writes_) *saved++ = {slot, slots[slot]};
  Store(slots);
}

}  // namespace stiction::runtime
