// SPDX-License-Identifier: BSD-3-Clause
#include "cli/share_of_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <thread>

namespace stiction::cli {
namespace {

std::optional<size_t> Count(std::string_view text) {
  size_t number = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || wrong != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<size_t> CountOf(const char* variable) {
  const char* const text = std::getenv(variable);
  return text ? Count(text) : std::nullopt;
}

}  // namespace

std::variant<ShareOfWork, std::string> ReadShare(const std::string& shard) {
  ShareOfWork share;
  if (!shard.empty()) {
    const size_t slash = std::min(shard.find('/'), shard.size());
    const auto index = Count(std::string_view(shard).substr(0, slash));
    const auto count = Count(std::string_view(shard).substr(std::min(slash + 1, shard.size())));
    if (!index || !count || *index < 1 || *index > *count) {
      return fmt::format("--shard takes K/N with K from 1 to N, such as 2/8, not '{}'", shard);
    }
    share.index = *index - 1;
    share.count = *count;
    return share;
  }
  const auto rank = CountOf("OMPI_COMM_WORLD_RANK"), size = CountOf("OMPI_COMM_WORLD_SIZE");
  if (!rank || !size || *rank >= *size) return share;
  share.index = *rank;
  share.count = *size;
  const size_t here = std::max<size_t>(CountOf("OMPI_COMM_WORLD_LOCAL_SIZE").value_or(1), 1);
  share.processes = static_cast<int>(std::max<size_t>(std::thread::hardware_concurrency() / here, 1));
  return share;
}

}  // namespace stiction::cli
