// SPDX-License-Identifier: BSD-3-Clause
// The variables that occur in each equation of a model, found once for all phases.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/causalize/occurrences.h"
#include "compiler/ir/dae/dae.h"
#include "compiler/ir/dae/variable_kinds.h"

namespace stiction {

/// The variables that occur in a pair of expressions, each list ascending and distinct. Valid until the next question.
struct OccurrenceLists {
  std::span<const ir::VariableId> variables;
  std::span<const ir::VariableId> pre;  // under pre()
  std::span<const ir::RelationId> relations;
  std::span<const int32_t> held;  // indices of Dae::held_values
};

/// The occurrences in the equations and relations of a model, kept side by side since all phases read them in order.
/// Sides that have changed since the last question are looked through anew.
class ModelOccurrences {
 public:
  /// @param dae outlives this; equations and derivatives of variables may be appended to it, and taken back
  explicit ModelOccurrences(const ir::Dae& dae);

  const ir::VariableKinds& kinds() const { return kinds_; }

  /// Of the equation's two sides as the model has them.
  OccurrenceLists In(ir::EquationId id);
  /// Of the right side only, as it is of assignments: an equation is asked for in one of the two ways.
  OccurrenceLists InRight(ir::EquationId id);
  /// With the impulse that decides the relation at events.
  OccurrenceLists In(ir::RelationId id);
  /// Of what belongs to no equation of the model: nothing is kept. @param left may be invalid
  OccurrenceLists In(ir::ExprId left, ir::ExprId right);

  /// The continuous unknowns in an equation; none if its two sides are the same.
  /// @param found what was in it goes, its memory is used again
  void ContinuousUnknowns(ir::EquationId id, std::vector<ir::VariableId>& found);
  void ContinuousUnknowns(ir::ExprId left, ir::ExprId right, std::vector<ir::VariableId>& found);

 private:
  /// The lists stand one after the other in the vectors below; of variables, those under pre() follow the others.
  struct Entry {
    ir::ExprId left, right;
    uint32_t variables = 0, relations = 0, held = 0;  // where they begin
    uint32_t variable_count = 0, pre_count = 0, relation_count = 0, held_count = 0;
  };
  OccurrenceLists Kept(std::vector<Entry>& entries, size_t index, ir::ExprId left, ir::ExprId right);
  void SelectContinuous(std::span<const ir::VariableId> variables, std::vector<ir::VariableId>& found) const;

  const ir::Dae* dae_;
  ir::VariableKinds kinds_;
  std::vector<Entry> of_equation_, of_relation_;
  std::vector<ir::VariableId> variables_;
  std::vector<ir::RelationId> relations_;
  std::vector<int32_t> held_;
  Occurrences last_;
};

}  // namespace stiction
