// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include "runtime/external/numbers.h"
#include "runtime/external/table_file.h"

namespace stiction::runtime {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\v\f,;";

// The words of a text, with their lines; comments are passed over.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  int line() const { return line_; }
  bool AtEnd() {
    PassBlanks();
    return text_.empty();
  }
  // Up to the next blank, or to the next of `stops`; empty at the end or at a stop.
  std::string_view Next(std::string_view stops = {}) {
    PassBlanks();
    size_t end = 0;
    while (end < text_.size() && kBlanks.find(text_[end]) == kBlanks.npos && text_[end] != '#' &&
           stops.find(text_[end]) == stops.npos) {
      ++end;
    }
    const std::string_view word = text_.substr(0, end);
    text_.remove_prefix(end);
    return word;
  }
  bool Take(char c) {
    while (!text_.empty() && (text_.front() == ' ' || text_.front() == '\t')) text_.remove_prefix(1);
    if (text_.empty() || text_.front() != c) return false;
    text_.remove_prefix(1);
    return true;
  }

 private:
  void PassBlanks() {
    while (!text_.empty()) {
      if (text_.front() == '#') {
        text_.remove_prefix(std::min(text_.find('\n'), text_.size()));
      } else if (kBlanks.find(text_.front()) != kBlanks.npos) {
        if (text_.front() == '\n') ++line_;
        text_.remove_prefix(1);
      } else {
        return;
      }
    }
  }

  std::string_view text_;
  int line_ = 1;
};

// A number of rows or columns; nothing if it is none or unreasonable.
std::optional<size_t> ReadCount(std::string_view word) {
  const std::optional<double> number = ReadNumber(word);
  if (!number || !(*number >= 1 && *number <= 1e9) || *number != static_cast<double>(static_cast<size_t>(*number))) {
    return std::nullopt;
  }
  return static_cast<size_t>(*number);
}

/// The head of a table, `double name(rows, columns)`, of which the type is read.
struct TableDeclaration {
  std::string name;
  int line = 0;
  size_t rows = 0, columns = 0;
};

std::variant<TableDeclaration, std::string> ReadDeclaration(Words& words, const std::string& path) {
  const std::string name(words.Next("("));
  const int declared_at = words.line();
  std::optional<size_t> rows;
  std::optional<size_t> columns;
  if (words.Take('(')) {
    rows = ReadCount(words.Next("()"));
    columns = ReadCount(words.Next("()"));
  }
  if (name.empty() || !rows || !columns || !words.Take(')')) {
    return fmt::format("{}:{}: a table is declared as 'double name(rows, columns)', both at least 1", path,
                       words.line());
  }
  return TableDeclaration{name, declared_at, *rows, *columns};
}

/// The mistake behind the last number of a table, if there is one.
std::optional<std::string> CheckEnd(Words& words, const std::string& path, const TableDeclaration& table) {
  if (words.AtEnd()) return std::nullopt;
  const std::string_view next = words.Next("(");
  if (ReadNumber(next)) {
    return fmt::format("{}:{}: table '{}' is declared {} x {} in line {}, but has more numbers than {}", path,
                       words.line(), Shown(table.name), table.rows, table.columns, table.line,
                       table.rows * table.columns);
  }
  if (next == "double" || next == "float") return std::nullopt;
  return fmt::format("{}:{}: '{}' after table '{}' is neither a number nor the next 'double name(rows, columns)'", path,
                     words.line(), Shown(next), Shown(table.name));
}

}  // namespace

ReadMatrix ParseTableText(std::string_view contents, const TableFile& file) {
  const std::string path = file.path.string();
  if (contents.starts_with("\xEF\xBB\xBF")) contents.remove_prefix(3);
  if (!contents.starts_with("#1")) {
    return fmt::format("{}:1: a text file of tables has to begin with '#1'; it begins with '{}'", path,
                       Shown(contents.substr(0, std::min(contents.find('\n'), contents.size()))));
  }
  Words words(contents);
  std::vector<std::string> names;
  while (!words.AtEnd()) {
    const std::string_view type = words.Next("(");
    if (type != "double" && type != "float") {
      if (ReadNumber(type) && !names.empty()) {
        return fmt::format("{}:{}: table '{}' has more numbers than it is declared to have", path, words.line(),
                           Shown(names.back()));
      }
      return fmt::format("{}:{}: 'double name(rows, columns)' should stand here, not '{}'", path, words.line(),
                         Shown(type));
    }
    const std::variant<TableDeclaration, std::string> declared = ReadDeclaration(words, path);
    if (const auto* wrong = std::get_if<std::string>(&declared)) return *wrong;
    const auto& [name, declared_at, rows, columns] = std::get<TableDeclaration>(declared);
    names.push_back(name);
    const bool wanted = name == file.table;
    Matrix matrix{.rows = rows, .columns = columns};
    const size_t count = rows * columns;
    // Each number takes a character and a separator: more cannot be in the file.
    if (wanted && count <= contents.size()) matrix.values.reserve(count);
    for (size_t i = 0; i < count; ++i) {
      const std::string_view word = words.Next();
      if (word.empty() || word.starts_with("double") || word.starts_with("float")) {
        return fmt::format("{}:{}: table '{}' is declared {} x {} in line {}, but has {} numbers instead of {}", path,
                           words.line(), Shown(name), rows, columns, declared_at, i, count);
      }
      const std::optional<double> number = ReadNumber(word);
      if (!number) {
        return fmt::format("{}:{}: '{}' in table '{}' is no number", path, words.line(), Shown(word), Shown(name));
      }
      if (wanted) matrix.values.push_back(*number);
    }
    if (wanted) {
      if (auto wrong = CheckEnd(words, path, std::get<TableDeclaration>(declared))) return *wrong;
      return matrix;
    }
  }
  return NoSuchTable(file.table, path, names);
}

}  // namespace stiction::runtime
