// SPDX-License-Identifier: BSD-3-Clause
#include "tests/mixed/release.h"

#include <bit>
#include <cmath>
#include <vector>

namespace stiction::test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using Eigen::VectorXi;

namespace {

constexpr double kMargin = 1e-9;

// Whether matrix * x = rhs has a solution with |x_i| < bound_i. Where the rows depend on each other, one has it at a
// corner: as many x_i as are free stand on a bound.
bool HasSolutionWithin(const MatrixXd& matrix, const VectorXd& rhs, const VectorXd& bound) {
  const Index n = matrix.cols();
  const Eigen::ColPivHouseholderQR<MatrixXd> all(matrix);
  const auto solves = [&](const VectorXd& x) {
    return (matrix * x - rhs).cwiseAbs().maxCoeff() <= kMargin * (1 + rhs.cwiseAbs().maxCoeff());
  };
  const auto is_within = [&](const VectorXd& x) {
    return (x.cwiseAbs().array() <= (1 - kMargin) * bound.array()).all();
  };
  const Index free = n - all.rank();
  if (free == 0) {
    const VectorXd x = all.solve(rhs);
    return solves(x) && is_within(x);
  }
  const VectorXd inner = (1 - kMargin) * bound;
  for (uint32_t on_bound = 0; on_bound < 1U << n; ++on_bound) {
    if (std::popcount(on_bound) != free) continue;
    for (uint32_t below = on_bound;; below = (below - 1) & on_bound) {
      VectorXd x = VectorXd::Zero(n);
      std::vector<Index> others;
      for (Index i = 0; i < n; ++i) {
        if ((on_bound >> i & 1U) == 0) {
          others.push_back(i);
        } else {
          x[i] = (below >> i & 1U) != 0 ? -inner[i] : inner[i];
        }
      }
      if (!others.empty()) {
        const VectorXd part = matrix(Eigen::all, others).colPivHouseholderQr().solve(rhs - matrix * x);
        for (size_t k = 0; k < others.size(); ++k) x[others[k]] = part[static_cast<Index>(k)];
      }
      if (solves(x) && (x.cwiseAbs().array() <= inner.array() * (1 + 1e-14)).all()) return true;
      if (below == 0) break;
    }
  }
  return false;
}

// Whether elements that stick can hold while the others rub in the given directions, and those move ahead in them
// (direction 1) or get slower (-1).
bool MovesWith(const MixedProblem& problem, const VectorXi& configuration, int direction) {
  const MatrixXd delassus = problem.d * problem.inertia.cwiseInverse().asDiagonal() * problem.d.transpose();
  const VectorXd sliding = configuration.cast<double>().cwiseProduct(problem.capacity);
  VectorXd gamma = problem.d * problem.torque.cwiseQuotient(problem.inertia) - delassus * sliding;
  std::vector<Index> stuck;
  for (Index i = 0; i < problem.elements(); ++i) {
    if (configuration[i] == 0) stuck.push_back(i);
  }
  if (!stuck.empty()) {
    const MatrixXd matrix = delassus(stuck, stuck);
    const VectorXd bound = problem.peak(stuck).cwiseProduct(problem.capacity(stuck));
    if (!HasSolutionWithin(matrix, gamma(stuck), bound)) return false;
    // Any forces that hold give the same motion.
    gamma -= delassus(Eigen::all, stuck) * matrix.completeOrthogonalDecomposition().solve(VectorXd(gamma(stuck)));
  }
  const double least = kMargin * (1 + gamma.cwiseAbs().maxCoeff());
  for (Index i = 0; i < problem.elements(); ++i) {
    if (configuration[i] != 0 && direction * configuration[i] * gamma[i] <= least) return false;
  }
  return true;
}

}  // namespace

Index ReleasesOf(const MixedProblem& problem, const VectorXd& acceleration) {
  const double rate = 1 + acceleration.cwiseAbs().maxCoeff();
  return ((problem.d * acceleration).cwiseAbs().array() > kMargin * rate).count();
}

bool IsConsistent(const MixedProblem& problem, const VectorXi& configuration) {
  return MovesWith(problem, configuration, 1);
}

bool CanHaveStopped(const MixedProblem& problem) { return MovesWith(problem, problem.held, -1); }

std::optional<VectorXi> WithFewerReleases(const MixedProblem& problem, Index releases, Index mover) {
  const Index n = problem.elements();
  for (Index count = 0; count < releases; ++count) {
    for (uint32_t moving = 0; moving < 1U << n; ++moving) {
      if (std::popcount(moving) != count || (mover >= 0 && (moving >> mover & 1U) == 0)) continue;
      for (uint32_t backward = moving;; backward = (backward - 1) & moving) {
        VectorXi configuration(n);
        for (Index i = 0; i < n; ++i) {
          configuration[i] = (moving >> i & 1U) == 0 ? 0 : (backward >> i & 1U) != 0 ? -1 : 1;
        }
        if (IsConsistent(problem, configuration)) return configuration;
        if (backward == 0) break;
      }
    }
  }
  return std::nullopt;
}

}  // namespace stiction::test
