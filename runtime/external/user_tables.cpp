// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/user_tables.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "runtime/external/foreign_code.h"

namespace stiction::runtime {
namespace {

constexpr int kMaxSize = 100'000'000;  // of a dimension; beyond that something else than a size was written

ExternalCode::Entry user_tables = nullptr;

}  // namespace

void SetUserTables(ExternalCode::Entry entry) { user_tables = entry; }

std::variant<Matrix, std::string> ReadUserTable(const std::string& name, UserTable kind) {
  if (user_tables == nullptr) {
    return fmt::format(
        "table '{}' has no file, and no C code of the model has a function `usertab` that could give it: give "
        "fileName, "
        "or the matrix as parameter table",
        name);
  }
  std::string c_name = name, message;
  std::array<int, 2> sizes{};
  int is_column_wise = 0;
  double* values = nullptr;
  std::array<void*, 4> objects{c_name.data(), sizes.data(), &is_column_wise, &values};
  double number = static_cast<double>(kind);
  std::vector<std::string> warnings;
  static const std::string kFunction = "usertab";
  if (RunForeign(user_tables, &number, objects.data(), kFunction, message, warnings) != 0)
    return fmt::format("the function `usertab` for the table '{}': {}", name, message);
  if (number != 0) return fmt::format("the function `usertab` gives no table '{}' (it returns {})", name, number);
  if (values == nullptr || sizes[0] < 1 || sizes[1] < 1 || sizes[0] > kMaxSize || sizes[1] > kMaxSize)
    return fmt::format("the function `usertab` gives the table '{}' the sizes {} x {}", name, sizes[0], sizes[1]);
  Matrix matrix;
  const auto rows = static_cast<size_t>(sizes[0]), columns = static_cast<size_t>(sizes[1]);
  // Of a table by columns the library takes the sizes of what is stored, which is the transposed matrix.
  matrix.rows = is_column_wise != 0 ? columns : rows;
  matrix.columns = is_column_wise != 0 ? rows : columns;
  for (size_t row = 0; row < matrix.rows; ++row) {
    for (size_t column = 0; column < matrix.columns; ++column)
      matrix.values.push_back(values[is_column_wise != 0 ? column * columns + row : row * columns + column]);
  }
  return matrix;
}

}  // namespace stiction::runtime
