// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/model/system_solver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/add_equation.h"
#include "tests/support/assembler.h"

namespace stiction::runtime {
namespace {

using test::AddEquation;
using test::Assembler;
using testing::HasSubstr;

struct Outcome {
  std::vector<double> slots;
  std::optional<SolveError> error;
  std::vector<std::string> notes;
};

Outcome Solve(const Assembler& a, std::vector<BlockCode> blocks) {
  System system;
  system.blocks = std::move(blocks);
  Outcome outcome;
  outcome.slots = a.program.initial_slots;
  Tape tape(a.program);
  SolveStatistics statistics;
  SystemSolver solver(a.program, system, tape, statistics);
  outcome.error = solver.Solve(outcome.slots.data());
  outcome.notes = solver.TakeNotes();
  return outcome;
}

/// matrix * x = rhs as a linear block; rows with their places.
BlockCode Linear(Assembler& a, const std::vector<std::vector<double>>& matrix, const std::vector<double>& rhs) {
  BlockCode block;
  block.kind = BlockCode::Kind::kLinear;
  const size_t n = rhs.size();
  for (size_t j = 0; j < n; ++j) {
    block.unknowns.push_back(a.Slot(0.5));
    block.unknown_names.push_back("x" + std::to_string(j + 1));
    block.equations.push_back(
        AddEquation(a.program, "row " + std::to_string(j + 1), "M.mo:" + std::to_string(j + 1) + ":3"));
  }
  block.residual = a.Code([&] {
    for (size_t i = 0; i < n; ++i) {
      Slot sum = a.Op(OpCode::kNeg, a.Slot(rhs[i]));
      for (size_t j = 0; j < n; ++j) {
        const Slot entry = a.Slot(matrix[i][j]);
        block.entries.push_back({static_cast<int32_t>(i), static_cast<int32_t>(j), entry});
        sum = a.Op(OpCode::kAdd, sum, a.Op(OpCode::kMul, entry, block.unknowns[j]));
      }
      block.residuals.push_back(sum);
    }
  });
  return block;
}

TEST(SystemSolverTest, SolvesALinearBlockOfBadlyScaledRows) {
  Assembler a;
  const BlockCode block = Linear(a, {{1e12, 2e12}, {3e-9, -1e-9}}, {5e12, 1e-9});
  const Outcome outcome = Solve(a, {block});
  ASSERT_FALSE(outcome.error);
  EXPECT_NEAR(outcome.slots[static_cast<size_t>(block.unknowns[0])], 1, 1e-14);
  EXPECT_NEAR(outcome.slots[static_cast<size_t>(block.unknowns[1])], 2, 1e-14);
}

// Two rigidly connected brakes: x1 = 0 and x1 = 1 at once.
TEST(SystemSolverTest, NamesTheEquationsThatContradictEachOther) {
  Assembler a;
  const BlockCode block = Linear(a, {{1, 0, 0}, {0, 1, 1}, {1, 0, 0}}, {0, 2, 1});
  const Outcome outcome = Solve(a, {block});
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->failure, SolveFailure::kSingular);
  EXPECT_THAT(outcome.error->message, HasSubstr("M.mo:1:3"));
  EXPECT_THAT(outcome.error->message, HasSubstr("M.mo:3:3"));
  EXPECT_THAT(outcome.error->message, testing::Not(HasSubstr("M.mo:2:3")));
}

TEST(SystemSolverTest, AConsistentSingularBlockTakesTheLeastNormSolutionAndSaysSo) {
  Assembler a;
  const BlockCode block = Linear(a, {{1, 0, 0}, {0, 1, 1}, {0, 2, 2}}, {3, 2, 4});
  const Outcome outcome = Solve(a, {block});
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_NEAR(outcome.slots[static_cast<size_t>(block.unknowns[0])], 3, 1e-14);
  EXPECT_NEAR(outcome.slots[static_cast<size_t>(block.unknowns[1])], 1, 1e-14);
  EXPECT_NEAR(outcome.slots[static_cast<size_t>(block.unknowns[2])], 1, 1e-14);
  ASSERT_EQ(outcome.notes.size(), 1u);
  EXPECT_THAT(outcome.notes[0], HasSubstr("x2 and x3 are not unique"));
}

TEST(SystemSolverTest, AScalarBlockWithoutItsUnknown) {
  Assembler consistent;
  const BlockCode first = Linear(consistent, {{0}}, {0});
  EXPECT_FALSE(Solve(consistent, {first}).error);
  Assembler inconsistent;
  const BlockCode second = Linear(inconsistent, {{0}}, {1});
  const Outcome outcome = Solve(inconsistent, {second});
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->failure, SolveFailure::kSingular);
}

