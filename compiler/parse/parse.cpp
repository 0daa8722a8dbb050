// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/parse/parse.h"

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "compiler/parse/ast_builder.h"
#include "compiler/parse/reading.h"
#include "compiler/parse/recording_parser.h"

namespace stiction {
namespace {

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

// Reads a text, and after a syntax error what is left of it, so that several errors are told at once.
class RepairedReading {
 public:
  RepairedReading(const Source& source, Diagnostics& diagnostics) : source_(source), diagnostics_(diagnostics) {}

  // The derivation from one rule of the grammar, of the text without what is damaged; null if its structure is. Lives
  // as long as this does.
  template <class Context>
  const parse::Node* Read(Context* (ModelicaParser::*rule)()) {
    if (const auto invalid = parse::FindInvalidUtf8(source_.text())) {
      Error(source_, diagnostics_, *invalid, "the text is not UTF-8 from here on").hint =
          "save the file in UTF-8 (MLS 13.4)";
      return nullptr;
    }
    constexpr int kMostErrors = 20;
    std::set<std::string> told_once;
    for (int told = 0, last_line = 0; told < kMostErrors;) {
      reading_ = std::make_unique<parse::Reading>(text());
      if (const parse::Node* derivation = reading_->Read(rule)) return derivation;
      const parse::SyntaxErrorText& error = *reading_->error();
      is_damaged_ = true;
      // Two on one line are mostly one.
      const int line = source_.Locate(error.span.begin).line;
      const bool is_known = error.is_told_once && !told_once.insert(error.message).second;
      if (line != last_line && !is_known) {
        Report(error, diagnostics_);
        ++told;
      }
      last_line = line;
      if (!error.repair) return nullptr;
      std::string repaired(text().text());
      Apply(*error.repair, repaired);
      reading_.reset();
      repaired_.emplace(source_.id(), source_.path(), std::move(repaired));
    }
    return nullptr;
  }

  /// What was read.
  const Source& text() const { return repaired_ ? *repaired_ : source_; }
  bool is_damaged() const { return is_damaged_; }

 private:
  const Source& source_;
  Diagnostics& diagnostics_;
  std::optional<Source> repaired_;
  std::unique_ptr<parse::Reading> reading_;
  bool is_damaged_ = false;
};

void TellDepth(const Source& source, const parse::NestedTooDeeply& at, Diagnostics& diagnostics) {
  Error(source, diagnostics, at.offset, "the text is nested too deeply here").hint =
      "name parts of it, or write a long sum as sum({...})";
}

// The tree that is built from one rule of the grammar; `nothing`, with a message, if the text is none.
// @param keep_damaged whether what is left of a damaged text is a result
template <class Context, class Result>
Result Build(const Source& source, Diagnostics& diagnostics, Context* (ModelicaParser::*rule)(),
             Result (parse::AstBuilder::*build)(const parse::Node*), Result nothing, bool keep_damaged = false) {
  RepairedReading reading(source, diagnostics);
  try {
    if (const parse::Node* derivation = reading.Read(rule)) {
      Result built = (parse::AstBuilder(reading.text(), diagnostics).*build)(derivation);
      if (keep_damaged || !reading.is_damaged()) return built;
    }
  } catch (const parse::NestedTooDeeply& at) {
    TellDepth(source, at, diagnostics);
  }
  return nothing;
}

ast::StoredDefinition NoDefinition(const Source& source) {
  ast::StoredDefinition nothing;
  nothing.source = source.id();
  return nothing;
}

}  // namespace

ast::StoredDefinition Parse(const Source& source, Diagnostics& diagnostics) {
  return Build(source, diagnostics, &ModelicaParser::stored_definition, &parse::AstBuilder::StoredDefinition,
               NoDefinition(source));
}

ast::StoredDefinition ParseDamaged(const Source& source, Diagnostics& diagnostics) {
  return Build(source, diagnostics, &ModelicaParser::stored_definition, &parse::AstBuilder::StoredDefinition,
               NoDefinition(source), true);
}

ast::ExpressionPtr ParseExpression(const Source& source, Diagnostics& diagnostics) {
  return Build(source, diagnostics, &ModelicaParser::lone_expression, &parse::AstBuilder::LoneExpression,
               ast::ExpressionPtr());
}

std::vector<parse::Node> Derive(const Source& source, Diagnostics& diagnostics) {
  RepairedReading reading(source, diagnostics);
  try {
    const parse::Node* derivation = reading.Read(&ModelicaParser::stored_definition);
    if (derivation && !reading.is_damaged()) return {derivation, derivation + derivation->size};
  } catch (const parse::NestedTooDeeply& at) {
    TellDepth(source, at, diagnostics);
  }
  return {};
}

}  // namespace stiction
