// SPDX-License-Identifier: BSD-3-Clause
// Builds MATLAB v4 files for the tests of their reader, in every layout and number type.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace stiction::test {

/// Appends matrices to a file.
class MatFile {
 public:
  enum Type { kDouble = 0, kFloat = 1, kInt32 = 2, kInt16 = 3, kUint16 = 4, kUint8 = 5 };

  explicit MatFile(bool big_endian = false) : big_endian_(big_endian) {}

  /// @param values row by row
  void Numbers(const std::string& name, size_t rows, size_t columns, const std::vector<double>& values,
               Type type = kDouble) {
    Header(name, rows, columns, 10 * type);
    for (size_t column = 0; column < columns; ++column) {
      for (size_t row = 0; row < rows; ++row) Number(values[row * columns + column], type);
    }
  }

  /// @param transposed each text is a column
  void Texts(const std::string& name, const std::vector<std::string>& texts, bool transposed, char filling = ' ') {
    size_t longest = 1;
    for (const std::string& text : texts) longest = std::max(longest, text.size());
    const auto at = [&](size_t text, size_t i) { return i < texts[text].size() ? texts[text][i] : filling; };
    Header(name, transposed ? longest : texts.size(), transposed ? texts.size() : longest, 51);
    if (transposed) {
      for (size_t text = 0; text < texts.size(); ++text) {
        for (size_t i = 0; i < longest; ++i) bytes_ += at(text, i);
      }
    } else {
      for (size_t i = 0; i < longest; ++i) {
        for (size_t text = 0; text < texts.size(); ++text) bytes_ += at(text, i);
      }
    }
  }

  const std::string& bytes() const { return bytes_; }

 private:
  template <class T>
  void Put(T value) {
    char raw[sizeof(T)];
    std::memcpy(raw, &value, sizeof(T));
    if (big_endian_) std::reverse(raw, raw + sizeof(T));
    bytes_.append(raw, sizeof(T));
  }
  void Number(double value, Type type) {
    switch (type) {
      case kDouble:
        return Put(value);
      case kFloat:
        return Put(static_cast<float>(value));
      case kInt32:
        return Put(static_cast<int32_t>(value));
      case kInt16:
        return Put(static_cast<int16_t>(value));
      case kUint16:
        return Put(static_cast<uint16_t>(value));
      case kUint8:
        return Put(static_cast<uint8_t>(value));
    }
  }
  void Header(const std::string& name, size_t rows, size_t columns, int32_t type) {
    Put<int32_t>(type + (big_endian_ ? 1000 : 0));
    Put(static_cast<int32_t>(rows));
    Put(static_cast<int32_t>(columns));
    Put<int32_t>(0);
    Put(static_cast<int32_t>(name.size() + 1));
    bytes_ += name + '\0';
  }

  bool big_endian_;
  std::string bytes_;
};

/// A trajectory of version 1.1: time, x = {1, 2, 4}, minus = -x, p = 7 over the times {0, 1, 1.5}.
inline std::string SmallTrajectory(bool transposed, MatFile::Type type = MatFile::kDouble, bool big_endian = false) {
  MatFile file(big_endian);
  file.Texts("Aclass", {"Atrajectory", "1.1", "", transposed ? "binTrans" : "binNormal"}, false);
  file.Texts("name", {"time", "x", "minus", "p"}, transposed);
  file.Texts("description", {"Time in [s]", "position [m]", "the same, negated [m|mm]", ""}, transposed, '\0');
  if (transposed) {
    file.Numbers("dataInfo", 4, 4, {0, 2, 2, 1, 1, 2, -2, 2, 0, 0, 0, 0, -1, -1, -1, 0}, MatFile::kInt32);
    file.Numbers("data_1", 2, 2, {0, 1.5, 7, 7}, type);
    file.Numbers("data_2", 2, 3, {0, 1, 1.5, 1, 2, 4}, type);
  } else {
    file.Numbers("dataInfo", 4, 4, {0, 1, 0, -1, 2, 2, 0, -1, 2, -2, 0, -1, 1, 2, 0, 0}, MatFile::kInt32);
    file.Numbers("data_1", 2, 2, {0, 7, 1.5, 7}, type);
    file.Numbers("data_2", 3, 2, {0, 1, 1, 2, 1.5, 4}, type);
  }
  return file.bytes();
}

}  // namespace stiction::test
