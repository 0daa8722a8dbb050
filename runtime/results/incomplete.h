// SPDX-License-Identifier: BSD-3-Clause
// The mark beside a result whose run did not reach its end.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace stiction::runtime {

/// The file that marks `result`: result.csv.incomplete. The result itself stays what other tools can read.
std::filesystem::path IncompleteMarkOf(const std::filesystem::path& result);

/// Marks a result with the reason why it ends early, or takes the mark of an earlier run away if there is none.
/// @returns nothing on success, else a sentence with the system's reason
std::optional<std::string> MarkIncomplete(const std::filesystem::path& result, const std::string& reason);

/// The reason why the result ends early; nothing if it is not marked.
std::optional<std::string> ReadIncompleteMark(const std::filesystem::path& result);

}  // namespace stiction::runtime
