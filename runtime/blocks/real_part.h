// SPDX-License-Identifier: BSD-3-Clause
// The Real equations of one implicit block, solved with every relation and discrete variable held: one exact Newton
// step where they are linear, damped Newton where they are not.
#pragma once

#include <Eigen/Dense>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/blocks/load_sharing.h"
#include "runtime/blocks/real_equations.h"

namespace stiction::runtime {

/// All that mixed blocks and paths ask of the Real equations goes through here, hence the number of its methods.
class RealPart {
 public:
  RealPart(SolveContext& context, const BlockCode& block);
  RealPart(const RealPart&) = delete;
  RealPart& operator=(const RealPart&) = delete;

  /// Equations that are linear in this configuration, as a rule: one exact step from the unknowns now in `slots`. If
  /// the residual shows that they are not linear after all, SolveNonlinear.
  /// @post on kSolved and kLeastNorm, unknowns, inner assignments and residuals stand in `slots`
  RealStatus Solve(double* slots);
  /// Newton's method, restarted from start values.
  /// @post as Solve
  RealStatus SolveNonlinear(double* slots);
  /// The same where relations follow the iteration. @param decide see RealEquations::Follow
  RealStatus SolveFollowing(double* slots, const std::function<bool()>& decide);

  /// See LoadSharing.
  Box Bounds(double* slots, bool all_false) { return sharing_.Bounds(slots, all_false); }

  /// Sign of the determinant in the last regular solve.
  int orientation() const { return orientation_; }
  /// The same of a linear equation for one unknown, without a solve; 0: not regular, or not found so simply.
  int ScalarOrientation(double* slots);

  /// For path following: residuals at x (unknowns in `slots` are set to it). @returns nothing if not finite
  std::optional<Eigen::VectorXd> ResidualAt(double* slots, const Eigen::VectorXd& x);
  /// d x / d tau of J dx = rhs dtau, by the factorisation at the point in `slots`; nothing if J is singular there.
  /// @post orientation() is that of J
  std::optional<Eigen::VectorXd> Direction(double* slots, const Eigen::VectorXd& rhs);
  /// J of the last Direction.
  Eigen::MatrixXd matrix() const { return equations_.matrix().Dense(); }
  /// See RealEquations; at the point evaluated last.
  bool IsNothing(double* slots, const Eigen::VectorXd& difference, const Eigen::VectorXd& beside, double tolerance);
  /// J at x (unknowns in `slots` are set to it), until the next solve; null if not finite.
  const BlockMatrix* JacobianAt(double* slots, const Eigen::VectorXd& x);
  Eigen::VectorXd unknowns(const double* slots);
  /// See RealEquations; of the solution in `slots`.
  Eigen::VectorXd RoundingErrors(double* slots);
  /// Likewise, at x (unknowns in `slots` are set to it).
  Eigen::VectorXd Sizes(double* slots, const Eigen::VectorXd& x);
  Eigen::Index size() const { return equations_.size(); }

  /// Tells the user, once, which unknowns kLeastNorm had to choose.
  void NoteLeastNorm();
  /// Counts and tells a solution that NoteLeastNorm held back.
  void Tell(const LeastNormNote& note);
  /// The block is solved anew: what was held back of it is void.
  void Forget();

  /// Why the last solve failed, in the modeller's words.
  std::string Explain(RealStatus status, const double* slots) const { return WhyFailed(equations_, status, slots); }

 private:
  /// Solve for one unknown, without the matrices. @returns nothing if Solve has to look closer
  std::optional<RealStatus> SolveScalar(double* slots);
  /// Makes components 0 that are all but nothing beside the guess or the others, where that solves the equations as
  /// well.
  /// @pre the unknowns in `slots` are a solution
  RealStatus TakeZeros(double* slots, const Eigen::VectorXd& guess);
  RealStatus TakeStart();
  bool IsCrossing(double* slots);
  /// From points on all sides of the start values, as far from them as they and the terms of the equations are large.
  std::optional<RealStatus> SolveFromAfar(double* slots, const Eigen::VectorXd& start, const Eigen::VectorXd& sizes);
  RealStatus NewtonFrom(double* slots, const Eigen::VectorXd& x);

  SolveContext& context_;
  RealEquations equations_;
  LoadSharing sharing_{equations_};
  std::vector<Slot> start_of_unknown_;  // kNoSlot: none
  int orientation_ = 1;                 // sign of the determinant in the last regular solve
  bool noted_ = false;
};

}  // namespace stiction::runtime
