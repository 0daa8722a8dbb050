// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/modes/unify_modes.h"

#include <optional>
#include <utility>
#include <vector>

#include "compiler/ir/dae/derivatives.h"
#include "compiler/ir/dae/variable_kinds.h"
#include "compiler/modes/mode_equations.h"
#include "compiler/modes/mode_table.h"
#include "compiler/modes/restart.h"
#include "compiler/modes/structure.h"
#include "compiler/symbolic/differentiate.h"

namespace stiction {
namespace {

/// The derivatives of a mode equation's branches, of orders 0 to the offset of each.
class BranchDerivatives {
 public:
  BranchDerivatives(ir::Dae& dae, const ir::VariableKinds& kinds) : dae_(dae), kinds_(kinds) {}

  /// @returns nothing if there is no derivative
  std::optional<std::vector<ir::ExprId>> Of(ir::ExprId residual, int32_t order) {
    std::vector<ir::ExprId> derivatives{residual};
    const auto derivative = [this](ir::VariableId v) {
      if (!kinds_.IsContinuous(v)) return dae_.pool->Real(0);
      return dae_.pool->Variable(ir::DerivativeOf(dae_, v), ir::ScalarType::kReal);
    };
    for (int32_t k = 0; k < order; ++k) {
      const auto next = symbolic::TimeDerivative(*dae_.pool, dae_.functions, derivatives.back(), derivative);
      if (!next) return std::nullopt;
      derivatives.push_back(*next);
    }
    return derivatives;
  }

 private:
  ir::Dae& dae_;
  const ir::VariableKinds& kinds_;
};

/// The first equation without modes that does not have the derivatives that the common list of states asks for, which
/// index reduction is going to take. @param scratch a copy of the model: it gets derivatives of variables
std::optional<size_t> FindWithoutDerivative(ir::Dae scratch, const ModeStructure& structure) {
  const ir::VariableKinds kinds(scratch);
  BranchDerivatives derivatives(scratch, kinds);
  for (size_t i = 0; i < structure.modes_of_row.size(); ++i) {
    const int32_t offset = structure.HighestOffset(static_cast<int32_t>(i));
    if (structure.modes_of_row[i] != nullptr || offset == 0) continue;
    const ir::DaeEquation equation = scratch.equations[structure.equation_of_row[i].index()];
    if (!derivatives.Of(equation.left, offset) || !derivatives.Of(equation.right, offset)) return i;
  }
  return std::nullopt;
}

/// The mode equations that constrain states in some branch.
std::vector<DifferentiatedModes> RowsToDifferentiate(const ModeStructure& structure) {
  std::vector<DifferentiatedModes> rows;
  for (size_t i = 0; i < structure.modes_of_row.size(); ++i) {
    const auto row = static_cast<int32_t>(i);
    if (structure.modes_of_row[i] == nullptr || structure.HighestOffset(row) == 0) continue;
    const bool is_alike = structure.HasAlikeBranches(row);
    // A prescribed motion: what is tied to it follows, and nothing else jumps.
    if (is_alike && structure.system.branches[i].front().size() == 1) continue;
    rows.push_back({row, {}, is_alike});
  }
  return rows;
}

}  // namespace

ir::Dae UnifyModes(ir::Dae dae) {
  const std::vector<ModeEquation> equations = FindModeEquations(dae, ir::VariableKinds(dae));
  if (equations.empty()) return dae;
  ir::RestoreDerivatives(dae);
  const ir::VariableKinds kinds(dae);
  const std::optional<ModeStructure> structure = AnalyzeModes(dae, kinds, equations);
  if (!structure) return dae;
  FillModeTable(dae, *structure);
  if (!structure->is_uniform) return dae;
  std::vector<DifferentiatedModes> differentiated = RowsToDifferentiate(*structure);
  if (differentiated.empty()) return dae;
  if (const auto row = FindWithoutDerivative(dae, *structure)) {
    dae.modes.without_derivative.emplace(*row, 0);
    return dae;
  }
  ir::Dae given = dae;
  BranchDerivatives derivatives(dae, kinds);
  for (DifferentiatedModes& modes : differentiated) {
    const ModeEquation& equation = *structure->modes_of_row[static_cast<size_t>(modes.row)];
    for (size_t b = 0; b < equation.branches.size(); ++b) {
      auto of_branch =
          derivatives.Of(equation.branches[b].residual, structure->OffsetOf(modes.row, static_cast<int32_t>(b)));
      if (!of_branch) {  // causalize tells of it if all modes need that derivative
        given.modes.without_derivative.emplace(static_cast<size_t>(modes.row), b);
        return given;
      }
      modes.residuals.push_back(std::move(*of_branch));
    }
  }
  AddRestart(dae, *structure, differentiated);
  for (const DifferentiatedModes& modes : differentiated) {
    if (modes.is_alike) continue;
    const ModeEquation& equation = *structure->modes_of_row[static_cast<size_t>(modes.row)];
    std::vector<ir::ExprId> highest;
    for (const std::vector<ir::ExprId>& residuals : modes.residuals) highest.push_back(residuals.back());
    ir::DaeEquation& changed = dae.equations[equation.equation.index()];
    changed.left = dae.pool->Real(0);
    changed.path_left = changed.path_right = ir::ExprId();
    changed.right = Combine(*dae.pool, equation, highest);
    changed.origin.derivation = "differentiated branch by branch";
  }
  return dae;
}

}  // namespace stiction
