// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/evaluate.h"

#include <gtest/gtest.h>

#include "compiler/symbolic/build.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::FunctionStatement;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;
using Kind = ir::FunctionStatement::Kind;

class EvaluateTest : public testing::Test {
 protected:
  std::optional<double> Value(ExprId e) {
    return Evaluate(pool, functions, e, [](VariableId v) -> std::optional<double> {
      if (v == VariableId(0)) return 2.0;
      return std::nullopt;
    });
  }
  ExprId Local(int slot) { return pool.Make({.op = Op::kLocal, .type = ScalarType::kInteger, .payload = slot}); }
  ExprId Call(int function, ExprId argument) {
    return pool.Make(
        {.op = Op::kCall, .type = ScalarType::kInteger, .payload = function, .output = 0, .args = {argument}});
  }
  FunctionStatement Assign(int slot, ExprId value) {
    FunctionStatement statement;
    statement.kind = Kind::kAssign;
    statement.target.slot = slot;
    statement.value = value;
    return statement;
  }
  ir::Function& AddFunction(int slots) {
    ir::Function& f = functions.emplace_back();
    for (int i = 0; i < slots; ++i) f.slots.push_back({"s", ScalarType::kInteger});
    f.input_count = 1;
    f.output_count = 1;
    return f;
  }

  ir::ExprPool pool;
  std::vector<ir::Function> functions;
  ExprId known = pool.Variable(VariableId(0), ScalarType::kReal);
  ExprId unknown = pool.Variable(VariableId(1), ScalarType::kReal);
};

TEST_F(EvaluateTest, KnownAndUnknownLeaves) {
  EXPECT_EQ(Value(Add(pool, known, pool.Real(1))), 3.0);
  EXPECT_EQ(Value(Add(pool, known, unknown)), std::nullopt);
  EXPECT_EQ(Value(Div(pool, known, pool.Real(0))), std::nullopt);
  EXPECT_EQ(Value(pool.Time()), std::nullopt);
}

TEST_F(EvaluateTest, TheBranchNotTakenDoesNotMatter) {
  const ExprId condition = pool.Binary(Op::kGt, known, pool.Real(0));
  EXPECT_EQ(Value(pool.If(condition, known, unknown)), 2.0);
  EXPECT_EQ(Value(pool.If(condition, unknown, known)), std::nullopt);
}

TEST_F(EvaluateTest, LogicDecidesWithOneSideUnknown) {
  const ExprId maybe = pool.Binary(Op::kGt, unknown, pool.Real(0));
  const ExprId no = pool.Binary(Op::kLt, known, pool.Real(0));
  EXPECT_EQ(Value(pool.Binary(Op::kAnd, maybe, no)), 0.0);
  EXPECT_EQ(Value(pool.Binary(Op::kAnd, no, maybe)), 0.0);
  EXPECT_EQ(Value(pool.Binary(Op::kOr, maybe, pool.Unary(Op::kNot, no))), 1.0);
  EXPECT_EQ(Value(pool.Binary(Op::kOr, maybe, no)), std::nullopt);
}

TEST_F(EvaluateTest, RunsALoop) {
  // sum := 0; i := 1; while i <= n loop sum := sum + i; i := i + 1; end while
  ir::Function& f = AddFunction(3);
  f.body = {Assign(1, pool.Integer(0)), Assign(2, pool.Integer(1))};
  FunctionStatement loop;
  loop.kind = Kind::kWhile;
  loop.conditions = {pool.Binary(Op::kLe, Local(2), Local(0))};
  loop.bodies = {{Assign(1, pool.Binary(Op::kAdd, Local(1), Local(2))),
                  Assign(2, pool.Binary(Op::kAdd, Local(2), pool.Integer(1)))}};
  f.body.push_back(loop);
  EXPECT_EQ(Value(Call(0, pool.Integer(10))), 55.0);
}

TEST_F(EvaluateTest, RecursionInAnExpressionEnds) {
  ir::Function& f = AddFunction(2);
  const ExprId smaller = Call(0, pool.Binary(Op::kSub, Local(0), pool.Integer(1)));
  f.body = {Assign(1, pool.If(pool.Binary(Op::kLe, Local(0), pool.Integer(1)), pool.Integer(1),
                              pool.Binary(Op::kMul, Local(0), smaller)))};
  EXPECT_EQ(Value(Call(0, pool.Integer(5))), 120.0);
}

TEST_F(EvaluateTest, EndlessRecursionAndLoopsGiveNothing) {
  AddFunction(2).body = {Assign(1, Call(0, Local(0)))};
  EXPECT_EQ(Value(Call(0, pool.Integer(1))), std::nullopt);
  FunctionStatement failing;
  failing.kind = Kind::kAssert;
  failing.conditions = {pool.Boolean(false)};
  AddFunction(2).body = {Assign(1, pool.Integer(1)), failing};
  EXPECT_EQ(Value(Call(1, pool.Integer(1))), std::nullopt);
}

TEST_F(EvaluateTest, ArrayElementsAreChecked) {
  ir::Function& f = AddFunction(4);
  FunctionStatement store = Assign(2, pool.Integer(7));
  store.target.extent = 2;
  store.target.index = Local(0);
  const ExprId element =
      pool.Make({.op = Op::kLocalElement, .type = ScalarType::kInteger, .payload = 2, .args = {Local(0)}});
  f.body = {store, Assign(1, element)};
  EXPECT_EQ(Value(Call(0, pool.Integer(1))), 7.0);
  EXPECT_EQ(Value(Call(0, pool.Integer(2))), std::nullopt);
}

}  // namespace
}  // namespace stiction::symbolic
