// SPDX-License-Identifier: BSD-3-Clause
#include "compiler/symbolic/inline.h"

#include <gtest/gtest.h>

#include <utility>

#include "compiler/symbolic/build.h"

namespace stiction::symbolic {
namespace {

using ir::ExprId;
using ir::FunctionStatement;
using ir::Op;
using ir::ScalarType;
using ir::VariableId;

FunctionStatement Assign(int32_t slot, ExprId value) {
  return {.kind = FunctionStatement::Kind::kAssign, .target = {.slot = slot}, .value = value};
}

class InlineTest : public testing::Test {
 protected:
  ExprId Local(int32_t slot) { return pool.Make({.op = Op::kLocal, .type = ScalarType::kReal, .payload = slot}); }
  ExprId Call(int32_t function, std::vector<ExprId> arguments, int32_t output = 0) {
    return pool.Make(
        {.op = Op::kCall, .type = ScalarType::kReal, .payload = function, .output = output, .args = arguments});
  }
  // A function of Real slots: its inputs, its outputs, and what is protected.
  int32_t AddFunction(int32_t inputs, int32_t outputs, int32_t slots, ir::FunctionBody body) {
    ir::Function f;
    for (int32_t i = 0; i < slots; ++i) f.slots.push_back({"v", ScalarType::kReal});
    f.input_count = inputs;
    f.output_count = outputs;
    f.body = std::move(body);
    functions.push_back(std::move(f));
    return static_cast<int32_t>(functions.size()) - 1;
  }
  std::optional<ExprId> Inlined(ExprId call) {
    const ir::ExprNode node = pool[call];
    return InlineCall(pool, functions, node);
  }

  ir::ExprPool pool;
  std::vector<ir::Function> functions;
  ExprId x = pool.Variable(VariableId(0), ScalarType::kReal);
  ExprId y = pool.Variable(VariableId(1), ScalarType::kReal);
};

TEST_F(InlineTest, ReplacesInputsAndFollowsAssignments) {
  // protected v2 := a + b; output c := v2 * a;
  const int32_t f =
      AddFunction(2, 1, 4, {Assign(3, Add(pool, Local(0), Local(1))), Assign(2, Mul(pool, Local(3), Local(0)))});
  EXPECT_EQ(Inlined(Call(f, {x, y})), Mul(pool, Add(pool, x, y), x));
}

TEST_F(InlineTest, TakesTheOutputThatTheCallIsFor) {
  const int32_t f = AddFunction(1, 2, 3, {Assign(1, Local(0)), Assign(2, Neg(pool, Local(0)))});
  EXPECT_EQ(Inlined(Call(f, {x}, 0)), x);
  EXPECT_EQ(Inlined(Call(f, {x}, 1)), Neg(pool, x));
}

TEST_F(InlineTest, BranchesBecomeAnIfWithoutEvents) {
  const ExprId positive = pool.Binary(Op::kGt, Local(0), pool.Real(0));
  FunctionStatement branch{.kind = FunctionStatement::Kind::kIf};
  branch.conditions.push_back(positive);
  branch.bodies.push_back({Assign(1, Local(0))});
  const int32_t f = AddFunction(1, 1, 2, {Assign(1, pool.Real(0)), branch});
  const std::optional<ExprId> value = Inlined(Call(f, {y}));
  ASSERT_TRUE(value);
  ASSERT_EQ(pool[*value].op, Op::kNoEvent);
  EXPECT_EQ(pool[*value].args[0], If(pool, pool.Binary(Op::kGt, y, pool.Real(0)), y, pool.Real(0)));
}

TEST_F(InlineTest, LeavesLoopsAndOutputsWithoutValue) {
  FunctionStatement loop{.kind = FunctionStatement::Kind::kWhile};
  loop.conditions.push_back(pool.Boolean(false));
  loop.bodies.emplace_back();
  const int32_t with_loop = AddFunction(1, 1, 2, {Assign(1, Local(0)), loop});
  EXPECT_FALSE(Inlined(Call(with_loop, {x})));

  FunctionStatement branch{.kind = FunctionStatement::Kind::kIf};
  branch.conditions.push_back(pool.Binary(Op::kGt, Local(0), pool.Real(0)));
  branch.bodies.push_back({Assign(1, Local(0))});
  const int32_t without_value = AddFunction(1, 1, 2, {branch});
  EXPECT_FALSE(Inlined(Call(without_value, {x})));
}

TEST_F(InlineTest, InlinesTheChosenFunctionsAlsoInBodies) {
  const int32_t twice = AddFunction(1, 1, 2, {Assign(1, Mul(pool, pool.Real(2), Local(0)))});
  const int32_t outer = AddFunction(1, 1, 2, {Assign(1, Add(pool, Call(twice, {Local(0)}), pool.Real(1)))});
  const int32_t other = AddFunction(1, 1, 2, {Assign(1, Local(0))});
  functions[static_cast<size_t>(twice)].inlining = ir::Inlining::kAtOnce;
  functions[static_cast<size_t>(outer)].inlining = ir::Inlining::kAtOnce;
  const auto chosen = [](const ir::Function& f) { return f.inlining == ir::Inlining::kAtOnce; };
  const ExprId kept = Call(other, {y});
  EXPECT_EQ(InlineCalls(pool, functions, Add(pool, Call(outer, {x}), kept), chosen),
            Add(pool, Add(pool, Mul(pool, pool.Real(2), x), pool.Real(1)), kept));
}

TEST_F(InlineTest, CallsOfLiteralsInBodiesBecomeTheirValues) {
  const int32_t setting = AddFunction(0, 1, 1, {Assign(0, pool.Real(2))});
  const int32_t twice = AddFunction(1, 1, 2, {Assign(1, Mul(pool, Call(setting, {}), Local(0)))});
  const int32_t f = AddFunction(1, 1, 2, {Assign(1, Add(pool, Call(twice, {pool.Real(3)}), Call(twice, {Local(0)})))});
  EXPECT_EQ(Inlined(Call(f, {x})), Add(pool, pool.Real(6), Call(twice, {x})));
  functions[static_cast<size_t>(setting)].is_impure = true;
  EXPECT_EQ(Inlined(Call(twice, {x})), Mul(pool, Call(setting, {}), x));
}

TEST_F(InlineTest, ARecursionOfLiteralsEndsAsACall) {
  const int32_t f = AddFunction(1, 1, 2, {});
  functions[static_cast<size_t>(f)].body = {Assign(1, Add(pool, Call(f, {pool.Real(1)}), Local(0)))};
  EXPECT_EQ(Inlined(Call(f, {x})), Add(pool, Call(f, {pool.Real(1)}), x));
}

TEST_F(InlineTest, ARecursionEndsAsACall) {
  const int32_t f = AddFunction(1, 1, 2, {});
  functions[static_cast<size_t>(f)].body = {Assign(1, Add(pool, Call(f, {Local(0)}), pool.Real(1)))};
  const ExprId value = InlineCalls(pool, functions, Call(f, {x}), [](const ir::Function&) { return true; });
  EXPECT_EQ(pool[value].op, Op::kAdd);
}

}  // namespace
}  // namespace stiction::symbolic
