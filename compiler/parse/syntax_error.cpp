// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/parse/syntax_error.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/parse/byte_stream.h"
#include "compiler/parse/situation.h"
#include "compiler/parse/way_out.h"

namespace stiction::parse {
namespace {

using P = grammar::ModelicaParser;

std::string Quote(const antlr4::Token* token) {
  if (IsEndOfFile(token)) return "the end of the file";
  std::string text = token->getText();
  if (text.size() > 30 || text.find('\n') != std::string::npos) {
    return token->getType() == P::STRING ? "the string" : "'" + text.substr(0, 30) + "...'";
  }
  return token->getType() == P::STRING ? text : "'" + text + "'";
}

std::string WordFor(size_t token, const antlr4::dfa::Vocabulary& words) {
  switch (token) {
    case antlr4::Token::EOF:
      return "the end of the file";
    case P::IDENT:
      return "a name";
    case P::STRING:
      return "a string";
    case P::UNSIGNED_INTEGER:
    case P::UNSIGNED_REAL:
      return "a number";
    default:
      return words.getLiteralName(token);
  }
}

// The rule in which a group of tokens has one name for people.
std::optional<std::string> WordFor(size_t rule) {
  switch (rule) {
    case P::RuleSome_equation:
      return "an equation";
    case P::RuleStatement:
      return "a statement";
    case P::RuleElement:
      return "a declaration";
    case P::RuleClass_prefixes:
    case P::RuleClass_definition:
      return "a class such as 'model' or 'package'";
    case P::RuleArgument:
      return "a modifier such as 'start = 1'";
    default:
      return std::nullopt;
  }
}

bool StartsExpression(size_t token) {
  static constexpr size_t kStarts[] = {P::IDENT,         P::DOT,  P::STRING,   P::UNSIGNED_INTEGER,
                                       P::UNSIGNED_REAL, P::TRUE, P::FALSE,    P::DER,
                                       P::INITIAL,       P::PURE, P::LPAR,     P::LBRK,
                                       P::LBRC,          P::END,  P::PLUS,     P::MINUS,
                                       P::DOTPLUS,       P::NOT,  P::DOTMINUS, P::IF};
  return std::find(std::begin(kStarts), std::end(kStarts), token) != std::end(kStarts);
}

// "';'", "a name or '('", "an expression"; empty if there is too much to choose from.
std::string Expected(const Situation& s) {
  if (const auto word = WordFor(s.rule->getRuleIndex()); word && s.expected.size() > 4) return *word;
  const bool expression = s.Expects(P::LPAR) && s.Expects(P::UNSIGNED_INTEGER) && s.Expects(P::LBRC);
  std::vector<std::string> words;
  if (expression) words.push_back("an expression");
  const bool is_value = s.rule->getRuleIndex() == P::RuleModification_expression;  // `break` is for few
  for (const ssize_t token : s.expected.toList()) {
    if (expression && StartsExpression(static_cast<size_t>(token))) continue;
    if (expression && is_value && token == static_cast<ssize_t>(P::BREAK)) continue;
    const std::string word = WordFor(static_cast<size_t>(token), s.words);
    if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  if (words.empty() || words.size() > 4) return {};
  std::string text = words.front();
  for (size_t i = 1; i < words.size(); ++i) text += (i + 1 == words.size() ? " or " : ", ") + words[i];
  return text;
}

// The name of the innermost class whose body is being read.
const antlr4::Token* OpenClass(const Situation& s) {
  for (antlr4::RuleContext* r = s.rule; r; r = static_cast<antlr4::RuleContext*>(r->parent)) {
    if (r->getRuleIndex() != P::RuleClass_body) continue;
    const antlr4::Token* first = static_cast<antlr4::ParserRuleContext*>(r->parent)->start;
    return first->getType() == P::EXTENDS ? s.tokens.get(first->getTokenIndex() + 1) : first;
  }
  return nullptr;
}

std::optional<SyntaxErrorText> UnclosedComment(const Situation& s) {
  const size_t begin = s.offending->getStartIndex();
  if (s.offending->getType() != P::SLASH || s.source.text().substr(begin, 2) != "/*") return std::nullopt;
  const auto at = static_cast<uint32_t>(begin);
  return SyntaxErrorText{
      {s.source.id(), at, at + 2}, "the comment that begins here is not closed", {}, "close it with '*/'"};
}

std::optional<SyntaxErrorText> WrongAssignmentSign(const Situation& s) {
  const Span span = SpanOf(s.source, s.offending);
  if (s.offending->getType() == P::ASSIGN && IsInside(s.rule, P::RuleEquation_list, P::RuleStatement_list)) {
    return SyntaxErrorText{
        span, "an equation is written with '=', not ':='", {}, "write '=', or move it into an algorithm section"};
  }
  if (s.offending->getType() == P::EQ && s.Expects(P::ASSIGN)) {
    return SyntaxErrorText{span, "an assignment in an algorithm is written with ':=', not '='", {}, "write ':='"};
  }
  return std::nullopt;
}

// `end` followed by something that does not close what is open.
std::optional<SyntaxErrorText> WrongEnd(const Situation& s) {
  if (!s.previous || s.previous->getType() != P::END || s.expected.size() != 1) return std::nullopt;
  const Span end = SpanOf(s.source, s.previous);
  const bool names_something = s.offending->getType() == P::IDENT || IsKeyword(s.offending);
  const Span span = names_something ? Join(end, SpanOf(s.source, s.offending)) : end;
  const std::string written = names_something ? "'end " + s.offending->getText() + "'" : "'end'";
  if (s.Expects(P::IDENT)) {
    const antlr4::Token* cls = OpenClass(s);
    if (!cls) return std::nullopt;
    const std::string name = cls->getText();
    return SyntaxErrorText{span,
                           names_something ? written + " where '" + name + "' is to be closed"
                                           : "'end' lacks the name of the class that it closes",
                           {{SpanOf(s.source, cls), "the class begins here"}},
                           "write 'end " + name + ";'"};
  }
  const std::string keyword =
      WordFor(s.expected.getMinElement() < 0 ? 0 : static_cast<size_t>(s.expected.getMinElement()), s.words);
  const std::string bare = keyword.substr(1, keyword.size() - 2);
  return SyntaxErrorText{span,
                         fmt::format("{} where {} is to be closed", written, keyword),
                         {{SpanOf(s.source, s.rule->start), fmt::format("the {} begins here", keyword)}},
                         fmt::format("write 'end {};'", bare)};
}

SyntaxErrorText Unexpected(const Situation& s) {
  SyntaxErrorText text;
  const std::string expected = Expected(s);
  const std::string found = Quote(s.offending);
  if (expected.empty()) {
    text.message = "unexpected " + (IsEndOfFile(s.offending) ? "end of the file" : found);
  } else {
    text.message = "expected " + expected + " before " + found;
  }
  if (expected.empty() && s.previous) text.message += " after " + Quote(s.previous);
  text.span = SpanOf(s.source, s.offending);
  const auto after_previous = [&] {
    const auto end = static_cast<uint32_t>(s.previous->getStopIndex() + 1);
    return Span{s.source.id(), end, end};
  };
  // A token that is missing at the end of a line is reported there, not at the start of the next one.
  const bool closes =
      s.ExpectsOnly(P::SEMI) || s.ExpectsOnly(P::RPAR) || s.ExpectsOnly(P::RBRK) || s.ExpectsOnly(P::RBRC);
  if (s.previous && (IsEndOfFile(s.offending) || (closes && s.previous->getLine() != s.offending->getLine()))) {
    text.span = after_previous();
  }
  if (IsKeyword(s.offending) && s.Expects(P::IDENT) && s.expected.size() <= 3) {
    text.hint = found + " is a reserved word; choose another name";
  } else if (IsEndOfFile(s.offending)) {
    if (const antlr4::Token* cls = OpenClass(s)) {
      text.labels.push_back({SpanOf(s.source, cls), "this class is still open"});
    }
  } else if (s.previous && s.previous->getType() == P::STRING &&
             s.previous->getText().find('\n') != std::string::npos) {
    text.labels.push_back(
        {SpanOf(s.source, s.previous), "the string before it begins here and goes over several lines"});
    text.hint = "look for a missing '\"'";
  }
  return text;
}

// A declaration where equations or statements are, or the other way round.
std::optional<SyntaxErrorText> WrongSection(const Situation& s) {
  const std::optional<Misplaced> misplaced = FindMisplaced(s);
  if (!misplaced) return std::nullopt;
  SyntaxErrorText text{SpanOf(s.source, misplaced->token),
                       "an equation stands among declarations",
                       {},
                       "write `equation` on a line before the first equation"};
  if (misplaced->is_declaration) {
    text.message = "a declaration stands in an equation or algorithm section";
    text.hint = "move it before the `equation` or `algorithm` that begins the section";
  }
  text.is_told_once = true;
  return text;
}

SyntaxErrorText Describe(const Situation& s) {
  if (auto text = UnclosedComment(s)) return *text;
  if (auto text = WrongAssignmentSign(s)) return *text;
  if (auto text = WrongEnd(s)) return *text;
  if (auto text = WrongSection(s)) return *text;
  SyntaxErrorText text = Unexpected(s);
  if (text.hint.empty()) text.hint = WayOut(s);
  if (const antlr4::Token* open = OpenBracket(s)) {
    text.labels.push_back({SpanOf(s.source, open), "what opens here is not closed"});
  }
  return text;
}

}  // namespace

void FirstErrorStrategy::Keep(antlr4::Parser& parser, antlr4::Token* offending) {
  if (error_) return;
  offending_offset_ = offending->getStartIndex();
  const size_t index = offending->getTokenIndex();
  antlr4::Token* previous = index > 0 ? parser.getTokenStream()->get(index - 1) : nullptr;
  antlr4::misc::IntervalSet expected;
  if (offending == parser.getCurrentToken()) expected = parser.getExpectedTokens();
  error_ = Describe(
      {source_, offending, previous, expected, parser.getContext(), *parser.getTokenStream(), parser.getVocabulary()});
  error_->repair = FindRepair(source_.text(), parser, *offending, expected);
}

void FirstErrorStrategy::recover(antlr4::Parser* parser, std::exception_ptr e) {
  try {
    std::rethrow_exception(e);
  } catch (const antlr4::RecognitionException& error) {
    Keep(*parser, error.getOffendingToken());
  }
  throw antlr4::ParseCancellationException();
}

antlr4::Token* FirstErrorStrategy::recoverInline(antlr4::Parser* parser) {
  Keep(*parser, parser->getCurrentToken());
  throw antlr4::ParseCancellationException();
}

void FirstLexerError::syntaxError(antlr4::Recognizer* recognizer, antlr4::Token*, size_t, size_t, const std::string&,
                                  std::exception_ptr) {
  if (error_) return;
  const size_t begin = static_cast<antlr4::Lexer*>(recognizer)->tokenStartCharIndex;
  const std::string_view text = source_.text();
  if (begin >= text.size()) return;
  const auto at = static_cast<uint32_t>(begin);
  const auto length = static_cast<uint32_t>(CharacterLength(text, begin));
  const Span span{source_.id(), at, at + length};
  if (text[begin] == '"') {
    error_ = {span, "the string that begins here is not closed", {}, "look for a missing '\"'"};
  } else if (text[begin] == '\'') {
    error_ = {span, "the quoted name that begins here is not closed on its line", {}, {}};
  } else {
    error_ = {span,
              "unexpected character '" + std::string(text.substr(begin, length)) + "'",
              {},
              WayOutOfCharacter(text.substr(begin)),
              Repair{at, at + length, {}}};
  }
}

}  // namespace stiction::parse
