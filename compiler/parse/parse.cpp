#include "compiler/parse/parse.h"

#include <ModelicaLexer.h>
#include <ModelicaParser.h>
#include <antlr4-runtime.h>

#include "compiler/parse/ast_builder.h"
#include "compiler/parse/byte_stream.h"
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

}  // namespace

ast::StoredDefinition Parse(const Source& source, Diagnostics& diagnostics) {
  ast::StoredDefinition nothing;
  nothing.source = source.id();
  if (const auto invalid = parse::FindInvalidUtf8(source.text())) {
    const auto at = static_cast<uint32_t>(*invalid);
    diagnostics.Error(DiagnosticKind::SyntaxError, {source.id(), at, at + 1}, "the text is not UTF-8 from here on")
        .hint = "save the file in UTF-8 (MLS 13.4)";
    return nothing;
  }

  parse::ByteStream bytes(source.text(), source.path());
  ModelicaLexer lexer(&bytes);
  parse::FirstLexerError lexer_error(source);
  lexer.removeErrorListeners();
  lexer.addErrorListener(&lexer_error);
  antlr4::CommonTokenStream tokens(&lexer);
  BoundedParser parser(&tokens);
  parser.removeErrorListeners();

  // SLL is right for all but a few texts and cheap; what it refuses is read again with full context (Parr, Harwell,
  // Fisher: Adaptive LL(*) parsing, doi:10.1145/2714064.2660202, section 3.2).
  parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(PredictionMode::SLL);
  parser.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
  ModelicaParser::Stored_definitionContext* tree = nullptr;
  const auto strategy = std::make_shared<parse::FirstErrorStrategy>(source);
  try {
    try {
      tree = parser.stored_definition();
    } catch (const antlr4::ParseCancellationException&) {
      tokens.seek(0);
      parser.Restart();
      parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(PredictionMode::LL);
      parser.setErrorHandler(strategy);
      try {
        tree = parser.stored_definition();
      } catch (const antlr4::ParseCancellationException&) {
        tree = nullptr;
      }
    }
  } catch (const NestedTooDeeply&) {
    const antlr4::Token* token = parser.getCurrentToken();
    const auto at = static_cast<uint32_t>(token->getStartIndex());
    diagnostics.Error(DiagnosticKind::SyntaxError, {source.id(), at, at + 1}, "the text is nested too deeply here")
        .hint = "name parts of it, or write a long sum as sum({...})";
    return nothing;
  }

  const auto& no_token = lexer_error.error();
  const auto& no_rule = strategy->error();
  if (no_token && (!no_rule || no_token->span.begin <= no_rule->span.begin)) {
    Report(*no_token, diagnostics);
    return nothing;
  }
  if (no_rule) Report(*no_rule, diagnostics);
  if (!tree) return nothing;
  return parse::AstBuilder(source, diagnostics).StoredDefinition(tree);
}

}  // namespace stiction
