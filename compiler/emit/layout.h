// SPDX-License-Identifier: BSD-3-Clause
// Layout of the slots of a Program.
#pragma once

#include <unordered_map>
#include <vector>

#include "compiler/ir/causal/causal_model.h"
#include "runtime/program/program.h"

namespace stiction::emit {

/// Gives slots to the variables, pre values, relations, held values and sample ticks of a model. Aliases share the slot
/// of their target. Those of the states are one after the other.
class Layout {
 public:
  Layout(const ir::CausalModel& model, runtime::Program& program);

  runtime::Slot New(double value = 0);
  runtime::Slot Constant(double value);

  /// Of CausalModel::states, as they stand in the program.
  const std::vector<size_t>& state_order() const { return state_order_; }

  runtime::Slot Of(ir::VariableId v) const { return of_variable_[v.index()]; }
  /// The variable is the negative of its slot.
  bool IsNegated(ir::VariableId v) const { return is_negated_[v.index()] != 0; }
  runtime::Slot PreOf(ir::VariableId v);
  runtime::Slot Of(ir::RelationId r) const { return program_.relations[r.index()].value; }
  runtime::Slot Held(int32_t index) const { return program_.held[static_cast<size_t>(index)].value; }
  runtime::Slot Delayed(int32_t index) const { return program_.delays[static_cast<size_t>(index)].value; }
  runtime::Slot Tick(ir::SampleId s) const { return program_.samples[s.index()].tick; }

 private:
  const ir::Dae& dae_;
  runtime::Program& program_;
  std::vector<size_t> state_order_;
  std::vector<runtime::Slot> of_variable_;
  std::vector<char> is_negated_;  // by variable
  std::unordered_map<uint64_t, runtime::Slot> constants_;
  std::vector<runtime::Slot> pre_of_;  // by variable; kNoSlot: not asked for yet
};

}  // namespace stiction::emit
