// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/solve.h"

#include <gtest/gtest.h>

#include "compiler/symbolic/build.h"
#include "compiler/symbolic/evaluate.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

class SolveTest : public testing::Test {
 protected:
  Linearity Classify(ExprId left, ExprId right) {
    return ClassifyLinearity(pool, left, right, VariableId(0), [](VariableId v) { return v == VariableId(2); });
  }

  ir::ExprPool pool;
  ExprId x = pool.Variable(VariableId(0), ScalarType::kReal);
  ExprId y = pool.Variable(VariableId(1), ScalarType::kReal);
  ExprId p = pool.Variable(VariableId(2), ScalarType::kReal);
  ExprId b = pool.Variable(VariableId(3), ScalarType::kBoolean);
};

TEST_F(SolveTest, ClassifiesTheOccurrence) {
  EXPECT_EQ(Classify(y, p), Linearity::kAbsent);
  EXPECT_EQ(Classify(Add(pool, x, y), p), Linearity::kUnit);
  EXPECT_EQ(Classify(y, Sub(pool, p, x)), Linearity::kUnit);
  EXPECT_EQ(Classify(Mul(pool, pool.Real(2), x), y), Linearity::kConstant);
  EXPECT_EQ(Classify(Mul(pool, p, x), y), Linearity::kParameter);
  EXPECT_EQ(Classify(Mul(pool, y, x), p), Linearity::kVarying);
  EXPECT_EQ(Classify(pool.If(b, x, pool.Real(0)), y), Linearity::kVarying);
  EXPECT_EQ(Classify(Mul(pool, x, x), y), Linearity::kNonlinear);
  EXPECT_EQ(Classify(Div(pool, y, x), p), Linearity::kNonlinear);
  EXPECT_EQ(Classify(pool.If(pool.Binary(Op::kGt, x, y), y, p), x), Linearity::kNonlinear);
  EXPECT_EQ(Classify(pool.Unary(Op::kFloor, x), y), Linearity::kNonlinear);
}

TEST_F(SolveTest, LeavesALoneVariableAlone) {
  const ExprId right = Sub(pool, y, p);
  EXPECT_EQ(SolveLinear(pool, x, right, VariableId(0)), right);
  EXPECT_EQ(SolveLinear(pool, right, x, VariableId(0)), right);
}

TEST_F(SolveTest, SolvesWithoutDivisionForUnitCoefficients) {
  EXPECT_EQ(SolveLinear(pool, Add(pool, x, y), p, VariableId(0)), Sub(pool, p, y));
  EXPECT_EQ(SolveLinear(pool, Sub(pool, y, x), p, VariableId(0)), Sub(pool, y, p));
}

TEST_F(SolveTest, DividesByTheCoefficient) {
  EXPECT_EQ(SolveLinear(pool, Mul(pool, p, x), Sub(pool, y, p), VariableId(0)), Div(pool, Sub(pool, y, p), p));
}

TEST_F(SolveTest, TakesTheSignOfANegativeCoefficientIntoTheNumerator) {
  EXPECT_EQ(SolveLinear(pool, y, Mul(pool, pool.Real(2), x), VariableId(0)), Div(pool, y, pool.Real(2)));
}

TEST_F(SolveTest, TheSolutionSatisfiesTheEquation) {
  // p*(x + y) - (if b then 2*x else x)/4 = y
  const ExprId left =
      Sub(pool, Mul(pool, p, Add(pool, x, y)), Div(pool, pool.If(b, Mul(pool, pool.Real(2), x), x), pool.Real(4)));
  const auto solution = SolveLinear(pool, left, y, VariableId(0));
  ASSERT_TRUE(solution.has_value());
  for (const double condition : {0.0, 1.0}) {
    std::optional<double> of_x;
    const auto value_of = [&](VariableId v) -> std::optional<double> {
      if (v == VariableId(0)) return of_x;
      if (v == VariableId(1)) return 3.0;
      if (v == VariableId(2)) return 5.0;
      return condition;
    };
    of_x = Evaluate(pool, {}, *solution, value_of);
    ASSERT_TRUE(of_x.has_value());
    EXPECT_NEAR(*Evaluate(pool, {}, left, value_of), 3.0, 1e-12);
  }
}

TEST_F(SolveTest, RefusesWhatIsNotLinear) {
  EXPECT_FALSE(SolveLinear(pool, Mul(pool, x, x), y, VariableId(0)).has_value());
  EXPECT_FALSE(SolveLinear(pool, y, p, VariableId(0)).has_value());
}

}  // namespace
}  // namespace stiction::symbolic
