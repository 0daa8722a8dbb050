// SPDX-License-Identifier: BSD-3-Clause
#include "runtime/blocks/real_part.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "runtime/blocks/bracketing.h"
#include "runtime/blocks/newton.h"
#include "runtime/support/perturbation.h"
#include "runtime/support/rounding_direction.h"

namespace stiction::runtime {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

constexpr int kLinearSteps = 3;              // the second and third take away the rounding errors of the first
constexpr double kResidualRounding = 1e-13;  // of a residual's terms: another step cannot improve it
constexpr double kAcceptable = 1e-9;         // of a linear step: above, the equations were not linear
constexpr double kRestOfGuess = 1e-12;       // a solution this far below its guess may be 0
constexpr double kRestOfOthers = 1e-14;      // likewise, below the largest
constexpr double kRoundings = 64;            // likewise, as rounding errors of its own equations

bool IsSolution(RealStatus status) { return status == RealStatus::kSolved || status == RealStatus::kLeastNorm; }

}  // namespace

RealPart::RealPart(SolveContext& context, const BlockCode& block) : context_(context), equations_(context, block) {
  for (const Slot unknown : block.unknowns) start_of_unknown_.push_back(context.StartOf(unknown));
}

RealStatus RealPart::Solve(double* slots) {
  if (!equations_.block().is_linear && size() > 0) return SolveNonlinear(slots);
  ++context_.statistics.linear_solves;
  if (size() == 1) {
    if (const auto status = SolveScalar(slots)) return *status;
  }
  VectorXd x = unknowns(slots);
  if (!x.allFinite()) x.setZero();
  if (!equations_.EvaluateAndDifferentiate(slots, x)) {
    // The guess may be what is bad: an exact step does not depend on it.
    if (context_.tape.failure()) return RealStatus::kFunctionFailed;
    x.setZero();
    if (!equations_.EvaluateAndDifferentiate(slots, x)) return equations_.Failed(RealStatus::kNotFinite);
  }
  if (size() == 0) return RealStatus::kSolved;
  const VectorXd guess = x;
  equations_.Factorize();
  const BlockFactorization& factorization = equations_.factorization();
  if (!factorization.is_regular()) return sharing_.Solve(slots);
  orientation_ = factorization.DeterminantSign();
  for (int step = 0; step < kLinearSteps; ++step) {
    x -= factorization.Solve(equations_.residual());
    if (!equations_.Evaluate(slots, x)) return equations_.Failed(RealStatus::kNotFinite);
    if (equations_.IsSatisfied(slots, kResidualRounding)) return TakeZeros(slots, guess);
  }
  if (equations_.IsSatisfiedTogether(slots, kAcceptable)) return TakeZeros(slots, guess);
  return SolveNonlinear(slots);
}

// A solution that is 0 comes out as what rounding errors left of the guess, 1e-17 of it after a step, 1e-34 after two,
// or as rounding errors of the others. Where 0 does not solve an equation, its unknowns are left.
RealStatus RealPart::TakeZeros(double* slots, const VectorXd& guess) {
  if (RoundingDirection::IsDirected()) return RealStatus::kSolved;  // it is rounding errors that are looked for
  const VectorXd found = equations_.x();
  const VectorXd scaled = found.cwiseQuotient(equations_.factorization().ColumnScales()).cwiseAbs();
  const double nothing = kRestOfOthers * scaled.maxCoeff();
  VectorXd errors;
  if (!equations_.block().restart_unknowns.empty()) errors = equations_.CarriedRoundingErrors(slots);
  VectorXd x = found;
  for (Index j = 0; j < x.size(); ++j) {
    const double size = std::fabs(x[j]);
    if (size <= kRestOfGuess * std::fabs(guess[j]) || scaled[j] <= nothing ||
        (errors.size() > 0 && size <= kRoundings * errors[j])) {
      x[j] = 0;
    }
  }
  while (x != found) {
    if (!equations_.Evaluate(slots, x)) break;
    const auto satisfied = equations_.Satisfied(slots, kResidualRounding);
    if (satisfied.all()) return RealStatus::kSolved;
    const VectorXd tried = x;
    const BlockMatrix& matrix = equations_.matrix();
    for (Index j = 0; j < x.size(); ++j) {
      for (int k = matrix.column_begin()[static_cast<size_t>(j)]; k < matrix.column_begin()[static_cast<size_t>(j) + 1];
           ++k) {
        const auto at = static_cast<size_t>(k);
        if (matrix.values()[at] != 0 && !satisfied[matrix.row_of()[at]]) x[j] = found[j];
      }
    }
    if (x == tried) break;
  }
  equations_.Evaluate(slots, found);
  return RealStatus::kSolved;
}

