// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "compiler/ir/ast/ast.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// Names of operators, and the inputs and outputs of their functions but constructors (MLS 14.1, 14.4 to 14.6).
void CheckOperatorFunctions(const ast::Class& operators, const std::string& record, Diagnostics& diagnostics);

}  // namespace stiction
