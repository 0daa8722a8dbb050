// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/parse/derivation.h"

#include <ModelicaParser.h>
#include <gtest/gtest.h>

#include <string>

#include "compiler/parse/byte_stream.h"
#include "compiler/parse/context_stack.h"
#include "compiler/parse/recording_parser.h"
#include "compiler/parse/scanned_tokens.h"

namespace stiction::parse {
namespace {

using P = grammar::ModelicaParser;

struct ReadText {
  explicit ReadText(std::string t) : text(std::move(t)), bytes(text, "text"), tokens(text, bytes), parser(&tokens) {
    parser.stored_definition();
  }
  const Node* First(size_t rule) const {
    const Node* root = parser.derivation();
    for (const Node* node = root; node != root + root->size; ++node) {
      if (node->IsRule(rule)) return node;
    }
    return nullptr;
  }
  std::string TextOf(const Node* node) const { return text.substr(node->begin, node->end - node->begin); }

  std::string text;
  ByteStream bytes;
  ScannedTokens tokens;
  P parser;
};

TEST(DerivationTest, ARuleEndsBehindTheLastTokenItRead) {
  const ReadText read("model M  equation  end M;");
  EXPECT_EQ(read.TextOf(read.First(P::RuleClass_definition)), "model M  equation  end M");
  EXPECT_EQ(read.TextOf(read.First(P::RuleSection)), "equation") << "the list behind it is empty";
  const Node* list = read.First(P::RuleEquation_list);
  EXPECT_EQ(list->size, 1u);
  EXPECT_EQ(list->begin, 19u);
  EXPECT_EQ(list->end, 19u);
}

TEST(DerivationTest, ChildrenAreTakenInTheirOrder) {
  const ReadText read("final model M end M; package P end P;");
  Children child(read.parser.derivation());
  EXPECT_EQ(child.Count(P::RuleClass_definition), 2u);
  EXPECT_EQ(child.TakeRule(P::RuleClass_definition), nullptr);
  EXPECT_TRUE(child.Skip(P::FINAL));
  EXPECT_FALSE(child.Skip(P::FINAL));
  EXPECT_EQ(read.TextOf(child.TakeRule(P::RuleClass_definition)), "model M end M");
  EXPECT_TRUE(child.Skip(P::SEMI));
  EXPECT_EQ(read.TextOf(child.Take()), "package P end P");
  EXPECT_TRUE(child.Skip(P::SEMI));
  EXPECT_TRUE(child.AtToken(P::EOF));
  child.Take();
  EXPECT_TRUE(child.AtEnd());
}

TEST(DerivationTest, ResetForgetsWhatWasRead) {
  ReadText read("model M end M;");
  const uint32_t size = read.parser.derivation()->size;
  read.parser.reset();
  read.parser.stored_definition();
  EXPECT_EQ(read.parser.derivation()->size, size);
}

TEST(ContextStackTest, ContextsOfOneDepthShareAPlace) {
  ContextStack stack;
  antlr4::ParserRuleContext* outer = stack.Enter<P::NameContext>(nullptr, 1);
  antlr4::ParserRuleContext* inner = stack.Enter<P::NameContext>(outer, 2);
  EXPECT_EQ(stack.depth(), 2u);
  EXPECT_EQ(inner->parent, outer);
  stack.Leave();
  antlr4::ParserRuleContext* next = stack.Enter<P::OperandContext>(outer, 3);
  EXPECT_EQ(next, inner);
  EXPECT_EQ(next->getRuleIndex(), P::RuleOperand);
  EXPECT_EQ(next->invokingState, 3u);
  EXPECT_EQ(outer->invokingState, 1u);
}

}  // namespace
}  // namespace stiction::parse
