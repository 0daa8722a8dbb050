// SPDX-License-Identifier: BSD-3-Clause
// The signals that a command is asked for: names, patterns, and files of them.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace stiction::cli {

/// What stands in signal options: the lines of what exists as a file, else names and patterns separated by commas; each
/// once. The time is no signal.
/// @returns the names and patterns, or what is wrong
std::variant<std::vector<std::string>, std::string> ReadSignals(const std::vector<std::string>& given);

/// Names and patterns separated by commas; each once.
std::vector<std::string> SplitSignals(const std::vector<std::string>& given);

/// Puts the names that patterns fit in their places, each once. What is a name itself, or no pattern, stays as it is.
/// @param names in the order in which patterns take them
/// @returns the names, or which pattern fits none
std::variant<std::vector<std::string>, std::string> ExpandPatterns(const std::vector<std::string>& wanted,
                                                                   const std::vector<std::string>& names);

/// The files among what was given.
std::vector<std::string> SignalFilesOf(const std::vector<std::string>& given);

}  // namespace stiction::cli
