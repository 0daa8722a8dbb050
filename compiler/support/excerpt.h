// SPDX-License-Identifier: BSD-3-Clause
// The line of the text that a message is about.
#pragma once

#include <ostream>
#include <string_view>

#include "compiler/support/source.h"

namespace stiction {

/// Prints the line at which a span begins, with carets below the span:
///
///        6 |   x = 2;
///          |   ^^^^^
///
/// Of a line longer than a screen only the part around the span is shown; what is no text (control characters, broken
/// UTF-8) appears as `?`.
/// @param mark, unmark what switches the colour of the carets on and off
void PrintExcerpt(std::ostream& out, const Source& source, Span span, std::string_view mark = "",
                  std::string_view unmark = "");

/// The place "path:line:column" of a file, read into `sources`. @returns no span if there is no such place
Span ReadPlace(SourceMap& sources, std::string_view place);

}  // namespace stiction
