// SPDX-License-Identifier: BSD-3-Clause
// The values of literals as they are written.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stiction::parse {

/// The characters of a string literal (MLS 2.4.3): escapes resolved, quotes removed.
struct StringValue {
  std::string text;
  std::optional<size_t> bad_escape;  ///< offset in the literal of the first backslash that starts no S-ESCAPE
};

/// @param literal the token STRING with its quotes
StringValue ReadString(std::string_view literal);

/// @param literal the token UNSIGNED-INTEGER or UNSIGNED-REAL
/// @returns the nearest double; infinity if it is beyond the range of Real
double ReadNumber(std::string_view literal);

}  // namespace stiction::parse
