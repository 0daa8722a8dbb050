// SPDX-License-Identifier: BSD-3-Clause
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

// An excerpt of any text, for messages.
std::string Shown(std::string_view text) {
  constexpr size_t kMax = 40;
  std::string shown;
  for (const char c : text.substr(0, kMax)) shown += c >= ' ' && c != 127 ? c : '?';
  return text.size() > kMax ? shown + "..." : shown;
}

bool IsSkipped(std::string_view line) {
  const size_t first = line.find_first_not_of(" \t\v\f");
  return first == std::string_view::npos || line[first] == '#' || line[first] == '%' ||
         line.substr(first).starts_with("//");
}

// Splits a header where the separator stands outside quotes and, unless brackets do not close, outside brackets.
std::vector<std::string> Fields(std::string_view line, char separator) {
  std::vector<std::string> fields(1);
  const auto count = [&](char c) { return std::count(line.begin(), line.end(), c); };
  const bool brackets = count('[') == count(']') && count('(') == count(')');
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
    if (brackets && !quoted) depth += c == '[' || c == '(' ? 1 : c == ']' || c == ')' ? -1 : 0;
    if (c == separator && !quoted && depth <= 0) {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  for (std::string& field : fields) field = std::string(Trim(field));
  return fields;
}

/// A name of the header and the unit that tools write behind it: "speed [m/s]", "speed (m/s)". A blank stands between,
/// which tells it from an index and an argument: "a[1]", "der(x)".
struct NameAndUnit {
  std::string name;
  std::string unit;
};

NameAndUnit SplitUnit(const std::string& field) {
  if (field.empty() || (field.back() != ']' && field.back() != ')')) return {field, {}};
  const size_t open = field.rfind(field.back() == ']' ? " [" : " (");
  if (open == std::string::npos || Trim(std::string_view(field).substr(0, open)).empty()) return {field, {}};
  return {std::string(Trim(std::string_view(field).substr(0, open))),
          std::string(Trim(std::string_view(field).substr(open + 2, field.size() - open - 3)))};
}

// Without the brackets that tools write round it.
std::string_view BareUnit(std::string_view text) {
  text = Trim(text);
  if (text.size() >= 2 && ((text.front() == '[' && text.back() == ']') || (text.front() == '(' && text.back() == ')')))
    text = Trim(text.substr(1, text.size() - 2));
  return text;
}

// Seconds of a unit of time; nothing if it is none that is known.
std::optional<double> SecondsOf(std::string_view unit) {
  struct Unit {
    std::string_view name;
    double seconds;
  };
  constexpr std::array<Unit, 15> kUnits{{{"s", 1},
                                         {"sec", 1},
                                         {"second", 1},
                                         {"seconds", 1},
                                         {"ms", 1e-3},
                                         {"us", 1e-6},
                                         {"\xC2\xB5s", 1e-6},  // micro sign
                                         {"\xCE\xBCs", 1e-6},  // mu
                                         {"ns", 1e-9},
                                         {"min", 60},
                                         {"minutes", 60},
                                         {"h", 3600},
                                         {"hours", 3600},
                                         {"d", 86400},
                                         {"days", 86400}}};
  const auto found = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& known) { return known.name == unit; });
  return found == kUnits.end() ? std::nullopt : std::optional(found->seconds);
}

// "time", "t", and with a unit, between which need be no blank: "time[s]", "Time (s)", "time/s".
bool IsTime(std::string_view name) {
  const std::string lower = Lower(name);
  if (lower == "time" || lower == "t") return true;
  const size_t end = lower.starts_with("time") ? 4 : lower.starts_with("t ") ? 1 : std::string::npos;
  return end != std::string::npos && lower.find_first_of("[(/") == lower.find_first_not_of(' ', end) &&
         lower.find_first_of("[(/") != std::string::npos;
}

// The text behind the name of the time; empty: nothing.
std::string UnitOfTime(std::string_view name) {
  const size_t begin = name.find_first_of("[(/");
  if (begin == std::string_view::npos) return {};
  return std::string(name[begin] == '/' ? Trim(name.substr(begin + 1)) : BareUnit(name.substr(begin)));
}

