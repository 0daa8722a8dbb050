// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/results/read_mat.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "runtime/mat4/mat4.h"

namespace stiction::runtime {
namespace {

// Without what fills it up: blanks and zeros.
std::string Text(const Mat4Matrix& matrix, size_t index, bool transposed) {
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

// The unit at the end of a description: "speed [m/s]", "speed [m/s|km/h]"; what follows '#' there is no unit.
std::string UnitIn(const std::string& description) {
  const size_t open = description.rfind('[');
  const size_t close = description.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  const std::string inside = description.substr(open + 1, close - open - 1);
  return inside.substr(0, inside.find_first_of("|:#"));
}

// The type in brackets at the end of a description: "[:#(type=Boolean)]". Names of classes tell nothing.
SignalType TypeIn(const std::string& description) {
  constexpr std::string_view kMark = "#(type=";
  const size_t open = description.rfind('[');
  const size_t mark = open == std::string::npos ? open : description.find(kMark, open);
  const size_t close = description.rfind(')');
  if (mark == std::string::npos || close == std::string::npos || close < mark + kMark.size()) return {};
  std::string_view type = std::string_view(description).substr(mark + kMark.size(), close - mark - kMark.size());
  if (type == "Boolean") return {SignalType::Kind::kBoolean};
  if (type == "Integer") return {SignalType::Kind::kInteger};
  constexpr std::string_view kEnumeration = "enumeration(";
  if (!type.starts_with(kEnumeration) || !type.ends_with(')')) return {};
  SignalType result{SignalType::Kind::kEnumeration};
  type = type.substr(kEnumeration.size(), type.size() - kEnumeration.size() - 1);
  for (size_t begin = 0; begin <= type.size();) {
    // A quoted identifier may have commas.
    const size_t quoted = begin < type.size() && type[begin] == '\'' ? type.find('\'', begin + 1) : begin;
    const size_t end = std::min(type.find(',', std::min(quoted, type.size())), type.size());
    result.literals.emplace_back(type.substr(begin, end - begin));
    begin = end + 1;
  }
  return result;
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
    for (Mat4Matrices matrices(bytes_); !matrices.AtEnd();) {
      auto next = matrices.Next();
      if (const auto* failure = std::get_if<Mat4Failure>(&next)) return Explain(*failure);
      auto& matrix = std::get<Mat4Matrix>(next);
      if (matrix.kind == Mat4Kind::kSparse) {
        return fmt::format("matrix '{}' is sparse, which no trajectory has", matrix.name);
      }
      std::string name = matrix.name;
      matrices_.emplace(std::move(name), std::move(matrix));
    }
    return matrices_.empty() ? "the file is empty" : std::string();
  }

  static std::string Explain(const Mat4Failure& failure) {
    switch (failure.what) {
      case Mat4Failure::What::kNoHeader:
        return failure.place == 0 ? "byte 0: this is no MATLAB v4 file"
                                  : fmt::format("byte {}: no header of a matrix where one should be", failure.place);
      case Mat4Failure::What::kEndsInName:
        return fmt::format("byte {}: the file is cut off in a name", failure.place);
      case Mat4Failure::What::kEndsInNumbers:
        break;
    }
    return fmt::format("matrix '{}' is cut off: {} x {} numbers are told, the file ends after {}",
                       failure.declared.name, failure.declared.rows, failure.declared.columns, failure.numbers);
  }

  const Mat4Matrix* Find(const std::string& name) const {
    const auto found = matrices_.find(name);
    return found == matrices_.end() ? nullptr : &found->second;
  }

  std::string ReadClass() {
    const Mat4Matrix* matrix = Find("Aclass");
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
  size_t VariablesOf(const Mat4Matrix& data) const { return transposed_ ? data.rows : data.columns; }
  size_t PointsOf(const Mat4Matrix& data) const { return transposed_ ? data.columns : data.rows; }
  double ValueIn(const Mat4Matrix& data, size_t variable, size_t point) const {
    return transposed_ ? data.at(variable, point) : data.at(point, variable);
  }
  std::vector<double> ColumnOf(const Mat4Matrix& data, size_t variable) const {
    std::vector<double> values(PointsOf(data));
    for (size_t point = 0; point < values.size(); ++point) values[point] = ValueIn(data, variable, point);
    return values;
  }

  // Version 1.0: all variables in one matrix, the time first.
  std::string ReadPlain() {
    const Mat4Matrix* names = Find("names");
    const Mat4Matrix* data = Find("data");
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

  size_t VariablesOfNames(const Mat4Matrix& names) const { return transposed_ ? names.columns : names.rows; }

  std::string ReadTrajectory() {
    const Mat4Matrix* names = Find("name");
    const Mat4Matrix* info = Find("dataInfo");
    if (names == nullptr || info == nullptr) return "the matrices 'name' and 'dataInfo' are needed";
    const Mat4Matrix* descriptions = Find("description");
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
      table_.types.push_back(TypeIn(table_.descriptions.back()));
    }
    TakeOthersForReals();
    return {};
  }

  // A file that tells the type of one signal tells it of all that are no Reals.
  void TakeOthersForReals() {
    const auto is_known = [](const SignalType& type) { return type.kind != SignalType::Kind::kUnknown; };
    if (std::none_of(table_.types.begin(), table_.types.end(), is_known)) return table_.types.clear();
    for (SignalType& type : table_.types) {
      if (!is_known(type)) type.kind = SignalType::Kind::kReal;
    }
  }

  // A file without constants may have its trajectory in data_1.
  std::string ReadTime() {
    const Mat4Matrix* data = Find("data_2");
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
    const Mat4Matrix* data = Find(fmt::format("data_{}", static_cast<int>(table)));
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
  std::map<std::string, Mat4Matrix> matrices_;
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

bool LooksLikeMat(std::string_view bytes) { return IsLaterVersion(bytes) || LooksLikeMat4(bytes); }

ReadTable ParseMat(std::string_view bytes) {
  if (IsLaterVersion(bytes)) {
    return std::string("byte 0: a MATLAB file of version 5 or later; trajectories are version 4 (save with '-v4')");
  }
  return MatReader(bytes).Read();
}

}  // namespace stiction::runtime
