// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/simulate/row_evaluation.h"

#include "runtime/program/operands.h"

namespace stiction::runtime {

void RowEvaluation::RefreshTouched(const std::vector<Slot>& touched) {
  if (kernel_ && is_fresh_) kernel_->RefreshTouched(system_.slots(), touched);
}

std::optional<SolveError> RowEvaluation::Evaluate(double t, const double* x) {
  if (!projection_.empty()) {
    on_invariants_.assign(x, x + system_.state_count());
    if (projection_.Project(t, on_invariants_.data())) x = on_invariants_.data();
  }
  return system_.Evaluate(t, x, FreshKernel());
}

std::optional<SolveError> RowEvaluation::EvaluateInPlace(double t, const double* x) {
  return system_.EvaluateInPlace(t, x, FreshKernel());
}

SystemKernel& RowEvaluation::FreshKernel() {
  if (!kernel_) kernel_ = system_.MakeKernelOfComputed(SlotsOfInterest());
  if (!is_fresh_) kernel_->Refresh(system_.slots());
  is_fresh_ = true;
  return *kernel_;
}

std::vector<Slot> RowEvaluation::SlotsOfInterest() const {
  std::vector<Slot> slots;
  for (const VariableInfo& signal : signals_) slots.push_back(signal.slot);
  for (const Instruction& i : CodeIn(program_, program_.assertion_code))
    ForEachRead(program_, i, [&](Slot slot) { slots.push_back(slot); });
  for (const BoundsInfo& bounds : program_.bounds) slots.push_back(bounds.variable);
  for (const AssertionInfo& assertion : program_.assertions) {
    slots.push_back(assertion.condition);
    for (const MessagePart& part : assertion.message) {
      if (part.slot != kNoSlot) slots.push_back(part.slot);
    }
  }
  return slots;
}

}  // namespace stiction::runtime
