// SPDX-License-Identifier: BSD-3-Clause
// Modelica text in one layout. Only the blanks between tokens change, so that the text means what it meant.
#pragma once

#include <optional>
#include <string>

#include "compiler/support/diagnostics.h"
#include "compiler/support/source.h"

namespace stiction {

/// The text of one file in the layout of docs/format.md: indented by what is inside of what, one declaration, equation
/// and statement a line. Line breaks inside of these, comments and texts stay as they are. The result of a result is
/// the same.
/// @returns nothing after a syntax error
/// @errors SyntaxError, as Parse
std::optional<std::string> Format(const Source& source, Diagnostics& diagnostics);

}  // namespace stiction
