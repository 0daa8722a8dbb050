// SPDX-License-Identifier: BSD-3-Clause
// The share of a load among elements that the equations leave open, within what each can carry.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "runtime/linear/least_norm.h"

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// Unknowns put on their bounds one after the other for good, the most overloaded first, end where none is left to move.
TEST(LeastNorm, ABoundThatHeldLetsGo) {
  MatrixXd matrix(3, 6);
  matrix << -1, -1, -2, -2, 1, -2, -1, 1, 0, -1, -1, 2, 0, -1, 1, 0, -2, -1;
  VectorXd half(6), within(6);
  half << 4, 2, 3, 4, 1, 2;
  within << -4, 2, 3, -4, 0, 2;
  const LeastNormSolution solution = SolveLeastNorm(matrix, matrix * within, {-half, half});
  ASSERT_TRUE(solution.consistent);
  EXPECT_LE((matrix * (solution.x - within)).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LE((solution.x.cwiseAbs() - half).maxCoeff(), 1e-12);
}

struct Loaded {
  MatrixXd matrix;
  VectorXd half, within;
};

/// Random loads up to what all elements together carry, many of these at what they can: few shares are within bounds.
Loaded AtRandom(std::mt19937& random, int round) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const Index rows = 1 + round % 4, columns = rows + 1 + round % 5;
  Loaded loaded;
  do {
    loaded.matrix = MatrixXd::NullaryExpr(rows, columns, [&] { return std::round(2 * uniform(random)); });
  } while (Eigen::FullPivLU<MatrixXd>(loaded.matrix).rank() < rows);
  loaded.half = VectorXd::NullaryExpr(columns, [&] { return 2 + uniform(random); });
  loaded.within = VectorXd::NullaryExpr(columns, [&] {
                    return std::round(1.5 * uniform(random));
                  }).cwiseProduct(loaded.half * (round % 2 == 0 ? 1 : 0.99));
  return loaded;
}

TEST(LeastNorm, FindsAShareWithinTheBounds) {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto [matrix, half, within] = AtRandom(random, round);
    const LeastNormSolution solution = SolveLeastNorm(matrix, matrix * within, {-half, half});
    ASSERT_TRUE(solution.consistent) << round;
    EXPECT_LE((matrix * (solution.x - within)).cwiseAbs().maxCoeff(), 1e-9) << round;
    EXPECT_LE((solution.x.cwiseAbs() - half).maxCoeff(), 1e-9) << round;
  }
}

// Clutches between bodies, of which each passes on what it takes: of the shares within the bounds the one of least
// sum of x^2 / F.
TEST(LeastNorm, OfTheSharesWithinTheBoundsTheLeast) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int shared = 0;
  for (int round = 0; round < 300; ++round) {
    const Index bodies = 1 + round % 4, clutches = bodies + 1 + round % 5;
    MatrixXd matrix = MatrixXd::Zero(bodies, clutches);
    for (Index j = 0; j < clutches; ++j) {  // to body `bodies`: to the ground
      const Index from = j % bodies, to = static_cast<Index>(random() % static_cast<unsigned>(bodies + 1));
      matrix(from, j) = 1;
      if (to < bodies && to != from) matrix(to, j) = -1;
    }
    if (Eigen::FullPivLU<MatrixXd>(matrix).rank() < bodies) continue;
    ++shared;
    const VectorXd half = VectorXd::NullaryExpr(clutches, [&] { return 2 + uniform(random); });
    const VectorXd within = VectorXd::NullaryExpr(clutches, [&] { return uniform(random); }).cwiseProduct(half);
    const LeastNormSolution solution = SolveLeastNorm(matrix, matrix * within, {-half, half});
    const auto sum = [&](const VectorXd& x) { return (x.array().square() / half.array()).sum(); };
    EXPECT_LE(sum(solution.x), sum(within) + 1e-9) << round;
    EXPECT_LE((solution.x.cwiseAbs() - half).maxCoeff(), 1e-9) << round;
  }
  EXPECT_GT(shared, 100);
}

TEST(LeastNorm, SideBySideTheyCarryInProportionToTheirCapacity) {
  VectorXd half(4);
  half << 1, 3, 0.2, 1e-6;
  const MatrixXd matrix = MatrixXd::Ones(1, 4);
  const double capacity = half.sum();
  for (const double part : {0.1, -0.7, 0.999}) {
    const LeastNormSolution solution = SolveLeastNorm(matrix, VectorXd::Constant(1, part * capacity), {-half, half});
    EXPECT_LE((solution.x - part * half).cwiseQuotient(half).cwiseAbs().maxCoeff(), 1e-9) << solution.x.transpose();
  }
}

// Other units of unknowns and equations, and other equations that say the same: the same share.
TEST(LeastNorm, TheShareDependsOnNoUnitAndNoChoiceOfEquations) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto unit = [&] { return std::pow(10, 9 * uniform(random)); };
  for (int round = 0; round < 200; ++round) {
    const auto [matrix, half, within] = AtRandom(random, round);
    const VectorXd load = matrix * within;
    const LeastNormSolution solution = SolveLeastNorm(matrix, load, {-half, half});
    const VectorXd units = VectorXd::NullaryExpr(half.size(), unit), rows = VectorXd::NullaryExpr(load.size(), unit);
    const MatrixXd mixed =
        MatrixXd::NullaryExpr(load.size(), load.size(), [&] { return std::round(3 * uniform(random)); }) +
        20 * MatrixXd::Identity(load.size(), load.size());
    const MatrixXd other = rows.asDiagonal() * mixed.lazyProduct(matrix) * units.cwiseInverse().asDiagonal();
    const VectorXd half_there = units.cwiseProduct(half);
    const LeastNormSolution there = SolveLeastNorm(other, rows.asDiagonal() * mixed * load, {-half_there, half_there});
    EXPECT_LE((there.x.cwiseQuotient(units) - solution.x).cwiseAbs().maxCoeff(), 1e-6) << round;
  }
}

// A load that grows beyond what the bounds allow passes them without a jump: what looks like one is none from near by.
TEST(LeastNorm, TheSharePassesTheBoundsSteadily) {
  std::mt19937 random(5);
  for (int round = 0; round < 100; ++round) {
    const Loaded loaded = AtRandom(random, round);
    const VectorXd load = loaded.matrix * loaded.within;
    const auto share = [&](double part) {
      return SolveLeastNorm(loaded.matrix, part * load, {-loaded.half, loaded.half, {}, true}).x;
    };
    double from = 0, to = 0, largest = 0;
    for (int k = 0; k < 40; ++k) {
      const double jump = (share(0.1 * (k + 1)) - share(0.1 * k)).cwiseAbs().maxCoeff();
      if (jump <= largest) continue;
      largest = jump;
      from = 0.1 * k;
      to = 0.1 * (k + 1);
    }
    for (int halving = 0; halving < 25; ++halving) {
      const double middle = 0.5 * (from + to);
      const auto jump = [&](double a, double b) { return (share(b) - share(a)).cwiseAbs().maxCoeff(); };
      (jump(from, middle) > jump(middle, to) ? to : from) = middle;
    }
    EXPECT_LE((share(to) - share(from)).cwiseAbs().maxCoeff(), 1e-5) << round << " at " << from;
  }
}

}  // namespace
}  // namespace stiction::runtime
