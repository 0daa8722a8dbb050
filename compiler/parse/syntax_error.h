// SPDX-License-Identifier: BSD-3-Clause
// A syntax error of a text, told in the words of the language. Private to compiler/parse.
#pragma once

#include <ModelicaParser.h>
#include <antlr4-runtime.h>

#include <optional>

#include "compiler/parse/repair.h"
#include "compiler/support/diagnostics.h"
#include "compiler/support/source.h"

namespace stiction::parse {

/// The report of one syntax error.
struct SyntaxErrorText {
  Span span;
  std::string message;
  std::vector<Label> labels;
  std::string hint;
  std::optional<Repair> repair;  // so that what follows can be read
  bool is_told_once = false;     // what follows has mostly the same fault
};

/// Stops the parser at the first error and keeps what is to be said about it. What a parser finds after its first error
/// is mostly a consequence of its own recovery, so nothing is looked for there.
class FirstErrorStrategy : public antlr4::BailErrorStrategy {
 public:
  explicit FirstErrorStrategy(const Source& source) : source_(source) {}

  void recover(antlr4::Parser* parser, std::exception_ptr e) override;
  antlr4::Token* recoverInline(antlr4::Parser* parser) override;

  const std::optional<SyntaxErrorText>& error() const { return error_; }
  /// The beginning of the offending token; the error may be shown before it.
  size_t offending_offset() const { return offending_offset_; }

 private:
  void Keep(antlr4::Parser& parser, antlr4::Token* offending);

  const Source& source_;
  std::optional<SyntaxErrorText> error_;
  size_t offending_offset_ = 0;
};

/// Keeps the first place at which no token begins.
class FirstLexerError : public antlr4::BaseErrorListener {
 public:
  explicit FirstLexerError(const Source& source) : source_(source) {}

  void syntaxError(antlr4::Recognizer* recognizer, antlr4::Token* offending, size_t line, size_t column,
                   const std::string& message, std::exception_ptr e) override;

  const std::optional<SyntaxErrorText>& error() const { return error_; }

 private:
  const Source& source_;
  std::optional<SyntaxErrorText> error_;
};

}  // namespace stiction::parse
