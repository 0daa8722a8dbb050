// SPDX-License-Identifier: BSD-3-Clause
#include "tests/mixed/problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace stiction::test {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// In [low, high).
double Uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
}

Index Below(std::mt19937_64& random, Index n) { return static_cast<Index>(random() % static_cast<uint64_t>(n)); }

/// A speed ratio: small whole numbers, so that dependent rows are exactly dependent.
double Ratio(std::mt19937_64& random) {
  const double ratio = static_cast<double>(1 + Below(random, 3));
  return Below(random, 2) == 0 ? ratio : -ratio;
}

MatrixXd Topology(Family family, Index n, std::mt19937_64& random) {
  switch (family) {
    case Family::kDefinite:
    case Family::kSemidefinite: {
      const Index m = family == Family::kDefinite ? n : std::max<Index>(1, n / 2);
      MatrixXd d = MatrixXd::Zero(n, m);
      for (Index i = 0; i < n; ++i) {
        // Full rank: below the diagonal anything, on it something.
        if (family == Family::kDefinite) {
          d(i, i) = Ratio(random);
          for (Index k = 0; k < i; ++k) {
            if (i < 8 || Below(random, i) < 4) d(i, k) = Ratio(random) * static_cast<double>(Below(random, 2));
          }
        } else {
          d(i, Below(random, m)) = Ratio(random);
          if (Below(random, 3) > 0) d(i, Below(random, m)) = Ratio(random);
        }
      }
      return d;
    }
    case Family::kChain: {
      MatrixXd d = MatrixXd::Zero(n, n);
      for (Index i = 0; i < n; ++i) {
        d(i, i) = 1;
        if (i + 1 < n) d(i, i + 1) = -1;
      }
      return d;
    }
    case Family::kTree: {
      MatrixXd d = MatrixXd::Zero(n, n);
      for (Index i = 0; i < n; ++i) {
        d(i, i) = 1;
        if (i > 0 && Below(random, 8) > 0) d(i, Below(random, i)) = -1;
      }
      return d;
    }
    case Family::kGears: {
      const Index m = std::max<Index>(1, (2 * n) / 3);
      MatrixXd d = MatrixXd::Zero(n, m);
      for (Index i = 0; i < n; ++i) {
        if (i < m) {
          d(i, i) = 1;
          if (i > 0) d(i, i - 1) = -Ratio(random);
        } else {
          d(i, Below(random, m)) = 1;
        }
      }
      return d;
    }
  }
  throw std::logic_error("unknown family");
}

}  // namespace

const char* Name(Family family) {
  switch (family) {
    case Family::kDefinite:
      return "definite";
    case Family::kSemidefinite:
      return "semidefinite";
    case Family::kChain:
      return "chain";
    case Family::kTree:
      return "tree";
    case Family::kGears:
      return "gears";
  }
  return "";
}

MixedProblem RandomProblem(Family family, Index n, std::mt19937_64& random) {
  MixedProblem problem;
  problem.d = Topology(family, n, random);
  const Index m = problem.d.cols();
  const auto fill = [&](Index size, double low, double high) {
    VectorXd values(size);
    for (Index i = 0; i < size; ++i) values[i] = Uniform(random, low, high);
    return values;
  };
  problem.inertia = fill(m, 1, 5);
  problem.torque = fill(m, -9, 9);
  problem.capacity = fill(n, 1, 5);
  problem.peak = VectorXd::Ones(n);
  problem.threshold = VectorXd::Ones(n);
  problem.scale = VectorXd::Ones(n);
  // The parameter of the curve: normalised, a force, or in some unit.
  const Index form = Below(random, 3);
  if (form == 1) problem.threshold = problem.capacity;
  if (form == 2) {
    for (Index i = 0; i < n; ++i) {
      problem.threshold[i] = std::exp(Uniform(random, -3, 3));
      problem.scale[i] = std::exp(Uniform(random, -3, 3));
    }
  }
  problem.held.resize(n);
  const bool is_stuck = Below(random, 2) == 0;
  for (Index i = 0; i < n; ++i) problem.held[i] = is_stuck ? 0 : static_cast<int>(Below(random, 3)) - 1;
  return problem;
}

void AddPeaks(MixedProblem& problem, std::mt19937_64& random) {
  for (Index i = 0; i < problem.elements(); ++i) {
    if (Below(random, 4) > 0) problem.peak[i] = Uniform(random, 1, 2);
  }
}

void ChangeLoad(MixedProblem& problem, std::mt19937_64& random) {
  problem.torque[Below(random, problem.bodies())] = Uniform(random, -9, 9);
}

double Violation(const MixedProblem& problem, const VectorXd& acceleration, const VectorXd& force) {
  const VectorXd balance = problem.inertia.cwiseProduct(acceleration) - problem.torque + problem.d.transpose() * force;
  const VectorXd gamma = problem.d * acceleration;
  const double size = problem.torque.cwiseAbs().maxCoeff() + problem.capacity.maxCoeff();
  const double rate = 1 + acceleration.cwiseAbs().maxCoeff();
  double worst = balance.cwiseAbs().maxCoeff() / size;
  for (Index i = 0; i < problem.elements(); ++i) {
    const double sliding = problem.capacity[i];
    const double most = problem.peak[i] * sliding;
    worst = std::max(worst, (std::fabs(force[i]) - most) / most);
    // Either it sticks or it rubs against the motion.
    const double slips = std::fabs(gamma[i]) / rate;
    const double misses = std::fabs(force[i] - std::copysign(sliding, gamma[i])) / sliding;
    worst = std::max(worst, std::min(slips, misses));
  }
  return std::isfinite(worst) ? worst : 1e300;
}

