// SPDX-License-Identifier: BSD-3-Clause
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "runtime/mixed/mixed_search.h"
#include "runtime/model/system_solver.h"
#include "tests/support/add_equation.h"
#include "tests/unit/runtime/mixed/friction_network.h"

namespace stiction::runtime {
namespace {

using test::AddEquation;
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

Solved Solve(const Program& program, const System& system, std::vector<double> slots) {
  Solved solved;
  solved.slots = std::move(slots);
  Tape tape(program);
  SystemSolver solver(program, system, tape, solved.statistics);
  solved.error = solver.Solve(solved.slots.data());
  solved.notes = solver.TakeNotes();
  return solved;
}

Solved Solve(const FrictionNetwork& network) {
  return Solve(network.assembler.program, network.system, network.assembler.program.initial_slots);
}

/// A mixed block that is the only one of its system.
struct OneBlock {
  Assembler a;
  Slot zero = a.Slot(0), one = a.Slot(1), minus_one = a.Slot(-1), two = a.Slot(2);
  BlockCode block;

  OneBlock() { block.kind = BlockCode::Kind::kMixed; }

  Slot Unknown(const std::string& name) {
    block.unknowns.push_back(a.Slot(0));
    block.unknown_names.push_back(name);
    return block.unknowns.back();
  }
  /// @returns the slot of its held value
  Slot Relation(OpCode op, Slot left, Slot right, const std::string& text) {
    block.relations.push_back(a.Relation(op, left, right, text));
    return a.program.relations.back().value;
  }
  Solved Solve() const {
    System system;
    system.blocks.push_back(block);
    return runtime::Solve(a.program, system, a.program.initial_slots);
  }
};

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

// The fixed point cycles if elements may jump over a branch.
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

// Moving all contradicted elements to adjacent branches cycles too.
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

// Consistent and singular; shared in proportion to capacity.
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

// The clutch carries exactly its capacity; it must not flip, from either side.
TEST(MixedBlockTest, AnExactlyTiedElementStaysWhereItIsHeld) {
  const FrictionNetwork network({1}, {1}, {{1}}, {1});  // lambda = F exactly
  for (const double held : {0.0, 1.0}) {
    std::vector<double> slots = network.assembler.program.initial_slots;
    slots[static_cast<size_t>(network.forward[0])] = held;
    const Solved s = Solve(network.assembler.program, network.system, slots);
    ASSERT_FALSE(s.error);
    EXPECT_EQ(s[network.forward[0]], held);
    EXPECT_NEAR(s[network.force[0]], 1, 1e-15);
    EXPECT_NEAR(s[network.acceleration[0]], 0, 1e-15);
  }
}

// A chain in which the load reaches through all clutches.
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
// is passed through in the right direction, never accepted (docs/friction.md, section 6).
TEST(MixedBlockTest, AnInadmissibleStuckModeIsPassedThrough) {
  for (const double prescribed : {1.0, -1.0}) {
    OneBlock b;
    Assembler& a = b.a;
    const Slot acceleration = a.Slot(prescribed);
    const Slot sa = b.Unknown("sa");
    const Slot forward = b.Relation(OpCode::kGt, sa, b.one, "sa > 1");
    const Slot backward = b.Relation(OpCode::kLt, sa, b.minus_one, "sa < -1");
    b.block.equations = {AddEquation(b.a.program, "a = if sa > 1 then sa - 1 else 0", "Friction.mo:1:3")};
    b.block.residual = a.Code([&] {
      const Slot beyond = a.Op(OpCode::kSelect, forward, a.Op(OpCode::kSub, sa, b.one),
                               a.Op(OpCode::kSelect, backward, a.Op(OpCode::kAdd, sa, b.one), b.zero));
      b.block.residuals.push_back(a.Op(OpCode::kSub, acceleration, beyond));
    });
    b.block.jacobian = a.Code([&] {
      b.block.entries.push_back({0, 0, a.Op(OpCode::kNeg, a.Op(OpCode::kOr, forward, backward))});
    });
    const Solved s = b.Solve();
    ASSERT_FALSE(s.error) << s.error->message;
    EXPECT_NEAR(s[sa], 2 * prescribed, 1e-15);
    EXPECT_EQ(s.statistics.enumeration, 0);
  }
}

// c = not (x > 0), x = if c then 1 else -1: no configuration is consistent.
TEST(MixedBlockTest, WithoutConsistentModeTheErrorNamesTheRelations) {
  OneBlock b;
  const Slot x = b.Unknown("x");
  const Slot positive = b.Relation(OpCode::kGt, x, b.zero, "x > 0");
  b.block.residual = b.a.Code([&] {
    const Slot value = b.a.Op(OpCode::kSelect, positive, b.minus_one, b.one);
    b.block.residuals.push_back(b.a.Op(OpCode::kSub, x, value));
  });
  b.block.entries.push_back({0, 0, b.one});
  const Solved s = b.Solve();
  ASSERT_TRUE(s.error);
  EXPECT_EQ(s.error->failure, SolveFailure::kMixedBlockUnsolved);
  EXPECT_EQ(
      s.error->message,
      "no consistent mode for 1 coupled relation\n"
      "  relations   x > 0 (Test.mo:1:1)\n"
      "  tried       2 configurations\n"
      "  in          mode {none true}: the solution makes x > 0 true, by 1\n"
      "  in          mode {x > 0}: the solution makes x > 0 false, by 1\n"
      "  cause       discontinuous law: the equations jump where x > 0 (Test.mo:1:1) switches, and no side of the "
      "jump agrees with its own value\n"
      "  hint: make the law continuous there, or let pre(...) of a discrete variable remember the side");
  EXPECT_EQ(s.statistics.unsolved, 1);
}

// 0*x = 1 in every mode: no force changes that.
TEST(MixedBlockTest, AMotionThatContradictsItselfInEveryModeIsPrescribed) {
  OneBlock b;
  const Slot x = b.Unknown("x");
  const Slot positive = b.Relation(OpCode::kGt, x, b.zero, "x > 0");
  b.block.equations = {AddEquation(b.a.program, "0 = if x > 0 then 1 else 2", "Test.mo:2:1")};
  b.block.residual = b.a.Code([&] { b.block.residuals.push_back(b.a.Op(OpCode::kSelect, positive, b.one, b.two)); });
  b.block.entries.push_back({0, 0, b.zero});
  const Solved s = b.Solve();
  ASSERT_TRUE(s.error);
  EXPECT_THAT(s.error->message, HasSubstr("cause       prescribed motion"));
}

// Two parallel elements of capacity 1 have to carry a load of 10, which two equations state. When both slip, nothing
// takes up the rest.
TEST(MixedBlockTest, ALoadAboveAllCapacitiesLeavesNoEquation) {
  OneBlock b;
  Assembler& a = b.a;
  const Slot load = a.Slot(10);
  std::vector<Slot> forward, backward;
  for (const std::string name : {"f1", "f2"}) {
    const Slot sa = b.Unknown(name);
    forward.push_back(b.Relation(OpCode::kGt, sa, b.one, name + " > 1"));
    backward.push_back(b.Relation(OpCode::kLt, sa, b.minus_one, name + " < -1"));
    b.block.equations.push_back(AddEquation(b.a.program, "f1 + f2 = 10", "Test.mo:2:1"));
  }
  b.block.residual = a.Code([&] {
    Slot sum = a.Op(OpCode::kNeg, load);
    for (size_t i = 0; i < 2; ++i) {
      const Slot sticks = a.Op(OpCode::kSelect, backward[i], b.minus_one, b.block.unknowns[i]);
      sum = a.Op(OpCode::kAdd, sum, a.Op(OpCode::kSelect, forward[i], b.one, sticks));
    }
    b.block.residuals = {sum, a.Op(OpCode::kMul, b.two, sum)};
  });
  b.block.jacobian = a.Code([&] {
    for (size_t i = 0; i < 2; ++i) {
      const Slot slips = a.Op(OpCode::kOr, forward[i], backward[i]);
      const Slot slope = a.Op(OpCode::kSelect, slips, b.zero, b.one);
      b.block.entries.push_back({0, static_cast<int32_t>(i), slope});
      b.block.entries.push_back({1, static_cast<int32_t>(i), a.Op(OpCode::kMul, b.two, slope)});
    }
  });
  const Solved s = b.Solve();
  ASSERT_TRUE(s.error);
  EXPECT_THAT(s.error->message, HasSubstr("cause       undetermined mode"));
}

// Two elements in parallel whose force turns round at a limit: the equations hold in every mode, but no sharing of the
// load stays within its branches.
TEST(MixedBlockTest, ALoadThatNoSharingSatisfiesIsRedundant) {
  OneBlock b;
  Assembler& a = b.a;
  const Slot load = a.Slot(10);
  std::vector<Slot> beyond;
  for (const std::string name : {"f1", "f2"}) {
    beyond.push_back(b.Relation(OpCode::kGt, b.Unknown(name), b.one, name + " > 1"));
    b.block.equations.push_back(AddEquation(b.a.program, "f1 + f2 = 10", "Test.mo:2:1"));
  }
  b.block.residual = a.Code([&] {
    Slot sum = a.Op(OpCode::kNeg, load);
    for (size_t i = 0; i < 2; ++i) {
      const Slot turned = a.Op(OpCode::kNeg, b.block.unknowns[i]);
      sum = a.Op(OpCode::kAdd, sum, a.Op(OpCode::kSelect, beyond[i], turned, b.block.unknowns[i]));
    }
    b.block.residuals = {sum, a.Op(OpCode::kMul, b.two, sum)};
  });
  b.block.jacobian = a.Code([&] {
    for (size_t i = 0; i < 2; ++i) {
      const Slot slope = a.Op(OpCode::kSelect, beyond[i], b.minus_one, b.one);
      b.block.entries.push_back({0, static_cast<int32_t>(i), slope});
      b.block.entries.push_back({1, static_cast<int32_t>(i), a.Op(OpCode::kMul, b.two, slope)});
    }
  });
  const Solved s = b.Solve();
  ASSERT_TRUE(s.error);
  EXPECT_THAT(s.error->message, HasSubstr("cause       redundant"));
}

// m = if m > 0.5 then 0 else 1 is no law that jumps, and nothing is singular: no class of cause but the last.
TEST(MixedBlockTest, WhatNoClassExplainsIsASearchLimit) {
  OneBlock b;
  const Slot m = b.a.Slot(0);
  const Slot half = b.a.Slot(0.5);
  const Slot x = b.Unknown("x");
  const Slot large = b.Relation(OpCode::kGt, m, half, "m > 0.5");
  b.a.program.relations[0].kind = RelationInfo::Kind::kDiscrete;
  b.block.equations = {AddEquation(b.a.program, "x = m", "Test.mo:2:1")};
  b.block.discrete_targets = {m};
  b.block.discrete = b.a.Code([&] { b.a.Into(m, OpCode::kSelect, large, b.zero, b.one); });
  b.block.residual = b.a.Code([&] { b.block.residuals.push_back(b.a.Op(OpCode::kSub, x, m)); });
  b.block.entries.push_back({0, 0, b.one});
  const Solved s = b.Solve();
  ASSERT_TRUE(s.error);
  EXPECT_THAT(s.error->message, HasSubstr("tried       2 configurations"));
  EXPECT_THAT(s.error->message, HasSubstr("cause       search limit"));
}

// p = not q, q = not p: two solutions, of which that near the start is taken.
TEST(MixedBlockTest, SeveralValuesOfDiscreteVariablesAreTold) {
  OneBlock b;
  const Slot p = b.a.Slot(1);
  const Slot q = b.a.Slot(0);
  b.block.discrete_targets = {p, q};
  b.block.equations = {AddEquation(b.a.program, "p = not q", "Test.mo:2:1"),
                       AddEquation(b.a.program, "q = not p", "Test.mo:3:1")};
  b.block.discrete = b.a.Code([&] {
    b.a.Into(p, OpCode::kNot, q);
    b.a.Into(q, OpCode::kNot, p);
  });
  const Solved s = b.Solve();
  ASSERT_FALSE(s.error);
  EXPECT_EQ(s[p], 1);
  EXPECT_EQ(s[q], 0);
  ASSERT_EQ(s.notes.size(), 1u);
  EXPECT_THAT(s.notes[0], HasSubstr("several values of the discrete variables"));
  EXPECT_THAT(s.notes[0], HasSubstr("q = not p (Test.mo:3:1)"));
}

// Coefficients that come and go, as those of another mode: each is looked at once, which leaves looks for others.
TEST(MixedBlockTest, RemembersItsLooksForASecondSolution) {
  constexpr double kCapacities[] = {0.53125, 0.65625};
  const FrictionNetwork network({1}, {0.5}, {{1}}, {kCapacities[0]});
  Tape tape(network.assembler.program);
  SolveStatistics statistics;
  SystemSolver solver(network.assembler.program, network.system, tape, statistics);
  std::vector<double> slots = network.assembler.program.initial_slots;
  const auto set_capacity = [&](double from, double to) {
    for (const double sign : {1, -1}) std::replace(slots.begin(), slots.end(), sign * from, sign * to);
  };
  ASSERT_FALSE(solver.Solve(slots.data()));
  slots[static_cast<size_t>(network.torque[0])] = 0.25;
  ASSERT_FALSE(solver.Solve(slots.data()));
  EXPECT_EQ(statistics.linear_solves, 2);  // what is looked at is not counted
  for (int i = 1; i < 100; ++i) {
    set_capacity(kCapacities[(i + 1) % 2], kCapacities[i % 2]);
    ASSERT_FALSE(solver.Solve(slots.data()));
  }
  EXPECT_TRUE(solver.TakeNotes().empty());
  // Friction that drives has a solution on each side.
  set_capacity(kCapacities[1], -0.59375);
  ASSERT_FALSE(solver.Solve(slots.data()));
  EXPECT_THAT(solver.TakeNotes(), testing::ElementsAre(HasSubstr("the equations have several solutions")));
}

TEST(MixedBlockTest, LeavesTheSolutionAfterItsLookAtOtherModes) {
  const FrictionNetwork network({1}, {2.5}, {{1}}, {1});
  Tape tape(network.assembler.program);
  SolveStatistics statistics;
  SystemSolver solver(network.assembler.program, network.system, tape, statistics);
  std::vector<double> with_look = network.assembler.program.initial_slots, without_look = with_look;
  ASSERT_FALSE(solver.Solve(with_look.data()));
  ASSERT_FALSE(solver.Solve(without_look.data()));
  EXPECT_EQ(with_look, without_look);
}

/// p = x > 2, and x = -3 or, if the equations read the other relation (x < -2) instead of p, x = 1.
Solved SolveWithTwoRelations(bool reads_other) {
  OneBlock b;
  Assembler& a = b.a;
  const Slot minus_three = a.Slot(-3), minus_two = a.Slot(-2), p = a.Slot(0);
  const Slot x = b.Unknown("x");
  const Slot above = b.Relation(OpCode::kGt, x, b.two, "x > 2"),
             below = b.Relation(OpCode::kLt, x, minus_two, "x < -2");
  const Slot read = reads_other ? below : p;
  b.block.equations = {AddEquation(b.a.program, "x = if p then 1 else -3", "Test.mo:2:1")};
  b.block.is_linear = true;
  b.block.discrete_targets = {p};
  b.block.discrete = a.Code([&] { a.Into(p, OpCode::kCopy, above); });
  b.block.residual =
      a.Code([&] { b.block.residuals = {a.Op(OpCode::kSub, x, a.Op(OpCode::kSelect, read, b.one, minus_three))}; });
  b.block.entries.push_back({0, 0, b.one});
  return b.Solve();
}

TEST(MixedBlockTest, ATrialWithTheSameEquationsKeepsTheSolution) {
  const Solved s = SolveWithTwoRelations(false);
  ASSERT_FALSE(s.error) << s.error->message;
  EXPECT_EQ(s.statistics.mixed_trials, 2);
  EXPECT_EQ(s.statistics.linear_solves, 1);
}

TEST(MixedBlockTest, ATrialWhoseEquationsReadTheRelationIsSolved) {
  const Solved s = SolveWithTwoRelations(true);
  EXPECT_TRUE(s.error);  // neither side agrees with itself
  EXPECT_GE(s.statistics.linear_solves, 2);
}

/// What x > 2 comes to in a mode in which a discrete variable has no value.
Configuration ImpliedWithoutValue(bool after_another_trial) {
  OneBlock b;
  Assembler& a = b.a;
  const Slot five = a.Slot(5), none = a.Slot(std::nan("")), d = a.Slot(0);
  const Slot x = b.Unknown("x");
  const Slot above = b.Relation(OpCode::kGt, x, b.two, "x > 2");
  b.block.is_linear = true;
  b.block.discrete_targets = {d};
  b.block.discrete = a.Code([&] { a.Into(d, OpCode::kSelect, above, none, b.zero); });
  b.block.residual = a.Code([&] { b.block.residuals = {a.Op(OpCode::kSub, x, a.Op(OpCode::kAdd, d, five))}; });
  b.block.entries.push_back({0, 0, b.one});
  Tape tape(a.program);
  SolveStatistics statistics;
  SolveContext context{a.program, tape, statistics, {}, {}};
  MixedSearch search(context, b.block);
  std::vector<double> slots = a.program.initial_slots;
  search.Begin(slots.data());
  if (after_another_trial) {
    EXPECT_EQ(search.Try({0}).implied, Configuration{1});
  }
  return search.Try({1}).implied;
}

TEST(MixedBlockTest, ATrialWithoutDiscreteValuesDoesNotDependOnThoseBefore) {
  EXPECT_EQ(ImpliedWithoutValue(false), Configuration{0});
  EXPECT_EQ(ImpliedWithoutValue(true), Configuration{0});
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
