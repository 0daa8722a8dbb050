// SPDX-License-Identifier: BSD-3-Clause
// Writes MAT files for tests: version 4, and version 5 plain and compressed, in either byte order.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

#include "runtime/external/matrix.h"

namespace stiction::runtime {

class MatBytes {
 public:
  explicit MatBytes(bool big_endian) : swap_(big_endian != (std::endian::native == std::endian::big)) {}

  template <typename Number>
  MatBytes& Put(Number number) {
    std::string bytes(sizeof(Number), '\0');
    std::copy_n(reinterpret_cast<const char*>(&number), sizeof(Number), bytes.begin());
    if (swap_) std::reverse(bytes.begin(), bytes.end());
    text += bytes;
    return *this;
  }

  std::string text;

 private:
  bool swap_;
};

template <typename Number>
std::string MatColumns(const Matrix& matrix, bool big_endian) {
  MatBytes bytes(big_endian);
  for (size_t j = 0; j < matrix.columns; ++j) {
    for (size_t i = 0; i < matrix.rows; ++i) bytes.Put(static_cast<Number>(matrix(i, j)));
  }
  return bytes.text;
}

/// @param precision  P of the header's MOPT: 0 double, 1 float, 2 int32, 3 int16, 4 uint16, 5 uint8
inline std::string Mat4(const std::string& name, const Matrix& matrix, int precision = 0, bool big_endian = false,
                        int kind = 0) {
  MatBytes bytes(big_endian);
  bytes.Put<int32_t>((big_endian ? 1000 : 0) + 10 * precision + kind);
  bytes.Put(static_cast<int32_t>(matrix.rows)).Put(static_cast<int32_t>(matrix.columns)).Put<int32_t>(0);
  bytes.Put(static_cast<int32_t>(name.size() + 1));
  bytes.text += name + '\0';
  switch (precision) {
    case 0:
      return bytes.text + MatColumns<double>(matrix, big_endian);
    case 1:
      return bytes.text + MatColumns<float>(matrix, big_endian);
    case 2:
      return bytes.text + MatColumns<int32_t>(matrix, big_endian);
    case 3:
      return bytes.text + MatColumns<int16_t>(matrix, big_endian);
    case 4:
      return bytes.text + MatColumns<uint16_t>(matrix, big_endian);
    default:
      return bytes.text + MatColumns<uint8_t>(matrix, big_endian);
  }
}

inline std::string Mat5Header(bool big_endian = false) {
  std::string text = "MATLAB 5.0 MAT-file, written by a test";
  text.resize(124, ' ');
  MatBytes bytes(big_endian);
  bytes.Put<uint16_t>(0x0100).Put(static_cast<uint16_t>('M' << 8 | 'I'));
  return text + bytes.text;
}

inline std::string Mat5Element(uint32_t type, const std::string& data, bool big_endian = false, bool padded = true) {
  MatBytes bytes(big_endian);
  if (data.size() <= 4 && !data.empty() && padded) {
    // Small elements: size and type share a word.
    bytes.Put(static_cast<uint32_t>(data.size() << 16 | type));
    bytes.text += data + std::string(4 - data.size(), '\0');
    return bytes.text;
  }
  bytes.Put(type).Put(static_cast<uint32_t>(data.size()));
  bytes.text += data;
  if (padded) bytes.text.resize((bytes.text.size() + 7) / 8 * 8, '\0');
  return bytes.text;
}

/// One array as an element of its own, its numbers as doubles.
inline std::string Mat5Array(const std::string& name, const Matrix& matrix, bool big_endian = false,
                             uint32_t kind_and_flags = 6) {
  MatBytes flags(big_endian);
  flags.Put(kind_and_flags).Put<uint32_t>(0);
  MatBytes sizes(big_endian);
  sizes.Put(static_cast<int32_t>(matrix.rows)).Put(static_cast<int32_t>(matrix.columns));
  return Mat5Element(14,
                     Mat5Element(6, flags.text, big_endian) + Mat5Element(5, sizes.text, big_endian) +
                         Mat5Element(1, name, big_endian) +
                         Mat5Element(9, MatColumns<double>(matrix, big_endian), big_endian),
                     big_endian);
}

/// A structure of fields made by Mat5Array or Mat5Structure with an empty name.
inline std::string Mat5Structure(const std::string& name,
                                 const std::vector<std::pair<std::string, std::string>>& fields) {
  MatBytes flags(false);
  flags.Put<uint32_t>(2).Put<uint32_t>(0);
  MatBytes sizes(false);
  sizes.Put<int32_t>(1).Put<int32_t>(1);
  MatBytes width(false);
  width.Put<int32_t>(32);
  std::string names;
  std::string values;
  for (const auto& [field, value] : fields) {
    names += field + std::string(32 - field.size(), '\0');
    values += value;
  }
  return Mat5Element(14, Mat5Element(6, flags.text) + Mat5Element(5, sizes.text) + Mat5Element(1, name) +
                             Mat5Element(5, width.text) + Mat5Element(1, names) + values);
}

inline std::string Mat5Compressed(const std::string& element) {
  std::string out(compressBound(element.size()), '\0');
  uLongf size = out.size();
  compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(element.data()), element.size());
  out.resize(size);
  return Mat5Element(15, out, false, /*padded=*/false);
}

}  // namespace stiction::runtime
