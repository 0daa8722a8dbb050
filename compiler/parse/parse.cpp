// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/parse/parse.h"

#include <ModelicaLexer.h>
#include <ModelicaParser.h>
#include <antlr4-runtime.h>

#include "compiler/parse/ast_builder.h"
#include "compiler/parse/byte_stream.h"
#include "compiler/parse/scanned_tokens.h"
#include "compiler/parse/syntax_error.h"

namespace stiction {
namespace {

using antlr4::atn::PredictionMode;
using grammar::ModelicaLexer;
using grammar::ModelicaParser;

void Report(const parse::SyntaxErrorText& error, Diagnostics& diagnostics) {
  Diagnostic& diagnostic = diagnostics.Error(DiagnosticKind::SyntaxError, error.span, error.message);
  diagnostic.labels = error.labels;
  diagnostic.hint = error.hint;
}

Diagnostic& Error(const Source& source, Diagnostics& diagnostics, size_t offset, std::string message) {
  const auto begin = static_cast<uint32_t>(offset);
  const auto end = static_cast<uint32_t>(std::min(offset + 1, source.text().size()));
  return diagnostics.Error(DiagnosticKind::SyntaxError, {source.id(), begin, end}, std::move(message));
}

// A text being read: the derivation lives as long as this does.
class Reading {
 public:
  explicit Reading(const Source& source)
      : source_(source),
        bytes_(source.text(), source.path()),
        scanned_(source.text(), bytes_),
        lexer_error_(source),
        parser_(&scanned_),
        first_error_(std::make_shared<parse::FirstErrorStrategy>(source)) {
    parser_.removeErrorListeners();
  }

  // The derivation from one rule of the grammar; null, with a message, if there is none.
  template <class Context>
  const parse::Node* Read(Context* (ModelicaParser::*rule)(), Diagnostics& diagnostics) {
    if (const auto invalid = parse::FindInvalidUtf8(source_.text())) {
      Error(source_, diagnostics, *invalid, "the text is not UTF-8 from here on").hint =
          "save the file in UTF-8 (MLS 13.4)";
      return nullptr;
    }
    ReadInTwoStages(rule);
    const auto& no_token = lexer_error_.error();
    const auto& no_rule = first_error_->error();
    const bool token_first = no_token && (!no_rule || no_token->span.begin <= first_error_->offending_offset());
    if (no_token || no_rule) Report(token_first ? *no_token : *no_rule, diagnostics);
    return no_token || no_rule ? nullptr : parser_.derivation();
  }

 private:
  // SLL is right for all but a few texts and cheap; what it refuses is read again with full context (Parr, Harwell,
  // Fisher: Adaptive LL(*) parsing, doi:10.1145/2714064.2660202, section 3.2), and with the lexer of the grammar, which
  // tells lines and what is no token.
  template <class Context>
  void ReadInTwoStages(Context* (ModelicaParser::*rule)()) {
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
      lexer_ = std::make_unique<ModelicaLexer>(&bytes_);
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

  const Source& source_;
  parse::ByteStream bytes_;
  parse::ScannedTokens scanned_;
  parse::FirstLexerError lexer_error_;
  std::unique_ptr<ModelicaLexer> lexer_;  // of the second stage, as its tokens
  std::unique_ptr<antlr4::CommonTokenStream> tokens_;
  ModelicaParser parser_;
  std::shared_ptr<parse::FirstErrorStrategy> first_error_;
};

// The tree that is built from one rule of the grammar; `nothing`, with a message, if the text is none.
template <class Context, class Result>
Result Build(const Source& source, Diagnostics& diagnostics, Context* (ModelicaParser::*rule)(),
             Result (parse::AstBuilder::*build)(const parse::Node*), Result nothing) {
  Reading reading(source);
  try {
    const parse::Node* derivation = reading.Read(rule, diagnostics);
    if (derivation) return (parse::AstBuilder(source, diagnostics).*build)(derivation);
  } catch (const parse::NestedTooDeeply& at) {
    Error(source, diagnostics, at.offset, "the text is nested too deeply here").hint =
        "name parts of it, or write a long sum as sum({...})";
  }
  return nothing;
}

}  // namespace

ast::StoredDefinition Parse(const Source& source, Diagnostics& diagnostics) {
  ast::StoredDefinition nothing;
  nothing.source = source.id();
  return Build(source, diagnostics, &ModelicaParser::stored_definition, &parse::AstBuilder::StoredDefinition,
               std::move(nothing));
}

ast::ExpressionPtr ParseExpression(const Source& source, Diagnostics& diagnostics) {
  return Build(source, diagnostics, &ModelicaParser::lone_expression, &parse::AstBuilder::LoneExpression,
               ast::ExpressionPtr());
}

}  // namespace stiction
