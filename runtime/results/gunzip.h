// SPDX-License-Identifier: BSD-3-Clause
// Files packed with gzip.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace stiction::runtime {

bool IsGzip(std::string_view bytes);

/// The content of all members of a gzip stream (RFC 1952).
struct Unpacked {
  std::string bytes;
};

/// A small file may hold that much by intent only.
constexpr size_t kMaxUnpacked = size_t{1} << 30;

/// @param max size of the content
/// @returns the content, or what is wrong: cut off, damaged, too large
std::variant<Unpacked, std::string> Gunzip(std::string_view bytes, size_t max = kMaxUnpacked);

}  // namespace stiction::runtime
