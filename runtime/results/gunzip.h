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

/// @returns the content, or what is wrong: cut off, damaged
std::variant<Unpacked, std::string> Gunzip(std::string_view bytes);

}  // namespace stiction::runtime
