// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/parse/repair.h"

#include "compiler/parse/situation.h"

namespace stiction::parse {
namespace {

using P = grammar::ModelicaParser;
using antlr4::ParserRuleContext;
using antlr4::Token;

uint32_t BeginOf(const Token& token) { return static_cast<uint32_t>(token.getStartIndex()); }
uint32_t EndOf(const Token& token) { return static_cast<uint32_t>(token.getStopIndex() + 1); }
bool IsBlank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool OpensConstruct(size_t type) { return type == P::IF || type == P::FOR || type == P::WHEN || type == P::WHILE; }

// The tokens of the text around an error.
class Tokens {
 public:
  explicit Tokens(antlr4::TokenStream& tokens) : tokens_(tokens) {
    if (auto* buffered = dynamic_cast<antlr4::BufferedTokenStream*>(&tokens)) buffered->fill();
  }

  const Token& At(size_t index) const { return *tokens_.get(index); }
  size_t Type(size_t index) const { return index < tokens_.size() ? At(index).getType() : Token::EOF; }

  // `end` that closes something, not the one of a subscript.
  bool IsClosingEnd(size_t index) const {
    const size_t next = Type(index + 1);
    return Type(index) == P::END && (next == P::IDENT || OpensConstruct(next));
  }

  // The first token behind the declaration, equation or statement without parts that holds `index`.
  size_t BehindItem(size_t index) const {
    for (; Type(index) != Token::EOF; ++index) {
      if (Type(index) == P::SEMI) return index + 1;
      if (OpensSection(Type(index)) || IsClosingEnd(index)) return index;
      if (Type(index) == P::INITIAL && OpensSection(Type(index + 1))) return index;
    }
    return index;
  }

  // The first token of the declaration, equation or statement that holds `index`, of a list that begins at `first`.
  size_t StartOfItem(size_t index, size_t first) const {
    while (index > first && !PrecedesItem(Type(index - 1))) --index;
    return index;
  }

  // The first token behind the `end if;` that closes the `if` at `index`, likewise of `for`, `when` and `while`;
  // nothing if it is not closed.
  std::optional<size_t> BehindConstruct(size_t index) const {
    int depth = 0;
    for (; Type(index) != Token::EOF; ++index) {
      if (IsClosingEnd(index)) {
        if (Type(index + 1) == P::IDENT) return std::nullopt;
        ++index;
        if (--depth > 0) continue;
        return Type(index + 1) == P::SEMI ? index + 2 : index + 1;
      }
      if (OpensConstruct(Type(index)) && (depth == 0 || PrecedesItem(Type(index - 1)))) ++depth;
    }
    return std::nullopt;
  }

 private:
  antlr4::TokenStream& tokens_;
};

std::optional<Repair> AssignmentSign(std::string_view text, const Token& sign, const ParserRuleContext* rule,
                                     const antlr4::misc::IntervalSet& expected) {
  const uint32_t begin = BeginOf(sign), end = EndOf(sign);
  const bool is_in_equations = rule->getRuleIndex() == P::RuleEquation_list;
  if (sign.getType() == P::ASSIGN && is_in_equations) return Repair{begin, end, "="};
  if (sign.getType() != P::EQ || !expected.contains(size_t{P::ASSIGN})) return std::nullopt;
  if (begin > 0 && IsBlank(text[begin - 1])) return Repair{begin - 1, end, ":="};
  if (end < text.size() && IsBlank(text[end])) return Repair{begin, end + 1, ":="};
  return std::nullopt;
}

// The innermost declaration, equation or statement that is being read, unless the head of a class in it is.
const ParserRuleContext* OpenItem(const ParserRuleContext* rule) {
  bool in_class_head = false;
  for (; rule; rule = static_cast<const ParserRuleContext*>(rule->parent)) {
    switch (rule->getRuleIndex()) {
      case P::RuleSome_equation:
      case P::RuleStatement:
      case P::RuleExternal_clause:
        return rule;
      case P::RuleElement:
        return in_class_head ? nullptr : rule;
      case P::RuleClass_specifier:
        in_class_head = true;
        break;
      case P::RuleShort_class:
      case P::RuleDer_class: {
        // In an element or an argument of a modification; on its own it is a whole text.
        const ParserRuleContext* at = rule;
        while (at && at->getRuleIndex() != P::RuleElement) at = static_cast<const ParserRuleContext*>(at->parent);
        return at;
      }
      case P::RuleClass_body:
        return nullptr;
      default:
        break;
    }
  }
  return nullptr;
}

}  // namespace

void Apply(const Repair& repair, std::string& text) {
  for (uint32_t i = repair.begin; i < repair.end; ++i) {
    if (!IsBlank(text[i])) text[i] = ' ';
  }
  text.replace(repair.begin, repair.text.size(), repair.text);
}

std::optional<Repair> FindRepair(std::string_view text, antlr4::Parser& parser, const Token& offending,
                                 const antlr4::misc::IntervalSet& expected) {
  if (offending.getType() == Token::EOF) return std::nullopt;
  if (auto repair = AssignmentSign(text, offending, parser.getContext(), expected)) return repair;
  const Tokens tokens(*parser.getTokenStream());
  const size_t index = offending.getTokenIndex();
  if (index > 0 && tokens.Type(index - 1) == P::END && expected.size() == 1) return std::nullopt;
  if (index > 0 && expected.contains(size_t{P::SEMI}) && tokens.At(index - 1).getLine() != offending.getLine()) {
    const uint32_t behind = EndOf(tokens.At(index - 1));
    return Repair{behind, behind + 1, ";"};
  }
  const ParserRuleContext* item = OpenItem(parser.getContext());
  size_t begin = index, behind = 0;
  if (item) {
    begin = item->start->getTokenIndex();
    if (OpensConstruct(item->start->getType())) {
      const auto closed = tokens.BehindConstruct(begin);
      if (!closed) return std::nullopt;
      behind = *closed;
    } else {
      behind = tokens.BehindItem(index);
    }
  } else {
    const size_t rule = parser.getContext()->getRuleIndex();
    const bool between_items = rule == P::RuleElement_list || rule == P::RuleEquation_list ||
                               rule == P::RuleStatement_list || rule == P::RuleComposition || rule == P::RuleSection;
    if (!between_items) return std::nullopt;
    // What was read of it so far is complete, but does not go on like this.
    if (expected.contains(size_t{P::SEMI}))
      begin = tokens.StartOfItem(index, parser.getContext()->start->getTokenIndex());
    behind = tokens.BehindItem(index);
  }
  if (behind <= begin) return std::nullopt;
  return Repair{BeginOf(tokens.At(begin)), EndOf(tokens.At(behind - 1)), {}};
}

}  // namespace stiction::parse
