// SPDX-License-Identifier: BSD-3-Clause
// Ways out of the syntax errors that beginners make. Private to compiler/parse.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "compiler/parse/situation.h"

namespace stiction::parse {

/// A hint as an imperative sentence; empty if there is nothing sure to say.
std::string WayOut(const Situation& situation);

/// Likewise, of a text that begins with a character of which no token is made.
std::string WayOutOfCharacter(std::string_view text);

/// A declaration in an equation or algorithm section, or an equation among declarations.
struct Misplaced {
  const antlr4::Token* token;  // its first
  bool is_declaration;
};
std::optional<Misplaced> FindMisplaced(const Situation& situation);

/// The bracket whose counterpart is what was expected; null if that was something else.
const antlr4::Token* OpenBracket(const Situation& situation);

}  // namespace stiction::parse
