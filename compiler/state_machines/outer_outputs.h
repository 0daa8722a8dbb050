// SPDX-License-Identifier: BSD-3-Clause
// Variables that several states assign (MLS 17.3.5).
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/state_machines/machine_writer.h"

namespace stiction::flatten {

/// A state that declares a variable `outer output` has a variable of its own in its place, the copy; that of which it
/// is one gets the copy of the state that is active, or keeps its value.
class OuterOutputs {
 public:
  OuterOutputs(ExpansionContext& context, MachineWriter& writer, Diagnostics& diagnostics)
      : context_(context), writer_(writer), diagnostics_(diagnostics) {}

  /// Declares the copies, and checks that no two states assign a variable at the same tick.
  void Declare();
  /// Appends the equations that merge the copies.
  void Merge();

  /// What stands for a variable in the equations of a state, if it is a copy.
  std::optional<ir::VariableId> CopyIn(int32_t state, ir::VariableId v) const;
  /// The value that a variable, or what it is a copy of, had at the last tick; its start value where the state that it
  /// belongs to is reset. @param state in whose equations it is asked for
  ir::ExprId Before(ir::VariableId v, int32_t state);

 private:
  struct Copy {
    int32_t state = -1;
    ir::VariableId variable;
    Span span;
  };

  void Declare(const ir::OuterOutput& output);
  void DeclareCopy(const ir::OuterOutput& output, int32_t state, ir::VariableId v);
  std::vector<ir::VariableId> VariablesBelow(ir::InstanceId id) const;
  void CheckExclusive(ir::VariableId v, const std::vector<Copy>& copies);
  void CheckStart(ir::VariableId v);
  /// True if a state that is active at the first tick assigns the variable.
  bool IsAssignedAtFirst(ir::VariableId v) const;
  /// True if no transition leads to the state first.
  bool IsInitial(int32_t state) const;
  ir::ExprId StartOf(ir::VariableId v);

  ExpansionContext& context_;
  MachineWriter& writer_;
  Diagnostics& diagnostics_;
  std::map<ir::VariableId, std::vector<Copy>> copies_;                 // by what they are copies of
  std::map<std::pair<int32_t, ir::VariableId>, ir::VariableId> copy_;  // by state, and by what it is a copy of
  std::map<ir::VariableId, ir::VariableId> original_;                  // of a copy
  /// Of the inner variable of a declaration `inner outer output`: the copy that it is equal to.
  std::map<ir::VariableId, ir::VariableId> passed_on_;
};

}  // namespace stiction::flatten
