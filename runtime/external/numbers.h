// SPDX-License-Identifier: BSD-3-Clause
// Numbers as table files write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::runtime {

/// A finite number in the syntax of C ("2.3", "-2", "+2.e4"), all of the text; nothing if it is none.
std::optional<double> ReadNumber(std::string_view text);

/// The text for a message: what cannot be printed as a question mark, no more than 40 characters.
std::string Shown(std::string_view text);

/// "there is no table 'a' in file 'f'; it has 'b', 'c'".
std::string NoSuchTable(std::string_view table, const std::string& file, const std::vector<std::string>& names);

}  // namespace stiction::runtime
