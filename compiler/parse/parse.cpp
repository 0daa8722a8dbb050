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

struct NestedTooDeeply {};

// Bounds the depth of the tree, because all that walks it afterwards is recursive: a text of a hundred thousand opening
// parentheses, or a sum of as many terms (a left-deep tree), is refused with a message.
constexpr int kMaximumDepth = 3000;

class DepthListener : public antlr4::tree::ParseTreeListener {
 public:
  void visitTerminal(antlr4::tree::TerminalNode*) override {}
  void visitErrorNode(antlr4::tree::ErrorNode*) override {}
  void enterEveryRule(antlr4::ParserRuleContext*) override {
    if (++depth_ > kMaximumDepth) throw NestedTooDeeply{};
  }
  void exitEveryRule(antlr4::ParserRuleContext*) override { --depth_; }
  void Restart() { depth_ = 0; }

 private:
  int depth_ = 0;
};

class BoundedParser : public ModelicaParser {
 public:
  explicit BoundedParser(antlr4::TokenStream* tokens) : ModelicaParser(tokens) { addParseListener(&depth_); }

  void enterRecursionRule(antlr4::ParserRuleContext* context, size_t state, size_t rule, int precedence) override {
    left_depths_.push_back(0);
    ModelicaParser::enterRecursionRule(context, state, rule, precedence);
  }
  void pushNewRecursionContext(antlr4::ParserRuleContext* context, size_t state, size_t rule) override {
    if (++left_depths_.back() > kMaximumDepth) throw NestedTooDeeply{};
    ModelicaParser::pushNewRecursionContext(context, state, rule);
  }
  void unrollRecursionContexts(antlr4::ParserRuleContext* parent) override {
    left_depths_.pop_back();
    ModelicaParser::unrollRecursionContexts(parent);
  }

  void Restart() {
    depth_.Restart();
    left_depths_.clear();
    reset();
  }

 private:
  DepthListener depth_;
  std::vector<int> left_depths_;  // one for each `expr` being read
};

void Report(const parse::SyntaxErrorText& error, Diagnostics& diagnostics) {
  Diagnostic& diagnostic = diagnostics.Error(DiagnosticKind::SyntaxError, error.span, error.message);
  diagnostic.labels = error.labels;
  diagnostic.hint = error.hint;
}

// A text being read: the tree lives as long as this does.
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

  // The tree of one rule of the grammar; null, with a message, if the text is none.
  template <class Tree>
  Tree* Read(Tree* (ModelicaParser::*rule)(), Diagnostics& diagnostics) {
    if (const auto invalid = parse::FindInvalidUtf8(source_.text())) {
      Error(diagnostics, *invalid, "the text is not UTF-8 from here on").hint = "save the file in UTF-8 (MLS 13.4)";
      return nullptr;
    }
    Tree* tree = nullptr;
    try {
      tree = ReadInTwoStages(rule);
    } catch (const NestedTooDeeply&) {
      Error(diagnostics, parser_.getCurrentToken()->getStartIndex(), "the text is nested too deeply here").hint =
          "name parts of it, or write a long sum as sum({...})";
      return nullptr;
    }
    const auto& no_token = lexer_error_.error();
    const auto& no_rule = first_error_->error();
    const bool token_first = no_token && (!no_rule || no_token->span.begin <= first_error_->offending_offset());
    if (no_token || no_rule) Report(token_first ? *no_token : *no_rule, diagnostics);
    return no_token || no_rule ? nullptr : tree;
  }

 private:
  // SLL is right for all but a few texts and cheap; what it refuses is read again with full context (Parr, Harwell,
  // Fisher: Adaptive LL(*) parsing, doi:10.1145/2714064.2660202, section 3.2), and with the lexer of the grammar, which
  // tells lines and what is no token.
  template <class Tree>
  Tree* ReadInTwoStages(Tree* (ModelicaParser::*rule)()) {
    auto* interpreter = parser_.getInterpreter<antlr4::atn::ParserATNSimulator>();
    if (scanned_.IsComplete()) {
      try {
        interpreter->setPredictionMode(PredictionMode::SLL);
        parser_.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
        return (parser_.*rule)();
      } catch (const antlr4::ParseCancellationException&) {
      }
    }
    try {
      lexer_ = std::make_unique<ModelicaLexer>(&bytes_);
      lexer_->removeErrorListeners();
      lexer_->addErrorListener(&lexer_error_);
      tokens_ = std::make_unique<antlr4::CommonTokenStream>(lexer_.get());
      parser_.setTokenStream(tokens_.get());
      parser_.Restart();
      interpreter->setPredictionMode(PredictionMode::LL);
      parser_.setErrorHandler(first_error_);
      return (parser_.*rule)();
    } catch (const antlr4::ParseCancellationException&) {
      return nullptr;
    }
  }

  Diagnostic& Error(Diagnostics& diagnostics, size_t offset, std::string message) const {
    const auto begin = static_cast<uint32_t>(offset);
    const auto end = static_cast<uint32_t>(std::min(offset + 1, source_.text().size()));
    return diagnostics.Error(DiagnosticKind::SyntaxError, {source_.id(), begin, end}, std::move(message));
  }

  const Source& source_;
  parse::ByteStream bytes_;
  parse::ScannedTokens scanned_;
  parse::FirstLexerError lexer_error_;
  std::unique_ptr<ModelicaLexer> lexer_;  // of the second stage, as its tokens
  std::unique_ptr<antlr4::CommonTokenStream> tokens_;
  BoundedParser parser_;
  std::shared_ptr<parse::FirstErrorStrategy> first_error_;
};

}  // namespace

ast::StoredDefinition Parse(const Source& source, Diagnostics& diagnostics) {
  Reading reading(source);
  ModelicaParser::Stored_definitionContext* tree = reading.Read(&ModelicaParser::stored_definition, diagnostics);
  if (tree) return parse::AstBuilder(source, diagnostics).StoredDefinition(tree);
  ast::StoredDefinition nothing;
  nothing.source = source.id();
  return nothing;
}

ast::ExpressionPtr ParseExpression(const Source& source, Diagnostics& diagnostics) {
  Reading reading(source);
  ModelicaParser::Lone_expressionContext* tree = reading.Read(&ModelicaParser::lone_expression, diagnostics);
  return tree ? parse::AstBuilder(source, diagnostics).LoneExpression(tree) : nullptr;
}

}  // namespace stiction
