// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/format/gap.h"

#include <algorithm>

namespace stiction::format {
namespace {

bool IsLineEnd(std::string_view text, size_t at) {
  return text[at] == '\n' || (text[at] == '\r' && (at + 1 == text.size() || text[at + 1] != '\n'));
}

std::string_view WithoutBlanksAtEnd(std::string_view text) {
  return text.substr(0, text.find_last_not_of(" \t\r\v\f") + 1);
}

}  // namespace

size_t ColumnOf(std::string_view text, size_t at) {
  size_t begin = at;
  while (begin > 0 && text[begin - 1] != '\n' && text[begin - 1] != '\r') --begin;
  constexpr size_t kTab = 8;
  size_t column = 0;
  for (size_t i = begin; i < at; ++i) column = text[i] == '\t' ? (column / kTab + 1) * kTab : column + 1;
  return column;
}

Gap ReadGap(std::string_view text, size_t begin, size_t end) {
  Gap gap;
  gap.has_blank = begin < end;
  for (size_t at = begin; at < end;) {
    if (text.substr(at, 2) == "//") {
      const size_t line_end = std::min({text.find_first_of("\r\n", at), text.size(), end});
      gap.comments.push_back(
          {WithoutBlanksAtEnd(text.substr(at, line_end - at)), gap.lines_after, ColumnOf(text, at), true, at > begin});
      gap.lines_after = 0;
      at = line_end;
    } else if (text.substr(at, 2) == "/*") {
      const size_t close = text.find("*/", at + 2) + 2;
      gap.comments.push_back({text.substr(at, close - at), gap.lines_after, ColumnOf(text, at), false, at > begin});
      gap.lines_after = 0;
      at = close;
    } else {
      gap.lines_after += IsLineEnd(text, at);
      ++at;
    }
  }
  return gap;
}

}  // namespace stiction::format
