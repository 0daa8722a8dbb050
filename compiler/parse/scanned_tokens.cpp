// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/parse/scanned_tokens.h"

#include <ModelicaLexer.h>

#include <unordered_map>

#include "compiler/parse/byte_stream.h"

namespace stiction::parse {
namespace {

using L = grammar::ModelicaLexer;

constexpr size_t kNoToken = 0;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool StartsName(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The reserved words of the grammar: those of the lexer's tokens that are written as words.
const std::unordered_map<std::string_view, size_t>& Keywords() {
  static const std::unordered_map<std::string_view, size_t> kKeywords = [] {
    std::unordered_map<std::string_view, size_t> keywords;
    static std::vector<std::string> words;
    ByteStream nothing("", "");
    const L lexer(&nothing);
    const antlr4::dfa::Vocabulary& vocabulary = lexer.getVocabulary();
    words.resize(L::WITHIN + 1);
    for (size_t type = L::ALGORITHM; type <= L::WITHIN; ++type) {
      const std::string quoted = vocabulary.getLiteralName(type);
      words[type] = quoted.substr(1, quoted.size() - 2);
      keywords.emplace(words[type], type);
    }
    return keywords;
  }();
  return kKeywords;
}

struct Lexeme {
  size_t type = kNoToken;
  size_t end = 0;
};

// Reads one token; the longest that the text allows, as the lexer of the grammar does.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text), keywords_(Keywords()) {}

  // The first place that is neither white space nor comment (MLS 2.2).
  size_t SkipBlanks(size_t at) const {
    for (;;) {
      while (at < text_.size() && IsSpace(text_[at])) ++at;
      if (At(at) != '/') return at;
      if (At(at + 1) == '/') {
        at = std::min(text_.find_first_of("\r\n", at), text_.size());
      } else if (At(at + 1) == '*') {
        const size_t close = text_.find("*/", at + 2);
        if (close == std::string_view::npos) return at;
        at = close + 2;
      } else {
        return at;
      }
    }
  }

  Lexeme Read(size_t at) const {
    const char c = text_[at];
    if (StartsName(c)) return Name(at);
    if (IsDigit(c) || (c == '.' && IsDigit(At(at + 1)))) return Number(at);
    if (c == '"') return Quoted(at, L::STRING);
    if (c == '\'') return Quoted(at, L::IDENT);
    return Symbol(at);
  }

 private:
  char At(size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  size_t SkipDigits(size_t at) const {
    while (IsDigit(At(at))) ++at;
    return at;
  }

  Lexeme Name(size_t begin) const {
    size_t at = begin;
    while (StartsName(At(at)) || IsDigit(At(at))) ++at;
    const auto keyword = keywords_.find(text_.substr(begin, at - begin));
    return {keyword == keywords_.end() ? static_cast<size_t>(L::IDENT) : keyword->second, at};
  }

  Lexeme Number(size_t begin) const {
    size_t at = SkipDigits(begin);
    size_t type = L::UNSIGNED_INTEGER;
    if (At(at) == '.') {
      type = L::UNSIGNED_REAL;
      at = SkipDigits(at + 1);
    }
    if (At(at) == 'e' || At(at) == 'E') {
      const size_t digits = at + (At(at + 1) == '+' || At(at + 1) == '-' ? 2 : 1);
      if (IsDigit(At(digits))) return {L::UNSIGNED_REAL, SkipDigits(digits)};
    }
    return {type, at};
  }

  Lexeme Quoted(size_t begin, size_t type) const {
    const char quote = text_[begin];
    size_t at = begin + 1;
    for (; at < text_.size() && text_[at] != quote; ++at) {
      if (text_[at] == '\\')
        ++at;
      else if (type == L::IDENT && (text_[at] == '\n' || text_[at] == '\r'))
        return {};
    }
    const bool is_empty_name = type == L::IDENT && at == begin + 1;
    if (at >= text_.size() || is_empty_name) return {};
    return {type, at + 1};
  }

  Lexeme Symbol(size_t at) const {
    const char next = At(at + 1);
    const auto two_if = [&](char second, size_t longer, size_t shorter) {
      return next == second ? Lexeme{longer, at + 2} : Lexeme{shorter, at + 1};
    };
    switch (text_[at]) {
      case '(':
        return {L::LPAR, at + 1};
      case ')':
        return {L::RPAR, at + 1};
      case '[':
        return {L::LBRK, at + 1};
      case ']':
        return {L::RBRK, at + 1};
      case '{':
        return {L::LBRC, at + 1};
      case '}':
        return {L::RBRC, at + 1};
      case '+':
        return {L::PLUS, at + 1};
      case '-':
        return {L::MINUS, at + 1};
      case '*':
        return {L::STAR, at + 1};
      case '^':
        return {L::CARET, at + 1};
      case ',':
        return {L::COMMA, at + 1};
      case ';':
        return {L::SEMI, at + 1};
      case '/':
        return next == '*' ? Lexeme{} : Lexeme{L::SLASH, at + 1};  // a comment that is not closed
      case '=':
        return two_if('=', L::EQEQ, L::EQ);
      case ':':
        return two_if('=', L::ASSIGN, L::COLON);
      case '>':
        return two_if('=', L::GE, L::GT);
      case '<':
        return next == '>' ? Lexeme{L::NE, at + 2} : two_if('=', L::LE, L::LT);
      case '.':
        switch (next) {
          case '+':
            return {L::DOTPLUS, at + 2};
          case '-':
            return {L::DOTMINUS, at + 2};
          case '*':
            return {L::DOTSTAR, at + 2};
          case '/':
            return {L::DOTSLASH, at + 2};
          case '^':
            return {L::DOTCARET, at + 2};
          default:
            return {L::DOT, at + 1};
        }
      default:
        return {};
    }
  }

  std::string_view text_;
  const std::unordered_map<std::string_view, size_t>& keywords_;
};

}  // namespace

ScannedTokens::ScannedTokens(std::string_view text, antlr4::CharStream& characters)
    : text_(text), characters_(characters) {
  constexpr size_t kBytesOfToken = 4;  // at least, mostly
  tokens_.reserve(text.size() / kBytesOfToken + 1);
  Scan();
}

void ScannedTokens::Scan() {
  const Scanner scanner(text_);
  size_t at = scanner.SkipBlanks(text_.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  while (at < text_.size()) {
    const Lexeme lexeme = scanner.Read(at);
    if (lexeme.type == kNoToken) {
      is_complete_ = false;
      break;
    }
    Add(lexeme.type, at, lexeme.end);
    at = scanner.SkipBlanks(lexeme.end);
  }
  Add(antlr4::Token::EOF, text_.size(), text_.size());
}

void ScannedTokens::Add(size_t type, size_t begin, size_t end) {
  tokens_.emplace_back(this, type, static_cast<uint32_t>(begin), static_cast<uint32_t>(end),
                       static_cast<uint32_t>(tokens_.size()));
}

antlr4::Token* ScannedTokens::LT(ssize_t k) {
  if (k == 1) return &tokens_[position_];
  const ssize_t at = static_cast<ssize_t>(position_) + (k > 0 ? k - 1 : k);
  if (k == 0 || at < 0) return nullptr;
  return &tokens_[std::min(static_cast<size_t>(at), tokens_.size() - 1)];
}

antlr4::Token* ScannedTokens::get(size_t index) const {
  return const_cast<Token*>(&tokens_[std::min(index, tokens_.size() - 1)]);
}

size_t ScannedTokens::LA(ssize_t i) {
  if (i == 1) return tokens_[position_].getType();
  const antlr4::Token* token = LT(i);
  return token ? token->getType() : antlr4::Token::INVALID_TYPE;
}

void ScannedTokens::consume() {
  if (position_ + 1 < tokens_.size()) ++position_;
}

std::string ScannedTokens::getText(const antlr4::misc::Interval& interval) {
  if (interval.a < 0 || interval.b < interval.a) return {};
  return getText(get(static_cast<size_t>(interval.a)), get(static_cast<size_t>(interval.b)));
}

std::string ScannedTokens::getText(antlr4::Token* start, antlr4::Token* stop) {
  if (!start || !stop || stop->getStopIndex() + 1 < start->getStartIndex()) return {};
  return std::string(text_.substr(start->getStartIndex(), stop->getStopIndex() + 1 - start->getStartIndex()));
}

std::unique_ptr<antlr4::Token> ScannedTokens::nextToken() {
  auto token = std::make_unique<Token>(tokens_[position_]);
  consume();
  return token;
}

antlr4::TokenFactory<antlr4::CommonToken>* ScannedTokens::getTokenFactory() {
  return antlr4::CommonTokenFactory::DEFAULT.get();
}

std::string ScannedTokens::Token::getText() const {
  if (type_ == EOF) return "<EOF>";
  return std::string(owner_->text_.substr(begin_, end_ - begin_));
}

}  // namespace stiction::parse
