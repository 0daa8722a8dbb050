// SPDX-License-Identifier: BSD-3-Clause
// The tokens of a text by both readers, to be compared.
#pragma once

#include <ModelicaLexer.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "compiler/parse/byte_stream.h"
#include "compiler/parse/scanned_tokens.h"

namespace stiction::test {

/// Type, first and last byte of each token.
using TokenList = std::vector<std::tuple<size_t, size_t, size_t>>;

/// By the lexer of the grammar; what is no token is left out.
inline TokenList TokensOfGrammar(const std::string& text) {
  parse::ByteStream bytes(text, "text");
  grammar::ModelicaLexer lexer(&bytes);
  lexer.removeErrorListeners();
  TokenList list;
  for (;;) {
    const auto token = lexer.nextToken();
    list.emplace_back(token->getType(), token->getStartIndex(), token->getStopIndex());
    if (token->getType() == antlr4::Token::EOF) return list;
  }
}

/// By the scanner; empty where it leaves the text to the lexer.
inline TokenList TokensOfScanner(const std::string& text) {
  parse::ByteStream bytes(text, "text");
  parse::ScannedTokens tokens(text, bytes);
  TokenList list;
  for (size_t i = 0; tokens.IsComplete() && i < tokens.size(); ++i) {
    const antlr4::Token* token = tokens.get(i);
    list.emplace_back(token->getType(), token->getStartIndex(), token->getStopIndex());
  }
  return list;
}

/// Type and text of each token, without its place.
inline std::vector<std::pair<size_t, std::string>> WordsOf(const std::string& text) {
  std::vector<std::pair<size_t, std::string>> words;
  for (const auto& [type, begin, last] : TokensOfScanner(text)) {
    const bool is_end = type == antlr4::Token::EOF;
    words.emplace_back(type, is_end ? "" : text.substr(begin, last + 1 - begin));
  }
  return words;
}

}  // namespace stiction::test
