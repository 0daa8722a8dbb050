// SPDX-License-Identifier: BSD-3-Clause
// The classes of a file with what they declare.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/ast/ast.h"

namespace stiction::editor {

enum class SymbolKind {
  kPackage,
  kModel,
  kFunction,
  kRecord,
  kType,
  kConnector,
  kEnumeration,
  kVariable,
  kConstant,
  kLiteral
};

struct Symbol {
  std::string name, detail;
  SymbolKind kind;
  Span span, name_span;
  std::vector<Symbol> children;
};

/// The classes of a file with what they declare.
std::vector<Symbol> SymbolsOf(const ast::StoredDefinition& file);
SymbolKind KindOf(const ast::Class& definition);

/// "flow Real", "parameter Real": the words before the name of a type.
std::string PrefixesOf(const ast::TypePrefix& prefix);

}  // namespace stiction::editor
