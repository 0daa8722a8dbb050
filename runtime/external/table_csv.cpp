// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "runtime/external/numbers.h"
#include "runtime/external/table_file.h"

namespace stiction::runtime {

ReadMatrix ParseTableCsv(std::string_view contents, const TableFile& file) {
  const std::string path = file.path.string();
  if (contents.starts_with("\xEF\xBB\xBF")) contents.remove_prefix(3);
  if (file.delimiter.empty()) return fmt::format("{}: the delimiter between two numbers is an empty string", path);
  if (file.header_lines < 0)
    return fmt::format("{}: nHeaderLines is {}; it has to be at least 0", path, file.header_lines);
  const char delimiter = file.delimiter.front();
  const bool blank = delimiter == ' ' || delimiter == '\t';
  Matrix matrix;
  for (int line = 1; !contents.empty(); ++line) {
    const size_t end = std::min(contents.find('\n'), contents.size());
    std::string_view row = contents.substr(0, end);
    contents.remove_prefix(std::min(end + 1, contents.size()));
    if (line <= file.header_lines) continue;
    if (row.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    size_t columns = 0;
    for (bool more = true; more;) {
      const size_t at = std::min(row.find(delimiter), row.size());
      std::string_view field = row.substr(0, at);
      more = at < row.size();
      row.remove_prefix(std::min(at + 1, row.size()));
      const size_t first = field.find_first_not_of(" \t\r");
      field = first == std::string_view::npos ? std::string_view()
                                              : field.substr(first, field.find_last_not_of(" \t\r") - first + 1);
      if (blank && field.empty()) continue;
      const std::optional<double> number = ReadNumber(field);
      if (!number) {
        return fmt::format("{}:{}: '{}' is no number; with the delimiter '{}', {} header lines are passed over", path,
                           line, Shown(field), Shown(std::string_view(&delimiter, 1)), file.header_lines);
      }
      matrix.values.push_back(*number);
      ++columns;
    }
    if (matrix.rows > 0 && columns != matrix.columns) {
      return fmt::format("{}:{}: {} numbers, the rows before have {}", path, line, columns, matrix.columns);
    }
    matrix.columns = columns;
    ++matrix.rows;
  }
  if (matrix.rows == 0) return fmt::format("{}: no row of numbers after {} header lines", path, file.header_lines);
  return matrix;
}

}  // namespace stiction::runtime
