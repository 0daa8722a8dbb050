#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "runtime/solve/mixed_search.h"
#include "runtime/solve/system_solver.h"
#include "tests/unit/runtime/solve/friction_network.h"

namespace stiction::runtime {
namespace {

using test::Assembler;
using test::FrictionNetwork;
using testing::HasSubstr;

struct Solved {
  std::vector<double> slots;
  std::optional<SolveError> error;
  SolveStatistics statistics;
  std::vector<std::string> notes;
  double operator[](Slot slot) const { return slots[static_cast<size_t>(slot)]; }
};

Solved Solve(const FrictionNetwork& network, std::vector<double> slots = {}) {
  Solved solved;
  solved.slots = slots.empty() ? network.assembler.program.initial_slots : std::move(slots);
  Tape tape(network.assembler.program);
  SystemSolver solver(network.assembler.program, network.system, tape, solved.statistics);
  solved.error = solver.Solve(solved.slots.data());
  solved.notes = solver.TakeNotes();
  return solved;
}

TEST(MixedBlockTest, OneElementInAllThreeModes) {
  const double kLoads[] = {0.5, -0.5, 3, -3};
  const double kAcceleration[] = {0, 0, 1, -1};  // m = 2, F = 1
  for (int i = 0; i < 4; ++i) {
    const FrictionNetwork network({2}, {kLoads[i]}, {{1}}, {1});
    const Solved s = Solve(network);
    ASSERT_FALSE(s.error);
    EXPECT_NEAR(s[network.acceleration[0]], kAcceleration[i], 1e-15);
    EXPECT_NEAR(s[network.force[0]], std::clamp(kLoads[i], -1.0, 1.0), 1e-15);
    EXPECT_EQ(s.statistics.fixed_point, 1);
  }
}

// friction-theory M1: the fixed point cycles if elements may jump over a branch.
TEST(MixedBlockTest, BrakeAndClutchInSeriesMoveToAdjacentBranches) {
  const FrictionNetwork network({1, 1}, {5, 3}, {{1, 0}, {-1, 1}}, {1, 2});
  const Solved s = Solve(network);
  ASSERT_FALSE(s.error) << s.error->message;
  EXPECT_NEAR(s[network.force[0]], 1, 1e-14);
  EXPECT_NEAR(s[network.force[1]], -0.5, 1e-14);
  EXPECT_NEAR(s[network.acceleration[0]], 3.5, 1e-14);
  EXPECT_NEAR(s[network.acceleration[1]], 3.5, 1e-14);
  EXPECT_EQ(s.statistics.fixed_point, 1);
}

// friction-theory M3: the adjacent rule cycles too.
TEST(MixedBlockTest, ThreeCoupledElementsNeedTheLeastIndexRule) {
  const FrictionNetwork network({1, 1, 1}, {10, 0, -26}, {{-1, 1, 0}, {-2, 2, -1}, {3, -2, 1}}, {3, 1, 4});
  const Solved s = Solve(network);
  ASSERT_FALSE(s.error) << s.error->message;
  const double kForce[] = {-3, 1, 0};
  const double kAcceleration[] = {9, 1, -25};
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(s[network.force[i]], kForce[i], 1e-12);
    EXPECT_NEAR(s[network.acceleration[i]], kAcceleration[i], 1e-12);
  }
}

// friction-theory M4: consistent and singular; shared in proportion to capacity.
TEST(MixedBlockTest, ParallelBrakesShareTheLoad) {
  const FrictionNetwork network({1}, {3.5}, {{1}, {1}}, {1, 3});
  const Solved s = Solve(network);
  ASSERT_FALSE(s.error) << s.error->message;
  EXPECT_NEAR(s[network.acceleration[0]], 0, 1e-14);
  EXPECT_NEAR(s[network.force[0]], 0.875, 1e-14);
  EXPECT_NEAR(s[network.force[1]], 2.625, 1e-14);
  EXPECT_EQ(s.statistics.least_norm, 1);
  ASSERT_EQ(s.notes.size(), 1u);
  EXPECT_THAT(s.notes[0], HasSubstr("f1.sa and f2.sa are not unique"));
  EXPECT_THAT(s.notes[0], HasSubstr("Friction.mo:1:3"));
}

// friction-theory M9: the clutch carries exactly its capacity; it must not flip, from either side.
TEST(MixedBlockTest, AnExactlyTiedElementStaysWhereItIsHeld) {
  const FrictionNetwork network({1}, {1}, {{1}}, {1});  // lambda = F exactly
  for (const double held : {0.0, 1.0}) {
    std::vector<double> slots = network.assembler.program.initial_slots;
    slots[static_cast<size_t>(network.forward[0])] = held;
    const Solved s = Solve(network, slots);
    ASSERT_FALSE(s.error);
    EXPECT_EQ(s[network.forward[0]], held);
    EXPECT_NEAR(s[network.force[0]], 1, 1e-15);
    EXPECT_NEAR(s[network.acceleration[0]], 0, 1e-15);
  }
}

// friction-theory M11, short: a chain in which the load reaches through all clutches.
TEST(MixedBlockTest, AChainOfClutches) {
  constexpr size_t kCount = 8;
  std::vector<std::vector<double>> d(kCount, std::vector<double>(kCount, 0));
  for (size_t i = 0; i + 1 < kCount; ++i) {
    d[i][i] = 1;
    d[i][i + 1] = -1;
  }
  d[kCount - 1][kCount - 1] = 1;
  std::vector<double> capacity(kCount, 1);
  capacity.back() = 0.5;
  std::vector<double> tau(kCount, 0);
  tau[0] = 100;
  const FrictionNetwork network(std::vector<double>(kCount, 1), tau, d, capacity);
  const Solved s = Solve(network);
  ASSERT_FALSE(s.error) << s.error->message;
  EXPECT_NEAR(s[network.acceleration[0]], 99, 1e-12);
  for (size_t k = 1; k < kCount; ++k) EXPECT_NEAR(s[network.acceleration[k]], 0.5 / (kCount - 1), 1e-12);
}

// The stuck configuration has no solution where the motion is prescribed (0 = a - 0 with a = 1 whatever the force): it
// is passed through in the right direction, never accepted (friction-theory section 5).
TEST(MixedBlockTest, AnInadmissibleStuckModeIsPassedThrough) {
  for (const double prescribed : {1.0, -1.0}) {
    Assembler a;
    const Slot sa = a.Slot(0);
    const Slot zero = a.Slot(0);
    const Slot one = a.Slot(1);
    const Slot minus_one = a.Slot(-1);
    const Slot acceleration = a.Slot(prescribed);
    BlockCode block;
    block.kind = BlockCode::Kind::kMixed;
    block.relations = {a.Relation(OpCode::kGt, sa, one, "sa > 1"), a.Relation(OpCode::kLt, sa, minus_one, "sa < -1")};
    const Slot forward = a.program.relations[0].value;
    const Slot backward = a.program.relations[1].value;
    block.unknowns = {sa};
    block.unknown_names = {"sa"};
    block.equations = {{"a = if sa > 1 then sa - 1 else 0", "Friction.mo:1:3", ""}};
    block.residual = a.Code([&] {
      const Slot beyond = a.Op(OpCode::kSelect, forward, a.Op(OpCode::kSub, sa, one),
                               a.Op(OpCode::kSelect, backward, a.Op(OpCode::kAdd, sa, one), zero));
      block.residuals.push_back(a.Op(OpCode::kSub, acceleration, beyond));
    });
    block.jacobian = a.Code([&] {
      block.entries.push_back({0, 0, a.Op(OpCode::kNeg, a.Op(OpCode::kOr, forward, backward))});
    });
    System system;
    system.blocks.push_back(block);
    Tape tape(a.program);
    SolveStatistics statistics;
    SystemSolver solver(a.program, system, tape, statistics);
    std::vector<double> slots = a.program.initial_slots;
    const std::optional<SolveError> error = solver.Solve(slots.data());
    ASSERT_FALSE(error) << error->message;
    EXPECT_NEAR(slots[static_cast<size_t>(sa)], 2 * prescribed, 1e-15);
    EXPECT_EQ(statistics.enumeration, 0);
  }
}

// c = not (x > 0), x = if c then 1 else -1: no configuration is consistent.
TEST(MixedBlockTest, WithoutConsistentModeTheErrorNamesTheRelations) {
  Assembler a;
  const Slot x = a.Slot(0);
  const Slot zero = a.Slot(0);
  const Slot one = a.Slot(1);
  const Slot minus_one = a.Slot(-1);
  BlockCode block;
  block.kind = BlockCode::Kind::kMixed;
  block.relations = {a.Relation(OpCode::kGt, x, zero, "x > 0")};
  const Slot positive = a.program.relations[0].value;
  block.unknowns = {x};
  block.unknown_names = {"x"};
  block.residual = a.Code(
      [&] { block.residuals.push_back(a.Op(OpCode::kSub, x, a.Op(OpCode::kSelect, positive, minus_one, one))); });
  block.entries.push_back({0, 0, one});
  System system;
  system.blocks.push_back(block);
  Tape tape(a.program);
  SolveStatistics statistics;
  SystemSolver solver(a.program, system, tape, statistics);
  std::vector<double> slots = a.program.initial_slots;
  const std::optional<SolveError> error = solver.Solve(slots.data());
  ASSERT_TRUE(error);
  EXPECT_EQ(error->failure, SolveFailure::kMixedBlockUnsolved);
  EXPECT_EQ(
      error->message,
      "no consistent mode for 1 coupled relation\n"
      "  relations   x > 0 (Test.mo:1:1)\n"
      "  tried       2 configurations\n"
      "  in          mode {none true}: the solution makes x > 0 true, by 1\n"
      "  in          mode {x > 0}: the solution makes x > 0 false, by 1\n"
      "  cause       discontinuous law: the equations jump where x > 0 (Test.mo:1:1) switches, and no side of the "
      "jump agrees with its own value\n"
      "  hint: make the law continuous there, or let pre(...) of a discrete variable remember the side");
  EXPECT_EQ(statistics.unsolved, 1);
}

// 0*x = 1 in every mode: no force changes that.
TEST(MixedBlockTest, AMotionThatContradictsItselfInEveryModeIsPrescribed) {
  Assembler a;
  const Slot x = a.Slot(0);
  const Slot zero = a.Slot(0);
  const Slot one = a.Slot(1);
  const Slot two = a.Slot(2);
  BlockCode block;
  block.kind = BlockCode::Kind::kMixed;
  block.relations = {a.Relation(OpCode::kGt, x, zero, "x > 0")};
  const Slot positive = a.program.relations[0].value;
  block.unknowns = {x};
  block.unknown_names = {"x"};
  block.equations = {{"0 = if x > 0 then 1 else 2", "Test.mo:2:1", ""}};
  block.residual = a.Code([&] { block.residuals.push_back(a.Op(OpCode::kSelect, positive, one, two)); });
  block.entries.push_back({0, 0, zero});
  System system;
  system.blocks.push_back(block);
  Tape tape(a.program);
  SolveStatistics statistics;
  SystemSolver solver(a.program, system, tape, statistics);
  std::vector<double> slots = a.program.initial_slots;
  const std::optional<SolveError> error = solver.Solve(slots.data());
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, HasSubstr("cause       prescribed motion"));
}

