// SPDX-License-Identifier: BSD-3-Clause
// A slice of the random mixed problems: each is solved, and each answer meets the conditions of its problem. All of
// them: `make mixed-million`.
#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

#include "tests/mixed/network.h"
#include "tests/mixed/release.h"
#include "tests/mixed/runs.h"

namespace stiction::test {
namespace {

constexpr uint64_t kSeed = 20260727;

void ExpectAllSolved(const MixedTally& tally) {
  std::cout << "seed " << kSeed << ": " << tally.Line() << "\n";
  EXPECT_EQ(tally.unsolved, 0) << tally.failures;
  EXPECT_EQ(tally.wrong, 0) << tally.failures;
  EXPECT_EQ(tally.not_least, 0) << tally.failures;
}

TEST(RandomMixedProblems, OfTwoToEightElements) { ExpectAllSolved(RunSolver(kSeed, 3000)); }
TEST(RandomMixedProblems, OfTwentyElements) { ExpectAllSolved(RunSolver(kSeed, 200, 20)); }
TEST(RandomMixedProblems, OfAHundredElements) { ExpectAllSolved(RunSolver(kSeed, 30, 100)); }
TEST(RandomMixedProblems, AsModelicaText) { ExpectAllSolved(RunText(kSeed, 250)); }
TEST(RandomMixedProblems, UnderGrowingLoads) { ExpectAllSolved(RunGrowingLoads(kSeed, 60)); }

// Three elements without a peak could let go: the first, the fifth and the seventh. But two are enough, one of which
// has a peak: the fourth and the seventh. It does not matter that the law is continuous where the three switch.
TEST(FewestReleases, AreFoundWhereAPeakBelongsToAnotherElement) {
  constexpr Eigen::Index kElements = 8;
  MixedProblem problem;
  problem.d.resize(kElements, kElements);
  problem.d << 2, 0, 0, 0, 0, 0, 0, 0,  //
      0, -2, 0, 0, 0, 0, 0, 0,          //
      0, 0, -3, 0, 0, 0, 0, 0,          //
      -3, -2, 0, -3, 0, 0, 0, 0,        //
      -2, 0, -1, -1, -3, 0, 0, 0,       //
      2, 0, 0, -3, 3, -1, 0, 0,         //
      -2, 3, 0, 0, -3, 0, 3, 0,         //
      0, 0, -2, 0, -1, 0, 3, -2;
  problem.inertia.resize(kElements);
  problem.inertia << 4.88367, 3.92756, 1.6699, 4.09089, 1.61181, 1.16101, 1.45883, 1.96452;
  problem.torque.resize(kElements);
  problem.torque << -6.87504, -1.20107, -1.77461, 6.67174, -3.22917, 5.58151, 6.31049, 5.77201;
  problem.capacity.resize(kElements);
  problem.capacity << 1.50969, 2.03214, 4.69974, 2.06032, 4.71282, 2.09048, 1.85902, 4.99712;
  problem.peak.resize(kElements);
  problem.peak << 1, 1, 1, 1.72396, 1, 1.98693, 1, 1.25648;
  problem.threshold = problem.capacity;
  problem.scale = Eigen::VectorXd::Ones(kElements);
  problem.held = Eigen::VectorXi::Zero(kElements);
  MixedNetwork network(problem);
  network.Set(problem);
  const MixedAnswer answer = network.Answer();
  ASSERT_FALSE(answer.error);
  EXPECT_LT(Violation(problem, answer.acceleration, answer.force), kMixedTolerance);
  EXPECT_EQ(ReleasesOf(problem, answer.acceleration), 2);
}

// Redundant elements share their load by least norm also where many of them are coupled: brakes on one body in
// proportion to what they hold.
TEST(RedundantElements, ShareALoadInProportion) {
  constexpr Eigen::Index kBrakes = 30;
  MixedProblem problem;
  problem.inertia = problem.torque = Eigen::VectorXd::Ones(1);
  problem.d = Eigen::MatrixXd::Ones(kBrakes, 1);
  problem.capacity = Eigen::VectorXd::LinSpaced(kBrakes, 1, 4);
  problem.peak = problem.threshold = problem.scale = Eigen::VectorXd::Ones(kBrakes);
  problem.held = Eigen::VectorXi::Zero(kBrakes);
  MixedNetwork network(problem);
  const double all = problem.capacity.sum();
  for (const double torque : {0.5 * all, -0.9 * all, 1.1 * all, 0.2 * all}) {
    problem.torque[0] = torque;
    network.Set(problem);
    const MixedAnswer answer = network.Answer();
    ASSERT_FALSE(answer.error);
    EXPECT_NEAR(answer.acceleration[0], std::fabs(torque) > all ? torque - all : 0, 1e-12 * all);
    const double share = std::min(1.0, std::fabs(torque) / all) * (torque > 0 ? 1 : -1);
    for (Eigen::Index i = 0; i < kBrakes; ++i) EXPECT_NEAR(answer.force[i], share * problem.capacity[i], 1e-11) << i;
  }
}

}  // namespace
}  // namespace stiction::test
