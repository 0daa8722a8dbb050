// SPDX-License-Identifier: BSD-3-Clause
// Results from comma-separated values, as tools write them.
#pragma once

#include <functional>
#include <string_view>

#include "runtime/results/result_table.h"

namespace stiction::runtime {

/// Makes a text longer: replaces what is left of it by the same and what comes after it.
/// @returns false at the end of the text
using MoreText = std::function<bool(std::string_view& rest)>;

/// Reads a header of names and rows of numbers.
///
/// - Separator: what the header is written with, of `;`, tab and `,`; a first line `sep=;` as Excel wants it is heeded.
///   With `;` or a tab, numbers may have decimal commas.
/// - Names: with or without quotes (a quote inside is doubled, RFC 4180); commas inside brackets do not separate. One
///   of them is the time: `time`, `t` or `time [ms]` in any case, the first such column. Times are turned into seconds.
/// - Units: behind the names, `speed [m/s]` or `speed (m/s)` with a blank between, or in a row below them.
/// - Numbers: also `nan`, `inf` and what Microsoft's library prints for them, `true` and `false`, exponents with D,
///   quotes around. A separator at the end of header or row is no further column.
/// - Lines that are empty or begin with `#`, `%` or `//` are skipped; a byte order mark of UTF-8 too.
///
/// @param text the whole, or its first part if there is `more`: at least a few lines, so that a large file need not be
/// in memory
/// @param size of the whole, as far as it is known: how much room the table will need
/// @returns the table, or what is wrong and in which line: no header, no time, a row of another length, a number that
/// is none, a time that is not finite, in an unknown unit or before that of the row above
ReadTable ParseCsv(std::string_view text, const MoreText& more = {}, size_t size = 0);

}  // namespace stiction::runtime
