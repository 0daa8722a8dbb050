// SPDX-License-Identifier: BSD-3-Clause
// A text being read: tokens, the parser over them, and what stopped it. Private to compiler/parse.
#pragma once

#include <ModelicaLexer.h>
#include <ModelicaParser.h>
#include <antlr4-runtime.h>

#include <memory>
#include <optional>

#include "compiler/parse/byte_stream.h"
#include "compiler/parse/derivation.h"
#include "compiler/parse/scanned_tokens.h"
#include "compiler/parse/syntax_error.h"

namespace stiction::parse {

/// One reading of a text; the derivation lives as long as this does.
class Reading {
 public:
  explicit Reading(const Source& source)
      : bytes_(source.text(), source.path()),
        scanned_(source.text(), bytes_),
        lexer_error_(source),
        parser_(&scanned_),
        first_error_(std::make_shared<FirstErrorStrategy>(source)) {
    parser_.removeErrorListeners();
  }

  /// The derivation from one rule of the grammar; null if there is none, and then there is an error().
  /// @throws NestedTooDeeply
  template <class Context>
  const Node* Read(Context* (grammar::ModelicaParser::*rule)()) {
    ReadInTwoStages(rule);
    return error() ? nullptr : parser_.derivation();
  }

  /// The first place at which the text can no longer be Modelica.
  const SyntaxErrorText* error() const {
    const auto& no_token = lexer_error_.error();
    const auto& no_rule = first_error_->error();
    const bool token_first = no_token && (!no_rule || no_token->span.begin <= first_error_->offending_offset());
    if (token_first) return &*no_token;
    return no_rule ? &*no_rule : nullptr;
  }

 private:
  // SLL is right for all but a few texts and cheap; what it refuses is read again with full context (Parr, Harwell,
  // Fisher: Adaptive LL(*) parsing, doi:10.1145/2714064.2660202, section 3.2), and with the lexer of the grammar, which
  // tells lines and what is no token.
  template <class Context>
  void ReadInTwoStages(Context* (grammar::ModelicaParser::*rule)()) {
    using antlr4::atn::PredictionMode;
    auto* interpreter = parser_.getInterpreter<antlr4::atn::ParserATNSimulator>();
    if (scanned_.IsComplete()) {
      try {
        interpreter->setPredictionMode(PredictionMode::SLL);
        parser_.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
        (parser_.*rule)();
        return;
      } catch (const antlr4::ParseCancellationException&) {
      }
    }
    try {
      lexer_ = std::make_unique<grammar::ModelicaLexer>(&bytes_);
      lexer_->removeErrorListeners();
      lexer_->addErrorListener(&lexer_error_);
      tokens_ = std::make_unique<antlr4::CommonTokenStream>(lexer_.get());
      parser_.setTokenStream(tokens_.get());
      interpreter->setPredictionMode(PredictionMode::LL);
      parser_.setErrorHandler(first_error_);
      (parser_.*rule)();
    } catch (const antlr4::ParseCancellationException&) {
    }
  }

  ByteStream bytes_;
  ScannedTokens scanned_;
  FirstLexerError lexer_error_;
  std::unique_ptr<grammar::ModelicaLexer> lexer_;  // of the second stage, as its tokens
  std::unique_ptr<antlr4::CommonTokenStream> tokens_;
  grammar::ModelicaParser parser_;
  std::shared_ptr<FirstErrorStrategy> first_error_;
};

}  // namespace stiction::parse
