// SPDX-License-Identifier: BSD-3-Clause
// From matched equations to blocks in evaluation order.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "compiler/causalize/model_occurrences.h"
#include "compiler/ir/causal/causal_model.h"
#include "compiler/support/id_map.h"
#include "compiler/support/small_list.h"

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

/// The first guess of `variable` reads `parameter`, which the same system determines.
struct GuessNeed {
  ir::VariableId variable, parameter;
};

/// `variable` belongs to the block of `other`, if that depends on it.
struct BlockTie {
  ir::VariableId variable, other;
};

/// Facts about the equations of the model that the systems share, each found when first needed. An equation is solved
/// alike in all systems.
class SharedByEquations {
 public:
  SharedByEquations(const ir::Dae& dae, ModelOccurrences& occurrences);

  ModelOccurrences& occurrences() { return occurrences_; }

  /// The explicit solution of an equation; `solution` is invalid where none is known. Null of what is no equation of
  /// the model.
  ir::Assignment* SolutionOf(ir::EquationId id);
  /// True if a loop is linear in its unknowns together. @param loop its Real equations and unknowns
  /// @param sides of these equations
  bool IsLinear(const ir::ExprPool& pool, const ir::Block& loop,
                const std::vector<std::pair<ir::ExprId, ir::ExprId>>& sides);

 private:
  struct Loop {
    SmallList<ir::EquationId> equations;
    SmallList<ir::VariableId> unknowns;
    bool is_linear = false;
  };

  ModelOccurrences& occurrences_;
  std::vector<ir::Assignment> solutions_;  // by equation
  IdMap<ir::EquationId, Loop> loops_;      // by first equation
};

/// The strong components of the unknowns' dependencies, each with its kind of solution. An unknown is made explicit
/// only when its coefficient is a literal and cannot vanish; any other single linear equation is a linear block of
/// size 1.
/// @param matched in the order that decides where dependencies leave a choice
/// @param is_parameter whether a variable is known before this system
/// @param shared of the same model; completed
/// @param guesses where the parameter does not depend on the variable, it comes first
ir::BlockSystem SortIntoBlocks(const ir::Dae& dae, const std::vector<MatchedUnknown>& matched,
                               const std::function<bool(ir::VariableId)>& is_parameter, SharedByEquations& shared,
                               const std::vector<GuessNeed>& guesses = {}, const std::vector<BlockTie>& ties = {});

/// Nodes for the relations and held values of a model.
void AppendRelations(const ir::Dae& dae, std::vector<MatchedUnknown>& matched);

}  // namespace stiction
