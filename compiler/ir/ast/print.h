// SPDX-License-Identifier: BSD-3-Clause
// The text form of the Ast: formatted Modelica. Parsing it again and printing that gives the same text.
#pragma once

#include <ostream>
#include <string>

#include "compiler/ir/ast/ast.h"

namespace stiction::ast {

/// Prints a file as Modelica text: two spaces an indentation level, one element, equation or statement a line, one
/// component a declaration, parentheses only where the grammar asks for them, equation sections before algorithms.
/// Comments of the text are not in the Ast; the description of an import or of a constraining clause neither.
void Print(std::ostream& out, const StoredDefinition& stored);
void Print(std::ostream& out, const Class& cls);

/// One line each, as they stand in an expression.
std::string ToString(const Expression& expression);
std::string ToString(const ComponentReference& reference);
std::string ToString(const Name& name);
/// `(a = 1, redeclare ...) = value`
std::string ToString(const Modification& modification);
std::string ToString(const ModificationArgument& argument);

/// "model", "operator record", ...
std::string_view ToString(ClassKind kind);

}  // namespace stiction::ast
