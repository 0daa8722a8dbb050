// SPDX-License-Identifier: BSD-3-Clause
// What an editor asks about a place in a file.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/editor/occurrences.h"
#include "compiler/editor/workspace.h"

namespace stiction::editor {

/// The identifier at a place, with what it means; nothing where there is none.
std::optional<Occurrence> OccurrenceAt(Snapshot& snapshot, uint32_t offset);

/// All identifiers of the file that mean the same, in the order of the text.
std::vector<Span> OccurrencesOf(Snapshot& snapshot, const Declaration& declaration);

/// The declaration as Modelica text, and in Markdown: type, unit, value, description.
std::string Hover(Snapshot& snapshot, const Occurrence& occurrence);

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

/// Why a declaration cannot be called so; empty if it can.
std::string WhyNotRenamed(Snapshot& snapshot, const Occurrence& occurrence, const std::string& name);

}  // namespace stiction::editor
