// SPDX-License-Identifier: BSD-3-Clause
// The context that the parts of lowering share: the model read, the Dae under construction, the place of messages.
#pragma once

#include <string>

#include "compiler/ir/dae/dae.h"
#include "compiler/ir/flat/flat_model.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

struct LowerContext {
  /// Its equations and the texts of its variables are in the Dae or on their way there.
  const ir::FlatModel& flat;
  Diagnostics& diagnostics;
  ir::Dae dae;
  /// The equation or declaration being lowered.
  Origin origin = {};

  ir::ExprPool& pool() { return *dae.pool; }
  ir::DaeVariable& At(ir::VariableId v) { return dae.variables[v.index()]; }
  ir::ExprId Leaf(ir::VariableId v) { return pool().Variable(v, At(v).type, At(v).enumeration); }
  ir::ExprId PreLeaf(ir::VariableId v) { return pool().Pre(v, At(v).type, At(v).enumeration); }
  bool IsFixedInTime(ir::VariableId v) { return At(v).variability <= ir::Variability::kParameter; }
  /// True if the model's equations have to determine it.
  bool IsUnknown(ir::VariableId v) { return !IsFixedInTime(v) && At(v).causality != ir::Causality::kInput; }
  /// The text of an expression of the flat model.
  std::string Text(ir::ExprId e) const;
};

/// True if `e` is a lone variable.
bool IsVariable(const ir::ExprPool& pool, ir::ExprId e);

}  // namespace stiction
