// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/flatten/assertion_levels.h"

namespace stiction::flatten {
namespace {

bool IsWarning(const ir::BoundExpression& call) {
  if (call.kind != ir::BoundKind::kBuiltin || call.text != "assert" || call.operands.size() < 3) return false;
  const ir::BoundExpression& level = *call.operands[2];
  return level.kind == ir::BoundKind::kEnumeration && level.number == 1;
}

void Check(const std::vector<ir::BoundStatement>& statements, Diagnostics& diagnostics) {
  for (const ir::BoundStatement& statement : statements) {
    if (statement.kind == ast::StatementKind::kCall && IsWarning(*statement.value)) {
      diagnostics
          .Warning(DiagnosticKind::NotYetSupported, statement.span,
                   "an assertion of level warning in a function is not checked")
          .hint = "put it into the equations of the model that calls the function";
    }
    for (const auto& branch : statement.branches) Check(branch.body, diagnostics);
    Check(statement.body, diagnostics);
  }
}

}  // namespace

void CheckAssertionLevels(const ir::FunctionInstance& function, Diagnostics& diagnostics) {
  Check(function.body, diagnostics);
}

}  // namespace stiction::flatten
