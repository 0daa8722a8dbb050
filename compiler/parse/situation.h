// SPDX-License-Identifier: BSD-3-Clause
// What the wording of a syntax error looks at. Private to compiler/parse.
#pragma once

#include <ModelicaParser.h>
#include <antlr4-runtime.h>

#include "compiler/support/source.h"

namespace stiction::parse {

/// The token that cannot stand here, the one before it, what could stand here, and the rules being read, innermost
/// first.
struct Situation {
  const Source& source;
  antlr4::Token* offending;
  antlr4::Token* previous;  // null at the start of the text
  antlr4::misc::IntervalSet expected;
  antlr4::ParserRuleContext* rule;
  antlr4::TokenStream& tokens;
  const antlr4::dfa::Vocabulary& words;

  bool Expects(size_t token) const { return expected.contains(token); }
  bool ExpectsOnly(size_t token) const { return expected.size() == 1 && Expects(token); }
};

inline Span SpanOf(const Source& source, const antlr4::Token* token) {
  return {source.id(), static_cast<uint32_t>(token->getStartIndex()), static_cast<uint32_t>(token->getStopIndex() + 1)};
}

inline bool IsEndOfFile(const antlr4::Token* token) { return token->getType() == antlr4::Token::EOF; }

inline bool IsKeyword(const antlr4::Token* token) {
  using P = grammar::ModelicaParser;
  return token->getType() >= P::ALGORITHM && token->getType() <= P::WITHIN;
}

inline bool OpensSection(size_t type) {
  using P = grammar::ModelicaParser;
  return type == P::EQUATION || type == P::ALGORITHM || type == P::PUBLIC || type == P::PROTECTED;
}

/// True if a declaration, an equation or a statement begins behind such a token.
inline bool PrecedesItem(size_t type) {
  using P = grammar::ModelicaParser;
  return type == P::SEMI || type == P::THEN || type == P::ELSE || type == P::LOOP || OpensSection(type);
}

/// True if a rule is read inside of `wanted`, without `stop` between.
inline bool IsInside(antlr4::ParserRuleContext* rule, size_t wanted, size_t stop) {
  for (antlr4::RuleContext* r = rule; r; r = static_cast<antlr4::RuleContext*>(r->parent)) {
    const size_t index = r->getRuleIndex();
    if (index == wanted) return true;
    if (index == stop) return false;
  }
  return false;
}

}  // namespace stiction::parse
