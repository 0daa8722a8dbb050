// SPDX-License-Identifier: BSD-3-Clause
// What may be written at a place.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/editor/symbols.h"
#include "compiler/editor/workspace.h"

namespace stiction::editor {

struct Completion {
  std::string name, detail, comment;
  std::optional<SymbolKind> kind;  // nothing: a word of the language
};

struct Completions {
  Span replaced;  // the beginning of the name that is written
  std::vector<Completion> all;
};

/// Members behind a dot, modifiers and named arguments in parentheses, else what is known in the class. Sorted by name.
Completions CompletionsAt(Snapshot& snapshot, uint32_t offset);

}  // namespace stiction::editor
