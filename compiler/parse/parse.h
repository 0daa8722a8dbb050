// SPDX-License-Identifier: BSD-3-Clause
// Text to Ast: the only folder that knows ANTLR.
#pragma once

#include <vector>

#include "compiler/ir/ast/ast.h"
#include "compiler/parse/derivation.h"
#include "compiler/support/diagnostics.h"
#include "compiler/support/source.h"

namespace stiction {

/// Parses one Modelica file (MLS 3.6, Appendix A) and drops the parse tree.
///
/// @returns the stored definition, every node with its span in bytes. After a syntax error the classes are empty; after
///     an error that leaves the structure clear (an `end` with another name, `a * -b`) they are complete.
/// @errors SyntaxError: each place at which the text can no longer be Modelica, in the words of the language: after the
///     first, what is damaged (a declaration, an equation, a statement) is passed over, as far as the structure of the
///     text is clear; a text that is not UTF-8; and each place where the grammar of the generated parser is wider than
///     that of the specification (see grammar/README.md).
ast::StoredDefinition Parse(const Source& source, Diagnostics& diagnostics);

/// As Parse, for editors: of a damaged text, the classes without what is damaged.
ast::StoredDefinition ParseDamaged(const Source& source, Diagnostics& diagnostics);

/// Parses a text that is one expression, such as the value of `--set NAME=VALUE`.
/// @returns null after a syntax error
/// @errors SyntaxError, as Parse
ast::ExpressionPtr ParseExpression(const Source& source, Diagnostics& diagnostics);

/// The derivation of a file from the grammar, for what looks at the text as it is written.
/// @returns nothing after a syntax error
/// @errors SyntaxError, as Parse
std::vector<parse::Node> Derive(const Source& source, Diagnostics& diagnostics);

}  // namespace stiction
