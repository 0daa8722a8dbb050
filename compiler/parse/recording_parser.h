// SPDX-License-Identifier: BSD-3-Clause
// Base class of the generated parser: ANTLR's parser without its tree of heap objects. Private to compiler/parse.
#pragma once

#include <antlr4-runtime.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "compiler/parse/context_stack.h"
#include "compiler/parse/derivation.h"

namespace stiction::parse {

/// Bounds the depth of what is read, because all that walks the Ast afterwards is recursive: a text of a hundred
/// thousand opening parentheses, or a sum of as many terms (a left-deep tree), is refused with a message.
inline constexpr size_t kMaximumDepth = 3000;

/// The text is nested deeper than that.
struct NestedTooDeeply {
  size_t offset;
};

/// Records the derivation as a row of nodes. The members that the generated code calls hide those of antlr4::Parser
/// with the same names, which build a tree of objects and ask for the type of each.
class RecordingParser : public antlr4::Parser {
 public:
  explicit RecordingParser(antlr4::TokenStream* tokens) : Parser(tokens) {
    constexpr size_t kNodesOfToken = 3;  // mostly less
    nodes_.reserve(kNodesOfToken * tokens->size());
  }

  /// The rule that was read; the nodes below follow it.
  const Node* derivation() const { return nodes_.data(); }

  void reset() override {
    Parser::reset();
    nodes_.clear();
    open_.clear();
    end_ = 0;
    _tracker.contexts.Clear();
  }

  antlr4::Token* match(size_t type) final {
    antlr4::Token* token = _input->LT(1);
    if (token->getType() != type) return _errHandler->recoverInline(this);
    return consume();
  }
  antlr4::Token* consume() final {
    antlr4::Token* token = _input->LT(1);
    end_ = static_cast<uint32_t>(token->getStopIndex() + 1);
    nodes_.push_back(
        {static_cast<uint32_t>(token->getStartIndex()), end_, 1, static_cast<uint16_t>(token->getType()), false});
    if (token->getType() != EOF) _input->consume();
    return token;
  }

  void enterRule(antlr4::ParserRuleContext* context, size_t state, size_t rule) final {
    setState(state);
    _ctx = context;
    context->start = _input->LT(1);
    if (_tracker.contexts.depth() > kMaximumDepth) throw NestedTooDeeply{context->start->getStartIndex()};
    const auto begin = static_cast<uint32_t>(context->start->getStartIndex());
    open_.push_back(static_cast<uint32_t>(nodes_.size()));
    nodes_.push_back({begin, begin, 1, static_cast<uint16_t>(rule), true});
  }
  void exitRule() {
    Node& node = nodes_[open_.back()];
    node.size = static_cast<uint32_t>(nodes_.size()) - open_.back();
    open_.pop_back();
    node.end = std::max(node.begin, end_);
    setState(_ctx->invokingState);
    _ctx = static_cast<antlr4::ParserRuleContext*>(_ctx->parent);
    _tracker.contexts.Leave();
  }
  void enterOuterAlt(antlr4::ParserRuleContext*, size_t) final {}

 protected:
  // The names are those of the generated code.
  struct Tracker {
    template <class Context>
    Context* createInstance(antlr4::ParserRuleContext* parent, size_t state) {
      return contexts.Enter<Context>(parent, state);
    }
    ContextStack contexts;
  };
  Tracker _tracker;

  template <class Action>
  class OnExit {
   public:
    explicit OnExit(Action action) : action_(std::move(action)) {}
    OnExit(const OnExit&) = delete;
    OnExit& operator=(const OnExit&) = delete;
    ~OnExit() { action_(); }

   private:
    Action action_;
  };
  template <class Action>
  static OnExit<Action> finally(Action action) {
    return OnExit<Action>(std::move(action));
  }

 private:
  std::vector<Node> nodes_;
  std::vector<uint32_t> open_;  // nodes of the rules being read
  uint32_t end_ = 0;            // behind the last token
};

}  // namespace stiction::parse