TEST(SystemSolverTest, TellsWhereADivisionByZeroStands) {
  Assembler a;
  const Slot x = a.Slot(1);
  const Slot y = a.Slot(0);
  const Slot z = a.Slot(0);
  BlockCode block;
  block.assign = a.Code([&] { a.Into(z, OpCode::kDiv, x, y); });
  block.targets = {z};
  block.equations = {AddEquation(a.program, "z = x/y", "Block.mo:3:5")};
  const Outcome outcome = Solve(a, {block});
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->failure, SolveFailure::kNotFinite);
  EXPECT_EQ(outcome.error->message, "division by zero in z = x/y (Block.mo:3:5)");
}

/// exp(x) - x - 3 + y = 0, y = shift from a poor guess.
BlockCode Nonlinear(Assembler& a, double guess, double shift) {
  BlockCode block;
  block.kind = BlockCode::Kind::kNonlinear;
  const Slot x = a.Slot(guess);
  block.unknowns = {x};
  block.unknown_names = {"x"};
  block.equations = {AddEquation(a.program, "exp(x) - x = 3", "N.mo:2:3")};
  Slot exponential = kNoSlot;
  block.residual = a.Code([&] {
    exponential = a.Op(OpCode::kExp, x);
    block.residuals.push_back(a.Op(OpCode::kAdd, a.Op(OpCode::kSub, exponential, x), a.Slot(shift - 3)));
  });
  block.jacobian = a.Code([&] { block.entries.push_back({0, 0, a.Op(OpCode::kSub, exponential, a.Slot(1))}); });
  return block;
}

TEST(SystemSolverTest, NewtonIsDampedFromAPoorGuess) {
  Assembler a;
  const BlockCode block = Nonlinear(a, 50, 0);
  const Outcome outcome = Solve(a, {block});
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  const double x = outcome.slots[static_cast<size_t>(block.unknowns[0])];
  EXPECT_NEAR(std::exp(x) - x, 3, 1e-12);
}

TEST(SystemSolverTest, ANonlinearBlockWithoutSolutionIsAnError) {
  Assembler a;
  const Outcome outcome = Solve(a, {Nonlinear(a, 1, 5)});  // exp(x) - x >= 1 > -2
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->failure, SolveFailure::kNotConverged);
  EXPECT_THAT(outcome.error->message, HasSubstr("N.mo:2:3"));
}

TEST(SystemSolverTest, ARelationBlockKeepsTheHeldSideOfATieOfRounding) {
  Assembler a;
  const Slot left = a.Slot(2);
  const Slot right = a.Slot(std::nextafter(2, 1));
  BlockCode block;
  block.kind = BlockCode::Kind::kRelation;
  block.relations = {a.Relation(OpCode::kGt, left, right, "left > right")};
  const auto c = static_cast<size_t>(a.program.relations[0].value);
  a.program.initial_slots[c] = 1;
  EXPECT_EQ(Solve(a, {block}).slots[c], 1);
  a.program.initial_slots[c] = 0;
  EXPECT_EQ(Solve(a, {block}).slots[c], 0);
}

TEST(SystemSolverTest, ARelationBlockReadsTheSameNumberOnBothSidesAsWritten) {
  Assembler a;
  const Slot left = a.Slot(2);
  const Slot right = a.Slot(2);
  for (const auto& [op, expected] : {std::pair{OpCode::kGt, 0}, std::pair{OpCode::kGe, 1}}) {
    BlockCode block;
    block.kind = BlockCode::Kind::kRelation;
    block.relations = {a.Relation(op, left, right, "left op right")};
    const auto c = static_cast<size_t>(a.program.relations[static_cast<size_t>(block.relations[0])].value);
    for (double held : {0.0, 1.0}) {
      a.program.initial_slots[c] = held;
      EXPECT_EQ(Solve(a, {block}).slots[c], expected) << held;
    }
  }
}

}  // namespace
}  // namespace stiction::runtime
