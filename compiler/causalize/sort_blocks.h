// From matched equations to blocks in evaluation order.
#pragma once

#include <functional>
#include <vector>

#include "compiler/ir/causal/causal_model.h"

namespace stiction {

/// An unknown with the equation that determines it.
struct MatchedUnknown {
  enum class Kind { kReal, kDiscrete, kPre, kRelation, kHeld };
  Kind kind = Kind::kReal;
  ir::VariableId variable;  // kReal, kDiscrete
  ir::EquationId equation;  // kReal, kDiscrete: as numbered in Block::equations
  ir::RelationId relation;  // kRelation
  int32_t held = -1;        // kHeld: index of Dae::held_values
  ir::ExprId left, right;   // the equation; kDiscrete: variable := right; kRelation, kHeld: both sides, `left` only
};

/// The explicit solutions of equations of the model, by EquationId, as far as a system has needed them; `solution` is
/// invalid where none has. An equation is solved alike in all systems.
using ExplicitSolutions = std::vector<ir::Assignment>;

/// The strong components of the unknowns' dependencies, each with its kind of solution. An unknown is made explicit
/// only when its coefficient is a literal and cannot vanish; any other single linear equation is a linear block of
/// size 1.
/// @param matched in the order that decides where dependencies leave a choice
/// @param is_parameter whether a variable is known before this system
/// @param solutions one for each equation of the model; completed
ir::BlockSystem SortIntoBlocks(const ir::Dae& dae, const std::vector<MatchedUnknown>& matched,
                               const std::function<bool(ir::VariableId)>& is_parameter, ExplicitSolutions& solutions);

/// Nodes for the relations and held values of a model.
void AppendRelations(const ir::Dae& dae, std::vector<MatchedUnknown>& matched);

}  // namespace stiction
