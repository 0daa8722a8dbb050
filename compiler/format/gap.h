// SPDX-License-Identifier: BSD-3-Clause
// What stands between two tokens: blanks and comments (MLS 2.2). Private to compiler/format.
#pragma once

#include <string_view>
#include <vector>

namespace stiction::format {

struct Comment {
  std::string_view text;  // `// ...` without its line end, or `/* ... */`
  int lines_before = 0;   // line ends since the token or comment before
  size_t column = 0;      // of its beginning, from 0; tabs reach to multiples of 8
  bool to_end_of_line = false;
  bool after_blank = false;
};

struct Gap {
  std::vector<Comment> comments;
  int lines_after = 0;  // line ends behind the last comment, or all
  bool has_blank = false;
};

/// Reads the text from `begin` up to the token at `end`.
Gap ReadGap(std::string_view text, size_t begin, size_t end);

/// The column of a place, from 0.
size_t ColumnOf(std::string_view text, size_t at);

}  // namespace stiction::format
