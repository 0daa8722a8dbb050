// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "runtime/external/numbers.h"
#include "runtime/external/table_file.h"
#include "runtime/mat4/mat4.h"

namespace stiction::runtime {
namespace {

// Bytes read in order; reading beyond the end gives zeros and is remembered.
class Bytes {
 public:
  Bytes(std::string_view data, bool swap) : data_(data), swap_(swap) {}

  bool failed() const { return failed_; }
  size_t left() const { return data_.size(); }
  bool swap() const { return swap_; }

  std::string_view Take(uint64_t count) {
    if (count > data_.size()) {
      failed_ = true;
      data_ = {};
      return {};
    }
    const std::string_view taken = data_.substr(0, count);
    data_.remove_prefix(count);
    return taken;
  }

  template <typename Number>
  Number Read() {
    std::array<char, sizeof(Number)> bytes{};
    const std::string_view taken = Take(sizeof(Number));
    std::copy(taken.begin(), taken.end(), bytes.begin());
    if (swap_) std::reverse(bytes.begin(), bytes.end());
    return std::bit_cast<Number>(bytes);
  }

 private:
  std::string_view data_;
  bool swap_;
  bool failed_ = false;
};

template <typename Number>
std::vector<double> ReadAll(Bytes bytes) {
  std::vector<double> numbers;
  numbers.reserve(bytes.left() / sizeof(Number));
  while (bytes.left() >= sizeof(Number)) numbers.push_back(static_cast<double>(bytes.Read<Number>()));
  return numbers;
}

// The matrix of number_at(row, column), or a sentence about the first one that is not finite.
template <typename NumberAt>
ReadMatrix Finite(const NumberAt& number_at, size_t rows, size_t columns, std::string_view what) {
  Matrix matrix{.rows = rows, .columns = columns};
  matrix.values.reserve(rows * columns);
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < columns; ++j) {
      const double number = number_at(i, j);
      if (!std::isfinite(number)) return fmt::format("{} has {} in row {}, column {}", what, number, i + 1, j + 1);
      matrix.values.push_back(number);
    }
  }
  return matrix;
}

// The matrix from numbers column by column, or a sentence.
ReadMatrix FromColumns(const std::vector<double>& numbers, uint64_t rows, uint64_t columns, std::string_view what) {
  // Sizes are limited before they are multiplied.
  if (rows > numbers.size() || (rows > 0 && columns > numbers.size() / rows)) {
    return fmt::format("{} is {} x {}, but has {} numbers", what, rows, columns, numbers.size());
  }
  const auto number = [&](size_t row, size_t column) { return numbers[column * rows + row]; };
  return Finite(number, static_cast<size_t>(rows), static_cast<size_t>(columns), what);
}

// One search through a file.
struct Search {
  const TableFile& file;
  std::string path;
  std::vector<std::string> names;  // of what is there
  std::variant<std::monostate, Matrix, std::string> found;

  bool Done() const { return found.index() != 0; }
  std::string What() const { return fmt::format("table '{}' of file '{}'", Shown(file.table), path); }
  void Fail(std::string sentence) { found = std::move(sentence); }
  void Found(ReadMatrix matrix) {
    if (auto* wrong = std::get_if<std::string>(&matrix)) {
      found = std::move(*wrong);
    } else {
      found = std::move(std::get<Matrix>(matrix));
    }
  }
};

void SearchVersion4(std::string_view contents, Search& search) {
  for (Mat4Matrices matrices(contents); !matrices.AtEnd();) {
    const auto next = matrices.Next();
    if (const auto* failure = std::get_if<Mat4Failure>(&next)) {
      if (failure->what != Mat4Failure::What::kEndsInNumbers) {
        return search.Fail(
            fmt::format("file '{}' is no MAT file of version 4, or a damaged one: the header of matrix {} is "
                        "not one",
                        search.path, search.names.size() + 1));
      }
      const Mat4Matrix& declared = failure->declared;
      return search.Fail(fmt::format("file '{}' ends within matrix '{}', which is declared {} x {}", search.path,
                                     Shown(declared.name), declared.rows, declared.columns));
    }
    const auto& matrix = std::get<Mat4Matrix>(next);
    search.names.push_back(matrix.name);
    if (matrix.name != search.file.table) continue;
    if (matrix.kind != Mat4Kind::kNumbers || matrix.is_complex) {
      const char* what = matrix.is_complex ? "complex" : matrix.kind == Mat4Kind::kText ? "text" : "sparse";
      return search.Fail(fmt::format("{} is a {} matrix; only full real ones can be tables", search.What(), what));
    }
    const auto number = [&](size_t row, size_t column) { return matrix.at(row, column); };
    return search.Found(Finite(number, matrix.rows, matrix.columns, search.What()));
  }
}