VectorXd BruteForce(const MixedProblem& problem) {
  const Index n = problem.elements();
  const MatrixXd by_inertia = problem.inertia.cwiseInverse().asDiagonal() * problem.d.transpose();
  const MatrixXd delassus = problem.d * by_inertia;
  const VectorXd free = problem.d * problem.torque.cwiseQuotient(problem.inertia);
  std::vector<int> mode(static_cast<size_t>(n), -1);
  double best = 1e300;
  VectorXd acceleration;
  for (;;) {
    VectorXd force = VectorXd::Zero(n);
    std::vector<Index> stuck;
    for (Index i = 0; i < n; ++i) {
      if (mode[static_cast<size_t>(i)] == 0) {
        stuck.push_back(i);
      } else {
        force[i] = mode[static_cast<size_t>(i)] * problem.capacity[i];
      }
    }
    const VectorXd load = free - delassus * force;
    MatrixXd matrix(stuck.size(), stuck.size());
    VectorXd rhs(stuck.size());
    for (size_t i = 0; i < stuck.size(); ++i) {
      rhs[static_cast<Index>(i)] = load[stuck[i]];
      for (size_t j = 0; j < stuck.size(); ++j) {
        matrix(static_cast<Index>(i), static_cast<Index>(j)) = delassus(stuck[i], stuck[j]);
      }
    }
    if (!stuck.empty()) {
      const VectorXd part = matrix.completeOrthogonalDecomposition().solve(rhs);
      for (size_t i = 0; i < stuck.size(); ++i) force[stuck[i]] = part[static_cast<Index>(i)];
    }
    const VectorXd a = (problem.torque - problem.d.transpose() * force).cwiseQuotient(problem.inertia);
    const double violation = Violation(problem, a, force);
    if (violation < best) {
      best = violation;
      acceleration = a;
    }
    if (best < 1e-12) return acceleration;
    Index i = 0;
    while (i < n && ++mode[static_cast<size_t>(i)] > 1) mode[static_cast<size_t>(i++)] = -1;
    if (i == n) return acceleration;
  }
}

std::string ModelicaText(const MixedProblem& problem, const std::string& name, bool grows) {
  const Index n = problem.elements();
  const Index m = problem.bodies();
  std::string declarations, equations;
  for (Index k = 0; k < m; ++k) {
    declarations += fmt::format("  Real w{0}(start = 0, fixed = true), a{0};\n", k + 1);
    std::string sum = fmt::format("{}{}", problem.torque[k], grows ? "*time" : "");
    for (Index i = 0; i < n; ++i) {
      if (problem.d(i, k) != 0) sum += fmt::format(" - ({})*f{}", problem.d(i, k), i + 1);
    }
    equations += fmt::format("  der(w{0}) = a{0};\n  {1}*a{0} = {2};\n", k + 1, problem.inertia[k], sum);
  }
  for (Index i = 0; i < n; ++i) {
    declarations += fmt::format(
        "  Real v{0}, sa{0}, f{0};\n  Boolean forward{0}, backward{0};\n  Integer mode{0}(start = {4}, fixed = true);\n"
        "  constant Real slide{0} = {1}, hold{0} = {5}, limit{0} = {2}, unit{0} = {3};\n",
        i + 1, problem.capacity[i], problem.threshold[i], problem.scale[i], problem.held[i],
        problem.peak[i] * problem.capacity[i]);
    std::string speed, acceleration;
    for (Index k = 0; k < m; ++k) {
      if (problem.d(i, k) == 0) continue;
      speed += fmt::format(" + ({})*w{}", problem.d(i, k), k + 1);
      acceleration += fmt::format(" + ({})*a{}", problem.d(i, k), k + 1);
    }
    equations += fmt::format(
        "  v{0} ={1};\n"
        "  forward{0} = pre(mode{0}) == 0 and sa{0} > limit{0};\n"
        "  backward{0} = pre(mode{0}) == 0 and sa{0} < -limit{0};\n"
        "  {2} = if pre(mode{0}) == 1 or forward{0} then unit{0}*(sa{0} - limit{0})\n"
        "    elseif pre(mode{0}) == -1 or backward{0} then unit{0}*(sa{0} + limit{0}) else 0;\n"
        "  f{0} = if pre(mode{0}) == 1 or forward{0} then slide{0}\n"
        "    elseif pre(mode{0}) == -1 or backward{0} then -slide{0} else hold{0}*sa{0}/limit{0};\n"
        "  mode{0} = if (pre(mode{0}) == 1 or forward{0}) and v{0} > 0 then 1\n"
        "    elseif (pre(mode{0}) == -1 or backward{0}) and v{0} < 0 then -1 else 0;\n",
        i + 1, speed, acceleration);
  }
  return fmt::format("model {0}\n{1}equation\n{2}end {0};\n", name, declarations, equations);
}

}  // namespace stiction::test
