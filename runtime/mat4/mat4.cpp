// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/mat4/mat4.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>

namespace stiction::runtime {
namespace {

constexpr size_t kHeaderSize = 5 * sizeof(int32_t);
constexpr int32_t kLongestName = 4096;

template <class T>
T Load(const char* at, bool swap) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, at, sizeof(T));
  if (swap) std::reverse(bytes, bytes + sizeof(T));
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

size_t SizeOf(Mat4Number number) {
  constexpr size_t kSizes[] = {8, 4, 4, 2, 2, 1};
  return kSizes[static_cast<size_t>(number)];
}

struct Header {
  Mat4Matrix matrix;
  size_t name_length = 0;
};

std::optional<Header> ReadHeader(std::string_view bytes) {
  if (bytes.size() < kHeaderSize) return std::nullopt;
  for (const bool swap : {false, true}) {
    const auto field = [&](size_t i) { return Load<int32_t>(bytes.data() + i * sizeof(int32_t), swap); };
    // In decimal: the byte order (0 little, 1 big), 0, the type of the numbers, the kind of the matrix.
    const int32_t type = field(0);
    if (type < 0 || type > 1052 || (type / 1000 == 1) != (swap == (std::endian::native == std::endian::little)))
      continue;
    if (type / 100 % 10 != 0 || type / 10 % 10 > 5 || type % 10 > 2) continue;
    const int32_t rows = field(1), columns = field(2), name_length = field(4);
    if (rows < 0 || columns < 0 || name_length < 1 || name_length > kLongestName) continue;
    Header header{.name_length = static_cast<size_t>(name_length)};
    header.matrix.kind = static_cast<Mat4Kind>(type % 10);
    header.matrix.number = static_cast<Mat4Number>(type / 10 % 10);
    header.matrix.is_complex = field(3) != 0;
    header.matrix.swap = swap;
    header.matrix.rows = static_cast<size_t>(rows);
    header.matrix.columns = static_cast<size_t>(columns);
    return header;
  }
  return std::nullopt;
}

}  // namespace

double Mat4Matrix::at(size_t row, size_t column) const {
  const char* place = data + (column * rows + row) * SizeOf(number);
  switch (number) {
    case Mat4Number::kDouble:
      return Load<double>(place, swap);
    case Mat4Number::kFloat:
      return Load<float>(place, swap);
    case Mat4Number::kInt32:
      return Load<int32_t>(place, swap);
    case Mat4Number::kInt16:
      return Load<int16_t>(place, swap);
    case Mat4Number::kUint16:
      return Load<uint16_t>(place, swap);
    default:
      return static_cast<unsigned char>(*place);
  }
}

std::variant<Mat4Matrix, Mat4Failure> Mat4Matrices::Next() {
  using What = Mat4Failure::What;
  std::optional<Header> header = ReadHeader(bytes_.substr(at_));
  if (!header) return Mat4Failure{What::kNoHeader, at_, {}, 0};
  at_ += kHeaderSize;
  if (bytes_.size() - at_ < header->name_length) return Mat4Failure{What::kEndsInName, at_, {}, 0};
  Mat4Matrix& matrix = header->matrix;
  matrix.name = bytes_.substr(at_, header->name_length);
  matrix.name.resize(std::min(matrix.name.find('\0'), matrix.name.size()));
  at_ += header->name_length;
  const size_t size = SizeOf(matrix.number) * (matrix.is_complex ? 2 : 1);
  const size_t numbers = (bytes_.size() - at_) / size;
  if (matrix.rows != 0 && matrix.columns > numbers / matrix.rows) {
    return Mat4Failure{What::kEndsInNumbers, at_, std::move(matrix), numbers};
  }
  matrix.data = bytes_.data() + at_;
  at_ += matrix.rows * matrix.columns * size;
  return std::move(matrix);
}

bool LooksLikeMat4(std::string_view bytes) {
  const std::optional<Header> header = ReadHeader(bytes);
  if (!header) return false;
  const size_t end = kHeaderSize + header->name_length;
  return bytes.size() >= end && bytes[end - 1] == '\0';
}

}  // namespace stiction::runtime
