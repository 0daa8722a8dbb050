// SPDX-License-Identifier: BSD-3-Clause
// A hash that is the same on every machine and in every version.
#pragma once

#include <cstdint>
#include <string_view>

namespace stiction::runtime {

/// FNV-1a of 64 bits (Fowler, Noll, Vo). @param hash of the bytes before
constexpr uint64_t TextHash(std::string_view bytes, uint64_t hash = 0xcbf29ce484222325U) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3U;
  return hash;
}

}  // namespace stiction::runtime
