// SPDX-License-Identifier: BSD-3-Clause
// What is to be taken out of a text after a syntax error, so that the rest of it can be read. Private to
// compiler/parse.
#pragma once

#include <ModelicaParser.h>
#include <antlr4-runtime.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stiction::parse {

/// A range of bytes that become blanks, but for `text` at its beginning: what follows keeps its place.
struct Repair {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::string_view text;  // no longer than the range
};

void Apply(const Repair& repair, std::string& text);

/// The repair of an error at `offending`, while the contexts of the parser live: a semicolon or an assignment sign put
/// right, else the declaration, equation or statement taken out. Nothing where the structure of the text is damaged
/// (`end` of something else, the head of a class): what would be told of the rest would be about our guess.
std::optional<Repair> FindRepair(std::string_view text, antlr4::Parser& parser, const antlr4::Token& offending,
                                 const antlr4::misc::IntervalSet& expected);

}  // namespace stiction::parse
