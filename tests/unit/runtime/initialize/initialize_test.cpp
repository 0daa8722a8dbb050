// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/initialize/initialize.h"

#include <gtest/gtest.h>

#include "tests/support/program_builder.h"

namespace stiction::runtime {
namespace {

using test::ProgramBuilder;

struct Outcome {
  std::optional<InitializationFailure> failure;
  std::vector<double> slots;
};

Outcome Start(const Program& program) {
  Outcome outcome;
  outcome.slots.resize(program.initial_slots.size());
  Tape tape(program);
  SolveStatistics statistics;
  std::vector<std::string> notes;
  outcome.failure = Initialize(program, outcome.slots.data(), 2, 1e-6, tape, statistics, notes);
  return outcome;
}

TEST(Initialize, ComputesParametersThenStartsThenTheSystem) {
  ProgramBuilder b;
  const Slot p = b.Variable("p", 0, VariableKind::kParameter);
  const Slot start = b.New();
  const Slot x = b.State("x", 0);
  int32_t from = b.From();
  b.EmitTo(p, OpCode::kCopy, b.New(3));
  b.program.parameters = b.Until(from);
  from = b.From();
  b.EmitTo(start, OpCode::kMul, p, p);
  b.program.starts = b.Until(from);
  b.program.starts_of.push_back({x, start});
  from = b.From();
  b.EmitTo(x + 1, OpCode::kAdd, x, b.program.time);
  b.Explicit({&b.program.initial_system}, from, {x + 1});
  const Outcome outcome = Start(b.program);
  ASSERT_FALSE(outcome.failure) << outcome.failure->message;
  EXPECT_EQ(outcome.slots[x], 9);
  EXPECT_EQ(outcome.slots[x + 1], 11);
  EXPECT_EQ(outcome.slots[b.program.initial], 0);
}

TEST(Initialize, NamesAParameterThatIsNotANumber) {
  ProgramBuilder b;
  const Slot p = b.Variable("ratio", 0, VariableKind::kParameter);
  const int32_t from = b.From();
  b.EmitTo(p, OpCode::kDiv, b.New(1), b.New(0));
  b.program.parameters = b.Until(from);
  const Outcome outcome = Start(b.program);
  ASSERT_TRUE(outcome.failure);
  EXPECT_NE(outcome.failure->message.find("`ratio`"), std::string::npos);
  EXPECT_NE(outcome.failure->message.find("Test.mo:1:1"), std::string::npos);
}

/// An initial equation x = 1 + `error` that was not needed: x is 1 already.
Program WithRedundantEquation(double error, double size) {
  ProgramBuilder b;
  const int32_t equation = test::AddEquation(b.program, "x = 1 + error", "Test.mo:7:3");
  b.program.checks.push_back({b.New(1), b.New(1 + error), b.New(size), equation, {}, {}});
  return b.program;
}

TEST(Initialize, RedundantEquationsMustHold) {
  EXPECT_FALSE(Start(WithRedundantEquation(1e-9, 1)).failure);
  EXPECT_FALSE(Start(WithRedundantEquation(0.1, 1e6)).failure);
  EXPECT_TRUE(Start(WithRedundantEquation(1e-9, 1e-6)).failure);
  const Outcome outcome = Start(WithRedundantEquation(0.1, 1));
  ASSERT_TRUE(outcome.failure);
  EXPECT_NE(outcome.failure->message.find("x = 1 + error (Test.mo:7:3)"), std::string::npos)
      << outcome.failure->message;
}

// What is no Real must be the same, and is told as the modeller knows it.
TEST(Initialize, DiscreteValuesThatContradictEachOther) {
  ProgramBuilder b;
  const int32_t equation = test::AddEquation(b.program, "pre(on) = true", "Test.mo:7:3");
  b.program.checks.push_back({b.New(0), b.New(1), kNoSlot, equation, "on", {"false", "true"}});
  const Outcome outcome = Start(b.program);
  ASSERT_TRUE(outcome.failure);
  EXPECT_NE(outcome.failure->message.find("`on`"), std::string::npos);
  EXPECT_NE(outcome.failure->message.find("the left side is false, the right side true"), std::string::npos)
      << outcome.failure->message;
}

/// 0 = lambda*(x - 3)*(x + 2) + (1 - lambda)*(x - simplified), from x = 0.
Program WithPath(double simplified) {
  ProgramBuilder b;
  const Slot x = b.Variable("x", 0, VariableKind::kAlgebraic);
  const Slot lambda = b.New(1), one = b.New(1), three = b.New(3), two = b.New(2), s = b.New(simplified);
  b.program.homotopy = lambda;
  BlockCode block;
  block.kind = BlockCode::Kind::kNonlinear;
  block.is_linear = false;
  block.unknowns = {x};
  block.unknown_names = {"x"};
  block.equations = {test::AddEquation(b.program, "homotopy", "Test.mo:7:3")};
  int32_t from = b.From();
  const Slot rest = b.Emit(OpCode::kSub, one, lambda);
  const Slot actual = b.Emit(OpCode::kMul, b.Emit(OpCode::kSub, x, three), b.Emit(OpCode::kAdd, x, two));
  block.residuals = {b.Emit(OpCode::kAdd, b.Emit(OpCode::kMul, lambda, actual),
                            b.Emit(OpCode::kMul, rest, b.Emit(OpCode::kSub, x, s)))};
  block.residual = b.Until(from);
  from = b.From();
  const Slot slope = b.Emit(OpCode::kSub, b.Emit(OpCode::kMul, two, x), one);
  block.entries = {{0, 0, b.Emit(OpCode::kAdd, b.Emit(OpCode::kMul, lambda, slope), rest)}};
  block.jacobian = b.Until(from);
  b.program.initial_system.blocks.push_back(block);
  return b.program;
}

// MLS 3.7.4.4
TEST(Initialize, FollowsThePathOfHomotopy) {
  for (const double simplified : {4.0, 100.0}) {
    const Program program = WithPath(simplified);
    const Outcome outcome = Start(program);
    ASSERT_FALSE(outcome.failure) << outcome.failure->message;
    EXPECT_NEAR(outcome.slots[program.initial_system.blocks.front().unknowns.front()], 3, 1e-9);
    EXPECT_EQ(outcome.slots[program.homotopy], 1);
  }
}

// MLS 8.6: pre(b) is the start value of b; setting pre(b) := b is the event iteration's business.
TEST(Initialize, SolvesTheInitialSystemOnce) {
  ProgramBuilder b;
  const auto [value, pre] = b.Discrete("b", 0, ValueType::kBoolean);
  const int32_t from = b.From();
  b.EmitTo(value, OpCode::kNot, pre);
  b.Explicit({&b.program.initial_system}, from, {value});
  const Outcome outcome = Start(b.program);
  ASSERT_FALSE(outcome.failure) << outcome.failure->message;
  EXPECT_EQ(outcome.slots[static_cast<size_t>(value)], 1);
  EXPECT_EQ(outcome.slots[static_cast<size_t>(pre)], 0);
}

}  // namespace
}  // namespace stiction::runtime
