// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/incomplete.h"

#include <fmt/format.h>

#include <fstream>

#include "runtime/results/atomic_file.h"

namespace stiction::runtime {

std::filesystem::path IncompleteMarkOf(const std::filesystem::path& result) {
  std::filesystem::path mark = result;
  mark += ".incomplete";
  return mark;
}

std::optional<std::string> MarkIncomplete(const std::filesystem::path& result, const std::string& reason) {
  const std::filesystem::path mark = IncompleteMarkOf(result);
  if (!reason.empty()) return WriteAtomically(mark, reason);
  std::error_code wrong;
  // Anything else of that name is no mark of ours.
  if (std::filesystem::symlink_status(mark, wrong).type() != std::filesystem::file_type::regular) return std::nullopt;
  std::filesystem::remove(mark, wrong);
  if (wrong) return fmt::format("cannot remove {}: {}", mark.string(), wrong.message());
  return std::nullopt;
}

std::optional<std::string> ReadIncompleteMark(const std::filesystem::path& result) {
  std::ifstream in(IncompleteMarkOf(result));
  std::string reason;
  if (!in) return std::nullopt;
  std::getline(in, reason);
  return reason;
}

}  // namespace stiction::runtime