/// The error of a block that is the only one of its system.
std::string ErrorOf(const Assembler& a, const BlockCode& block) {
  System system;
  system.blocks.push_back(block);
  Tape tape(a.program);
  SolveStatistics statistics;
  SystemSolver solver(a.program, system, tape, statistics);
  std::vector<double> slots = a.program.initial_slots;
  const std::optional<SolveError> error = solver.Solve(slots.data());
  return error ? error->message : "solved";
}

// Two parallel elements of capacity 1 have to carry a load of 10, which two equations state.
TEST(MixedBlockTest, ALoadAboveAllCapacitiesIsRedundant) {
  Assembler a;
  const Slot zero = a.Slot(0);
  const Slot one = a.Slot(1);
  const Slot minus_one = a.Slot(-1);
  const Slot two = a.Slot(2);
  const Slot load = a.Slot(10);
  BlockCode block;
  block.kind = BlockCode::Kind::kMixed;
  std::vector<size_t> first;
  for (const char* name : {"f1", "f2"}) {
    const Slot sa = a.Slot(0);
    block.unknowns.push_back(sa);
    block.unknown_names.push_back(name);
    first.push_back(a.program.relations.size());
    block.relations.push_back(a.Relation(OpCode::kGt, sa, one, std::string(name) + " > 1"));
    block.relations.push_back(a.Relation(OpCode::kLt, sa, minus_one, std::string(name) + " < -1"));
    block.equations.push_back({"f1 + f2 = 10", "Test.mo:2:1", ""});
  }
  const auto forward = [&](size_t i) { return a.program.relations[first[i]].value; };
  const auto backward = [&](size_t i) { return a.program.relations[first[i] + 1].value; };
  block.residual = a.Code([&] {
    Slot sum = a.Op(OpCode::kNeg, load);
    for (size_t i = 0; i < 2; ++i) {
      const Slot sticks = a.Op(OpCode::kSelect, backward(i), minus_one, block.unknowns[i]);
      sum = a.Op(OpCode::kAdd, sum, a.Op(OpCode::kSelect, forward(i), one, sticks));
    }
    block.residuals = {sum, a.Op(OpCode::kMul, two, sum)};
  });
  block.jacobian = a.Code([&] {
    for (size_t i = 0; i < 2; ++i) {
      const Slot slips = a.Op(OpCode::kOr, forward(i), backward(i));
      const Slot slope = a.Op(OpCode::kSelect, slips, zero, one);
      block.entries.push_back({0, static_cast<int32_t>(i), slope});
      block.entries.push_back({1, static_cast<int32_t>(i), a.Op(OpCode::kMul, two, slope)});
    }
  });
  EXPECT_THAT(ErrorOf(a, block), HasSubstr("cause       redundant"));
}