// The one that makes a column of the time; else the one that makes columns.
char SeparatorOf(std::string_view header) {
  for (const char separator : {';', '\t', ','}) {
    const std::vector<std::string> fields = Fields(header, separator);
    if (fields.size() > 1 && std::any_of(fields.begin(), fields.end(), IsTime)) return separator;
  }
  for (const char separator : {';', '\t'}) {
    if (Fields(header, separator).size() > 1) return separator;
  }
  return ',';
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

// Formats in which other tools write numbers, from the commonest.
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
  /// @param size of the whole text
  CsvReader(std::string_view text, const MoreText& more, size_t size) : text_(text), more_(more), size_(size) {}

  ReadTable Read() {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);
    if (text_.find_first_not_of(" \t\r\n\v\f") == std::string_view::npos) return std::string("the file is empty");
    if (text_.starts_with("\xFF\xFE") || text_.starts_with("\xFE\xFF")) {
      return std::string("byte 0: the text is UTF-16; it has to be saved as UTF-8 or ASCII");
    }
    if (std::string wrong = ReadHeader(); !wrong.empty()) return wrong;
    if (std::string wrong = ReadUnits(); !wrong.empty()) return wrong;
    Reserve();
    while (!IsAtEnd()) {
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
    // A line is whole if another begins after it, or none does.
    while (text_.find('\n') == std::string_view::npos && Refill()) {
    }
    return NextLine(text_);
  }

  bool Refill() {
    if (!more_ || is_at_end_) return false;
    is_at_end_ = !more_(text_);
    return !is_at_end_;
  }

  bool IsAtEnd() { return text_.empty() && !Refill(); }

  std::string Told(const std::string& wrong) const { return fmt::format("line {}: {}", line_, wrong); }

  std::string ReadHeader() {
    std::string_view header = Next();
    while (IsSkipped(header) && !IsAtEnd()) header = Next();
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
    if (const std::string unit = UnitOfTime(*time); !unit.empty()) {
      if (!TakeTimeUnit(unit)) return Told(WrongTimeUnit(unit));
    }
    names.erase(time);
    bool has_units = false;
    for (const std::string& field : names) {
      NameAndUnit split = SplitUnit(field);
      has_units = has_units || !split.unit.empty();
      table_.names.push_back(std::move(split.name));
      table_.units.push_back(std::move(split.unit));
    }
    if (!has_units) table_.units.clear();
    table_.columns.resize(table_.names.size());
    return {};
  }

  bool TakeTimeUnit(std::string_view unit) {
    const std::optional<double> seconds = SecondsOf(unit);
    seconds_ = seconds.value_or(1);
    return seconds.has_value();
  }

  static std::string WrongTimeUnit(const std::string& unit) {
    return fmt::format("the time is in '{}'; it can be in s, ms, us, ns, min, h or d", Shown(unit));
  }

  // Some tools write the units in a row of their own below the names: no field of it is a number, and that of the time
  // is a unit of time.
  std::string ReadUnits() {
    // Of what is at hand: the first part of a file is long enough for a few lines.
    std::string_view rest = text_;
    size_t line = line_;
    std::string_view row;
    while (!rest.empty() && IsSkipped(row)) {
      row = NextLine(rest);
      ++line;
    }
    std::vector<std::string> fields = Fields(row, separator_);
    if (fields.size() > width_ && fields.back().empty()) fields.pop_back();
    const bool is_unit_row =
        fields.size() == width_ && !BareUnit(fields[time_column_]).empty() &&
        std::none_of(fields.begin(), fields.end(), [&](const std::string& f) { return Number(f, separator_); }) &&
        SecondsOf(BareUnit(fields[time_column_]));
    if (!is_unit_row) return {};
    text_ = rest;
    line_ = line;
    const std::string unit(BareUnit(fields[time_column_]));
    if (seconds_ != 1 && SecondsOf(unit) != seconds_) return Told("the time has two units");
    TakeTimeUnit(unit);
    fields.erase(fields.begin() + static_cast<long>(time_column_));
    table_.units.clear();
    for (const std::string& field : fields) table_.units.emplace_back(BareUnit(field));
    return {};
  }

  // Room for as many rows as there will be if they are as long as the first one: growing step by step would need twice
  // the memory at times.
  void Reserve() {
    const size_t row = text_.find('\n');
    if (row == std::string_view::npos) return;
    const size_t rows = size_ / (row + 1) + 2;
    table_.times.reserve(rows);
    for (std::vector<double>& column : table_.columns) column.reserve(rows);
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
                       IsAtEnd() ? "; the file ends here: it may be cut off" : "");
  }

  std::string WrongField(std::string_view field, size_t column, bool last) {
    const std::string shown = Shown(field);
    if (last && IsAtEnd()) {
      return fmt::format("'{}' in column {} is no number; the file ends here: it may be cut off", shown, column + 1);
    }
    return fmt::format("'{}' in column {} is no number", shown, column + 1);
  }

  std::string Take(double number, size_t column) {
    if (column != time_column_) {
      table_.columns[column - (column > time_column_ ? 1 : 0)].push_back(number);
      return {};
    }
    if (!std::isfinite(number)) return fmt::format("the time is {}", number);
    number *= seconds_;
    if (!table_.times.empty() && number < table_.times.back()) {
      return fmt::format("time {} comes after time {}", number, table_.times.back());
    }
    table_.times.push_back(number);
    return {};
  }

  std::string_view text_;  // at hand and not read yet
  const MoreText& more_;
  bool is_at_end_ = false;
  size_t size_ = 0;
  size_t line_ = 0;
  char separator_ = ',';
  size_t width_ = 0;
  size_t time_column_ = 0;
  double seconds_ = 1;  // of the unit of time
  ResultTable table_;
};

}  // namespace

ReadTable ParseCsv(std::string_view text, const MoreText& more, size_t size) {
  return CsvReader(text, more, std::max(size, text.size())).Read();
}

}  // namespace stiction::runtime
