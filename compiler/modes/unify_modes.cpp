// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/modes/unify_modes.h"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "compiler/ir/dae/derivatives.h"
#include "compiler/ir/dae/variable_kinds.h"
#include "compiler/modes/mode_equations.h"
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

}  // namespace

ir::Dae UnifyModes(ir::Dae dae, Diagnostics& diagnostics) {
  const std::vector<ModeEquation> equations = FindModeEquations(dae, ir::VariableKinds(dae));
  if (equations.empty()) return dae;
  const ir::Dae given = dae;
  ir::RestoreDerivatives(dae);
  const ir::VariableKinds kinds(dae);
  const std::optional<ModeStructure> structure = AnalyzeModes(dae, kinds, equations);
  if (!structure) return dae;
  BranchDerivatives derivatives(dae, kinds);
  std::vector<DifferentiatedModes> differentiated;
  for (size_t row = 0; row < structure->modes_of_row.size(); ++row) {
    const ModeEquation* equation = structure->modes_of_row[row];
    if (equation == nullptr || structure->HighestOffset(static_cast<int32_t>(row)) == 0) continue;
    const bool is_alike = structure->HasAlikeBranches(static_cast<int32_t>(row));
    // A prescribed motion: what is tied to it follows, and nothing else jumps.
    if (is_alike && structure->system.branches[row].front().size() == 1) continue;
    DifferentiatedModes& modes = differentiated.emplace_back(static_cast<int32_t>(row));
    modes.is_alike = is_alike;
    for (size_t b = 0; b < equation->branches.size(); ++b) {
      auto of_branch = derivatives.Of(equation->branches[b].residual,
                                      structure->OffsetOf(static_cast<int32_t>(row), static_cast<int32_t>(b)));
      if (!of_branch) return given;  // causalize tells of it if all modes need that derivative
      modes.residuals.push_back(std::move(*of_branch));
    }
  }
  if (differentiated.empty()) return dae;
  AddRestart(dae, *structure, differentiated, diagnostics);
  for (const DifferentiatedModes& modes : differentiated) {
    if (modes.is_alike) continue;
    const ModeEquation& equation = *structure->modes_of_row[static_cast<size_t>(modes.row)];
    std::vector<ir::ExprId> highest;
    for (const std::vector<ir::ExprId>& residuals : modes.residuals) highest.push_back(residuals.back());
    ir::DaeEquation& changed = dae.equations[equation.equation.index()];
    changed.left = dae.pool->Real(0);
    changed.right = Combine(*dae.pool, equation, highest);
    changed.origin.derivation = "differentiated branch by branch";
  }
  return dae;
}

}  // namespace stiction
