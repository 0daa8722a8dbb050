// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/read_mat.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <optional>

namespace stiction::runtime {
namespace {

constexpr size_t kHeaderSize = 5 * sizeof(int32_t);

template <class T>
T Load(const char* at, bool swap) {
  char bytes[sizeof(T)];
  std::memcpy(bytes, at, sizeof(T));
  if (swap) std::reverse(bytes, bytes + sizeof(T));
  T value;
  std::memcpy(&value, bytes, sizeof(T));
  return value;
}

/// A matrix as it lies in the file, column by column.
struct Matrix {
  int32_t type = 0;  // 0 double, 1 float, 2 int32, 3 int16, 4 uint16, 5 uint8
  bool swap = false;
  size_t rows = 0, columns = 0;
  const char* data = nullptr;

  static size_t SizeOf(int32_t type) {
    constexpr size_t kSizes[] = {8, 4, 4, 2, 2, 1};
    return kSizes[type];
  }

  double at(size_t row, size_t column) const {
    const char* place = data + (column * rows + row) * SizeOf(type);
    switch (type) {
      case 0:
        return Load<double>(place, swap);
      case 1:
        return Load<float>(place, swap);
      case 2:
        return Load<int32_t>(place, swap);
      case 3:
        return Load<int16_t>(place, swap);
      case 4:
        return Load<uint16_t>(place, swap);
      default:
        return static_cast<unsigned char>(*place);
    }
  }
};

// Without what fills it up: blanks and zeros.
std::string Text(const Matrix& matrix, size_t index, bool transposed) {
  std::string text;
  const size_t length = transposed ? matrix.rows : matrix.columns;
  for (size_t i = 0; i < length; ++i) {
    const double code = transposed ? matrix.at(i, index) : matrix.at(index, i);
    const char c = code >= 0 && code < 256 ? static_cast<char>(static_cast<unsigned char>(code)) : '?';
    if (c == '\0') break;
    text += c;
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

struct MatHeader {
  bool swap = false;
  int32_t type = 0;
  bool is_sparse = false;
  int32_t rows = 0, columns = 0, imaginary = 0, name_length = 0;
};

std::optional<MatHeader> ReadHeader(std::string_view bytes) {
  if (bytes.size() < kHeaderSize) return std::nullopt;
  for (const bool swap : {false, true}) {
    const auto field = [&](size_t i) { return Load<int32_t>(bytes.data() + i * sizeof(int32_t), swap); };
    const int32_t mopt = field(0);
    if (mopt < 0 || mopt > 1052 || (mopt / 1000 == 1) != (swap == (std::endian::native == std::endian::little)))
      continue;
    if (mopt / 100 % 10 != 0 || mopt / 10 % 10 > 5 || mopt % 10 > 2) continue;
    MatHeader header{swap, mopt / 10 % 10, mopt % 10 == 2, field(1), field(2), field(3), field(4)};
    if (header.rows < 0 || header.columns < 0 || header.name_length < 1 || header.name_length > 4096) continue;
    return header;
  }
  return std::nullopt;
}

// The unit at the end of a description: "speed [m/s]", "speed [m/s|km/h]"; what follows '#' there is no unit.
std::string UnitIn(const std::string& description) {
  const size_t open = description.rfind('[');
  const size_t close = description.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  const std::string inside = description.substr(open + 1, close - open - 1);
  return inside.substr(0, inside.find_first_of("|:#"));
}

class MatReader {
 public:
  explicit MatReader(std::string_view bytes) : bytes_(bytes) {}

  ReadTable Read() {
    std::string wrong = ReadMatrices();
    if (wrong.empty()) wrong = ReadClass();
    if (wrong.empty()) wrong = is_plain_ ? ReadPlain() : ReadTrajectory();
    if (wrong.empty()) wrong = CheckTimes();
    if (!wrong.empty()) return wrong;
    return std::move(table_);
  }

 private:
  std::string ReadMatrices() {
    for (size_t at = 0; at < bytes_.size();) {
      const std::optional<MatHeader> header = ReadHeader(bytes_.substr(at));
      if (!header) {
        return at == 0 ? "byte 0: this is no MATLAB v4 file"
                       : fmt::format("byte {}: no header of a matrix where one should be", at);
      }
      at += kHeaderSize;
      const auto name_length = static_cast<size_t>(header->name_length);
      if (bytes_.size() - at < name_length) return fmt::format("byte {}: the file is cut off in a name", at);
      std::string name(bytes_.substr(at, name_length));
      name.resize(std::min(name.find('\0'), name.size()));
      at += name_length;
      if (header->is_sparse) return fmt::format("matrix '{}' is sparse, which no trajectory has", name);
      Matrix matrix{header->type, header->swap, static_cast<size_t>(header->rows), static_cast<size_t>(header->columns),
                    bytes_.data() + at};
      const size_t element = Matrix::SizeOf(matrix.type) * (header->imaginary != 0 ? 2 : 1);
      const size_t whole = (bytes_.size() - at) / element;
      if (matrix.rows != 0 && matrix.columns > whole / matrix.rows) {
        return fmt::format("matrix '{}' is cut off: {} x {} numbers are told, the file ends after {}", name,
                           matrix.rows, matrix.columns, whole);
      }
      at += matrix.rows * matrix.columns * element;
      matrices_.emplace(std::move(name), matrix);
    }
    return matrices_.empty() ? "the file is empty" : std::string();
  }

  const Matrix* Find(const std::string& name) const {
    const auto found = matrices_.find(name);
    return found == matrices_.end() ? nullptr : &found->second;
  }

  std::string ReadClass() {
    const Matrix* matrix = Find("Aclass");
    if (matrix == nullptr) matrix = Find("class");
    if (matrix == nullptr) return "no matrix 'Aclass': this MATLAB file is no trajectory";
    if (matrix->rows < 2) return fmt::format("matrix 'Aclass' has {} rows instead of 4", matrix->rows);
    if (const std::string kind = Text(*matrix, 0, false); kind != "Atrajectory") {
      return fmt::format("matrix 'Aclass', row 1: '{}' instead of 'Atrajectory'", kind.substr(0, 40));
    }
    is_plain_ = Text(*matrix, 1, false) == "1.0";
    const std::string layout = matrix->rows > 3 ? Text(*matrix, 3, false) : "binNormal";
    if (layout != "binTrans" && layout != "binNormal") {
      return fmt::format("matrix 'Aclass', row 4: the layout '{}' is neither 'binTrans' nor 'binNormal'",
                         layout.substr(0, 40));
    }
    transposed_ = layout == "binTrans";
    return {};
  }

  // Variables and points of a data matrix.
  size_t VariablesOf(const Matrix& data) const { return transposed_ ? data.rows : data.columns; }
  size_t PointsOf(const Matrix& data) const { return transposed_ ? data.columns : data.rows; }
  double ValueIn(const Matrix& data, size_t variable, size_t point) const {
    return transposed_ ? data.at(variable, point) : data.at(point, variable);
  }
  std::vector<double> ColumnOf(const Matrix& data, size_t variable) const {
    std::vector<double> values(PointsOf(data));
    for (size_t point = 0; point < values.size(); ++point) values[point] = ValueIn(data, variable, point);
    return values;
  }

  // Version 1.0: all variables in one matrix, the time first.
  std::string ReadPlain() {
    const Matrix* names = Find("names");
    const Matrix* data = Find("data");
    if (names == nullptr || data == nullptr) return "a trajectory of version 1.0 needs the matrices 'names' and 'data'";
    const size_t count = VariablesOf(*data);
    if (VariablesOfNames(*names) != count || count == 0) {
      return fmt::format("{} names, but matrix 'data' has {} variables", VariablesOfNames(*names), count);
    }
    table_.times = ColumnOf(*data, 0);
    for (size_t i = 1; i < count; ++i) {
      table_.names.push_back(Text(*names, i, transposed_));
      table_.columns.push_back(ColumnOf(*data, i));
    }
    if (PointsOf(*data) == 0) return "matrix 'data' has no rows";
    return {};
  }

  size_t VariablesOfNames(const Matrix& names) const { return transposed_ ? names.columns : names.rows; }

  std::string ReadTrajectory() {
    const Matrix* names = Find("name");
    const Matrix* info = Find("dataInfo");
    if (names == nullptr || info == nullptr) return "the matrices 'name' and 'dataInfo' are needed";
    const Matrix* descriptions = Find("description");
    const size_t count = VariablesOfNames(*names);
    const size_t info_count = transposed_ ? info->columns : info->rows;
    const size_t info_width = transposed_ ? info->rows : info->columns;
    if (info_count != count || info_width < 2) {
      return fmt::format("matrix 'dataInfo' describes {} variables by {} numbers, matrix 'name' names {}", info_count,
                         info_width, count);
    }
    if (std::string wrong = ReadTime(); !wrong.empty()) return wrong;
    for (size_t i = 0; i < count; ++i) {
      const auto entry = [&](size_t k) { return transposed_ ? info->at(k, i) : info->at(i, k); };
      const std::string name = Text(*names, i, transposed_);
      if (entry(0) == 0) continue;  // the time
      if (std::string wrong = AddSignal(name, i, entry(0), entry(1)); !wrong.empty()) return wrong;
      const bool described = descriptions != nullptr && i < VariablesOfNames(*descriptions);
      table_.descriptions.push_back(described ? Text(*descriptions, i, transposed_) : std::string());
      table_.units.push_back(UnitIn(table_.descriptions.back()));
    }
    return {};
  }

  // A file without constants may have its trajectory in data_1.
  std::string ReadTime() {
    const Matrix* data = Find("data_2");
    if (data == nullptr) data = Find("data_1");
    if (data == nullptr || VariablesOf(*data) == 0) return "there is no matrix 'data_2' with the trajectory";
    if (PointsOf(*data) == 0) return "matrix 'data_2' has no rows";
    table_.times = ColumnOf(*data, 0);
    is_trajectory_first_ = Find("data_2") == nullptr;
    return {};
  }

  std::string AddSignal(const std::string& name, size_t i, double table, double place) {
    const auto wrong = [&](const std::string& what) {
      return fmt::format("matrix 'dataInfo', row {} ('{}'): {}", i + 1, name.substr(0, 60), what);
    };
    if (!(table >= 1 && table < 1000) || table != std::floor(table))
      return wrong(fmt::format("there is no data_{}", table));
    const Matrix* data = Find(fmt::format("data_{}", static_cast<int>(table)));
    if (data == nullptr) return wrong(fmt::format("there is no data_{}", table));
    const double variable = std::abs(place);
    if (!(variable >= 1 && variable <= static_cast<double>(VariablesOf(*data))) || variable != std::floor(variable)) {
      return wrong(fmt::format("data_{} has {} variables, not {}", table, VariablesOf(*data), variable));
    }
    const auto [found, is_new] =
        columns_.try_emplace({static_cast<int>(table), static_cast<size_t>(variable)}, table_.columns.size());
    if (is_new) {
      std::vector<double> values = ColumnOf(*data, static_cast<size_t>(variable) - 1);
      // The start and the stop time of constants, or another number of rows that says nothing else.
      if (values.size() != table_.times.size() || (table == 1 && !is_trajectory_first_)) {
        const bool constant = !values.empty() && std::all_of(values.begin(), values.end(), [&](double v) {
          return v == values.front() || (std::isnan(v) && std::isnan(values.front()));
        });
        if (!constant) {
          return wrong(fmt::format("{} values over {} points of time", values.size(), table_.times.size()));
        }
        values.resize(1);
      }
      table_.columns.push_back(std::move(values));
    }
    table_.names.push_back(name);
    table_.sources.push_back({found->second, place < 0});
    return {};
  }

  std::string CheckTimes() const {
    for (size_t row = 0; row < table_.times.size(); ++row) {
      if (!std::isfinite(table_.times[row])) return fmt::format("row {}: the time is {}", row + 1, table_.times[row]);
      if (row > 0 && table_.times[row] < table_.times[row - 1]) {
        return fmt::format("row {}: time {} comes after time {}", row + 1, table_.times[row], table_.times[row - 1]);
      }
    }
    return {};
  }

  std::string_view bytes_;
  std::map<std::string, Matrix> matrices_;
  std::map<std::pair<int, size_t>, size_t> columns_;  // of data table and variable
  bool transposed_ = true;
  bool is_plain_ = false;
  bool is_trajectory_first_ = false;  // in data_1
  ResultTable table_;
};

bool IsLaterVersion(std::string_view bytes) {
  return bytes.starts_with("MATLAB 5.0") || bytes.starts_with("MATLAB 7.3") || bytes.starts_with("\x89HDF");
}

}  // namespace

bool LooksLikeMat(std::string_view bytes) {
  if (IsLaterVersion(bytes)) return true;
  const std::optional<MatHeader> header = ReadHeader(bytes);
  if (!header) return false;
  const auto length = static_cast<size_t>(header->name_length);
  return bytes.size() >= kHeaderSize + length && bytes[kHeaderSize + length - 1] == '\0';
}

ReadTable ParseMat(std::string_view bytes) {
  if (IsLaterVersion(bytes)) {
    return std::string("byte 0: a MATLAB file of version 5 or later; trajectories are version 4 (save with '-v4')");
  }
  return MatReader(bytes).Read();
}

}  // namespace stiction::runtime
