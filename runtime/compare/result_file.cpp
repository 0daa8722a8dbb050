#include "runtime/compare/result_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fstream>
#include <sstream>

namespace stiction::runtime {
namespace {

// The fields of one line; a quote inside quotes is written twice (RFC 4180).
std::vector<std::string> Fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += '"';
        ++i;
      } else {
        quoted = !quoted;
      }
    } else if (line[i] == ',' && !quoted) {
      fields.emplace_back();
    } else {
      fields.back() += line[i];
    }
  }
  return fields;
}

std::string_view NextLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::string Lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

// Empty, or what is wrong with the row.
std::string AddRow(std::string_view row, ResultTable& table) {
  size_t column = 0;
  while (true) {
    const size_t end = std::min(row.find(','), row.size());
    std::string_view field = row.substr(0, end);
    while (!field.empty() && field.front() == ' ') field.remove_prefix(1);
    while (!field.empty() && field.back() == ' ') field.remove_suffix(1);
    if (!field.empty() && field.front() == '+') field.remove_prefix(1);
    double number = 0;
    const auto [rest, error] = std::from_chars(field.data(), field.data() + field.size(), number);
    if (error != std::errc() || rest != field.data() + field.size()) return fmt::format("'{}' is no number", field);
    if (column > table.names.size())
      return fmt::format("more than the {} columns of the header", table.names.size() + 1);
    if (column == 0) {
      if (!table.times.empty() && !(number >= table.times.back())) {
        return fmt::format("time {} comes after time {}", number, table.times.back());
      }
      table.times.push_back(number);
    } else {
      table.columns[column - 1].push_back(number);
    }
    ++column;
    if (end == row.size()) break;
    row.remove_prefix(end + 1);
  }
  if (column == table.names.size() + 1) return {};
  return fmt::format("{} columns, the header has {}", column, table.names.size() + 1);
}

}  // namespace

std::optional<size_t> ResultTable::Find(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<size_t>(found - names.begin());
}

std::variant<ResultTable, std::string> ParseResult(std::string_view text) {
  ResultTable table;
  table.names = Fields(NextLine(text));
  for (std::string& name : table.names) {
    name.erase(0, std::min(name.find_first_not_of(' '), name.size()));
    name.erase(name.find_last_not_of(' ') + 1);
  }
  if (Lower(table.names.front()) != "time") return "line 1: the first column is not the time";
  table.names.erase(table.names.begin());
  table.columns.resize(table.names.size());
  for (int line = 2; !text.empty(); ++line) {
    const std::string_view row = NextLine(text);
    if (row.find_first_not_of(' ') == std::string_view::npos) continue;
    if (const std::string wrong = AddRow(row, table); !wrong.empty()) return fmt::format("line {}: {}", line, wrong);
  }
  return table;
}

std::variant<ResultTable, std::string> ReadResult(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path)) return fmt::format("cannot read '{}'", path.string());
  std::ostringstream text;
  text << in.rdbuf();
  std::variant<ResultTable, std::string> read = ParseResult(text.str());
  if (auto* wrong = std::get_if<std::string>(&read)) *wrong = fmt::format("{}: {}", path.string(), *wrong);
  return read;
}

}  // namespace stiction::runtime
