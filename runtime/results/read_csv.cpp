#include "runtime/results/read_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>

namespace stiction::runtime {
namespace {

constexpr std::string_view kBlanks = " \v\f";

std::string_view NextLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::string_view Trim(std::string_view text) {
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

std::string Lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower;
}

// What a message shows of a text that may be anything.
std::string Shown(std::string_view text) {
  constexpr size_t kMost = 40;
  std::string shown;
  for (const char c : text.substr(0, kMost)) shown += c >= ' ' && c != 127 ? c : '?';
  return text.size() > kMost ? shown + "..." : shown;
}

bool IsSkipped(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\v\f");
  return first == std::string_view::npos || line[first] == '#';
}

// Splits a header where the separator stands outside quotes and, unless brackets do not close, outside brackets.
std::vector<std::string> Fields(std::string_view line, char separator) {
  std::vector<std::string> fields(1);
  const bool brackets = std::count(line.begin(), line.end(), '[') == std::count(line.begin(), line.end(), ']');
  bool quoted = false;
  int depth = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        fields.back() += '"';
        ++i;
      } else {
        quoted = !quoted;
      }
      continue;
    }
    if (brackets && !quoted) depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == separator && !quoted && depth <= 0) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  for (std::string& field : fields) field = std::string(Trim(field));
  return fields;
}

char SeparatorOf(std::string_view header) {
  for (const char separator : {';', '\t'}) {
    if (Fields(header, separator).size() > 1) return separator;
  }
  return ',';
}

bool IsTime(std::string_view name) {
  const std::string lower = Lower(name);
  if (lower == "time" || lower == "t") return true;
  return lower.starts_with("time") && lower.find_first_of("[(/") == lower.find_first_not_of(' ', 4) &&
         lower.find_first_of("[(/") != std::string::npos;
}

std::optional<double> Plain(std::string_view field) {
  double number = 0;
  const auto [rest, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (rest != field.data() + field.size()) return std::nullopt;
  if (error == std::errc()) return number;
  if (error != std::errc::result_out_of_range) return std::nullopt;
  // Too small is 0; too large is infinite, and told as such where a finite value is wanted.
  const size_t exponent = field.find_first_of("eE");
  const bool small = exponent != std::string_view::npos && field.find('-', exponent) != std::string_view::npos;
  return small                  ? 0
         : field.front() == '-' ? -std::numeric_limits<double>::infinity()
                                : std::numeric_limits<double>::infinity();
}

// How other tools write numbers, from the commonest.
std::optional<double> Number(std::string_view field, char separator) {
  field = Trim(field);
  if (field.size() >= 2 && field.front() == '"' && field.back() == '"') field = Trim(field.substr(1, field.size() - 2));
  if (field.empty()) return std::nullopt;
  if (field.front() == '+') field.remove_prefix(1);
  if (const auto number = Plain(field)) return number;
  std::string text = Lower(field);
  if (text == "true") return 1;
  if (text == "false") return 0;
  const bool minus = text.starts_with('-');
  const std::string_view magnitude = std::string_view(text).substr(minus ? 1 : 0);
  if (magnitude.starts_with("1.#inf")) {
    return minus ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  }
  if (magnitude.starts_with("1.#") || magnitude.starts_with("nan(")) return std::numeric_limits<double>::quiet_NaN();
  if (separator != ',') std::replace(text.begin(), text.end(), ',', '.');
  std::replace(text.begin(), text.end(), 'd', 'e');
  return Plain(text);
}

class CsvReader {
 public:
  explicit CsvReader(std::string_view text) : text_(text) {}

  ReadTable Read() {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    if (text_.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos) return std::string("the file is empty");
    if (std::string wrong = ReadHeader(); !wrong.empty()) return wrong;
    while (!text_.empty()) {
      const std::string_view row = Next();
      if (IsSkipped(row)) continue;
      if (const std::string wrong = AddRow(row); !wrong.empty()) return Told(wrong);
    }
    if (table_.times.empty()) return Told("the file ends after the header: there are no rows");
    return std::move(table_);
  }

 private:
  std::string_view Next() {
    ++line_;
    return NextLine(text_);
  }

  std::string Told(const std::string& wrong) const { return fmt::format("line {}: {}", line_, wrong); }

  std::string ReadHeader() {
    std::string_view header = Next();
    while (IsSkipped(header) && !text_.empty()) header = Next();
    std::optional<char> given;
    if (Lower(header).starts_with("sep=") && header.size() == 5) {
      given = header[4];
      header = Next();
    }
    separator_ = given.value_or(SeparatorOf(header));
    std::vector<std::string> names = Fields(header, separator_);
    while (names.size() > 1 && names.back().empty()) names.pop_back();
    width_ = names.size();
    const auto time = std::find_if(names.begin(), names.end(), IsTime);
    if (time == names.end()) {
      if (Number(names.front(), separator_)) return Told("numbers where the header with the names should be");
      return Told(fmt::format("no column is called \"time\"; the first one is '{}'", Shown(names.front())));
    }
    time_column_ = static_cast<size_t>(time - names.begin());
    names.erase(time);
    table_.names = std::move(names);
    table_.columns.resize(table_.names.size());
    return {};
  }

  // Empty, or what is wrong with the row.
  std::string AddRow(std::string_view row) {
    size_t column = 0;
    while (true) {
      // A separator at the end of the row is no further column.
      if (column == width_ && Trim(row).empty()) break;
      const size_t end = std::min(row.find(separator_), row.size());
      if (column == width_) {
        return fmt::format("{} columns, the header has {}",
                           width_ + 1 + static_cast<size_t>(std::count(row.begin(), row.end(), separator_)), width_);
      }
      const std::string_view field = row.substr(0, end);
      const std::optional<double> number = Number(field, separator_);
      if (!number) return WrongField(field, column, end == row.size());
      if (const std::string wrong = Take(*number, column); !wrong.empty()) return wrong;
      ++column;
      if (end == row.size()) break;
      row.remove_prefix(end + 1);
    }
    if (column == width_) return {};
    return fmt::format("{} columns, the header has {}{}", column, width_,
                       text_.empty() ? "; the file ends here: it may be cut off" : "");
  }

  std::string WrongField(std::string_view field, size_t column, bool last) const {
    if (text_.empty() && last) {
      return fmt::format("'{}' in column {} is no number; the file ends here: it may be cut off", Shown(field),
                         column + 1);
    }
    return fmt::format("'{}' in column {} is no number", Shown(field), column + 1);
  }

  std::string Take(double number, size_t column) {
    if (column != time_column_) {
      table_.columns[column - (column > time_column_ ? 1 : 0)].push_back(number);
      return {};
    }
    if (!std::isfinite(number)) return fmt::format("the time is {}", number);
    if (!table_.times.empty() && number < table_.times.back()) {
      return fmt::format("time {} comes after time {}", number, table_.times.back());
    }
    table_.times.push_back(number);
    return {};
  }

  std::string_view text_;
  size_t line_ = 0;
  char separator_ = ',';
  size_t width_ = 0;
  size_t time_column_ = 0;
  ResultTable table_;
};

}  // namespace

ReadTable ParseCsv(std::string_view text) { return CsvReader(text).Read(); }

}  // namespace stiction::runtime
