// SPDX-License-Identifier: BSD-3-Clause
// MATLAB files of version 4, as results and tables are read from them: one matrix after the other, each a header of
// five Integers, its name, its numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace stiction::runtime {

enum class Mat4Kind { kNumbers, kText, kSparse };
enum class Mat4Number { kDouble, kFloat, kInt32, kInt16, kUint16, kUint8 };

/// A matrix as it lies in the file, column by column: it sees the bytes from which it was taken.
struct Mat4Matrix {
  std::string name;
  Mat4Kind kind = Mat4Kind::kNumbers;
  Mat4Number number = Mat4Number::kDouble;
  bool is_complex = false;  // the imaginary parts follow all real ones
  bool swap = false;        // its byte order is not ours
  size_t rows = 0, columns = 0;
  const char* data = nullptr;

  /// The (real) number at indices that are counted from 0.
  double at(size_t row, size_t column) const;
};

/// The reason why there is no matrix at a place.
struct Mat4Failure {
  enum class What { kNoHeader, kEndsInName, kEndsInNumbers };
  What what = What::kNoHeader;
  size_t place = 0;     // of the byte where it was noticed
  Mat4Matrix declared;  // kEndsInNumbers: what should be there
  size_t numbers = 0;   // and how many are
};

/// Takes the matrices of a file in their order. What a header declares is compared with the bytes that are there before
/// anything is made of it.
/// @source The MathWorks, MAT-File Format, Level 4
class Mat4Matrices {
 public:
  explicit Mat4Matrices(std::string_view bytes) : bytes_(bytes) {}

  bool AtEnd() const { return at_ == bytes_.size(); }
  std::variant<Mat4Matrix, Mat4Failure> Next();

 private:
  std::string_view bytes_;
  size_t at_ = 0;
};

/// True if the bytes begin with the header and the name of a matrix.
bool LooksLikeMat4(std::string_view bytes);

}  // namespace stiction::runtime
