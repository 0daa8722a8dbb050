// SPDX-License-Identifier: BSD-3-Clause
// The tokens of a text, read in one pass by hand: the lexer of the grammar takes ten times as long, and half of the
// time of a translation with a library is reading. Private to compiler/parse.
#pragma once

#include <antlr4-runtime.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace stiction::parse {

/// All tokens of a text. What is right is what ModelicaLexer.g4 says: where a text holds something that is no token,
/// IsComplete() is false and the lexer of the grammar is to read it, with a message. Tokens know their place, not
/// their line: only messages ask for lines.
class ScannedTokens final : public antlr4::TokenStream, public antlr4::TokenSource {
 public:
  /// Reads the whole text, which must outlive this. A byte order mark at the start is passed over.
  ScannedTokens(std::string_view text, antlr4::CharStream& characters);

  bool IsComplete() const { return is_complete_; }

  // TokenStream
  antlr4::Token* LT(ssize_t k) override;
  antlr4::Token* get(size_t index) const override;
  antlr4::TokenSource* getTokenSource() const override { return const_cast<ScannedTokens*>(this); }
  std::string getText(const antlr4::misc::Interval& interval) override;
  std::string getText() override { return std::string(text_); }
  std::string getText(antlr4::RuleContext* context) override { return getText(context->getSourceInterval()); }
  std::string getText(antlr4::Token* start, antlr4::Token* stop) override;
  void consume() override;
  size_t LA(ssize_t i) override;
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  size_t index() override { return position_; }
  void seek(size_t index) override { position_ = std::min(index, tokens_.size() - 1); }
  size_t size() override { return tokens_.size(); }
  std::string getSourceName() const override { return characters_.getSourceName(); }

  // TokenSource: the parser asks for it, but takes its tokens from the stream.
  std::unique_ptr<antlr4::Token> nextToken() override;
  size_t getLine() const override { return 0; }
  size_t getCharPositionInLine() override { return 0; }
  antlr4::CharStream* getInputStream() override { return &characters_; }
  std::string getSourceName() override { return characters_.getSourceName(); }
  antlr4::TokenFactory<antlr4::CommonToken>* getTokenFactory() override;

 private:
  class Token final : public antlr4::Token {
   public:
    Token(ScannedTokens* owner, size_t type, uint32_t begin, uint32_t end, uint32_t index)
        : owner_(owner), type_(type), begin_(begin), end_(end), index_(index) {}
    std::string getText() const override;
    size_t getType() const override { return type_; }
    size_t getLine() const override { return 0; }
    size_t getCharPositionInLine() const override { return 0; }
    size_t getChannel() const override { return DEFAULT_CHANNEL; }
    size_t getTokenIndex() const override { return index_; }
    size_t getStartIndex() const override { return begin_; }
    size_t getStopIndex() const override { return static_cast<size_t>(end_) - 1; }
    antlr4::TokenSource* getTokenSource() const override { return owner_; }
    antlr4::CharStream* getInputStream() const override { return &owner_->characters_; }
    std::string toString() const override { return getText(); }

   private:
    ScannedTokens* owner_;
    size_t type_;
    uint32_t begin_, end_, index_;
  };

  void Scan();
  void Add(size_t type, size_t begin, size_t end);

  std::string_view text_;
  antlr4::CharStream& characters_;
  std::vector<Token> tokens_;
  size_t position_ = 0;
  bool is_complete_ = true;
};

}  // namespace stiction::parse
