// SPDX-License-Identifier: BSD-3-Clause
// Numbers as text, by the formats of C.
#pragma once

#include <optional>
#include <string>

namespace stiction {

/// The pattern of printf for `[flags][width][.precision]conversion`, a format of MLS 3.7.1 without its percent sign.
/// Reals take the conversions e, f and g, Integers also d, i, o, u and x; big letters where C has them.
/// @returns nothing if `format` is not of that form
std::optional<std::string> PrintfPattern(const std::string& format, bool is_real);

/// @param pattern from PrintfPattern
std::string FormatNumber(const std::string& pattern, double value);

/// Filled with blanks up to `width`.
std::string Padded(std::string text, int width, bool is_left_justified);

}  // namespace stiction
