// SPDX-License-Identifier: BSD-3-Clause
// The names of a file that mean the same.
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

/// Why a declaration cannot be called so; empty if it can.
std::string WhyNotRenamed(Snapshot& snapshot, const Occurrence& occurrence, const std::string& name);

}  // namespace stiction::editor