// m = if m > 0.5 then 0 else 1 is no law that jumps, and nothing is singular: no class of cause but the last.
TEST(MixedBlockTest, WhatNoClassExplainsIsASearchLimit) {
  Assembler a;
  const Slot x = a.Slot(0);
  const Slot m = a.Slot(0);
  const Slot zero = a.Slot(0);
  const Slot half = a.Slot(0.5);
  const Slot one = a.Slot(1);
  BlockCode block;
  block.kind = BlockCode::Kind::kMixed;
  block.relations = {a.Relation(OpCode::kGt, m, half, "m > 0.5")};
  a.program.relations[0].kind = RelationInfo::Kind::kDiscrete;
  const Slot large = a.program.relations[0].value;
  block.unknowns = {x};
  block.unknown_names = {"x"};
  block.equations = {{"x = m", "Test.mo:2:1", ""}};
  block.discrete_targets = {m};
  block.discrete = a.Code([&] { a.Into(m, OpCode::kSelect, large, zero, one); });
  block.residual = a.Code([&] { block.residuals.push_back(a.Op(OpCode::kSub, x, m)); });
  block.entries.push_back({0, 0, one});
  const std::string message = ErrorOf(a, block);
  EXPECT_THAT(message, HasSubstr("tried       2 configurations"));
  EXPECT_THAT(message, HasSubstr("cause       search limit"));
}

