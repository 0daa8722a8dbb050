// SPDX-License-Identifier: BSD-3-Clause
// The rules of one class, by family. Each reports what it finds.
#pragma once

#include "compiler/ir/ast/ast.h"
#include "compiler/support/diagnostics.h"

namespace stiction {

/// What a specialized class may hold: sections, protected elements, prefixes, components (MLS 4.6).
void CheckSpecialization(const ast::Class& definition, Diagnostics& diagnostics);

/// Names: predefined ones declared again (MLS 4.8), literals of an enumeration (MLS 4.8.5), imports (MLS 13.2.2).
void CheckNames(const ast::Class& definition, Diagnostics& diagnostics);

/// Where operators of operator records stand, and how (MLS 4.6, 14). @param parent null at top level
void CheckOperators(const ast::Class& definition, const ast::Class* parent, Diagnostics& diagnostics);

/// Shape of expressions, declarations and receivers of results, that the grammar does not tell
/// (MLS 3.2, 7.3.2.1, 8.3.1).
void CheckForms(const ast::Class& definition, Diagnostics& diagnostics);

/// Values of annotations that have a type (MLS 18).
void CheckAnnotations(const ast::Class& definition, Diagnostics& diagnostics);

}  // namespace stiction
