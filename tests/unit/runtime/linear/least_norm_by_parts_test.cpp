// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/linear/least_norm_by_parts.h"

#include <gtest/gtest.h>

#include <random>

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// Bodies and friction elements between them: [J, D'S; D, -C], S and C by mode. A row of D for each element.
struct Coupled {
  MatrixXd d;
  VectorXd inertia, capacity;
  std::vector<BlockCode::Entry> entries;
  std::vector<bool> varies;
  BlockMatrix matrix;

  Coupled(MatrixXd coupling, std::mt19937_64& random) : d(std::move(coupling)) {
    const Index m = d.cols();
    const Index n = d.rows();
    const auto some = [&] { return 1 + static_cast<double>(random() % 1000) / 250; };
    inertia = VectorXd::NullaryExpr(m, some);
    capacity = VectorXd::NullaryExpr(n, some);
    for (Index k = 0; k < m; ++k) entries.push_back(At(k, k));
    for (Index i = 0; i < n; ++i) {
      entries.push_back(At(m + i, m + i));
      for (Index k = 0; k < m; ++k) {
        if (d(i, k) == 0) continue;
        entries.push_back(At(k, m + i));
        entries.push_back(At(m + i, k));
      }
    }
    varies.assign(static_cast<size_t>(m + n), false);
    std::fill(varies.begin() + m, varies.end(), true);
    matrix = BlockMatrix(m + n, entries);
  }

  static BlockCode::Entry At(Index row, Index column) {
    return {static_cast<int32_t>(row), static_cast<int32_t>(column), kNoSlot};
  }

  void Set(const std::vector<bool>& slips) {
    const Index m = d.cols();
    matrix.SetZero();
    for (size_t k = 0; k < entries.size(); ++k) {
      const Index row = entries[k].row;
      const Index column = entries[k].column;
      if (row < m && column < m) {
        matrix.Add(k, inertia[row]);
      } else if (row == column) {
        matrix.Add(k, slips[static_cast<size_t>(row - m)] ? -1 : 0);
      } else if (row < m) {
        matrix.Add(k, slips[static_cast<size_t>(column - m)] ? 0 : d(column - m, row) * capacity[column - m]);
      } else {
        matrix.Add(k, d(row - m, column));
      }
    }
  }
};

MatrixXd Chain(Index n) {
  MatrixXd d = MatrixXd::Identity(n, n);
  for (Index i = 0; i + 1 < n; ++i) d(i, i + 1) = -1;
  return d;
}

// Two brakes on each body of a chain: the least-norm solution by parts is that of the whole.
TEST(LeastNormByParts, IsThatOfTheWhole) {
  std::mt19937_64 random(20260727);
  const Index m = 8;
  MatrixXd d(3 * m, m);
  d << Chain(m), MatrixXd::Identity(m, m), MatrixXd::Identity(m, m);
  Coupled brakes(d, random);
  const Index n = brakes.matrix.size();
  int singular = 0, compared = 0;
  for (int step = 0; step < 50; ++step) {
    std::vector<bool> slips(static_cast<size_t>(3 * m));
    for (size_t i = 0; i < slips.size(); ++i) slips[i] = random() % 2 == 0;
    brakes.Set(slips);
    const VectorXd rhs = brakes.matrix.Times(VectorXd::LinSpaced(n, -0.7, 0.9));
    Box box{VectorXd::Constant(n, -HUGE_VAL), VectorXd::Constant(n, HUGE_VAL)};
    for (Index i = 0; i < 3 * m; ++i) {
      if (slips[static_cast<size_t>(i)]) continue;
      box.lower[m + i] = -1;
      box.upper[m + i] = 1;
    }
    for (const Box& bounds : {Box{}, box}) {
      const LeastNormSolution whole = SolveLeastNorm(brakes.matrix.Dense(), rhs, bounds);
      if (whole.rank == n) continue;
      ++singular;
      LeastNormByParts parts;
      ASSERT_TRUE(parts.FindsSingular(brakes.matrix, brakes.varies));
      const std::optional<LeastNormSolution> by_parts = parts.Solve(rhs, bounds);
      ASSERT_TRUE(by_parts) << step;
      EXPECT_LT((brakes.matrix.Times(by_parts->x) - rhs).cwiseAbs().maxCoeff(), 1e-12) << step;
      EXPECT_EQ(by_parts->rank, whole.rank);
      // A part that cannot be kept within bounds does not spoil the others.
      if (bounds.lower.size() > 0 && (whole.x.array() <= bounds.upper.array() + 1e-12).all() &&
          (whole.x.array() >= bounds.lower.array() - 1e-12).all()) {
        ++compared;
        EXPECT_LT((by_parts->x - whole.x).cwiseAbs().maxCoeff(), 1e-10) << step;
      }
    }
  }
  EXPECT_GT(singular, 80);
  EXPECT_GT(compared, 20);
}

// Constant columns that depend on each other are left to the whole matrix.
TEST(LeastNormByParts, RefusesDependentConstantColumns) {
  std::mt19937_64 random(20260727);
  Coupled chain(Chain(12), random);
  chain.Set(std::vector<bool>(12, false));
  // Bodies 1 and 2 without inertia, the second clutch without body 2: what is left of their columns differs by sign.
  std::vector<bool> varies(24, true);
  varies[0] = varies[1] = false;
  for (size_t k = 0; k < chain.entries.size(); ++k) {
    const BlockCode::Entry& entry = chain.entries[k];
    if (entry.row == entry.column && entry.row < 2) chain.matrix.Add(k, -chain.inertia[entry.row]);
    if (entry.row == 13 && entry.column == 1) chain.matrix.Add(k, -1);
  }
  EXPECT_FALSE(LeastNormByParts().FindsSingular(chain.matrix, varies));
}

}  // namespace
}  // namespace stiction::runtime
