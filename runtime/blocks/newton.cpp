// SPDX-License-Identifier: BSD-3-Clause
// RealPart's damped Newton method.
#include <algorithm>
#include <cmath>

#include "runtime/blocks/real_part.h"

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kMaxIterations = 100;
constexpr double kConverged = 1e-12;  // ||dx|| / ||x||, by components
constexpr double kStagnated = 1e-8;   // the same, where rounding keeps it from getting smaller
constexpr double kMinDamping = 1e-7;
constexpr double kFloor = 1e-3;        // part of the size of an unknown against which smaller ones are measured
constexpr double kGivenFloor = 1e-12;  // the same, of the point given

/// The largest component of dx relative to the point.
double RelativeSize(const VectorXd& dx, const VectorXd& x, const VectorXd& floors) {
  double largest = 0;
  for (Index j = 0; j < x.size(); ++j) {
    largest = std::max(largest, std::fabs(dx[j]) / std::max(std::fabs(x[j]), floors[j]));
  }
  return largest;
}

}  // namespace

std::optional<VectorXd> RealPart::Correction() const {
  VectorXd dx;
  if (n_ == 1 && Slope() != 0) {
    dx = -residual_ / Slope();
  } else if (n_ > 1 && factorization_.is_regular()) {
    dx = -factorization_.Solve(residual_);
  } else {
    dx = n_ == 1 ? VectorXd::Zero(1) : SolveLeastNorm(matrix_.Dense(), -residual_).x;
  }
  if (!dx.allFinite()) return std::nullopt;
  return dx;
}

VectorXd RealPart::Floors(const double* slots, const VectorXd& given) const {
  return (kFloor * SizesHere(slots))
      .cwiseMax(kGivenFloor * given.cwiseAbs())
      .cwiseMax(std::numeric_limits<double>::min());
}

RealStatus RealPart::Newton(double* slots) {
  const VectorXd given = x_;
  if (!EvaluateAt(slots, x_)) return Failed(RealStatus::kNotFinite);
  double damping = 1;
  double last = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    ++context_.statistics.newton_iterations;
    if (!Differentiate(slots)) return Failed(RealStatus::kNotFinite);
    if (n_ > 1) Factorize();
    const std::optional<VectorXd> dx = Correction();
    if (!dx) return RealStatus::kNotConverged;
    const VectorXd floors = Floors(slots, given);
    const double size = RelativeSize(*dx, x_, floors);
    const bool is_regular = n_ == 1 ? Slope() != 0 : factorization_.is_regular();
    if (size <= kConverged || (size <= kStagnated && size >= 0.5 * last)) {
      if (is_regular) {
        orientation_ = n_ == 1 ? (Slope() < 0 ? -1 : 1) : factorization_.DeterminantSign();
        const VectorXd before = x_;
        x_ += *dx;
        if (!EvaluateAt(slots, x_)) {
          x_ = before;
          EvaluateAt(slots, x_);
        }
        return RealStatus::kSolved;
      }
      if (!IsSatisfied(slots, 1e-9)) return RealStatus::kNotConverged;
      return SharesALoad() ? ShareLoad(slots) : RealStatus::kUndetermined;
    }
    last = size;
    damping = std::min(1.0, 2 * damping);
    const VectorXd from = x_;
    for (;;) {
      x_ = from + damping * *dx;
      const bool is_finite = EvaluateAt(slots, x_);
      if (context_.tape.failure() && damping > kMinDamping) context_.tape.ClearFailure();
      if (is_finite) {
        const std::optional<VectorXd> simplified = Correction();
        const double next =
            simplified ? RelativeSize(*simplified, from, floors) : std::numeric_limits<double>::infinity();
        const double now = RelativeSize(*dx, from, floors);
        if (next <= (1 - damping / 4) * now || (damping == 1 && next <= kStagnated)) break;
        const double mu = simplified
                              ? 0.5 * now * damping * damping /
                                    std::max(RelativeSize(*simplified - (1 - damping) * *dx, from, floors), 1e-300)
                              : 0;
        damping = std::clamp(mu, damping / 10, damping / 2);
      } else {
        damping /= 2;
      }
      if (damping < kMinDamping) {
        x_ = from;
        EvaluateAt(slots, x_);
        return Failed(is_finite ? RealStatus::kNotConverged : RealStatus::kNotFinite);
      }
    }
  }
  return RealStatus::kNotConverged;
}

RealStatus RealPart::ShareLoad(double* slots) {
  constexpr int kSteps = 5;
  const VectorXd found = x_;
  for (int step = 0; step < kSteps; ++step) {
    if (TakeLeastNorm(slots) == RealStatus::kLeastNorm) return RealStatus::kLeastNorm;
    if (!x_.allFinite() || context_.tape.failure() || !Differentiate(slots)) break;
    if (n_ > 1) Factorize();
    if (n_ == 1 ? Slope() != 0 : factorization_.is_regular()) break;
  }
  context_.tape.ClearFailure();
  x_ = found;
  EvaluateAt(slots, x_);
  return RealStatus::kLeastNorm;
}

RealStatus RealPart::SolveNonlinear(double* slots) {
  Read(slots);
  if (!x_.allFinite()) x_.setZero();
  const VectorXd given = x_;
  VectorXd start = x_;
  for (Index j = 0; j < n_; ++j) {
    const Slot slot = start_of_unknown_[static_cast<size_t>(j)];
    if (slot != kNoSlot && std::isfinite(slots[slot])) start[j] = slots[slot];
  }
  const VectorXd sizes = Sizes(slots, start);
  context_.tape.ClearFailure();
  x_ = given;
  RealStatus status = Newton(slots);
  // Restarts: the start values, then points around them, farther and farther and alternating in sign.
  constexpr double kSpread[] = {0, 0.1, -0.1, 1, -0.9, 10};
  for (const double spread : kSpread) {
    if (status == RealStatus::kSolved || status == RealStatus::kLeastNorm || status == RealStatus::kUndetermined)
      return status;
    if (spread == 0 && start == given) continue;
    context_.tape.ClearFailure();
    for (Index j = 0; j < n_; ++j) {
      const double step = spread * (std::fabs(start[j]) + (sizes[j] > 0 ? 0.1 * sizes[j] : 0.1));
      x_[j] = start[j] + (j % 2 == 0 ? step : -0.7 * step);
    }
    const RealStatus again = Newton(slots);
    if (again == RealStatus::kSolved || again == RealStatus::kLeastNorm || status == RealStatus::kNotFinite)
      status = again;
  }
  return status;
}

}  // namespace stiction::runtime