int RealPart::ScalarOrientation(double* slots) {
  if (size() != 1 || !equations_.block().is_linear) return 0;
  const std::optional<double> slope = equations_.FindSlope(slots);
  return !slope ? 0 : *slope < 0 ? -1 : 1;
}

std::optional<RealStatus> RealPart::SolveScalar(double* slots) {
  double& x = slots[equations_.block().unknowns[0]];
  const double& residual = slots[equations_.block().residuals[0]];
  const std::optional<double> found = equations_.FindSlope(slots);
  if (!found) return std::nullopt;
  const double slope = *found, guess = x;
  for (int step = 0; step < kLinearSteps; ++step) {
    x -= residual / slope;
    equations_.EvaluateAgain(slots);
    if (!std::isfinite(residual) || context_.tape.failure()) return std::nullopt;
    if (std::fabs(residual) > kResidualRounding * (equations_.TermSize(0, slots) + std::fabs(slope * x))) continue;
    if (x != 0 && std::fabs(x) <= kRestOfGuess * std::fabs(guess) && !RoundingDirection::IsDirected()) {
      const double rest = std::exchange(x, 0.0);  // see TakeZeros
      equations_.EvaluateAgain(slots);
      if (residual != 0) {
        x = rest;
        equations_.EvaluateAgain(slots);
      }
    }
    orientation_ = slope < 0 ? -1 : 1;
    return RealStatus::kSolved;
  }
  return std::nullopt;
}

RealStatus RealPart::NewtonFrom(double* slots, const VectorXd& x) {
  const RealStatus status = Newton(equations_, slots, x);
  if (status == RealStatus::kSolved) orientation_ = equations_.factorization().DeterminantSign();
  return status == RealStatus::kUndetermined && sharing_.IsOfALoad() ? sharing_.SolveNonlinear(slots) : status;
}

RealStatus RealPart::SolveNonlinear(double* slots) {
  VectorXd given = unknowns(slots);
  if (!given.allFinite()) given.setZero();
  VectorXd start = given;
  for (Index j = 0; j < size(); ++j) {
    const Slot slot = start_of_unknown_[static_cast<size_t>(j)];
    if (slot != kNoSlot && std::isfinite(slots[slot])) start[j] = slots[slot];
  }
  const VectorXd sizes = Sizes(slots, start);
  context_.tape.ClearFailure();
  RealStatus status = NewtonFrom(slots, given);
  // Restarts: the start values, then points around them, farther and farther and alternating in sign.
  constexpr double kSpread[] = {0, 0.1, -0.1, 1, -0.9, 10};
  for (const double spread : kSpread) {
    if (IsSolution(status)) return status;
    if (status == RealStatus::kUndetermined) {
      if (IsCrossing(slots)) return RealStatus::kSolved;
      return context_.IsInitial(slots) ? TakeStart() : status;
    }
    if (spread == 0 && start == given) continue;
    context_.tape.ClearFailure();
    VectorXd x = start;
    for (Index j = 0; j < size(); ++j) {
      const double step = spread * (std::fabs(start[j]) + (sizes[j] > 0 ? 0.1 * sizes[j] : 0.1));
      x[j] += j % 2 == 0 ? step : -0.7 * step;
    }
    const RealStatus again = NewtonFrom(slots, x);
    if (IsSolution(again) || status == RealStatus::kNotFinite) status = again;
  }
  if (IsSolution(status)) return status;
  if (size() == 1) {
    return equations_.block().is_least_change ? status : SolveByBracketing(equations_, slots, given[0]);
  }
  return SolveFromAfar(slots, start, sizes).value_or(status);
}