// One determinant in all neighbouring modes: with the same coefficients there is nothing to look for at the next load.
TEST(MixedBlockTest, LooksForASecondSolutionOnce) {
  const FrictionNetwork network({1}, {0.5}, {{1}}, {1});
  Tape tape(network.assembler.program);
  SolveStatistics statistics;
  SystemSolver solver(network.assembler.program, network.system, tape, statistics);
  std::vector<double> slots = network.assembler.program.initial_slots;
  ASSERT_FALSE(solver.Solve(slots.data()));
  const long first = statistics.linear_solves;
  EXPECT_GT(first, 1);
  slots[static_cast<size_t>(network.torque[0])] = 0.25;
  ASSERT_FALSE(solver.Solve(slots.data()));
  EXPECT_EQ(statistics.linear_solves - first, 1);
}

// All loads on a grid: the search against brute force over the 3^n modes.
TEST(MixedBlockTest, AgreesWithTheComplementarityConditions) {
  for (int i = 0; i < 125; ++i) {
    const std::vector<double> tau = {4.1 * (i % 5 - 2) + 0.3, 3.7 * (i / 5 % 5 - 2) - 0.2, 5.3 * (i / 25 - 2) + 0.1};
    const FrictionNetwork network({1, 2, 3}, tau, {{1, 0, 0}, {-1, 2, 0}, {0, -1, 1}}, {2, 3, 1});
    const Solved s = Solve(network);
    ASSERT_FALSE(s.error) << s.error->message;
    const double gamma[] = {s[network.acceleration[0]], 2 * s[network.acceleration[1]] - s[network.acceleration[0]],
                            s[network.acceleration[2]] - s[network.acceleration[1]]};
    const double kCapacity[] = {2, 3, 1};
    for (size_t k = 0; k < 3; ++k) {
      const double lambda = s[network.force[k]];
      EXPECT_LE(std::fabs(lambda), kCapacity[k] * (1 + 1e-12));
      if (std::fabs(gamma[k]) > 1e-9) {
        EXPECT_NEAR(lambda, std::copysign(kCapacity[k], gamma[k]), 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace stiction::runtime
