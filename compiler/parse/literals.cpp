// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/parse/literals.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace stiction::parse {
namespace {

std::optional<char> Escaped(char c) {
  switch (c) {
    case '\'':
    case '"':
    case '?':
    case '\\':
      return c;
    case 'a':
      return '\a';
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    case 'v':
      return '\v';
    default:
      return std::nullopt;
  }
}

// from_chars tells overflow and underflow by one code; the exponent's sign tells them apart.
bool IsUnderflow(std::string_view literal) {
  const size_t exponent = literal.find_first_of("eE");
  return exponent != std::string_view::npos && literal.find('-', exponent) != std::string_view::npos;
}

}  // namespace

StringValue ReadString(std::string_view literal) {
  StringValue value;
  value.text.reserve(literal.size());
  const size_t end = literal.size() - 1;
  for (size_t i = 1; i < end;) {
    const size_t backslash = std::min(literal.find('\\', i), end);
    value.text.append(literal, i, backslash - i);
    if (backslash == end) break;
    const std::optional<char> c = Escaped(literal[backslash + 1]);
    if (!c && !value.bad_escape) value.bad_escape = backslash;
    value.text += c.value_or(literal[backslash + 1]);
    i = backslash + 2;
  }
  return value;
}

double ReadNumber(std::string_view literal) {
  double number = 0;
  const auto [end, error] = std::from_chars(literal.data(), literal.data() + literal.size(), number);
  if (error == std::errc::result_out_of_range) {
    return IsUnderflow(literal) ? 0.0 : std::numeric_limits<double>::infinity();
  }
  return number;
}

}  // namespace stiction::parse
