// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/ir/expr/functions.h"

#include <gtest/gtest.h>

namespace stiction::ir {
namespace {

TEST(ElementaryFunctions, AreFoundByNameAndByOperator) {
  for (const ElementaryFunction& function : ElementaryFunctions()) {
    SCOPED_TRACE(function.name);
    EXPECT_EQ(FindElementaryFunction(function.name), &function);
    EXPECT_EQ(FindElementaryFunction(function.op), &function);
    EXPECT_EQ(Spelling(function.op), function.name);
  }
  EXPECT_FALSE(FindElementaryFunction("der"));
  EXPECT_FALSE(FindElementaryFunction(Op::kReal));
  EXPECT_FALSE(FindElementaryFunction(Op::kOrdinal));
}

TEST(ElementaryFunctions, JumpWhereTheyMakeEvents) {
  for (const Op op : {Op::kSign, Op::kDivInt, Op::kMod, Op::kRem, Op::kCeil, Op::kFloor, Op::kIntegerFloor}) {
    EXPECT_TRUE(Jumps(op)) << Spelling(op);
  }
  for (const Op op : {Op::kAbs, Op::kMax, Op::kTanh, Op::kNeg, Op::kLt}) EXPECT_FALSE(Jumps(op)) << Spelling(op);
}

}  // namespace
}  // namespace stiction::ir
