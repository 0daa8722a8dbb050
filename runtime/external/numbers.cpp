// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/external/numbers.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace stiction::runtime {

std::optional<double> ReadNumber(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text.front() == '-') return std::nullopt;
  }
  double number = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || rest != text.data() + text.size() || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::string Shown(std::string_view text) {
  std::string shown(text.substr(0, 40));
  for (char& c : shown) {
    if (c < ' ' || c > '~') c = '?';
  }
  return text.size() > 40 ? shown + "..." : shown;
}

std::string NoSuchTable(std::string_view table, const std::string& file, const std::vector<std::string>& names) {
  if (names.empty()) return fmt::format("there is no table '{}' in file '{}', nor any other", Shown(table), file);
  std::string there;
  for (size_t i = 0; i < names.size() && i < 20; ++i)
    there += fmt::format("{}'{}'", i == 0 ? "" : ", ", Shown(names[i]));
  if (names.size() > 20) there += fmt::format(" and {} more", names.size() - 20);
  return fmt::format("there is no table '{}' in file '{}'; it has {}", Shown(table), file, there);
}

}  // namespace stiction::runtime
