// SPDX-License-Identifier: BSD-3-Clause
// What is told of a name.
#pragma once

#include <string>

#include "compiler/editor/occurrences.h"
#include "compiler/editor/workspace.h"

namespace stiction::editor {

/// The declaration as Modelica text, and in Markdown: type, unit, value, description.
std::string Hover(Snapshot& snapshot, const Occurrence& occurrence);

}  // namespace stiction::editor
