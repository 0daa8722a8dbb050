// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <vector>

#include "compiler/ir/ast/ast.h"

namespace stiction {

using UsedReferences = std::vector<const ast::ComponentReference*>;

/// All references in an expression, an equation or a statement.
void CollectReferences(const ast::Expression& e, UsedReferences& into);
void CollectReferences(const ast::Equation& e, UsedReferences& into);
void CollectReferences(const ast::Statement& s, UsedReferences& into);

}  // namespace stiction
