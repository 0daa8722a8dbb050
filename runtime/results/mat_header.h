// SPDX-License-Identifier: BSD-3-Clause
// Headers of matrices in MATLAB v4 files that we write.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

namespace stiction::runtime {

// MOPT: little endian
inline constexpr int32_t kMatDouble = 0;
inline constexpr int32_t kMatInt32 = 20;
inline constexpr int32_t kMatText = 51;  // of bytes

inline std::string MatHeader(int32_t type, size_t rows, size_t columns, const std::string& name) {
  const int32_t fields[] = {type, static_cast<int32_t>(rows), static_cast<int32_t>(columns), 0,
                            static_cast<int32_t>(name.size() + 1)};
  std::string header(sizeof fields, '\0');
  std::memcpy(header.data(), fields, sizeof fields);
  return header + name + '\0';
}

}  // namespace stiction::runtime
