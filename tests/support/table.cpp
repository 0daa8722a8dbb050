// SPDX-License-Identifier: BSD-3-Clause
#include "tests/support/table.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <stdexcept>

namespace stiction::test {
namespace {

// The fields of one line; a quoted field may hold commas, and "" for a quote.
std::vector<std::string> Split(const std::string& line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

}  // namespace

Table Table::Read(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  if (!std::getline(file, line)) throw std::runtime_error("no header in " + path);
  Table table;
  table.names_ = Split(line);
  table.columns_.resize(table.names_.size());
  while (std::getline(file, line)) {
    std::size_t column = 0;
    const char* at = line.data();
    const char* const end = at + line.size();
    while (at < end) {
      double value = 0;
      const auto [next, error] = std::from_chars(at, end, value);
      if (error != std::errc() || column == table.columns_.size())
        throw std::runtime_error("bad row in " + path + ": " + line.substr(0, 200));
      table.columns_[column++].push_back(value);
      at = next < end && *next == ',' ? next + 1 : next;
      if (next < end && *next != ',' && *next != '\r') throw std::runtime_error("bad number in " + path);
      if (next < end && *next == '\r') break;
    }
    if (column != table.columns_.size()) throw std::runtime_error("short row in " + path);
  }
  return table;
}

bool Table::Has(const std::string& name) const { return std::find(names_.begin(), names_.end(), name) != names_.end(); }

const std::vector<double>& Table::Column(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) throw std::runtime_error("the result has no column " + name);
  return columns_[static_cast<std::size_t>(found - names_.begin())];
}

double Table::At(const std::string& name, double t) const {
  const std::vector<double>& time = Time();
  const std::vector<double>& values = Column(name);
  const auto above = std::upper_bound(time.begin(), time.end(), t);
  if (above == time.begin()) throw std::runtime_error("the result begins later");
  const std::size_t i = static_cast<std::size_t>(above - time.begin()) - 1;
  if (above == time.end() || time[i] == t) return values[i];
  return values[i] + (values[i + 1] - values[i]) * (t - time[i]) / (time[i + 1] - time[i]);
}

std::vector<double> Table::ChangeTimes(const std::string& name) const {
  const std::vector<double>& values = Column(name);
  std::vector<double> times;
  for (std::size_t i = 1; i < values.size(); ++i)
    if (values[i] != values[i - 1]) times.push_back(Time()[i]);
  return times;
}

double Table::TimeOfChangeTo(const std::string& name, double value, double from) const {
  return TimeOfFirstChangeTo({{name, value}}, from);
}

double Table::TimeOfFirstChangeTo(const std::vector<std::pair<std::string, double>>& changes, double from) const {
  const std::vector<double>& time = Time();
  for (std::size_t i = 1; i < time.size(); ++i) {
    if (time[i] < from) continue;
    for (const auto& [name, value] : changes)
      if (Column(name)[i] == value && Column(name)[i - 1] != value) return time[i];
  }
  throw std::runtime_error(changes.front().first + " never becomes " + std::to_string(changes.front().second));
}

}  // namespace stiction::test
