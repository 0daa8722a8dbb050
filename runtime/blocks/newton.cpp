// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/newton.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "runtime/linear/least_norm.h"

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kMaxIterations = 100;
constexpr double kConverged = 1e-12;  // ||dx|| / ||x||, by components
constexpr double kStagnated = 1e-8;   // the same, where rounding keeps it from getting smaller
constexpr double kNear = 1e-5;        // the same, where it may be rounding errors already
constexpr int kPatience = 8;          // iterations before that is asked
constexpr double kRoundings = 16;     // as large may a correction of rounding errors be
constexpr double kMinDamping = 1e-7;
constexpr double kSatisfied = 1e-9;    // of the terms of an equation
constexpr double kFloor = 1e-3;        // part of the size of an unknown against which smaller ones are measured
constexpr double kGivenFloor = 1e-12;  // the same, of the point given
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The largest component of dx relative to the point.
double RelativeSize(const VectorXd& dx, const VectorXd& x, const VectorXd& floors) {
  double largest = 0;
  for (Index j = 0; j < x.size(); ++j) {
    largest = std::max(largest, std::fabs(dx[j]) / std::max(std::fabs(x[j]), floors[j]));
  }
  return largest;
}

/// By the factorised Jacobian.
std::optional<VectorXd> Correction(const RealEquations& equations) {
  if (equations.block().is_least_change) {
    const VectorXd dx = equations.matrix().Dense().completeOrthogonalDecomposition().solve(-equations.residual());
    return dx.allFinite() ? std::optional(dx) : std::nullopt;
  }
  const VectorXd dx = equations.factorization().is_regular()
                          ? VectorXd(-equations.factorization().Solve(equations.residual()))
                          : SolveLeastNorm(equations.matrix().Dense(), -equations.residual()).x;
  if (!dx.allFinite()) return std::nullopt;
  return dx;
}

/// The correction is no more than what rounding errors of all equations do to the solution: an unknown that is small
/// beside others cannot be found to all of its digits (the magnetising currents of a synchronous machine whose load is
/// dumped).
bool IsRounding(const RealEquations& equations, const double* slots, const VectorXd& dx) {
  if (equations.block().is_least_change || !equations.factorization().is_regular()) return false;
  return (dx.cwiseAbs().array() <= kRoundings * equations.CarriedRoundingErrors(slots).array()).all();
}

/// Goes along dx as far as the method still converges. @param damping of the step before, then of this one
/// @returns kSolved if it has gone a step
RealStatus Step(RealEquations& equations, double* slots, const VectorXd& dx, const VectorXd& floors, double& damping) {
  const VectorXd from = equations.x();
  const double now = RelativeSize(dx, from, floors);
  damping = std::min(1.0, 2 * damping);
  for (;;) {
    const bool is_finite = equations.Evaluate(slots, from + damping * dx);
    if (equations.context().tape.failure() && damping > kMinDamping) equations.context().tape.ClearFailure();
    if (is_finite) {
      const std::optional<VectorXd> simplified = Correction(equations);
      const double next = simplified ? RelativeSize(*simplified, from, floors) : kInfinity;
      if (next <= (1 - damping / 4) * now || (damping == 1 && next <= kStagnated)) return RealStatus::kSolved;
      const double change =
          simplified ? std::max(RelativeSize(*simplified - (1 - damping) * dx, from, floors), 1e-300) : kInfinity;
      damping = std::clamp(0.5 * now * damping * damping / change, damping / 10, damping / 2);
    } else {
      damping /= 2;
    }
    if (damping >= kMinDamping) continue;
    equations.Evaluate(slots, from);
    if (equations.IsNoise(slots) || (now <= kNear && IsRounding(equations, slots, dx))) return RealStatus::kSolved;
    return equations.Failed(is_finite ? RealStatus::kNotConverged : RealStatus::kNotFinite);
  }
}

}  // namespace

RealStatus Newton(RealEquations& equations, double* slots, const VectorXd& from) {
  if (!equations.Evaluate(slots, from)) return equations.Failed(RealStatus::kNotFinite);
  double damping = 1, last = kInfinity;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    ++equations.context().statistics.newton_iterations;
    if (!equations.Differentiate(slots)) return equations.Failed(RealStatus::kNotFinite);
    equations.Factorize();
    const std::optional<VectorXd> dx = Correction(equations);
    if (!dx) return RealStatus::kNotConverged;
    const VectorXd floors = (kFloor * equations.Sizes(slots))
                                .cwiseMax(kGivenFloor * from.cwiseAbs())
                                .cwiseMax(std::numeric_limits<double>::min());
    const double size = RelativeSize(*dx, equations.x(), floors);
    if (size <= kConverged || (size <= kStagnated && size >= 0.5 * last) ||
        (iteration >= kPatience && size <= kNear && IsRounding(equations, slots, *dx))) {
      if (equations.block().is_least_change)
        return equations.IsSatisfied(slots, kSatisfied) ? RealStatus::kSolved : RealStatus::kNotConverged;
      if (!equations.factorization().is_regular()) {
        if (!equations.IsSatisfied(slots, kSatisfied)) return RealStatus::kNotConverged;
        // Nearly singular is not singular.
        return equations.FreeUnknowns().empty() ? RealStatus::kSolved : RealStatus::kUndetermined;
      }
      const VectorXd before = equations.x();
      if (!equations.Evaluate(slots, before + *dx)) equations.Evaluate(slots, before);
      return RealStatus::kSolved;
    }
    last = size;
    const RealStatus status = Step(equations, slots, *dx, floors, damping);
    if (status != RealStatus::kSolved) return status;
  }
  return equations.IsNoise(slots) ? RealStatus::kSolved : RealStatus::kNotConverged;
}

}  // namespace stiction::runtime
