// SPDX-License-Identifier: BSD-3-Clause
// Values of parameters, and of unknowns that are as good as parameters.
#pragma once

#include <optional>
#include <unordered_map>

#include "compiler/ir/dae/dae.h"
#include "compiler/ir/dae/parameter_values.h"
#include "compiler/ir/dae/variable_kinds.h"
#include "compiler/symbolic/rewrite.h"

namespace stiction {

/// A variable is as good as a parameter if its equation gives it the same value whatever the other variables are, and
/// so is a relation between such variables.
class ConstantUnknowns {
 public:
  /// @param dae outlives this and keeps its equations
  explicit ConstantUnknowns(const ir::Dae& dae);
  ConstantUnknowns(const ConstantUnknowns&) = delete;
  ConstantUnknowns& operator=(const ConstantUnknowns&) = delete;

  const ir::VariableKinds& kinds() const { return kinds_; }
  bool IsUnknown(ir::VariableId v) const { return kinds_.IsContinuous(v) || kinds_.IsDiscrete(v); }
  /// The value that an expression has whatever the unknowns are.
  std::optional<double> Evaluate(ir::ExprId e);
  /// True if open values had a part in what was evaluated since it was last asked.
  bool HasReadOpen();
  /// Forgets all values: open ones have become others.
  void Forget();

 private:
  struct Constant {
    std::optional<double> value;
    bool has_read_open = false;
  };

  void NoteDefinition(const ir::DaeEquation& equation);
  /// The value of an unknown that is the same whatever the others are: the capacitance of a transistor without one.
  std::optional<double> ConstantOf(ir::VariableId v);
  /// A relation as the comparison that it holds, which is true at all times if its sides are the same at all times.
  std::optional<ir::ExprId> Compared(const ir::ExprNode& node);

  const ir::Dae& dae_;
  const ir::VariableKinds kinds_;
  std::optional<ir::ParameterValues> parameters_;
  symbolic::CallResults calls_;
  std::unordered_map<ir::VariableId, ir::ExprId> definitions_;
  std::unordered_map<ir::VariableId, Constant> constants_;
  bool has_read_open_ = false;  // through constants_
  int depth_ = 0;
  symbolic::ModelRewriter compared_;
};

}  // namespace stiction
