// SPDX-License-Identifier: BSD-3-Clause
// Start values, nominal values, and guesses of what the initial system determines.
#pragma once

#include <utility>
#include <vector>

#include "compiler/emit/emission.h"
#include "compiler/emit/emit_system.h"

namespace stiction::emit {

class StartEmitter {
 public:
  /// @param is_computed by variable: a parameter with a value before initialisation; read while this lives
  StartEmitter(Emission& to, const std::vector<char>& is_computed) : to_(to), is_computed_(is_computed) {}

  /// Program::starts, states with their nominal values, those of relations.
  void EmitStarts();
  /// Start and nominal values that depend on free parameters, once those are known.
  void EmitLateValues();
  /// What the initial system can guess only on the way.
  const SystemEmitter::Guesses& guesses() const { return guesses_; }

 private:
  /// The value of a free parameter before the initial system: start values may depend on it.
  void GuessFreeParameters();
  /// The declared nominal value of an operand that is a variable or its negative; none: nothing.
  ir::ExprId NominalOf(ir::ExprId operand) const;
  /// @returns kNoSlot if none is declared
  runtime::Slot CompileNominal(ir::ExprId nominal);
  /// True if the initial system determines it: a parameter with fixed = false, or one that depends on such a one.
  bool IsFree(ir::VariableId v) const;
  std::vector<ir::VariableId> FreeIn(ir::ExprId e) const;

  Emission& to_;
  const std::vector<char>& is_computed_;
  SystemEmitter::Guesses guesses_;
  std::vector<std::pair<ir::ExprId, runtime::Slot>> late_;  // values and where they go
};

}  // namespace stiction::emit
