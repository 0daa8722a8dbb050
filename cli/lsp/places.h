// SPDX-License-Identifier: BSD-3-Clause
// Places as editors count them: lines from 0, columns in units of UTF-16; files as URIs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/lsp/messages.h"
#include "compiler/support/source.h"

namespace stiction::lsp {

/// The byte of a position; the nearest one if the text has no such place.
uint32_t OffsetOf(std::string_view text, const Json& position);
Json PositionOf(const Source& source, uint32_t offset);
Json RangeOf(const Source& source, Span span);

/// The path of a `file:` URI; any other URI stands for itself.
std::string PathOf(const std::string& uri);
std::string UriOf(const std::string& path);

Json LocationOf(const SourceMap& sources, Span span);

}  // namespace stiction::lsp
