// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/linear/block_factorization.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A band matrix of the given width (n: full), with values to change.
struct Changing {
  std::mt19937_64 random{20260727};
  std::vector<BlockCode::Entry> entries;
  BlockMatrix matrix;

  Changing(Index n, Index width) {
    for (Index i = 0; i < n; ++i) {
      for (Index j = std::max<Index>(0, i - width); j <= std::min(n - 1, i + width); ++j) {
        entries.push_back({static_cast<int32_t>(i), static_cast<int32_t>(j), kNoSlot});
      }
    }
    matrix = BlockMatrix(n, entries);
    for (size_t k = 0; k < entries.size(); ++k) Set(k);
  }

  void Set(size_t k) {
    const double value = static_cast<double>(random() % 2001) / 1000 - 1;
    const double old = matrix.Dense()(entries[k].row, entries[k].column);
    matrix.Add(k, value + (entries[k].row == entries[k].column ? 4 : 0) - old);
  }
};

void Factorize(BlockFactorization& factorization, const BlockMatrix& matrix) {
  const std::vector<bool> all(static_cast<size_t>(matrix.size()), true);
  factorization.Factorize(matrix, [&]() -> const std::vector<bool>& { return all; });
}

// Rows, columns and single entries change; each solution and the sign of each determinant is that of the dense matrix.
TEST(BlockFactorization, FollowsAChangingMatrix) {
  for (const auto& [n, width] : {std::pair<Index, Index>{5, 5}, {30, 30}, {60, 2}}) {
    Changing changing(n, width);
    EXPECT_EQ(changing.matrix.is_sparse(), n == 60);
    BlockFactorization factorization;
    for (int step = 0; step < 60; ++step) {
      const auto at = static_cast<int32_t>(changing.random() % static_cast<uint64_t>(n));
      for (size_t k = 0; k < changing.entries.size(); ++k) {
        const bool hit = step % 2 == 0 ? changing.entries[k].row == at : changing.entries[k].column == at;
        if (hit) changing.Set(k);
      }
      Factorize(factorization, changing.matrix);
      ASSERT_TRUE(factorization.is_regular());
      const VectorXd expected = VectorXd::LinSpaced(n, -1, 2);
      const VectorXd x = factorization.Solve(changing.matrix.Times(expected));
      EXPECT_LT((x - expected).cwiseAbs().maxCoeff(), 1e-9) << n << " step " << step;
      EXPECT_EQ(factorization.DeterminantSign() > 0, changing.matrix.Dense().determinant() > 0);
    }
  }
}

/// Bands of numbers near 1 in units of their own, and elsewhere what rounding errors leave of zeros.
BlockMatrix WithRoundingErrors(Index n, std::mt19937_64& random) {
  std::vector<BlockCode::Entry> entries;
  for (int32_t i = 0; i < n; ++i) {
    for (int32_t j = 0; j < n; ++j) {
      if (std::abs(i - j) <= 1 || random() % 3 == 0) entries.push_back({i, j, kNoSlot});
    }
  }
  BlockMatrix matrix(n, entries);
  const auto number = [&] { return static_cast<double>(random() % 2001) / 1000 - 1; };
  for (size_t k = 0; k < entries.size(); ++k) {
    const auto [i, j, slot] = entries[k];
    const double units = std::ldexp(1.0, static_cast<int>(3 * i - 2 * j));
    const double size = i == j                 ? 2 + number() / 4
                        : std::abs(i - j) <= 1 ? 0.5 + number() / 8
                                               : std::ldexp(number(), -56);
    matrix.Add(k, units * size);
  }
  return matrix;
}

TEST(BlockFactorization, RoundingErrorsOfZerosDoNotMakeItSingular) {
  std::mt19937_64 random{20260729};
  for (const Index n : {Index{6}, Index{8}, Index{10}}) {
    for (int round = 0; round < 20; ++round) {
      const BlockMatrix matrix = WithRoundingErrors(n, random);
      BlockFactorization factorization;
      Factorize(factorization, matrix);
      ASSERT_TRUE(factorization.is_regular()) << n;
      const VectorXd scales = factorization.ColumnScales();
      for (Index j = 1; j < n; ++j) EXPECT_LT(std::fabs(std::log2(scales[j] / scales[j - 1]) - 2), 4) << n;
    }
  }
}

TEST(BlockFactorization, SeesThatAMatrixBecomesSingular) {
  for (const Index n : {Index{4}, Index{40}}) {
    Changing changing(n, 1);
    BlockFactorization factorization;
    Factorize(factorization, changing.matrix);
    EXPECT_TRUE(factorization.is_regular());
    const MatrixXd dense = changing.matrix.Dense();
    for (size_t k = 0; k < changing.entries.size(); ++k) {
      if (changing.entries[k].row == 2) changing.matrix.Add(k, -dense(2, changing.entries[k].column));
    }
    Factorize(factorization, changing.matrix);
    EXPECT_FALSE(factorization.is_regular());
  }
}

TEST(Equilibrator, ScalesAsOneThatHasNotSeenOtherMatrices) {
  std::mt19937_64 random{20260801};
  MatrixXd matrix = MatrixXd::Random(5, 5);
  Equilibrator kept;
  for (int round = 0; round < 200; ++round) {
    const double factor = round % 3 == 0 ? 1024 : round % 3 == 1 ? 0.999 : 0;
    double& entry = matrix(static_cast<Index>(random() % 5), static_cast<Index>(random() % 5));
    entry = entry == 0 ? 1 : entry * factor;
    const Equilibration fresh = Equilibrate(matrix);
    EXPECT_EQ(kept.Of(matrix).rows, fresh.rows);
    EXPECT_EQ(kept.scale().columns, fresh.columns);
  }
}

}  // namespace
}  // namespace stiction::runtime
