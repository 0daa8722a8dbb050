// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/check_functions/check_functions.h"

#include "compiler/check_functions/assignment.h"

namespace stiction {
namespace {

bool IsWarning(const ir::BoundExpression& call) {
  if (call.kind != ir::BoundKind::kBuiltin || call.text != "assert" || call.operands.size() < 3) return false;
  const ir::BoundExpression& level = *call.operands[2];
  return level.kind == ir::BoundKind::kEnumeration && level.number == 1;
}

/// Warns of each assertion of level warning (MLS 8.3.7): a run knows those of equations and algorithms only.
void CheckAssertionLevels(const std::vector<ir::BoundStatement>& statements, Diagnostics& diagnostics) {
  for (const ir::BoundStatement& statement : statements) {
    if (statement.kind == ast::StatementKind::kCall && IsWarning(*statement.value)) {
      diagnostics
          .Warning(DiagnosticKind::NotYetSupported, statement.span,
                   "an assertion of level warning in a function is not checked")
          .hint = "put it into the equations of the model that calls the function";
    }
    for (const auto& branch : statement.branches) CheckAssertionLevels(branch.body, diagnostics);
    CheckAssertionLevels(statement.body, diagnostics);
  }
}

}  // namespace

void FunctionChecks::Check(const ir::InstanceTree& tree) {
  std::set<Span> checked;
  for (const ir::FunctionInstance& function : tree.functions) {
    if (function.is_generic || !checked.insert(function.span).second) continue;
    CheckAssertionLevels(function.body, diagnostics_);
    if (CheckAssigned(function, diagnostics_)) told_.insert(function.span);
  }
}

void FunctionChecks::Check(const ir::FlatModel& flat) {
  for (const ir::Function& function : flat.functions) {
    if (told_.contains(function.origin.span)) continue;
    if (CheckSlotsAssigned(*flat.pool, function, diagnostics_)) told_.insert(function.origin.span);
  }
}

}  // namespace stiction