// Types of elements and classes of arrays of version 5.
enum Type : uint32_t { kMatrix = 14, kCompressed = 15 };
enum Class : uint32_t { kStructure = 2, kText = 4, kSparse = 5, kDouble = 6, kLastNumeric = 15 };

struct Element {
  uint32_t type = 0;
  std::string_view data;
};

// A tag and its data, with the padding to 8 bytes. Of small elements size and type share a word.
Element TakeElement(Bytes& bytes, bool padded = true) {
  const auto word = bytes.Read<uint32_t>();
  if (word >> 16U != 0) {
    const uint32_t size = word >> 16U;
    const std::string_view data = bytes.Take(4);
    return {word & 0xffffU, data.substr(0, std::min<size_t>(size, data.size()))};
  }
  const auto size = bytes.Read<uint32_t>();
  const std::string_view data = bytes.Take(size);
  if (padded && size % 8 != 0) bytes.Take(std::min<uint64_t>(8 - size % 8, bytes.left()));
  return {word, data};
}

std::vector<double> Numbers(const Element& element, bool swap) {
  const Bytes bytes(element.data, swap);
  switch (element.type) {
    case 1:
      return ReadAll<int8_t>(bytes);
    case 2:
      return ReadAll<uint8_t>(bytes);
    case 3:
      return ReadAll<int16_t>(bytes);
    case 4:
      return ReadAll<uint16_t>(bytes);
    case 5:
      return ReadAll<int32_t>(bytes);
    case 6:
      return ReadAll<uint32_t>(bytes);
    case 7:
      return ReadAll<float>(bytes);
    case 9:
      return ReadAll<double>(bytes);
    case 12:
      return ReadAll<int64_t>(bytes);
    case 13:
      return ReadAll<uint64_t>(bytes);
    default:
      return {};
  }
}

// The decompressed bytes; nothing if they are damaged or more than 1 GiB.
std::optional<std::string> Inflate(std::string_view compressed) {
  z_stream stream{};
  if (inflateInit(&stream) != Z_OK) return std::nullopt;
  std::string out;
  std::array<char, 65536> buffer{};
  // zlib's interface takes a pointer to what it does not change.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(compressed.data()));
  stream.avail_in = static_cast<uInt>(compressed.size());
  int status = Z_OK;
  while (status == Z_OK && out.size() < (size_t{1} << 30U)) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    status = inflate(&stream, Z_NO_FLUSH);
    out.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END) return std::nullopt;
  return out;
}

