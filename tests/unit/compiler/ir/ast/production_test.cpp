// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/ast/production.h"

#include <gtest/gtest.h>

namespace stiction::ast {
namespace {

using enum Production;

// a - b - c is (a - b) - c: the left operand may be of the operator's own production, the right one is tighter.
TEST(Production, LeftAssociativeOperatorsTakeTheirOwnOnTheLeft) {
  for (const Production production : {kTerm, kArithmetic, kLogicalTerm, kLogicalExpression}) {
    const auto [left, right] = OperandsOf(production);
    EXPECT_EQ(left, production);
    EXPECT_LT(right, production);
  }
}

// a^b^c, a < b < c, - -a and not not a need parentheses.
TEST(Production, OthersTakeTighterOnesOnly) {
  for (const Production production : {kFactor, kSign, kRelation, kLogicalFactor}) {
    const auto [left, right] = OperandsOf(production);
    EXPECT_LT(left, production);
    EXPECT_LT(right, production);
  }
  EXPECT_EQ(OperandsOf(kSign).second, kTerm);  // -a*b is -(a*b)
  EXPECT_EQ(OperandsOf(kLogicalFactor).second, kRelation);
}

}  // namespace
}  // namespace stiction::ast
