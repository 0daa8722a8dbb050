// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/support/number_format.h"

#include <cstdio>

namespace stiction {
namespace {

/// More digits than this are a mistake.
constexpr int kWidest = 1000;

}  // namespace

std::optional<std::string> PrintfPattern(const std::string& format, bool is_real) {
  size_t at = 0;
  const auto digits = [&]() {
    int value = 0;
    for (; at < format.size() && format[at] >= '0' && format[at] <= '9'; ++at) {
      if (value <= kWidest) value = value * 10 + (format[at] - '0');
    }
    return value <= kWidest;
  };
  while (at < format.size() && std::string("-+ #0").find(format[at]) != std::string::npos) ++at;
  if (!digits()) return std::nullopt;
  if (at < format.size() && format[at] == '.') {
    ++at;
    if (!digits()) return std::nullopt;
  }
  if (at + 1 != format.size()) return std::nullopt;
  if (std::string("eEfFgG").find(format[at]) != std::string::npos) return "%" + format;
  if (is_real || std::string("dioxXu").find(format[at]) == std::string::npos) return std::nullopt;
  return "%" + format.substr(0, at) + "ll" + format[at];
}

std::string FormatNumber(const std::string& pattern, double value) {
  const auto print = [&](char* to, size_t size) {
    const bool is_integer = pattern.find("ll") != std::string::npos;
    return is_integer ? std::snprintf(to, size, pattern.c_str(), static_cast<long long>(value))
                      : std::snprintf(to, size, pattern.c_str(), value);
  };
  std::string text(static_cast<size_t>(print(nullptr, 0)) + 1, '\0');
  print(text.data(), text.size());
  text.pop_back();
  return text;
}

std::string Padded(std::string text, int width, bool is_left_justified) {
  if (static_cast<int>(text.size()) >= width) return text;
  const std::string blanks(static_cast<size_t>(width) - text.size(), ' ');
  return is_left_justified ? text + blanks : blanks + text;
}

}  // namespace stiction