// One array, and those within it if it is a structure.
// @param prefix  of the names within a structure, with its dot; elements of structures have no name of their own
void SearchArray(Bytes bytes, std::string name, int depth, Search& search) {
  const std::vector<double> flags = Numbers(TakeElement(bytes), bytes.swap());
  const std::vector<double> sizes = Numbers(TakeElement(bytes), bytes.swap());
  const Element own_name = TakeElement(bytes);
  if (bytes.failed() || flags.empty() || sizes.size() < 2) {
    return search.Fail(fmt::format("file '{}' is a damaged MAT file: array {} has no proper header", search.path,
                                   search.names.size() + 1));
  }
  if (depth == 0) name = std::string(own_name.data);
  const auto word = flags[0] >= 0 && flags[0] < 4294967296.0 ? static_cast<uint32_t>(flags[0]) : 0;
  const uint32_t kind = word & 0xffU;
  const bool complex = (word & 0x800U) != 0;
  if (kind == kStructure && depth < 16) {
    const std::vector<double> width = Numbers(TakeElement(bytes), bytes.swap());
    const Element fields = TakeElement(bytes);
    if (bytes.failed() || width.size() != 1 || !(width[0] >= 1 && width[0] <= 1024)) {
      return search.Fail(
          fmt::format("file '{}' is a damaged MAT file: structure '{}' has no field names", search.path, Shown(name)));
    }
    const auto step = static_cast<size_t>(width[0]);
    for (size_t at = 0; at + step <= fields.data.size() && bytes.left() > 0 && !search.Done(); at += step) {
      std::string field(fields.data.substr(at, step));
      field.erase(std::min(field.find('\0'), field.size()));
      const Element inner = TakeElement(bytes);
      if (bytes.failed()) {
        return search.Fail(fmt::format("file '{}' is a damaged MAT file: it ends within '{}.{}'", search.path,
                                       Shown(name), Shown(field)));
      }
      if (!inner.data.empty()) SearchArray(Bytes(inner.data, bytes.swap()), name + "." + field, depth + 1, search);
    }
    return;
  }
  search.names.push_back(name);
  if (name != search.file.table) return;
  if (kind < kDouble || kind > kLastNumeric || complex || sizes.size() != 2) {
    const char* what = complex ? "complex" : kind == kText ? "text" : kind == kSparse ? "sparse" : "not numeric";
    return search.Fail(fmt::format("{} is {}; only full real matrices can be tables", search.What(),
                                   sizes.size() == 2 ? what : "of more than two dimensions"));
  }
  const std::vector<double> numbers = Numbers(TakeElement(bytes), bytes.swap());
  const auto count = [](double size) { return size >= 0 && size < 1e15 ? static_cast<uint64_t>(size) : 0; };
  search.Found(FromColumns(numbers, count(sizes[0]), count(sizes[1]), search.What()));
}

void SearchVersion5(std::string_view contents, bool swap, Search& search) {
  Bytes bytes(contents, swap);
  bytes.Take(128);
  while (bytes.left() > 0 && !search.Done()) {
    Element element = TakeElement(bytes, /*padded=*/false);
    if (bytes.failed()) {
      return search.Fail(fmt::format("file '{}' is a damaged MAT file: it ends within array {}", search.path,
                                     search.names.size() + 1));
    }
    std::optional<std::string> inflated;
    if (element.type == kCompressed) {
      inflated = Inflate(element.data);
      if (!inflated) {
        return search.Fail(fmt::format("file '{}' is a damaged MAT file: array {} cannot be decompressed", search.path,
                                       search.names.size() + 1));
      }
      Bytes inside(*inflated, swap);
      element = TakeElement(inside, /*padded=*/false);
    }
    if (element.type == kMatrix) SearchArray(Bytes(element.data, swap), {}, 0, search);
  }
}

}  // namespace

ReadMatrix ParseTableMat(std::string_view contents, const TableFile& file) {
  Search search{file, file.path.string(), {}, {}};
  if (contents.size() < 20)
    return fmt::format("file '{}' is no MAT file: it has {} bytes", search.path, contents.size());
  const bool version4 = contents.substr(0, 4).find('\0') != contents.npos;
  if (version4) {
    SearchVersion4(contents, search);
  } else if (contents.size() < 128 || !contents.starts_with("MATLAB")) {
    return fmt::format("file '{}' is no MAT file: it begins with '{}'", search.path, Shown(contents.substr(0, 20)));
  } else {
    const std::string_view order = contents.substr(126, 2);
    const bool little = order == "IM";
    const auto version = static_cast<unsigned char>(contents[little ? 125 : 124]);
    if (version == 2) {
      return fmt::format("file '{}' is a MAT file of version 7.3 (HDF5), which is not supported; save it with '-v7'",
                         search.path);
    }
    if (version != 1 || (!little && order != "MI")) {
      return fmt::format("file '{}' is a MAT file of an unknown version; save it with '-v7', '-v6' or '-v4'",
                         search.path);
    }
    const bool swap = little != (std::endian::native == std::endian::little);
    SearchVersion5(contents, swap, search);
  }
  if (auto* matrix = std::get_if<Matrix>(&search.found)) return std::move(*matrix);
  if (auto* wrong = std::get_if<std::string>(&search.found)) return std::move(*wrong);
  return NoSuchTable(file.table, search.path, search.names);
}

}  // namespace stiction::runtime
