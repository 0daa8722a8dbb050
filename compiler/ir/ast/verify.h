// SPDX-License-Identifier: BSD-3-Clause
// Invariants of an Ast.
#pragma once

#include "compiler/ir/ast/ast.h"

namespace stiction::ast {

/// Checks that the spans nest: every node lies in the file and within the node it belongs to, and that operators have
/// the operands their kind needs. Aborts through CHECK if not.
void Verify(const StoredDefinition& stored, const Source& source);

}  // namespace stiction::ast
