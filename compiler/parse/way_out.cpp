// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/parse/way_out.h"

#include <fmt/format.h>

namespace stiction::parse {
namespace {

using P = grammar::ModelicaParser;

bool IsNumber(const antlr4::Token* token) {
  return token && (token->getType() == P::UNSIGNED_INTEGER || token->getType() == P::UNSIGNED_REAL);
}

bool Touch(const antlr4::Token* first, const antlr4::Token* second) {
  return first->getStopIndex() + 1 == second->getStartIndex();
}

bool IsName(const antlr4::Token* token, std::string_view name) {
  return token && token->getType() == P::IDENT && token->getText() == name;
}

const antlr4::Token* Before(const Situation& s, const antlr4::Token* token) {
  return token->getTokenIndex() > 0 ? s.tokens.get(token->getTokenIndex() - 1) : nullptr;
}

// Words that only a declaration begins with.
bool BeginsDeclaration(size_t type) {
  switch (type) {
    case P::PARAMETER:
    case P::CONSTANT:
    case P::DISCRETE:
    case P::INPUT:
    case P::OUTPUT:
    case P::FLOW:
    case P::INNER:
    case P::OUTER:
    case P::REPLACEABLE:
    case P::FINAL:
    case P::EXTENDS:
    case P::IMPORT:
    case P::MODEL:
    case P::BLOCK:
    case P::RECORD:
    case P::TYPE:
    case P::PACKAGE:
    case P::FUNCTION:
    case P::CONNECTOR:
      return true;
    default:
      return false;
  }
}

bool BeginsEquation(size_t type) {
  return type == P::DER || type == P::CONNECT || type == P::IF || type == P::FOR || type == P::WHEN;
}

// The first token of the innermost declaration, equation or statement.
const antlr4::Token* StartOf(antlr4::ParserRuleContext* rule, size_t wanted) {
  for (antlr4::RuleContext* r = rule; r; r = static_cast<antlr4::RuleContext*>(r->parent)) {
    if (r->getRuleIndex() == wanted) return static_cast<antlr4::ParserRuleContext*>(r)->start;
  }
  return nullptr;
}

bool IsInSection(const Situation& s) {
  return IsInside(s.rule, P::RuleEquation_list, P::RuleElement_list) ||
         IsInside(s.rule, P::RuleStatement_list, P::RuleElement_list);
}

std::string OfMissingSemicolon(const Situation& s) {
  if (IsName(s.previous, "elsif") || IsName(s.previous, "elif")) return "write `elseif`";
  if (s.previous->getLine() != s.offending->getLine()) return "end the line with ';'";
  const size_t type = s.offending->getType();
  if (IsNumber(s.previous) && (type == P::IDENT || type == P::LPAR)) return "a product is written with '*'";
  return {};
}

}  // namespace

std::string WayOut(const Situation& s) {
  const size_t type = s.offending->getType();
  if (!s.previous) return {};
  const size_t previous = s.previous->getType();
  if (previous == P::COMMA && IsNumber(s.offending) && IsNumber(Before(s, s.previous))) {
    return fmt::format("a decimal point is a point: {}.{}", Before(s, s.previous)->getText(), s.offending->getText());
  }
  if (IsNumber(s.offending) && s.Expects(P::IDENT) && s.expected.size() <= 3) {
    return "a name begins with a letter or '_'";
  }
  if (type == P::SEMI && (previous == P::EQ || previous == P::ASSIGN)) {
    return fmt::format("write a value, or remove '{}'", s.previous->getText());
  }
  if (type == P::STAR && previous == P::STAR && Touch(s.previous, s.offending)) return "a power is written `x^y`";
  if (type == P::EQ && (s.Expects(P::THEN) || s.Expects(P::LOOP))) return "write '==' to compare";
  if (s.ExpectsOnly(P::ELSE)) {
    return "an if-expression has a value in either case: write `if ... then ... else ...`";
  }
  if (s.Expects(P::ASSIGN) && (type == P::PLUS || type == P::MINUS || type == P::STAR || type == P::SLASH)) {
    const std::string name = s.previous->getText();
    return fmt::format("write `{0} := {0} {1} ...`", name, s.offending->getText());
  }
  return s.Expects(P::SEMI) ? OfMissingSemicolon(s) : std::string();
}

std::string WayOutOfCharacter(std::string_view text) {
  if (text.starts_with("&")) return "write `and`";
  if (text.starts_with("|")) return "write `or`";
  if (text.starts_with("!=")) return "write '<>'";
  if (text.starts_with("!")) return "write `not`";
  if (text.starts_with("#") || text.starts_with("%")) return "a comment begins with '//'";
  return {};
}

std::optional<Misplaced> FindMisplaced(const Situation& s) {
  const size_t type = s.offending->getType();
  if (IsInSection(s)) {
    const size_t rule = s.rule->getRuleIndex();
    const bool at_start = rule == P::RuleEquation_list || rule == P::RuleStatement_list ||
                          s.rule->start == s.offending || rule == P::RuleSection;
    if (at_start && BeginsDeclaration(type)) return Misplaced{s.offending, true};
    // `Real x`: two names side by side.
    if (type == P::IDENT && s.previous && s.previous->getType() == P::IDENT &&
        s.previous->getLine() == s.offending->getLine() && s.Expects(P::SEMI)) {
      const antlr4::Token *first = s.previous, *before = Before(s, first);
      while (before && before->getType() == P::DOT) {
        first = Before(s, before);
        before = Before(s, first);
      }
      if (before && PrecedesItem(before->getType())) return Misplaced{first, true};
    }
    return std::nullopt;
  }
  const size_t rule = s.rule->getRuleIndex();
  const bool between = rule == P::RuleElement_list || rule == P::RuleComposition || rule == P::RuleClass_body;
  if (between && BeginsEquation(type)) return Misplaced{s.offending, false};
  // `x = 1`: the name stands where a type is.
  if (type == P::EQ && s.ExpectsOnly(P::IDENT)) {
    const antlr4::Token* start = StartOf(s.rule, P::RuleElement);
    if (start && start->getType() == P::IDENT && IsInside(s.rule, P::RuleComponent_clause, P::RuleElement)) {
      return Misplaced{start, false};
    }
  }
  return std::nullopt;
}

const antlr4::Token* OpenBracket(const Situation& s) {
  const antlr4::Token* start = s.rule->start;
  const size_t type = start->getType();
  const bool is_open = (type == P::LPAR && s.Expects(P::RPAR)) || (type == P::LBRK && s.Expects(P::RBRK)) ||
                       (type == P::LBRC && s.Expects(P::RBRC));
  return is_open && start != s.offending && start != s.previous ? start : nullptr;
}

}  // namespace stiction::parse
