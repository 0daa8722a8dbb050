// SPDX-License-Identifier: BSD-3-Clause
// Where each token stands, as the grammar says. Private to compiler/format.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/parse/derivation.h"

namespace stiction::format {

/// Of a token and what is before it.
enum class Space { kNone, kOne, kAsWritten };

struct TokenLayout {
  uint32_t begin = 0, end = 0;
  uint16_t type = 0;           // of the parser's token types
  bool starts_line = false;    // a declaration, an equation, a statement, or a word that stands between such
  bool is_bracket = false;     // opens or closes what its lines are indented by
  uint16_t level = 0;          // of indentation, where it starts a line
  uint16_t comment_level = 0;  // of the comments before it
  Space space = Space::kOne;   // before it, where it starts no line
};

/// The tokens of a derivation without the end of the file.
std::vector<TokenLayout> LayOut(const std::vector<parse::Node>& derivation);

}  // namespace stiction::format