std::optional<RealStatus> RealPart::SolveFromAfar(double* slots, const VectorXd& start, const VectorXd& sizes) {
  constexpr uint64_t kSamples = 64;
  // During the simulation a solution is near; in mixed blocks, other modes are tried instead.
  if (!context_.IsInitial(slots) || !equations_.block().relations.empty()) return std::nullopt;
  for (uint64_t sample = 0; sample < kSamples; ++sample) {
    context_.tape.ClearFailure();
    VectorXd x = start;
    for (Index j = 0; j < size(); ++j) {
      x[j] += PerturbationSign(static_cast<size_t>(j), sample) * std::max(std::fabs(start[j]), sizes[j]);
    }
    const RealStatus status = NewtonFrom(slots, x);
    if (!IsSolution(status)) continue;
    context_.Note(WhyFoundAfar(equations_));
    return status;
  }
  return std::nullopt;
}

// A root of one equation at which its residual changes sign is no turning point: it goes on from there one way, as in
// `sign(x)*x^2 = u`, whose derivative is 0 where u is.
bool RealPart::IsCrossing(double* slots) {
  constexpr double kWidths[] = {1e-6, 1e-3};
  if (size() != 1) return false;
  const VectorXd root = unknowns(slots);
  const double own = std::fabs(root[0]), of_equation = equations_.Sizes(slots)[0];
  const double unit = own > 0 ? own : of_equation > 0 ? of_equation : 1;
  const auto residual_at = [&](double x) {
    const bool is_finite = equations_.Evaluate(slots, VectorXd::Constant(1, x));
    context_.tape.ClearFailure();
    return is_finite ? equations_.residual()[0] : 0;
  };
  bool crosses = true;
  for (const double width : kWidths) {
    const double below = residual_at(root[0] - width * unit), above = residual_at(root[0] + width * unit);
    crosses = crosses && below * above < 0;
  }
  return equations_.Evaluate(slots, root) && crosses;
}

RealStatus RealPart::SolveFollowing(double* slots, const std::function<bool()>& decide) {
  equations_.Follow(&decide);
  const RealStatus status = SolveNonlinear(slots);
  equations_.Follow(nullptr);
  return status;
}

// A solution of the start has only to satisfy its equations: `x^2 = 0` has no other one.
RealStatus RealPart::TakeStart() {
  context_.Note(WhyStartIsTaken(equations_));
  return RealStatus::kSolved;
}

VectorXd RealPart::unknowns(const double* slots) {
  equations_.Read(slots);
  return equations_.x();
}

std::optional<VectorXd> RealPart::ResidualAt(double* slots, const VectorXd& x) {
  if (!equations_.Evaluate(slots, x)) return std::nullopt;
  return equations_.residual();
}

bool RealPart::IsNothing(double* slots, const VectorXd& difference, const VectorXd& beside, double tolerance) {
  return equations_.Differentiate(slots) && equations_.IsNothing(difference, beside, tolerance, slots);
}

const BlockMatrix* RealPart::JacobianAt(double* slots, const VectorXd& x) {
  return equations_.EvaluateAndDifferentiate(slots, x) ? &equations_.matrix() : nullptr;
}

VectorXd RealPart::RoundingErrors(double* slots) {
  const bool is_known = size() > 0 && equations_.EvaluateAndDifferentiate(slots, unknowns(slots));
  return is_known ? equations_.RoundingErrors(slots) : VectorXd::Zero(size());
}

VectorXd RealPart::Sizes(double* slots, const VectorXd& x) {
  return equations_.EvaluateAndDifferentiate(slots, x) ? equations_.Sizes(slots) : VectorXd::Zero(size());
}

std::optional<VectorXd> RealPart::Direction(double* slots, const VectorXd& rhs) {
  if (!equations_.Differentiate(slots)) return std::nullopt;
  equations_.Factorize();
  if (!equations_.factorization().is_regular()) return std::nullopt;
  orientation_ = equations_.factorization().DeterminantSign();
  return equations_.factorization().Solve(rhs);
}

void RealPart::Forget() {
  if (context_.held_back.empty()) return;
  std::erase_if(context_.held_back, [this](const LeastNormNote& note) { return note.part == this; });
}

void RealPart::NoteLeastNorm() {
  ++context_.least_norms_taken;
  LeastNormNote note{this, noted_ ? std::string() : sharing_.Describe()};
  if (!context_.holds_back) return Tell(note);
  context_.held_back.push_back(std::move(note));
}

void RealPart::Tell(const LeastNormNote& note) {
  ++context_.statistics.least_norm;
  if (noted_ || note.text.empty()) return;
  noted_ = true;
  context_.Note(note.text);
}

}  // namespace stiction::runtime
